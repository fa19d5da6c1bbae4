"""What ground an attack wins, column by column: why odds may clear a hex alike, and shifts be worth nothing. Exact."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING

from analysis.crt.table import CHANCES, Counts, Draft, Fault, Place, draft_of
from analysis.errors import KesselError
from analysis.fights.modifier_worth import Target
from analysis.fights.typical import facts_of, fights
from analysis.words import percent
from sim.combat import Fact
from sim.game import load_game
from sim.verdict import spelled

if TYPE_CHECKING:
    import polars as pl

_MANY = 60  # defense points at which every odds column is reached by some attack
_MOST_STEPS = 4


@dataclass(frozen=True)
class Ground:
    """What an attack is after: the outcomes that count, in words; `is_cleared` if they are those that clear the hex.

    Terrain and shifts are weighed by it. Where a defender may pay with steps and stay, giving way is not yet ground.
    `others` are the outcomes that clear the hex of other defenders whom the game's fights name, by how many there are:
    a shift that wins nothing against one step may win against two.
    """

    about: str
    counts: Counts
    is_cleared: bool
    others: tuple[tuple[str, Counts], ...] = ()
    against: str = ""
    """The defender that `counts` is of, in words, where there are `others`."""

    @property
    def measures(self) -> tuple[tuple[str, Counts], ...]:
        """Every defender and what clears his hex; one without a name where the fights have one defender."""
        return ((self.against, self.counts), *self.others)

    def about_each(self) -> dict[str, Counts]:
        """Return what is counted for each defender, in words.

        >>> list(ground_of("leningrad", draft_of("leningrad")).about_each())
        ['the hex is cleared of one step', 'the hex is cleared of two steps']
        """
        return {f"{self.about} of {name}" if name else self.about: counts for name, counts in self.measures}


def won(draft: Draft, ground: Ground, column: int) -> Fraction:
    """Return the chance that an attack in a column wins ground, against the defender of the first fight."""
    return draft.chance(column, ground.counts)


def won_each(draft: Draft, ground: Ground, column: int) -> tuple[Fraction, ...]:
    """Return the chances that an attack in a column wins ground, one for each defender."""
    return tuple(draft.chance(column, counts) for _, counts in ground.measures)


def ground_of(game: str, draft: Draft) -> Ground:
    """Return what an attack is after: what clears the hex in a game's first fight, column by column, if one thing does.

    The same fight against other defenders counts beside it, if the game's list has it.

    >>> ground_of("leningrad", draft_of("leningrad")).about
    'the hex is cleared'
    """
    gives_way = CHANCES["the defender gives way"]
    counts = _clearing(draft, cleared_by_column(game), gives_way)
    if counts is None:
        return Ground("the defender gives way", gives_way, is_cleared=False)
    others = []
    for steps in defenders(game)[1:]:
        clearing = _clearing(draft, cleared_by_column(game, steps), gives_way)
        if clearing is not None:
            others.append((_in_steps(steps), clearing))
    against = _in_steps(defenders(game)[0]) if others else ""
    return Ground("the hex is cleared", counts, is_cleared=True, others=tuple(others), against=against)


def _in_steps(steps: int) -> str:
    return f"{spelled(steps)} step{'s' * (steps > 1)}"


def _clearing(draft: Draft, cleared: Mapping[str, Fraction], gives_way: Counts) -> Counts | None:
    """Return the outcomes whose chance is that of a cleared hex in every column that is known in full, if any are."""
    known = {
        draft.columns.index(label): p for label, p in cleared.items() if draft.is_whole(draft.columns.index(label))
    }
    measures: list[Counts] = [gives_way]
    measures += [lambda one, k=k: one.steps[1] is None or one.steps[1] >= k for k in range(1, _MOST_STEPS + 1)]  # type: ignore[misc]
    for counts in measures:
        if known and all(draft.chance(column, counts) == p for column, p in known.items()):
            return counts
    return None


def setbacks(draft: Draft, counts: Counts) -> list[Fault]:
    """Return the neighboring cells of which the one with the better odds, or the better roll, wins less ground.

    A cell may be no worse step for step and yet win less: of 2/2 and 1/- only the first moves two steps that can pay.

    >>> leningrad = draft_of("leningrad")
    >>> one_step, two_steps = (counts for _, counts in ground_of("leningrad", leningrad).measures)
    >>> setbacks(leningrad, one_step)
    []
    >>> [one.place for one in setbacks(leningrad, two_steps) if "3-1, roll" in one.place]
    ['3-1, roll 2 to 3', '3-1, roll 4 to 5']
    """
    wins = {at: draft.by_row(at, counts) for at in range(len(draft.columns)) if draft.is_whole(at)}
    across = [
        Fault("better odds", f"roll {name}, {draft.columns[a]} to {draft.columns[b]}", (row, a), (row, b))
        for a, b in draft.pairs()
        for row, name in enumerate(draft.rows)
        if wins[b][row] < wins[a][row]
    ]
    down = [
        Fault(
            f"a {draft.better_roll} roll",
            f"{draft.columns[at]}, roll {draft.rows[row]} to {draft.rows[better]}",
            (row, at),
            (better, at),
        )
        for at, won_by in wins.items()
        for row, better in draft.steps_up()
        if won_by[better] < won_by[row]
    ]
    return across + down


@cache
def defenders(game: str) -> tuple[int, ...]:
    """Return the defenders of the first fight and of those that differ from it in them alone, in steps.

    They are none where the first fight says nothing of steps or is of units.

    >>> defenders("leningrad"), defenders("stalingrad_roads")
    ((1, 2), (4,))
    """
    name = load_game(game).combat.comes_to.defender_steps
    listed = [{key: value for key, value in one.facts.items() if key != name} for one in fights(game)]
    alike = [one.facts.get(name) for one, rest in zip(fights(game), listed, strict=True) if rest == listed[0]]
    return tuple(steps for steps in alike if isinstance(steps, int))


@cache
def cleared_by_column(game: str, steps: int | None = None) -> dict[str, Fraction]:
    """Return the chance that the hex is cleared with the forces of the first fight, by odds column.

    With `steps` against that many of the defender.
    """
    forces = _forces(game)
    if forces is None:
        return {}
    if steps is not None:
        forces = {**forces, load_game(game).combat.comes_to.defender_steps: steps}
    target = Target(load_game(game), _MANY, forces)
    attacks = [target.least_attack(column) for column in range(len(target.columns))]
    read = [(label, at, target.read(n)) for at, (label, n) in enumerate(zip(target.columns, attacks, strict=True)) if n]
    return {label: p for label, at, (column, p) in read if at == column}


def _forces(game: str) -> dict[str, Fact] | None:
    """Return the facts of a game's first fight but for the strengths, `None` if it has no fights."""
    try:
        facts = facts_of(fights(game)[0].facts)
    except KesselError:
        return None
    return {name: value for name, value in facts.items() if name not in ("attack", "defense")}


def idle_modifiers(game: str, draft: Draft | None = None) -> dict[str, list[str]]:
    """Return for each printed modifier the columns in which it wins or saves no ground, though it changes the column.

    Of the forces of the game's first fight, by the rules, against each of its defenders; with a `draft`, as that table
    would have it.
    """
    printed = draft_of(game)
    table, ground = draft or printed, ground_of(game, printed)
    if not ground.is_cleared:
        return {}
    found: dict[str, list[str]] = {}
    for name, moves in moved(game).items():
        found[name] = [table.columns[a] for a, b in moves if won_each(table, ground, a) == won_each(table, ground, b)]
    return found


@cache
def moved(game: str) -> dict[str, list[Place]]:
    """Return for each modifier the columns that it moves, from and to; attacks that it calls off are left out."""
    asked, forces = load_game(game), _forces(game) or {}
    found: dict[str, list[Place]] = {}
    for name, (before, more) in asked.table.situations.items():
        without, with_it = (Target(asked, _MANY, {**forces, **facts}) for facts in (before, {**before, **more}))
        attacks = [without.least_attack(column) for column in range(len(without.columns))]
        reads = [(without.read(n)[0], with_it.read(n)[0]) for n in attacks if n is not None]
        found[name] = [(a, b) for a, b in dict.fromkeys(reads) if a != b and min(a, b) >= 0]
    return found


def ground_frame(game: str) -> pl.DataFrame:
    """Return for each known column which rolls win ground: odds, rolls, results, chance; for a table in words."""
    import polars as pl

    draft = draft_of(game)
    rows = []
    for column in range(len(draft.columns)):
        if draft.is_whole(column):
            row = {"odds": draft.columns[column]}
            for name, counts in ground_of(game, draft).measures:
                row |= _by_rolls(draft, column, counts, f" against {name}" if name else "")
            rows.append(row)
    return pl.DataFrame(rows)


def _by_rolls(draft: Draft, column: int, counts: Counts, against: str) -> dict[str, str]:
    """Return which rolls of a column win ground, their results and the chance, under heads that say against whom."""
    rolls = [row for row in range(len(draft.rows)) if any(counts(one) for one, _ in draft.cell(row, column))]
    return {
        f"rolls that win it{against}": ", ".join(draft.rows[row] for row in rolls) or "none",
        f"their results{against}": ", ".join(dict.fromkeys(draft.text(row, column) for row in rolls)) or "-",
        f"chance{against}": percent(float(draft.chance(column, counts))),
    }
