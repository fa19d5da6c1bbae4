"""The odds card of a game: what a player wants at the table, on one sheet of A4. Exact."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import accumulate, product
from math import ceil
from typing import Any

from analysis.explorer import explorer_data, explorer_of
from analysis.odds import odds
from analysis.sheet import Bar, Cell, Sheet, Table, Text, percents
from sim.explorer import Explorer, Row, words
from sim.game import load_game
from sim.pool import hits

_MARKS = {"rulebook": "", "inferred": "°", "published": "†", "assumed": "*", "missing": "?"}
_DEFENSES = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15)
_DICE = (1, 2, 3, 4, 5, 6, 8, 10, 12)
_MOST_HITS = 3
_MOST_RESULTS = 14
_SHORT = {
    "defender retreats 3": "retreats 3", "defender retreats 2": "retreats 2", "defender retreats 1": "retreats 1",
    "defender stands and bleeds, or retreats": "S", "defender stands, or retreats and bleeds": "F",
    "attacker retreats or bleeds": "AR",
}  # fmt: skip
_FACES = 6
_TARGET = "infantry 3 SF"
_SIDES = ("attacker", "defender")


def card(game: str) -> Sheet:
    """Return a game's odds card; `GameError` names the games that have one."""
    explorer, data, known = explorer_of(game), explorer_data(game), load_game(game)
    rows = _columns_card(explorer, data) if explorer.ladder else _pools_card(game, explorer)
    return Sheet(
        title=f"{known.title}: odds card",
        under=f"{known.edition}. Every chance is exact. No mark: printed; ° inferred from printed examples; "
        "† published; * assumed, with its range. Rules in brackets.",
        rows=rows,
        foot=f"Made by Kessel from data/raw/{game}; any other fight: kessel odds {game}.",
    )  # fmt: skip


def _columns_card(explorer: Explorer, data: Mapping[str, Any]) -> tuple[tuple[Any, ...], ...]:
    lists = [table for table in (
        _list("Strengths", (*explorer.attack, *explorer.defense)), _list("Columns, right positive", explorer.shifts),
        _list("Added to the roll", explorer.drms),
    ) if table]  # fmt: skip
    colors = tuple((color, name) for name, color in data["classes"])
    return (
        (_columns(explorer, data),),
        (Text(f"Giving way: {data['about']}. {_on_the_table(explorer, data)}", colors=colors),),
        (_results(explorer, data),),
        (_least_attack(explorer),),
        tuple(lists) if len(lists) > 1 else _halves(lists[0]),
    )


def _halves(table: Table) -> tuple[Table, Table]:
    """Return a long list as two beside each other."""
    half = (len(table.rows) + 1) // 2
    return replace(table, rows=table.rows[:half]), replace(table, heading="", rows=table.rows[half:])


def _results(explorer: Explorer, data: Mapping[str, Any]) -> Table:
    """Return the chance of each result in each column, or of each class where there are too many results."""
    assert explorer.ladder is not None
    cells = [_plain_cell(explorer, data, column)["law"] for column in range(len(explorer.ladder.labels))]
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
    cells = [_plain_cell(explorer, data, column) for column in range(len(data["ladder"]["labels"]))]
    is_assumed = any(cell["basis"] == "assumed" for cell in cells)
    family = "Bars and single figures are those of the central table of the family; ranges are over all of it. "
    below = {"hold": "is read as it", "cancel": "is called off"}.get(data["ladder"]["below"], "has no column")
    at_zero = " and at DRM 0" if data["drms"] else ""
    open_only = f"In the open, before terrain changes a result{at_zero}"
    return f"{family if is_assumed else ''}{open_only}. After all shifts, less than the first column {below}."


def _plain_cell(explorer: Explorer, data: Mapping[str, Any], column: int) -> Mapping[str, Any]:
    """Return the cell of a column where every context is the last that it may be: nothing special."""
    plain = {name: _plain(values) for name, values in explorer.contexts.items()}
    values = [*plain.values(), *([0] if explorer.drm_limit else [])]
    key = "|".join(str(value).lower() if isinstance(value, bool) else str(value) for value in (column, *values))
    found: Mapping[str, Any] = data["cells"][key]
    return found


def _plain(values: Sequence[tuple[Any, Any]]) -> Any:
    """Return the value of a context in a fight with nothing special: that without a condition, or as by default."""
    known = [value for value, when in values if not when]
    return known[0] if known else next((v for v, _ in values if v in (False, "none", "no")), values[0][0])


def _columns(explorer: Explorer, data: Mapping[str, Any]) -> Table:
    assert explorer.ladder is not None
    cells = [_plain_cell(explorer, data, column) for column in range(len(explorer.ladder.labels))]
    gone = any(cell["measures"][f"{side}_gone"] != ["0"] for cell in cells for side in _SIDES)
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (f"{label}{_MARKS[cell['basis']]}", *_figures(cell, has_gone=gone), _bar(cell, data))
        for label, cell in zip(explorer.ladder.labels, cells, strict=True)
    )
    head = ("odds", "gives way", *(f"{side}'s steps" for side in _SIDES), *(["att. / def. gone"] if gone else []), "")
    return Table("What each column does", head, rows, (10, 13, 16, 16, *([16] if gone else []), 34))


def _figures(cell: Mapping[str, Any], *, has_gone: bool) -> tuple[str, ...]:
    spans = {name: [Fraction(text) for text in texts] for name, texts in cell["measures"].items()}
    gone = " / ".join(_chance(spans[f"{side}_gone"]) if spans[f"{side}_gone"][-1] else "-" for side in _SIDES)
    steps = (_mean(spans[f"{side}_steps"]) for side in _SIDES)
    return (_chance(spans["gives_way"]), *steps, *([gone] if has_gone else []))


def _bar(cell: Mapping[str, Any], data: Mapping[str, Any]) -> Bar:
    """Return the chances of the classes of results as a stacked bar, the attacker's best first."""
    colors = [color for _, color in data["classes"]]
    shares = [Fraction(0)] * len(colors)
    for text, texts in cell["law"].items():
        shares[data["outcomes"][text]] += Fraction(texts[0])
    return Bar(tuple((float(share), color) for share, color in zip(shares, colors, strict=True)))


def _chance(span: Sequence[Fraction]) -> str:
    return percents(span) + (f" ({span[0]})" if len(span) == 1 and 0 < span[0] < 1 else "")


def _mean(span: Sequence[Fraction]) -> str:
    if len(span) == 1:
        return f"{float(span[0]):.2f}"
    return f"{float(span[1]):.1f}-{float(span[2]):.1f}"


def _least_attack(explorer: Explorer) -> Table:
    """Return the least attack that reaches each column, against each defense; ratios are rounded for the defender."""
    assert explorer.ladder is not None
    ladder = explorer.ladder
    rows = tuple(
        (label, *(str(ceil(Fraction(ratio) * defense)) for defense in _DEFENSES))
        for label, ratio in zip(ladder.labels, ladder.ratios, strict=True)
    )
    return Table(
        "Attack needed for each column, before shifts, against a defense of",
        ("odds", *map(str, _DEFENSES)), rows, (1.4, *[1.0] * len(_DEFENSES)),
    )  # fmt: skip


def _list(heading: str, rows: Sequence[Row]) -> Table | None:
    """Return modifiers as a list, without those that only stand for what one sets besides; alike ones are one line."""
    kept = [row for row in rows if not (row.times == row.id and row.value == "1") and row.value != "0"]
    if not kept:
        return None
    lines = dict.fromkeys((_worth(row), words(row.id), f"[{row.rule}]{_MARKS[row.basis]}") for row in kept)
    return Table(
        heading, ("", "", ""), tuple((name, worth, rule) for worth, name, rule in lines), (6, 2.2, 4.2), size=7.6
    )


def _worth(row: Row) -> str:
    if row.value.startswith("*"):
        return f"x {row.value[1:]}"
    value = Fraction(row.value)
    shown = f"{'+' if value > 0 else ''}{value}"
    return f"{shown} ({int(value) + row.low} to {int(value) + row.high})" if row.low < row.high else shown


def _pools_card(game: str, explorer: Explorer) -> tuple[tuple[Any, ...], ...]:
    numbers = explorer.numbers
    colors = tuple(numbers["lowest_hit"].items())
    return (
        tuple(_hits(name, lowest, numbers["hits_in_rubble"]) for name, lowest in colors),
        (_order(numbers), _adds(numbers)),
        (_rubble(numbers),),
        tuple(_cards(f"{side.capitalize()} cards", numbers[f"{side}_cards"], numbers) for side in ("german", "soviet")),
        (_duels(game, colors),),
    )  # fmt: skip


def _hits(name: str, lowest: int, per_step: int) -> Table:
    """Return what so many dice of a color score: chances of at least so many hits, and steps in rubble."""
    rows = []
    for n in _DICE:
        law = hits(n, Fraction(_FACES + 1 - lowest, _FACES))
        tails = list(accumulate(reversed(law.counts)))[::-1]
        chances = [
            Fraction(tails[k], law.denominator) if k < len(tails) else Fraction(0) for k in range(1, _MOST_HITS + 1)
        ]
        mean = law.law().mean(lambda k: k)
        rubble = law.law().mean(lambda k: k // per_step)
        rows.append((str(n), f"{float(mean):.2f}", *(percents([p]) for p in chances), f"{float(rubble):.2f}"))
    head = ("dice", "hits", *(f"{k}+" for k in range(1, _MOST_HITS + 1)), "in rubble")
    return Table(f"{name}: hits on {lowest} and more", head, tuple(rows), (1, 1.2, 1.3, 1.3, 1.3, 1.7), size=7.6)


def _order(numbers: Mapping[str, Any]) -> Table:
    said = numbers["order_words"]
    rows = [
        (key.replace(" ", ", ") + " attack", said[plain], "" if combined is None else f"with Hoth: {said[combined]}")
        for key, (plain, combined) in numbers["first_fire"].items()
    ]
    drms = [(f"{words(name)}: Soviet dice", f"{value:+d}", "") for name, value in numbers["hit_drm"].items()]
    heading = "Who fires first (p. 4, p. 10, p. 13, p. 15, p. 19)"
    return Table(heading, ("", "", ""), tuple(rows + drms), (4, 3.4, 4), (0, 1, 2), 7.4)


def _adds(numbers: Mapping[str, Any]) -> Table:
    rows = [(words(name), f"{value:+d}") for name, value in numbers["rubble_drm"].items()]
    return Table("Added to the rubble roll (p. 10, p. 13, p. 14)", ("", ""), tuple(rows), (4, 1), size=7.4)


def _rubble(numbers: Mapping[str, Any]) -> Table:
    """Return the chance of rubble by what is added to the roll [p. 10]."""
    law = _sums(numbers["rubble_dice"])
    above, total, drms = numbers["rubble_above"], sum(law.values()), range(1, 15)
    chances = [Fraction(sum(n for pips, n in law.items() if pips + drm > above), total) for drm in drms]
    heading = f"Rubble: {numbers['rubble_dice']} dice and what is added, more than {above} (p. 10)"
    row = ("chance", *(percents([p]) for p in chances))
    return Table(heading, ("added", *map(str, drms)), (row,), (1.4, *[1.0] * len(drms)), size=7.4)


def _sums(n_dice: int) -> dict[int, int]:
    sums = {0: 1}
    for _ in range(n_dice):
        more: dict[int, int] = {}
        for pips, n in sums.items():
            for face in range(1, _FACES + 1):
                more[pips + face] = more.get(pips + face, 0) + n
        sums = more
    return sums


def _cards(heading: str, found: Mapping[str, Mapping[str, Any]], numbers: Mapping[str, Any]) -> Table:
    rows = []
    for key, one in found.items():
        name, is_led = key.rsplit(" ", 1)
        if (is_led == "1" and one == found[f"{name} 0"]) or not (one["dice"] or one["steps"]):
            continue
        led = {"german": "with Von Richthofen", "soviet": "with Zaytsev"}[heading.split()[0].lower()]
        label = f"{words(name)} {led}" if is_led == "1" else words(name)
        law, per_step = hits(one["dice"], Fraction(_FACES + 1 - one["lowest"], _FACES)).law(), numbers["hits_in_rubble"]
        mean, halved = (law.mean(lambda k, by=by: k // by) + one["steps"] for by in (1, per_step))
        dice = f"{one['dice']} on {one['lowest']}+" if one["dice"] else "no dice"
        rows.append((label, dice, f"{float(mean):.2f}", f"{float(halved):.2f}"))
    return Table(heading, ("", "dice", "steps", "in rubble"), tuple(rows), (5, 2, 1.4, 1.8), size=7.4)


def _duels(game: str, colors: Sequence[tuple[str, int]]) -> Table:
    """Return the chance that a deliberate attack on a Soviet block clears the hex, in the clear and in the streets."""
    rows = []
    for strength, (name, _) in product((3, 4), colors):
        blocks = [(f"{n}x infantry {strength} {name}",) for n in (1, 2)]
        answers = [odds(game, attacker=attacker, defender=(_TARGET,), terrain=terrain)
                   for terrain, attacker in product(("clear", "urban"), blocks)]  # fmt: skip
        found = [answer.after.marginal("is_hex_cleared").probability(bool) for answer in answers if answer.after]
        rows.append((f"infantry {strength} {name}", *(percents([p]) for p in found)))
    head = (f"deliberate attack on {_TARGET} by", "1, clear", "2, clear", "1, urban", "2, urban")
    return Table("Chance that the hex is cleared", head, tuple(rows), (4, 1.4, 1.4, 1.4, 1.4), size=7.6)
