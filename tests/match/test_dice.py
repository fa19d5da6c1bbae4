"""Dice of whole games: golden values, worked out by hand-written SplitMix64 in plain Python."""

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


def anew(parts: tuple[int, ...], phase: int, purpose: int) -> bool:
    """Whether a source is in a roll, read off the two numbers of its own."""
    return phase in (31, parts[3]) and purpose in (31, parts[4])


@pytest.mark.parametrize(("phase", "purpose"), [(3, 31), (31, dice.DEAL), (7, dice.COMBAT)])
def test_a_source_of_luck_is_thrown_anew_alone_or_kept_alone(phase: int, purpose: int) -> None:
    one = Luck("one", "one source", phase, purpose)
    rolls = [(7, 12, 1, at, what, 5) for at in range(9) for what in range(1, 8)]
    for parts in rolls:
        plain = dice.key_of(*parts)
        is_player = parts[4] in (dice.POLICY_GERMAN, dice.POLICY_SOVIET, dice.AHEAD)
        is_source = anew(parts, phase, purpose)
        for number, is_changed in ((one.anew(12), is_source), (one.kept(12), not is_source)):
            found = dice.key_of(parts[0], number, *parts[2:])
            assert (found != plain) == (is_changed and not is_player)
    assert one.anew(0) != 0
