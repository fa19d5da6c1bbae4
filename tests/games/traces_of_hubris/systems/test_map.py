"""Systems beside the map of Traces of Hubris, third part: pockets, headquarters, rail, tables, in plain loops."""

from collections import defaultdict
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from math import comb

import numpy as np
import pytest

from analysis.systems.ask import ask
from sim.factors import factors_of
from sim.game import load_game
from sim.games.traces_of_hubris.systems.attrition import after_check, verdict
from sim.games.traces_of_hubris.systems.luftwaffe import air_supply_limits, markers
from sim.games.traces_of_hubris.systems.rail import arrivals
from sim.games.traces_of_hubris.systems.reserves import AXIS, SOVIET, WITHDRAWALS
from sim.numbers.tables import Records
from sim.play import play_exactly
from sim.verdict import Found, often, roughly
from tests.games.traces_of_hubris.systems.test_systems import course_of, law_of, setting_of

NINE = 9

# a pocket [8.1] --------------------------------------------------------------------------------


def starve(steps: tuple[int, ...], fed: int, is_weak_first: bool) -> tuple[int, ...]:
    order = sorted(range(len(steps)), key=lambda at: steps[at] if is_weak_first else -steps[at])
    alive = [at for at in order if steps[at]]
    return tuple(steps[at] - (1 if at in alive[fed:] else 0) for at in range(len(steps)))


@pytest.mark.parametrize("factors", [
    {}, {"pocket_from": 5, "pocket_turns": 3, "hexes": 6, "closing_activations": 2}, {"steps": 1, "units_per_hex": 1},
    {"pocket_from": 9, "hexes": 2, "level": 2}, {"pocket_from": 2, "pocket_turns": 4, "level": -2, "hexes": 8},
])  # fmt: skip
@pytest.mark.parametrize("policy", ["feed_weak", "feed_strong", "no_airlift"])
def test_a_pocket_starves_hex_by_hex(factors: dict[str, int], policy: str) -> None:
    f = {name: factor.value for name, factor in factors_of("traces_of_hubris", "attrition_factors").items()} | factors
    law = {(f["steps"],) * f["hexes"]: Fraction(1)}
    for turn in range(f["pocket_from"], min(f["pocket_from"] + f["pocket_turns"], 10)):
        after: dict[tuple[int, ...], Fraction] = defaultdict(Fraction)
        k = f["closing_activations"]
        checked = Fraction(1, k + 1) if turn == f["pocket_from"] else Fraction(1)
        for (steps, p), die in product(law.items(), range(1, 7)):
            most = int(air_supply_limits(markers(turn, np.array([die], np.int8), f["level"]))[1])
            fed = 0 if policy == "no_airlift" else most
            after[starve(steps, fed, policy != "feed_strong")] += p * checked / 6
            after[steps] += p * (1 - checked) / 6
        law = dict(after)
    starved: dict[int, Fraction] = defaultdict(Fraction)
    for steps, p in law.items():
        starved[sum(n == 0 for n in steps) * f["units_per_hex"]] += p
    assert law_of("attrition", "units_starved", factors, {"axis": policy}) == {n: p for n, p in starved.items() if p}
    is_closed_at_end = f["pocket_from"] + f["pocket_turns"] > NINE
    if is_closed_at_end:
        assert law_of("attrition", "units_lost", factors, {"axis": policy}) == {f["hexes"] * f["units_per_hex"]: 1}


def test_the_headline_sets_pockets_that_lose_none_apart_from_the_others() -> None:
    """Closed on turn 8 one mean would lie between two heaps; closed on turn 3 all starve before the last check."""
    system = load_game("traces_of_hubris").system("attrition")
    found = Found(system, system.setting())
    none = found.law("units_starved").probability(lambda lost: lost == 0)
    starve = roughly(found.value / (1 - none), "unit")
    assert f"closed on turn 8 loses nothing in {often(none)}, otherwise {starve} of 8." in verdict(found)
    assert "nothing in" not in verdict(found.again(pocket_from=3))


def test_air_supply_that_fed_no_hex_may_spare_one_at_the_last_check() -> None:
    """Ruling R45: with one chance in four the pocket is closed in time and its markers are used up."""
    told = {"pocket_from": 9, "closing_activations": 3, "last_check_spared": 1}
    expected: dict[int, Fraction] = defaultdict(Fraction)
    for die in range(1, 7):
        most = int(air_supply_limits(markers(NINE, np.array([die], np.int8)))[1])
        expected[2 * (4 - min(4, most))] += Fraction(3, 4) / 6
        expected[8] += Fraction(1, 4) / 6
    assert law_of("attrition", "units_lost", told) == {n: p for n, p in expected.items() if p}


def test_what_each_check_takes_adds_up_to_what_starves() -> None:
    for told in ({}, {"pocket_from": 4, "hexes": 7}, {"pocket_from": 6, "pocket_turns": 2, "steps": 1}):
        answer = ask("traces_of_hubris", "attrition", told, spans=False)
        checks = {one.id: one.number for one in answer.findings if one.id.startswith("starved_")}
        first = answer.factors["pocket_from"]
        assert list(checks) == [f"starved_{turn}" for turn in range(first, NINE + 1)]
        assert sum((n or 0 for n in checks.values()), Fraction(0)) == answer.headline


def test_a_check_takes_a_step_from_all_but_the_fed() -> None:
    for two, one in product(range(4), repeat=2):
        for fed_two, fed_one in product(range(two + 1), range(one + 1)):
            left = after_check(*(np.array(n, np.int16) for n in (two, one, fed_two, fed_one)))
            steps = [2] * fed_two + [1] * (two - fed_two) + [1] * fed_one + [0] * (one - fed_one)
            assert [int(n) for n in left] == [steps.count(n) for n in (2, 1, 0)]


# a headquarters, the railroad [11.2, 12.2] ------------------------------------------------------


def lost_activations(own: int, benched: bool, taken_from: int) -> dict[int, Fraction]:
    """Every order of every turn's chits: L the loss, H its own, R reinforcement."""

    @cache
    def play(turn: int, is_on: bool, lost: int) -> dict[int, Fraction]:
        if turn > 4:
            return {lost: Fraction(1)}
        mine = own if is_on or not benched else 0
        chits = "L" * (turn == 1) + "H" * mine + "R" * (turn >= taken_from)
        law: dict[int, Fraction] = defaultdict(Fraction)
        orders = list(permutations(chits))
        for order in orders:
            on, gone = is_on, lost + own - mine
            for chit in order:
                gone += chit == "H" and not on
                on = (on and chit != "L") or chit == "R"
            for end, p in play(turn + 1, on, gone).items():
                law[end] += p / len(orders)
        return dict(law)

    return play(1, True, 0)


@pytest.mark.parametrize("own", [1, 2])
@pytest.mark.parametrize(("policy", "benched", "taken_from"), [("gamble", 0, 1), ("bench", 1, 1), ("caught", 0, 2)])
def test_a_headquarters_lost_by_every_order_of_its_chits(own: int, policy: str, benched: int, taken_from: int) -> None:
    room = {"own_chits": own, "room_from": 0, "room_every": 1}
    assert law_of("headquarters", "activations_lost", room, {"axis": policy}) == lost_activations(
        own, bool(benched), taken_from
    )
    ours = law_of("headquarters", "activations_lost", {"own_chits": own}, {"axis": policy})
    assert ours == lost_activations(own, bool(benched), 3), "the second turn after the loss"


def test_what_a_reinforcement_chit_brings_back() -> None:
    # [2.3, 8.3]
    for units, hqs, option in product(range(9), range(4), (0, 1)):
        queue = ["hq"] * hqs + ["unit"] * units
        free = queue[:1] if hqs and not option else []
        came = free + queue[len(free) : len(free) + 2]
        assert [int(n) for n in arrivals(units, hqs, option)] == [came.count("unit"), came.count("hq")]
        came = ["hq"] * hqs + ["unit"] * min(units, 2) if not option else queue[:2]  # R26: every one free, but for 14.3
        assert [int(n) for n in arrivals(units, hqs, option, 1)] == [came.count("unit"), came.count("hq")]


def test_half_of_the_trains_are_a_turn_earlier() -> None:
    """Four units and a headquarters need two chits: the first is drawn behind the supply chit in half of the orders."""
    # [8.3, 8.0]
    assert law_of("rail", "back_turn", {}) == {3: Fraction(1, 2), 5: Fraction(1, 2)}, "a chit every second turn"
    assert law_of("rail", "back_turn", {"room_every": 1}) == {2: Fraction(1, 2), 3: Fraction(1, 2)}
    few = {"units": 2, "room_every": 1}
    assert law_of("rail", "back_turn", few) == {1: Fraction(1, 2), 2: Fraction(1, 2)}
    assert law_of("rail", "back_turn", {**few, "waits_a_turn": 1}) == {2: 1}, "ruling R44"
    assert law_of("rail", "back_turn", {"units": 6, "room_every": 3}) == {0: Fraction(1, 2), 7: Fraction(1, 2)}
    assert law_of("rail", "back_turn", {"units": 6, "hqs": 3, "room_every": 1}, {"axis": "okh_first"}) == {5: 1}


# arrivals and withdrawals [8.2, 11.2] -----------------------------------------------------------


def test_with_full_pools_the_tables_add_up() -> None:
    def mean(table: Records, *fields: str) -> Fraction:
        return Fraction(sum(int(row[field]) for row in table.rows for field in fields), len(table.rows))

    told = {"infantry_pool": 16, "panzer_pool": 4, "infantry_destroyed": 3}
    net = sum(n * p for n, p in law_of("reserves", "german_net", told).items())
    wiking = 1 - Fraction(5, 6) ** 9
    assert law_of("reserves", "has_wiking", {})[1] == wiking
    full = 9 * (mean(AXIS, "german_infantry") - mean(WITHDRAWALS, "german_infantry", "german_panzer")) + wiking
    panzers = binomial_mean_capped(9, mean(AXIS, "german_panzer"), 4)
    assert net == full + panzers


def test_minors_and_soviets_come_by_their_tables() -> None:
    def numbers(**told: int) -> dict[str, Fraction]:
        found = ask("traces_of_hubris", "reserves", told, {"axis": "okh", "soviet": "uranus"}, spans=False).findings
        return {one.id: one.number for one in found if one.number is not None}

    nations = ("romanian", "italian", "hungarian")
    for level in (-1, 0, 1):
        moved = [
            max(int(row[nation]) + (level if basis[nation] == "assumed" else 0), 0)
            for row, basis in zip(AXIS.rows, AXIS.basis, strict=True)
            for nation in nations
        ]
        assert numbers(minor_level=level)["minors"] == 4 * Fraction(sum(moved), 6)  # on turns 1, 3, 5 and 7
    others = sum(int(row[kind]) for row in SOVIET.rows[:6] for kind in ("tank", "guards_rifle", "nkvd_motorized"))
    assert law_of("reserves", "soviet_other", {}, {"soviet": "uranus"}) == {others: 1}


def binomial_mean_capped(n: int, p: Fraction, cap: int) -> Fraction:
    """The mean of a binomial number, at most `cap`."""
    chances = [Fraction(comb(n, k)) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]
    return sum((min(k, cap) * chance for k, chance in enumerate(chances)), Fraction(0))


def test_an_empty_pool_brings_nobody_but_wiking() -> None:
    told = {"infantry_pool": 0, "panzer_pool": 0, "infantry_destroyed": 0, "withdrawal_level": -1}
    setting = setting_of("reserves", told)
    received = 0
    for worlds in play_exactly(course_of("reserves"), setting):
        received = max(received, *(n for (n,), _ in worlds.law("received")))
    assert received == 1
