"""An order as it is typed: its verb, units, hexes and air units, each checked to be there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sim.errors import GameError
from sim.games.leningrad.map import fields as f
from sim.games.leningrad.map.tables import unit_names
from sim.map.board import Board
from sim.map.forces import world as g
from sim.map.forces.world import World
from sim.match.person import Refused

_CLAUSES = ("to", "via", "with", "air")
USAGE = {
    "regenerate": ("regenerate UNIT ...", "turn reduced units over to full strength; a point each to the Soviets"),
    "move": (
        "move UNIT ... to HEX [via HEX ...]",
        "march; a hex stands for all your units in it; who waits enters, the first via its entry hex",
    ),
    "overrun": ("overrun HEX with UNIT ... [air N]", "overrun a neighboring hex with one stack: two columns left"),
    "attack": ("attack HEX ... with UNIT ... [air N]", "attack; `with all` takes all that may still attack there"),
    "interdict": ("interdict HEX", "set an air unit down over a hex"),
    "fort": ("fort HEX", "place a fort"),
}
PHASES = {1: ("regenerate",), 2: ("move", "overrun"), 3: ("attack",), 4: ("interdict",), 5: ("fort",),
          6: ("move", "overrun"), 7: ("attack",)}  # fmt: skip
"""What may be ordered in each phase [3.0]."""
RULES = {"regenerate": "14.6", "move": "4.0", "overrun": "7.0", "attack": "8.0", "interdict": "11.0", "fort": "13.0"}


@dataclass(frozen=True)
class Order:
    """A verb, the places of its units, its hexes, those it goes by, and the air units that help."""

    verb: str
    units: tuple[int, ...] = ()
    hexes: tuple[int, ...] = ()
    via: tuple[int, ...] = ()
    air: int = 0


class Reader:
    """Reads the orders of a side."""

    def __init__(self, world: World, board: Board, own: int) -> None:
        self.world, self.board, self.own = world, board, own
        self._codes = {name.lower(): u for u, name in enumerate(unit_names())}

    def read(self, words: Sequence[str], all_of: Callable[[Sequence[int]], Sequence[int]]) -> Order:
        """Return an order; `all_of` says who is meant by ``with all``. `GameError` says how it is written."""
        verb, clauses = words[0], self._clauses(words)
        if verb not in USAGE:
            raise GameError(f"no order {verb!r}; expected one of {', '.join(USAGE)}, or help")
        if verb not in PHASES.get(int(self.world.s[g.PHASE]), ()):
            phases = " and ".join(str(phase) for phase, verbs in PHASES.items() if verb in verbs)
            raise Refused("3.0", f"{verb} belongs to phase {phases}; this is phase {self.world.s[g.PHASE]}")
        if verb == "regenerate":
            order = Order(verb, self.units(clauses[""]))
        elif verb == "move":
            order = Order(verb, self.units(clauses[""]), self.hexes(clauses["to"]), self.hexes(clauses["via"]))
        else:
            hexes = self.hexes(clauses[""])
            everyone = clauses["with"] == ["all"] and verb == "attack"
            who = tuple(all_of(hexes)) if everyone else self.units(clauses["with"])
            if everyone and hexes and not who:
                raise Refused("8.1", f"nobody of yours beside {' and '.join(clauses[''])} may still attack")
            order = Order(verb, who, hexes, (), self._air(clauses["air"]))
        self._complete(order)
        return order

    def _clauses(self, words: Sequence[str]) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {name: [] for name in ("", *_CLAUSES)}
        now = ""
        for word in words[1:]:
            if word in _CLAUSES:
                now = word
            else:
                found[now].append(word)
        return found

    def _complete(self, order: Order) -> None:
        """Refuse an order that lacks units or hexes, or has more than it can mean."""
        units = order.verb not in ("interdict", "fort")
        hexes = order.verb != "regenerate"
        most = 6 if order.verb == "attack" else 1
        if (units and not order.units) or bool(order.hexes) != hexes or len(order.hexes) > most:
            raise GameError(f"expected {USAGE[order.verb][0]}")

    def hexes(self, words: Sequence[str]) -> tuple[int, ...]:
        """Return hexes by their printed numbers."""
        for word in words:
            if word not in self.board.numbers:
                raise GameError(f"no hex {word!r} on the map; expected a number such as 2604")
        return tuple(dict.fromkeys(self.board.index(word) for word in words))

    def units(self, words: Sequence[str]) -> tuple[int, ...]:
        """Return units by their ids; the number of a hex stands for all units of the side in it."""
        w = self.world
        found: list[int] = []
        for word in words:
            if word in self.board.numbers:
                h = self.board.index(word)
                here = [int(u) for u in w.x[g.SLOT : g.SLOT + w.x[g.COUNT + self.own, h], h]]
                if not here:
                    raise GameError(f"no unit of yours in {word}")
                found += here
            else:
                found.append(self.unit(word))
        return tuple(dict.fromkeys(found))

    def unit(self, word: str) -> int:
        """Return a unit of the side by its id."""
        u = self._codes.get(word.lower(), -1)
        if u < 0:
            raise GameError(f"no unit {word!r}; expected an id such as {unit_names()[0 if not self.own else 40]}")
        if self.world.u[g.SIDE, u] != self.own:
            raise Refused("4.0", f"{word} is not yours")
        if self.world.u[g.STATE, u] == g.GONE:
            raise Refused("8.44", f"{word} was eliminated")
        return u

    def _air(self, words: Sequence[str]) -> int:
        if not words:
            return 0
        if len(words) > 1 or words[0] not in map(str, range(f.N_AIR + 1)):
            raise GameError(f"air is {' '.join(words)!r}; expected a whole number from 0 to {f.N_AIR}")
        return int(words[0])
