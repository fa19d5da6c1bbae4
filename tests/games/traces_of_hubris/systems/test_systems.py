"""Systems beside the map of Traces of Hubris, first part: Blücher, the discard, the Luftwaffe, against plain loops."""

from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

from analysis.systems.ask import ask
from sim.dice import all_rolls
from sim.errors import GameError
from sim.game import load_game
from sim.games.traces_of_hubris.systems.blucher import DRM, LANDS, blucher_drm, is_success
from sim.games.traces_of_hubris.systems.luftwaffe import TABLE, air_supply_limits, markers, shifts_bought
from sim.games.traces_of_hubris.systems.reserves import AXIS, WITHDRAWALS, cells
from sim.games.traces_of_hubris.systems.victory.campaign import is_automatic, loss_points, target_points
from sim.numbers.tables import load_list
from sim.play import play_exactly
from sim.system import Course, Setting
from tests.games.test_contract_examples import examples

GAME = "traces_of_hubris"
NEVER = 10
PLACES = ("rostov", "tikhoretsk", "krasnodar", "novorossiysk")


def course_of(system: str) -> Course:
    course = load_game(GAME).system(system).course
    assert course
    return course


def law_of(
    system: str, field: str, factors: dict[str, int], policies: dict[str, str] | None = None
) -> dict[int, Fraction]:
    """The law of one field at the end of a course."""
    course = course_of(system)
    *_, last = play_exactly(course, course.setting(factors, policies))
    return {int(value[0]): p for value, p in last.law(field)}


def setting_of(system: str, factors: dict[str, int], policies: dict[str, str] | None = None) -> Setting:
    return load_game(GAME).system(system).setting(factors, policies)


# the rulebook's examples ------------------------------------------------------------------------


def luftwaffe(given: dict[str, Any]) -> dict[str, Any]:
    rolled = int(markers(given["game_turn"], np.array([given["natural_roll"]], np.int8)))
    least, most = (int(n) for n in air_supply_limits(rolled))
    supply, offensive = given["chosen_air_supply"], given["chosen_offensive"]
    return {
        "markers": rolled, "air_supply_min": least, "air_supply_max": most,
        "offensive_min": rolled - most, "offensive_max": rolled - least,
        "is_allowed": least <= supply <= most and supply + offensive == rolled,
    }  # fmt: skip


def victory_points(given: dict[str, Any]) -> dict[str, Any]:
    supplied = len(given["targets_controlled"]) - len(given["targets_without_supply"])
    lost = int(loss_points({name: given[name] for name in ("german_non_mechanized_lost", "german_mechanized_lost")}))
    won = int(target_points(supplied))
    return {
        "targets_counted": supplied, "is_automatic_victory": bool(is_automatic(supplied)), "vp_for_targets": won,
        "vp_for_losses": lost, "vp_before_targets": given["vp_before"] + lost, "vp": given["vp_before"] + lost + won,
    }  # fmt: skip


def withdrawal(given: dict[str, Any]) -> dict[str, Any]:
    kinds = ("german_infantry", "german_panzer")
    return {kind: int(cells(WITHDRAWALS, kind, 9, np.array(given["natural_roll"]))) for kind in kinds}


def reinforcements(given: dict[str, Any]) -> dict[str, Any]:
    if given["side"] == "soviet":
        row = load_list(GAME, "soviet_reinforcements")[str(given["number"])]
        return {name: int(value) for name, value in row.items()}
    came = {name: int(cells(AXIS, name, 0, np.array(given["natural_roll"]))) for name in AXIS.rows[0] if name != "die"}
    rail = load_list(GAME, "rail_transfer")
    return {
        **came,
        "rail_transfer_free_hqs": rail.integer("free_hq_arrivals"),
        "rail_transfer_units": rail.integer("arrivals"),
    }


def victory_targets(given: dict[str, Any]) -> dict[str, Any]:
    limits = load_list(GAME, "victory_limits")
    needed = limits.integer("targets_to_win") - limits.integer("targets_at_start")
    assert (given["targets_at_start"], given["targets_to_win"]) == (4, 9)
    return {"targets_needed_at_start": needed, "targets_needed_after": needed - given["targets_won"]}


READERS = {
    "luftwaffe": luftwaffe,
    "victory_points": victory_points,
    "withdrawal": withdrawal,
    "reinforcements": reinforcements,
    "victory_targets": victory_targets,
}
CASES = [example for example in examples(GAME) if example["kind"] in READERS]


@pytest.mark.parametrize("example", CASES, ids=lambda e: e["id"])
def test_worked_example(example: dict[str, Any]) -> None:
    result = READERS[example["kind"]](example["given"])
    assert {key: result[key] for key in example["expect"]} == example["expect"], example["about"]


def test_the_examples_are_there_and_have_teeth() -> None:
    assert {example["kind"] for example in CASES} == set(READERS)
    for example in CASES:
        for name, value in example["given"].items():
            if not isinstance(value, int) or name in ("game_turn", "number", "targets_at_start", "targets_to_win"):
                continue
            changed = READERS[example["kind"]]({**example["given"], name: value + 1})
            assert any(changed[key] != expected for key, expected in example["expect"].items()), (example["id"], name)


# Blücher [12.4] -----------------------------------------------------------------------------------


def test_the_modifiers_add_up_and_six_wins() -> None:
    worth = {"turn_6": 1, "luftwaffe": 1, "rostov_na_donu": 1, "tikhoretsk": 1, "krasnodar": 1, "novorossiysk": 2}
    assert [row["id"] for row in DRM.rows] == list(worth)
    for applies in product((0, 1, 2), repeat=len(worth)):
        counts = dict(zip(worth, applies, strict=True))
        drm = sum(worth[name] for name in worth if counts[name])  # R27: six markers are no +2
        assert int(blucher_drm(counts)) == drm
        assert [bool(x) for x in is_success(drm, all_rolls(1))] == [roll + drm >= 6 for roll in range(1, 7)]


def test_the_schedule_is_the_printed_one() -> None:
    landed = {3: (1, 5, 2), 4: (1, 4, 2), 5: (2, 3, 1), **dict.fromkeys((6, 7, 8, 9), (2, 1, 1))}
    assert {turn: tuple(LANDS[turn].tolist()) for turn in range(3, 10)} == landed
    assert not LANDS[:3].any()


def by_pencil(held: dict[str, int], discard_turns: tuple[int, ...]) -> dict[int, Fraction]:
    """The law of the turn of success, from the turns on which each place is first held; 0 is never."""
    law: dict[int, Fraction] = {}
    left = Fraction(1)
    for turn in range(3, 10):
        drm = sum((2 if place == "novorossiysk" else 1) for place, since in held.items() if turn >= since)
        drm += (turn >= 6) + (turn in discard_turns)
        wins = left * Fraction(min(max(1 + drm, 0), 6), 6)
        law, left = {**law, turn: wins}, left - wins
    return {turn: p for turn, p in {**law, 0: left}.items() if p}


def test_a_schedule_by_hand_gives_the_law_of_pencil_and_paper() -> None:
    factors = {
        "rostov_from": 3, "krasnodar_from": 5, "tikhoretsk_from": NEVER, "novorossiysk_from": NEVER,
        "discard_from": 5, "discard_turns": 1,
    }  # fmt: skip
    law = law_of("blucher", "success_turn", factors)
    assert law[3] == Fraction(1, 3)  # +1: a 5 or a 6
    assert law[4] == Fraction(2, 9)
    assert law[5] == Fraction(4, 9) * Fraction(2, 3)  # Rostov, Krasnodar, markers: 3 or more
    assert law[6] == Fraction(4, 27) * Fraction(2, 3)  # Rostov, Krasnodar, turn 6
    assert law == by_pencil({"rostov": 3, "krasnodar": 5}, (5,))


@pytest.mark.in_turn
@pytest.mark.parametrize("since", list(product((1, 3, 4, 6, 9, NEVER), repeat=4))[::31])
@pytest.mark.parametrize(("first", "n"), [(3, 0), (4, 2), (3, 7), (9, 1)])
def test_any_schedule_gives_the_law_of_pencil_and_paper(since: tuple[int, ...], first: int, n: int) -> None:
    # [8.0, 12.4]
    held = dict(zip(PLACES, since, strict=True))
    factors = {f"{place}_from": turn for place, turn in held.items()} | {"discard_from": first, "discard_turns": n}
    law = by_pencil(held, tuple(range(first, first + n)))
    assert law_of("blucher", "success_turn", factors) == law
    assert law_of("blucher", "success_turn", factors, {"axis": "keep"}) == by_pencil(held, ())
    german = {turn: int(LANDS[turn][1]) for turn in law}
    infantry = law_of("blucher", "german_infantry", factors)
    assert infantry == {n: sum(p for turn, p in law.items() if german[turn] == n) for n in set(german.values())}


def test_a_place_that_is_lost_again_counts_only_while_it_is_held() -> None:
    factors = {f"{place}_from": NEVER for place in PLACES} | {"rostov_from": 3, "rostov_turns": 1, "discard_turns": 0}
    law = law_of("blucher", "success_turn", factors)
    assert (law[3], law[4], law[5]) == (
        Fraction(2, 6),
        Fraction(4, 6) * Fraction(1, 6),
        Fraction(20, 36) * Fraction(1, 6),
    )


def test_the_worth_of_a_condition_is_the_difference_without_it() -> None:
    told = {"rostov_from": 3, "tikhoretsk_from": 5, "krasnodar_from": NEVER, "novorossiysk_from": 7, "discard_turns": 0}
    found = {f.id: f.number for f in ask(GAME, "blucher", told, spans=False).findings}

    def turn(held: dict[str, int], discard_turns: tuple[int, ...] = ()) -> Fraction:
        return sum(((n or NEVER) * p for n, p in by_pencil(held, discard_turns).items()), Fraction(0))

    def divisions(held: dict[str, int]) -> Fraction:
        return sum((int(LANDS[n][1:].sum()) * p for n, p in by_pencil(held, ()).items()), Fraction(0))

    places = {"rostov": 3, "tikhoretsk": 5}
    with_it, always = places | {"novorossiysk": 7}, places | {"novorossiysk": 3}
    assert ask(GAME, "blucher", told, spans=False).headline == turn(with_it)
    assert found["divisions"] == divisions(with_it)
    assert found["novorossiysk_turns"] == turn(places) - turn(with_it)
    assert found["novorossiysk_divisions"] == divisions(with_it) - divisions(places)
    assert found["novorossiysk_always_turns"] == turn(places) - turn(always)
    assert found["novorossiysk_always_divisions"] == divisions(always) - divisions(places)
    assert found["krasnodar_turns"] == 0
    assert found["discard_4_turns"] == turn(with_it) - turn(with_it, (4,))


def test_what_novorossiysk_is_worth_from_the_first_roll_on_is_most() -> None:
    """+2 against +1, whatever the schedule: the bars and the table of worths agree once both count from turn 3."""
    found = {f.id: f.number or Fraction(0) for f in ask(GAME, "blucher", spans=False).findings}
    always = {name: worth for name, worth in found.items() if name.endswith("_always_turns")}
    assert max(always, key=lambda name: always[name]) == "novorossiysk_always_turns"
    assert len(always) == len(PLACES)


# the Luftwaffe [7.0] -----------------------------------------------------------------------------


def test_the_split_is_a_third_rounded_up() -> None:
    for n in range(10):
        least, most = air_supply_limits(n)
        assert (int(least), int(most)) == (0, -(-n // 3))


def test_the_printed_cell_never_moves_and_the_others_do() -> None:
    at = TABLE.row_labels.index("3"), TABLE.column_labels.index("4")
    assert TABLE.basis[at[0]][at[1]] == "rulebook"
    for level, fade, spread in product((-2, 0, 2), (-8, 0, 4), (-12, 0, 6)):
        for turn, die in product(range(1, 10), range(1, 7)):
            got = int(markers(turn, np.array([die], np.int8), level, fade, spread))
            plain = int(TABLE.cell(str(die), str(turn)))
            moved = plain + level + (Fraction(spread * (die - 3) - fade * (turn - 4), 10) + Fraction(1, 2)).__floor__()
            assert got == (5 if (turn, die) == (4, 3) else min(max(moved, 0), 9))


def most_columns(offensive: int, activations: int, attacks: int, towns: int, option: int, limit: int = 3) -> int:
    """The most columns, by trying every way to put markers on the hexes of one activation after the other."""
    hexes = [(2, 1)] * (attacks - min(towns, attacks) * option) + [(1, 2)] * (min(towns, attacks) * option)
    ways = {(0, 0)}  # markers used, columns bought in an activation
    for shift, most in hexes:
        ways = {(used + n, got + n * shift) for used, got in ways for n in range(most + 1) if used + n <= limit}
    totals = {(0, 0)}
    for _ in range(activations):
        totals = {(a + used, b + got) for a, b in totals for used, got in ways if a + used <= offensive}
    return max(got for _, got in totals)


def test_markers_are_spent_where_they_buy_most() -> None:
    for offensive, activations, attacks, towns, option in product(range(10), range(1, 4), range(5), range(5), (0, 1)):
        columns, used = shifts_bought(offensive, activations, attacks, towns, option)
        assert int(columns) == most_columns(offensive, activations, attacks, towns, option)
        assert int(used) <= offensive
    for offensive, activations, attacks, towns in product(range(0, 10, 3), (1, 2), range(5), range(5)):
        columns, _ = shifts_bought(offensive, activations, attacks, towns, 1, 1)  # without the three (ruling R41)
        assert int(columns) == most_columns(offensive, activations, attacks, towns, 1, limit=8)


def test_each_activation_gets_what_those_before_it_left() -> None:
    """Two attacks an activation, a marker each, in the order of activation; all markers are offensive."""
    told = {"axis_activations": 4, "attacks": 2, "town_attacks": 0}
    found = {f.id: f.number for f in ask(GAME, "luftwaffe", told, spans=False).findings}
    for n in range(1, 5):
        left = [
            max(int(markers(turn, np.array([die], np.int8))) - 2 * (n - 1), 0)
            for turn in range(1, 10)
            for die in range(1, 7)
        ]
        assert found[f"activation_{n}"] == Fraction(sum(2 * min(rest, 2) for rest in left), len(left))
    assert sum((found[f"activation_{n}"] or 0 for n in range(1, 5)), Fraction(0)) == 4 * (
        found["columns_an_activation"] or 0
    )


def test_nonsense_is_refused_in_one_line() -> None:
    with pytest.raises(GameError, match="factor rostov_from is 11; expected a whole number from 1 to 10"):
        ask(GAME, "blucher", {"rostov_from": 11})
    with pytest.raises(GameError, match="no axis policy 'hope'; expected one of spend, early, keep"):
        ask(GAME, "blucher", None, {"axis": "hope"})
