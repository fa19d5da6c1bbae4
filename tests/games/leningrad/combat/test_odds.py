"""Combat of Leningrad against brute force, its invariants, and what it refuses."""

import subprocess
import sys
from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest

from analysis.fights.odds import as_json, odds
from sim.errors import GameError
from sim.exact import Law
from sim.game import load_game
from sim.games.leningrad.combat import untried
from sim.games.leningrad.combat.facts import OPTIONS, TERRAIN, Fight
from sim.games.leningrad.combat.results import ELIMINATED, RESULTS, after, answer, demands
from sim.games.leningrad.combat.shifts import WORTH, net_shift, times_of
from sim.games.leningrad.combat.table import combat_result
from sim.numbers.columns import label_of
from sim.numbers.tables import load_list

UNITS = load_list("leningrad", "soviet_units")


def ask(**facts: Any) -> Any:
    return odds("leningrad", **facts)


def shift_of(**facts: Any) -> int:
    fight = Fight(**{"attack": 1, "defense": 1, **facts})
    return int(net_shift(times_of(fight, fight.attacker_armor, fight.defender_armor)))


# shifts ---------------------------------------------------------------------------------------------------------------


def shift_by_hand(f: dict[str, Any]) -> int:
    """The shift table once more, row by row, with plain conditions."""
    soviet_defends, cities = f["attacker"] == "german", "soviet-city" in f["terrain"]
    gives = {"clear": 0, "forest": 1, "marsh": 1, "town": 1, "hills": 0, "soviet-city": int(soviet_defends)}
    if f["city_is_town"]:
        gives["soviet-city"] += 1
    left = 2 * f["overrun"] + 2 * f["attacker_out_of_supply"] + max(gives[hex_] for hex_ in f["terrain"])
    left += 2 * ("hills" in f["terrain"]) + f["fort"] + f["river"] + f["defender_air"]
    if soviet_defends or not cities:
        left += f["defender_armor"] + f["defender_corps"]
    right = 2 * f["defender_out_of_supply"] + f["attacker_corps"] + f["attacker_air"] + 4 * f["surprise"]
    only_clear = all(hex_ == "clear" for hex_ in f["terrain"])
    if {"no-fort": not f["fort"], "clear": only_clear and not f["fort"], "any": True}[f["unfortified"]]:
        right += f["attacker_armor"]
    return int(right - left)


PLACES = (
    [(kind,) for kind in TERRAIN] + list(combinations(TERRAIN, 2)) + [("hills", "hills"), ("marsh", "town", "clear")]
)
BOTH = (False, True)


@pytest.mark.parametrize("attacker", ["german", "soviet"])
def test_shifts_agree_with_the_table_written_out(attacker: str) -> None:
    german = attacker == "german"
    domain = {
        "attacker": (attacker,), "terrain": PLACES, "city_is_town": BOTH, "fort": BOTH if german else (False,),
        "attacker_armor": BOTH, "defender_armor": BOTH, "unfortified": ("no-fort", "clear", "any"),
        "attacker_corps": (0, 2) if german else (0,), "defender_corps": (0,) if german else (0, 3),
        "surprise": (False,) if german else BOTH,
    }  # fmt: skip
    plain = {
        "overrun": False, "attacker_out_of_supply": False, "defender_out_of_supply": False, "river": False,
        "attacker_air": 0, "defender_air": 0,
    }  # fmt: skip
    for values in product(*domain.values()):
        facts = {**plain, **dict(zip(domain, values, strict=True))}
        assert shift_of(**facts) == shift_by_hand(facts), facts


def test_the_plain_shifts_add_to_any_of_the_others() -> None:
    plain = ("overrun", "attacker_out_of_supply", "defender_out_of_supply", "river")
    rest: dict[str, Any] = {
        "attacker": "german", "terrain": ("hills",), "city_is_town": False, "fort": True, "attacker_armor": True,
        "defender_armor": True, "unfortified": "no-fort", "attacker_corps": 1, "defender_corps": 0, "surprise": False,
        "defender_air": 0,
    }  # fmt: skip
    for *flags, air in product(*[BOTH] * 4, (0, 1, 2)):
        facts = {**rest, **dict(zip(plain, flags, strict=True)), "attacker_air": air}
        assert shift_of(**facts) == shift_by_hand(facts), facts


def test_every_row_of_the_table_applies_to_some_fight_and_no_other_can() -> None:
    rows = {row["id"] for row in load_list("leningrad", "column_shifts").rows}
    german = ask(
        attack=9, defense=3, overrun=True, attacker_out_of_supply=True, defender_out_of_supply=True,
        terrain=("soviet-city",), city_is_town=True, fort=True, river=True, attacker_armor=True, unfortified="any",
        defender_armor=True, attacker_corps=1, attacker_air=2,
    )  # fmt: skip
    soviet = ask(
        attacker="soviet", attack=9, defense=3, terrain=("hills", "clear"), defender_armor=True, defender_corps=2,
        defender_air=2, surprise=True,
    )  # fmt: skip
    assert {one.id for one in (*german.applied, *soviet.applied)} == rows
    assert {one.id: one.value for one in soviet.applied}["panzer_corps_defender"] == -2
    for fight in (german, soviet):
        net = sum(one.value for one in fight.applied)
        assert fight.final_column == ask(attack=9, defense=3, shift=net).final_column


def test_a_row_had_once_counts_once_and_a_row_per_thing_each_time() -> None:
    for row in load_list("leningrad", "column_shifts").rows:
        twice = int(net_shift({**dict.fromkeys(WORTH, 0), row["id"]: 2}))
        assert twice == int(row["column_shift"]) * (2 if row["per"] == "each" else 1)


def test_the_terrain_chart_shifts_as_the_shift_table() -> None:
    chart = load_list("leningrad", "terrain")
    for kind in TERRAIN:
        shift = int(chart[kind.replace("-", "_")]["combat_shift"] or 0)
        assert shift_of(terrain=(kind,)) == shift


# results --------------------------------------------------------------------------------------------------------------


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


# untried units --------------------------------------------------------------------------------------------------------


def drawn_by_hand(field: str, n_inf: int, n_armor: int, gone: tuple[str, ...] = ()) -> Counter[tuple[int, bool]]:
    """Every draw of counters one by one."""
    rows = [row for row in UNITS.rows if row["id"] not in gone]
    pools = [[r for r in rows if r["movement_allowance"] == mp] for mp in ("5", "7")]
    found: Counter[tuple[int, bool]] = Counter()
    for infantry, mobile in product(combinations(pools[0], n_inf), combinations(pools[1], n_armor)):
        drawn = (*infantry, *mobile)
        found[sum(int(r[field]) for r in drawn), any(r["type"] == "armor" for r in drawn)] += 1
    return found


def drawn(**facts: Any) -> dict[tuple[int, bool], Fraction]:
    strength, armor, ways = untried.draws(Fight(**facts))
    total = int(ways.sum())
    cases = zip(strength.tolist(), armor.tolist(), ways.tolist(), strict=True)
    return {(s, a): Fraction(n, total) for s, a, n in cases}


def shares(found: Counter[tuple[int, bool]]) -> dict[tuple[int, bool], Fraction]:
    return {case: Fraction(n, found.total()) for case, n in found.items()}


@pytest.mark.parametrize(("inf", "armor"), [(0, 0), (1, 0), (0, 1), (3, 0), (2, 1), (1, 2), (0, 4)])
@pytest.mark.parametrize("attacker", ["german", "soviet"])
def test_draws_agree_with_every_draw_written_out(attacker: str, inf: int, armor: int) -> None:
    field = "attack" if attacker == "soviet" else "defense"
    found = drawn(attack=5, defense=5, attacker=attacker, untried_inf=inf, untried_armor=armor)
    assert found == shares(drawn_by_hand(field, inf, armor))


def test_what_was_seen_is_not_drawn_again() -> None:
    found = drawn(attack=5, defense=5, untried_inf=1, untried_armor=2, seen=("3-7-5", "10-4-7", "5-5-5"))
    assert found == shares(drawn_by_hand("defense", 1, 2, ("70", "42", "23b")))


def test_a_seen_5_5_7_is_the_tank_division_or_the_mechanized_one() -> None:
    """Ruling R29: half of the law without the one, half of that without the other."""
    halves = [shares(drawn_by_hand("defense", 0, 3, gone)) for gone in (("21b",), ("185",))]
    assert drawn(attack=5, defense=5, untried_armor=3, seen=("5-5-7",)) == {
        case: sum((half.get(case, Fraction(0)) for half in halves), Fraction(0)) / 2
        for case in {**halves[0], **halves[1]}
    }
    assert drawn(attack=5, defense=5, untried_armor=3, seen=("5-5-7",) * 2) == shares(
        drawn_by_hand("defense", 0, 3, ("21b", "185"))
    )


@pytest.mark.parametrize("attacker", ["german", "soviet"])
def test_a_fight_with_untried_units_is_the_mixture_of_its_draws(attacker: str) -> None:
    facts: dict[str, Any] = {"attack": 9, "defense": 4, "attacker": attacker, "terrain": ("forest",), "river": True}
    soviet = attacker == "soviet"
    law: dict[str, Fraction] = dict.fromkeys(RESULTS, Fraction(0))
    for (strength, armor), p in shares(drawn_by_hand("attack" if soviet else "defense", 1, 2)).items():
        known = {"attack": 9 + strength * soviet, "defense": 4 + strength * (not soviet)}
        side = "attacker_armor" if soviet else "defender_armor"
        one = ask(**{**facts, **known, side: armor})
        for (result,), q in one.law:
            law[RESULTS[result]] += p * q
    found = ask(**facts, untried_inf=1, untried_armor=2)
    assert {RESULTS[result]: q for (result,), q in found.law} == {result: q for result, q in law.items() if q}
    assert (found.initial_odds, found.final_column) == ("mixed", "mixed")
    assert not any(one.id.startswith("armor") for one in found.applied)


def test_draws_that_agree_are_not_called_mixed() -> None:
    answer_ = ask(attack=1, defense=9, untried_inf=1, shift=-9)
    assert (answer_.initial_odds, answer_.final_column) == ("mixed", "1-4")
    assert answer_.law == ask(attack=1, defense=60).law
    assert ask(attack=1, defense=100, attacker="soviet", untried_inf=1).final_column == "1-4"
    assert ask(attack=1, defense=0, untried_inf=1).final_column == "mixed"


def test_armor_that_is_certain_among_the_untried_is_named() -> None:
    """Five of the fifteen are mechanized: of six one at least is armor."""
    mechanized = [r for r in UNITS.rows if r["type"] == "mechanized"]
    assert len(mechanized) == 5
    assert "armor_defender" not in {one.id for one in ask(attack=30, defense=0, untried_armor=5).applied}
    assert "armor_defender" in {one.id for one in ask(attack=30, defense=0, untried_armor=6).applied}


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


# the whole answer -----------------------------------------------------------------------------------------------------

BASE: dict[str, Any] = {
    "attack": 11, "defense": 4, "attacker_steps": 6, "defender_steps": 4, "attacker_armor": True, "fort": True,
    "terrain": ("soviet-city",), "untried_inf": 1, "untried_armor": 1,
}  # fmt: skip
SOVIET = {"attack": 11, "defense": 4, "attacker": "soviet", "attacker_steps": 4, "defender_steps": 4}
OTHERS: dict[str, tuple[dict[str, Any], Any]] = {
    "attack": (BASE, 17), "defense": (BASE, 2), "attacker": ({**BASE, "fort": False}, "soviet"),
    "turn": ({**BASE, "attacker_air": 2}, 6), "overrun": (BASE, True), "attacker_air": (BASE, 1),
    "defender_air": (SOVIET, 1), "untried_inf": (BASE, 2), "untried_armor": (BASE, 2), "seen": (BASE, ("3-7-5",)),
    "clamp_first": ({"attack": 60, "defense": 4, "shift": -2}, True), "attacker_out_of_supply": (BASE, True),
    "defender_out_of_supply": (BASE, True), "terrain": (BASE, ("hills",)), "city_is_town": (BASE, True),
    "fort": (BASE, False), "river": (BASE, True), "attacker_armor": ({**BASE, "fort": False}, False),
    "unfortified": (BASE, "any"),
    "several_hexes": ({"attack": 11, "defense": 4, "terrain": ("hills", "forest")}, "best"),
    "city_voids_attacker": ({**SOVIET, "terrain": ("soviet-city",), "attacker_armor": True}, True),
    "defender_armor": (BASE, True), "attacker_corps": (BASE, 1),
    "defender_corps": (SOVIET, 1), "surprise": (SOVIET, True), "shift": (BASE, 1), "attacker_steps": (BASE, 1),
    "defender_steps": (SOVIET, 1), "attacker_retreat": (BASE, 0),
    "defender_retreat": ({**BASE, "defender_aim": "spare"}, 0),
    "attacker_takes": (BASE, "steps"), "defender_takes": (BASE, "retreat"),
    "attacker_aim": ({**BASE, "defender_takes": "retreat"}, "spare"), "defender_aim": (BASE, "spare"),
}  # fmt: skip


def outcome_of(facts: dict[str, Any]) -> Any:
    try:
        shown = as_json(load_game("leningrad"), ask(**facts))
    except GameError as error:
        return str(error)
    return [shown["initial_odds"], shown["outcomes"], shown.get("after_choices")]


@pytest.mark.parametrize("name", [option.name for option in OPTIONS])
def test_every_fact_changes_some_answer(name: str) -> None:
    facts, other = OTHERS[name]
    assert outcome_of(facts) != outcome_of({**facts, name: other})


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


REFUSED = [
    (
        {"attack": 0},
        "attack is 0; expected a whole number from 1 to 1,000,000, or 0 if all of a Soviet side is untried",
    ),
    ({"defense": 0}, "defense is 0; expected a whole number from 1"),
    ({"attack": 0, "untried_inf": 1}, "attack is 0; expected a whole number from 1"),
    ({"defense": 0, "untried_inf": 1, "defender_steps": 1}, "defender_steps is 1; expected 0 where defense is 0"),
    ({"attacker": "finnish"}, "attacker is 'finnish'; expected one of german, soviet"),
    ({"turn": 13}, "turn is 13; expected a whole number from 0 to 12"),
    ({"terrain": ("clear", "swamp")}, "terrain is clear, swamp; expected one or more of clear, forest"),
    ({"terrain": ()}, "terrain is empty; expected one or more of"),
    ({"terrain": ("clear",) * 7}, "expected at most six hexes"),
    ({"terrain": ("clear", "town"), "overrun": True}, "terrain is clear, town; expected one hex in an overrun"),
    ({"attacker": "soviet", "fort": True}, "fort is yes; expected no where Germans defend"),
    ({"attacker": "soviet", "overrun": True, "turn": 1}, "overrun is yes; expected no for Soviets on turn 1"),
    ({"surprise": True}, "surprise is yes; expected no where Germans attack"),
    (
        {"attacker": "soviet", "surprise": True, "turn": 7},
        "surprise is yes; expected no on turn 7: it is only on turn 8",
    ),
    ({"attacker": "soviet", "attacker_corps": 1}, "attacker_corps is 1; expected 0 for a Soviet attacker"),
    ({"defender_corps": 1}, "defender_corps is 1; expected 0 for a Soviet defender"),
    ({"attacker": "soviet", "attacker_air": 1}, "attacker_air is 1; expected 0 for a Soviet attacker"),
    ({"defender_air": 1}, "defender_air is 1; expected 0 for a Soviet defender"),
    ({"attacker_air": 3}, "attacker_air is 3; expected a whole number from 0 to 2"),
    ({"attacker_air": 2, "turn": 6}, "attacker_air is 2; expected at most 1 on turn 6"),
    ({"attacker_corps": 3, "turn": 9}, "attacker_corps is 3; expected at most 2 on turn 9"),
    ({"attacker_corps": 2, "overrun": True}, "attacker_corps is 2; expected at most 1 in an overrun"),
    ({"attacker": "soviet", "defender_corps": 2}, "defender_corps is 2; expected at most 1 a defended hex"),
    ({"seen": ("many",)}, "seen is 'many'; expected attack-defense-movement of a Soviet counter"),
    ({"seen": ("9-3-5",)}, "seen is '9-3-5'; expected attack-defense-movement"),
    ({"seen": ("3-7-5", "3-7-5")}, "seen is '3-7-5' 2 times; expected at most 1: no more exist"),
    ({"untried_inf": 13}, "untried_inf is 13; expected a whole number from 0 to 12"),
    ({"untried_armor": 12, "seen": ("9-3-7", "5-3-7", "10-4-7", "4-3-7")}, "untried_armor is 12; expected at most 11"),
    ({"attacker_takes": "flight"}, "attacker_takes is 'flight'; expected one of steps, retreat, split, best"),
    ({"unfortified": "hills"}, "unfortified is 'hills'; expected one of no-fort, clear, any"),
]


@pytest.mark.parametrize(("facts", "message"), REFUSED, ids=[message[:40] for _, message in REFUSED])
def test_what_cannot_be_is_refused_in_one_line(facts: dict[str, Any], message: str) -> None:
    with pytest.raises(GameError) as refusal:
        ask(**{"attack": 9, "defense": 3, **facts})
    assert str(refusal.value).startswith(message.partition("expected")[0])
    assert message in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_the_last_allowed_is_allowed() -> None:
    odd = {"attack": 9, "defense": 3}
    for last, over in (
        ({"attacker_air": 2, "turn": 7}, {"turn": 6}),
        ({"attacker_corps": 3, "turn": 10}, {"turn": 9}),
        ({"attacker": "soviet", "surprise": True, "turn": 8}, {"turn": 7}),
        ({"attacker": "soviet", "overrun": True, "turn": 2}, {"turn": 1}),
        ({"defense": 0, "untried_inf": 12, "untried_armor": 12}, {"untried_inf": 13}),
    ):
        law = ask(**odd | last).law
        assert sum(law.counts.values()) == law.denominator
        with pytest.raises(GameError):
            ask(**odd | last | over)


def test_combat_asks_for_no_heavy_library() -> None:
    code = (
        "import sim.games.leningrad.combat.odds, sys; sys.exit(bool({'polars', 'scipy', 'duckdb'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
