"""Systems beside the map of Traces of Hubris, second part: the cup by every order, and the turn track."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from fractions import Fraction
from itertools import groupby, permutations, product
from math import comb

import pytest

from analysis.systems.ask import ask
from sim.errors import GameError
from sim.factors import factors_of
from sim.games.traces_of_hubris.systems.chits.cup import ACTIVATION, DRAWS, activation_chits
from sim.games.traces_of_hubris.systems.chits.turn_track import TRACK, activations, mean_longest_run
from sim.play import play_exactly
from tests.games.traces_of_hubris.systems.test_systems import GAME, course_of, law_of

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


@pytest.mark.in_turn
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
    factors = factors_of("traces_of_hubris", "chit_factors")
    rows = {"soviet_hq": "soviet_hq_chits", "german_hq": "german_hq_chits", "minor_hq": "axis_minor_hq_chits",
            "axis_specials": "axis_reinforcement_and_okh_chits"}  # fmt: skip
    for name, row in rows.items():
        ends = ACTIVATION.integer(row, "count_min"), ACTIVATION.integer(row, "count_max")
        assert (factors[name].low, factors[name].high) == ends
    full = {name: factors[name].high for name in (*rows, "blucher_chit")}
    *_, last = play_exactly(course_of("chits"), course_of("chits").setting(full))
    assert set(last.law("soviet", "axis", "reinforcement", "supply").counts) == {(0, 0, 0, 0)}


# the turn track [4.2] ---------------------------------------------------------------------------


def test_the_formula_is_the_mean_over_every_order() -> None:
    for axis, soviet, before in product(range(7), range(4), range(3)):
        runs = [longest_run(order, before) for order in set(permutations("A" * axis + "S" * soviet))]
        assert mean_longest_run(axis, soviet, before) == Fraction(sum(runs), len(runs))


@pytest.mark.in_turn
@pytest.mark.parametrize(("okh", "stavka"), list(product((False, True), repeat=2)))
def test_a_turn_of_the_track_is_the_cup_with_its_chits(okh: bool, stavka: bool) -> None:
    # [4.2.1, 4.2.2]
    played = {"axis": "okh" if okh else "reinforce", "soviet": "stavka" if stavka else "reinforce"}
    found = {f.id: f for f in ask(GAME, "chits", None, played, spans=False).findings}
    bridges = {"axis": Fraction(0), "soviet": Fraction(0)}
    before: dict[str, Fraction] = {}
    for row in TRACK.rows:
        turn = int(row["turn"])
        cup = {
            "soviet_hq": int(row["soviet_hq_chits"]), "german_hq": int(row["german_hq_chits"]),
            "minor_hq": int(row["axis_minor_hq_chits"]), "free_activation": int(turn == 1),
            "axis_specials": int(row["axis_reinforcement_and_okh_chits"]) * (row["has_okh"] == "yes"),
        }  # fmt: skip
        law = law_of("chits", "longest_run", cup, played)
        mean = sum((n * p for n, p in law.items()), Fraction(0))
        assert found[f"run_{turn}"].number == mean
        specials = cup["axis_specials"]
        axis = cup["german_hq"] + cup["minor_hq"] + (specials == 2 or (specials == 1 and okh))
        soviet = cup["soviet_hq"] + stavka
        assert activations(turn, axis=okh, soviet=stavka) == (axis, soviet)
        now = {"axis": Fraction(axis, axis + soviet), "soviet": Fraction(soviet, axis + soviet)}
        for side in bridges if before else ():
            bridges[side] += before[side] * now[side]
        before = now
    assert {side: found[f"{side}_doubles"].number for side in bridges} == bridges


def test_the_range_of_a_turn_is_that_of_the_printed_numbers_of_chits() -> None:
    """3 to 4 Soviet chits, 3 to 6 German ones [4.2]; none to three minors and OKH are ours."""
    found = {f.id: f for f in ask(GAME, "chits", spans=False).findings}
    for turn in range(1, NINE + 1):
        specials = (0, 1) if turn < 8 else (0, 0)  # two places: OKH for sure; none on turns 8 and 9 (R30)
        cups = product(range(3, 7), range(4), specials, (3, 4))
        means = [mean_longest_run(hq + minor + okh, soviet, turn == 1) for hq, minor, okh, soviet in cups]
        assert (found[f"run_{turn}"].low, found[f"run_{turn}"].high) == (min(means), max(means))
        assert TRACK.basis_of(str(turn), "german_hq_chits") == "assumed"
    with pytest.raises(GameError, match="turn is 10; expected a whole number from 1 to 9"):
        activations(10)
