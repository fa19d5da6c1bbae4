"""Dice of whole games: golden values, worked out by hand-written SplitMix64 in plain Python."""

from itertools import product

import numpy as np
import pytest

from sim.match import dice
from sim.match.luck import Luck

MASK = (1 << 64) - 1


def mix(z: int) -> int:
    z = (z + 0x9E3779B97F4A7C15) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def number(n: int, *parts: int) -> int:
    key = mix(parts[0])
    for part in parts[1:]:
        key = mix(key ^ part)
    return ((key >> 32) * n) >> 32


def test_the_generator_is_splitmix64() -> None:
    assert int(dice.mix(np.uint64(0))) == 0xE220A8397B1DCDAF  # first output of SplitMix64 from state 0


@pytest.mark.parametrize(
    "parts", [(7, 0, 1, 3, 2, 0), (7, 0, 1, 3, 2, 64), (2**40, 999, 12, 8, 5, 12345), (0, 0, 0, 0, 1, 60)]
)
@pytest.mark.parametrize("n", [2, 6, 61])
def test_numbers_equal_plain_python(parts: tuple[int, ...], n: int) -> None:
    assert int(dice.number(n, *parts)) == number(n, *parts)


def test_a_die_falls_alike_on_all_faces() -> None:
    rolls = [int(dice.die(11, game, 1, 3, dice.COMBAT, 0)) for game in range(6000)]
    counts = np.bincount(rolls, minlength=7)[1:]
    assert counts.sum() == 6000
    assert abs(counts - 1000).max() < 5 * np.sqrt(1000 * 5 / 6)


@pytest.mark.parametrize("step", [Luck("the deal", 0), Luck("combat", 4, 3), Luck("draws", 4, 3, 21), Luck("all", 255)])
def test_dice_are_kept_up_to_a_step_and_others_after_it(step: Luck) -> None:
    """Held to the order of rolls, by turn, phase and purpose; what players throw for themselves is always kept."""
    assert step.kept(0) != 0
    for parts in product((7,), (12,), (0, 3, 4, 5), range(9), (1, 2, 3, 20, 21, 22, 4, 5, 7), (5,)):
        is_kept = parts[2:5] <= (step.turn, step.phase, step.purpose) or parts[4] in (4, 5, 7)
        again = dice.key_of(parts[0], step.kept(12), *parts[2:])
        assert (again == dice.key_of(*parts)) == is_kept
    assert dice.key_of(7, step.kept(12), 300, 1, 2, 0) != dice.key_of(7, step.kept(13), 300, 1, 2, 0)
