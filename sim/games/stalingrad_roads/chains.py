"""The exact chains of the scenarios, each run once for a setting, however many questions look at it."""

from __future__ import annotations

from functools import lru_cache

from sim.exact import Worlds
from sim.game import Setting
from sim.games.stalingrad_roads.scenarios import SCENARIOS
from sim.play import play_exactly

_Pairs = tuple[tuple[str, int], ...]


def worlds_by_turn(scenario: str, setting: Setting) -> tuple[Worlds, ...]:
    """Return the exact law of a scenario's state at the end of each turn; factors must be single values."""
    factors = tuple((name, int(setting.factors[name])) for name in SCENARIOS[scenario].factors)  # type: ignore[arg-type]
    policies = tuple((side, policy.id) for side, policy in setting.policies.items())
    return _worlds(scenario, factors, policies)


def last_worlds(scenario: str, setting: Setting) -> Worlds:
    """Return the exact law of a scenario's state at the end of the last turn."""
    return worlds_by_turn(scenario, setting)[-1]


@lru_cache(maxsize=64)
def _worlds(scenario: str, factors: _Pairs, policies: tuple[tuple[str, str], ...]) -> tuple[Worlds, ...]:
    played = SCENARIOS[scenario]
    return tuple(play_exactly(played, played.setting(dict(factors), dict(policies))))
