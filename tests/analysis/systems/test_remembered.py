"""A system that remembers: the same answers, each counted once; errors and values a game are not remembered."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from analysis.systems.ask import ask
from analysis.systems.remembered import remembered
from sim.errors import GameError
from sim.game import load_game
from sim.system import Finding, Setting, System


@pytest.fixture
def watched() -> tuple[System, Counter[str]]:
    """A system that counts how often it is asked, and refuses the lowest value of its first factor."""
    found, asked = load_game("stalingrad_roads").system("pocket"), Counter[str]()
    first = next(iter(found.factors.values()))

    def measure(setting: Setting) -> Fraction:
        asked["measure"] += 1
        if np.any(np.asarray(setting.factors[first.id]) == first.low):
            raise GameError("refused")
        return Fraction(int(np.sum(setting.factors[first.id])), setting.first_turn)

    def find(setting: Setting) -> Iterator[Finding]:
        for at in range(3):
            asked["find"] += 1
            if np.any(np.asarray(setting.factors[first.id]) == first.low) and at:
                raise GameError("refused")
            yield Finding(f"{at}", "a number", "1.1", number=Fraction(at))

    return remembered(replace(found, measure=measure, find=find)), asked


def values(system: System, change: Callable[[int, int], int]) -> dict[str, int]:
    first = next(iter(system.factors.values()))
    return {first.id: change(first.low, first.high)}


def test_a_setting_is_counted_once_and_another_anew(watched: tuple[System, Counter[str]]) -> None:
    system, asked = watched
    high = system.setting(values(system, lambda low, high: high))
    again = system.setting(values(system, lambda low, high: high))
    assert system.measure(high) == system.measure(again) == next(iter(system.factors.values())).high
    assert asked["measure"] == 1
    assert system.measure(replace(high, first_turn=2)) == system.measure(high) / 2
    assert asked["measure"] == 2
    for other in (
        replace(high, position={"level": 1}),
        replace(high, later={3: {"x": 1}}),
        replace(high, forced={"x": 1}),
    ):
        system.measure(other)
    assert asked["measure"] == 5


def test_findings_are_counted_as_far_as_they_are_asked_for(watched: tuple[System, Counter[str]]) -> None:
    system, asked = watched
    setting = system.setting(values(system, lambda low, high: high))
    assert next(iter(system.find(setting))).id == "0"
    assert asked["find"] == 1
    assert [one.id for one in system.find(setting)] == ["0", "1", "2"] == [one.id for one in system.find(setting)]
    assert asked["find"] == 3


def test_what_is_refused_is_refused_again(watched: tuple[System, Counter[str]]) -> None:
    system, asked = watched
    low = system.setting(values(system, lambda low, high: low))
    for _ in range(2):
        with pytest.raises(GameError, match="refused"):
            system.measure(low)
        with pytest.raises(GameError, match="refused"):
            list(system.find(low))
    assert (asked["measure"], asked["find"]) == (2, 4)


def test_values_a_game_are_never_remembered(watched: tuple[System, Counter[str]]) -> None:
    system, asked = watched
    first = next(iter(system.factors.values()))
    setting = replace(system.setting(), factors={**system.setting().factors, first.id: np.full(2, first.high)})
    assert system.measure(setting) == system.measure(setting) == 2 * first.high
    assert asked["measure"] == 2


def test_asked_through_the_memory_a_system_answers_as_itself() -> None:
    plain, answer = load_game("donnerschlag").system("pair"), ask("donnerschlag", "pair")
    for span in answer.spans[:2]:
        for value, found in span.measures.items():
            assert found == plain.measure(plain.setting({span.factor: value}))
