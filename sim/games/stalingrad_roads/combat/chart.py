"""What the lost terrain effects chart may say: the versions that our guess at it leaves open [8.5.2, 8.10; ruling R59].

A version is so many factors more or less than the guessed bonuses, and a level for the guessed results of each side.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product

from sim.numbers.tables import load_grid, load_list

TERRAIN = load_list("stalingrad_roads", "terrain")
RESULTS = load_grid("stalingrad_roads", "terrain_results")
RANGES = load_list("stalingrad_roads", "terrain_ranges")
FAMILY, CENTRAL = RANGES.name, "as guessed"
LEVELS = ("guessed", "unchanged", "ignored")
_GUESS = "assumed"
_LADDERS = (("-", "D1"), ("-", "E", "E2", "E3"), ("-", "S", "DR", "DR2", "DR3"), ("-", "F"))
"""Results from none to the best for the attacker; AR and R stand on none, they are the other side's."""


@dataclass(frozen=True)
class Ground:
    """A version of the chart: factors more than the guessed bonus, and the level of each side's guessed results."""

    more: int = 0
    attacker: str = LEVELS[0]
    defender: str = LEVELS[0]


def grounds(bonuses: tuple[str, ...], results: tuple[str, ...]) -> Iterator[Ground]:
    """Yield the versions of the chart where these rows give bonuses and these change results, our guess first.

    >>> [ground.more for ground in grounds(("forest", "river"), ())]
    [0, -2, -1, 1, 2]
    """
    guessed = [RANGES[row] for row in bonuses if TERRAIN.basis_of(row, "defense_bonus") == _GUESS]
    low, high = (sum(int(row[end]) - int(row["value"]) for row in guessed) for end in ("low", "high"))
    more = [0, *(n for n in range(low, high + 1) if n)]
    levels = LEVELS if any(_is_guessed(row) for row in results) else LEVELS[:1]
    for version in product(more, levels, levels):
        yield Ground(*version)


def _is_guessed(terrain: str) -> bool:
    return _GUESS in RESULTS.basis[RESULTS.row_labels.index(terrain)]


@cache
def changes(terrain: str, level: str) -> Mapping[str, str]:
    """Return what a terrain makes of each result, with its guessed cells at a level; what is known holds.

    >>> changes("forest", "unchanged")["DR2"], changes("forest", "ignored")["DR2"]  # DR is S in forest [8.10.2]
    ('DR2', 'S')
    """
    row = RESULTS.row_labels.index(terrain)
    cells = dict(zip(RESULTS.column_labels, RESULTS.cells[row], strict=True))
    bases = dict(zip(RESULTS.column_labels, RESULTS.basis[row], strict=True))
    if level == LEVELS[0]:
        return cells
    known = {code: cell for code, cell in cells.items() if bases[code] != _GUESS}
    after = dict(cells)
    for ladder in _LADDERS:
        for at, code in enumerate(ladder):
            if code in cells and code not in known:
                least = max((ladder.index(known[c]) for c in ladder[:at] if c in known), default=0)
                most = min((ladder.index(known[c]) for c in ladder[at:] if c in known), default=at)
                after[code] = ladder[least if level == "ignored" else min(at, most)]
    return after
