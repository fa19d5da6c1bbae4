"""Stalingrad Roads (Nuts! Publishing, 2024)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sim.game import Game, Reader

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sim.combat import Combat
    from sim.lint import Check


def _combat() -> Combat:
    from sim.games.stalingrad_roads.combat import COMBAT

    return COMBAT


def _checks() -> tuple[Check, ...]:
    from sim.games.stalingrad_roads.lint import CHECKS

    return CHECKS


def _examples() -> Mapping[str, Reader]:
    from sim.games.stalingrad_roads.examples import READERS

    return READERS


GAME = Game(
    id="stalingrad_roads",
    title="Stalingrad Roads",
    edition="Nuts! Publishing, 2024",
    version=1,
    sides=("soviet", "axis"),
    offers_combat=_combat,
    offers_checks=_checks,
    offers_examples=_examples,
)
