"""The same fight on the table of every game: how decisive, how bloody and how lucky each is. Exact.

The fight is one in the open, without modifiers: so many attack points against so many defense points, and the same
steps on both sides. Steps and points are each game's own; only the ratio and the forces are alike. Bounds are over
every table in which better odds and better rolls never hurt, where a table is not printed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from analysis.crt.bounds import band, result_measures
from analysis.fights.odds import answered
from analysis.fights.summary import Bounded, summary
from analysis.fights.typical import clears, over_members
from sim.combat import CombatOdds, Fact
from sim.exact import Law
from sim.game import Game, load_game
from sim.numbers.family import crt_family
from sim.numbers.tables import load_grid

if TYPE_CHECKING:
    import polars as pl

MEASURES = {
    "cleared": "chance that the hex is cleared",
    "gives_way": "chance that the defender suffers, or retreats or dies, as each table counts it",
    "suffers": "chance that the result asks a step or a hex of the defender",
    "sent_back": "chance that it has him retreat or die, without a choice",
    "bloodiness": "mean steps lost, both sides",
    "exchange": "mean steps the defender loses less those of the attacker",
    "luck": "variance of that difference",
    "against": "chance of the less likely end, cleared or not",
}


@dataclass(frozen=True)
class SameFight:
    """What the fight comes to in one game, each number with its bounds over what is assumed.

    Where the answer keeps only the members of an assumed family at which some chance or mean is lowest or highest, the
    bounds of sums over both sides and of variances are outer ones: no table lies beyond them, perhaps none at them.
    """

    game: str
    ratio: str
    column: str
    basis: str
    family: str
    measures: dict[str, Bounded | None]

    @property
    def title(self) -> str:
        """The game's title."""
        return load_game(self.game).title


def same_fight(game: str, ratio: int, defense: int, attacker_steps: int, defender_steps: int) -> SameFight:
    """Return a fight of `ratio` times the defense against it, both sides doing their best with a result.

    >>> found = same_fight("leningrad", 3, 4, 6, 2)
    >>> found.column, str(found.measures["cleared"].value)
    ('3-1', '1/3')
    """
    asked = load_game(game)
    known = {option.name for option in asked.combat.options}
    facts: dict[str, Fact] = {"attack": ratio * defense, "defense": defense}
    if "attacker_units" in known:  # a game that asks for units: of two steps each, as far as they go
        facts |= {"attacker_units": _units(attacker_steps), "defender_units": _units(defender_steps)}
    else:
        facts |= {"attacker_steps": attacker_steps, "defender_steps": defender_steps}
    answer = answered(asked, facts)
    widest = asked.combat.widest if answer.family else {}
    return _measured(asked, ratio, answer, answered(asked, {**facts, **widest}) if widest else answer)


def same_pools(game: str, ratio: int, attacker: str, defender: str) -> SameFight:
    """Return the like fight of a game of dice pools: `ratio` blocks of one kind against one block, in the clear."""
    asked = load_game(game)
    answer = answered(asked, {"attacker": (f"{ratio}x {attacker}",), "defender": (defender,)})
    return _measured(asked, ratio, answer, answer)


def together(found: Sequence[SameFight]) -> SameFight:
    """Return one fight asked with other blocks as one: each measure from its least to its most, the first's value."""
    spans = {name: [span for one in found if (span := one.measures[name]) is not None] for name in found[0].measures}
    measures = {
        name: Bounded(by[0].value, min(one.low for one in by), max(one.high for one in by)) if by else None
        for name, by in spans.items()
    }
    cleared = measures["cleared"]
    assert cleared is not None
    return replace(found[0], measures={**measures, "against": _less_likely(cleared)})


def leaders(found: Sequence[SameFight], measure: str, *, least: bool = False) -> list[SameFight]:
    """Return the fights that may have the most of a measure, or the least: one only if no range reaches its own."""
    spans = [(one, span) for one in found if (span := one.measures[measure]) is not None]
    if least:
        bar = min(span.high for _, span in spans)
        return [one for one, span in spans if span.low <= bar]
    bar = max(span.low for _, span in spans)
    return [one for one, span in spans if span.high >= bar]


def _units(steps: int) -> tuple[str, ...]:
    return ("2",) * (steps // 2) + ("1",) * (steps % 2)


def _measured(game: Game, ratio: int, answer: CombatOdds, wide: CombatOdds) -> SameFight:
    cleared, over = (clears(one, game.combat.comes_to) for one in (answer, wide))
    assert cleared is not None
    assert over is not None
    found = {
        "cleared": Bounded(cleared.value, over.low, over.high),
        "gives_way": _gives_way(game, answer, wide),
        "suffers": _by_the_print(game, answer, wide, "defender_suffers"),
        "sent_back": _by_the_print(game, answer, wide, "defender_sent_back"),
        "against": _less_likely(Bounded(cleared.value, over.low, over.high)),
        "bloodiness": _sums(game, answer, wide, 1),
        "exchange": _sums(game, answer, wide, -1),
        "luck": _luck(game, answer, wide),
    }
    return SameFight(game.id, f"{ratio}:1", answer.final_column, answer.basis, answer.family, found)


def _less_likely(cleared: Bounded) -> Bounded:
    """Return the chance of the less likely end; at most a half, which any range of chances may pass."""
    value, *ends = (min(p, 1 - p) for p in (cleared.value, cleared.low, cleared.high))
    half = Fraction(1, 2)
    return Bounded(value, min(ends), half if cleared.low <= half <= cleared.high else max(ends))


def _gives_way(game: Game, answer: CombatOdds, wide: CombatOdds) -> Bounded | None:
    if not game.has_table:
        return None
    measure = result_measures(game.table.reading)["gives way"]
    return Bounded(band(answer, measure)[0], *band(wide, measure)[1:])


def _by_the_print(game: Game, answer: CombatOdds, wide: CombatOdds, name: str) -> Bounded | None:
    """Return one of the measures that every game has, as the summary of the fight counts it."""
    if not game.has_table and not answer.demands:
        return None
    here, over = (summary(game, {}, one).figures[name] for one in (answer, wide))
    return Bounded(here.value, over.low, over.high)


def _sums(game: Game, answer: CombatOdds, wide: CombatOdds, sign: int) -> Bounded:
    """Return the mean steps of the defender and, with a sign, of the attacker."""
    assert answer.after is not None
    value = _mean(answer.after, game, lambda a, d: d + sign * a)
    if _has_every_member(game, wide):
        over = _over(wide, lambda law: _mean(law, game, lambda a, d: d + sign * a))
        return Bounded(value, over.low, over.high)
    mine, theirs = (
        _over(wide, lambda law: sign * _mean(law, game, lambda a, d: a)),
        _over(wide, lambda law: _mean(law, game, _second)),
    )
    return Bounded(value, mine.low + theirs.low, mine.high + theirs.high)


def _luck(game: Game, answer: CombatOdds, wide: CombatOdds) -> Bounded:
    """Return the variance of the exchange; its outer bound is that of anything between the exchanges there are."""
    assert answer.after is not None
    value = _variance(answer.after, game)
    if _has_every_member(game, wide):
        over = _over(wide, lambda law: _variance(law, game))
        return Bounded(value, over.low, over.high)
    fields = game.combat.comes_to.attacker_losses, game.combat.comes_to.defender_losses
    net = [d - a for law in wide.afters for a, d in law.marginal(*fields).counts]
    return Bounded(value, Fraction(0), Fraction((max(net) - min(net)) ** 2, 4))


def _has_every_member(game: Game, answer: CombatOdds) -> bool:
    """Return whether an answer over a family of tables keeps a law for every filling of its column."""
    if not answer.family:
        return True
    grid = load_grid(game.id, game.table.name)
    better = game.table.reading.better_roll
    family = crt_family(grid, game.table.ladder, answer.family, better_roll=better)
    members = family.members(grid.column_labels.index(answer.final_column))
    return len({tuple(sorted(cells)) for cells in members.tolist()}) <= len(answer.laws)


def _over(answer: CombatOdds, measure: Callable[[Law], Fraction]) -> Bounded:
    found = over_members(answer, measure)
    assert found is not None
    return found


def _mean(law: Law, game: Game, worth: Callable[[int, int], int]) -> Fraction:
    """Return the mean of something that the steps of both sides are worth."""
    return law.marginal(game.combat.comes_to.attacker_losses, game.combat.comes_to.defender_losses).mean(worth)


def _second(attacker: int, defender: int) -> int:
    return defender


def _variance(law: Law, game: Game) -> Fraction:
    return _mean(law, game, lambda a, d: (d - a) ** 2) - _mean(law, game, lambda a, d: d - a) ** 2


def same_fight_frame(found: Sequence[SameFight], measure: str) -> pl.DataFrame:
    """Return one measure as charts draw it: game (its title), ratio, position, value, low, high, exactly, basis.

    What is known to lie in a range only has no value, and exactly its ends.
    """
    import polars as pl

    return pl.DataFrame(
        [
            {"game": load_game(one.game).title, "ratio": one.ratio, "position": int(one.ratio.partition(":")[0]),
             "value": float(span.value) if span.low == span.high else None,
             "low": float(span.low), "high": float(span.high),
             "exactly": " to ".join(dict.fromkeys(map(_short, (span.low, span.high)))), "basis": one.basis}
            for one in found
            if (span := one.measures[measure]) is not None
        ],
        infer_schema_length=None,
    )  # fmt: skip


def _short(value: Fraction) -> str:
    return str(value) if len(str(value)) <= 20 else f"about {float(value):.6f}"
