"""What `kessel odds` says where a number is none or a game has no combat, and what its codes mean."""

import pytest

from sim.game import game_ids, games_with
from tests.analysis.commands import kessel


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("leningrad", "--attack", "eleven", "--defense", "4"), "attack is 'eleven'; expected a whole number from 1"),
        (("leningrad", "--attack", "11", "--defense", "1.5"), "defense is '1.5'; expected a whole number from 1"),
        (("stalingrad_roads", "--attack", "11", "--defense", "4", "--shift", "x"), "shift is 'x'; expected a whole"),
        (("chess", "--attack", "11"), f"no game 'chess'; expected one of {', '.join(game_ids())}"),
    ],
)
def test_what_was_expected_is_said(words: tuple[str, ...], message: str) -> None:
    done = kessel("odds", *words)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert message in done.stderr


def test_a_game_without_combat_names_those_that_have_it() -> None:
    without = [game for game in game_ids() if game not in games_with(lambda game: game.has_combat)]
    for game in without:
        assert f"{game} has no combat yet; games that have: {', '.join(games_with(lambda game: game.has_combat))}" in (
            kessel("odds", game, "--attack", "3").stderr
        )


def test_codes_are_explained_below_the_table() -> None:
    leningrad = kessel("odds", "leningrad", "--attack", "11", "--defense", "4").stdout
    assert "defender/attacker: 1 and 2 are steps to lose or hexes to retreat, - is unaffected" in _in_one_line(
        leningrad
    )
    best = _in_one_line(kessel("odds", "leningrad", "--attack", "40", "--defense", "4").stdout)
    assert "E is eliminated" in best
    roads = _in_one_line(kessel("odds", "stalingrad_roads", "--attack", "34", "--defense", "4").stdout)
    assert "E2, E3: so many units exploit; DR2, DR3: retreats so many hexes" in roads
    assert "F: stays" not in roads  # no F at 6/1
    assert "legend" not in kessel("odds", "leningrad", "--attack", "11", "--defense", "4", "--json").stdout


def _in_one_line(text: str) -> str:
    return " ".join(text.split())
