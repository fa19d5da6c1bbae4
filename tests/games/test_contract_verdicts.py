"""What the headline of every system must be, over every discovered game: short, and no constant."""

from collections.abc import Iterator

import pytest

from sim.errors import GameError
from sim.game import game_ids, load_game
from sim.system import System
from sim.verdict import Found, complaint

EVERY_SYSTEM = [(game, name) for game in game_ids(hidden=True) for name in load_game(game).systems]


def settings(system: System) -> Iterator[Found]:
    """Yield the system as it stands, at either end of each factor, and under each policy that it allows."""
    center = Found(system, system.setting())
    yield center
    for factor in system.factors.values():
        for end in (factor.low, factor.high):
            yield center.again(None, **{factor.id: end})
    for side, known in system.policies.items():
        for name in known:
            yield center.again({side: name})


@pytest.mark.parametrize(("game", "name"), EVERY_SYSTEM)
def test_a_verdict_keeps_the_measure(game: str, name: str) -> None:
    system = load_game(game).system(name)
    assert complaint(system.verdict(Found(system, system.setting()))) == ""


@pytest.mark.verification
@pytest.mark.parametrize(("game", "name"), EVERY_SYSTEM)
def test_a_verdict_follows_what_is_found_and_keeps_the_measure_wherever_it_is_asked(game: str, name: str) -> None:
    said, refused = set(), 0
    for found in settings(load_game(game).system(name)):
        try:
            sentence = found.system.verdict(found)
        except GameError:  # a setting that the rules refuse
            refused += 1
            continue
        assert complaint(sentence) == "", found.setting.factors
        said.add(sentence)
    assert len(said) > 1, "the same sentence whatever is found"
    assert refused < len(said) + 40
