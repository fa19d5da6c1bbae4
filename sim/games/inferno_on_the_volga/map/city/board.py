"""The city as a board: what touches what, terrain, icons, order of the dice; what an owner typed in comes first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from sim.game import GameError
from sim.games.inferno_on_the_volga.combat.blocks import GAME_ID
from sim.games.inferno_on_the_volga.map.city.lattice import LETTERS, N_HEXES, NAMES, Lattice, find_lattice, settings
from sim.map.draws import number, pick
from sim.map.ensemble import MEMBERS
from sim.map.grid import OFF
from sim.map.layers import LayerRow, read_layers
from sim.numbers.rawfiles import MISSING
from sim.numbers.tables import load_list

CLEAR, ROUGH, URBAN = range(3)
TERRAINS = ("clear", "rough", "urban")
EVERYTHING, ADJACENCY, TERRAIN = "everything", "adjacency", "terrain"
"""What of a member of the ensemble a board may have as its own; the icons are left."""
HEXES = load_list(GAME_ID, "hexes")
SPAWN = load_list(GAME_ID, "spawn_hexes")
Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class City:
    """A board: `neighbors` (109, 6) by die of the compass less one, `terrain`, `icon`, `rank` (109,) by hex.

    `rank` orders the AI's dice, the northernmost first; `aa` holds the hexes that the AA cards name.
    """

    member: int
    lattice: Lattice
    neighbors: Ints
    terrain: Ints
    icon: Ints
    rank: Ints
    aa: tuple[int, ...]
    basis: tuple[str, ...]


def index(name: str) -> int:
    """Return the place of a hex in all arrays; `GameError` if there is none of that name."""
    if name not in NAMES:
        raise GameError(f"no hex {name!r}; expected 1 to 105, W, X, Y or Z")
    return NAMES.index(name)


@lru_cache(8 * MEMBERS)
def load_city(member: int = -1, drawn: str = EVERYTHING) -> City:
    """Return the central board (-1) or a member of the ensemble; of it only what is `drawn`, all else central.

    `drawn` is `everything`, or `adjacency` (which hex touches which), `terrain` (with the hexes of AA cards), `icons`.
    """
    if drawn != EVERYTHING and member >= 0:
        return _mixed(load_city(-1), load_city(member), drawn)
    lattice = find_lattice(member)
    terrain, basis = _terrain(member, lattice)
    neighbors = _neighbors(lattice)
    rank = _ranks(lattice)
    icons = _icons(member, lattice)
    icon = np.array([name in icons for name in NAMES], np.int64)
    aa = _aa_hexes(member, terrain)
    for array in (neighbors, terrain, icon, rank):
        array.setflags(write=False)
    return City(member, lattice, neighbors, terrain, icon, rank, aa, basis)


def _mixed(central: City, other: City, drawn: str) -> City:
    """Return the central board with one thing of another: terrain and icons go with the numbers of hexes."""
    if drawn == ADJACENCY:
        return replace(central, member=other.member, lattice=other.lattice, neighbors=other.neighbors, rank=other.rank)
    if drawn == TERRAIN:
        return replace(central, member=other.member, terrain=other.terrain, aa=other.aa, basis=other.basis)
    return replace(central, member=other.member, icon=other.icon)


def _neighbors(lattice: Lattice) -> Ints:
    """Return what touches what: as drawn, and as an owner's file says [p. 6 compass]."""
    rows = {key: row for key, row in read_layers(GAME_ID, "hex_adjacency").items() if row.basis == "rulebook"}
    table = np.full((N_HEXES, 6), OFF, np.int64)
    if len(rows) < N_HEXES:  # fewer pairs than hexes are corrections of ours, not a whole map
        for at, name in enumerate(NAMES):
            for die in range(1, 7):
                there = lattice.towards(name, die)
                table[at, die - 1] = index(there) if there else OFF
    for key, row in rows.items():
        if not row["compass_die"].isdigit() or not 1 <= int(row["compass_die"]) <= 6:
            place = f"hex_adjacency.csv, {key}"
            raise GameError(f"{place}: compass_die is {row['compass_die']!r}; expected 1 to 6")
        _join(table, index(row["hex"]), index(row["neighbor"]), int(row["compass_die"]) - 1)
    return table


def _join(table: Ints, one: int, other: int, side: int) -> None:
    """Let two hexes touch, in place, and part each from what lay there, and from where the other lay."""
    for here, there, way in ((one, other, side), (other, one, (side + 3) % 6)):
        before = int(table[here, way])
        if before not in (OFF, there):
            table[before, (way + 3) % 6] = OFF
        table[here][table[here] == there] = OFF
        table[here, way] = there


def _ranks(lattice: Lattice) -> Ints:
    """Return the place of each hex in the order of the dice: north to south, then nearer the Volga first [p. 11]."""
    rows = {row["hex"]: row for row in read_layers(GAME_ID, "hex_order").values() if row.basis == "rulebook"}
    if len(rows) == N_HEXES:
        order = sorted(NAMES, key=lambda name: int(rows[name]["place"]))
    else:
        order = sorted(NAMES, key=lambda name: (lattice.at[name][1], -lattice.at[name][0]))
    rank = np.zeros(N_HEXES, np.int64)
    rank[[index(name) for name in order]] = np.arange(N_HEXES)
    return rank


@cache
def _area(strip: int, row: int) -> LayerRow | None:
    """Return the weights of the area that a place lies in; the lettered hexes lie in none."""
    for area in read_layers(GAME_ID, "ground").values():
        if int(area["strip"]) == strip and int(area["first_row"]) <= row <= int(area["last_row"]):
            return area
    return None


def _some(member: int, lattice: Lattice, what: str, n: int, among: Sequence[str]) -> list[str]:
    """Draw n of some hexes by the weights of their areas, one after the other."""
    areas = {name: _area(lattice.strip[name], lattice.at[name][1]) for name in among}
    left = [name for name in among if areas[name] is not None]
    found: list[str] = []
    for nth in range(n):
        weights = [_weight(areas[name], what) for name in left]
        found.append(left.pop(_pick(member, what, nth, weights)))
    return found


def _weight(area: LayerRow | None, what: str) -> int:
    return int(area[what]) if area is not None else 0


def _pick(member: int, what: str, nth: int, weights: list[int]) -> int:
    if member >= 0 or what != "urban":
        # Icons and rough ground are scattered: the likeliest ones all lie together, which no map has.
        at = number(member, what, str(nth), sum(weights))
        return next(i for i, end in enumerate(accumulate(weights)) if at < end)
    return pick(member, what, str(nth), weights)


def _terrain(member: int, lattice: Lattice) -> tuple[Ints, tuple[str, ...]]:
    """Return terrain by hex and how each is known; 27 are urban [p. 10]."""
    known = {row["hex"]: row["terrain"] for row in HEXES.rows if row["terrain"] not in ("", MISSING)}
    n_urban = load_list(GAME_ID, "rubble").integer("urban_hexes")
    urban = [name for name, what in known.items() if what == "urban"]
    free = [name for name in NAMES if name not in known and name not in LETTERS]
    urban += _some(member, lattice, "urban", max(0, n_urban - len(urban)), free)
    rough = [name for name, what in known.items() if what == "rough"]
    n_rough = settings()["rough_hexes"]
    most = int(n_rough["high"]) - int(n_rough["low"]) + 1
    wanted = int(n_rough["value"]) if member < 0 else int(n_rough["low"]) + number(member, "rough", "hexes", most)
    free = [name for name in free if name not in urban]
    rough += _some(member, lattice, "rough", max(0, min(wanted, len(free)) - len(rough)), free)
    codes = [URBAN if name in urban else ROUGH if name in rough else CLEAR for name in NAMES]
    basis = tuple(HEXES.basis_of(name, "terrain") if name in known else "assumed" for name in NAMES)
    return np.array(codes, np.int64), basis


def _icons(member: int, lattice: Lattice) -> frozenset[str]:
    """Return the hexes with a start icon: as many as blocks start on the map [p. 5 set-up step 7]."""
    known = {row["hex"]: row["has_start_icon"] for row in HEXES.rows}
    sure = [name for name in NAMES if known[name] == "yes"]
    wanted = load_list(GAME_ID, "setup_counts").integer("7 | hexes_with_icon", "count")
    free = [name for name in NAMES if known[name] == MISSING and name not in LETTERS]
    return frozenset(sure + _some(member, lattice, "icon", wanted - len(sure), free))


def _aa_hexes(member: int, terrain: Ints) -> tuple[int, ...]:
    """Return the hexes that the AA cards name; what cannot be read is drawn from the urban ones, all apart [R2]."""
    named = [row["rubble_hex"] for row in load_list(GAME_ID, "aa_cards").rows]
    found = [index(name) for name in named if name != MISSING]
    while len(found) < len(named):
        left = [h for h in range(N_HEXES) if terrain[h] == URBAN and h not in found]
        found.append(left[number(member, "aa", str(len(found)), len(left))])
    return tuple(found)
