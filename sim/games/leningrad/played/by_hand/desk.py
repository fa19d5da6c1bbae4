"""A phase of Leningrad at a person's desk: his orders, taking them back, and what must be done before it ends."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sim.errors import GameError
from sim.games.leningrad.map import fields as f
from sim.games.leningrad.map.readings import R23, READINGS
from sim.games.leningrad.map.tables import table, unit_names
from sim.games.leningrad.played.by_hand.assaults import Assaults
from sim.games.leningrad.played.by_hand.marches import Marches, points
from sim.games.leningrad.played.by_hand.orders import PHASES, USAGE, Order, Reader
from sim.games.leningrad.played.by_hand.twins import Twins
from sim.games.leningrad.players.roster import SIDES
from sim.map.board import Board
from sim.map.forces import world as g
from sim.map.forces.supply import look_for_line
from sim.map.forces.world import World
from sim.match.log import EventLog
from sim.match.person import Forecast, Refused, UnitSeen
from sim.match.saved import Saved

_ABOUT = ("", "regeneration", "movement", "combat", "air interdiction", "forts", "movement", "combat", "end of turn")
_KEPT = ("u", "x", "s", "lists", "q", "turns")
"""Arrays of a world that an order may change, beside its log."""


@dataclass(frozen=True)
class _Mark:
    """The world before an order."""

    arrays: Mapping[str, Any]
    rows: int
    battle: int


class LeningradDesk:
    """See `sim.match.person.Desk`."""

    def __init__(self, here: Saved, world: World, twins: Twins, board: Board, log: Callable[[], EventLog]) -> None:
        self._here, self.w, self.rules, self.board, self.log = here, world, twins, board, log
        self.turn, self.phase, self.own = here.turn, here.phase, twins.own
        self.side, self.about = SIDES[twins.own], _ABOUT[here.phase]
        self.orders: Mapping[str, str] = {name: " - ".join(USAGE[name]) for name in PHASES.get(here.phase, ())}
        readings = {name: known[0] for name, known in READINGS.items()} | dict(here.seats.readings)
        self._reader = Reader(world, board, self.own)
        self._marches = Marches(world, twins, board, self.own)
        self._assaults = Assaults(world, twins, board, self.own, readings)
        self._marks: list[_Mark] = []

    # orders

    def has_orders(self) -> bool:
        """Return whether anything can be ordered: somebody may regenerate, an enemy be attacked, air or a fort used."""
        w = self.w
        if self.phase == 1:
            return any(self.rules.may_regenerate(w, u) for u in range(f.N_GERMAN))
        if self.phase in (3, 7):
            foes = [h for h in range(len(self.board)) if w.x[g.COUNT + 1 - self.own, h]]
            return any(self._assaults.may_attack([h]) for h in foes)
        if self.phase in (4, 5):
            return bool(self.rules.air_free(w) if self.phase == 4 else self._forts() > 0)
        return True

    def carry_out(self, words: Sequence[str]) -> None:
        """Carry out an order, or refuse it and leave everything as it was."""
        order = self._read(words)
        mark = self._mark()
        does = {
            "move": self._marches.move, "overrun": self._marches.overrun, "attack": self._assaults.attack,
            "regenerate": self._regenerate, "interdict": self._interdict, "fort": self._fortify,
        }  # fmt: skip
        try:
            does[order.verb](order)
        except GameError:
            self._back_to(mark)
            raise
        if self.w.s[g.BATTLE] != mark.battle:
            self._marks.clear()
        else:
            self._marks.append(mark)

    def _read(self, words: Sequence[str]) -> Order:
        order = self._reader.read(words, self._assaults.may_attack)
        if order.verb in ("attack", "overrun"):
            self._assaults.check_air(order)
        return order

    def forecast(self, words: Sequence[str]) -> Forecast:
        """Return the facts of an attack or overrun that may be made."""
        order = self._read(words)
        if order.verb not in ("attack", "overrun"):
            raise GameError(f"no odds for {order.verb!r}; expected attack or overrun")
        (self._assaults.check if order.verb == "attack" else self._marches.check_overrun)(order)
        return self._assaults.forecast(order)

    def _regenerate(self, order: Order) -> None:
        w, most = self.w, int(self.w.p[f.P_REGEN_MAX])
        for u in order.units:
            done = int(w.turns[w.s[g.TURN], f.Y_REGENS])
            if done >= most:
                raise Refused("14.8", f"{most} units have been regenerated this turn")
            if not self.rules.may_regenerate(w, u):
                raise Refused("14.6", f"{unit_names()[u]} is not reduced, or has not rested a full turn in supply, "
                              "out of enemy zones, in a town or in East Prussia")  # fmt: skip
            self.rules.regenerate(w, u)

    def _interdict(self, order: Order) -> None:
        if not self.rules.air_free(self.w):
            raise Refused("11.5", "no air unit can still be used this turn")
        if not self.board.playable[order.hexes[0]]:
            raise Refused("11.0", f"{self.board.numbers[order.hexes[0]]} is no hex of land")
        self.rules.interdict(self.w, order.hexes[0])

    def _fortify(self, order: Order) -> None:
        where, h = self.board.numbers[order.hexes[0]], order.hexes[0]
        if self._forts() <= 0:
            raise Refused("13.4", "no fort can be placed any more this turn")
        if not self.w.x[f.IN_FORT_RADIUS, h]:
            raise Refused("13.0", f"{where} is more than four hexes from 2604, or no hex of land")
        if self.w.x[f.FORT, h]:
            raise Refused("13.5", f"a fort stands in {where}")
        if not self.rules.may_fortify(self.w, h):
            raise Refused("13.6", f"{where} is not supplied, or in an enemy zone of control without a Soviet unit")
        self.rules.fortify(self.w, h)

    def _forts(self) -> int:
        w = self.w
        placed = int(w.turns[w.s[g.TURN], f.Y_FORTS])
        return min(int(w.p[f.P_FORTS_A_TURN]) - placed, int(self.rules.forts_left(w)))

    # taking back

    def _mark(self) -> _Mark:
        arrays = {name: getattr(self.w, name).copy() for name in _KEPT}
        return _Mark(arrays, int(self.w.s[g.N_LOG]), int(self.w.s[g.BATTLE]))

    def _back_to(self, mark: _Mark) -> None:
        for name, array in mark.arrays.items():
            getattr(self.w, name)[:] = array
        self.w.marks[-1, 0] += 1  # what is kept of floods and lines since is of no use [`sim.map.forces.memory`]
        self.w.s[g.FLOOD_STATE : g.PRICE_STATE + 2] = self.w.marks[-1, 0]

    def undo(self) -> None:
        """Take back the last order."""
        if not self._marks:
            raise GameError("nothing to undo: no order yet, or a die has been thrown since")
        self._back_to(self._marks.pop())

    # the end of the phase

    def officer(self) -> None:
        """Let the officer do the rest, his choices made as usual."""
        self._marks.clear()
        self.rules.do_the_rest(self.w)

    def close(self) -> None:
        """End the phase, if turn 1 asks nothing more of the Soviets [14.5, 15.1, 15.2]."""
        if self.turn > 1 or self.own != f.SOVIET:
            return
        units = [u for u in range(f.N_GERMAN, f.N_UNITS) if self.w.u[g.STATE, u] != g.GONE]
        if self.phase == 6:
            self._all_done("14.5", "must enter", [u for u in units if self._must_enter(u)])
            self._all_done("15.1", "must close with the enemy", [u for u in units if self._marches.must_close(u)])
        if self.phase == 7:
            self._all_done("15.2", "must attack", [u for u in units if self._must_attack(u)])

    def _all_done(self, rule: str, what: str, units: list[int]) -> None:
        if units:
            raise Refused(rule, f"{' '.join(unit_names()[u] for u in units)} {what}")

    def _must_enter(self, u: int) -> bool:
        return bool(self.rules.is_due(self.w, u)) and bool(self._marches.doors(u))

    def _must_attack(self, u: int) -> bool:
        w = self.w
        if w.u[g.STATE, u] != g.ON_MAP or w.u[g.FOUGHT, u]:
            return False
        here = int(w.u[g.HEX, u])
        if w.p[f.P_READING + R23] == 1 and w.x[f.PINNED, here]:
            return False
        return any(h >= 0 and w.x[g.COUNT, h] and self.rules.is_target(w, h) for h in w.neighbors[here])

    # what is to be seen

    def reach(self, unit: str) -> Mapping[str, str]:
        """Return where a unit may go now; one that waits, by any of its entry hexes."""
        u = self._reader.unit(unit)
        if self.phase not in (2, 6):
            return {}
        ends = (self._marches.ends if self.w.u[g.STATE, u] == g.ON_MAP else self._marches.arrivals)(u)
        return {self.board.numbers[h]: points(cost - int(self.w.u[g.SPENT, u])) for h, cost in sorted(ends.items())}

    def standing(self) -> Sequence[UnitSeen]:
        """Return every unit on the map or still to come, as both players see it."""
        there = [u for u in range(f.N_UNITS) if self.w.u[g.STATE, u] != g.GONE]
        return [self._standing(u) for u in there if self.w.u[g.STATE, u] == g.ON_MAP or self.w.u[f.ARRIVES, u]]

    def _standing(self, u: int) -> UnitSeen:
        w, side = self.w, int(self.w.u[g.SIDE, u])
        on_map = w.u[g.STATE, u] == g.ON_MAP
        hex_ = self.board.numbers[w.u[g.HEX, u]] if on_map else ""
        fed = not on_map or bool(look_for_line(w, side, w.u[g.CLASS, u], w.u[g.HEX, u]))
        zoned = on_map and w.x[g.ZOC + 1 - side, w.u[g.HEX, u]]
        notes = [
            note for note, holds in (
                ("moved", w.u[g.MOVED, u] and self.phase in (2, 6)), ("stopped", w.u[g.STOPPED, u]),
                ("has attacked", w.u[g.FOUGHT, u]), ("in an enemy zone", zoned),
            ) if holds and side == self.own
        ]  # fmt: skip
        due = 0 if on_map else int(w.u[f.ARRIVES, u])
        return UnitSeen(unit_names()[u], SIDES[side], hex_, self._values(u), int(w.u[g.STEPS, u]), fed, self._mp(u),
                        tuple(notes), due)  # fmt: skip

    def _values(self, u: int) -> str:
        w = self.w
        if u < f.N_GERMAN:
            return f"{w.u[g.ATT, u]}-{points(int(w.u[g.ALLOWANCE, u]))}"
        if not w.u[f.KNOWN, u]:
            return f"?-{points(int(w.u[g.ALLOWANCE, u]))}"
        row = table("soviet_units").rows[int(w.u[f.COUNTER, u])]
        return f"{row['attack']}-{row['defense']}-{row['movement_allowance']}"

    def _mp(self, u: int) -> str:
        w = self.w
        if self.phase not in (2, 6) or w.u[g.SIDE, u] != self.own or w.u[g.STATE, u] != g.ON_MAP:
            return ""
        self.rules.ready(w, u)
        return points(0 if w.u[g.DONE, u] else int(w.u[g.BUDGET, u] - w.u[g.SPENT, u]))

    def status(self) -> Mapping[str, str]:
        """Return points now, and what can still be used this turn."""
        w = self.w
        german, soviet = int(self.rules.german_points(w)), int(self.rules.soviet_points(w))
        found = {"VP if it ended now": f"German {german}, Soviet {soviet}: {german - soviet:+d}"}
        if self.own == f.GERMAN:
            found["air units"] = f"{self.rules.air_free(w)} can still be used this turn"
        else:
            found["forts"] = f"{max(0, self._forts()) if self.phase == 5 else self.rules.forts_left(w)} to place"
            if w.s[f.SURPRISE]:
                found["surprise"] = "four columns right for every Soviet attack this turn [15.3]"
        return found

    def saved(self) -> Saved:
        """Return the game as it was before this phase."""
        return self._here
