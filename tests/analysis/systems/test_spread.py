"""Where a spread comes from adds up, and each part is what it must be where it can be counted by hand."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from analysis.errors import KesselError
from analysis.systems.ask import ask
from analysis.systems.drawn_worlds import draw_worlds
from analysis.systems.spread import SOURCES, Variance, spreads
from sim.exact import Law
from sim.game import load_game
from sim.laws import law_of
from sim.system import Finding, Setting, System

GAME, SYSTEM = "stalingrad_roads", load_game("stalingrad_roads").system("pocket")
WAYS = len(SYSTEM.policies["soviet"]) * len(SYSTEM.policies["axis"])


def die_and(setting: Setting) -> Law:
    """Return a die, plus what is assumed of the raid, plus 10 where the Soviets starve the pocket."""
    more = int(setting.factors["vvs"]) + 10 * (setting.policies["soviet"].id == "starve")  # type: ignore[arg-type]
    return law_of("x", {pips + more: Fraction(1, 6) for pips in range(1, 7)})


def spread(game: str, system: System, law: Callable[[Setting], Law], n: int) -> Variance:
    asked = replace(system, find=lambda setting: [Finding("x", "x", "1", law=law(setting))])
    return spreads(game, asked, {"x": None}, n)["x"]


def test_dice_assumptions_and_choices_are_told_from_one_another_and_add_up() -> None:
    found = spread(GAME, SYSTEM, die_and, 40)
    drawn = found.drawn["vvs"].to_numpy()
    assert found.dice == pytest.approx(35 / 12)
    assert found.assumptions == pytest.approx(drawn.var())
    assert found.choices == pytest.approx(100 * (1 / 3) * (2 / 3))
    assert found.means.shape == (WAYS, 40)
    law = found.law()
    values, p = np.array(list(law)), np.array(list(law.values()))
    assert found.total == pytest.approx((values**2 * p).sum() - (values * p).sum() ** 2)  # of all games together
    assert sum(found.share(one) for one in SOURCES) == pytest.approx(1)


def test_the_law_of_one_way_of_playing_is_its_own() -> None:
    found = spread(GAME, SYSTEM, die_and, 10)
    starve = [at for at, way in enumerate(found.ways) if "starve" in way]
    assert min(found.law(starve[0])) >= 11
    assert sum(found.law().values()) == pytest.approx(1)


def test_a_system_without_choices_has_none_and_what_never_varies_has_no_sources() -> None:
    alone = replace(SYSTEM, policies={})
    found = spread(GAME, alone, lambda setting: law_of("x", {4: Fraction(1)}), 5)
    assert found.ways == ((),)
    assert [found.share(one) for one in SOURCES] == [0, 0, 0]


def test_values_may_stand_for_others_and_are_asked_once_for_all() -> None:
    asked = []

    def find(setting: Setting) -> Iterator[Finding]:
        asked.append(setting)
        yield Finding("x", "x", "1", law=law_of("x", {0: Fraction(1, 4), 3: Fraction(1, 4), 10: Fraction(1, 2)}))
        yield Finding("y", "y", "1", law=law_of("y", {1: Fraction(1)}))
        raise AssertionError("asked for more than is wanted")

    alone = replace(SYSTEM, policies={}, find=find)
    found = spreads(GAME, alone, {"x": lambda value: value or 10, "y": None}, 7)
    assert len(asked) == 7
    assert found["x"].law() == {3: 0.25, 10: 0.75}
    assert found["y"].total == 0


def test_a_law_that_is_not_there_or_of_several_fields_is_refused() -> None:
    both = Finding("both", "both", "1", law=Law(("a", "b"), {(0, 0): 1}, 1))
    with pytest.raises(KesselError, match="no law of one field called both"):
        spreads(GAME, replace(SYSTEM, find=lambda setting: [both]), {"both": None}, 2)


def test_a_system_that_counts_at_once_has_every_combination_and_draws_none() -> None:
    """A die plus an assumption, 10 more where the Soviets starve: the same sources, over all of a range."""
    few = {name: replace(one, low=one.value, high=one.value) for name, one in SYSTEM.factors.items()}
    few["vvs"] = replace(few["vvs"], low=0, high=4)
    few["relief_turns"] = replace(few["relief_turns"], low=0, high=2)  # does not matter

    def at_once(setting: Setting) -> dict[str, tuple[np.ndarray, np.ndarray]]:
        values = np.asarray(setting.factors["vvs"])[:, None] + np.arange(1, 7)
        values = values + 10 * (setting.policies["soviet"].id == "starve")
        return {"x": (values, np.full(values.shape, 1 / 6))}

    asked = replace(
        SYSTEM, factors=few, at_once=at_once, find=lambda setting: [Finding("x", "x", "1", law=die_and(setting))]
    )
    found = spreads(GAME, asked, {"x": None}, 3)["x"]
    assert found.is_every
    assert found.drawn.select("vvs", "relief_turns").n_unique() == len(found.drawn) == 15
    assert found.dice == pytest.approx(35 / 12)
    assert found.assumptions == pytest.approx(2)  # of 0 to 4, each alike
    assert found.choices == pytest.approx(100 * (1 / 3) * (2 / 3))
    starve = next(at for at, way in enumerate(found.ways) if "starve" in way)
    assert found.law(starve)[11] == pytest.approx(1 / 30)
    worth = spreads(GAME, asked, {"x": lambda value: value % 2}, 3)["x"]
    assert worth.law() == pytest.approx({0: 0.5, 1: 0.5})
    worlds = draw_worlds(replace(ask(GAME, "pocket"), system=asked))
    centers = sorted(3.5 + raid for raid in range(5) for _ in range(3))
    assert [float(one) for one in worlds.measures] == pytest.approx(centers)
    assert worlds.is_every
    assert (worlds.apart, worlds.low) == (0, worlds.measures[0])
