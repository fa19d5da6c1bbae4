"""What the headline of every system must be, over every discovered game: short, and no constant."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import pytest

from sim.errors import GameError
from sim.game import game_ids, load_game
from sim.laws import has_mean_between_heaps
from sim.system import Finding, Setting, System
from sim.verdict import Found, complaint, figure, numbers_of

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


@pytest.mark.parametrize(("game", "name"), EVERY_SYSTEM)
def test_no_headline_gives_a_mean_that_hardly_any_game_comes_near(game: str, name: str) -> None:
    """Where a law lies in two heaps, how often each comes up is an answer; what lies between them is none."""
    system = load_game(game).system(name)
    asked: list[tuple[Setting, Fraction]] = []

    def noted(setting: Setting) -> Fraction:
        asked.append((setting, system.measure(setting)))
        return asked[-1][1]

    sentence = system.verdict(Found(replace(system, measure=noted), system.setting()))
    for setting, value in asked:
        if figure(value) in numbers_of(sentence):
            assert not [one.id for one in between_heaps(system, setting, value)], (setting.factors, sentence)


def between_heaps(system: System, setting: Setting, value: Fraction) -> Iterator[Finding]:
    """Yield the laws in two heaps whose mean is the answer, or it and a whole number, such as what is there anyhow."""
    for one in system.find(setting):
        is_split = one.law is not None and len(one.law.fields) == 1 and has_mean_between_heaps(one.law)
        if one.law is not None and is_split and (one.law.mean(int) - value).denominator == 1:
            yield one


def test_the_two_laws_in_heaps_are_found() -> None:
    """What the rule above looks for is there: it would be kept by finding nothing."""
    found = {
        (game, name)
        for game, name in EVERY_SYSTEM
        for system in (load_game(game).system(name),)
        if any(between_heaps(system, system.setting(), system.measure(system.setting())))
    }
    assert {("inferno_on_the_volga", "paulus"), ("traces_of_hubris", "attrition")} <= found
