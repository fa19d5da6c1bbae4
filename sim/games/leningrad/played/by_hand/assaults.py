"""Attacks by hand: who may attack what, and the facts from which `kessel odds` gives the exact odds beforehand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sim.games.leningrad.combat.facts import SIDES, TERRAIN
from sim.games.leningrad.map import fields as f
from sim.games.leningrad.map.tables import table, unit_names
from sim.games.leningrad.played.by_hand.orders import Order
from sim.games.leningrad.played.by_hand.twins import Twins
from sim.map.board import Board
from sim.map.forces import world as g
from sim.map.forces.supply import look_for_line
from sim.map.forces.world import World
from sim.match.person import Forecast, Refused

_ANY, _ALL = "any", "all"


class Assaults:
    """The orders of a combat phase, and what is asked before any attack or overrun."""

    def __init__(self, world: World, twins: Twins, board: Board, own: int, readings: dict[str, str]) -> None:
        self.w, self.rules, self.board, self.own, self.readings = world, twins, board, own, readings

    def attack(self, order: Order) -> None:
        """Make an attack [8.0]."""
        self.check(order)
        self.w.lists[f.L_ATT, : len(order.units)] = order.units
        self.w.lists[f.L_HEX, : len(order.hexes)] = order.hexes
        self.rules.attack(self.w, len(order.units), len(order.hexes), order.air)

    def may_attack(self, hexes: Sequence[int]) -> list[int]:
        """Return the units that may still attack all of some hexes [8.1, 8.21]."""
        found: list[int] = []
        for at, h in enumerate(hexes):
            n = int(self.rules.attackers_of(self.w, h, f.L_PICK))
            here = [int(u) for u in self.w.lists[f.L_PICK, :n]]
            found = here if at == 0 else [u for u in found if u in here]
        return found

    def check(self, order: Order) -> None:
        """Refuse an attack that may not be."""
        for h in order.hexes:
            where = self.board.numbers[h]
            if not self.w.x[g.COUNT + 1 - self.own, h]:
                raise Refused("8.0", f"no enemy in {where}")
            if not self.rules.is_target(self.w, h):
                raise Refused("8.1", f"{where} has been attacked in this phase")
            if len(order.hexes) > 1 and self.rules.has_retreated(self.w, h):
                raise Refused("8.2", f"units have retreated into {where}: it is attacked by itself")
        may = self.may_attack(order.hexes)
        for u in order.units:
            if self.w.u[g.FOUGHT, u]:
                raise Refused("8.1", f"{unit_names()[u]} has attacked in this phase")
            if u not in may:
                rule = "8.21" if len(order.hexes) > 1 else "8.1"
                raise Refused(rule, f"{unit_names()[u]} is not beside {self._hexes(order)}")

    def check_air(self, order: Order) -> None:
        """Refuse air units that are not there [11.0, 11.5]."""
        free = int(self.rules.air_free(self.w))
        if order.air and self.own != f.GERMAN:
            raise Refused("11.0", "the Soviet side has no air units")
        if order.air > free:
            raise Refused("11.5", f"{order.air} air units; {free} can still be used this turn")

    def _hexes(self, order: Order) -> str:
        return " and ".join(self.board.numbers[h] for h in order.hexes)

    def forecast(self, order: Order) -> Forecast:
        """Return the facts of an attack or overrun as `kessel odds` takes them, nothing of them foreseen."""
        defenders = [u for h in order.hexes for u in self._there(h) if order.verb == "overrun" or not self._came(u)]
        facts = self._ground(order) | self._force("attacker", list(order.units)) | self._force("defender", defenders)
        untried = [u for u in [*order.units, *defenders] if not self.w.u[f.KNOWN, u] and u >= f.N_GERMAN]
        kinds = [int(self.w.u[g.CLASS, u]) for u in untried]
        facts |= {"untried_inf": kinds.count(f.INFANTRY), "untried_armor": kinds.count(f.MOBILE), "seen": self._seen()}
        names = tuple(unit_names()[u] for u in order.units)
        return Forecast(tuple(self.board.numbers[h] for h in order.hexes), names, facts)

    def _there(self, h: int) -> list[int]:
        n = int(self.w.x[g.COUNT + 1 - self.own, h])
        return [int(u) for u in self.w.x[g.SLOT : g.SLOT + n, h]]

    def _came(self, u: int) -> bool:
        return bool(self.rules.adds_nothing(self.w, u))

    def _ground(self, order: Order) -> dict[str, Any]:
        w, n, many = self.w, len(order.units), len(order.hexes)
        w.lists[f.L_A, :n], w.lists[f.L_H, :many] = order.units, order.hexes
        terrain = tuple(TERRAIN[_PLACES[int(w.x[g.TERRAIN, h])]] for h in order.hexes)
        return {
            "attacker": SIDES[self.own], "turn": int(w.s[g.TURN]), "overrun": order.verb == "overrun",
            "terrain": terrain, "several_hexes": self.readings["R8"],
            "city_is_town": self.readings["R6"] == "city-is-town",
            "city_voids_attacker": self.readings["R5"] == "attacker-too", "unfortified": self.readings["R7"],
            "fort": self.own == f.GERMAN and any(w.x[f.FORT, h] for h in order.hexes),
            "river": bool(self.rules.has_river(w, f.L_A, n, f.L_H, many)),
            "surprise": self.own == f.SOVIET and bool(w.s[f.SURPRISE]),
            "attacker_air": order.air,
        }  # fmt: skip

    def _force(self, part: str, units: list[int]) -> dict[str, Any]:
        """Return the facts of the known units of a force, and its supply."""
        w = self.w
        known = [u for u in units if w.u[f.KNOWN, u] or u < f.N_GERMAN]
        w.lists[f.L_A, : len(known)] = known
        short = [not look_for_line(w, w.u[g.SIDE, u], w.u[g.CLASS, u], w.u[g.HEX, u]) for u in units]
        at, strength = (g.ATT, "attack") if part == "attacker" else (g.DEF, "defense")
        return {
            strength: sum(int(w.u[at, u]) for u in known),
            f"{part}_steps": sum(int(w.u[g.STEPS, u]) for u in known),
            f"{part}_armor": any(w.u[f.TYPE, u] == f.ARMOR_TYPE for u in known),
            f"{part}_corps": int(self.rules.whole_corps(w, f.L_A, len(known))),
            f"{part}_out_of_supply": all(short) if self.readings["R25"] == _ALL else any(short),
        }

    def _seen(self) -> tuple[str, ...]:
        """Return every Soviet counter seen so far by what it prints."""
        rows = table("soviet_units").rows
        codes = [int(self.w.u[f.COUNTER, u]) for u in range(f.N_GERMAN, f.N_UNITS) if self.w.u[f.KNOWN, u]]
        return tuple(f"{rows[c]['attack']}-{rows[c]['defense']}-{rows[c]['movement_allowance']}" for c in codes)


_PLACES = {f.T_CLEAR: 0, f.T_FOREST: 1, f.T_MARSH: 2, f.T_TOWN: 3, f.T_HILLS: 4, f.T_CITY: 5}
"""Place in `TERRAIN` of each code of the board."""
