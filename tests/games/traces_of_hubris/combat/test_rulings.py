"""Other readings of Traces of Hubris: attackers driven back (R7), by brute force, and the numbers of the rulings."""

from fractions import Fraction
from itertools import combinations_with_replacement, product

import pytest

from analysis.fights.odds import odds
from analysis.sources.readings import answer, entries_of
from analysis.systems.ask import ask
from sim.combat import Fact
from sim.errors import GameError
from sim.games.traces_of_hubris.combat.facts import Fight
from sim.games.traces_of_hubris.combat.results import FIELDS, after_table
from sim.games.traces_of_hubris.combat.table import DEMANDS

GAME = "traces_of_hubris"


def fewest(units: tuple[int, ...], steps: int, toll: int) -> tuple[int, int]:
    """Steps and units lost by the best way to divide the steps of a result, those that are left paying the toll."""
    steps = min(steps, sum(units))
    ways = []
    for shares in product(*(range(u + 1) for u in units)):
        if sum(shares) == steps:
            lost = [min(u, s + (toll if s < u else 0)) for u, s in zip(units, shares, strict=True)]
            ways.append((sum(lost), sum(n == u for n, u in zip(lost, units, strict=True))))
    return min(ways)


@pytest.mark.parametrize("ezoc", [0, 1])
def test_attackers_who_are_driven_back_lose_as_little_as_they_can(ezoc: int) -> None:
    for n in range(1, 5):
        for units in combinations_with_replacement((1, 2), n):
            facts = {"attacker_units": tuple(map(str, units)), "defender_units": ("1",), "attacker_ezoc": ezoc}
            table = after_table(Fight(attack=1, defense=1, attacker_retreats=True, **facts))  # type: ignore[arg-type]
            assert table is not None
            for row, demand in zip(table.tolist(), DEMANDS, strict=True):
                is_driven = demand.attacker_steps != 0
                lost = fewest(units, demand.attacker_steps or 0, ezoc if is_driven else 0)
                assert tuple(row[:2]) == lost
                assert row[-1] == (is_driven and lost[1] < n)
                assert len(row) == len(FIELDS) + 1


def test_by_our_reading_nobody_is_driven_back() -> None:
    facts: dict[str, Fact] = {"attack": 8, "defense": 4, "attacker_units": ("2", "2"), "defender_units": ("2",)}
    plain, driven = odds(GAME, **facts), odds(GAME, **facts, attacker_retreats=True)
    assert plain.after is not None
    assert driven.after is not None
    assert plain.after.fields == FIELDS
    assert driven.after.fields == (*FIELDS, "attacker_retreat_hexes")
    assert driven.after.marginal(*FIELDS).counts == plain.after.counts
    assert driven.after.marginal("attacker_retreat_hexes").mean(int) == Fraction(1, 6)  # A1 on a 1
    with pytest.raises(GameError, match="attacker_ezoc is 1; expected 0 where attackers do not retreat"):
        odds(GAME, **facts, attacker_ezoc=1)


@pytest.mark.in_turn
def test_the_numbers_of_the_rulings_are_those_of_the_readings() -> None:
    """Each number that RULINGS.md gives for another reading, asked again."""

    def both(ruling: int) -> tuple[float, float]:
        entry = next(one for one in entries_of(GAME) if one["ruling"] == ruling)
        return tuple(round(float(answer(GAME, entry, other=other).value), 2) for other in (False, True))  # type: ignore

    assert both(7) == (0.17, 0.5)
    assert both(26) == (5, 3)
    assert both(30) == (2.36, 2.83)
    assert both(31) == (3.29, 4.22)
    assert both(32) == (4.01, 3.54)
    assert both(36) == (0.25, 1.5)
    assert both(42) == (2, 2.5)

    def found(system: str, name: str, **factors: int) -> Fraction | None:
        return next(one.number for one in ask(GAME, system, factors, spans=False).findings if one.id == name)

    assert found("blucher_discard", "markers", after_roll=1) == Fraction(3, 4)
    assert found("blucher_discard", "markers") == Fraction(9, 2)
    assert found("blucher_discard", "gain") == Fraction(3, 20)
    assert found("blucher_discard", "gain", threes_that_count=2) == Fraction(5, 27)
    assert found("blucher_discard", "markers", threes_that_count=2) == Fraction(50, 9)
