"""The winter, the airlift's cup and the ring: every rule by brute force, laws by pencil."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations, product
from math import prod
from typing import Any

import numpy as np
import pytest

from sim.dice import all_rolls
from sim.game import GameError, Setting
from sim.games.stalingrad_roads import ju52, winter
from sim.games.stalingrad_roads.chains import last_worlds, worlds_by_turn
from sim.games.stalingrad_roads.combat import odds
from sim.games.stalingrad_roads.inputs import CAMPAIGN, number
from sim.games.stalingrad_roads.laws import longest_run_law
from sim.games.stalingrad_roads.questions_pocket import turns_above_1, turns_bought
from sim.games.stalingrad_roads.ring import garrison_units, pinned_units, tied_units
from sim.games.stalingrad_roads.scenarios import SCENARIOS
from sim.games.stalingrad_roads.surrender import units_by_surrender
from sim.games.stalingrad_roads.tracks import TRACKS
from sim.games.stalingrad_roads.weather import TABLE as WEATHER
from sim.tables import load_grid, load_list

GAME = "stalingrad_roads"
ROLLS = [(a, b) for a in range(1, 7) for b in range(1, 7)]


def setting(name: str, factors: Mapping[str, int] | None = None, **policies: str) -> Setting:
    return SCENARIOS[name].setting(factors, policies)


# Weather -------------------------------------------------------------------------------------------------------------


def plain_weather(turn: int, total: int) -> tuple[bool, str, str]:
    """Read the printed cell of a turn and a roll: mud, frost, sky."""
    row = load_list(GAME, "turn_track").rows[turn - 1]
    cell = row["fixed_weather"] or WEATHER.cell(str(total), row["weather_column"])
    ground, sky = cell.split(" - ")
    return ground.startswith("B"), ground.partition("/")[2], sky


@pytest.mark.parametrize("turn", range(1, len(CAMPAIGN) + 1))
def test_every_roll_of_every_turn_is_the_printed_cell(turn: int) -> None:
    fallen = winter.turn_weather(CAMPAIGN[turn - 1], all_rolls(2))
    for (a, b), mud, frost, sky in zip(all_rolls(2).tolist(), *(part.tolist() for part in fallen), strict=True):
        expected = plain_weather(turn, a + b)
        assert (bool(mud), ("", "rg", "FG")[frost], ("CD", "CC", "Bz")[sky]) == expected


def test_the_exception_of_3_4_never_fires() -> None:
    """No mud is printed before FEB IV (ruling R1)."""
    assert not any(plain_weather(turn, a + b)[0] for turn in range(1, number("FEB IV")) for a, b in ROLLS)
    for worlds in worlds_by_turn("weather", setting("weather")):
        assert worlds.law("is_thaw_due").probability(bool) == 0
    changed = [last_worlds("weather", setting("weather", {"frost_exception": reading})) for reading in (0, 1, 2)]
    means = [worlds.law("hard_frost_turns").mean(lambda turns: turns) for worlds in changed]
    assert means[0] > means[1] > means[2]


def test_frost_by_both_readings_over_every_case() -> None:
    for rolled, before, mud, thaw, lasts in product((0, 1, 2), (0, 1, 2), (0, 1), (False, True), (0, 1)):
        held = 1 if thaw and rolled == 2 else rolled
        expected = max(held, before) if lasts and not mud else held
        assert int(winter.rivers_in_effect(rolled, before, mud, thaw, lasts)) == expected
    for turn, mud, sky, reading in product(range(1, 18), (0, 1), (0, 1, 2), (0, 1, 2)):
        early = turn < number("FEB IV")
        expected_thaw = (reading == 0 and early and mud) or (reading == 1 and not early and mud)
        expected_thaw = expected_thaw or (reading == 2 and early and sky == 2)
        assert bool(winter.is_thaw(turn, mud, sky, reading)) == bool(expected_thaw)


def test_the_laws_of_the_winter_by_pencil() -> None:
    hard = [Fraction(sum(plain_weather(t, a + b)[1] == "FG" for a, b in ROLLS), 36) for t in range(1, 18)]
    mud = [Fraction(sum(plain_weather(t, a + b)[0] for a, b in ROLLS), 36) for t in range(1, 18)]
    last = last_worlds("weather", setting("weather"))
    assert last.law("hard_frost_turns").mean(lambda turns: turns) == sum(hard)
    for field, chances in (("first_hard_frost", hard), ("first_mud", mud)):
        law = last.law(field)
        for turn in range(1, 18):
            before = prod((1 - p for p in chances[: turn - 1]), start=Fraction(1))
            assert law.probability(lambda t, turn=turn: t == turn) == before * chances[turn - 1]
    # By hand: nothing before DEC II (3 and 4 on two dice: 5 in 36), DEC III adds the seven (11 in 36), DEC IV is sure.
    assert hard[:6] == [0, 0, 0, Fraction(5, 36), Fraction(11, 36), 1]


def test_waiting_for_the_sky_never_crosses_earlier() -> None:
    found = [last_worlds("weather", setting("weather", soviet=p)) for p in ("at_once", "with_air", "clear_sky")]
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


# The Ju 52 markers ---------------------------------------------------------------------------------------------------


def cup_state(**values: int) -> ju52.Cup:
    names = ju52.Cup.__dataclass_fields__
    columns: dict[str, Any] = {name: np.array([values.get(name, 0)], np.int8) for name in names}
    return ju52.Cup(**columns)


@pytest.mark.parametrize("received", range(7))
@pytest.mark.parametrize("gone", [(0, 0), (1, 0), (2, 1)])
def test_what_is_drawn_by_every_hand_of_the_cup(received: int, gone: tuple[int, int]) -> None:
    chosen = setting("ju52")
    kinds = {name: int(n) for name, n in ju52.mix(chosen.factors).items()}
    kinds["evacuation"] -= gone[0]
    kinds["general_hube"] -= gone[1]
    cup = [name for name, n in kinds.items() for _ in range(n)]
    hands: Counter[tuple[int, int]] = Counter()
    sorties: Counter[tuple[int, int, bool]] = Counter()
    for hand in combinations(cup, received):
        pair = (hand.count("evacuation"), hand.count("general_hube"))
        hands[pair] += 1
        sorties[(*pair, any(name.startswith("sortie") for name in hand))] += 1
    state = cup_state(ju52_received=received, evacuated=gone[0], hubes_played=gone[1])
    weights = ju52.leaving_weights(state, chosen, 1)[0].tolist()
    assert {pair: n for pair, n in zip(ju52._PAIRS, weights, strict=True) if n} == dict(hands)
    for (evacuations, hubes), n in hands.items():
        drawn = cup_state(ju52_received=received, drawn_evacuations=evacuations, drawn_hubes=hubes)
        without, with_one = ju52.sortie_weights(drawn, setting("ju52", axis="sally"), 1)[0].tolist()
        if received > evacuations + hubes:
            share = Fraction(sorties[(evacuations, hubes, True)], n)
            assert Fraction(with_one, without + with_one) == share


def test_evacuations_over_every_level() -> None:
    for level, evacuations in product(range(1, 12), range(4)):
        after = level
        for _ in range(evacuations):
            after += 2 <= after <= 5
        assert int(ju52.evacuation_level(level, evacuations)) == after


@pytest.mark.parametrize("policy", ["press", "starve"])
def test_without_events_the_pocket_is_the_pocket(policy: str) -> None:
    """A cup without evacuations, of which nobody plays the rest, is no cup at all."""
    plain = last_worlds("ju52", setting("ju52", {"evacuation": 0}, soviet=policy, axis="hold_back"))
    pocket = last_worlds("pocket", setting("pocket", soviet=policy))
    assert dict(plain.law("first_turn_at_1")) == dict(pocket.law("first_turn_at_1"))


def test_what_leaves_the_cup_stays_away() -> None:
    for worlds in worlds_by_turn("ju52", setting("ju52")):
        assert worlds.law("evacuated").probability(lambda n: n > 2) == 0
        assert worlds.law("hubes_played", "held_hubes").probability(lambda played, held: played + held > 1) == 0
        doubled = worlds.law("is_doubled", "is_attacked").probability(lambda double, attacked: double and not attacked)
        assert doubled == 0
    never = last_worlds("ju52", setting("ju52", axis="hold_back"))
    assert never.law("hubes_played").counts.keys() == {(0,)}


def test_evacuations_prolong_and_sorties_shorten() -> None:
    lives = [turns_above_1(setting("ju52", {"evacuation": n}), "ju52") for n in (0, 1, 2, 3)]
    assert lives == sorted(lives)
    assert turns_bought(setting("ju52")) > 0 > turns_bought(setting("ju52", axis="sally"))


def test_a_mix_of_more_than_fifteen_is_refused_in_words() -> None:
    with pytest.raises(GameError, match=r"the Ju 52 kinds make 17 markers; expected at most 15"):
        ju52.start(1, setting("ju52", {"stack_resistance": 4, "rattenkrieg": 3, "evacuation": 3, "support": 2}))


@pytest.mark.parametrize("received", range(7))
def test_attacks_from_the_pocket_by_every_hand(received: int) -> None:
    """Sorties, and for the policy that plays them the last reserves, among the markers that come back."""
    kinds = {name: int(n) for name, n in ju52.mix(setting("ju52").factors).items()}
    cup = [name for name, n in kinds.items() for _ in range(n) if name not in ("evacuation", "general_hube")]
    hands = list(combinations(cup, received))
    for policy, attacks in (("sally", ("sortie",)), ("all_out", ("sortie", "last_reserves")), ("shelter", ())):
        with_one = sum(any(name.startswith(attack) for name in hand for attack in attacks) for hand in hands)
        state = cup_state(ju52_received=received)
        weights = ju52.sortie_weights(state, setting("ju52", axis=policy), 1)[0].tolist()
        if policy == "shelter" or not received:
            assert weights == [0, 0]
        else:
            assert weights == [len(hands) - with_one, with_one]


# A fight against the pocket ------------------------------------------------------------------------------------------


def found_of(name: str, told: Mapping[str, int] | None = None) -> dict[str, Any]:
    track = TRACKS[name]
    return {finding.id: finding.number for finding in track.find(track.setting(told))}


def test_the_fight_of_example_10_under_every_marker() -> None:
    """20 against 9 is 2/1, doubled 20 against 18 is 1/1; doubling 5 of 9 makes 14: 1/1 as well."""
    found = found_of("resistance")
    for marker, defense in (("none", 9), ("unit", 14), ("stack", 18)):
        after = odds(20, defense, fortress_level=8, defender_steps=4).after
        assert after is not None
        assert found[f"steps_{marker}"] == after.marginal("defender_step_losses").mean(lambda steps: steps)
        assert found[f"cost_{marker}"] == after.marginal("attacker_step_losses").mean(lambda steps: steps)
    # Rattenkrieg: on 1 to 5 one step each, on 6 the fight as it is.
    for side in ("steps", "cost"):
        assert found[f"{side}_rattenkrieg"] == Fraction(5, 6) + found[f"{side}_none"] / 6
    track = TRACKS["resistance"]
    assert track.measure(track.setting()) == found["steps_none"] - found["steps_stack"]


def test_an_attack_that_is_called_off_costs_nobody_a_step() -> None:
    found = found_of("resistance", {"attack": 8, "defense": 16})
    assert found["steps_none"] > 0 == found["steps_stack"] == found["cost_stack"] == found["emptied_stack"]


# The ring ------------------------------------------------------------------------------------------------------------


def test_pinned_and_garrison() -> None:
    assert [int(n) for n in pinned_units(np.arange(4))] == [0, 1, 2, 2]
    for hexes, units, held in product(range(1, 20), (1, 2, 3), (0, 1, 2)):
        garrison = {2: 24, 1: 15, 0: 0}[held]
        assert tied_units(hexes, units, held) == max(hexes * (units - (units == 3)), garrison)
    assert garrison_units(2, 5, 4) == 24
    assert garrison_units(2, 4, 4) == 0


def test_the_price_of_a_weak_garrison() -> None:
    """All supports go back, and the rolls of the next turn are missed [10.2.6]."""
    table = load_grid(GAME, "support_acquisition")
    rolled = {box: Fraction(sum(int(table.cell(str(a + b), box)) for a, b in ROLLS), 36) for box in table.column_labels}
    for held, minors in product((0, 8, 16), range(3)):
        found = found_of("garrison", {"supports_held": held, "minor_markers": minors})
        assert found["price_this_turn"] == held
        assert found["price_next_turn"] == rolled["STAVKA"] + minors * rolled["minor_offensive"]


def test_surrender_step_by_step() -> None:
    """Half of the weak go, rounded up, then the full ones are reduced [1.9.1, 10.3.5]."""
    for full, weak in product(range(21), range(31)):
        units = [2] * full + [1] * weak
        expected = [(full, weak)]
        while units:
            gone = (units.count(1) + 1) // 2
            units = [1] * (units.count(2) + units.count(1) - gone)
            expected.append((0, len(units)))
        assert units_by_surrender(full, weak) == expected
    for full, weak in ((0, 0), (6, 10), (20, 30)):
        track = TRACKS["surrender"]
        turns = track.measure(track.setting({"full_units": full, "one_step_units": weak}))
        assert turns == len(units_by_surrender(full, weak)) - 1
    assert found_of("surrender")["first_steps"] == 6 + 5


def test_the_sky_and_the_mud_of_the_winter() -> None:
    cells = [[plain_weather(turn, a + b) for a, b in ROLLS] for turn in range(1, 18)]
    found = found_of("weather")
    for state, sky in enumerate(("CD", "CC", "Bz")):
        assert found[f"sky_{state}"] == Fraction(sum(cell[2] == sky for turn in cells for cell in turn), 36)
    for name, turn in zip(CAMPAIGN, cells, strict=True):
        p = Fraction(sum(cell[0] for cell in turn), 36)
        assert found.get(f"mud_{name.replace(' ', '_')}", p) == p
    assert found["exception"] == 0
