"""Logs spoiled in the Soviet half turns, in draws, and at the end."""

from __future__ import annotations

from random import Random

from sim.games.inferno_on_the_volga.referee.blocks import GERMAN, SOVIET
from tests.games.inferno_on_the_volga.referee.tampering import before, corruption, drop, new, shuffled, swap
from tests.games.spoiling import Rows, insert, note_of, pick, places

ACTIONS, SPAWN, ORDER, MOVES = "p. 11 Soviet actions", "p. 11 spawn", "p. 11 order of the dice", "p. 11 moves"
DRAWS, CAPTURE, VICTORY = "p. 12 drawing cards", "p. 6 capturing a spawn hex", "p. 3 victory"
ANY_DRAW = (
    DRAWS, CAPTURE, SPAWN, ACTIONS, "p. 5 set-up", "p. 7 reinforcements", "p. 17 draw action", "p. 16 Infiltration",
    "p. 16 T-34", "p. 16 Volga Flotilla",
)  # fmt: skip
TWO = "p. 17 move action"


@corruption(SPAWN)
def spawn_left_out(rows: Rows, rng: Random) -> Rows | None:
    """A block of a spawn action does not come."""
    return drop(rows, [pick(rng, places(rows, "spawn", battle=None))])


@corruption(SPAWN)
def spawn_elsewhere(rows: Rows, rng: Random) -> Rows | None:
    """A block comes to another spawn hex."""
    at = pick(rng, places(rows, "spawn", battle=None))
    return None if at is None else swap(rows, at, to_hex="9" if rows[at]["to_hex"] != "9" else "15")


@corruption(SPAWN)
def spawn_of_another_block(rows: Rows, rng: Random) -> Rows | None:
    """Another block of the reserve comes than the dice say."""
    for at in shuffled(rng, places(rows, "spawn", battle=None)):
        state = before(rows, at)
        others = [b.id for b in state.reserve(state.blocks[rows[at]["unit"]].pool) if b.id != rows[at]["unit"]]
        if others:
            return swap(rows, at, unit=rng.choice(others))
    return None


@corruption(SPAWN, "p. 16 Infiltration", "p. 16 T-34", "p. 16 Volga Flotilla")
def spawn_at_another_strength(rows: Rows, rng: Random) -> Rows | None:
    """A block comes on another side than the dice say."""
    at = pick(rng, places(rows, "spawn"))
    return None if at is None else swap(rows, at, value=rows[at]["value"] % 4 + 1)


@corruption(SPAWN)
def spawn_too_many(rows: Rows, rng: Random) -> Rows | None:
    """A spawn action brings one block more at its end."""
    last = [n for n in places(rows, "spawn", battle=None) if rows[n + 1]["kind"] == "phase"]
    at = pick(rng, last)
    return None if at is None else insert(rows, at + 1, dict(rows[at]))


@corruption(ACTIONS)
def other_action(rows: Rows, rng: Random) -> Rows | None:
    """The procedure moves where it must spawn, or the other way round."""
    at = pick(rng, places(rows, "action", side=SOVIET))
    if at is None:
        return None
    is_move = rows[at]["note"] == "move"
    return swap(rows, at, note="spawn" if is_move else "move", value=1 if is_move else 2)


@corruption(ORDER)
def dice_in_another_order(rows: Rows, rng: Random) -> Rows | None:
    """The stack farther south rolls first."""
    at = pick(rng, [n for n in places(rows, "die") if rows[n + 1]["kind"] == "die"])
    if at is None:
        return None
    one, other = rows[at], rows[at + 1]
    return [*rows[:at], one | {"to_hex": other["to_hex"]}, other | {"to_hex": one["to_hex"]}, *rows[at + 2 :]]


@corruption(ORDER)
def other_procedure_die(rows: Rows, rng: Random) -> Rows | None:
    """A die of the procedure shows another number."""
    at = pick(rng, places(rows, "die"))
    return None if at is None else swap(rows, at, die=rows[at]["die"] % 6 + 1)


@corruption(ORDER)
def stack_without_a_die(rows: Rows, rng: Random) -> Rows | None:
    """One of the tallest stacks does not roll."""
    return drop(rows, [pick(rng, places(rows, "die"))])


@corruption(MOVES, TWO, "p. 4 stacking")
def against_the_compass(rows: Rows, rng: Random) -> Rows | None:
    """A Soviet block moves to a hex that its die does not say, or that it does not touch."""
    at = pick(rng, places(rows, "move", side=SOVIET))
    return None if at is None else swap(rows, at, to_hex="W" if rows[at]["to_hex"] != "W" else "1")


@corruption(MOVES)
def other_block_moves(rows: Rows, rng: Random) -> Rows | None:
    """Another block of the stack moves than the dice say."""
    if note_of(rows[0])["soviet"] != "ai":
        return None
    for at in shuffled(rng, places(rows, "move", side=SOVIET), 40):
        stack = before(rows, at).stacks[rows[at]["from_hex"]]
        others = [block.id for block in stack if block.id != rows[at]["unit"]]
        if others:
            return swap(rows, at, unit=rng.choice(others))
    return None


@corruption(MOVES, DRAWS, TWO, "p. 12 Soviet attack", "p. 15 Soviet deliberate attack", "p. 17 draw action")
def move_left_out(rows: Rows, rng: Random) -> Rows | None:
    """A block that must move stays."""
    long = {"control", "draw"}
    return drop(rows, [pick(rng, [n for n in places(rows, "move", side=SOVIET) if rows[n + 1]["kind"] not in long])])


@corruption(MOVES, DRAWS, "p. 6 drawing cards", "p. 12 Soviet attack", "p. 15 Soviet deliberate attack")
def soviet_card_left_out(rows: Rows, rng: Random) -> Rows | None:
    """The procedure does not draw for a 1, a pair or a blocked move."""
    if note_of(rows[0])["soviet"] != "ai":
        return None
    moves = {rows[n]["turn"] for n in places(rows, "action", side=SOVIET, note="move")}
    found = [n for n in places(rows, "draw", side=SOVIET, phase=2, battle=None) if rows[n]["turn"] in moves]
    return drop(rows, [pick(rng, [n for n in found if rows[n + 1]["kind"] not in ("draw", "end")])])


@corruption("p. 6 drawing cards")
def card_too_many(rows: Rows, rng: Random) -> Rows | None:
    """A card is drawn for nothing at the end of a half turn."""
    at = pick(rng, [n for n in places(rows, "phase", phase=1) if rows[n]["turn"] > 2])
    if at is None:
        return None
    return insert(rows, at, new(rows[at - 1], "draw", value=2, note="sniper", side=SOVIET, battle=None))


@corruption(*ANY_DRAW)
def other_card_drawn(rows: Rows, rng: Random) -> Rows | None:
    """Another card comes up than lies on the deck."""
    at = pick(rng, [n for n in places(rows, "draw") if rows[n]["note"] != "sniper"])
    return None if at is None else swap(rows, at, note="sniper", value=2 if rows[at]["side"] == SOVIET else 5)


@corruption(CAPTURE)
def capture_without_a_card(rows: Rows, rng: Random) -> Rows | None:
    """A spawn hex is taken and no card drawn."""
    found = [n for n in places(rows, "control", side=GERMAN) if rows[n + 1]["kind"] == "draw"]
    found = [n for n in found if rows[n + 2]["kind"] not in ("draw", "leader")]
    return drop(rows, [at + 1 if (at := pick(rng, found)) is not None else None])


@corruption("p. 12 leaders", "p. 14 Soviet leaders", "p. 18 Chuikov")
def leader_stays_away(rows: Rows, rng: Random) -> Rows | None:
    """A leader does not come into play."""
    return drop(rows, [pick(rng, places(rows, "leader"))])


@corruption(VICTORY)
def victory_too_early(rows: Rows, rng: Random) -> Rows | None:
    """The Germans claim all six spawn hexes in the middle of the game."""
    at = rng.choice(places(rows, "phase", phase=2))
    return [*rows[:at], new(rows[at - 1], "end", side=GERMAN, value=1, note="spawn_hexes", battle=None)]


@corruption(VICTORY)
def other_end(rows: Rows, rng: Random) -> Rows | None:
    """The game is told to have ended otherwise."""
    return swap(rows, places(rows, "end")[0], value=2, note="no_soviets")


@corruption(VICTORY)
def no_end(rows: Rows, rng: Random) -> Rows | None:
    """Nobody notices that the game is over."""
    return drop(rows, places(rows, "end"))


@corruption(VICTORY)
def plays_on(rows: Rows, rng: Random) -> Rows | None:
    """The game goes on after its end."""
    return [*rows, new(rows[-1], "phase", turn=rows[-1]["turn"] + 1, phase=1, side=GERMAN)]


@corruption("log")
def other_terrain(rows: Rows, rng: Random) -> Rows | None:
    """The head tells of a street that the board has not."""
    return swap(rows, 0, note=rows[0]["note"].replace("rough", "urban", 1))
