"""A second reader's whole fight of Donnerschlag against the first's, through its public interface.

A sample of each comparison by default, all of it in `make verify`: the fixture `chosen` takes the cases.
"""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random
from typing import Any

import pytest

from analysis.fights.odds import odds
from tests.games.conftest import Chosen
from tests.games.donnerschlag.second.combat import fight
from tests.games.donnerschlag.second.compare import Facts, assert_same, is_refused, possible, spans_of
from tests.games.donnerschlag.second.fights import NAMES, legal_fight

YES_NO = (False, True)


# --- the finite domains --------------------------------------------------------------------------


def test_every_ratio_and_reading_agrees(chosen: Chosen) -> None:
    cases = product(range(1, 31), (1, 2, 3, 4, 5), ("place", "steps", "unshifted"), YES_NO)
    for attack, defense, below, clamp_first in chosen(cases, 180):
        shift = (attack + 3 * defense) % 13 - 6
        facts: Facts = {"attack": attack, "defense": defense, "below": below, "clamp_first": clamp_first}
        assert_same(facts | {"shift": shift, "drm": (attack + defense) % 13 - 6})


def test_every_loss_and_retreat_agrees(chosen: Chosen) -> None:
    """At 3:1 with a roll of 1 to 3 every result from A1R to 3DR has its turn; at 1:2 it is A1R."""
    forces = [(s, t, e) for s in (1, 2, 3, 4) for t in range(s + 1) for e in range(min(6, s - t) + 1)]
    for number, (steps, trapped, stacks) in chosen(enumerate(forces), 10):
        for side, other in (("attacker", "defender"), ("defender", "attacker")):
            facts: Facts = {f"{side}_steps": steps, f"{side}_trapped_steps": trapped, f"{side}_ezoc_stacks": stacks}
            facts |= {f"{other}_steps": 1 + number % 3, "attacker_tank": number % 2 == 0, "drm": -3}
            for attack in (2, 12):
                for attacker in ("axis", "soviet"):
                    assert_same(facts | {"attack": attack, "defense": 4, "attacker": attacker, "cup_units": number})


def test_every_town_kind_and_supply_agrees(chosen: Chosen) -> None:
    grounds = [(g, w) for g in ("clear", "village", "town", "city") for w in ("two", "three", "three-city-2")]
    units = ("7", "7t", "7m", "7to", "7mo", "5o+2t", "5to+2m", "5t+2m", "3t+4mo", "3m+4to")
    for (terrain, words), first, second, river in chosen(product(grounds, units, units, YES_NO), 250):
        facts: Facts = {"attackers": (first, second + "/river" * river), "attack": 14, "defense": 3}
        facts |= {"terrain": terrain, "town_words": words, "round_once": first < second, "drm": 6}
        defender: list[Facts] = [{}, {"defender_tank": True, "defender_motorized": True}, {"defense_out_of_supply": 1}]
        assert_same(facts | defender[(len(first) + len(second) + river) % 3])


@pytest.mark.in_turn
def test_every_barred_tank_agrees(chosen: Chosen) -> None:
    """Alone, with others, with a tank on dry land, in supply or not; the card comes off, fails, or is certain."""
    hexes = (
        ("6t/river",),
        ("3t+3t/river",),
        ("3t+3m/river",),
        ("3to+3/river",),
        ("3t/river", "3t"),
        ("3t/river", "3to"),
    )
    cards = ("sturmpioniere", "sturmpioniere:box", "sturmpioniere:rolled-5", "defender:2-5:no-river:drm-1")
    for attackers, card, barred, attacker in chosen(product(hexes, cards, (0, 1, 3, 4), ("axis", "soviet")), 48):
        facts: Facts = {"attack": 6, "defense": 4, "attackers": attackers, "card": (card,), "attacker": attacker}
        facts |= {"attacker_steps": 4, "defender_steps": 2, "barred_steps": barred, "cup_units": 2, "drm": -2}
        assert_same(facts)
        assert_same(facts | {"schlachtenglueck": "attacker", "family": "diagonal", "attacker_trapped_steps": 1})
        assert_same(facts | {"attacker_ezoc_stacks": 4 - barred})
        assert_same(facts | {"attacker_steps": 0, "defender_steps": 0, "barred_steps": 0})


def test_effects_that_add_up_to_nothing_agree(chosen: Chosen) -> None:
    """What is told replaces what the tables know: such a Sturmpioniere cancels no river."""
    nothing = ("drm+1:drm-1", "shift+2:shift-2", "attack+3:attack-3", "drm-1:shift+1:shift-1:drm+1")
    names = ("attacker", "defender", "sturmpioniere", "m1937")
    cards = [(":".join(told),) for told in product(names, ("1-3", "box", "rolled-5:1-6"), nothing)]
    pairs = [("attacker:1-2:drm+1", "defender:3:drm-1"), ("attacker:1-6:shift+1", "defender:box:shift-1")]
    for number, (card, river) in chosen(enumerate(product([*cards, *pairs], YES_NO)), 40):
        facts: Facts = {"attack": 9 + number % 4, "defense": 4, "card": card, "river": river, "drm": number % 7 - 3}
        assert assert_same(facts) is not None
        assert assert_same(facts | {"attacker_steps": 3, "defender_steps": 2, "attacker": "soviet"}) or river


@pytest.mark.in_turn
def test_every_marker_and_aim_agrees(chosen: Chosen) -> None:
    """The attacker's die, and a card of either side before it, over every table of a few rows."""
    cards: tuple[tuple[str, ...], ...] = ((), ("attacker:1-4:drm+1",), ("defender:2-3:drm-1",))
    cards += (("defender:4:drm-1", "attacker:2-5:drm+1"),)
    steps: list[Facts] = [{}, {"attacker_steps": 2, "defender_steps": 1}]
    steps += [{"attacker_steps": 3, "defender_steps": 4, "attacker_trapped_steps": 2, "defender_ezoc_stacks": 1}]
    cases = product(("attacker", "defender"), ("clear", "spare", "bleed", "exchange"), cards, steps)
    for holder, aim, played, forces in chosen(cases, 20):
        for attack, drm, family in ((4, 4, "monotone"), (9, 1, "diagonal")):
            facts: Facts = {"attack": attack, "defense": 4, "drm": drm, "family": family, "card": played, "aim": aim}
            assert_same(facts | forces | {"schlachtenglueck": holder})


def test_the_marker_over_several_columns_agrees(chosen: Chosen) -> None:
    """A card that moves the column, for the side that may roll again; the DRM leaves few cells to be read."""
    moves = ("shift+1", "shift-2", "drm+1")
    for attack, move, holder in chosen(product((4, 6, 8, 12, 24, 28), moves, ("attacker", "defender")), 9):
        facts: Facts = {"attack": attack, "defense": 4, "schlachtenglueck": holder, "card": (f"attacker:1-4:{move}",)}
        facts |= {"attacker_steps": 2, "defender_steps": 2}
        assert_same(facts | {"family": "diagonal", "drm": 5 - attack % 3})
        for drm in (5, 20, -4):
            assert_same(facts | {"drm": drm})


@pytest.mark.in_turn
def test_the_marker_over_two_whole_columns_is_answered_and_over_four_refused() -> None:
    """462,462 tables, of which the second tries a few at random; the four columns would be billions."""
    facts: Facts = {"attack": 8, "defense": 4, "schlachtenglueck": "attacker", "attacker_steps": 2, "defender_steps": 2}
    assert_same(facts | {"card": ("attacker:1-4:shift+1",)})
    assert is_refused(facts | {"card": ("attacker:1-4:shift+1", "attacker:1-4:shift+2")})


def test_eight_dice_agree_and_nine_are_refused() -> None:
    for dice in range(7, 10):
        played = ("attacker:1-5:drm+1", "defender:2:drm-1") * 4 + ("attacker:4:attack+2",)
        facts: Facts = {"attack": 9, "defense": 4, "card": (*played[:dice], "m1937:rolled-5", "attacker:box:drm-2")}
        assert (assert_same(facts) is None) == (dice == 9)


# --- disagreements that were mended ------------------------------------------------------------------


def assert_same_spans(facts: Facts) -> None:
    """All bounds, and no others."""
    assert spans_of(odds("donnerschlag", **facts)) == possible(fight(**facts).spans), facts


@pytest.mark.parametrize(
    "facts",
    [
        {"attack": 12, "attacker_steps": 3, "defender_steps": 3, "family": "diagonal"},
        {"attack": 8, "attacker_steps": 3, "defender_steps": 3, "card": ("attacker:1-3:shift+1",)},
    ],
)
def test_mean_losses_have_the_right_bounds(facts: Facts) -> None:
    assert_same_spans({"defense": 4} | facts)


def test_a_draw_has_the_right_bounds_where_both_may_roll_again() -> None:
    facts: Facts = {"attack": 13, "defense": 4, "drm": -3, "card": ("defender:2-3:drm-1",)}
    spans = spans_of(odds("donnerschlag", **facts, schlachtenglueck="defender", attacker_steps=2, defender_steps=1))
    assert spans["field", ("is_draw", 1)] == (Fraction(115, 162), Fraction(13, 18))


@pytest.mark.parametrize("drm", [4, 20])
def test_only_the_rows_that_are_read_count_for_the_size(drm: int) -> None:
    """Two cells are read with 20, four with 4: 6 and 230 fillings."""
    facts: Facts = {"attack": 12, "defense": 4, "card": ("attacker:1-4:shift+1",), "drm": drm}
    assert assert_same(facts | {"schlachtenglueck": "attacker"}) is not None


@pytest.mark.parametrize("parts", ["1-2:1-3", "1-3:rolled-2:rolled-5"])
def test_a_card_told_twice_over_is_refused(parts: str) -> None:
    assert_same({"attack": 8, "defense": 4, "card": (f"attacker:{parts}:attack-9",)})


# --- random fights -------------------------------------------------------------------------------

TOLD: dict[str, tuple[Any, ...]] = {
    "attacker": ("axis", "soviet"), "attacker_tank": YES_NO, "attacker_motorized": YES_NO, "river": YES_NO,
    "defender_tank": YES_NO, "defender_motorized": YES_NO, "round_once": YES_NO, "clamp_first": YES_NO,
    "below": ("place", "steps", "unshifted"), "terrain": ("clear", "village", "town", "city"),
    "town_words": ("two", "three", "three-city-2"), "shift": (-2, -1, 0, 1, 2), "drm": (-4, -3, 0, 3, 4, 5),
    "schlachtenglueck": ("none", "attacker", "defender"), "aim": ("clear", "spare", "bleed", "exchange"),
    "family": ("monotone", "diagonal"), "attacker_steps": (2, 3, 4, 5, 6, 7, 8), "defender_steps": (1, 2, 3, 4),
    "attacker_trapped_steps": (0, 1, 2), "defender_trapped_steps": (0, 1, 2), "attacker_ezoc_stacks": (0, 1, 2),
    "defender_ezoc_stacks": (0, 1, 2), "cup_units": (-1, 0, 1, 7, 100),
}  # fmt: skip


@cache
def legal_fights() -> list[Facts]:
    random = Random(7)
    return [legal_fight(random) for _ in range(500)]


@pytest.mark.in_turn
def test_random_legal_fights_agree(chosen: Chosen) -> None:
    for facts in chosen(legal_fights(), 70):
        assert assert_same(facts) is not None, facts


def test_the_random_fights_miss_nothing() -> None:
    seen = Counter[tuple[str, Any]]()
    for facts in legal_fights():
        seen.update((name, facts[name]) for name in TOLD if name in facts)
        seen["barred", facts.get("barred_steps", 0) > 0] += 1
        seen["hexes", len(facts.get("attackers", ()))] += 1
        seen.update(("card", card.split(":")[0]) for card in facts["card"])
    wanted = [pair for name, values in TOLD.items() for pair in product([name], values)]
    wanted += [("barred", True), *(("hexes", n) for n in (0, 1, 2, 3, 4, 6)), *(("card", name) for name in NAMES)]
    assert [pair for pair in wanted if seen[pair] < 12] == []


# --- refusals --------------------------------------------------------------------------------------


CARDS = (
    *NAMES, "sturmpioniere", "sturmpioniere_general", "m1937", "m1937_general", "luftflotte_4", "soviet_hq", "swt_40",
    "replacements", "nobody_answers_the_phone", "schwerpunkt_available", "formation", "rom_inf", "army_color", "foo",
    "",
)  # fmt: skip
PARTS = (
    "box", "1-3", "4", "6-6", "3-2", "0-3", "1-7", "0", "7", "rolled-2", "rolled-0", "rolled-7", "rolled-", "no-river",
    "shift+1", "shift-99", "shift+100", "shift+0", "shift1", "shift", "drm+2", "drm-0", "attack-5", "defense+99",
    "defence+1", "no_river", "", "BOX", "1 -3", "1.5",
)  # fmt: skip
HEXES = (
    ("8",), ("4+4",), ("4t+4m",), ("8to",), ("4+2+2",), ("8/river",), ("8t/river",), ("4t+4m/river",), ("8to/river",),
    ("2", "2", "2", "2"), ("1",) * 8, ("2t/river", "6"), ("7",), ("8x",), ("8ot",), ("8tm",), ("",), ("/river",),
    ("-8",), ("8", "0"), ("7", ""), ("4 + 4",), ("8/rivers",), ("8/river/river",), ("4/river+4",), ("8.0",), (),
)  # fmt: skip
ODD: dict[str, tuple[Any, ...]] = {
    "attacker": ("axis", "soviet", "romanian", ""), "attack": (0, 1, 8, 1_000_000, 1_000_001), "attackers": HEXES,
    "defense": (-1, 0, 1, 6, 1_000_000, 1_000_001), "attack_out_of_supply": (-1, 0, 1, 7, 8, 9),
    "attacker_tank": YES_NO, "attacker_motorized": YES_NO, "river": YES_NO, "defender_tank": YES_NO,
    "defender_motorized": YES_NO, "defense_out_of_supply": (-1, 0, 1, 5, 6, 7), "below": ("place", "steps", "none"),
    "terrain": ("clear", "village", "town", "city", "wood"), "town_words": ("two", "three", "three-city-2", "four"),
    "shift": (-21, -20, 20, 21), "drm": (-21, -20, 20, 21), "schlachtenglueck": ("none", "attacker", "axis"),
    "aim": ("clear", "win"), "family": ("monotone", "diagonal", "free"), "attacker_steps": (-1, 0, 1, 5, 100, 101),
    "defender_steps": (-1, 0, 1, 100, 101), "barred_steps": (-1, 0, 1, 2, 4, 5, 6, 101),
    "attacker_trapped_steps": (-1, 0, 3, 5, 6), "defender_trapped_steps": (-1, 0, 2, 3, 4),
    "attacker_ezoc_stacks": (-1, 0, 2, 3, 6, 7), "defender_ezoc_stacks": (-1, 0, 1, 3, 4),
    "cup_units": (-2, -1, 100, 101),
}  # fmt: skip


def odd_card(random: Random) -> str:
    """Any name and parts, some told twice over."""
    return ":".join([random.choice(CARDS), *random.choices(PARTS, k=random.choice((0, 1, 1, 2, 2, 3)))])


def odd_fights() -> list[Facts]:
    random, found = Random(11), []
    for number in range(2000):
        facts: Facts = {"attack": 8, "defense": 6, "family": "diagonal", "attacker_steps": 5, "defender_steps": 3}
        for name in random.sample(sorted(ODD), random.choice((1, 1, 2, 3))):
            facts[name] = random.choice(ODD[name])
        if number % 2:
            told_cards = [odd_card(random) for _ in range(random.choice((1, 1, 2)))]
            facts["card"] = (*told_cards, *random.choice(((), ("sturmpioniere",), ("sturmpioniere:box",))))
        found.append(facts)
    return found


@pytest.mark.in_turn
def test_both_refuse_the_same_fights(chosen: Chosen) -> None:
    fights = chosen(odd_fights(), 300)
    refused = Counter(assert_same(facts) is None for facts in fights)
    assert min(refused.values()) > len(fights) / 5
