"""Donnerschlag: Escape from Stalingrad (VUCA Simulations, 2022)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from sim.game import Game, Reader

if TYPE_CHECKING:
    from sim.combat import Combat
    from sim.lint import Check


def _combat() -> Combat:
    from sim.games.donnerschlag.combat import COMBAT

    return COMBAT


def _checks() -> tuple[Check, ...]:
    from sim.games.donnerschlag.lint import CHECKS

    return CHECKS


def _examples() -> Mapping[str, Reader]:
    from sim.games.donnerschlag.examples import READERS

    return READERS


GAME = Game(
    id="donnerschlag",
    title="Donnerschlag: Escape from Stalingrad",
    edition="VUCA Simulations, 2022",
    version=1,
    sides=("axis", "soviet"),
    offers_combat=_combat,
    offers_checks=_checks,
    offers_examples=_examples,
)
