"""Logs spoiled in German actions, calls and the set-up."""

from __future__ import annotations

from random import Random

from sim.games.inferno_on_the_volga.referee.blocks import GERMAN, SOVIET
from sim.games.inferno_on_the_volga.referee.state import State
from tests.games.inferno_on_the_volga.referee.tampering import (
    acting,
    before,
    corruption,
    drop,
    german_marks,
    half_end,
    new,
    shuffled,
    swap,
)
from tests.games.spoiling import Row, Rows, insert, pick, places

SHORT, LONG, HASTY, CALL = "p. 7-8 short moves", "p. 7 long move", "p. 8 hasty attack", "p. 7 reinforcements"
SETUP, STACKING = "p. 5 set-up", "p. 4 stacking"


def german_stacks(state: State, rng: Random) -> list[str]:
    """Return the hexes of German stacks in any order."""
    found = [hex_ for hex_ in state.stacks if state.holder(hex_) == GERMAN]
    rng.shuffle(found)
    return found


def steps(state: State, mark: Row, start: str, to: str, most: int = 4) -> list[Row]:
    """Return the rows by which a stack, or so many of its blocks, goes to a hex."""
    made = [
        new(mark, "move", unit=block.id, from_hex=start, to_hex=to, side=GERMAN) for block in state.stacks[start][:most]
    ]
    if state.control[to] == SOVIET:
        made.insert(1, new(mark, "control", unit=made[0]["unit"], to_hex=to, value=0, side=GERMAN))
    return made


def is_free(state: State, start: str, to: str) -> bool:
    """Whether a stack could go there by a short move, room apart."""
    return state.holder(to) != SOVIET and not state.is_next_to(to, SOVIET) and state.ground.touches(start, to)


@corruption(SHORT)
def short_move_too_far(rows: Rows, rng: Random) -> Rows | None:
    """A stack goes two hexes by a short move."""
    for mark in shuffled(rng, german_marks(rows)):
        state = before(rows, mark + 1)
        for start in german_stacks(state, rng):
            near = state.ground.around(start)
            far = [h for n in near for h in state.ground.around(n) if h not in (start, *near) and not state.stacks[h]]
            if far:
                return acting(rows, mark, 3, "short_moves", *steps(state, rows[mark], start, rng.choice(far)))
    return None


@corruption(SHORT)
def short_move_into_contact(rows: Rows, rng: Random) -> Rows | None:
    """A stack goes next to Soviets by a short move."""
    return _one_move(rows, rng, 3, "short_moves", lambda s, a, b: not s.stacks[b] and s.is_next_to(b, SOVIET))


@corruption(SHORT)
def short_move_among_soviets(rows: Rows, rng: Random) -> Rows | None:
    """A block walks into a Soviet stack."""
    return _one_move(rows, rng, 3, "short_moves", lambda s, a, b: s.holder(b) == SOVIET)


@corruption(STACKING)
def fifth_block(rows: Rows, rng: Random) -> Rows | None:
    """A short move brings a fifth block to a hex."""
    return _one_move(
        rows, rng, 3, "short_moves",
        lambda s, a, b: is_free(s, a, b) and len(s.stacks[a]) + len(s.stacks[b]) > 4,
    )  # fmt: skip


@corruption(LONG)
def long_move_in_contact(rows: Rows, rng: Random) -> Rows | None:
    """A long move begins or ends next to Soviets, or in a hex that is not clear."""

    def fits(state: State, start: str, to: str) -> bool:
        is_bad = any(state.is_next_to(h, SOVIET) or state.ground.terrain[h] != "clear" for h in (start, to))
        return not state.stacks[to] and is_bad

    return _one_move(rows, rng, 2, "long_move", fits)


@corruption(LONG)
def long_move_onto_friends(rows: Rows, rng: Random) -> Rows | None:
    """A long move ends where Germans stand."""

    def is_open(state: State, hex_: str) -> bool:
        return state.ground.terrain[hex_] == "clear" and not state.is_next_to(hex_, SOVIET)

    return _one_move(
        rows, rng, 2, "long_move", lambda s, a, b: s.holder(b) == GERMAN and is_open(s, a) and is_open(s, b)
    )


@corruption(HASTY)
def hasty_attack_from_contact(rows: Rows, rng: Random) -> Rows | None:
    """A stack that begins next to Soviets moves and attacks."""
    return _one_move(
        rows, rng, 4, "hasty_attack",
        lambda s, a, b: not s.stacks[b] and s.is_next_to(a, SOVIET) and s.is_next_to(b, SOVIET),
    )  # fmt: skip


def _one_move(rows: Rows, rng: Random, code: int, note: str, fits) -> Rows | None:  # type: ignore[no-untyped-def]
    for mark in shuffled(rng, german_marks(rows), 30):
        state = before(rows, mark + 1)
        for start in german_stacks(state, rng):
            for to in state.ground.around(start):
                if fits(state, start, to):
                    return acting(rows, mark, code, note, *steps(state, rows[mark], start, to))
    return None


@corruption(SHORT)
def third_stack(rows: Rows, rng: Random) -> Rows | None:
    """Three stacks or parts of stacks make short moves."""
    for mark in shuffled(rng, german_marks(rows)):
        state, made, taken = before(rows, mark + 1), [], set[str]()
        for start in german_stacks(state, rng):
            free = [to for to in state.ground.around(start) if is_free(state, start, to) and not state.stacks[to]]
            to = next((to for to in free if to not in taken), None)
            if to is not None and len(taken) < 3:
                made += steps(state, rows[mark], start, to, 1)
                taken.add(to)
        if len(taken) == 3:
            return acting(rows, mark, 3, "short_moves", *made)
    return None


@corruption("p. 6 actions")
def second_action(rows: Rows, rng: Random) -> Rows | None:
    """The Germans act twice in a turn."""
    mark = rng.choice(german_marks(rows))
    return insert(rows, half_end(rows, mark), new(rows[mark], "action", value=1, note="call"))


@corruption("p. 6 actions")
def half_turn_skipped(rows: Rows, rng: Random) -> Rows | None:
    """A Soviet half turn is left out."""
    mark = pick(rng, places(rows, "phase", phase=2)[:-1])
    return None if mark is None else drop(rows, range(mark, half_end(rows, mark)))


@corruption(LONG, SHORT, HASTY)
def block_from_elsewhere(rows: Rows, rng: Random) -> Rows | None:
    """A German block sets out from where it does not stand."""
    at = pick(rng, places(rows, "move", side=GERMAN))
    return swap(rows, at, from_hex="W" if at is None or rows[at]["from_hex"] != "W" else "X")


@corruption("p. 4 control")
def control_left_out(rows: Rows, rng: Random) -> Rows | None:
    """A hex is entered and does not change hands."""
    long = {n + 1 for n in places(rows, "action", note="long_move")}
    return drop(rows, [pick(rng, [n for n in places(rows, "control") if n not in long])])


@corruption(SETUP)
def other_start(rows: Rows, rng: Random) -> Rows | None:
    """A block is set up in another hex."""
    return swap(rows, pick(rng, places(rows, "setup")), to_hex="2")


@corruption(SETUP)
def stronger_start(rows: Rows, rng: Random) -> Rows | None:
    """A Soviet block is set up on another side."""
    at = rng.choice(places(rows, "setup", side=SOVIET))
    return swap(rows, at, value=rows[at]["value"] % 4 + 1)


@corruption(SETUP)
def square_left_empty(rows: Rows, rng: Random) -> Rows | None:
    """A block of the track is not put there."""
    return drop(rows, [pick(rng, places(rows, "take", note="setup"))])


@corruption(CALL)
def other_die_of_a_call(rows: Rows, rng: Random) -> Rows | None:
    """A die of a call shows another number."""
    at = pick(rng, [n for n in places(rows, "take", "remove") if rows[n]["die"]])
    return None if at is None else swap(rows, at, die=rows[at]["die"] % 6 + 1)


@corruption(CALL)
def other_block_taken(rows: Rows, rng: Random) -> Rows | None:
    """A die takes a block that is not the leftmost of its row."""
    return swap(rows, pick(rng, places(rows, "take", note="taken")), unit="german_2")


@corruption(CALL)
def arrival_left_out(rows: Rows, rng: Random) -> Rows | None:
    """A block with room in its hex does not come."""
    return drop(rows, [pick(rng, places(rows, "arrive"))])


@corruption(CALL)
def arrival_weakened(rows: Rows, rng: Random) -> Rows | None:
    """A block arrives below full strength."""
    at = pick(rng, places(rows, "arrive"))
    return None if at is None else swap(rows, at, value=rows[at]["value"] - 1)


@corruption(CALL)
def arrival_elsewhere(rows: Rows, rng: Random) -> Rows | None:
    """A block arrives in W, which takes none."""
    return swap(rows, pick(rng, places(rows, "arrive")), to_hex="W")


@corruption(CALL)
def sent_back_with_room(rows: Rows, rng: Random) -> Rows | None:
    """A block goes back to the track though it has room."""
    at = pick(rng, [n for n in places(rows, "arrive") if rows[n + 1]["kind"] == "phase"])
    return None if at is None else [*rows[:at], new(rows[at], "return", unit=rows[at]["unit"], value=1)]


@corruption(CALL)
def removal_left_out(rows: Rows, rng: Random) -> Rows | None:
    """The die on an empty row removes nobody."""
    return swap(rows, pick(rng, places(rows, "remove", note="removed")), note="nothing")


@corruption(CALL)
def back_to_another_row(rows: Rows, rng: Random) -> Rows | None:
    """A block without room goes back to a row that has not the fewest."""
    at = pick(rng, places(rows, "return"))
    return None if at is None else swap(rows, at, value=rows[at]["value"] % 6 + 1)
