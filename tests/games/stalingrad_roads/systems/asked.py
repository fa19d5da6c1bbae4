"""What the tests of the systems ask: settings, chains, findings, by the id of a system."""

import tomllib
from collections.abc import Mapping
from typing import Any

from sim.exact import Worlds
from sim.game import load_game
from sim.games.stalingrad_roads.systems import (
    approval,
    ju52,
    minor_offensives,
    pocket,
    stavka,
    supports,
    weather,
)
from sim.numbers.rawfiles import RAW
from sim.system import Setting

GAME = "stalingrad_roads"
SYSTEMS = load_game(GAME).systems
CHAINS = {
    chain.course.id: chain
    for chain in (
        approval.CHAIN,
        ju52.CHAIN,
        minor_offensives.CHAIN,
        pocket.CHAIN,
        stavka.CHAIN,
        supports.CHAIN,
        weather.CHAIN,
    )
}
ROLLS = [(a, b) for a in range(1, 7) for b in range(1, 7)]


def examples(kind: str) -> list[dict[str, Any]]:
    """Return the rulebook's worked examples of a kind."""
    text = (RAW / GAME / "examples.toml").read_text(encoding="utf8")
    return [example for example in tomllib.loads(text)["example"] if example["kind"] == kind]


def setting(name: str, factors: Mapping[str, int] | None = None, **policies: str) -> Setting:
    """Return a setting of a system: central values and first policies, except where others are given."""
    return SYSTEMS[name].setting(factors, policies)


def by_turn(name: str, chosen: Setting) -> tuple[Worlds, ...]:
    """Return the exact law of a system's state at the end of each turn."""
    return CHAINS[name].by_turn(chosen)


def last(name: str, chosen: Setting) -> Worlds:
    """Return the exact law of a system's state at the end of the last turn."""
    return CHAINS[name].last(chosen)


def found_of(
    name: str, factors: Mapping[str, int] | None = None, policies: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """Return the numbers that a system finds, by id."""
    system = SYSTEMS[name]
    return {finding.id: finding.number for finding in system.find(system.setting(factors, policies))}
