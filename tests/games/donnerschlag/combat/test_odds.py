"""Combat of Donnerschlag against brute force over its finite domain, its cards, and what it refuses."""

import re
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import floor
from typing import Any

import numpy as np
import pytest

from sim.errors import GameError
from sim.games.donnerschlag.combat.cards import Effects
from sim.games.donnerschlag.combat.column import CRT, final_column, initial_position, situation
from sim.games.donnerschlag.combat.facts import TERRAIN, TOWN_WORDS, Fight
from sim.games.donnerschlag.combat.families import RESULTS
from sim.games.donnerschlag.combat.results import NO_ATTACK, consequences, demand_of, is_draw, losses
from sim.games.donnerschlag.combat.strengths import reduced_strength
from sim.games.donnerschlag.combat.table import combat_result
from sim.numbers.tables import load_grid, load_list
from tests.games.donnerschlag.combat.fights import ask, chances, column

HALF, WHOLE = Fraction(1, 2), Fraction(1)
BOTH = (False, True)


# strengths, odds, shifts ----------------------------------------------------------------------------------------------


def test_strengths_are_halved_and_quartered_as_fractions_are() -> None:
    # [3, 11.2]
    for factor, *points in product((WHOLE, HALF), range(5), range(5), range(5), range(4)):
        supplied, out = points[:2], points[2:]
        exact = [s * factor + o * factor * HALF for s, o in zip(supplied, out, strict=True)]
        assert int(reduced_strength(supplied, out, factor, HALF)) == sum(map(floor, exact))
        assert int(reduced_strength(supplied, out, factor, HALF, round_once=True)) == floor(sum(exact))


ODDS = [Fraction(1), Fraction(3, 2), *map(Fraction, range(2, 8))]
BEYOND = list(map(Fraction, range(8, 200)))


def final_by_hand(attack: int, defense: int, shift: int, below: str, clamp_first: bool) -> str:
    """The final column with fractions: 1:1 to 7:1 and what lies beyond them, as a list of odds."""
    table, beyond = ODDS, [] if clamp_first else BEYOND
    if not attack or attack < defense:
        step = -(-defense // attack) - 1 if below == "steps" and attack else 1
        at = -step
    else:
        ladder = table + (beyond if defense else [])
        at = max(i for i, ratio in enumerate(ladder) if not defense or Fraction(attack, defense) >= ratio)
    final = max(at + shift, -1)
    if below == "unshifted":
        final = at if at < 0 else max(at + shift, 0)
    return "below" if final < 0 else CRT.column_labels[min(final, len(table) - 1)]


@pytest.mark.in_turn
@pytest.mark.parametrize("below", ["place", "steps", "unshifted"])
def test_columns_agree_with_fractions(below: str) -> None:
    """Every shift at once: the rule is a function of arrays."""
    shifts = np.arange(-9, 10)
    for attack, defense, clamp_first in product(range(41), range(7), BOTH):
        found = final_column(initial_position(attack, defense, below), shifts, below, clamp_first)
        labels = ["below" if at < 0 else CRT.column_labels[at] for at in found.tolist()]
        by_hand = [final_by_hand(attack, defense, shift, below, clamp_first) for shift in shifts.tolist()]
        assert labels == by_hand, (attack, defense, clamp_first)


def modifiers_by_hand(f: dict[str, Any]) -> tuple[int, int, Fraction]:
    """Shift, DRM and what is left of the attack, with plain conditions."""
    kind = f["terrain"]
    no_tank = kind == "city" or kind == ("village" if f["town_words"] == "two" else "town")
    no_arms = kind == "city"
    dry_tank = f["attacker_tank"] and not f["river"]
    shift = int(dry_tank and not no_tank) + int(dry_tank and f["attacker_motorized"] and not no_arms)
    shift -= int(f["defender_tank"] and f["defender_motorized"] and not no_arms)
    drm = {"clear": 0, "village": -1, "town": -2, "city": 0 if f["town_words"] == "three" else -2}[kind]
    return shift, drm - int(f["river"]), HALF if kind == "city" else WHOLE


def test_shifts_drms_and_halving_agree_with_the_rules_written_out() -> None:
    flags = ("attacker_tank", "attacker_motorized", "river", "defender_tank", "defender_motorized")
    for kind, words, *yes in product(TERRAIN, TOWN_WORDS, *[BOTH] * len(flags)):
        told: dict[str, Any] = {"terrain": kind, "town_words": words, **dict(zip(flags, yes, strict=True))}
        if (kind == "town" and words == "two") or (told["attacker_tank"] and told["river"]):
            continue
        shift, drm, factor = modifiers_by_hand(told)
        for attack in (5, 9):
            found = situation(Fight(attack=attack, defense=2, **told), Effects())
            initial = initial_position(floor(attack * factor), 2)
            assert (found.column, found.drm) == (int(final_column(initial, shift)), drm), told
            assert sum(one.value for one in found.applied) == shift + drm


def test_the_two_tables_that_print_a_drm_agree() -> None:
    terrain, drms = load_list("donnerschlag", "terrain"), load_list("donnerschlag", "drm")
    for line, row in (("drm_village_mineur", "minor_village"), ("drm_ville", "town"),
                      ("unbridged_river_hexside", "unbridged_river")):  # fmt: skip
        assert terrain.integer(line, "drm") == drms.integer(row)


def test_a_unit_out_of_supply_gives_no_shift_and_does_not_take_it_away() -> None:
    assert not situation(Fight(attack=8, defense=2, attackers=("4to+4m",)), Effects()).applied
    mixed = situation(Fight(attack=12, defense=2, attackers=("4to+4m", "4t")), Effects())
    assert [one.id for one in mixed.applied] == ["tank_attack", "combined_arms_attack"]  # [ruling R12]
    assert mixed.initial_odds == "5:1"  # 2 + 4 + 4 to 2


def test_a_bridge_lets_its_own_hex_over_and_no_other() -> None:
    facts = {"attack": 9, "defense": 3, "attackers": ("3t+3m", "3/river")}
    assert {one.id: one.value for one in ask(**facts).applied} == {
        "tank_attack": 1, "combined_arms_attack": 1, "unbridged_river": -1,
    }  # fmt: skip


def test_one_hex_may_be_told_either_way() -> None:
    for facts, units in (
        ({"attacker_tank": True, "attacker_motorized": True}, "4t+4m"),
        ({"attack_out_of_supply": 3, "attacker_motorized": True}, "5m+3o"),
        ({"river": True, "attacker_motorized": True}, "4m+4/river"),
    ):
        one, other = ask(**facts), ask(attackers=(units,))
        assert (one.final_column, one.applied, one.law) == (other.final_column, other.applied, other.law)


# results --------------------------------------------------------------------------------------------------------------


def test_every_code_that_may_be_typed_means_what_its_words_say() -> None:
    for code, words in load_grid("donnerschlag", "crt").codes.items():
        demand = demand_of(code)
        asked = {"attacker": (demand.attacker_steps, demand.attacker_hexes),
                 "defender": (demand.defender_steps, demand.defender_hexes)}  # fmt: skip
        told = {side: (0, 0) for side in asked}
        for part in words.split(" (")[0].split(", "):
            if part != "no effect":
                steps = re.search(r"loses (\d)", part)
                told[part.split()[0]] = (int(steps[1]) if steps else 0, int("retreats" in part))
        assert asked == told, code


def lost_by_hand(demand: int, hexes: int, steps: int, trapped: int, stacks: int) -> int:
    """Take steps one by one: those asked for, trapped ones first, then who cannot retreat, then one a stack."""
    left, caught = steps, trapped
    for _ in range(demand):
        left, caught = left - 1, caught - 1
    if hexes:
        left -= max(caught, 0) + stacks
    return steps - max(left, 0)


def test_losses_agree_with_steps_taken_one_by_one() -> None:
    for demand, hexes, steps, trapped, stacks in product(range(4), (0, 1), range(1, 6), range(6), range(3)):
        if trapped + stacks <= steps:
            found = int(losses(demand, hexes, steps, trapped, stacks))
            assert found == lost_by_hand(demand, hexes, steps, trapped, stacks)


def test_a_hex_is_taken_by_tanks_alone_and_cleared_by_anybody() -> None:
    told: dict[str, Any] = {"attacker_steps": 3, "defender_steps": 1, "drm": 9, "shift": -2, "attack": 8, "defense": 2}
    for tank in BOTH:
        for law in ask(**told, attacker_tank=tank).afters:
            for outcome in law.counts:
                end = dict(zip(law.fields, outcome, strict=True))
                assert end["is_taken"] == (end["is_cleared"] and tank)
                assert end["is_cleared"] == (end["is_defender_eliminated"] or end["defender_retreat_hexes"] > 0)
                assert end["is_defender_eliminated"] == (end["defender_step_losses"] == 1)


def test_what_every_code_comes_to_agrees_with_the_rule_written_out() -> None:
    codes = list(load_grid("donnerschlag", "crt").codes)
    for mine, theirs, barred, is_barred, tank in product((2, 4), (1, 3), (0, 1), BOTH, BOTH):
        fight = Fight(attack=1, defense=1, attacker_steps=mine, defender_steps=theirs, barred_steps=barred)
        ends = consequences([demand_of(code) for code in codes], fight, is_barred=is_barred, can_advance=tank)
        for n, code in enumerate(codes):
            asked, there = demand_of(code), mine - barred * is_barred
            lost, inflicted = min(asked.attacker_steps, there), min(asked.defender_steps, theirs)
            back, away = asked.attacker_hexes * (lost < there), asked.defender_hexes * (inflicted < theirs)
            cleared = inflicted == theirs or away > 0
            taken = cleared and tank and lost < there and not back
            told = [lost, inflicted, back, away, lost == there, inflicted == theirs, cleared, taken]
            assert [int(values[n]) for values in ends.values()] == told, code


def test_below_the_table_the_attacker_bleeds_and_the_die_is_rolled_for_the_draw() -> None:
    """One step of three goes, the rest retreats; a modified 1 draws: rolls 1 and 2 at -1; 6 units and 2 SNAFU."""
    answer = ask(attack=3, defense=4, drm=-1, attacker_steps=3, defender_steps=2, cup_units=6)
    assert (answer.basis, answer.family, answer.laws) == ("rulebook", "", ())
    assert chances(answer.law) == {"A1R": 1}
    assert answer.after.probability(lambda *end: end[:4] == (1, 0, 1, 0)) == 1
    drawn = answer.after.marginal("is_draw", "is_unit_drawn")
    assert dict(drawn) == {(0, 0): Fraction(2, 3), (1, 0): Fraction(1, 12), (1, 1): Fraction(1, 4)}
    empty = ask(attack=3, defense=4, attacker_steps=3, defender_steps=2, cup_units=0)
    assert dict(empty.after.marginal("is_unit_drawn")) == {(0,): 1}


def test_draws_agree_with_the_rule_written_out() -> None:
    rolls = np.arange(-9, 17)
    assert is_draw("axis", rolls).tolist() == [roll <= 1 for roll in rolls.tolist()]
    assert is_draw("soviet", rolls).tolist() == [roll >= 6 for roll in rolls.tolist()]
    told = {"attack": 3, "defense": 4, "attacker_steps": 1, "defender_steps": 1}
    for side, drm in product(("axis", "soviet"), range(-7, 8)):
        draws = sum(roll + drm <= 1 if side == "axis" else roll + drm >= 6 for roll in range(1, 7))
        p = ask(attacker=side, drm=drm, **told).after.marginal("is_draw").probability(lambda is_draw: is_draw)
        assert p == Fraction(draws, 6)


# cards ----------------------------------------------------------------------------------------------------------------


@pytest.mark.in_turn
@pytest.mark.parametrize("attack", [2, 3, 5, 8, 40])
def test_a_card_is_a_mixture_of_its_success_and_its_failure(attack: int) -> None:
    told = {"attack": attack, "attacker_steps": 3, "defender_steps": 2}
    for n, effect in product((1, 2, 5), ("shift+1", "shift-2", "drm-1", "attack+3", "defense+2")):
        mixed = ask(**told, card=(f"attacker:1-{n}:{effect}",))
        sure, failed = ask(**told, card=(f"attacker:box:{effect}",)), ask(**told, card=("attacker:box:drm+1",), drm=-1)
        for mine, yes, no in ((mixed.law, sure.law, failed.law), (mixed.after, sure.after, failed.after)):
            outcomes = {*yes.counts, *no.counts, *mine.counts}
            for outcome in outcomes:
                parts = [dict(law).get(outcome, Fraction(0)) for law in (yes, no, mine)]
                assert parts[2] == Fraction(n, 6) * parts[0] + Fraction(6 - n, 6) * parts[1], outcome


@pytest.mark.parametrize(("side", "owner"), [("axis", "attacker"), ("soviet", "defender")])
def test_a_card_belongs_to_its_side_whoever_attacks(side: str, owner: str) -> None:
    """The defender holds the marker: a die of his own he may roll again, the attacker's he may not."""
    told = {"attacker": side, "family": "diagonal", "schlachtenglueck": "defender"}
    named, plain = ask(**told, card=("sturmpioniere:shift-1",)), ask(**told, card=(f"{owner}:1-4:shift-1",))
    assert named == plain
    assert named.law != ask(**told, card=("m1937:1-4:shift-1",)).law


def test_effects_of_cards_move_what_they_name() -> None:
    for effect, facts in {
        "shift+2": {"shift": 2}, "drm-1": {"drm": -1}, "attack+4": {"attack": 12}, "defense-2": {"defense": 2},
    }.items():  # fmt: skip
        carded, plain = ask(card=(f"defender:box:{effect}",)), ask(**facts)
        assert (carded.law, carded.final_column) == (plain.law, plain.final_column)


def test_what_failed_and_what_succeeded_is_as_its_die_says() -> None:
    facts = {"attack": 6, "river": True, "attacker_tank": True, "attacker_motorized": True}
    for die in range(1, 7):
        if die <= 4:
            answer = ask(**facts, card=(f"sturmpioniere:rolled-{die}",))
            assert answer == replace(ask(**{**facts, "river": False}), rules=answer.rules)
        else:
            with pytest.raises(GameError, match="tanks do not attack across an unbridged river"):
                ask(**facts, card=(f"sturmpioniere:rolled-{die}",))


def test_where_the_card_may_fail_the_tanks_stay_behind() -> None:
    """2/3: 6 to 4 with two shifts; 1/3: only 3 to 4, at -1: A1R, one step of two, the tanks' two steps safe."""
    told = {"attack": 6, "attackers": ("3t+3m/river",), "attacker_steps": 4, "barred_steps": 2, "defender_steps": 2}
    answer = ask(**told, card=("sturmpioniere",))
    over = ask(attack=6, attackers=("3t+3m",), attacker_steps=4, defender_steps=2)
    assert (answer.initial_odds, answer.final_column) == ("mixed", "mixed")
    for code, p in chances(answer.law).items():
        assert p == Fraction(2, 3) * chances(over.law).get(code, Fraction(0)) + Fraction(code == "A1R", 3)
    barred = answer.after.marginal("is_tank_barred", "attacker_step_losses", "is_draw")
    assert {end: p for end, p in barred if end[0]} == {(1, 1, 0): Fraction(2, 9), (1, 1, 1): Fraction(1, 9)}
    nobody = ask(attack=6, attackers=("6t/river",), card=("sturmpioniere",))
    assert chances(nobody.law)[NO_ATTACK] == Fraction(1, 3)


# refusals -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ({"attack": 0}, "attack is 0; expected a whole number from 1"),
        ({"attack_out_of_supply": 9}, "attack_out_of_supply is 9; expected at most 8"),
        ({"attack_out_of_supply": 8, "attacker_tank": True}, "attacker_tank is yes; expected no where all of attack"),
        ({"defense_out_of_supply": 4, "defender_motorized": True}, "defender_motorized is yes; expected no where all"),
        ({"attackers": ("4",)}, "attack is 8; expected 4, the sum of attackers"),
        ({"attackers": ("8x",)}, "attackers is '8x'; expected units such as 3t, 3m or 2o"),
        ({"attackers": ("0t+8",)}, "attackers is '0t.8'; expected units"),
        ({"attackers": ("2+3+3",)}, "attackers is '2.3.3'; expected at most 2 units in a hex"),
        ({"attackers": ("1",) * 6 + ("2",)}, "attackers is 7 hexes; expected at most 6"),
        ({"attackers": ("8",), "river": True}, "river is yes; expected no where attackers says it"),
        ({"attackers": ("8",), "attack_out_of_supply": 1}, "attack_out_of_supply is 1; expected 0 where attackers"),
        ({"attackers": ("4t/river", "4m")}, "expected no tank across an unbridged river without a card"),
        ({"attacker_tank": True, "river": True}, "river is yes; expected no with attacker_tank"),
        ({"attacker_tank": True, "river": True, "card": ("sturmpioniere",)}, "give attackers unit by unit"),
        ({"terrain": "town"}, "terrain is 'town'; expected clear, village or city"),
        ({"terrain": "hill"}, "terrain is 'hill'; expected one of clear, village, town, city"),
        ({"card": ("blitz",)}, "card is 'blitz'; expected one of attacker, defender, sturmpioniere_general"),
        ({"card": ("m1937",)}, "card is 'm1937'; expected its effect as well, such as m1937:shift.1"),
        ({"card": ("garde:drm-1",)}, "expected the dice with which it succeeds as well, such as garde:1-4"),
        ({"card": ("attacker:1-4",)}, "expected its effect as well"),
        ({"card": ("attacker:5-2:drm+1",)}, "expected the dice with which it succeeds"),
        ({"card": ("attacker:1-7:drm+1",)}, "expected after each colon one of box"),
        ({"card": ("attacker:box:rolled-2:drm+1",)}, "expected box or a die rolled, not both"),
        ({"card": ("nobody_answers_the_phone:1-4:drm+1",)}, "does not say whose card"),
        ({"card": ("attacker:1-4:drm+1",) * 9}, "card is given 9 times; expected at most 8"),
        ({"attacker_steps": 3}, "defender_steps is 0; expected a whole number from 1 to 100 where attacker_steps"),
        ({"attacker_steps": 3, "defender_steps": 2, "defender_trapped_steps": 3}, "expected at most 2"),
        ({"attacker_steps": 3, "defender_steps": 2, "attacker_trapped_steps": 3, "attacker_ezoc_stacks": 1}, "a stack"),
        ({"attacker_steps": 3, "defender_steps": 2, "barred_steps": 1}, "barred_steps is 1; expected 0: no card"),
        ({"barred_steps": 1}, "barred_steps is 1; expected at most 0"),
        ({"schlachtenglueck": "attacker", "card": ("attacker:1:shift-1", "attacker:1:shift+1")}, "none, family diag"),
        ({"card": ("attacker:1-2:1-3:attack-9",)}, "expected the dice with which it succeeds once"),
        ({"card": ("attacker:1-3:rolled-2:rolled-5:attack-9",)}, "expected one die rolled, which shows one number"),
        ({"cup_units": -2}, "cup_units is -2; expected a whole number from -1 to 100"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_in_one_line(facts: dict[str, Any], message: str) -> None:
    with pytest.raises(GameError, match=message) as refused:
        ask(**facts)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("barred", [0, 4])
def test_steps_left_behind_must_be_told_and_leave_some(barred: int) -> None:
    told = {"attack": 6, "attackers": ("3t+3m/river",), "card": ("sturmpioniere",), "defender_steps": 2}
    with pytest.raises(GameError, match=f"barred_steps is {barred}; expected 1 or more, fewer than attacker_steps"):
        ask(**told, attacker_steps=4, barred_steps=barred)


def test_the_cell_of_the_example_is_read_and_the_place_below_the_table() -> None:
    assert RESULTS[int(combat_result(column("2:1"), np.array([6], np.int8)))] == "1DR"
    rolls = np.arange(1, 7, dtype=np.int8)[:, np.newaxis]
    assert {RESULTS[i] for i in combat_result(np.full(6, -1), rolls).tolist()} == {"A1R"}
