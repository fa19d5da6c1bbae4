"""The cells of the odds explorer: laws and measures of every column and context, as texts, made by the engine."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from analysis.charts.theme import class_colors
from analysis.crt.codes import outcome_words
from analysis.fights.odds import answered, named
from analysis.fights.typical import clears, over_members, steps_lost
from sim.combat import Coded, CombatOdds, ComesTo, CrtReading
from sim.exact import Law
from sim.explorer import Aftermath, Explorer, Row, Told, Value, WithEnds
from sim.game import Game, load_game

BELOW = -1
_ALL = 1_000  # stands for the steps of a side that is eliminated: more than any other result costs


def column_data(found: Game, explorer: Explorer) -> dict[str, Any]:
    """Return what the script needs for a game that has columns, beyond what it needs for any."""
    assert explorer.ladder is not None
    reading = found.table.reading
    known: _Known = {}
    told = None if explorer.ends else explorer.told
    cells = {key: _cell(found, answer, known, told) for key, answer in _every_cell(found, explorer)}
    outcomes = {one.text: one.coded for one in known.values()}
    ends = [_ends(explorer, one) for one in explorer.ends]
    if explorer.nothing:
        outcomes.setdefault(explorer.nothing, outcome_words(found.table)((explorer.nothing,), ()))
        cells[str(BELOW)] = _certain(explorer.nothing)
    return {
        "ladder": asdict(explorer.ladder), "rounding": explorer.rounding,
        "attack": _rows(explorer.attack), "defense": _rows(explorer.defense), "shifts": _rows(explorer.shifts),
        "drms": _rows(explorer.drms), "after_test": list(explorer.after_test), "drm_limit": explorer.drm_limit,
        "contexts": [[list(one) for one in values] for values in explorer.contexts.values()],
        "comes_to": list(explorer.comes_to), "after": explorer.after() if explorer.after else {},
        "most_steps": explorer.most_steps,
        "drawn": list(explorer.drawn), "draws": explorer.draws() if explorer.draws else {},
        "cells": cells, "ends": ends, "about": reading.about, "way": reading.way, "short_way": reading.short_way,
        "outcomes": {text: reading.classes.index(reading.class_of(coded)) for text, coded in outcomes.items()},
        "order": sorted(outcomes, key=lambda text: (*_rank(reading, outcomes[text]), text)),
        "classes": [list(one) for one in zip(reading.classes, class_colors(len(reading.classes)), strict=True)],
    }  # fmt: skip


def _rank(reading: CrtReading, coded: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return what outcomes are ordered by, from the attacker's best: class, steps of both sides, gains."""
    attacker, defender = (_ALL if steps is None else steps for steps in reading.steps(coded))
    gains = tuple(-gain for gain in reading.gains(coded))
    return reading.classes.index(reading.class_of(coded)), -defender, attacker, gains


def _rows(rows: Sequence[Row]) -> list[dict[str, Any]]:
    return [asdict(row) | {"label": row.words} for row in rows]


def _every_place(explorer: Explorer) -> Iterator[tuple[str, tuple[int, Mapping[str, Value]]]]:
    """Yield every column (-1 below) with every context, with its key: ``column|value|value``."""
    assert explorer.ladder is not None
    assert explorer.facts_of is not None
    has_below = explorer.ladder.below == "place" and not explorer.nothing
    columns = [*([BELOW] if has_below else []), *range(len(explorer.ladder.labels))]
    contexts = {name: [value for value, _ in values] for name, values in explorer.contexts.items()}
    if explorer.drm_limit:
        contexts["drm"] = list(range(-explorer.drm_limit, explorer.drm_limit + 1))
    for column, *values in product(columns, *contexts.values()):
        known = dict(zip(contexts, values, strict=True))
        if explorer.facts_of(column, known) is not None:
            yield "|".join(_key(value) for value in (column, *values)), (column, known)


def _every_cell(game: Game, explorer: Explorer) -> Iterator[tuple[str, CombatOdds]]:
    """Yield the answer of the engine for every column and every context, by its key."""
    assert explorer.facts_of is not None
    for key, where in _every_place(explorer):
        facts = explorer.facts_of(*where)
        assert facts is not None
        yield key, answered(game, facts)


def _key(value: Value) -> str:
    """Return a value as JavaScript would write it."""
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else str(value)


@dataclass(frozen=True)
class _Printed:
    """A result as printed: in the words of its codes, its text, and what each of `_OF_THE_PRINT` counts of it."""

    coded: Mapping[str, Any]
    text: str
    counted: tuple[int, ...]


_OF_THE_PRINT = ("gives_way", "attacker_steps", "defender_steps", "attacker_gone", "defender_gone")
"""Measures of the print: to give way, steps of who is not gone, to be gone."""
_Known = dict[tuple[int, ...], _Printed]


def _read(game: Game, answer: CombatOdds, known: _Known, outcome: tuple[int, ...]) -> _Printed:
    """Return an outcome as printed; what is known of it is not read again."""
    if outcome not in known:
        assert answer.law is not None
        reading, coded = game.table.reading, named(answer.law, answer.labels, outcome)
        gone = [int(steps is None) for steps in reading.steps(coded)]
        counted = (int(reading.gives_way(coded)), *reading.counted(coded), *gone)
        known[outcome] = _Printed(coded, reading.text(coded), counted)
    return known[outcome]


def _cell(game: Game, answer: CombatOdds, known: _Known, told: Sequence[Told] | None = ()) -> dict[str, Any]:
    """Return a law by the outcomes' texts with its bounds, what it measures, and its basis.

    Without `told` what results come to after both sides' choices is left out.
    """
    assert answer.law is not None
    laws = [answer.law, *answer.laws]
    shares = [{_read(game, answer, known, o).text: _share(n, law.denominator) for o, n in law.counts.items()}
              for law in laws]  # fmt: skip
    found = {text: _span([one.get(text, _share(0, 1)) for one in shares])
             for text in dict.fromkeys(text for one in shares for text in one)}  # fmt: skip
    measures = {name: _span([_mean(law, known, at) for law in laws]) for at, name in enumerate(_OF_THE_PRINT)}
    if told is not None:
        measures |= _after(answer, game.combat.comes_to, told)
    return {
        "law": {text: _texts(span) for text, span in found.items()},
        "measures": {name: _texts(span) for name, span in measures.items()},
        "basis": answer.basis,
    }


@cache
def _share(n: int, of: int) -> Fraction:
    return Fraction(n, of)


def _mean(law: Law, known: _Known, at: int) -> Fraction:
    return _share(sum(n * known[outcome].counted[at] for outcome, n in law.counts.items()), law.denominator)


def _certain(text: str) -> dict[str, Any]:
    """Return the cell of a result that is certain, and in which nothing happens."""
    return {"law": {text: ["1"]}, "measures": {name: ["0"] for name in _OF_THE_PRINT}, "basis": "rulebook"}


def _after(answer: CombatOdds, comes_to: ComesTo, told: Sequence[Told]) -> dict[str, WithEnds]:
    """Return what is measured after both sides' choices, where a law of that stands without steps being given."""
    if answer.after is None or comes_to.cleared not in answer.after.fields:
        return {}

    def mean(of: Callable[[Coded], int]) -> Callable[[Law], Fraction]:
        return lambda law: law.mean(lambda *outcome: of(dict(zip(law.fields, outcome, strict=True))))

    spans = {
        "cleared": clears(answer, comes_to),
        **{f"{side}_lost": steps_lost(answer, comes_to, side) for side in ("attacker", "defender")},
        **{one.id: over_members(answer, mean(one.of)) for one in told},
    }
    return {name: (span.value, span.low, span.high) for name, span in spans.items() if span is not None}


def _ends(explorer: Explorer, ends: Aftermath) -> dict[str, Any]:
    """Return what some ends come to, by the class of what the controls are: keys that always end alike are one class.

    ``classes`` gives the class of a key, ``cells`` by cell and class where in ``spans`` each measure stands.
    """
    found = {key: ends.of_cell(*where) for key, where in _every_place(explorer)}
    keys = list(dict.fromkeys(key for cell in found.values() for key in cell))
    alike: dict[tuple[tuple[WithEnds, ...], ...], int] = {}
    classes = {key: alike.setdefault(tuple(tuple(cell.get(key, ())) for cell in found.values()), len(alike))
               for key in keys}  # fmt: skip
    firsts = [keys[list(classes.values()).index(number)] for number in range(len(alike))]
    spans: dict[WithEnds, int] = {}
    cells = {
        name: [[spans.setdefault(span, len(spans)) for span in cell.get(key, ())] for key in firsts]
        for name, cell in found.items()
    }
    return {
        "measures": list(ends.measures), "by": list(ends.by), "most": dict(ends.most), "classes": classes,
        "cells": cells, "spans": [_texts(span) for span in spans],
    }  # fmt: skip


def _span(over: Sequence[Fraction]) -> WithEnds:
    """Return the first of some numbers, the lowest and the highest."""
    return over[0], min(over), max(over)


def _texts(span: WithEnds) -> list[str]:
    """Return value, low and high as texts, or the value alone where nothing is assumed."""
    return [str(part) for part in (span if span[1] < span[2] else span[:1])]


def measured(game: str, answer: CombatOdds) -> dict[str, list[str]]:
    """Return the measures of any answer of a game that has columns, as the explorer shows them."""
    found = load_game(game)
    told = found.combat.explorer().told if found.combat.explorer else ()
    return dict(_cell(found, answer, {}, told)["measures"])


def law_texts(game: str, answer: CombatOdds) -> dict[str, list[str]]:
    """Return the law of any answer of a game that has columns by its texts, with bounds, as the explorer shows it."""
    return dict(_cell(load_game(game), answer, {})["law"])
