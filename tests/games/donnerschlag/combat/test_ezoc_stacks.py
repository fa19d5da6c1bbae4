"""Stacks forced into enemy zones, and those that are spared by losing their last step before (ruling R53)."""

from itertools import product
from typing import Any

import numpy as np
import pytest

from analysis.fights.odds import odds
from sim.errors import GameError
from sim.games.donnerschlag.combat.results import losses


def every_cost(demand: int, stacks: tuple[int, ...], free: int, trapped: int) -> list[int]:
    """Try every way to take the demand, then the trapped, then a step of each stack that is left."""
    if not demand and not trapped and not stacks:
        return [0]
    ways = []
    for taken in product(*(range(n + 1) for n in (*stacks, free, trapped))):
        *of_stacks, _, of_trapped = taken
        if sum(taken) == min(demand, sum(stacks) + free + trapped):
            toll = sum(steps > lost for steps, lost in zip(stacks, of_stacks, strict=True))
            ways.append(sum(taken) + trapped - of_trapped + toll)
    return ways


@pytest.mark.parametrize("stacks", [(), (1,), (2,), (1, 1), (1, 2), (2, 3), (1, 1, 2)])
@pytest.mark.parametrize("trapped", [0, 1, 2])
def test_the_owner_loses_as_little_as_any_choice_would_cost_him(stacks: tuple[int, ...], trapped: int) -> None:
    for demand, free in product(range(4), range(3)):
        steps = sum(stacks) + free + trapped
        if steps:
            found = losses(demand, 1, steps, trapped, len(stacks), stacks)
            assert int(found) == min(every_cost(demand, stacks, free, trapped)), (demand, free)
            most = losses(demand, 1, steps, trapped, len(stacks), stacks, enemy_picks=True)
            assert int(most) == max(every_cost(demand, stacks, free, trapped)), (demand, free)
    assert np.array_equal(losses([1, 2], [0, 0], 9, trapped, len(stacks), stacks), [1, 2])  # no retreat, no toll


def fight(**facts: Any) -> dict[str, Any]:
    known: dict[str, Any] = {"attack": 8, "defense": 4, "attacker_steps": 4, "defender_steps": 4}
    return known | facts


def test_the_answer_warns_where_it_matters_and_only_there() -> None:
    (note,) = odds("donnerschlag", **fight(defender_ezoc_stacks=2)).notes
    assert note.startswith("each of 2 defender stacks pays a step for the enemy zone")
    assert odds("donnerschlag", **fight(defender_ezoc_stacks=2, defender_ezoc_steps=("1", "1"))).notes == ()
    assert odds("donnerschlag", **fight(defender_ezoc_stacks=1, defender_trapped_steps=3)).notes == ()
    assert odds("donnerschlag", **fight(defender_ezoc_stacks=2, enemy_picks=True)).notes == ()
    assert odds("donnerschlag", **fight()).notes == ()


def test_stacks_of_a_step_cost_less_than_those_of_two() -> None:
    means = []
    for steps in (("1", "1"), ("2", "2")):
        answer = odds("donnerschlag", **fight(defender_ezoc_stacks=2, defender_ezoc_steps=steps))
        assert answer.after is not None
        means.append(answer.after.marginal("defender_step_losses").mean(lambda lost: lost))
    assert means[0] < means[1]


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ({"defender_ezoc_stacks": 2, "defender_ezoc_steps": ("1",)}, "expected a number for each of 2"),
        ({"defender_ezoc_stacks": 1, "defender_ezoc_steps": ("x",)}, "expected for each stack a whole number from 1"),
        ({"defender_ezoc_stacks": 1, "defender_ezoc_steps": ("5",)}, "expected at most 4 in all"),
    ],
)
def test_steps_that_cannot_be_are_refused(facts: dict[str, Any], message: str) -> None:
    with pytest.raises(GameError, match=message):
        odds("donnerschlag", **fight(**facts))
