"""The Soviet turn of Inferno on the Volga and its clock: the book's examples, brute force, laws done with a pencil."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product

import numpy as np
import pytest

from sim.dice import all_rolls
from sim.games.inferno_on_the_volga.systems.clock import law, soviet_ai, tallest
from sim.games.inferno_on_the_volga.systems.clock.soviet_ai import BLOCKED, DRAW, FREE, GERMANS, MOVES, SPAWNS
from sim.play import play_exactly
from tests.games.inferno_on_the_volga.systems.asking import COURSES, given_and_expected, headline

# --- the Soviet turn [p. 11-12]


def test_example_of_six_dice() -> None:
    given, expected = given_and_expected("equal_dice_six")
    cards, moved, attacks = soviet_ai.settle_dice(np.array(given["dice"], np.int8), FREE)
    assert (int(cards), int(moved), int(attacks)) == (expected["cards_drawn"], expected["blocks_moved"], 0)


def test_example_of_a_whole_move_action() -> None:
    given, expected = given_and_expected("ai_move_turn")
    lies = [GERMANS if [hex] == [expected["attacks"][0][0]] else FREE for hex in given["hexes"]]
    cards, moved, attacks = soviet_ai.settle_dice(np.array(given["dice"], np.int8), lies)
    assert (int(cards), int(moved), int(attacks)) == (
        expected["cards_drawn"], len(expected["moves"]), len(expected["attacks"])
    )  # fmt: skip


def test_example_of_seven_largest_stacks() -> None:
    given, expected = given_and_expected("seven_largest_stacks")
    found = int(soviet_ai.action(given["largest_stack_hexes"], given["spawn_hexes_held"]))
    assert (("draw", "spawn", "move")[found], soviet_ai.MAX_DICE) == (
        expected["action"], expected["max_dice_in_a_move_action"]
    )  # fmt: skip


def test_every_action_by_hand() -> None:
    for held, hexes in product(range(7), range(1, 30)):
        expected = DRAW if held == 0 else SPAWNS if hexes > held else MOVES
        assert int(soviet_ai.action(hexes, held)) == expected


def by_hand(dice: tuple[int, ...], lies: tuple[int, ...], do_equal_attack: bool = False) -> tuple[int, int, int]:
    """Settle dice one after the other, as p. 12 tells it, or with equal dice that attack (ruling R12)."""
    cards = moved = attacks = 0
    for die, there in zip(dice, lies, strict=True):
        if dice.count(die) > 1 and not (do_equal_attack and there == GERMANS):
            cards += 1
        elif there == GERMANS:
            attacks += 1
        elif die == 1 or there == BLOCKED:
            cards += 1
        else:
            moved += 1
    return cards, moved, attacks


def test_dice_against_plain_loops() -> None:
    rolls = all_rolls(4)
    for lies in product((FREE, BLOCKED, GERMANS), repeat=4):
        found = np.stack(soviet_ai.settle_dice(rolls, lies), axis=1).tolist()
        assert found == [list(by_hand(tuple(roll), lies)) for roll in rolls.tolist()]
    for lies in ((GERMANS,) * 4, (GERMANS, FREE, GERMANS, BLOCKED), (BLOCKED, GERMANS, FREE, FREE)):
        found = np.stack(soviet_ai.settle_dice(rolls, lies, do_equal_attack=True), axis=1).tolist()
        assert found == [list(by_hand(tuple(roll), lies, True)) for roll in rolls.tolist()]


def test_counts_of_dice_against_plain_loops() -> None:
    for n_dice, blocked, idle in product(range(4), range(4), range(3)):
        lies = {
            die: BLOCKED if die - 2 < blocked else GERMANS if die - 2 < blocked + idle else FREE for die in range(2, 7)
        }
        lies[1] = FREE
        rolls = list(product(range(1, 7), repeat=n_dice))
        expected = Counter(by_hand(roll, tuple(lies[die] for die in roll))[:2] for roll in rolls)
        counts = soviet_ai.dice_counts(n_dice, blocked, idle)
        assert {o: n for o, n in zip(soviet_ai.OUTCOMES, counts, strict=True) if n} == expected


def test_cards_of_a_move_action_by_pencil() -> None:
    """A die is safe if it is single and shows one of the free directions: the others differ from it with 5/6 each."""
    for n_dice in range(1, 7):
        counts = soviet_ai.dice_counts(n_dice, 0, 0)
        cards = sum(n * cards for (cards, _), n in zip(soviet_ai.OUTCOMES, counts, strict=True))
        assert Fraction(cards, 6**n_dice) == n_dice * (1 - Fraction(5, 6) ** n_dice)


def test_spawn_examples() -> None:
    given, expected = given_and_expected("spawn_no_tanks")
    held = np.array([int(row["hex"]) in given["tanks_due_in"] for row in soviet_ai.SPAWN])
    _, _, tanks, cards = soviet_ai.spawn(np.zeros(6, np.int16), held, 22, given["tanks_in_reserve"])
    assert (given["tanks_in_reserve"] - int(tanks), int(cards)) == (expected["tanks_placed"], expected["cards_drawn"])


ICONS = {3: "it", 19: "it", 9: "i", 15: "i", 13: "ii", 7: "t"}


def spawn_by_hand(stacks: dict[int, int], held: set[int], reserve: dict[str, int]) -> tuple[list[int], int, int, int]:
    """Spawn hex by hex, as p. 11 tells it."""
    stacks, reserve, cards = dict(stacks), dict(reserve), 0
    for hex in (3, 19, 9, 15, 13, 7):
        if hex not in held:
            continue
        if stacks[hex] == 4:
            cards += 1
            continue
        due = "i" if stacks[hex] == 3 and hex in (3, 13, 19) else ICONS[hex]
        for kind in due:
            if reserve[kind]:
                reserve[kind] -= 1
                stacks[hex] += 1
            else:
                cards += 1
    return [stacks[int(row["hex"])] for row in soviet_ai.SPAWN], reserve["i"], reserve["t"], cards


@pytest.mark.in_turn
def test_spawn_against_plain_loops() -> None:
    hexes = [int(row["hex"]) for row in soviet_ai.SPAWN]
    cases = list(product((0, 2, 3, 4), repeat=6))
    for infantry, tanks in product((0, 1, 4, 9), (0, 1, 2, 9)):
        for held in (set(hexes), {3, 13, 7}):
            is_held = np.broadcast_to([hex in held for hex in hexes], (len(cases), 6))
            found = soviet_ai.spawn(np.array(cases), is_held, infantry, tanks)
            expected = [
                spawn_by_hand(dict(zip(hexes, case, strict=True)), held, {"i": infantry, "t": tanks}) for case in cases
            ]
            assert found[0].tolist() == [row[0] for row in expected]
            for part, at in zip(found[1:], (1, 2, 3), strict=True):
                assert part.tolist() == [row[at] for row in expected]


def test_a_full_hex_may_draw_a_card_for_each_icon() -> None:
    """Ruling R9: six hexes hold nine icons, and three in a hex drop a block without a card (ruling R10)."""
    for stack, one, each in ((4, 6, 9), (3, 0, 0)):
        for each_icon, cards in ((0, one), (1, each)):
            found = soviet_ai.spawn(np.full(6, stack, np.int16), np.ones(6, bool), 22, 6, each_icon)
            assert int(found[3]) == cards


def test_the_most_that_a_spawn_action_brings() -> None:
    stacks, infantry, tanks, cards = soviet_ai.spawn(np.zeros(6, np.int16), np.ones(6, bool), 22, 6)
    assert (22 - int(infantry), 6 - int(tanks), int(stacks.sum()), int(cards)) == (6, 3, 9, 0)


# --- the clock


@pytest.mark.in_turn
@pytest.mark.parametrize(
    ("factors", "policy"),
    [
        ({}, "take_all"),
        ({"first_loss": 4, "loss_every": 1, "blocked_directions": 3, "other_cards_in_12": 4}, "stand_off"),
        ({"first_loss": 2, "loss_every": 1, "two_icon_hexes_fall_first": 1, "pairs_elsewhere": 10}, "take_all"),
        ({"idle_directions": 2, "triples_elsewhere": 10, "blocks_on_spawn_hexes": 1, "missing_tanks": 3}, "leave_one"),
        ({"missing_infantry": 3, "pairs_elsewhere": 8, "fours_elsewhere": 5, "german_hexes_taken": 2}, "take_all"),
        ({"fours_elsewhere": 5, "card_each_icon": 1, "equal_dice_attack": 1}, "stand_off"),
    ],
)
def test_the_quick_law_of_the_clock_is_that_of_the_chain(factors: dict[str, int], policy: str) -> None:
    # [p. 3 the game, p. 3 victory]
    course = COURSES["clock"]
    setting = course.setting(factors, {"german": policy})
    *_, worlds = play_exactly(course, setting)
    assert dict(law.last_turn_law(setting)) == dict(worlds.law("last_turn"))


def test_without_spawn_hexes_the_deck_gives_a_card_a_turn() -> None:
    """All six are gone on turn 7; from then on it takes as many turns as there are cards [p. 6 drawing cards]."""
    setting = COURSES["clock"].setting({"first_loss": 2, "loss_every": 1, "other_cards_in_12": 0})
    left = [dict(worlds.law("deck").counts) for worlds in play_exactly(COURSES["clock"], setting)]
    assert int(tallest.hexes_held(setting, 6)) == 1
    assert int(tallest.hexes_held(setting, 7)) == 0
    for before, after in pairwise(left[6:]):
        assert set(after) == {(max(cards - 1, 0),) for (cards,) in before}


def test_the_first_turn_spawns_and_the_second_rolls_for_the_hexes_with_two_icons() -> None:
    setting = COURSES["clock"].setting({"blocked_directions": 0, "idle_directions": 0})
    turns = play_exactly(COURSES["clock"], setting)
    first, second = next(turns), next(turns)
    assert first.law("deck", "height", "tallest").counts.keys() == {(28, 2, 3)}
    cards = second.law("cards_drawn")
    assert cards.mean(lambda n: n) == 3 * (1 - Fraction(5, 6) ** 3)
    by_roll = Counter(by_hand(roll, (FREE,) * 3)[0] for roll in product(range(1, 7), repeat=3))
    assert {n: p for (n,), p in cards} == {n: Fraction(ways, 216) for n, ways in by_roll.items()}


def spawned(height: int, held: int, **factors: int) -> tuple[int, int, int]:
    """Return tallest hexes, height and cards after a spawn action of the clock."""
    setting = COURSES["clock"].setting(factors)
    state = replace(tallest.start(1, setting), height=np.array([height], np.int16))
    found = tallest._spawned(state, setting, np.array([held], np.int16))
    return tuple(int(part[0]) for part in found)  # type: ignore[return-value]


def test_a_spawn_of_the_clock_is_one_hex_by_hex() -> None:
    """Of the hexes held, those that fall last, the last in order go without what the reserves lack."""
    hexes = [int(row["hex"]) for row in soviet_ai.SPAWN]
    last_to_fall = ([3, 19, 13, 9, 15, 7], [9, 15, 7, 3, 19, 13])
    for two_first, held, height in product((0, 1), range(1, 7), range(5)):
        kept = set(last_to_fall[two_first][:held])
        stacks = {hex: height * (hex in kept) for hex in hexes}
        _, infantry, tanks, full = spawn_by_hand(stacks, kept, {"i": 99, "t": 99})
        for lacks_infantry, lacks_tanks in product((0, 1, 3), (0, 1, 3)):
            reserve = {"i": max(99 - infantry - lacks_infantry, 0), "t": max(99 - tanks - lacks_tanks, 0)}
            after, _, _, cards = spawn_by_hand(stacks, kept, reserve)
            lifted = max(after) > height or max(after) == 4
            expected = after.count(max(after)) * (lifted and max(after) > 1), max(after), cards
            missing = {"missing_infantry": lacks_infantry, "missing_tanks": lacks_tanks}
            assert spawned(height, held, two_icon_hexes_fall_first=two_first, **missing) == expected
        assert full == held * (height == 4)


def test_a_german_spawn_hex_taken_is_a_card_less() -> None:
    """The deck is shorter; without dice, a card a turn, it ends as many turns sooner [p. 6 capturing a spawn hex]."""
    told = {"first_loss": 2, "loss_every": 1}
    longest = max(turn for (turn,), _ in law.last_turn_law(COURSES["clock"].setting(told)))
    sooner = max(turn for (turn,), _ in law.last_turn_law(COURSES["clock"].setting({**told, "german_hexes_taken": 3})))
    assert longest - sooner == 3


def test_cards_besides_come_evenly() -> None:
    setting = COURSES["clock"].setting({"other_cards_in_12": 5, "first_loss": 2, "loss_every": 1})
    drawn = [worlds.law("cards_drawn").mean(lambda n: n) for worlds in play_exactly(COURSES["clock"], setting)]
    assert [turn for turn in range(8, 16) if drawn[turn - 1] > 1] == [8, 10, 12, 15], "turns of 5 in 12: 3 5 8 10 12"


def test_full_spawn_hexes_draw_a_card_each_while_another_four_stands() -> None:
    """All hexes full and always another stack of four: six cards a turn, so 28 are gone on the fifth."""
    always = {"fours_elsewhere": 10}
    setting = COURSES["clock"].setting(always)
    state = replace(tallest.start(1, setting), height=np.array([4], np.int16))
    for turn in range(1, 6):
        ways = tallest.weights(state, setting, turn)
        assert np.count_nonzero(ways) == 1
        state = tallest.soviet_turn(state, setting, turn, np.argmax(ways, axis=1))
        assert (int(state.tallest[0]), int(state.deck[0])) == (0, max(28 - 6 * turn, 0))
    assert int(state.last_turn[0]) == 5


def test_what_makes_the_clock_run_faster() -> None:
    assert headline("clock") > headline("clock", missing_tanks=1) > headline("clock", missing_tanks=2)
    assert headline("clock", blocked_directions=0) > headline("clock", blocked_directions=2)
    assert headline("clock", first_loss=4) > headline("clock", first_loss=16), "spawn hexes lost slow the deck"
