"""Dice of a whole game: a number is a function of seed, game, turn, phase, purpose and index, and of nothing else.

The generator is SplitMix64 (Steele, Lea and Flood 2014) used as a hash. Whatever was rolled before, on whatever worker,
changes nothing. Numbers below n are biased by less than n in 2^32.

A game may be played again with the same dice up to a step of it and others from there on (`sim.match.luck`): its number
then says so in the bits from `AGAIN` on.
"""

from __future__ import annotations

import numpy as np

from sim.match.compiled import kernel

DEAL, COMBAT, OVERRUN, POLICY_GERMAN, POLICY_SOVIET, SETUP, AHEAD = 1, 2, 3, 4, 5, 6, 7
"""Purposes; the two policy streams serve the first and the second side of any game."""

AGAIN, MARKED = 40, 1 << 18
"""The bit of a game's number from which it says from where its dice are others, and what is set there if it does.

Below it stand the turn of the last step that keeps its dice (eight bits), its phase and its purpose (five each).
"""

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
_S30, _S27, _S31, _S32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)


@kernel
def mix(z: np.uint64) -> np.uint64:
    """Return the SplitMix64 hash of a number; arithmetic is modulo 2^64."""
    z = z + _GOLDEN
    z = (z ^ (z >> _S30)) * _FIRST
    z = (z ^ (z >> _S27)) * _SECOND
    return z ^ (z >> _S31)


@kernel
def stream_of(game: int, turn: int, phase: int, purpose: int) -> int:
    """Return the number of the game whose dice a roll takes: its own, or another after the last step that keeps them.

    What players throw for themselves is always their own: a player is no source of luck at the table.
    """
    step = game >> AGAIN
    if step <= 0:
        return game
    own = game & ((1 << AGAIN) - 1)
    if purpose in (POLICY_GERMAN, POLICY_SOVIET, AHEAD):
        return own
    last_turn, last_phase, last_purpose = (step >> 10) & 255, (step >> 5) & 31, step & 31
    if turn != last_turn:
        return own if turn < last_turn else game
    is_kept = phase < last_phase or (phase == last_phase and purpose <= last_purpose)
    return own if is_kept else game


@kernel
def key_of(seed: int, game: int, turn: int, phase: int, purpose: int, index: int) -> np.uint64:
    """Return the key of one roll."""
    key = mix(np.uint64(seed))
    key = mix(key ^ np.uint64(stream_of(game, turn, phase, purpose)))
    key = mix(key ^ np.uint64(turn))
    key = mix(key ^ np.uint64(phase))
    key = mix(key ^ np.uint64(purpose))
    return mix(key ^ np.uint64(index))


@kernel
def number(n: int, seed: int, game: int, turn: int, phase: int, purpose: int, index: int) -> int:
    """Return a whole number from 0 to n - 1."""
    key = key_of(seed, game, turn, phase, purpose, index)
    return np.int64(((key >> _S32) * np.uint64(n)) >> _S32)  # type: ignore[return-value]


@kernel
def die(seed: int, game: int, turn: int, phase: int, purpose: int, index: int) -> int:
    """Return the roll of one six-sided die."""
    return 1 + number(6, seed, game, turn, phase, purpose, index)
