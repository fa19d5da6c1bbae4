"""The Soviet turn of Inferno on the Volga on toy boards: where the central values of the clock's factors come from.

The map is not in our source. A board of 15 rows (north to south) and 7 columns (west to east, the Volga beyond the
last) has about as many hexes; six on the bank are the spawn hexes. Plain Python, one game at a time: a second reading
of p. 11-12. The Germans do no more than to destroy a block on two turns of three, the westernmost first, and to hold
the columns that they have reached. This is no test of balance: it says whether the clock, which keeps the tallest
stacks only, runs as fast as a board does.
"""

from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from sim.game import load_game

SYSTEMS = load_game("inferno_on_the_volga").systems
ROWS, COLUMNS, GAMES = 15, 7, 400
SPAWN = {3: (2, 6), 19: (14, 6), 9: (6, 6), 15: (11, 6), 13: (9, 6), 7: (5, 6)}
ICONS = {3: "it", 19: "it", 9: "i", 15: "i", 13: "ii", 7: "t"}
Hex = tuple[int, int]


def neighbor(hex: Hex, die: int) -> Hex | None:
    """Return the hex in a direction of the compass, 1 east and then clockwise (ruling R11), if it is on the board."""
    row, column = hex
    odd = row % 2
    there = [
        (row, column + 1), (row + 1, column + odd), (row + 1, column - 1 + odd),
        (row, column - 1), (row - 1, column - 1 + odd), (row - 1, column + odd),
    ][die - 1]  # fmt: skip
    return there if 0 <= there[0] < ROWS and 0 <= there[1] < COLUMNS else None


class Board:
    """One game: stacks, reserves, deck, and what has been seen on the way."""

    def __init__(self, random: Random, seen: Counter[str]) -> None:
        self.random, self.seen = random, seen
        free = [(r, c) for r in range(ROWS) for c in range(1, COLUMNS) if (r, c) not in SPAWN.values()]
        self.stacks: Counter[Hex] = Counter(random.sample(free, 23))
        self.reserve = {"i": 22, "t": 6}
        self.held, self.deck, self.turn = list(SPAWN), 28, 0

    def german_turn(self, first_loss: int, loss_every: int) -> None:
        if self.random.random() < 2 / 3 and self.stacks:
            hex = min(self.stacks, key=lambda hex: (hex[1], self.random.random()))
            self.remove(hex)
            self.reserve["t" if self.random.random() < 13 / 51 else "i"] += 1
        if self.held and self.turn >= first_loss and (self.turn - first_loss) % loss_every == 0:
            lost = self.held.pop(self.random.randrange(len(self.held)))
            self.reserve["i"] += self.stacks.pop(SPAWN[lost], 0)

    def remove(self, hex: Hex) -> None:
        self.stacks[hex] -= 1
        self.stacks += Counter()  # drops hexes without blocks

    def soviet_turn(self) -> None:
        if not self.held:
            self.deck -= 1
            return
        tallest = max(self.stacks.values(), default=0)
        hexes = sorted(hex for hex in self.stacks if self.stacks[hex] == tallest)
        self.seen["turns"] += 1
        if len(hexes) > len(self.held):
            self.seen["spawns"] += 1
            self.seen[f"spawns from {tallest}"] += 1
            self.spawn()
        else:
            self.move(hexes)

    def spawn(self) -> None:
        for hex in (hex for hex in SPAWN if hex in self.held):
            stack = self.stacks[SPAWN[hex]]
            if stack == 4:
                self.draw()
                continue
            for kind in ICONS[hex][:1] if stack == 3 else ICONS[hex]:
                if self.reserve[kind]:
                    self.reserve[kind] -= 1
                    self.stacks[SPAWN[hex]] += 1
                else:
                    self.seen["cards of spawns"] += 1
                    self.draw()

    def move(self, hexes: list[Hex]) -> None:
        dice = [self.random.randint(1, 6) for _ in hexes]
        for die, hex in sorted(zip(dice, hexes, strict=True)):
            there = neighbor(hex, die)
            if dice.count(die) > 1 or die == 1:
                self.draw()
                continue
            self.seen["single dice"] += 1
            if there and there[1] < min(COLUMNS - 1, self.turn // 4):
                self.seen["attacks"] += 1
            elif there is None or self.stacks[there] == 4 or not self.stacks[hex]:
                self.seen["blocked"] += 1
                self.draw()
            else:
                self.seen["as tall"] += self.stacks[there] == self.stacks[hex] - 1
                self.remove(hex)
                self.stacks[there] += 1

    def draw(self) -> None:
        self.deck -= 1

    def play(self, first_loss: int, loss_every: int) -> int:
        while self.deck > 0:
            self.turn += 1
            self.german_turn(first_loss, loss_every)
            self.soviet_turn()
        return self.turn


@pytest.mark.parametrize(
    ("policy", "first_loss", "loss_every"), [("stand_off", 1000, 1), ("take_all", 10, 4), ("take_all", 8, 3)]
)
def test_the_clock_runs_as_fast_as_a_board(policy: str, first_loss: int, loss_every: int) -> None:
    # [p. 6 compass]
    seen: Counter[str] = Counter()
    random = Random(19420823)
    turns = [Board(random, seen).play(first_loss, loss_every) for _ in range(GAMES)]
    told = {"other_cards_in_12": 0, "blocked_directions": 1}  # the boards play no cards, so none asks for another
    if policy != "stand_off":
        told |= {"first_loss": first_loss, "loss_every": loss_every}
    clock = SYSTEMS["clock"].measure(SYSTEMS["clock"].setting(told, {"german": policy}))
    assert abs(Fraction(sum(turns), GAMES) - clock) < 1
    blocked, idle = seen["blocked"], seen["attacks"] + seen["as tall"]
    assert round(5 * blocked / seen["single dice"]) == told["blocked_directions"]
    assert round(5 * idle / seen["single dice"]) == SYSTEMS["clock"].factors["idle_directions"].value
    assert 0 < seen["cards of spawns"] < seen["spawns"], "less than a card each; 0 fits the board's pace, 1 does not"
    assert min(turns) < 18 < 33 < max(turns), "the two games that a player has told of"
