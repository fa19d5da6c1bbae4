"""The counters and the schedule: 32 German units, 61 Soviet slots, 12 forts, 2 air units [2.4, 14.0]."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

from sim.games.leningrad.referee import dice
from sim.numbers.tables import load_list

GAME = "leningrad"
GERMAN, SOVIET = "german", "soviet"
EAST_PRUSSIA = ("0007", "0008", "0009", "0010", "0011", "0012", "0013")
"""Sources, entry hexes and beds of the Germans [9.5, 14.0, R15]."""
NORTH = ("0007", "0008", "0009")
LENINGRAD = ("2604", "2705", "2505", "2605")
PINNED = ("0205", "2204")
"""Libau and Kingisepp, whose garrisons do not move on turn 1 [15.1]."""
FORTS = tuple(f"fort{n}" for n in range(12))
AIR_FROM = {"air1": 1, "air2": 7}
"""The turn from which an air unit serves [14.0, R16]."""


@dataclass
class Unit:
    """A combat unit; strengths of a Soviet one are those of the counter dealt to it, known to nobody until revealed."""

    id: str
    side: str
    type: str
    is_mobile: bool
    attack: int
    defense: int
    reduced: int
    allowance: int
    """In half movement points."""
    corps: str = ""
    counter: str = ""
    row: str = ""
    """The line of the schedule that brings it; empty when it may start on the map."""
    due: int = 0
    entries: tuple[str, ...] = ()
    hex: str = ""
    """Where it stands; empty off the map."""
    steps: int = 1
    is_eliminated: bool = False
    is_revealed: bool = False
    since: int = 0
    """The turn on which it last moved, attacked or was attacked [14.9]."""

    @property
    def is_on_map(self) -> bool:
        """Whether it stands in a hex."""
        return bool(self.hex)

    def strength(self, is_attacking: bool) -> int:
        """Return what it adds to an attack or a defense [2.5, 2.6]."""
        if self.side == GERMAN and self.steps == 1:
            return self.reduced
        return self.attack if is_attacking else self.defense


@dataclass
class Slots:
    """The Soviet slots in order, before the deal: which kind, when due, where to enter, by which line."""

    infantry: list[str] = field(default_factory=list)
    mobile: list[str] = field(default_factory=list)
    due: dict[str, int] = field(default_factory=dict)
    entries: dict[str, tuple[str, ...]] = field(default_factory=dict)
    row: dict[str, str] = field(default_factory=dict)
    column: dict[str, str] = field(default_factory=dict)
    """Column in which a slot of columns 13 to 19 is set up [1.0]."""

    def add(self, n: int, is_mobile: bool) -> list[str]:
        """Return the names of the next n slots."""
        first = len(self.infantry) + len(self.mobile)
        names = [f"s{k:02d}" for k in range(first, first + n)]
        (self.mobile if is_mobile else self.infantry).extend(names)
        return names


@cache
def slots() -> Slots:
    """Return the slots: red infantry, columns, red mobile, then the schedule line by line [1.0, 14.0]."""
    setup = load_list(GAME, "setup")
    made = Slots()
    made.add(setup.integer("soviet_red_hexes_infantry", "count"), False)
    columns = setup["soviet_columns"]["hexes"].split(";")
    made.column = dict(zip(made.add(len(columns), False), columns, strict=True))
    made.add(setup.integer("soviet_red_hexes_mobile", "count"), True)
    for line in load_list(GAME, "soviet_reinforcements").rows:
        if line["kind"] == "fort":
            continue
        for name in made.add(int(line["count"]), line["kind"] == "armored"):
            made.due[name] = int(line["game_turn"])
            made.entries[name] = tuple(line["entry_hexes"].split(";"))
            made.row[name] = line["id"]
    return made


def fort_turns() -> dict[int, int]:
    """Return how many forts each turn brings [14.0]."""
    rows = load_list(GAME, "soviet_reinforcements").rows
    return {int(row["game_turn"]): int(row["count"]) for row in rows if row["kind"] == "fort"}


def german_units() -> list[Unit]:
    """Return the 32 German units at full strength, off the map; the 39th corps is due on turn 10."""
    late = next(row for row in load_list(GAME, "german_reinforcements").rows if row["kind"] == "panzer_corps_39")
    units = []
    for row in load_list(GAME, "german_units").rows:
        unit = Unit(
            id=row["id"], side=GERMAN, type=row["type"], is_mobile=row["movement_class"] == "mobile",
            attack=int(row["strength"]), defense=int(row["strength"]), reduced=int(row["reduced_strength"]),
            allowance=2 * int(row["movement_allowance"]), corps=row["panzer_corps"], steps=2, is_revealed=True,
        )  # fmt: skip
        if row["setup_group"] == "turn_10":
            unit.row, unit.due, unit.entries = late["id"], int(late["game_turn"]), tuple(late["entry_hexes"].split(";"))
        units.append(unit)
    return units


def soviet_units(seed: int, game: int) -> list[Unit]:
    """Return the 61 Soviet slots with the counters that the seed deals them [12.0]."""
    plan = slots()
    rows = load_list(GAME, "soviet_units").rows
    made = {}
    for kind, names in enumerate((plan.infantry, plan.mobile)):
        pool = [row for row in rows if (row["movement_class"] == "mobile") == bool(kind)]
        for name, at in zip(names, dice.deal(len(pool), seed, game, kind), strict=True):
            row = pool[at]
            made[name] = Unit(
                id=name, side=SOVIET, type=row["type"], is_mobile=bool(kind), counter=row["id"],
                attack=int(row["attack"]), defense=int(row["defense"]), reduced=0,
                allowance=2 * int(row["movement_allowance"]),
                row=plan.row.get(name, ""), due=plan.due.get(name, 0), entries=plan.entries.get(name, ()),
            )  # fmt: skip
    return [made[name] for name in sorted(made)]


def infantry_due(turn: int) -> int:
    """Return how many German infantry divisions of the reserve may have entered by a turn [14.0]."""
    rows = load_list(GAME, "german_reinforcements").rows
    return sum(int(row["count"]) for row in rows if row["kind"] == "infantry" and int(row["game_turn"]) <= turn)
