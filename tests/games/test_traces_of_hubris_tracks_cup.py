"""Systems beside the map of Traces of Hubris, second part: the cup and victory, every order and a player's sums."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import groupby, permutations, product
from math import comb

import numpy as np
import pytest

from analysis.track import ask
from sim.games.traces_of_hubris.chits import ACTIVATION, DRAWS, activation_chits
from sim.games.traces_of_hubris.factors import factors_of
from sim.games.traces_of_hubris.policies import VICTORY
from sim.games.traces_of_hubris.scenarios import SCENARIOS
from sim.games.traces_of_hubris.victory import IDS, TARGETS, start
from sim.play import play_exactly
from tests.games.test_traces_of_hubris_tracks import GAME, law_of, setting_of

NINE = 9


def shares(outcomes: Iterable[int]) -> dict[int, Fraction]:
    """The law of something counted over outcomes that are equally likely."""
    counts = Counter(outcomes)
    return {value: Fraction(n, counts.total()) for value, n in counts.items()}


# the cup [4.2, 4.3] --------------------------------------------------------------------------


def longest_run(order: Iterable[str], first: int = 0) -> int:
    """The longest run of A without an S between, the first one lengthened by activations before the cup."""
    moves = "A" * first + "".join(chit for chit in order if chit in "AS")
    return max((len(list(run)) for side, run in groupby(moves) if side == "A"), default=0)


def run_law(axis: int, soviet: int) -> dict[int, Fraction]:
    """The closed form: the Soviet chits leave gaps, and fillings with none above a length are counted."""
    gaps = soviet + 1
    upto = [
        sum((-1) ** j * comb(gaps, j) * comb(axis - j * (most + 1) + gaps - 1, gaps - 1)
            for j in range(gaps + 1) if axis >= j * (most + 1))
        for most in range(axis + 1)
    ]  # fmt: skip
    return {most: Fraction(n - (upto[most - 1] if most else 0), comb(axis + soviet, axis))
            for most, n in enumerate(upto) if n > (upto[most - 1] if most else 0)}  # fmt: skip


@pytest.mark.parametrize(
    ("soviet_hq", "german_hq", "minor_hq", "specials"), list(product((3, 4), (3, 6), (0, 3), (0, 1, 2)))
)
def test_the_longest_run_has_the_law_of_the_gaps(soviet_hq: int, german_hq: int, minor_hq: int, specials: int) -> None:
    cup = {"soviet_hq": soviet_hq, "german_hq": german_hq, "minor_hq": minor_hq, "axis_specials": specials}
    for okh, stavka in product((False, True), repeat=2):
        played = {"axis": "okh" if okh else "reinforce", "soviet": "stavka" if stavka else "reinforce"}
        axis = german_hq + minor_hq + (specials == 2 or (specials == 1 and okh))
        soviet = soviet_hq + stavka
        counts = [int(n) for n in activation_chits(cup, okh, stavka)]
        assert counts == [soviet, axis, specials - (axis - german_hq - minor_hq) + 1 - stavka, 1]
        assert law_of("chits", "longest_run", cup, played) == run_law(axis, soviet)
        before = law_of("chits", "axis_before_supply", cup, played)
        assert before == {n: Fraction(1, axis + 1) for n in range(axis + 1)}  # the supply chit is anywhere
        before = law_of("chits", "soviet_before_supply", cup, played)
        assert before == {n: Fraction(1, soviet + 1) for n in range(soviet + 1)}


CUP = {"soviet_hq": 3, "german_hq": 3, "minor_hq": 0, "axis_specials": 0}


def test_the_free_activation_lengthens_the_first_run() -> None:
    orders = set(permutations("SSSAAA"))
    for free in (0, 1):
        law = law_of("chits", "longest_run", {**CUP, "free_activation": free})
        assert law == shares(longest_run(order, free) for order in orders)


def test_the_chit_of_blucher_goes_in_behind_the_supply_chit() -> None:
    """Draw orders with the new chit anywhere behind the supply chit, each place as likely."""
    law: dict[int, Fraction] = defaultdict(Fraction)
    for order in set(permutations("SSSAAAU")):
        at = order.index("U") + 1
        for place in range(at, len(order) + 1):
            run = longest_run([*order[:place], "A", *order[place:]])
            law[run] += Fraction(1, len(order) + 1 - at)
    total = sum(law.values())
    exact = law_of("chits", "longest_run", {**CUP, "blucher_chit": 1})
    assert exact == {run: n / total for run, n in law.items()}


def test_one_headquarters_among_all_others() -> None:
    """Its chits, OKH and STAVKA by every order of a small cup."""
    found = {f.id: f.number for f in ask(GAME, "chits", {**CUP, "own_chits": 2}, spans=False).findings}
    orders = set(permutations("HHASSTU"))  # two chits of it, another Axis one, two Soviets and T, the supply chit

    def chance(holds: list[bool]) -> Fraction:
        return Fraction(sum(holds), len(holds))

    twice_before = [order.index("H", order.index("H") + 1) < order.index("U") for order in orders]
    assert found["own_twice_before_supply"] == chance(twice_before)
    before_hq = [order.index("H") < order.index("T") for order in orders]
    assert found["own_before_hq"] == chance(before_hq)
    before_all = ["".join(c for c in order if c in "HST").startswith("HH") for order in orders]
    assert found["own_twice_before_soviets"] == chance(before_all)
    opening = ["".join("A" if c == "H" else "S" if c == "T" else c for c in order if c != "U") for order in orders]
    assert found["axis_opening"] == chance([moves.startswith("AA") for moves in opening])
    assert found["soviet_opening"] == chance([moves.startswith("SS") for moves in opening])
    first, last = (chance([moves[at] == "A" for moves in opening]) for at in (0, -1))
    assert found["axis_bridge"] == first * last


def test_the_fullest_cup_is_drawn_to_its_bottom_and_its_ranges_are_printed() -> None:
    assert len(DRAWS) == 4 + 1 + 6 + 3 + 2 + 1 + 1
    factors = factors_of("chit_factors")
    rows = {"soviet_hq": "soviet_hq_chits", "german_hq": "german_hq_chits", "minor_hq": "axis_minor_hq_chits",
            "axis_specials": "axis_reinforcement_and_okh_chits"}  # fmt: skip
    for name, row in rows.items():
        ends = ACTIVATION.integer(row, "count_min"), ACTIVATION.integer(row, "count_max")
        assert (factors[name].low, factors[name].high) == ends
    full = {name: factors[name].high for name in (*rows, "blucher_chit")}
    *_, last = play_exactly(SCENARIOS["chits"], SCENARIOS["chits"].setting(full))
    assert set(last.law("soviet", "axis", "reinforcement", "supply").counts) == {(0, 0, 0, 0)}


# victory [13.0] -------------------------------------------------------------------------------

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
    {"option_14_1": 1, "option_14_2": 1, "option_14_4": -1, "mechanized_lost": 1, "axis_relocations": 2, "hq_lost": 1},
    {"minor_hq_lost": 2, "minor_hq_counts": 0, "wiking_lost": 1, "soviet_relocations": 3, "medium": 5, "hard": 4},
]


def by_the_book(factors: dict[str, int], plan: str) -> dict[tuple[int, int], Fraction]:
    """Result and VP at the end of a campaign, written as a player would reckon."""
    f = {name: factor.value for name, factor in factors_of("victory_factors").items()} | factors
    aims = VICTORY["axis"][plan].decide
    state = start(12, setting_of("victory", f))
    targets = np.asarray(aims(replace(state, taken=np.arange(12, dtype=np.int16)), 1)["target"]).tolist()
    rows = {row["id"]: row for row in TARGETS.rows}

    def sixths(taken: int) -> int:
        if targets[taken] < 0:
            return 0
        row = rows[IDS[targets[taken]]]
        town = f["option_14_4"] if row["is_supply_source"] != "yes" else 0
        return min(max(f[row["difficulty"].replace(" ", "_")] + f["option_14_1"] + town, 0), 6)

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
            lost = min(f["counter"] + f["option_14_2"], 6) if turn >= f["counter_from"] and held else 0
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


@pytest.mark.parametrize("plan", VICTORY["axis"])
@pytest.mark.parametrize("factors", COURSES)
def test_a_campaign_ends_as_a_player_would_reckon(factors: dict[str, int], plan: str) -> None:
    scenario = SCENARIOS["victory"]
    *_, last = play_exactly(scenario, scenario.setting(factors, {"axis": plan}))
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
    aims = {name: np.asarray(policy.decide(five, 1)["target"]).tolist() for name, policy in VICTORY["axis"].items()}
    assert {name: {IDS[target] for target in targets} for name, targets in aims.items()} == fifth
