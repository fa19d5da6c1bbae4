"""Strict numerics for every test, and the fixtures that run over all discovered games, the template too."""

import os

import numpy as np
import pytest

from sim.game import Game, game_ids, games_with, load_game


def pytest_configure() -> None:
    np.seterr(all="raise")
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # hundreds of commands are run: they compile the code once


@pytest.fixture(params=game_ids(hidden=True))
def game(request: pytest.FixtureRequest) -> Game:
    return load_game(request.param)


@pytest.fixture(params=games_with(lambda game: game.has_combat, hidden=True))
def combat_game(request: pytest.FixtureRequest) -> Game:
    return load_game(request.param)


@pytest.fixture(params=games_with(lambda game: game.has_table, hidden=True))
def crt_game(request: pytest.FixtureRequest) -> Game:
    return load_game(request.param)
