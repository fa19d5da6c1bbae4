"""What odds a player needs: the chance that each column clears the hex of a stated defender, and the surest fight."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from analysis.charts.theme import DEFENDER
from analysis.fights.odds import answered
from analysis.fights.summary import Bounded
from analysis.fights.typical import clears, facts_of, fights
from analysis.pages.apps.explorer import explorer_of
from analysis.pages.cards.sheet import Bar
from analysis.sources.readings import table_effects
from analysis.words import percent
from sim.game import load_game
from sim.verdict import joined

if TYPE_CHECKING:
    import polars as pl


def surest(met: pl.DataFrame) -> tuple[Mapping[str, Any], bool]:
    """Return the fight of `fight_frame` whose hex is cleared most surely, and whether no other can be better.

    The surest has the highest least chance over what is assumed; it is the best if no other's highest is above that.

    >>> from analysis.fights.typical import fight_frame
    >>> fight, is_best = surest(fight_frame("donnerschlag"))
    >>> fight["fight"], fight["exactly"], is_best  # most of that table is not printed
    ('3:1 in the open with the Schlachtenglück marker', '11/36 to 1', False)
    """
    rows = [row for row in met.to_dicts() if row["p"] is not None]
    first = max(rows, key=lambda row: (row["p_low"], row["p"]))
    return first, all(row["p_high"] <= first["p_low"] for row in rows if row is not first)


def hangs_on(game: str) -> str:
    """Say what the other reading of a ruling on the table's columns makes of a fight; empty where none is in doubt.

    >>> hangs_on("traces_of_hubris")[:58]
    '12 against 4 in the open: 66.7 % as we read the table, 50.'
    >>> hangs_on("leningrad")
    ''
    """
    said = (
        f"{one.about}: {one.span(one.ours)} as we read the table, {one.span(one.theirs)} if {one.other}."
        for one in table_effects(game)
        if one.change and not one.system
    )
    return " ".join(said)


@dataclass(frozen=True)
class Cleared:
    """The chance that a column clears the hex in the open, of a defender of so many steps."""

    column: str
    chance: Bounded
    basis: str


@cache
def cleared(game: str, steps: int | None = None) -> tuple[Cleared, ...]:
    """Return for each column the chance that the hex is cleared, over the widest family where cells are not printed.

    Steps are those of the game's first fight, but for the defender's if `steps` are given; both sides choose best.

    >>> [(one.column, str(one.chance.value)) for one in cleared("leningrad", 2)][4:8]
    [('2-1', '1/3'), ('3-1', '1/3'), ('4-1', '1/2'), ('5-1', '1/2')]
    """
    ladder = explorer_of(game).ladder
    assert ladder is not None
    asked = load_game(game)
    facts = facts_of({k: v for k, v in fights(game)[0].facts.items() if k not in ("attack", "defense")})
    if steps is not None:
        facts[asked.combat.comes_to.defender_steps] = steps
    found = []
    for label, ratio in zip(ladder.labels, map(Fraction, ladder.ratios), strict=True):
        answer = answered(
            asked, {**facts, **asked.combat.widest, "attack": ratio.numerator, "defense": ratio.denominator}
        )
        chance = clears(answer, asked.combat.comes_to)
        assert chance is not None
        found.append(Cleared(label, chance, answer.basis))
    return tuple(found)


CLEARED = ((DEFENDER, "hex cleared for sure"), ("#a9d2cd", "perhaps: not printed"), ("#e4e4de", "not cleared"))
"""Colors of a bar where columns are not printed: chances of single results would not tell what is known of the hex."""


def cleared_bar(one: Cleared) -> Bar:
    """Return how often a column clears the hex: for sure, perhaps, and not."""
    shares = (one.chance.low, one.chance.high - one.chance.low, 1 - one.chance.high)
    return Bar(tuple((float(p), color) for p, (color, _) in zip(shares, CLEARED, strict=True)))


def stated(game: str) -> str:
    """Return in words the steps of both sides in the fight by which a card says what clears a hex.

    >>> stated("leningrad"), stated("traces_of_hubris")
    ('6 steps against 1', 'two full units against one')
    """
    return fights(game)[0].about.rpartition(", ")[2].removeprefix("with ")


def needed(game: str, share: Fraction = Fraction(1, 2), steps: int | None = None) -> str:
    """Return in words from which column on the hex is cleared at least so often, and where that is not known.

    >>> needed("leningrad")
    'the hex is cleared in at least half of all rolls from 1-1 on (66.7 % there)'
    >>> needed("leningrad", steps=2)
    'the hex is cleared in at least half of all rolls from 4-1 on (50.0 % there)'
    >>> needed("donnerschlag")
    'no column is known to clear the hex in half of all rolls: from 1:1 on that hangs on cells that are not printed'
    """
    columns, often = cleared(game, steps), "half" if share == Fraction(1, 2) else percent(float(share))

    def first(reached: Callable[[Bounded], bool]) -> int:
        """Return from where on every column reaches it."""
        short = [at for at, one in enumerate(columns) if not reached(one.chance)]
        return short[-1] + 1 if short else 0

    sure, may = first(lambda span: span.low >= share), first(lambda span: span.high >= share)
    if may == len(columns):
        return f"no column clears the hex in {often} of all rolls"
    unsure = f"from {columns[may].column} on that hangs on cells that are not printed"
    if sure == len(columns):
        return f"no column is known to clear the hex in {often} of all rolls: {unsure}"
    span = columns[sure].chance
    least = percent(float(span.low))
    there = least if span.low == span.high else f"at least {least}"
    open_at = joined([one.column for one in columns[may:sure]]) if may < sure else ""
    below = f"; at {open_at} it hangs on cells that are not printed" if open_at else ""
    return f"the hex is cleared in at least {often} of all rolls from {columns[sure].column} on ({there} there){below}"


def first_column(game: str, share: Fraction = Fraction(1, 2), steps: int | None = None) -> str:
    """Return the column from which on the hex is sure to be cleared so often, empty where none is known to.

    >>> first_column("leningrad"), first_column("leningrad", steps=2), first_column("donnerschlag")
    ('1-1', '4-1', '')
    """
    columns = cleared(game, steps)
    short = [at for at, one in enumerate(columns) if one.chance.low < share]
    at = short[-1] + 1 if short else 0
    return columns[at].column if at < len(columns) else ""


def is_least(game: str, share: Fraction = Fraction(1, 2), steps: int | None = None) -> bool:
    """Return whether that column is needed: none before it clears the hex so often, whatever is not printed.

    >>> is_least("leningrad"), is_least("traces_of_hubris")
    (True, False)
    """
    first, columns = first_column(game, share, steps), cleared(game, steps)
    before = list(takewhile(lambda one: one.column != first, columns))
    return all(one.chance.high < share for one in before)


def cleared_frame(game: str, steps: int | None = None) -> pl.DataFrame:
    """Return `cleared` as `analysis.charts.fight_bars` draws it; a chance that is a range has no value of its own."""
    import polars as pl

    return pl.DataFrame([
        {
            "fight": one.column, "odds": one.column, "column": one.column, "basis": one.basis,
            "p": float(one.chance.value) if one.chance.low == one.chance.high else None,
            "p_low": float(one.chance.low), "p_high": float(one.chance.high),
            "exactly": str(one.chance.value) if one.chance.low == one.chance.high else "a range",
        }
        for one in cleared(game, steps)
    ])  # fmt: skip
