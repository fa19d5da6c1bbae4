"""Roll spaces, laws, mixtures and chains, against brute force."""

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from sim.dice import Rolls, all_rolls, draw_rolls
from sim.errors import GameError
from sim.exact import Law, certain, count, count_each, distinct_rows, forget, mixture, through
from sim.game import load_game
from sim.state import State, column, new_turn
from sim.streams import stream


@pytest.mark.parametrize("n_dice", range(5))
def test_all_rolls_are_the_product(n_dice: int) -> None:
    assert [tuple(roll) for roll in all_rolls(n_dice).tolist()] == list(product(range(1, 7), repeat=n_dice))


def test_count_equals_a_counter() -> None:
    rolls = all_rolls(3)
    law = count({"high": rolls.max(axis=1), "sum": rolls.sum(axis=1)})
    assert law.counts == Counter((max(r), sum(r)) for r in product(range(1, 7), repeat=3))
    assert law.denominator == 216
    assert sum(p for _, p in law) == 1


def test_many_laws_at_once_are_each_counted_alone() -> None:
    rolls = all_rolls(2)
    drm, sums = np.arange(-3, 4)[:, np.newaxis], rolls.sum(axis=1)
    columns = {"row": np.clip(sums + drm, 2, 12), "is_double": rolls[:, 0] == rolls[:, 1], "drm": drm}
    laws = count_each(columns)
    for law, modifier in zip(laws, range(-3, 4), strict=True):
        alone = Counter(
            (min(max(a + b + modifier, 2), 12), a == b, modifier) for a, b in product(range(1, 7), repeat=2)
        )
        assert (law.fields, law.counts, law.denominator) == (("row", "is_double", "drm"), alone, 36)
        assert list(law.counts) == sorted(alone)
    assert laws[3] == count({name: np.broadcast_to(values, (7, 36))[3] for name, values in columns.items()})


@pytest.mark.parametrize(("game", "separator"), [("leningrad", "-"), ("stalingrad_roads", "/")])
def test_printed_columns_counted_together_are_those_of_single_fights(game: str, separator: str) -> None:
    combat, table = load_game(game).combat, load_game(game).table
    for label in table.reading.columns:
        attack, defense = (int(part) for part in label.split(separator))
        direct, fought = table.column_odds(label), combat.odds(attack, defense)
        assert replace(direct, demands=()) == replace(
            fought, demands=(), not_given=(), odds_columns={}, final_columns={}
        )  # those of a fight
        assert direct.law is not None
        assert fought.law is not None
        assert list(direct.law.counts) == list(fought.law.counts)
    with pytest.raises(GameError, match="no column '25x1'; expected one of 1"):
        table.column_odds("25x1")


def test_marginal_mean_and_probability_agree_with_sums() -> None:
    law = count({"a": all_rolls(2)[:, 0], "b": all_rolls(2)[:, 1]})
    assert law.marginal("b").counts == {(face,): 6 for face in range(1, 7)}
    assert law.mean(lambda a, b: a * b) == Fraction(49, 4)
    assert law.probability(lambda a, b: a > b) == Fraction(15, 36)


def test_mixture_weighs_laws_of_different_denominators() -> None:
    die = count({"x": all_rolls(1)[:, 0]})
    mixed = mixture([(1, die), (3, Law(("x",), {(6,): 1}, 1))])
    assert dict(mixed)[(6,)] == Fraction(1, 4) * Fraction(1, 6) + Fraction(3, 4)
    assert sum(p for _, p in mixed) == 1


def test_mixture_refuses_laws_of_other_fields() -> None:
    with pytest.raises(ValueError, match="same fields"):
        mixture([(1, Law(("x",), {(1,): 1}, 1)), (1, Law(("y",), {(1,): 1}, 1))])


def test_distinct_rows_refuses_more_than_64_bits() -> None:
    wide = np.arange(100) * 2**34
    with pytest.raises(OverflowError, match="64 bits"):
        distinct_rows([wide, wide])


@dataclass(frozen=True)
class Counted(State):
    total: np.ndarray = column("sum so far", lasts=True)
    last: np.ndarray = column("this turn's die", lasts=False)


def test_a_chain_over_turns_equals_enumeration_and_does_not_overflow() -> None:
    def rule(state: Counted, rolls: Rolls) -> Counted:
        low = rolls.min(axis=1)
        return replace(state, total=np.minimum(state.total + low, 9).astype(np.int8), last=low)

    worlds = certain(Counted(np.zeros(1, np.int8), np.zeros(1, np.int8)))
    for _ in range(2):
        worlds = through(forget(worlds, new_turn), 2, rule)
    rolls = product(range(1, 7), repeat=4)
    assert worlds.law("total").counts == Counter((min(min(r[:2]) + min(r[2:]), 9),) for r in rolls)
    for _ in range(28):
        worlds = through(forget(worlds, new_turn), 2, rule)
    assert worlds.denominator == 36**30 > 2**64
    assert sum(worlds.weights) == worlds.denominator


def test_a_stream_depends_on_its_name_and_nothing_else() -> None:
    def first(*name: object) -> list[int]:
        return draw_rolls(stream(*name), 8, 2).ravel().tolist()  # type: ignore[arg-type]

    base = (1, 2, 3, "weather")
    assert first(*base) == first(*base)
    others = [(0, 2, 3, "weather"), (1, 0, 3, "weather"), (1, 2, 0, "weather"), (1, 2, 3, "airlift")]
    assert len({tuple(first(*name)) for name in [base, *others]}) == 5


@pytest.mark.parametrize("n_dice", [1, 2, 3])
def test_fewer_games_of_a_block_see_the_same_first_rolls(n_dice: int) -> None:
    many = draw_rolls(stream(7, 0, 1, "x"), 1001, n_dice)
    for n in (1, 2, 3, 5, 64, 1000):
        assert (draw_rolls(stream(7, 0, 1, "x"), n, n_dice) == many[:n]).all()
