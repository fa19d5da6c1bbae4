"""The same fight on the table of every game: how decisive, how bloody and how lucky each is. Exact.

The fight is one in the open, without modifiers: so many attack points against so many defense points, and the same
steps on both sides. Steps and points are each game's own; only the ratio and the forces are alike.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from analysis.band import band, measures
from analysis.fights import Span, clears
from analysis.odds import odds, options
from sim.combat import CombatOdds
from sim.exact import Law
from sim.family import crt_family
from sim.game import load_game
from sim.tables import load_grid, load_list

if TYPE_CHECKING:
    import polars as pl

MEASURES = {
    "cleared": "chance that the hex is cleared",
    "gives_way": "chance that the defender gives way, as each table counts it",
    "bloodiness": "mean steps lost, both sides",
    "exchange": "mean steps the defender loses less those of the attacker",
    "luck": "variance of that difference",
    "against": "chance of the less likely end, cleared or not",
}


@dataclass(frozen=True)
class SameFight:
    """What the fight comes to in one game, each number with its bounds over what is assumed.

    `None` where the answer keeps only the members of an assumed family at which some chance is lowest or highest: they
    bound chances, and neither sums over both sides nor variances.
    """

    game: str
    ratio: str
    column: str
    basis: str
    family: str
    measures: dict[str, Span | None]


def same_fight(game: str, ratio: int, defense: int, attacker_steps: int, defender_steps: int) -> SameFight:
    """Return a fight of `ratio` times the defense against it, both sides doing their best with a result.

    >>> found = same_fight("leningrad", 3, 4, 6, 4)
    >>> found.column, str(found.measures["cleared"].value)
    ('3-1', '0')
    """
    known = {option.name for option in options(game)}
    if "attacker_units" in known:  # a game that asks for units: of two steps each, as far as they go
        forces = {"attacker_units": _units(attacker_steps), "defender_units": _units(defender_steps)}
        answer = odds(game, attack=ratio * defense, defense=defense, **forces)
    else:
        answer = odds(
            game, attack=ratio * defense, defense=defense, attacker_steps=attacker_steps, defender_steps=defender_steps
        )
    return _measured(game, ratio, answer)


def same_pools(game: str, ratio: int, block: str) -> SameFight:
    """Return the like fight of a game of dice pools: `ratio` blocks against one of the same kind, in the clear."""
    return _measured(game, ratio, odds(game, attacker=(f"{ratio}x {block}",), defender=(block,)))


def _units(steps: int) -> tuple[str, ...]:
    return ("2",) * (steps // 2) + ("1",) * (steps % 2)


def _measured(game: str, ratio: int, answer: CombatOdds) -> SameFight:
    cleared = clears(answer)
    assert cleared is not None
    half = Fraction(1, 2)
    ends = [min(p, 1 - p) for p in (cleared.low, cleared.high)]
    most = half if cleared.low <= half <= cleared.high else max(ends)
    is_whole = _has_every_member(game, answer)
    found = {
        "cleared": cleared,
        "gives_way": _gives_way(game, answer),
        "against": Span(min(cleared.value, 1 - cleared.value), min(ends), most),
        "bloodiness": _over(answer, lambda law: _mean(law, lambda a, d: a + d)) if is_whole else None,
        "exchange": _over(answer, lambda law: _mean(law, lambda a, d: d - a)) if is_whole else None,
        "luck": _over(answer, _variance) if is_whole else None,
    }
    return SameFight(game, f"{ratio}:1", answer.final_column, answer.basis, answer.family, found)


def _gives_way(game: str, answer: CombatOdds) -> Span | None:
    if "crt" not in load_game(game).chapters:
        return None
    return Span(*band(answer, measures(load_game(game).chapter("crt").READING)["gives way"]))


def _has_every_member(game: str, answer: CombatOdds) -> bool:
    """Return whether an answer over a family of tables keeps a law for every filling of its column."""
    if not answer.family:
        return True
    grid, ladder = load_grid(game, "crt"), [row["code"] for row in load_list(game, "crt_ladder").rows]
    members = crt_family(grid, ladder, answer.family).members(grid.column_labels.index(answer.final_column))
    return len({tuple(sorted(cells)) for cells in members.tolist()}) <= len(answer.laws)


def _over(answer: CombatOdds, measure: Callable[[Law], Fraction]) -> Span:
    assert answer.after is not None
    value = measure(answer.after)
    found = [measure(law) for law in answer.afters] or [value]
    return Span(value, min(value, *found), max(value, *found))


def _mean(law: Law, worth: Callable[[int, int], int]) -> Fraction:
    fields = [next(name for name in law.fields if name.startswith(f"{side}_step")) for side in ("attacker", "defender")]
    return law.marginal(*fields).mean(worth)


def _variance(law: Law) -> Fraction:
    return _mean(law, lambda a, d: (d - a) ** 2) - _mean(law, lambda a, d: d - a) ** 2


def same_fight_frame(found: Sequence[SameFight], measure: str) -> pl.DataFrame:
    """Return one measure as charts draw it: game (its title), ratio, position, value, low, high, exactly, basis."""
    import polars as pl

    return pl.DataFrame(
        [
            {"game": load_game(one.game).title, "ratio": one.ratio, "position": int(one.ratio.partition(":")[0]),
             "value": float(span.value), "low": float(span.low), "high": float(span.high),
             "exactly": _short(span.value), "basis": one.basis}
            for one in found
            if (span := one.measures[measure]) is not None
        ]
    )  # fmt: skip


def _short(value: Fraction) -> str:
    return str(value) if len(str(value)) <= 20 else f"about {float(value):.6f}"
