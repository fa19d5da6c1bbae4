"""The players by name: what kind each is, its weights, and for one that looks ahead its plans; all read from TOML."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from sim.game import GameError
from sim.games.leningrad.map.fields import N_PLANS, N_SAMPLES, N_TURNS, N_WEIGHTS
from sim.games.leningrad.players.names import WEIGHTS
from sim.games.leningrad.players.seat import QUICK, RANDOM, STRONG
from sim.games.leningrad.players.variations import varied
from sim.map.forces.world import Ints
from sim.match.tuning import weights_in
from sim.match.variation import MARK

CHARACTERS = ("cautious", "balanced", "bold", "tuned")
AHEAD = ("strong", "deep", "patient", "thorough", "closer", "brisk")
PLAYERS = ("random", *CHARACTERS, *AHEAD)
STRONGEST = ("patient", "strong", "tuned")
"""Whose games against each other say who is favored, the best first; `thorough` is too slow for that many."""
QUICKER = {"patient": "strong", "thorough": "strong"}
"""Who plays on from a position, hundreds of times over, in place of a player too slow for it."""
SIDES = ("german", "soviet")
SETTINGS = ("first", "second", "third", "keep", "halves", "again", "everybody", "stay", "games")
SAMPLED = ("first", "second", "third", "again", "stay")
MOST_STAY = N_SAMPLES // 8
"""Samples of a way to fight a battle at most: there are three times as many more, and both sides have their own."""
FILE = Path(__file__).with_name("weights.toml")
_MOST = 1_000_000
"""The most that a weight may be, far beyond what any has; scores that add them up stay far below 64 bits."""
_RANGES = Path(__file__).with_name("ranges.toml")
_STRONG = Path(__file__).with_name("strong.toml")
LEADS = Path(__file__).with_name("leads.toml")


@dataclass(frozen=True)
class Seat:
    """A player in his seat: kind, weights, plans of shape (plans, weights), his habit first, how he looks by turn.

    Who looks ahead has leads too, shape (plans, turns).
    """

    kind: int
    weights: Ints
    plans: Ints
    settings: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    leads: Ints = field(default_factory=lambda: np.zeros((1, N_TURNS), np.int64))


@cache
def seat_of(name: str, side: int) -> Seat:
    """Return a player of a side by name, or by a file of weights; `GameError` names those there are."""
    if name == "random":
        nothing = np.zeros(N_WEIGHTS, np.int64)
        return Seat(RANDOM, nothing, nothing[None])
    weights = packed(weights_of(name, SIDES[side]))
    player, _, variation = name.partition(MARK)
    if player not in AHEAD:
        return Seat(QUICK, weights, weights[None])
    changes = dict(varied(variation, SIDES[side]).weights) if MARK in name else {}
    plans = np.stack([packed(plan | changes) for plan in plans_of(SIDES[side], player).values()])
    leads = leads_of(SIDES[side])
    leads = np.pad(leads, ((0, len(plans) - len(leads)), (0, 0)))  # nobody has fitted what characters are ahead
    settings = {key: _setting(player, key, SIDES[side]) for key in SETTINGS}
    _check_samples(player, settings)
    return Seat(STRONG, weights, plans, settings, leads)


def _check_samples(player: str, settings: Mapping[str, tuple[int, ...]]) -> None:
    """Refuse a player with more samples than there is room for, in a turn or in a battle."""
    for *sampled, stay in zip(*(settings[key] for key in SAMPLED), strict=True):
        if sum(sampled) > N_SAMPLES or stay > MOST_STAY:
            given = zip(SAMPLED, (*sampled, stay), strict=True)
            raise GameError(
                f"{_STRONG.name}, {player}: {', '.join(f'{name} {n}' for name, n in given)};"
                f" expected at most {N_SAMPLES} samples a turn, and stay at most {MOST_STAY}"
            )


@cache
def leads_of(side: str) -> Ints:
    """Return by how much each plan is ahead of the habit before it is tried, shape (plans, turns), in thousandths."""
    given = tomllib.loads(LEADS.read_text(encoding="utf8"))[side]
    names = list(_strong()[side]["plans"])
    if set(given) != set(names[1:]) or any(len(row) != N_TURNS for row in given.values()):
        raise GameError(f"{LEADS.name}, {side}: expected {N_TURNS} numbers for each of {', '.join(names[1:])}")
    return np.array([[0] * N_TURNS, *(given[name] for name in names[1:])], np.int64)


def _setting(player: str, key: str, side: str) -> tuple[int, ...]:
    """Return how a player looks ahead, turn by turn; what differs by side is given by side, and by turn as a list."""
    given = _strong()[player][key]
    given = given[side] if isinstance(given, dict) else given
    found = tuple(int(n) for n in given) if isinstance(given, list) else (int(given),) * N_TURNS
    if len(found) != N_TURNS:
        raise GameError(f"{_STRONG.name}, {player}.{key}: {len(found)} numbers; expected {N_TURNS}, one a turn")
    return found


def packed(weights: Mapping[str, int]) -> Ints:
    """Return weights in the order of the kernels, shape (64,)."""
    found = np.zeros(N_WEIGHTS, np.int64)
    found[: len(WEIGHTS)] = [weights[name] for name in WEIGHTS]
    return found


@cache
def weights_of(name: str, side: str) -> dict[str, int]:
    """Return the weights of a player by name or file, of one that looks ahead those of its habit.

    `GameError` names a player or a weight that does not exist, and a weight that is missing; `BorderError` what of a
    file is not in order.
    """
    if MARK in name:
        player, _, variation = name.partition(MARK)
        changes = dict(varied(variation, side).weights)
        return _complete(weights_of(player, side) | changes, f"{variation} of {player}")
    if name.endswith(".toml"):
        given = weights_of("balanced", side) | weights_in(Path(name), side, _MOST)
        return _complete(given, f"{name}, {side}")
    if name not in PLAYERS[1:]:
        raise GameError(f"no player {name!r}; expected one of {', '.join(PLAYERS)}, or a file of weights")
    given = tomllib.loads(FILE.read_text(encoding="utf8"))[side]
    found = given["balanced"] | given[_strong()[side]["habit"] if name in AHEAD else name]
    return _complete(found, f"{FILE.name}, {side}.{name}")


@cache
def plans_of(side: str, player: str = AHEAD[0]) -> dict[str, dict[str, int]]:
    """Return the plans that a player compares when he looks ahead, by name; the first is the habit.

    All of them have the same plans; some try beside them how the characters play.
    """
    habit = weights_of(AHEAD[0], side)
    found = {
        name: _complete(habit | plan, f"{_STRONG.name}, {side}.plans.{name}")
        for name, plan in _strong()[side]["plans"].items()
    } | {name: weights_of(name, side) for name in _also(player)}
    if not 1 <= len(found) <= N_PLANS:
        raise GameError(f"{_STRONG.name}, {side}.plans: {len(found)} plans; expected 1 to {N_PLANS}")
    return found


@cache
def plan_words(side: str, player: str = AHEAD[0]) -> dict[str, str]:
    """Return what each plan of a player means, in a few words, by name; `GameError` if one has none."""
    given = _strong()[side]["about"]
    if set(given) != set(_strong()[side]["plans"]):
        raise GameError(f"{_STRONG.name}, {side}.about: {', '.join(given)}; expected words for every plan and no other")
    return {name: str(words) for name, words in given.items()} | {
        name: f"plays as {name} players do" for name in _also(player)
    }


def _also(player: str) -> tuple[str, ...]:
    """Return the characters whose ways a player tries beside the plans."""
    return tuple(_strong()[player].get("also", ()))


@cache
def _strong() -> dict[str, Any]:
    return tomllib.loads(_STRONG.read_text(encoding="utf8"))


def _complete(found: Mapping[str, Any], where: str) -> dict[str, int]:
    if set(found) != set(WEIGHTS):
        odd = ", ".join(sorted(set(found) ^ set(WEIGHTS)))
        raise GameError(f"{where}: unknown or missing weights: {odd}")
    return {weight: int(found[weight]) for weight in WEIGHTS}


@cache
def ranges_of(side: str) -> dict[str, tuple[int, int]]:
    """Return between which bounds a tuner may move each weight of a side, both included."""
    given = tomllib.loads(_RANGES.read_text(encoding="utf8"))[side]
    if odd := set(given) - set(WEIGHTS):
        raise GameError(f"{_RANGES.name}, {side}: unknown weights: {', '.join(sorted(odd))}")
    return {name: (int(low), int(high)) for name, (low, high) in given.items()}
