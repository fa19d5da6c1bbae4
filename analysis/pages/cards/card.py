"""The odds card of a game: what a player wants at the table, on one sheet of A4. Exact."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ceil
from typing import Any

from analysis.crt.further import further_chances
from analysis.crt.ground_won import defenders
from analysis.fights.odds import named, odds
from analysis.pages.apps.cells import BELOW
from analysis.pages.apps.explorer import explorer_data, explorer_of
from analysis.pages.cards.modifiers import MARKS, listed, side_by_side
from analysis.pages.cards.needs import CLEARED, Cleared, cleared, cleared_bar, hangs_on, stated
from analysis.pages.cards.pools import pools_rows
from analysis.pages.cards.sheet import Bar, Sheet, Table, TableCell, Text, percents
from sim.explorer import Explorer
from sim.game import load_game
from sim.numbers.basis import weakest
from sim.numbers.family import STRUCTURES

_DEFENSES = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15)
_MOST_RESULTS = 14
_SHORT = {
    "defender retreats 3": "retreats 3", "defender retreats 2": "retreats 2", "defender retreats 1": "retreats 1",
    "defender stands and bleeds, or retreats": "S", "defender stands, or retreats and bleeds": "F",
    "attacker retreats or bleeds": "AR",
}  # fmt: skip
_SIDES = ("attacker", "defender")
_NO_RESULT = "The chance of each single result is not known in any column: too few cells of the table are printed."


def card(game: str) -> Sheet:
    """Return a game's odds card; `GameError` names the games that have one."""
    explorer, data, known = explorer_of(game), explorer_data(game), load_game(game)
    rows = _columns_card(game, explorer, data) if explorer.ladder else pools_rows(game, explorer)
    return Sheet(
        title=f"{known.title}: odds card",
        under=f"{known.edition}. Exact for what is printed, inferred or assumed. No mark: printed; "
        "° inferred from printed examples; † published; * assumed, with its range. Rules in brackets"
        f"{'; R: as we read an unclear rule' * ('as_read' in explorer.numbers)}.",
        rows=rows,
        foot="Made by Kessel. Any other fight: the page “Odds of your fight”.",
    )  # fmt: skip


def _columns_card(game: str, explorer: Explorer, data: Mapping[str, Any]) -> tuple[tuple[Any, ...], ...]:
    lists = [table for table in (
        listed("Strengths", (*explorer.attack, *explorer.defense)), listed("Columns, right positive", explorer.shifts),
        listed("Added to the roll", explorer.drms),
    ) if table]  # fmt: skip
    colors = tuple((color, _in_legend(name)) for name, color in data["classes"])
    if _is_guessed(explorer, data):
        used = {color for one in cleared(game) for share, color in cleared_bar(one).parts if share}
        colors = tuple((color, name) for color, name in CLEARED if color in used)
    return (
        (_columns(game, explorer, data),),
        (Text(f"{data['short_way'].capitalize()}: {data['about']}. {_on_the_table(explorer, data)}", colors=colors),),
        (_results(explorer, data),) if _is_known(explorer, data) else (Text(_NO_RESULT),),
        (_least_attack(explorer),),
        *side_by_side(lists),
    )


def _is_known(explorer: Explorer, data: Mapping[str, Any]) -> bool:
    """Return whether the chance of any result is known in any column."""
    return any(len(span) == 1 for cell in _plain_cells(explorer, data) for span in cell["law"].values())


def _results(explorer: Explorer, data: Mapping[str, Any]) -> Table:
    """Return the chance of each result in each column, or of each class where there are too many results."""
    assert explorer.ladder is not None
    cells = [cell["law"] for cell in _plain_cells(explorer, data)]
    order = [text for text in data["order"] if any(text in cell for cell in cells)]
    heading = "Chance of each result, from the attacker's best"
    groups = [(text, (text,)) for text in order]
    if len(order) > _MOST_RESULTS:
        heading = "Chance of each kind of result, from the attacker's best"
        names = [name for name, _ in data["classes"]]
        groups = [(name, tuple(t for t in order if data["outcomes"][t] == i)) for i, name in enumerate(names)]
    rows = [
        (label, *(_of_group(cell, texts) for _, texts in groups))
        for label, cell in zip(explorer.ladder.labels, cells, strict=True)
    ]
    head = tuple(_SHORT.get(name, name) for name, _ in groups)
    return Table(heading, ("odds", *head), tuple(rows), (1.0, *[1.3] * len(groups)), size=7.6)


def _of_group(cell: Mapping[str, Sequence[str]], texts: Sequence[str]) -> str:
    """Return the chance of some results together; a range only of a single one, since ranges do not add up."""
    spans = [[Fraction(part) for part in cell[text]] for text in texts if text in cell]
    total = sum((span[0] for span in spans), Fraction(0))
    if not total and all(len(span) == 1 for span in spans):
        return "-"
    return percents(spans[0][1:] if len(texts) == 1 and len(spans[0]) > 1 else [total])


def _on_the_table(explorer: Explorer, data: Mapping[str, Any]) -> str:
    family = (
        "Ranges run over every table that agrees with the printed cells and in which better odds or a better roll"
        " never hurt; nothing says where in it the truth is. The bar shows the hex: cleared for sure, perhaps, not. "
    )
    below = {"hold": "are read as it", "cancel": "are called off"}.get(data["ladder"]["below"]) or _below(
        explorer, data
    )
    at_zero = " and at DRM 0" if data["drms"] else ""
    open_only = f"In the open, before terrain changes a result{at_zero}"
    gone = _eliminations(data["game"], _gone(explorer, data))
    by = (
        f"{_steps_of(data['game'])} Cleared: after both sides' best choices,"
        f" {stated(data['game'])}{''.join(f' or {n}' for n in defenders(data['game'])[1:])},"
        f" basis {_weakest_basis(data['game'])}. "
    )
    hangs = f" {said}" if (said := hangs_on(data["game"])) else ""
    after = f"After all shifts, odds below the first column {below}."
    after = "".join(f"{one.name}: {one.about}. " for one in load_game(data["game"]).table.reading.further) + after
    return f"{gone}{by}{family if _is_guessed(explorer, data) else ''}{open_only}.{hangs} {after}"


def _steps_of(game: str) -> str:
    """Say whose steps are counted: those of forces that can lose no more than they have, or what the table asks."""
    reading = load_game(game).table.reading
    attacker, defender = reading.all_steps
    if not (attacker and defender):
        return f"Steps: what the table asks, whatever the forces{reading.on_top and '; '}{reading.on_top}."
    return (
        f"Steps: for an attacker of {attacker} step{'s' * (attacker > 1)} and a defender of {defender}; neither loses"
        " more than it has."
    )


def _eliminations(game: str, gone: Sequence[str]) -> str:
    """Say what an elimination counts as among the steps of each side that can be eliminated."""
    counts = dict(zip(_SIDES, load_game(game).table.reading.all_steps, strict=True))
    said = [f"An eliminated {side} counts as {n} step{'s' * (n > 1)}. " for side in gone if (n := counts[side])]
    left = [side for side in gone if not counts[side]]
    if left:
        who = f"an eliminated {left[0]}" if len(left) == 1 else "a side that is eliminated"
        said.append(f"Steps do not count those of {who}: that stands beside them. ")
    return "".join(said)


def _below(explorer: Explorer, data: Mapping[str, Any]) -> str:
    """Say what is left of the first column where that is a cell of its own: its results, or that there is none."""
    cell = data["cells"].get(_plain_key(explorer, BELOW))
    if cell is None or not cell["law"]:
        return "have no column"
    sure = [text for text, span in cell["law"].items() if span == ["1"]]
    return f"give {sure[0]}, whatever the roll" if sure else f"give {' or '.join(cell['law'])}"


def _plain_cells(explorer: Explorer, data: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the cell of each column in a fight with nothing special."""
    return [data["cells"][_plain_key(explorer, column)] for column in range(len(data["ladder"]["labels"]))]


def _plain_key(explorer: Explorer, column: int) -> str:
    plain = _plain_contexts(explorer).values()
    words = [str(value).lower() if isinstance(value, bool) else str(value) for value in plain]
    return "|".join((str(column), *words))


def _plain_contexts(explorer: Explorer) -> dict[str, Any]:
    plain = {name: _plain(name, values) for name, values in explorer.contexts.items()}
    return plain | ({"drm": 0} if explorer.drm_limit else {})


def _plain(name: str, values: Sequence[tuple[Any, Any]]) -> Any:
    """Return the value of a context in a fight with nothing special: that without a condition, or as by default.

    Of families of tables it is the widest: the narrower one does not hold on known tables (`analysis.crt.inference`).
    """
    if name == "family":
        return max((value for value, _ in values), key=STRUCTURES.index)
    known = [value for value, when in values if not when]
    return known[0] if known else next((v for v, _ in values if v in (False, "none", "no")), values[0][0])


def _columns(game: str, explorer: Explorer, data: Mapping[str, Any]) -> Table:
    assert explorer.ladder is not None
    cells = _plain_cells(explorer, data)
    gone = _gone(explorer, data)
    several = defenders(game) if len(defenders(game)) > 1 else ()
    won, further = further_chances(game), load_game(game).table.reading.further
    clears = list(zip(*(cleared(game, steps) for steps in several or (None,)), strict=True))
    rows: tuple[tuple[TableCell, ...], ...] = tuple(
        (f"{label}{_mark(cell, data)}", *_figures(cell, gone), *map(_cleared_cell, each),
         *(percents([p]) for p in won.get(label, {}).values()),
         cleared_bar(each[0]) if _is_guessed(explorer, data) else _bar(game, explorer, column, data))
        for column, (label, cell, each) in enumerate(zip(explorer.ladder.labels, cells, clears, strict=True))
    )  # fmt: skip
    steps = (f"{side[:3]}. steps" if len(gone) == len(_SIDES) else f"{side}'s steps" for side in _SIDES)
    cleared_heads = [f"clears {n} step{'s' * (n > 1)}" for n in several] or ["hex cleared"]
    heads = [*cleared_heads, *(one.name for one in further)]
    head = ("odds", data["short_way"], *steps, *(f"{side[:3]}. gone" for side in gone), *heads, "")
    bar = 28 - 4 * len(gone) - 4 * len(further)
    return Table(
        "What each column does: results and steps by the print, the hex after both sides' choices",
        head,
        rows,
        (10, 18, 14, 14, *[13] * len(gone), *[15] * len(cleared_heads), *[8] * len(further), bar),
    )


def _gone(explorer: Explorer, data: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the sides that can be eliminated: a column each, since both in one would not fit."""
    cells = _plain_cells(explorer, data)
    return tuple(side for side in _SIDES if any(cell["measures"][f"{side}_gone"] != ["0"] for cell in cells))


def _in_legend(name: str) -> str:
    """Return a class of results as the colors name it, after the code by which a table on the sheet has it."""
    code = _SHORT.get(name, "")
    return f"{code}: {name}" if code.isupper() else name


def _mark(cell: Mapping[str, Any], data: Mapping[str, Any]) -> str:
    """Return the mark of what a column does: as sure as its cells, and as what they ask of both sides."""
    return MARKS[weakest([cell["basis"], data["reads"]])]


def _cleared_cell(one: Cleared) -> str:
    low, high = one.chance.low, one.chance.high
    return _chance([low] if low == high else [low, high])


def _weakest_basis(game: str) -> str:
    return weakest(one.basis for one in cleared(game))


def _figures(cell: Mapping[str, Any], gone: Sequence[str]) -> tuple[str, ...]:
    spans = {name: [Fraction(text) for text in texts] for name, texts in cell["measures"].items()}
    ends = (_chance(spans[f"{side}_gone"]) if spans[f"{side}_gone"][-1] else "-" for side in gone)
    steps = (_mean(spans[f"{side}_steps"]) for side in _SIDES)
    return (_chance(spans["gives_way"]), *steps, *ends)


def _bar(game: str, explorer: Explorer, column: int, data: Mapping[str, Any]) -> Bar:
    """Return the chances of the classes of results as a stacked bar, the attacker's best first."""
    reading = load_game(game).table.reading
    assert explorer.facts_of is not None
    answer = odds(game, **(explorer.facts_of(column, _plain_contexts(explorer)) or {}))
    law = answer.law
    assert law is not None
    shares = [law.mean(lambda *one, name=name: int(reading.class_of(named(law, answer.labels, one)) == name))
              for name in reading.classes]  # fmt: skip
    return Bar(tuple((float(p), color) for p, (_, color) in zip(shares, data["classes"], strict=True)))


def _is_guessed(explorer: Explorer, data: Mapping[str, Any]) -> bool:
    """Return whether any column rests on cells that are not printed."""
    return any(cell["basis"] == "assumed" for cell in _plain_cells(explorer, data))


def _chance(span: Sequence[Fraction]) -> str:
    return percents(span) + (f" ({span[0]})" if len(span) == 1 and 0 < span[0] < 1 else "")


def _mean(span: Sequence[Fraction]) -> str:
    if len(span) == 1:
        return f"{float(span[0]):.2f}"
    return f"{float(span[1]):.1f}–{float(span[2]):.1f}"


def _least_attack(explorer: Explorer) -> Table:
    """Return the least attack that reaches each column, against each defense; ratios are rounded for the defender.

    A column that no attack reaches, since the least of it is at once that of the next one, has none.
    """
    assert explorer.ladder is not None
    ladder = explorer.ladder
    least = [[ceil(Fraction(ratio) * defense) for defense in _DEFENSES] for ratio in ladder.ratios]
    beyond = [*least[1:], [0] * len(_DEFENSES)]
    rows = tuple(
        (label, *("-" if attack == more else str(attack) for attack, more in zip(here, next_one, strict=True)))
        for label, here, next_one in zip(ladder.labels, least, beyond, strict=True)
    )
    return Table(
        "Attack needed for each column, before shifts, against a defense of",
        ("odds", *map(str, _DEFENSES)), rows, (1.4, *[1.0] * len(_DEFENSES)),
    )  # fmt: skip
