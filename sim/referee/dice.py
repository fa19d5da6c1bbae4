"""The dice of a whole game, written a second time: a number is a function of what it is for, never of what came before.

SplitMix64 (Steele, Lea and Flood 2014) over (seed, game, turn, phase, purpose, index). The engine's own are
`sim.match.dice`; a test holds both together.
"""

from __future__ import annotations

MASK = (1 << 64) - 1


def mix(z: int) -> int:
    """Return the next output of SplitMix64 for the state `z`.

    >>> hex(mix(0))
    '0xe220a8397b1dcdaf'
    """
    z = (z + 0x9E3779B97F4A7C15) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def number(n: int, seed: int, game: int, turn: int, phase: int, purpose: int, index: int) -> int:
    """Return one of 0 to n - 1."""
    key = mix(seed & MASK)
    for part in (game, turn, phase, purpose, index):
        key = mix(key ^ (part & MASK))
    return ((key >> 32) * n) >> 32


def die(seed: int, game: int, turn: int, phase: int, purpose: int, index: int) -> int:
    """Return one of 1 to 6."""
    return 1 + number(6, seed, game, turn, phase, purpose, index)


def order(n: int, seed: int, game: int, purpose: int, first: int) -> list[int]:
    """Return the order in which the dice of a set-up, from index `first` on, put n things (Fisher, Yates)."""
    found = list(range(n))
    for i in range(n - 1, 0, -1):
        j = number(i + 1, seed, game, 0, 0, purpose, first + i)
        found[i], found[j] = found[j], found[i]
    return found
