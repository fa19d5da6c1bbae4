"""The odds explorer: what a game's explorer knows, and the exact laws that its script reads, made by the engine."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import asdict
from fractions import Fraction
from functools import cache
from typing import Any

from analysis.crt.bounds import FAMILIES
from analysis.fights.odds import odds
from analysis.fights.typical import Fight, facts_of, fights
from analysis.pages.apps.cells import column_data, measured
from analysis.words import proper
from sim.errors import GameError
from sim.explorer import Control, Explorer, Value, words
from sim.game import games_with, load_game
from sim.numbers.basis import weakest

_FACES = 6


def explorer_of(game: str) -> Explorer:
    """Return a game's explorer; `GameError` names the games that have one."""
    found = load_game(game)
    if not found.has_explorer or found.combat.explorer is None:
        known = ", ".join(games_with(lambda one: one.has_explorer))
        raise GameError(f"{game} has no explorer yet; games that have: {known}")
    return found.combat.explorer()


@cache
def explorer_data(game: str) -> dict[str, Any]:
    """Return all that the script ``explorer.js`` needs for a game, as JSON can hold it."""
    explorer = explorer_of(game)
    data: dict[str, Any] = {
        "game": game, "title": load_game(game).title, "routine": explorer.routine, "left_out": explorer.left_out,
        "controls": [asdict(control) for control in explorer.controls],
        "implied": [list(one) for one in explorer.implied], "numbers": dict(explorer.numbers),
        "presets": presets(game, explorer), "families": FAMILIES,
        "yours": _yours(explorer), "reads": explorer.reads,
        "choices": dict(explorer.choices), "before": explorer.before, "about_choices": explorer.about_choices,
        "told": [{"id": one.id, "label": one.label, "short": one.short, "is_chance": one.is_chance}
                 for one in explorer.told],
    }  # fmt: skip
    if explorer.ladder is not None:
        data |= column_data(load_game(game), explorer)
    return data


def _yours(explorer: Explorer) -> list[dict[str, Any]]:
    """Return the numbers of a game of pools of dice that a reader may change: place, label, printed, lowest, highest.

    A game with a combat table has its workbench for that.
    """
    if explorer.routine != "pools":
        return []
    numbers = explorer.numbers
    listed: list[tuple[str, str, int, int, int]] = [
        *((f"lowest_hit.{name}", f"Dice of {name} hit on at least", n, numbers["own_hit"] + 1, _FACES)
          for name, n in numbers["lowest_hit"].items()),
        *((f"hit_drm.{name}", f"{proper(words(name), first=True)}: added to Soviet dice", n, 0, _FACES)
          for name, n in numbers["hit_drm"].items()),
        ("hits_in_rubble", "Hits that cost a step in rubble", numbers["hits_in_rubble"], 1, _FACES),
        ("rubble_above", "Rubble: the sum must be above", numbers["rubble_above"], 0, 5 * _FACES),
        *((f"rubble_drm.{name}", f"Rubble: {proper(words(name))} adds", n, 0, _FACES)
          for name, n in numbers["rubble_drm"].items()),
    ]  # fmt: skip
    return [dict(zip(("id", "label", "printed", "low", "high"), one, strict=True)) for one in listed]


def presets(game: str, explorer: Explorer) -> list[dict[str, Any]]:
    """Return the game's fights that can be set, each with what is set; facts that no law depends on are left out."""
    found = []
    for fight in fights(game):
        facts = {name: fact for name, fact in fight.facts.items() if name not in explorer.beside}
        setting = (explorer.setting_of or _setting_of(explorer))(facts)
        if setting is not None:
            found.append({"about": spelled(game, fight.about), "setting": setting})
    return found


def spelled(game: str, about: str) -> str:
    """Return what a fight is in words that stand alone: *the same* is said as in the game's first fight.

    >>> spelled("inferno_on_the_volga", "the same in rubble: two hits for one")
    'two white three-point infantry blocks against a black one in rubble: two hits for one'
    """
    subject = re.split("[,:]", fights(game)[0].about)[0]
    return re.sub("^the same(?= )", subject, about)


def opens_with(game: str) -> Fight:
    """Return the fight that the explorer shows before anything is set; the first of the game's, if none is that.

    >>> opens_with("inferno_on_the_volga").about
    'the same in the clear: both fire at once'
    """
    start = {control.id: control.default for control in explorer_of(game).controls}
    about = {one["about"] for one in presets(game, explorer_of(game)) if one["setting"].items() <= start.items()}
    return next((fight for fight in fights(game) if spelled(game, fight.about) in about), fights(game)[0])


def first_shown(game: str) -> tuple[str, list[Fraction], str]:
    """Return the chance that the explorer shows first: what of, its value or its value with both ends, its basis.

    It is that of the hex being cleared where steps can be given there, else that of `CrtReading.way`.

    >>> first_shown("traces_of_hubris")  # the cells are printed, what they ask is inferred from examples
    ('the hex is cleared', [Fraction(2, 3)], 'inferred')
    """
    explorer, fight = explorer_of(game), opens_with(game)
    if explorer.comes_to or explorer.ends or explorer.routine == "pools":
        span = fight.cleared
        assert span is not None
        ends = [span.low, span.high] if span.low < span.high else []
        return "the hex is cleared", [span.value, *ends], fight.answer.basis
    facts = {name: fact for name, fact in facts_of(fight.facts).items() if name not in explorer.beside}
    answer = odds(game, **facts)
    chance = [Fraction(text) for text in measured(game, answer)["gives_way"]]
    return f"the defender {load_game(game).table.reading.way}", chance, weakest([answer.basis, explorer.reads])


def _setting_of(explorer: Explorer) -> Callable[[Mapping[str, Any]], Mapping[str, Value] | None]:
    """Return which control gives each fact: one that has the value, or not at all."""

    def tell(facts: Mapping[str, Any]) -> Mapping[str, Value] | None:
        setting: dict[str, Value] = {}
        for name, fact in facts.items():
            several = [str(one) for one in fact] if isinstance(fact, (list, tuple)) else []
            whole = " ".join(several)
            given = [c for c in explorer.controls if (c.fact or c.id) == name]
            is_whole = bool(several) and any(_takes(one, whole) for one in given)
            for value in [whole] if is_whole else several or [fact]:
                may = [control for control in given if _takes(control, value)]
                if not may:
                    return None
                setting[may[0].id] = int(value) if may[0].kind == "number" else value
        return setting

    return tell


def _takes(control: Control, value: Any) -> bool:
    if control.kind == "number":
        return str(value).isdecimal() and control.low <= int(value) <= control.high
    return control.kind == "toggle" or value in [one for one, _ in control.choices]
