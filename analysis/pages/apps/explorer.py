"""The odds explorer: what a game's explorer knows, and the exact laws that its script reads, made by the engine."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from analysis.charts.theme import BEST_TO_WORST
from analysis.crt.bounds import FAMILIES
from analysis.crt.codes import outcome_words
from analysis.fights.odds import answered, named, odds
from analysis.fights.typical import Fight, clears, facts_of, fights, steps_lost
from sim.combat import CombatOdds, ComesTo, CrtReading
from sim.errors import GameError
from sim.exact import Law
from sim.explorer import Control, Explorer, Row, Value, words
from sim.game import Game, games_with, load_game
from sim.numbers.basis import weakest

BELOW = -1
_FACES = 6
_ALL = 1_000  # stands for the steps of a side that is eliminated: more than any other result costs
_SPAN = tuple[Fraction, Fraction, Fraction]


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
    }  # fmt: skip
    if explorer.ladder is not None:
        data |= _column_data(game, explorer)
    return data


def _yours(explorer: Explorer) -> list[dict[str, Any]]:
    """Return the numbers of a game of pools of dice that a reader may change: place, label, printed, lowest, highest.

    A game with a combat table has its workbench for that.
    """
    if explorer.routine != "pools":
        return []
    numbers = explorer.numbers
    listed: list[tuple[str, str, int, int, int]] = [
        *((f"lowest_hit.{name}", f"Blocks of {name} hit on at least", n, numbers["own_hit"] + 1, _FACES)
          for name, n in numbers["lowest_hit"].items()),
        *((f"hit_drm.{name}", f"{words(name).capitalize()}: added to Soviet dice", n, 0, _FACES)
          for name, n in numbers["hit_drm"].items()),
        ("hits_in_rubble", "Hits that cost a step in rubble", numbers["hits_in_rubble"], 1, _FACES),
        ("rubble_above", "Rubble: the sum must be above", numbers["rubble_above"], 0, 5 * _FACES),
        *((f"rubble_drm.{name}", f"Rubble: {words(name)} adds", n, 0, _FACES)
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
    'two infantry blocks against one in rubble: two hits for one'
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
    ('the defender retreats or dies by the print', [Fraction(2, 3)], 'inferred')
    """
    explorer, fight = explorer_of(game), opens_with(game)
    if explorer.comes_to or explorer.routine == "pools":
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
            for value in fact if isinstance(fact, (list, tuple)) else [fact]:
                may = [c.id for c in explorer.controls if (c.fact or c.id) == name and _takes(c, value)]
                if not may:
                    return None
                setting[may[0]] = int(value) if str(value).isdecimal() else value
        return setting

    return tell


def _takes(control: Control, value: Any) -> bool:
    if control.kind == "number":
        return str(value).isdecimal() and control.low <= int(value) <= control.high
    return control.kind == "toggle" or value in [one for one, _ in control.choices]


def _column_data(game: str, explorer: Explorer) -> dict[str, Any]:
    assert explorer.ladder is not None
    found = load_game(game)
    reading = found.table.reading
    outcomes: dict[str, Mapping[str, Any]] = {}
    cells = {key: _cell(found, answer, outcomes) for key, answer in _every_cell(found, explorer)}
    if explorer.nothing:
        outcomes.setdefault(explorer.nothing, outcome_words(found.table)((explorer.nothing,), ()))
        cells[str(BELOW)] = _certain(explorer.nothing)
    palette = BEST_TO_WORST[7] if len(reading.classes) > 5 else BEST_TO_WORST[5]
    return {
        "ladder": asdict(explorer.ladder), "rounding": explorer.rounding,
        "attack": _rows(explorer.attack), "defense": _rows(explorer.defense), "shifts": _rows(explorer.shifts),
        "drms": _rows(explorer.drms), "after_test": list(explorer.after_test), "drm_limit": explorer.drm_limit,
        "contexts": [[list(one) for one in values] for values in explorer.contexts.values()],
        "comes_to": list(explorer.comes_to), "after": explorer.after() if explorer.after else {},
        "most_steps": explorer.most_steps, "choices": list(explorer.choices),
        "drawn": list(explorer.drawn), "draws": explorer.draws() if explorer.draws else {},
        "cells": cells, "about": reading.about, "way": reading.way, "short_way": reading.short_way,
        "outcomes": {text: reading.classes.index(reading.class_of(coded)) for text, coded in outcomes.items()},
        "order": sorted(outcomes, key=lambda text: (*_rank(reading, outcomes[text]), text)),
        "classes": [[name, palette[i]] for i, name in enumerate(reading.classes)],
    }  # fmt: skip


def _rank(reading: CrtReading, coded: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return what outcomes are ordered by, from the attacker's best: class, steps of both sides, gains."""
    attacker, defender = (_ALL if steps is None else steps for steps in reading.steps(coded))
    gains = tuple(-gain for gain in reading.gains(coded))
    return reading.classes.index(reading.class_of(coded)), -defender, attacker, gains


def _rows(rows: Sequence[Row]) -> list[dict[str, Any]]:
    return [asdict(row) | {"label": row.words} for row in rows]


def _every_cell(game: Game, explorer: Explorer) -> Iterator[tuple[str, CombatOdds]]:
    """Yield the answer of the engine for every column and every context, by its key: ``column|value|value``."""
    assert explorer.ladder is not None
    assert explorer.facts_of is not None
    has_below = explorer.ladder.below == "place" and not explorer.nothing
    columns = [*([BELOW] if has_below else []), *range(len(explorer.ladder.labels))]
    contexts = {name: [value for value, _ in values] for name, values in explorer.contexts.items()}
    if explorer.drm_limit:
        contexts["drm"] = list(range(-explorer.drm_limit, explorer.drm_limit + 1))
    for column, *values in product(columns, *contexts.values()):
        facts = explorer.facts_of(column, dict(zip(contexts, values, strict=True)))
        if facts is not None:
            yield "|".join(_key(value) for value in (column, *values)), answered(game, facts)


def _key(value: Value) -> str:
    """Return a value as JavaScript would write it."""
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else str(value)


def _cell(game: Game, answer: CombatOdds, outcomes: dict[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Return a law by the outcomes' texts with its bounds, what it measures, and its basis."""
    reading = game.table.reading
    laws = [_by_text(reading, answer, law, outcomes) for law in answer.laws or (answer.law,) if law is not None]
    shown = next(one for law, one in zip(answer.laws or (answer.law,), laws, strict=True) if law == answer.law)
    found = {text: _span(shown.get(text, Fraction(0)), [law.get(text, Fraction(0)) for law in laws])
             for text in dict.fromkeys(text for law in (shown, *laws) for text in law)}  # fmt: skip
    measures = {name: _span(*_over(answer, measure)) for name, measure in _measures(reading, answer).items()}
    measures |= _after(answer, game.combat.comes_to)
    return {
        "law": {text: _texts(span) for text, span in found.items()},
        "measures": {name: _texts(span) for name, span in measures.items()},
        "basis": answer.basis,
    }


def _certain(text: str) -> dict[str, Any]:
    """Return the cell of a result that is certain, and in which nothing happens."""
    nothing = ("gives_way", "attacker_steps", "defender_steps", "attacker_gone", "defender_gone")
    return {"law": {text: ["1"]}, "measures": {name: ["0"] for name in nothing}, "basis": "rulebook"}


def _by_text(
    reading: CrtReading, answer: CombatOdds, law: Law, outcomes: dict[str, Mapping[str, Any]]
) -> dict[str, Fraction]:
    found: dict[str, Fraction] = {}
    for outcome, p in law:
        coded = named(law, answer.labels, outcome)
        outcomes[reading.text(coded)] = coded
        found[reading.text(coded)] = p
    return found


def _measures(reading: CrtReading, answer: CombatOdds) -> dict[str, Callable[[Law], Fraction]]:
    """Return what is measured of printed results: to give way, to be gone, steps of who is not gone."""

    def mean(value: Callable[[Mapping[str, Any]], int]) -> Callable[[Law], Fraction]:
        return lambda law: law.mean(lambda *outcome: value(named(law, answer.labels, outcome)))

    sides = {"attacker": 0, "defender": 1}
    found = {"gives_way": mean(lambda coded: int(reading.gives_way(coded)))}
    for side, at in sides.items():
        found[f"{side}_steps"] = mean(lambda coded, at=at: reading.counted(coded)[at])  # type: ignore[misc]
        found[f"{side}_gone"] = mean(lambda coded, at=at: int(reading.steps(coded)[at] is None))  # type: ignore[misc]
    return found


def _over(answer: CombatOdds, measure: Callable[[Law], Fraction]) -> tuple[Fraction, list[Fraction]]:
    assert answer.law is not None
    return measure(answer.law), [measure(law) for law in answer.laws]


def _after(answer: CombatOdds, comes_to: ComesTo) -> dict[str, _SPAN]:
    """Return what is measured after both sides' choices, where a law of that stands without steps being given."""
    if answer.after is None or comes_to.cleared not in answer.after.fields:
        return {}
    spans = {
        "cleared": clears(answer, comes_to),
        **{f"{side}_lost": steps_lost(answer, comes_to, side) for side in ("attacker", "defender")},
    }
    return {name: (span.value, span.low, span.high) for name, span in spans.items() if span is not None}


def _span(value: Fraction, over: Sequence[Fraction]) -> _SPAN:
    return value, min((value, *over)), max((value, *over))


def _texts(span: _SPAN) -> list[str]:
    """Return value, low and high as texts, or the value alone where nothing is assumed."""
    return [str(part) for part in (span if span[1] < span[2] else span[:1])]


def measured(game: str, answer: CombatOdds) -> dict[str, list[str]]:
    """Return the measures of any answer of a game that has columns, as the explorer shows them."""
    return dict(_cell(load_game(game), answer, {})["measures"])


def law_texts(game: str, answer: CombatOdds) -> dict[str, list[str]]:
    """Return the law of any answer of a game that has columns by its texts, with bounds, as the explorer shows it."""
    return dict(_cell(load_game(game), answer, {})["law"])
