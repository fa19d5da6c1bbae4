"""Traces of Hubris: from the facts of a fight to the columns of its table, read a second time from the rulebook."""

import csv
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path

RAW: Path = Path(__file__).parents[4] / "data" / "raw" / "traces_of_hubris"
GROUNDS, BUILT = ("clear", "wood", "mountain"), ("town", "city")


@dataclass(frozen=True)
class Facts:
    """One fight."""

    attacker: str = "axis"
    terrain: tuple[str, ...] = ("clear",)
    fort: str = "none"
    all_retreated: bool = False
    marker_defends: bool = False
    attack: int = 0
    across_river: tuple[str, ...] = ()
    halve_together: bool = False
    defense: int = 0
    rounding: str = "down"
    clamp_last: bool = False
    minors_only: bool = False
    air_markers: int = 0
    air_used: int = 0
    air_on_towns: str = "as-elsewhere"
    air_order: str = "last"
    shift: int = 0
    family: str = "diagonal"
    attacker_units: tuple[str, ...] = ()
    defender_units: tuple[str, ...] = ()
    defender_room: int = 2
    ezoc_in_one: int = 0
    ezoc_in_two: int = 0
    conversion: str = "each"
    defender_takes: str = "best"
    defender_aim: str = "hold"
    mechanized: bool = False
    clear_beyond: bool = False
    stops_short: bool = False

    @property
    def attacking_hexes(self) -> int:
        return len(self.across_river) + (self.attack > 0)


@cache
def records(name: str) -> dict[str, dict[str, str]]:
    """A list by its first column."""
    with (RAW / f"{name}.csv").open(encoding="utf-8") as file:
        return {next(iter(row.values())): row for row in csv.DictReader(file)}


@cache
def chart() -> tuple[tuple[str, ...], dict[tuple[int, int], int], tuple[str, ...]]:
    """Column names, printed cells by (row, column) as places on the ladder, and the ladder."""
    ladder = tuple(row["code"] for row in records("crt_ladder.assumed").values())
    columns = tuple(next(iter(records("crt").values())))[1:]
    cells = {}
    for die, row in records("crt").items():
        for place, name in enumerate(columns):
            if row[name] != "?":
                cells[int(die), place] = ladder.index(row[name])
    return columns, cells, ladder


# --- the columns (10.2, 7.0, 14.4) ---------------------------------------------------------------


def strength(facts: Facts) -> int:
    """Attack strength, the part across a river halved (10.2, R8)."""
    far = [int(text) for text in facts.across_river]
    return facts.attack + (sum(far) // 2 if facts.halve_together else sum(one // 2 for one in far))


def defense(facts: Facts) -> int:
    """Defense strength; a marker among retreated units defends by R10's alternative only."""
    if facts.fort == "none" or (facts.all_retreated and not facts.marker_defends):
        return facts.defense
    return facts.defense + int(records("fortification")[facts.fort]["defense"])


def odds_step(facts: Facts) -> int | None:
    """Place of the odds in the table, above its end by R2's alternative only; nothing below 1:1 (10.2, R1)."""
    ratio = Fraction(strength(facts), defense(facts))
    values = [Fraction(name.split(":")[0]) for name in chart()[0]]
    last, top = len(values) - 1, values[-1]
    if ratio < values[0]:
        return None
    if ratio >= top:
        whole = int(ratio)
        if facts.rounding == "nearest" and ratio - whole > Fraction(1, 2):
            whole += 1
        return last + (whole - int(top) if facts.clamp_last else 0)
    lower = max(place for place, value in enumerate(values) if value <= ratio)
    is_up = ratio - values[lower] > values[lower + 1] - ratio
    return lower + (facts.rounding == "nearest" and is_up)


def is_bombed_town(facts: Facts) -> bool:
    """Whether option 14.4 holds in this hex (R15)."""
    where = {"as-elsewhere": (), "cities-and-towns": BUILT, "cities": ("city",)}[facts.air_on_towns]
    return any(name in where for name in facts.terrain)


def air_columns(facts: Facts) -> int:
    row = "offensive_shift_on_city_optional" if is_bombed_town(facts) else "offensive_shift"
    return facts.air_markers * int(records("luftwaffe_limits")[row]["value"])


def terrain_columns(name: str) -> tuple[int, list[int]]:
    """The shift of one terrain, its middle and all its values; clear has none."""
    printed = records("terrain")[name]["column_shift"]
    if printed == "?" and name in records("terrain.inferred"):
        printed = records("terrain.inferred")[name]["column_shift"]
    if printed == "?" and name in records("terrain_shifts.assumed"):
        row = records("terrain_shifts.assumed")[name]
        return int(row["value"]), list(range(int(row["low"]), int(row["high"]) + 1))
    worth = 0 if name == "clear" else int(printed)
    return worth, [worth]


def final_place(facts: Facts, step: int, terrain: int) -> int | None:
    """The column that is read, or nothing where the attack is impossible (10.2, R3, R4)."""
    right, air, last = terrain + facts.shift, air_columns(facts), len(chart()[0]) - 1
    tested = step + right + (air if facts.air_order == "together" else 0)
    if tested < 0:
        return None
    is_held = facts.air_order == "first" and not facts.clamp_last
    place = min(step + air, last) + right if is_held else step + right + air
    return min(place, last) if place >= 0 else None


def places(facts: Facts) -> tuple[int | None, int | None, set[int | None]]:
    """The place of the odds, the column of the middle of all terrain shifts, and every column."""
    last = len(chart()[0]) - 1
    if defense(facts) == 0:  # whatever the terrain, 10.2
        return last, last, {last}
    step = odds_step(facts)
    if step is None:
        return None, None, {None}
    shifts = [terrain_columns(name) for name in facts.terrain]
    middle = sum(value for value, _ in shifts)
    every = {final_place(facts, step, sum(values)) for values in product(*(all_of for _, all_of in shifts))}
    return step, final_place(facts, step, middle), every


# --- the missing cells (R37) ---------------------------------------------------------------------


@cache
def limits(place: int, family: str) -> list[tuple[int, int]]:
    """Lowest and highest place on the ladder of each cell of a column."""
    _, cells, ladder = chart()
    made = []
    for die in range(1, 7):
        low, high = 0, len(ladder) - 1
        for (row, column), value in cells.items():
            if family == "diagonal":
                is_before, is_behind = row + column <= die + place, row + column >= die + place
            else:
                is_before, is_behind = row <= die and column <= place, row >= die and column >= place
            low, high = max(low, value) if is_before else low, min(high, value) if is_behind else high
        made.append((low, high))
    return made


@cache
def fillings(place: int, family: str) -> list[tuple[int, ...]]:
    """Every column that never falls within the limits."""
    made: list[tuple[int, ...]] = [()]
    for low, high in limits(place, family):
        made = [(*head, value) for head in made for value in range(max((low, *head)), high + 1)]
    return made
