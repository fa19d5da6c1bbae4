"""Leningrad (Decision Games, second edition, 2010)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from sim.game import Game, Reader

if TYPE_CHECKING:
    from sim.combat import Combat
    from sim.lint import Check
    from sim.match.referee import Referee
    from sim.match.whole import WholeGame


def _combat() -> Combat:
    from sim.games.leningrad.combat import COMBAT

    return COMBAT


def _checks() -> tuple[Check, ...]:
    from sim.games.leningrad.lint import CHECKS

    return CHECKS


def _examples() -> Mapping[str, Reader]:
    from sim.games.leningrad.examples import READERS

    return READERS


def _whole() -> WholeGame:
    from sim.games.leningrad.played import WHOLE

    return WHOLE


def _referee() -> Referee:
    from sim.games.leningrad.referee import judge

    return judge


GAME = Game(
    id="leningrad",
    title="Leningrad",
    edition="Decision Games, second edition, 2010",
    version=1,
    sides=("german", "soviet"),
    offers_combat=_combat,
    offers_checks=_checks,
    offers_examples=_examples,
    offers_whole=_whole,
    offers_referee=_referee,
)
