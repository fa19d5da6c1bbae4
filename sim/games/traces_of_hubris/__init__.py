"""Traces of Hubris (VUCA Simulations, 2024)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from sim.game import Game, Reader

if TYPE_CHECKING:
    from sim.combat import Combat
    from sim.lint import Check


def _combat() -> Combat:
    from sim.games.traces_of_hubris.combat import COMBAT

    return COMBAT


def _checks() -> tuple[Check, ...]:
    from sim.games.traces_of_hubris.lint import CHECKS

    return CHECKS


def _examples() -> Mapping[str, Reader]:
    from sim.games.traces_of_hubris.examples import READERS

    return READERS


GAME = Game(
    id="traces_of_hubris",
    title="Traces of Hubris",
    edition="VUCA Simulations, 2024",
    version=1,
    sides=("axis", "soviet"),
    offers_combat=_combat,
    offers_checks=_checks,
    offers_examples=_examples,
)
