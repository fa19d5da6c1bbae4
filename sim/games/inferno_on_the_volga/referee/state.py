"""Where all stands: blocks, stacks in order, control, hands, leaders, rubble, the track; and the log's cursor."""

from __future__ import annotations

from collections import Counter
from typing import Any, NoReturn

from sim.games.inferno_on_the_volga.referee.blocks import GERMAN, SOVIET, Block, german_blocks, soviet_blocks
from sim.games.inferno_on_the_volga.referee.ground import HEXES, SOVIET_SPAWN, Ground
from sim.referee.breach import LOG, Breach
from sim.referee.dice import number
from sim.referee.events import Event

STACK = 4
ACTIONS = "p. 6 actions"
SOON = 4
"""How many events further on the one that is due is looked for."""
SIDES = (GERMAN, SOVIET)


class State:
    """A game in progress and the place reached in its log."""

    def __init__(self, events: list[Event], ground: Ground, seed: int, game: int, readings: dict[str, str]) -> None:
        self.events, self.at = events, 1
        self.ground, self.seed, self.game, self.readings = ground, seed, game, readings
        blocks = [*german_blocks(readings["R60"]), *soviet_blocks(readings["R52"])]
        self.blocks = {block.id: block for block in blocks}
        self.stacks: dict[str, list[Block]] = {hex_: [] for hex_ in HEXES}
        self.control = {hex_: GERMAN if hex_ in "WXYZ" else SOVIET for hex_ in HEXES}
        self.decks: dict[str, list[str]] = {GERMAN: [], SOVIET: []}
        self.hands: dict[str, Counter[str]] = {GERMAN: Counter(), SOVIET: Counter()}
        self.leaders: set[str] = set()
        self.headquarters, self.emptied = "", 0
        """Chuikov's hex; the turn in which the Soviet deck ran out with OKH in play, 0 before."""
        self.fortified: set[str] = set()
        self.advantages: list[str] = []
        self.rubble: set[str] = set()
        self.rows: dict[int, list[Block]] = {row: [] for row in range(1, 7)}
        self.settled: set[int] = set()
        """Rows whose square has been hit."""
        self.has_raus, self.sent_off = False, 0
        """Whether Raus has come; R blocks removed by the dice of calls."""
        self.turn, self.phase, self.battle = 0, 0, 0
        self.is_procedure = True
        """Whether the book's procedure plays the Soviets."""
        self.fought, self.combats, self.draws = 0, 0, 0
        """Combats of the game; combats and draws from the reserves so far in this half turn."""
        self.rules_seen: Counter[str] = Counter()

    # breaches

    def breach(self, rule: str, what: str) -> NoReturn:
        """Stop: a rule is broken at the event last looked at."""
        at = min(self.at, len(self.events) - 1)
        raise Breach(rule, what, self.events[at].seq, self.events[at].turn)

    def require(self, holds: bool, rule: str, what: str) -> None:
        """Stop unless something holds; count that the rule was looked at."""
        if not holds:
            self.breach(rule, what)
        self.rules_seen[rule] += 1

    # the cursor

    def peek(self) -> Event | None:
        """Return the next event, or nothing at the end."""
        return self.events[self.at] if self.at < len(self.events) else None

    def next_is(self, *kinds: str) -> bool:
        """Whether the next event is of one of these kinds, and of this combat if one is fought."""
        event = self.peek()
        return event is not None and event.kind in kinds

    def expect(self, rule: str, kind: str, side: str | None = None, **cells: Any) -> Event:
        """Take the next event, which must be of a kind, of a side (by default whose half it is), with these cells."""
        cells = {**cells, "side": side or self.whose, "battle": self.battle or None}
        if kind == "leader":  # its half or its owner: the log's columns do not say
            del cells["side"]
        event = self.peek()
        told = f"{kind} {' '.join(str(cell) for cell in cells.values() if cell is not None)}"
        if event is None:
            self.breach(rule, f"the log ends in the place of {told}")
        if event.kind != kind:
            self._wrong_kind(event, rule, kind, cells, told)
        if (event.turn, event.phase) != (self.turn, self.phase):
            self.breach(ACTIONS, f"{kind} of turn {event.turn}, phase {event.phase} in {self.turn}, {self.phase}")
        for name, wanted in cells.items():
            found = getattr(event, name)
            if found != wanted:
                self.breach(LOG if name == "side" else rule, f"{kind}: {name} is {found}; expected {wanted}")
        self.rules_seen[rule] += 1
        self.at += 1
        return event

    def _wrong_kind(self, event: Event, rule: str, kind: str, cells: dict[str, Any], told: str) -> NoReturn:
        """Stop at an event that is not the one due: too much if that one comes soon after, else in its place."""
        soon = self.events[self.at + 1 : self.at + 1 + SOON]
        is_too_much = kind in ("phase", "end") or any(
            other.kind == kind and all(getattr(other, name) == cell for name, cell in cells.items()) for other in soon
        )
        named = " ".join(str(cell) for cell in (event.kind, event.unit, event.to_hex, event.note[:40]) if cell)
        self.breach(FOREIGN.get(event.kind, rule) if is_too_much else rule, f"{named} in the place of {told}")

    @property
    def whose(self) -> str:
        """Whose half turn it is."""
        return SOVIET if self.phase == 2 else GERMAN

    def number(self, n: int, purpose: int, index: int) -> int:
        """Return one of 0 to n - 1 by the dice of this half turn."""
        return number(n, self.seed, self.game, self.turn, self.phase, purpose, index)

    # what stands where

    def block(self, event: Event, side: str, rule: str) -> Block:
        """Return the block of an event, which must be of a side."""
        block = self.blocks.get(event.unit)
        if block is None:
            self.breach(LOG, f"no such block: {event.unit}")
        if block.side != side:
            self.breach(rule, f"{event.kind} of {block.id}, which is not {side}")
        return block

    def holder(self, hex_: str) -> str:
        """Return whose stack stands in a hex; empty if none does."""
        return self.stacks[hex_][0].side if self.stacks[hex_] else ""

    def is_next_to(self, hex_: str, side: str) -> bool:
        """Whether a stack of a side stands next to a hex."""
        return any(self.holder(other) == side for other in self.ground.around(hex_))

    def put(self, block: Block, hex_: str) -> None:
        """Put a block on a hex, the last of its stack."""
        self.lift(block)
        block.hex, block.state = hex_, "map"
        self.stacks[hex_].append(block)

    def lift(self, block: Block, state: str = "aside") -> None:
        """Take a block off the map, if it is there."""
        if block.hex:
            self.stacks[block.hex].remove(block)
        block.hex, block.state = "", state

    def on_map(self, side: str) -> list[Block]:
        """Return the blocks of a side on the map."""
        return [block for block in self.blocks.values() if block.hex and block.side == side]

    def reserve(self, pool: str) -> list[Block]:
        """Return the Soviet blocks in a reserve, in the order of the blocks."""
        return [block for block in self.blocks.values() if block.state == "reserve" and block.pool == pool]

    def spawn_hexes(self, side: str) -> list[str]:
        """Return the Soviet spawn hexes that a side holds."""
        return [hex_ for hex_ in SOVIET_SPAWN if self.control[hex_] == side]

    def is_blank(self, side: str, card: str) -> bool:
        """Whether a card is of the kind that the game is played without."""
        kind = "aa" if card.startswith("aa_") else card
        return self.readings["without"] == f"{side}_{kind}"

    def reads(self, ruling: str, reading: str) -> bool:
        """Whether the game is played by a reading of a ruling."""
        return self.readings[ruling] == reading


FOREIGN = {
    "move": "p. 6 actions", "control": "p. 4 control", "draw": "p. 6 drawing cards", "spawn": "p. 11 spawn",
    "attack": "p. 6 actions", "advance": "p. 10 advance", "blitz": "p. 13 Blitz", "end": "p. 3 victory",
    "arrive": "p. 7 reinforcements", "take": "p. 7 reinforcements", "remove": "p. 7 reinforcements",
    "return": "p. 7 reinforcements", "rubble": "p. 10 rubble", "step_loss": "p. 10 close combat",
    "eliminated": "p. 5 reducing strength", "phase": "p. 6 actions", "action": "p. 6 actions",
    "die": "p. 11 order of the dice",
    "setup": "p. 5 set-up", "card": "p. 12 cards", "leader": "p. 12 leaders", "roll": "p. 9 combat sequence",
    "defend": "p. 9 combat sequence", "reveal": "p. 9 combat sequence", "combat": "p. 9 combat sequence",
    "land": "p. 16 Volga Flotilla", "advantage": "p. 18 advantages",
}  # fmt: skip
"""The rule against an event that comes where a half turn or the game should have ended."""
