"""Systems beside the map of Traces of Hubris: victory, by a player's sums; its options and courses [13.0, 14.0]."""

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from analysis.systems.ask import ask
from sim.factors import factors_of
from sim.games.traces_of_hubris.combat.table import COLUMNS, CRT, is_printed
from sim.games.traces_of_hubris.systems.victory import OPTIONS, OUTLINES, campaign
from sim.games.traces_of_hubris.systems.victory.campaign import IDS, OUTCOMES, TARGETS, columns_missed, start
from sim.play import play_exactly
from tests.games.traces_of_hubris.systems.test_systems import GAME, course_of, law_of, setting_of
from tests.sampled import sampled

NINE = 9
LOSSLESS = {"mechanized_lost": 0, "non_mechanized_lost": 0}

PLANS = campaign.COURSE.policies["axis"]
COURSES = [
    {},
    {
        "efforts": 3,
        "easy": 6,
        "hard": 1,
        "counter_from": 7,
        "counter": 5,
        "mechanized_lost": 0,
        "non_mechanized_lost": 0,
    },
    {"caucasus_line": 0, "efforts": 2, "cut_off": 1, "offensive_until": 9, "counter_from": 10},
    {
        "option_14_1": 1,
        "mode_sixths": 1,
        "option_14_2": 1,
        "option_14_4": 1,
        "mechanized_lost": 1,
        "axis_relocations": 2,
        "hq_lost": 1,
    },
    {"option_14_4": 1, "town_markers": 2, "mode_sixths": -1, "apart_sixths": 1, "non_mechanized_lost": 0},
    {"option_14_1": 1, "mode_sixths": -1, "option_14_2": 1, "apart_sixths": 0, "mechanized_lost": 0, "efforts": 2},
    {"minor_hq_lost": 2, "minor_hq_counts": 0, "wiking_lost": 1, "soviet_relocations": 3, "medium": 5, "hard": 4},
]


def by_the_book(factors: dict[str, int], plan: str) -> dict[tuple[int, int], Fraction]:
    """Result and VP at the end of a campaign, written as a player would reckon."""
    f = {name: factor.value for name, factor in factors_of("traces_of_hubris", "victory_factors").items()} | factors
    aims = PLANS[plan].decide
    state = start(12, setting_of("victory", f))
    targets = np.asarray(aims(replace(state, taken=np.arange(12, dtype=np.int16)), 1)["target"]).tolist()
    rows = {row["id"]: row for row in TARGETS.rows}

    def sixths(taken: int) -> int:
        if targets[taken] < 0:
            return 0
        row = rows[IDS[targets[taken]]]
        flown = f["town_markers"]  # two columns of the first marker, or one of each of two
        town = min(flown, 1) * 2 - min(flown, 2) if f["option_14_4"] and row["is_supply_source"] != "yes" else 0
        modes = f["mode_sixths"] if f["option_14_1"] else 0
        return min(max(f[row["difficulty"].replace(" ", "_")] + modes - town * f["column_sixths"], 0), 6)

    def losses(turn: int) -> int:
        minors = f["minor_hq_lost"] if f["minor_hq_counts"] else 0
        counts = [(-4, f["mechanized_lost"]), (-2, f["non_mechanized_lost"]), (-5, f["hq_lost"] + minors),
                  (-5, f["wiking_lost"]), (-2, f["axis_relocations"]), (2, f["soviet_relocations"])]  # fmt: skip
        return sum(vp * (n * turn // NINE) for vp, n in counts)

    @cache
    def after_efforts(taken: int, left: int) -> dict[int, Fraction]:
        if not left:
            return {taken: Fraction(1)}
        law: dict[int, Fraction] = defaultdict(Fraction)
        for more, cases in ((1, sixths(taken)), (0, 6 - sixths(taken))):
            for end, p in after_efforts(taken + more, left - 1).items() if cases else ():
                law[end] += p * Fraction(cases, 6)
        return dict(law)

    @cache
    def play(turn: int, taken: int, vp: int) -> dict[tuple[int, int], Fraction]:
        if turn > NINE:
            return {(int(vp > 15), vp): Fraction(1)}
        law: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
        for held, p in after_efforts(taken, f["efforts"] if turn <= f["offensive_until"] else 0).items():
            lost = (
                min(f["counter"] + (f["apart_sixths"] if f["option_14_2"] else 0), 6)
                if turn >= f["counter_from"] and held
                else 0
            )
            for now, q in ((held - 1, Fraction(lost, 6)), (held, Fraction(6 - lost, 6))):
                if not q:
                    continue
                supplied = 4 + now - (f["cut_off"] if turn >= f["counter_from"] else 0)
                south = sum(rows[IDS[t]]["has_caucasus_exception"] == "yes" for t in targets[:now])
                if supplied - (0 if f["caucasus_line"] else south) >= NINE:
                    law[2, vp] += p * q
                    continue
                more = max(supplied - 4, 0) + losses(turn) - losses(turn - 1)
                for end, r in play(turn + 1, now, vp + more).items():
                    law[end] += p * q * r
        return dict(law)

    return play(1, 0, 0)


@pytest.mark.in_turn
@pytest.mark.parametrize("plan", PLANS)
@pytest.mark.parametrize("factors", sampled(COURSES, 2, "courses"))
def test_a_campaign_ends_as_a_player_would_reckon(factors: dict[str, int], plan: str) -> None:
    # [3.0, 13.0]
    course = course_of("victory")
    *_, last = play_exactly(course, course.setting(factors, {"axis": plan}))
    assert dict(last.law("result", "vp")) == by_the_book(factors, plan)
    assert ask(GAME, "victory", factors, {"axis": plan}, spans=False).headline == sum(
        p for (result, _), p in by_the_book(factors, plan).items() if result > 0
    )


def test_the_plans_are_those_of_the_strategy_notes() -> None:
    easy = {"voronezh", "rostov_na_donu"}
    stalingrad = {"stalingrad_south", "stalingrad_north"}
    fifth = {
        "center_north": easy | stalingrad | {"voronezh_source"},
        "center_south": easy | stalingrad | {"maykop"},
        "balanced": easy | {"voronezh_source", "maykop", "stalingrad_south"},
    }
    state = start(5, setting_of("victory", {}))
    five = replace(state, taken=np.arange(5, dtype=np.int16))
    aims = {name: np.asarray(policy.decide(five, 1)["target"]).tolist() for name, policy in PLANS.items()}
    assert {name: {IDS[target] for target in targets} for name, targets in aims.items()} == fifth


# options and courses ----------------------------------------------------------------------------


def not_lost(factors: dict[str, int]) -> Fraction:
    return sum((p for (result, _), p in by_the_book(factors, "balanced").items() if result > 0), Fraction(0))


def mean_vp(factors: dict[str, int]) -> Fraction:
    return sum((vp * p for (_, vp), p in by_the_book(factors, "balanced").items()), Fraction(0))


def test_each_option_is_a_switch_whose_effect_has_a_range() -> None:
    # [14.1, 14.2, 14.3, 14.4]
    found = {f.id: f for f in ask(GAME, "victory", spans=False).findings}
    for rule, (_, switch, cases) in OPTIONS.items():
        name = rule.replace(".", "_")
        told = [{**case, **({switch: 1} if switch else {})} for case in cases]
        chance, points = [not_lost(one) for one in told], [mean_vp(one) for one in told]
        for one, measured in ((found[f"with_{name}"], chance), (found[f"vp_{name}"], points)):
            assert (one.number, one.low, one.high) == (measured[0], min(measured), max(measured)), rule


def test_an_option_that_is_off_does_nothing() -> None:
    plain = law_of("victory", "vp", {})
    for told in ({"mode_sixths": 1}, {"apart_sixths": 0}, {"town_markers": 0}, {"column_sixths": 0}):
        assert law_of("victory", "vp", told) == plain


def test_a_column_is_a_sixth_where_the_table_is_printed() -> None:
    """The evidence for `column_sixths`: in each printed column one more roll makes the defender retreat."""
    printed = [at for at in range(len(COLUMNS)) if is_printed(at)]
    assert [COLUMNS[at] for at in printed] == ["2:1", "3:1", "4:1"]
    retreats = [sum("R" in row[at] for row in CRT.cells) for at in printed]
    assert [later - earlier for earlier, later in pairwise(retreats)] == [1, 1]
    assert [int(columns_missed(n)) for n in range(3)] == [0, 1, 0]


def test_every_course_is_one_that_the_factors_allow_and_is_reckoned_as_a_player_would() -> None:
    factors = factors_of("traces_of_hubris", "victory_factors")
    found = {f.id: f for f in ask(GAME, "victory", spans=False).findings}
    for row in OUTLINES.rows:
        told = {name: int(value) for name, value in row.items() if name not in ("course", "about")}
        assert all(factors[name].low <= value <= factors[name].high for name, value in told.items())
        key = row["course"].replace(" ", "_")
        assert found[f"course_{key}"].number == not_lost(told)
        assert found[f"course_{key}_vp"].number == mean_vp(told)
        law: dict[int, Fraction] = defaultdict(Fraction)
        for (_, vp), p in by_the_book(told, "balanced").items():
            law[vp] += p
        low = max(vp for vp in law if sum(p for other, p in law.items() if other < vp) < Fraction(1, 20))
        high = max(vp for vp in law if sum(p for other, p in law.items() if other < vp) < Fraction(19, 20))
        assert f", {low} to {high} in nine games of ten" in found[f"course_{key}_vp"].about
    assert OUTLINES.rows[0]["course"] == "in between"
    first = {name: int(value) for name, value in OUTLINES.rows[0].items() if name in factors}
    assert first == {name: factors[name].value for name in first}


def test_more_than_fifteen_points_may_win() -> None:
    """Ruling R17: every draw becomes a win, and nothing else moves."""
    answers = [ask(GAME, "victory", {**LOSSLESS, "points_win": n}, spans=False) for n in (0, 1)]
    plain, other = ({f.id: f.number or Fraction(0) for f in one.findings} for one in answers)
    assert other["axis_wins"] == plain["axis_wins"] + plain["draw"] > plain["axis_wins"]
    assert other["draw"] == 0
    ends = law_of("victory", "result", {**LOSSLESS, "points_win": 1})
    assert ends[OUTCOMES.index("Axis victory")] == other["axis_wins"]
    assert 1 - ends[OUTCOMES.index("Soviet victory")] == not_lost(LOSSLESS)
