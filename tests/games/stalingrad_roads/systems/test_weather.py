"""The winter: the printed cells, both readings of frost, laws by pencil."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import prod

import pytest

from sim.dice import all_rolls
from sim.games.stalingrad_roads.systems import weather
from sim.games.stalingrad_roads.systems._turns import CAMPAIGN, number
from sim.games.stalingrad_roads.systems._weather_table import TABLE
from sim.laws import longest_run_law
from sim.numbers.tables import load_list
from tests.games.stalingrad_roads.systems.asked import GAME, ROLLS, by_turn, found_of, last, setting


def plain_weather(turn: int, total: int) -> tuple[bool, str, str]:
    """Read the printed cell of a turn and a roll: mud, frost, sky."""
    row = load_list(GAME, "turn_track").rows[turn - 1]
    cell = row["fixed_weather"] or TABLE.cell(str(total), row["weather_column"])
    ground, sky = cell.split(" - ")
    return ground.startswith("B"), ground.partition("/")[2], sky


@pytest.mark.parametrize("turn", range(1, len(CAMPAIGN) + 1))
def test_every_roll_of_every_turn_is_the_printed_cell(turn: int) -> None:
    # [3.1.1, 3.3, 3.5]
    fallen = weather.turn_weather(CAMPAIGN[turn - 1], all_rolls(2))
    for (a, b), mud, frost, sky in zip(all_rolls(2).tolist(), *(part.tolist() for part in fallen), strict=True):
        expected = plain_weather(turn, a + b)
        assert (bool(mud), ("", "rg", "FG")[frost], ("CD", "CC", "Bz")[sky]) == expected


def test_the_exception_of_3_4_never_fires() -> None:
    """No mud is printed before FEB IV (ruling R1)."""
    assert not any(plain_weather(turn, a + b)[0] for turn in range(1, number("FEB IV")) for a, b in ROLLS)
    for worlds in by_turn("weather", setting("weather")):
        assert worlds.law("is_thaw_due").probability(bool) == 0
    changed = [last("weather", setting("weather", {"frost_exception": reading})) for reading in (0, 1, 2)]
    means = [worlds.law("hard_frost_turns").mean(lambda turns: turns) for worlds in changed]
    assert means[0] > means[1] > means[2]


def test_frost_by_both_readings_over_every_case() -> None:
    for rolled, before, mud, thaw, lasts in product((0, 1, 2), (0, 1, 2), (0, 1), (False, True), (0, 1)):
        held = 1 if thaw and rolled == 2 else rolled
        expected = max(held, before) if lasts and not mud else held
        assert int(weather.rivers_in_effect(rolled, before, mud, thaw, lasts)) == expected
    for turn, mud, sky, reading in product(range(1, 18), (0, 1), (0, 1, 2), (0, 1, 2)):
        early = turn < number("FEB IV")
        expected_thaw = (reading == 0 and early and mud) or (reading == 1 and not early and mud)
        expected_thaw = expected_thaw or (reading == 2 and early and sky == 2)
        assert bool(weather.is_thaw(turn, mud, sky, reading)) == bool(expected_thaw)


def test_the_laws_of_the_winter_by_pencil() -> None:
    hard = [Fraction(sum(plain_weather(t, a + b)[1] == "FG" for a, b in ROLLS), 36) for t in range(1, 18)]
    mud = [Fraction(sum(plain_weather(t, a + b)[0] for a, b in ROLLS), 36) for t in range(1, 18)]
    ended = last("weather", setting("weather"))
    assert ended.law("hard_frost_turns").mean(lambda turns: turns) == sum(hard)
    for field, chances in (("first_hard_frost", hard), ("first_mud", mud)):
        law = ended.law(field)
        for turn in range(1, 18):
            before = prod((1 - p for p in chances[: turn - 1]), start=Fraction(1))
            assert law.probability(lambda t, turn=turn: t == turn) == before * chances[turn - 1]
    # By hand: nothing before DEC II (3 and 4 on two dice: 5 in 36), DEC III adds the seven (11 in 36), DEC IV is sure.
    assert hard[:6] == [0, 0, 0, Fraction(5, 36), Fraction(11, 36), 1]


def test_waiting_for_the_sky_never_crosses_earlier() -> None:
    found = [last("weather", setting("weather", soviet=p)) for p in ("at_once", "with_air", "clear_sky")]
    by_turn = [[w.law("crossing_turn").probability(lambda t, n=n: 0 < t <= n) for n in range(1, 18)] for w in found]
    for patient, eager in ((1, 0), (2, 1)):
        assert all(late <= soon for late, soon in zip(by_turn[patient], by_turn[eager], strict=True))
    assert by_turn[0] == [found[0].law("first_hard_frost").probability(lambda t, n=n: 0 < t <= n) for n in range(1, 18)]


def test_the_longest_run_by_every_sequence() -> None:
    chances = [Fraction(1, 3), Fraction(1, 6), Fraction(1), Fraction(1, 2), Fraction(0), Fraction(5, 6)]
    found: Counter[int] = Counter()
    exact: dict[int, Fraction] = {}
    for sequence in product((0, 1), repeat=len(chances)):
        longest = max(map(len, "".join(map(str, sequence)).split("0")))
        p = prod((c if hit else 1 - c for hit, c in zip(sequence, chances, strict=True)), start=Fraction(1))
        exact[longest] = exact.get(longest, Fraction(0)) + p
        found[longest] += 1
    law = longest_run_law(chances)
    assert {outcome[0]: p for outcome, p in law} == {longest: p for longest, p in exact.items() if p}


def test_the_sky_and_the_mud_of_the_winter() -> None:
    cells = [[plain_weather(turn, a + b) for a, b in ROLLS] for turn in range(1, 18)]
    found = found_of("weather")
    for state, sky in enumerate(("CD", "CC", "Bz")):
        assert found[f"sky_{state}"] == Fraction(sum(cell[2] == sky for turn in cells for cell in turn), 36)
    for name, turn in zip(CAMPAIGN, cells, strict=True):
        p = Fraction(sum(cell[0] for cell in turn), 36)
        assert found.get(f"mud_{name.replace(' ', '_')}", p) == p
    assert found["exception"] == 0
