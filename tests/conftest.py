"""Strict numerics for every test, and the fixtures that run over all discovered games, the template too."""

import os

import numpy as np
import pytest

from sim.game import Game, game_ids, games_with, load_game
from tests.order import longest_first
from tests.sampled import is_its_turn


def pytest_configure() -> None:
    np.seterr(all="raise")
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # hundreds of commands are run: they compile the code once


def pytest_itemcollected(item: pytest.Item) -> None:
    """Let a costly test run in `make test` where it is its turn, and always in `make verify`."""
    if turn := item.get_closest_marker("in_turn"):
        who = item.nodeid.partition("::")[0] if turn.args else item.nodeid  # those of a file together, or one by one
        item.add_marker("sampled" if is_its_turn(who) else "verification")
    if "pages" in getattr(item, "fixturenames", ()):
        item.add_marker("sampled")  # of a share of the pages; `make verify` looks at those of every kind


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: longest_first(item.nodeid))


@pytest.fixture(params=game_ids(hidden=True))
def game(request: pytest.FixtureRequest) -> Game:
    return load_game(request.param)


@pytest.fixture(params=games_with(lambda game: game.has_combat, hidden=True))
def combat_game(request: pytest.FixtureRequest) -> Game:
    return load_game(request.param)


@pytest.fixture(params=games_with(lambda game: game.has_table, hidden=True))
def crt_game(request: pytest.FixtureRequest) -> Game:
    return load_game(request.param)
