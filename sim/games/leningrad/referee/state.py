"""Where everything stands while a log is replayed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import NoReturn

from sim.games.leningrad.referee.counters import GERMAN, SOVIET, Unit, german_units, soviet_units
from sim.games.leningrad.referee.ground import Ground
from sim.referee.breach import LOG, Breach
from sim.referee.events import Event

STACK = 3
READINGS = {
    "R5": "defender-only", "R6": "two-terrains", "R7": "no-fort", "R14": "own-costs", "R20": "bridge", "R23": "bound",
    "R25": "any", "R26": "stands", "R30": "safe-only", "R8": "hills-add", "R11": "with-a-unit",
    "R15": "towns-and-cities", "R34": "joined", "R36": "first-step", "R37": "stays",
    "R46": "road-rate", "R53": "anywhere", "R9": "seven-hexes", "R10": "chosen", "R21": "road-rate", "R22": "one-hex",
    "R28": "steps", "R35": "on-the-map", "R38": "go-on", "R42": "each-hex", "R43": "second-hex", "R44": "zones-cut",
    "R45": "larger", "R47": "points", "R49": "end", "R50": "at-once", "R52": "last-of-six",
    "R40": "never-again", "R41": "straight", "R54": "taken-up-again",
}  # fmt: skip
"""Our readings of RULINGS.md, where a game may be played by another."""
OTHER_READINGS = {
    "R5": ("attacker-too",), "R6": ("city-is-town",), "R7": ("clear", "any"), "R14": ("armored-costs",),
    "R20": ("river-costs",), "R23": ("exempt",), "R25": ("all",), "R10": ("drawn",),
    "R40": ("alone-again",), "R41": ("over-land",), "R54": ("one-move",),
}  # fmt: skip
"""The others by which the referee can judge as well."""


@dataclass
class Trek:
    """What a unit has done in this movement phase; half movement points."""

    start: str
    """The hex where it began the phase; empty for an arriving reinforcement."""
    allowance: int
    spent: int = 0
    path: list[str] = field(default_factory=list)
    is_stopped: bool = False
    """It entered an enemy zone of control [4.7]."""
    is_over: bool = False
    """It may do nothing more in this phase [7.7]."""
    is_closed: bool = False
    """Others have moved since, which ends its move by the other reading of R54."""
    is_supplied: bool = True
    has_disengaged: bool = False

    @property
    def left(self) -> int:
        """What it can still spend."""
        return self.allowance - self.spent


@dataclass(eq=False)
class State:
    """The game in play; `saw` counts the rules that have fired."""

    ground: Ground
    seed: int
    game: int
    units: dict[str, Unit]
    rules_seen: Counter[str] = field(default_factory=Counter)
    readings: dict[str, str] = field(default_factory=lambda: dict(READINGS))
    """How each ruling with a switch is read in this game."""
    turn: int = 0
    phase: int = 0
    seq: int = 0
    forts: dict[str, str] = field(default_factory=dict)
    """Hex of every fort on the map."""
    forts_used: set[str] = field(default_factory=set)
    forts_due: set[str] = field(default_factory=set)
    """Forts that Germans have entered and that must go [13.2]."""
    interdicted: dict[str, int] = field(default_factory=dict)
    """Air units over a hex [11.3]."""
    air_used: set[str] = field(default_factory=set)
    regenerations: int = 0
    battle: int = -1
    """Number of the last battle."""
    # of this phase
    treks: dict[str, Trek] = field(default_factory=dict)
    started: dict[str, str] = field(default_factory=dict)
    """Where each unit stood when the phase began."""
    attacked: set[str] = field(default_factory=set)
    defended: set[str] = field(default_factory=set)
    fled: set[str] = field(default_factory=set)
    """Units that retreated in this phase [8.2]."""
    thrown: Counter[str] = field(default_factory=Counter)
    """Battles so far against a hex in this phase, for the die."""
    forts_placed: int = 0
    flipped: int = 0
    """Units regenerated in this phase [14.8]."""
    must_close: dict[str, tuple[bool, float]] = field(default_factory=dict)
    """Turn 1: whether a Soviet unit could end next to a German one, else how near it could come [15.1]."""
    # worked out anew whenever a unit changes its place
    _at: dict[str, list[Unit]] = field(default_factory=dict)
    _zones: dict[str, set[str]] = field(default_factory=dict)
    networks: dict[str, set[str]] = field(default_factory=dict)
    """The supply roads of each side [9.0]."""

    @classmethod
    def fresh(cls, ground: Ground, seed: int, game: int) -> State:
        """Return the state before set-up, the counters dealt."""
        return cls(ground, seed, game, {u.id: u for u in [*german_units(), *soviet_units(seed, game)]})

    def saw(self, rule: str, times: int = 1) -> None:
        """Count a rule that has fired."""
        self.rules_seen[rule] += times

    def breach(self, rule: str, what: str) -> NoReturn:
        """Stop: a rule is broken."""
        raise Breach(rule, what, self.seq, self.turn)

    def require(self, is_kept: bool, rule: str, what: str) -> None:
        """Stop unless the rule is kept."""
        if not is_kept:
            self.breach(rule, what)

    # who and where

    def unit(self, event: Event) -> Unit:
        """Return the combat unit of an event."""
        if event.unit not in self.units:
            self.breach(LOG, f"no such unit: {event.unit!r}")
        unit = self.units[event.unit]
        if event.side not in ("", unit.side):
            self.breach(LOG, f"{unit.id} is not {event.side}")
        return unit

    def hex(self, name: str) -> str:
        """Return a hex of the map by its number."""
        if name not in self.ground.terrain:
            self.breach(LOG, f"no such hex: {name!r}")
        return name

    def standing(self, event: Event, what: str) -> Unit:
        """Return the unit of an event, which must stand where the event says that it does."""
        unit = self.unit(event)
        if unit.is_eliminated:
            self.breach("8.44", f"{unit.id} {what} but was eliminated")
        self.require(unit.is_on_map, "14.0", f"{unit.id} {what} but is not on the map")
        if event.from_hex:
            self.require(unit.hex == event.from_hex, "4.0", f"{unit.id} {what} from {event.from_hex}, is at {unit.hex}")
        return unit

    def here(self, hex_: str) -> list[Unit]:
        """Return the units in a hex."""
        if not self._at:
            for unit in self.units.values():
                if unit.hex:
                    self._at.setdefault(unit.hex, []).append(unit)
        return self._at.get(hex_, [])

    def friends(self, side: str, hex_: str) -> list[Unit]:
        """Return the units of a side in a hex."""
        return [unit for unit in self.here(hex_) if unit.side == side]

    def enemies(self, side: str, hex_: str) -> list[Unit]:
        """Return the enemies of a side in a hex."""
        return [unit for unit in self.here(hex_) if unit.side != side]

    def on_map(self, side: str) -> list[Unit]:
        """Return the units of a side on the map."""
        return [unit for unit in self.units.values() if unit.side == side and unit.hex]

    def place(self, unit: Unit, hex_: str) -> None:
        """Put a unit into a hex; empty takes it off the map."""
        unit.hex = hex_
        self._at, self._zones, self.networks = {}, {}, {}

    def eliminate(self, unit: Unit) -> None:
        """Take a unit out of the game."""
        unit.is_eliminated, unit.steps = True, 0
        self.place(unit, "")

    def fort_at(self, hex_: str) -> str:
        """Return the fort in a hex, or nothing."""
        return next((fort for fort, where in self.forts.items() if where == hex_), "")

    def is_empty_fort(self, hex_: str) -> bool:
        """Return whether a fort stands there without a Soviet unit [4.4, 13.2]."""
        return bool(self.forts) and bool(self.fort_at(hex_)) and not self.friends(SOVIET, hex_)

    # zones of control

    def zone(self, side: str) -> set[str]:
        """Return the hexes in the zone of control of any unit of a side [5.0]."""
        if side not in self._zones:
            self._zones[side] = {hex_ for unit in self.on_map(side) for hex_ in self.ground.reach(unit.hex)}
        return self._zones[side]

    def in_ezoc(self, side: str, hex_: str) -> bool:
        """Return whether a hex lies in a zone of control of the enemy of a side."""
        return hex_ in self.zone(enemy(side))

    # phases

    def begin(self, turn: int, phase: int) -> None:
        """Forget what belongs to the phase before."""
        if turn != self.turn:
            self.air_used.clear()
            self.interdicted.clear()
        self.turn, self.phase = turn, phase
        self.treks, self.must_close = {}, {}
        self.started = {unit.id: unit.hex for unit in self.units.values() if unit.hex}
        self.attacked, self.defended, self.fled = set(), set(), set()
        self.thrown = Counter()
        self.forts_placed, self.flipped = 0, 0


def enemy(side: str) -> str:
    """Return the other side."""
    return SOVIET if side == GERMAN else GERMAN
