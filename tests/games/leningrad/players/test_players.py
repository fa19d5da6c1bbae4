"""Players: better ones beat worse ones, and nobody knows what is hidden."""

import pytest

from sim.game import GameError
from sim.games.leningrad.played import WHOLE
from sim.games.leningrad.players.roster import PLAYERS, weights_of
from sim.match.play import play_match
from sim.match.whole import Seats


@pytest.mark.parametrize("name", PLAYERS[1:])
@pytest.mark.parametrize("side", ["german", "soviet"])
def test_characters_have_every_weight(name: str, side: str) -> None:
    assert weights_of(name, side)["care"] > 0


def test_an_unknown_player_is_named() -> None:
    with pytest.raises(GameError, match="no player 'genius'"):
        play_match(WHOLE, 1, 1, Seats("genius"))


@pytest.mark.in_turn
def test_a_quick_player_beats_a_random_one_on_either_side() -> None:
    margin = {
        pair: play_match(WHOLE, 100, 4, Seats(*pair), jobs=2).columns["vp_margin"].mean()
        for pair in (("random", "balanced"), ("balanced", "balanced"), ("balanced", "random"))
    }
    assert margin["random", "balanced"] < margin["balanced", "balanced"] < margin["balanced", "random"]
