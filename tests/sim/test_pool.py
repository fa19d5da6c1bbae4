"""Pools of dice: every roll of small pools, fights to the end by plain fractions, and the bound on the floats."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product

import numpy as np
import pytest

from sim.errors import GameError
from sim.exact import Outcome
from sim.pool import MOST_EXACT, MOST_FLOAT, Hits, hits, mixed_hits, one_round, to_the_end, to_the_end_float

CHANCES = [Fraction(0), Fraction(1, 6), Fraction(1, 3), Fraction(1, 2), Fraction(5, 6), Fraction(1)]
PAIRS = [(p, q) for p in CHANCES for q in CHANCES if p or q]


def by_rolling(targets: tuple[int, ...]) -> Counter[int]:
    """Count hits over every roll of dice that each hit from a face on."""
    rolls = product(range(1, 7), repeat=len(targets))
    return Counter(sum(die >= target for die, target in zip(roll, targets, strict=True)) for roll in rolls)


def from_face(target: int) -> Fraction:
    return Fraction(7 - target, 6)


@pytest.mark.parametrize("target", range(1, 8))
@pytest.mark.parametrize("n_dice", range(5))
def test_hits_are_those_of_every_roll(n_dice: int, target: int) -> None:
    law = hits(n_dice, from_face(target)).law()
    rolled = by_rolling((target,) * n_dice)
    assert {k: p for (k,), p in law} == {k: Fraction(n, 6**n_dice) for k, n in rolled.items()}


@pytest.mark.parametrize("targets", [(4,), (4, 6), (5, 4, 6), (6, 6, 4, 5), (1, 7, 5, 4, 4)])
def test_mixed_pools_are_those_of_every_roll(targets: tuple[int, ...]) -> None:
    pool = mixed_hits((1, from_face(target)) for target in targets)
    assert {k: n * Fraction(1, pool.denominator) for k, n in enumerate(pool.counts) if n} == {
        k: Fraction(n, 6 ** len(targets)) for k, n in by_rolling(targets).items()
    }
    for most in range(len(targets) + 2):
        wanted = Counter[int]()
        for k, n in enumerate(pool.counts):
            wanted[min(k, most)] += n
        assert Counter(dict(enumerate(pool.capped(most).counts))) == wanted


def test_a_pool_of_no_dice_never_hits() -> None:
    assert hits(0, Fraction(1, 2)) == mixed_hits([]) == Hits((1,), 1)
    assert one_round(hits(0, 1), hits(2, 1)).counts == {(0, 2): 1}


def test_numbers_of_dice_from_arrays_do_not_overflow() -> None:
    assert hits(np.int8(100), Fraction(1, 3)) == hits(100, Fraction(1, 3))  # type: ignore[arg-type]
    assert hits(100, np.int8(1)) == hits(100, 1)  # type: ignore[arg-type]


@pytest.mark.parametrize("targets", [((5, 5), (4,)), ((6, 4, 4), (5, 5)), ((), (4,))])
def test_one_round_is_every_pair_of_rolls(targets: tuple[tuple[int, ...], tuple[int, ...]]) -> None:
    ours, theirs = by_rolling(targets[0]), by_rolling(targets[1])
    law = one_round(*(mixed_hits((1, from_face(target)) for target in side) for side in targets))
    n_rolls = 6 ** (len(targets[0]) + len(targets[1]))
    assert dict(law) == {(x, y): Fraction(n * m, n_rolls) for x, n in ours.items() for y, m in theirs.items()}


@cache
def plainly(a: int, d: int, p: Fraction, q: Fraction) -> dict[Outcome, Fraction]:
    """Return the law of a fight to the end, fraction by fraction, a round at a time."""
    if not a or not d:
        return {(a, d): Fraction(1)}
    ours, theirs, law = hits(a, p), hits(d, q), Counter[Outcome]()
    quiet = (1 - p) ** a * (1 - q) ** d
    for x, y in product(range(a + 1), range(d + 1)):
        chance = Fraction(ours.counts[x], ours.denominator) * Fraction(theirs.counts[y], theirs.denominator)
        if chance and (x or y):
            for outcome, then in plainly(max(a - y, 0), max(d - x, 0), p, q).items():
                law[outcome] += chance / (1 - quiet) * then  # type: ignore[assignment]
    return {outcome: Fraction(p) for outcome, p in law.items()}


@pytest.mark.parametrize(("p", "q"), PAIRS, ids=str)
def test_a_fight_to_the_end_is_that_of_plain_fractions(p: Fraction, q: Fraction) -> None:
    for a, d in product(range(6), repeat=2):
        law = to_the_end(a, d, p, q)
        assert dict(law) == plainly(a, d, p, q)
        assert sum(law.counts.values()) == law.denominator
        assert list(law.counts) == sorted(law.counts)


def test_both_sides_are_treated_alike() -> None:
    law, mirrored = dict(to_the_end(7, 4, CHANCES[1], CHANCES[3])), dict(to_the_end(4, 7, CHANCES[3], CHANCES[1]))
    assert law == {(a, d): p for (d, a), p in mirrored.items()}


@pytest.mark.parametrize(("size", "bits"), [(8, 414), (12, 1344), (20, 6235)])
def test_known_lengths_of_exact_answers(size: int, bits: int) -> None:
    """Lengths found by an independent program, in fractions throughout."""
    law = to_the_end(size, size, Fraction(1, 3), Fraction(1, 2))
    assert max(p.denominator.bit_length() for _, p in law) == bits


def test_known_answer_of_eight_against_eight() -> None:
    """Chances found by an independent program, and by a hundred million fights."""
    law = to_the_end(8, 8, Fraction(1, 3), Fraction(1, 2))
    events: list[Callable[[int, int], bool]] = [
        lambda a, d: a > 0,
        lambda a, d: d > 0,
        lambda a, d: not a and not d,
    ]
    found = [float(law.probability(event)) for event in events]
    assert found == [0.1555637198391008, 0.8296575719057055, 0.014778708255193609]


SIZES = [(a, d) for a in range(8) for d in range(8)] + [(1, 20), (20, 3), (12, 12), (16, 9), (20, 20)]


@pytest.mark.in_turn
@pytest.mark.parametrize(("p", "q"), [*PAIRS, (Fraction(1, 10**5), Fraction(1, 7)), (Fraction(3, 10), 0)], ids=str)
def test_floats_keep_their_promise(p: Fraction, q: Fraction) -> None:
    for a, d in SIZES:
        exact, found = dict(to_the_end(a, d, p, q)), to_the_end_float(a, d, p, q)
        assert found.relative_error < Fraction(1, 10**12)
        assert found.absolute_error < Fraction(1, 10**280)
        for outcome in product(range(a + 1), range(d + 1)):
            low, high = found.between(outcome)
            assert low <= exact.get(outcome, 0) <= high
        assert set(found.chances) <= set(exact)


def test_the_promise_says_something() -> None:
    law = to_the_end_float(20, 20, Fraction(1, 3), Fraction(1, 2))
    for outcome, chance in law.chances.items():
        low, high = law.between(outcome)
        assert low < Fraction(chance) < high < low * (1 + Fraction(1, 10**12))


def test_chances_too_small_for_a_double_are_within_the_promise() -> None:
    p, q = Fraction(1, 10**14), 1 - Fraction(1, 10**14)
    exact, found = dict(to_the_end(12, 12, p, q)), to_the_end_float(12, 12, p, q)
    assert exact[12, 0] < Fraction(1, 2**1074)
    for outcome, chance in exact.items():
        low, high = found.between(outcome)
        assert low <= chance <= high


def test_denominators_beyond_a_double_are_no_matter() -> None:
    p = Fraction(1, 1009)
    law = to_the_end_float(150, 2, p, p)
    total = sum((Fraction(chance) for chance in law.chances.values()), Fraction(0))
    assert abs(total - 1) <= law.relative_error + len(law.chances) * law.absolute_error
    exact = dict(to_the_end(40, 2, p, p))
    found = to_the_end_float(40, 2, p, p)
    assert all(low <= exact[outcome] <= high for outcome in exact for low, high in [found.between(outcome)])


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda: hits(-1, Fraction(1, 2)), "n_dice is -1; expected a whole number from 0 up"),
        (lambda: hits(1.5, Fraction(1, 2)), "n_dice is 1.5; expected a whole number from 0 up"),  # type: ignore[arg-type]
        (lambda: hits(2, 0.5), "chance is 0.5; expected a Fraction from 0 to 1"),  # type: ignore[arg-type]
        (lambda: hits(2, Fraction(7, 6)), r"chance is Fraction\(7, 6\); expected a Fraction from 0 to 1"),
        (lambda: to_the_end(1, -2, 1, 1), f"defenders is -2; expected a whole number from 0 to {MOST_EXACT}"),
        (lambda: to_the_end(MOST_EXACT + 1, 1, 1, 1), f"attackers is {MOST_EXACT + 1}; expected .* to {MOST_EXACT}"),
        (lambda: to_the_end_float(1, 999, 1, 1), f"defenders is 999; expected a whole number from 0 to {MOST_FLOAT}"),
        (lambda: to_the_end(3, 3, 0, Fraction(0)), "p_attacker is 0 and p_defender 0; expected one of 1/2"),
        (lambda: to_the_end(3, 3, 0, -1), "p_defender is -1; expected a Fraction from 0 to 1"),
    ],
)
def test_nonsense_is_refused(ask: Callable[[], object], words: str) -> None:
    with pytest.raises(GameError, match=words):
        ask()


def test_where_nobody_is_left_chances_do_not_matter() -> None:
    assert dict(to_the_end(0, 3, 0, 0)) == {(0, 3): 1}
    assert to_the_end_float(0, 3, 0, 0).chances == {(0, 3): 1.0}
