"""The same fight on every table, against a plain count over the rolls of a table that is printed in full."""

from fractions import Fraction

import pytest

from analysis.crt.across import MEASURES, SameFight, leaders, same_fight, same_fight_frame, same_pools, together
from analysis.fights.odds import odds, options
from analysis.fights.summary import Bounded
from sim.combat import Fact
from sim.games.leningrad.combat.results import CRT

RATIOS = range(1, 8)


def by_hand(label: str, defender_steps: int) -> list[tuple[int, int, bool]]:
    """Steps lost by attacker and defender of Leningrad, and whether the hex is cleared, roll by roll.

    The defender, who has steps enough for a 1 or 2, pays them and stays; the attacker retreats without a loss.
    """
    ends = []
    for cell in CRT.column(label):
        defender, attacker = cell.split("/")
        assert attacker != "E"
        lost = defender_steps if defender == "E" else int(defender.replace("-", "0"))
        ends.append((0, lost, defender == "E"))
    return ends


@pytest.mark.parametrize("ratio", RATIOS)
def test_leningrad_by_hand(ratio: int) -> None:
    found = same_fight("leningrad", ratio, 4, 6, 4)
    ends = by_hand(found.column, 4)
    n = len(ends)
    mean = Fraction(sum(d - a for a, d, _ in ends), n)
    assert {name: span.value for name, span in found.measures.items() if span is not None} == {
        "cleared": Fraction(sum(c for *_, c in ends), n),
        "gives_way": Fraction(sum(d > 0 for _, d, _ in ends), n),
        "suffers": Fraction(sum(d > 0 for _, d, _ in ends), n),
        "sent_back": Fraction(sum(c.startswith("E/") for c in CRT.column(found.column)), n),
        "bloodiness": Fraction(sum(a + d for a, d, _ in ends), n),
        "exchange": mean,
        "luck": sum(((d - a - mean) ** 2 for a, d, _ in ends), Fraction(0)) / n,
        "against": min(Fraction(sum(c for *_, c in ends), n), 1 - Fraction(sum(c for *_, c in ends), n)),
    }


@pytest.mark.parametrize("steps", [1, 2, 3])
def test_leningrad_clears_as_its_own_page_says(steps: int) -> None:
    """Who cannot pay goes: 3-1 asks two steps on two rolls of six, one on the others."""
    found = same_fight("leningrad", 3, 4, 6, steps).measures["cleared"]
    assert found is not None
    assert found.value == {1: Fraction(1), 2: Fraction(1, 3), 3: Fraction(0)}[steps]


@pytest.mark.parametrize("game", ["traces_of_hubris", "donnerschlag", "stalingrad_roads"])
def test_bounds_hold_the_number_shown(game: str) -> None:
    for ratio in RATIOS:
        found = same_fight(game, ratio, 4, 6, 4)
        assert set(found.measures) == set(MEASURES)
        for span in found.measures.values():
            assert span is None or span.low <= span.value <= span.high
        if not found.family:
            assert all(span is not None and span.low == span.high for span in found.measures.values())


@pytest.mark.parametrize("game", ["donnerschlag", "traces_of_hubris"])
@pytest.mark.parametrize("ratio", [1, 3, 5])
def test_no_member_of_a_family_lies_beyond_the_bounds(game: str, ratio: int) -> None:
    """Every law that the answer over the widest family keeps is one of its tables."""
    found = same_fight(game, ratio, 4, 6, 2).measures
    forces = (
        {"attacker_units": ("2", "2", "2"), "defender_units": ("2",)}
        if game == "traces_of_hubris"
        else {"attacker_steps": 6, "defender_steps": 2}
    )
    facts: dict[str, Fact] = {"attack": 4 * ratio, "defense": 4, "family": "monotone", **forces}
    answer = odds(game, **{name: value for name, value in facts.items() if name in {o.name for o in options(game)}})
    for law in answer.afters or [answer.after]:
        assert law is not None
        fields = [next(name for name in law.fields if name.startswith(side)) for side in ("attacker_st", "defender_st")]
        steps = law.marginal(*fields)
        mean = steps.mean(lambda a, d: d - a)
        told = {
            "bloodiness": steps.mean(lambda a, d: a + d),
            "exchange": mean,
            "luck": steps.mean(lambda a, d: (d - a) ** 2) - mean**2,
        }
        for name, value in told.items():
            span = found[name]
            assert span is not None
            assert span.low <= value <= span.high


def fight(game: str, low: int, value: int, high: int) -> SameFight:
    return SameFight(game, "3:1", "", "", "", {"luck": Bounded(Fraction(value), Fraction(low), Fraction(high))})


def test_who_leads_cannot_be_told_where_ranges_overlap() -> None:
    sure, wide, small = fight("leningrad", 3, 3, 3), fight("donnerschlag", 0, 1, 4), fight("stalingrad_roads", 2, 2, 2)
    assert leaders([sure, wide, small], "luck") == [sure, wide]
    assert leaders([sure, small], "luck") == [sure]
    assert leaders([sure, wide, small], "luck", least=True) == [wide, small]
    assert leaders([sure, small], "luck", least=True) == [small]


def test_one_block_against_its_like_is_even() -> None:
    """In the clear both fire at once, so neither side is ahead."""
    found = same_pools("inferno_on_the_volga", 1, "infantry 4 DF", "infantry 4 DF").measures
    assert found["exchange"] is not None
    assert found["exchange"].value == 0
    assert found["gives_way"] is None


def test_a_soviet_block_hits_with_half_the_dice_of_a_german_one() -> None:
    """Its fire hits on 6, the German one on 5 and 6: of its two dice a third of a step instead of two thirds."""
    german, soviet = (
        same_pools("inferno_on_the_volga", 3, "infantry 2 DF", f"infantry 2 {fire}").measures for fire in ("DF", "SF")
    )
    assert german["bloodiness"] is not None
    assert soviet["bloodiness"] is not None
    assert german["bloodiness"].value - soviet["bloodiness"].value == Fraction(1, 3)


def test_blocks_of_other_colors_make_a_range_around_the_first() -> None:
    """By hand: six German dice at a half kill both steps in 57 of 64 ways, and at a sixth in 12,281 of 46,656."""
    named = [("TF", "SF"), ("SF", "TF"), ("SF", "SF")]
    found = [same_pools("inferno_on_the_volga", 3, f"infantry 2 {a}", f"infantry 2 {b}") for a, b in named]
    both = together(found)
    assert both.measures["cleared"] == Bounded(Fraction(57, 64), Fraction(12281, 46656), Fraction(57, 64))
    assert both.measures["against"] == Bounded(Fraction(7, 64), Fraction(7, 64), Fraction(1, 2))
    assert both.measures["gives_way"] is None
    assert leaders([both, same_fight("stalingrad_roads", 3, 4, 6, 2)], "cleared")[0] is both


def test_what_is_known_to_lie_in_a_range_is_drawn_without_a_value() -> None:
    found = [same_fight(game, 3, 4, 6, 2) for game in ("donnerschlag", "leningrad")]
    open_, known = same_fight_frame(found, "cleared").to_dicts()
    assert (open_["value"], open_["exactly"], open_["low"], open_["high"]) == (None, "1/6 to 1", 1 / 6, 1.0)
    span = found[1].measures["cleared"]
    assert span is not None
    assert (known["value"], known["exactly"]) == (float(span.value), str(span.value))
