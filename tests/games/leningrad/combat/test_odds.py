"""Combat of Leningrad: answers to results against every choice written out, the basis, laws."""

from collections import Counter
from itertools import product
from typing import Any

import numpy as np
import pytest

from sim.exact import Law
from sim.games.leningrad.combat.facts import Fight
from sim.games.leningrad.combat.results import ELIMINATED, RESULTS, after, answer, demands
from sim.games.leningrad.combat.table import combat_result
from sim.numbers.columns import label_of
from tests.games.leningrad.combat.fights import BOTH, OTHERS, ask


def choices_by_hand(demand: int, steps: int, retreat: int) -> list[tuple[int, int]]:
    """Every (steps lost, hexes retreated) that 8.4 leaves open, fewest hexes first."""
    if demand == ELIMINATED:
        return [(steps, 0)]
    lost = [(min(demand - hexes, steps), hexes) for hexes in range(min(demand, retreat) + 1)]
    return [(n, 0 if n == steps else hexes) for n, hexes in lost]


@pytest.mark.parametrize("takes", ["steps", "retreat", "split", "ground", "spare"])
def test_answers_agree_with_every_choice_written_out(takes: str) -> None:
    for demand, steps, retreat, ground, stay in product((-1, 0, 1, 2), range(1, 6), range(3), BOTH, BOTH):
        may = choices_by_hand(demand, steps, 0 if stay else retreat)
        wished = {
            "steps": may[0],
            "retreat": may[-1],
            "split": may[1] if demand == 2 and len(may) > 1 else may[0],
            "ground": min(may, key=lambda c: (ground and (c[1] > 0 or c[0] == steps), c[0])),
            "spare": min(may, key=lambda c: c[0]),
        }[takes]
        lost, hexes = answer([demand], steps, retreat, takes, ground, stay)
        assert (int(lost[0]), int(hexes[0])) == wished, (demand, steps, retreat, ground, stay)


def reached(result: str, **facts: Any) -> dict[str, int]:
    law = Law(("result",), {(RESULTS.index(result),): 1}, 1)
    found = after(law, Fight(attack=1, defense=1, **{"attacker_steps": 4, "defender_steps": 4, **facts}))
    assert found is not None
    return dict(zip(found.fields, next(iter(found.counts)), strict=True))


def test_a_shared_result_is_answered_by_the_defender_first() -> None:
    """8.43: the attacker holds the ground he can take, and saves his step where the defender stays."""
    assert reached("1/1", defender_takes="retreat")["attacker_step_losses"] == 1
    assert reached("1/1", defender_takes="retreat")["is_taken"] == 1
    assert reached("1/1", defender_takes="steps")["attacker_step_losses"] == 0
    assert reached("1/1", defender_takes="steps")["attacker_retreat_hexes"] == 1
    assert reached("1/1", defender_takes="retreat", attacker_aim="spare")["is_taken"] == 0


def test_a_lone_soviet_unit_runs_or_dies() -> None:
    """Ruling R19: one step, a result of 2."""
    assert reached("2/-", defender_steps=1)["defender_retreat_hexes"] == 2
    for retreat, takes in ((1, "best"), (2, "split"), (2, "steps")):
        gone = reached("2/-", defender_steps=1, defender_retreat=retreat, defender_takes=takes)
        assert (gone["defender_step_losses"], gone["defender_retreat_hexes"]) == (1, 0)
        assert gone["is_defender_eliminated"] == gone["is_cleared"] == gone["is_taken"] == 1


def test_an_overrun_that_succeeds_is_followed_up() -> None:
    """7.6 against 7.7; ruling R28."""
    running = {"overrun": True, "attacker_takes": "retreat"}
    won = reached("1/1", defender_takes="retreat", **running)
    assert (won["attacker_step_losses"], won["attacker_retreat_hexes"], won["is_taken"]) == (1, 0, 1)
    assert reached("1/1", defender_takes="steps", **running)["attacker_retreat_hexes"] == 1


def test_what_is_reached_fits_together() -> None:
    takes = ("steps", "retreat", "split", "best")
    for attackers, defenders, a, d, overrun in product((1, 2, 3, 6), (1, 2, 4), takes, takes, BOTH):
        facts = {"attacker_steps": attackers, "defender_steps": defenders, "attacker_takes": a, "defender_takes": d}
        for result in RESULTS:
            end = reached(result, overrun=overrun, **facts)
            asked_defender, asked_attacker = demands(result)
            assert end["is_attacker_eliminated"] == (end["attacker_step_losses"] == attackers)
            assert end["is_defender_eliminated"] == (end["defender_step_losses"] == defenders)
            assert end["is_cleared"] == (end["is_defender_eliminated"] or end["defender_retreat_hexes"] > 0)
            assert end["is_taken"] <= end["is_cleared"]
            assert not (end["is_taken"] and (end["attacker_retreat_hexes"] or end["is_attacker_eliminated"]))
            for side, asked in (("attacker", asked_attacker), ("defender", asked_defender)):
                paid = end[f"{side}_step_losses"] + end[f"{side}_retreat_hexes"]
                assert paid == asked or end[f"is_{side}_eliminated"]


def test_nothing_is_reached_unless_both_sides_tell_their_steps() -> None:
    assert ask(attack=8, defense=3).after is None
    assert ask(attack=8, defense=3, attacker_steps=4).after is None
    assert ask(attack=8, defense=3, defender_steps=4).after is None
    assert ask(attack=8, defense=3, attacker_steps=4, untried_inf=1).after is None  # the known ones are not given
    assert ask(attack=8, defense=0, attacker_steps=4, untried_inf=1).after is not None  # there are no known ones


def test_the_basis_is_the_weakest_that_matters() -> None:
    assert ask(attack=9, defense=3).basis == "rulebook"
    assert ask(attack=9, defense=3, untried_inf=2).basis == "inferred"
    assert ask(attack=9, defense=3, untried_armor=2).basis == "assumed"
    assert ask(attack=9, defense=3, untried_armor=2, defender_armor=True).basis == "inferred"
    counterattack = {"attacker": "soviet", "attack": 9, "defense": 3, "untried_armor": 2}
    assert ask(**counterattack, terrain=("marsh",), unfortified="clear").basis == "inferred"
    seen = ("2-2-7", "2-2-7", "4-4-7", "4-4-7")  # with both of each, 22 and 153 have left the pool
    assert ask(attack=9, defense=3, untried_armor=2, seen=seen).basis == "published"
    assert ask(attack=9, defense=3, untried_armor=2, seen=seen[:3]).basis == "assumed"


def test_laws_sum_to_one_and_speak_of_the_same_fight() -> None:
    for facts, _ in OTHERS.values():
        found = ask(**facts)
        assert sum(p for _, p in found.law) == 1
        if found.after is not None:
            assert sum(p for _, p in found.after) == 1
            assert found.after.denominator == found.law.denominator


def test_more_untried_defenders_never_help_the_attacker() -> None:
    worst = [0] * 5
    for n, terrain in product(range(5), ("clear", "hills")):
        law = ask(attack=20, defense=3, untried_inf=n, terrain=(terrain,)).law
        worst[n] = law.probability(lambda result: RESULTS[result].endswith("E"))
    assert worst == sorted(worst)


def test_the_law_of_a_column_is_its_six_cells() -> None:
    for column in range(13):
        found = ask(attack=1, defense=1, shift=column - 3)
        rolls = np.arange(1, 7, dtype=np.int8)[:, np.newaxis]
        cells = Counter(int(r) for r in combat_result(column, rolls))
        assert found.law.counts == {(r,): n for r, n in cells.items()}
        assert found.final_column == label_of(column - 3, "-")
