"""Template: one combat table and one system, with invented numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from sim.game import Game, Reader

if TYPE_CHECKING:
    from sim.combat import Combat


def _combat() -> Combat:
    from sim.games._template.combat import COMBAT

    return COMBAT


def _examples() -> Mapping[str, Reader]:
    from sim.games._template.examples import READERS

    return READERS


GAME = Game(
    id="_template",
    title="Template",
    edition="invented, first edition",
    version=1,
    sides=("raiders", "garrison"),
    offers_combat=_combat,
    offers_examples=_examples,
)
