"""What a study of whole games chooses from: who plays each side, and on which maps."""

from __future__ import annotations

from collections.abc import Mapping

from numpy.typing import ArrayLike

from sim.game import Game
from sim.system import Factor, Inquiry, Policy

MATCH = "match"
"""What such a study names as its system."""
ENSEMBLE = "ensemble"
CENTRAL_MAP, ALL_MAPS = 0, 1
MOST_MAPS = 4096
"""Of the maps that can be drawn: as many as a study may ask for by number."""


def match_inquiry(game: Game) -> Inquiry:
    """Return players by side, and the choice between the central map and all maps of the ensemble."""
    whole = game.whole
    maps = Factor(
        id=ENSEMBLE, value=CENTRAL_MAP, low=CENTRAL_MAP, high=MOST_MAPS if whole.boards else CENTRAL_MAP,
        about="the map: 0 the central one, 1 all of the ensemble in turn, from 2 on so many maps drawn like them",
        basis="assumed", label="the map",
        values={CENTRAL_MAP: "central map", ALL_MAPS: "all maps of the ensemble"},
    )  # fmt: skip
    sides = {side: {name: _policy(name, side) for name in whole.players} for side in whole.sides}
    return Inquiry(MATCH, f"{game.title}: whole games", {ENSEMBLE: maps}, sides)


def _policy(name: str, side: str) -> Policy:
    return Policy(name, side, f"plays the whole game: {name}", _nothing)


def _nothing(state: object, turn: int) -> Mapping[str, ArrayLike]:
    """Decide nothing: on a map the engine asks the player itself."""
    return {}
