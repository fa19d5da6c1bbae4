"""Marches by hand: a path hex by hex or the cheapest one, entries, overruns; and which rule stands against one."""

from __future__ import annotations

from sim.games.leningrad.map import fields as f
from sim.games.leningrad.map.tables import unit_names
from sim.games.leningrad.played.by_hand.orders import Order
from sim.games.leningrad.played.by_hand.twins import Twins
from sim.map.board import Board
from sim.map.forces import world as g
from sim.map.forces.movement import flood
from sim.map.forces.rules import P_ANYTIME, P_STACK
from sim.map.forces.world import World
from sim.match.person import Refused

_FAR = 2000
"""Half points that are enough for any way."""


class Marches:
    """The orders of a movement phase."""

    def __init__(self, world: World, twins: Twins, board: Board, own: int) -> None:
        self.w, self.rules, self.board, self.own = world, twins, board, own

    def move(self, order: Order) -> None:
        """Move units one after the other to a hex, by the hexes given or the cheapest way [4.0, 14.0]."""
        way: list[int] = []
        for at, u in enumerate(order.units):
            goals = [*order.via, *order.hexes] if at == 0 or not way else way
            way = self._enter(u, goals) if self.w.u[g.STATE, u] == g.WAITING else self._march(u, goals)

    def _march(self, u: int, goals: list[int]) -> list[int]:
        """Take a unit through hexes in their order; return the way it went, from its first step."""
        way: list[int] = []
        for at, goal in enumerate(goals):
            if goal == self.w.u[g.HEX, u] and at == 0 and len(goals) > 1:
                continue
            if not self.ends(u, is_last=at + 1 == len(goals)).get(goal):
                raise self.why_not(u, goal)
            way += self._path(goal)
            self.rules.go(self.w, u, goal)
        return way

    def _path(self, goal: int) -> list[int]:
        path = [goal]
        while (before := int(self.rules.last_before(self.w, path[0]))) >= 0:
            path.insert(0, before)
        return path[1:]

    def ends(self, u: int, is_last: bool = True) -> dict[int, int]:
        """Return where a unit on the map may go now, and its cost in half points so far; its own hex is left out.

        A hex that it only passes may hold three friends already [4.6].
        """
        if self.w.u[g.STATE, u] != g.ON_MAP or self.rules.must_stay(self.w, u):
            return {}
        self.rules.reach(self.w, u)
        return self._allowed(u, is_last)

    def _allowed(self, u: int, is_last: bool) -> dict[int, int]:
        """Return the hexes of the flood just made where a unit may end, or pass: with room, and closing on turn 1."""
        w = self.w
        self.rules.allow_ends(w, u)
        reached = [int(self.rules.last_flood(w)[k]) for k in range(int(w.s[g.N_REACH]))]
        fits = w.q[f.Q_ALLOWED] if is_last else w.x[g.COUNT + self.own] < g.STACK_ROWS
        return {h: int(self.rules.last_cost(w, h)) for h in reached if fits[h] and h != w.u[g.HEX, u]}

    def must_close(self, u: int) -> bool:
        """Return whether a unit may not stay where it is on turn 1, since it can get nearer to the enemy [15.1]."""
        w = self.w
        if w.u[g.STATE, u] != g.ON_MAP or self.rules.must_stay(w, u):
            return False
        self.rules.reach(w, u)
        self.rules.allow_ends(w, u)
        return not w.q[f.Q_ALLOWED, w.u[g.HEX, u]]

    # arrivals

    def _enter(self, u: int, goals: list[int]) -> list[int]:
        w, name = self.w, unit_names()[u]
        if not self.rules.is_due(w, u):
            raise Refused("14.0", f"{name} is due on turn {w.u[f.ARRIVES, u]}")
        doors = self.doors(u)
        if not doors:
            raise Refused("14.2", f"no entry hex is open to {name}")
        if goals[0] in doors and len(goals) > 1:
            doors, goals = [goals[0]], goals[1:]
        best: tuple[int, int] | None = None
        for door in doors:
            self.rules.reach_entry(w, u, door)
            cost = self._allowed(u, len(goals) == 1).get(goals[0])
            if cost is not None and (best is None or cost < best[0]):
                best = cost, door
        if best is None:
            at = ", ".join(self.board.numbers[h] for h in doors)
            raise Refused("14.1", f"{name} cannot reach {self.board.numbers[goals[0]]} this turn from {at}")
        self.rules.reach_entry(w, u, best[1])
        way = self._path(goals[0])
        self.rules.bring_in(w, u, best[1], goals[0])
        return [best[1], *way, *(self._march(u, goals[1:]) if len(goals) > 1 else [])]

    def arrivals(self, u: int) -> dict[int, int]:
        """Return where a waiting unit may go now, by the entry hex that costs least, and the cost in half points."""
        found: dict[int, int] = {}
        if not self.rules.is_due(self.w, u):
            return found
        for door in self.doors(u):
            self.rules.reach_entry(self.w, u, door)
            for h, cost in self._allowed(u, is_last=True).items():
                found[h] = min(cost, found.get(h, cost))
        return found

    def doors(self, u: int) -> list[int]:
        """Return the hexes by which a unit may enter now [14.0-14.4]."""
        n = int(self.rules.entries(self.w, u))
        return [int(h) for h in self.w.lists[f.L_ENTRY, :n]]

    # overruns

    def overrun(self, order: Order) -> None:
        """Overrun a hex with units that go together [7.0]."""
        self.check_overrun(order)
        self.w.lists[f.L_ATT, : len(order.units)] = order.units
        self.rules.overrun(self.w, len(order.units), order.hexes[0], order.air)

    def check_overrun(self, order: Order) -> None:
        """Refuse an overrun that may not be."""
        w, target = self.w, order.hexes[0]
        where = self.board.numbers[target]
        if not w.x[g.COUNT + 1 - self.own, target]:
            raise Refused("7.0", f"no enemy in {where}")
        if w.s[g.TURN] == 1 and self.own == f.SOVIET:
            raise Refused("15.1", "no Soviet unit overruns on turn 1")
        if len(order.units) > w.p[P_STACK]:
            raise Refused("7.4", f"{len(order.units)} units; a stack has three at most")
        for u in order.units:
            name = unit_names()[u]
            if w.u[g.STATE, u] != g.ON_MAP or target not in w.neighbors[w.u[g.HEX, u]]:
                raise Refused("7.0", f"{name} is not beside {where}")
            if w.u[g.DONE, u]:
                raise Refused("7.7", f"{name} may do nothing more in this phase")
            if not self.rules.can_overrun(w, u, target):
                cost, left = int(self.rules.overrun_cost(w, u, target)), int(w.u[g.BUDGET, u] - w.u[g.SPENT, u])
                raise Refused("7.3", f"{name} needs {points(cost)} mp and has {points(left)}")
            if u != order.units[0] and not self.rules.go_together(w, order.units[0], u):
                raise Refused("7.4", f"{name} has not moved with {unit_names()[order.units[0]]} from one hex")

    # why not

    def why_not(self, u: int, goal: int) -> Refused:
        """Return the rule that keeps a unit on the map from a hex, the plainest first."""
        w, name, where = self.w, unit_names()[u], self.board.numbers[goal]
        here = int(w.u[g.HEX, u])
        if w.u[g.STATE, u] != g.ON_MAP:
            return Refused("14.0", f"{name} is not on the map")
        if self.rules.must_stay(w, u):
            return Refused("15.1", f"{name} does not move on turn 1: pinned, or in contact")
        if not self.board.playable[goal]:
            return Refused("4.2", f"{where} is sea or lake")
        if w.x[g.COUNT + 1 - self.own, goal]:
            return Refused("4.4", f"enemies stand in {where}")
        if goal == here:
            return Refused("4.0", f"{name} is in {where} already")
        if w.u[g.DONE, u]:
            return Refused("7.7", f"{name} may move no more in this phase")
        if w.x[g.COUNT + self.own, goal] >= w.p[P_STACK]:
            return Refused("4.6", f"three units stand in {where}")
        if goal in self._reached(u):
            return Refused("15.1", f"{name} must close with the enemy as far as it can")
        return self._tied(u, goal) or self._too_far(u, goal)

    def _reached(self, u: int) -> set[int]:
        self.rules.reach(self.w, u)
        return {int(self.rules.last_flood(self.w)[k]) for k in range(int(self.w.s[g.N_REACH]))}

    def _tied(self, u: int, goal: int) -> Refused | None:
        """Return the rule of enemy zones that holds a unit where it is."""
        w, name = self.w, unit_names()[u]
        here = int(w.u[g.HEX, u])
        if not self.rules.in_ezoc(w, self.own, here):
            return Refused("4.7", f"{name} has stopped in an enemy zone of control") if w.u[g.STOPPED, u] else None
        anytime = w.p[P_ANYTIME + self.own * 2 + w.u[g.CLASS, u]]
        if w.u[g.MOVED, u] and not anytime:
            return Refused("6.2", f"{name} disengages only from the hex where it began the phase")
        if w.x[g.COUNT + self.own, here] < 2:
            return Refused("6.3", f"nobody stays behind in {self.board.numbers[here]}, so {name} cannot disengage")
        if goal in w.neighbors[here] and self.rules.in_ezoc(w, self.own, goal):
            return Refused("6.4", f"{name} disengages into an enemy zone of control at {self.board.numbers[goal]}")
        return None

    def _too_far(self, u: int, goal: int) -> Refused:
        w, name, where = self.w, unit_names()[u], self.board.numbers[goal]
        left = int(w.u[g.BUDGET, u] - w.u[g.SPENT, u])
        flood(w, u, 1, int(w.u[g.SPENT, u]), _FAR)
        reached = {int(self.rules.last_flood(w)[k]) for k in range(int(w.s[g.N_REACH]))}
        if goal not in reached:
            return Refused("4.7", f"no way for {name} to {where} that no enemy zone of control or water bars")
        cost = int(self.rules.last_cost(w, goal) - w.u[g.SPENT, u])
        short = w.u[g.BUDGET, u] < w.u[g.ALLOWANCE, u]
        how = f"{name} needs {points(cost)} mp to {where} and has {points(left)}"
        return Refused("9.1" if short else "4.1", how + (", out of supply" if short else ""))


def points(half: int) -> str:
    """Return movement points, of which two halves make one.

    >>> points(7), points(8)
    ('3.5', '4')
    """
    return f"{half / 2:g}"
