"""What a study of whole games chooses from: who plays each side, on which maps, by which reading of the rules."""

from __future__ import annotations

from collections.abc import Mapping

from numpy.typing import ArrayLike

from sim.game import Game
from sim.match.variation import MARK
from sim.match.whole import WholeGame
from sim.system import Factor, Inquiry, Policy

MATCH = "match"
"""What such a study names as its system."""
ENSEMBLE = "ensemble"
CENTRAL_MAP, ALL_MAPS = 0, 1
READING = "reading"
AS_WE_READ = 0
VARIATION = "variation"
AS_THEY_ARE = 0
LUCK = "luck"
AS_THROWN = 0
MOST_MAPS = 4096
"""Of the maps that can be drawn: as many as a study may ask for by number."""


def match_inquiry(game: Game) -> Inquiry:
    """Return players by side, the choice between the central map and all of the ensemble, and that of a reading."""
    whole = game.whole
    maps = Factor(
        id=ENSEMBLE, value=CENTRAL_MAP, low=CENTRAL_MAP, high=MOST_MAPS if whole.boards else CENTRAL_MAP,
        about="the map: 0 the central one, 1 all of the ensemble in turn, from 2 on so many maps drawn like them",
        basis="assumed", label="the map",
        values={CENTRAL_MAP: "central map", ALL_MAPS: "all maps of the ensemble"},
    )  # fmt: skip
    sides = {side: {name: _policy(name, side) for name in whole.players_of(side)} for side in whole.sides}
    others = alternatives(whole)
    reading = Factor(
        id=READING, value=AS_WE_READ, low=AS_WE_READ, high=len(others),
        about="the reading of the rules: 0 ours throughout, from 1 on one ruling's alternative alone",
        basis="assumed", label="the reading of the rules",
        values={AS_WE_READ: "our readings"} | {at: f"{name}: {value}" for at, (name, value) in enumerate(others, 1)},
    )  # fmt: skip
    variation = Factor(
        id=VARIATION, value=AS_THEY_ARE, low=AS_THEY_ARE, high=len(whole.variations),
        about="what one player does otherwise: 0 nothing, from 1 on one variation alone",
        basis="assumed", label="what a player does otherwise",
        values={AS_THEY_ARE: "as they are"} | {at: one.says for at, one in enumerate(whole.variations, 1)},
    )  # fmt: skip
    luck = Factor(
        id=LUCK, value=AS_THROWN, low=AS_THROWN, high=len(whole.luck),
        about="the luck: 0 as thrown, from 1 on the same dice up to one step of the game and others after it",
        basis="assumed", label="the luck",
        values={AS_THROWN: "as thrown"}
        | {at: f"turn {one.turn}, {one.source}: others from here on" for at, one in enumerate(whole.luck, 1)},
    )  # fmt: skip
    factors = {ENSEMBLE: maps, READING: reading, VARIATION: variation, LUCK: luck}
    return Inquiry(MATCH, f"{game.title}: whole games", factors, sides)


def alternatives(whole: WholeGame) -> list[tuple[str, str]]:
    """Return every reading of a ruling that we do not take, ruling by ruling: the values of `READING` from 1 on."""
    return [(name, value) for name, known in whole.readings.items() for value in known[1:]]


def readings_of(whole: WholeGame, at: int) -> tuple[tuple[str, str], ...]:
    """Return the readings of a game in which a cell has this value of `READING`, as `Seats` takes them."""
    return () if at == AS_WE_READ else (alternatives(whole)[at - 1],)


def players_of(whole: WholeGame, players: Mapping[str, str], at: int) -> list[str]:
    """Return the players, first side first, in a cell that has this value of `VARIATION`, as `Seats` names them."""
    varied = None if at == AS_THEY_ARE else whole.variations[at - 1]
    return [
        f"{players[side]}{MARK}{varied.id}" if varied is not None and varied.side == side else players[side]
        for side in whole.sides
    ]


def number_of(whole: WholeGame, game: int, at: int) -> int:
    """Return the number by which the engine plays a game in a cell that has this value of `LUCK`."""
    return game if at == AS_THROWN else whole.luck[at - 1].kept(game)


def _policy(name: str, side: str) -> Policy:
    return Policy(name, side, f"plays the whole game: {name}", _nothing)


def _nothing(state: object, turn: int) -> Mapping[str, ArrayLike]:
    """Decide nothing: on a map the engine asks the player itself."""
    return {}
