"""What the pages of systems say: laws and factors in words, assumptions drawn at once, what moves the answer."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from analysis import charts
from analysis.pages.sentences import advice as system_advice
from analysis.pages.sentences import answer as system_answer
from analysis.pages.sentences import bars, law_words, system
from analysis.pages.sentences.moves import gain_frame
from analysis.pages.sentences.system import SystemPage, system_page
from analysis.studies.intervals import reached_by
from analysis.systems.ask import SystemAnswer, ask, effect, every_system, policy_frame, range_frame
from analysis.systems.assumptions import forced_modifiers, moves
from analysis.systems.drawn_worlds import APART, DRAWS, SEED, DrawnWorlds, draw_worlds, over_worlds
from analysis.systems.factor_words import factor_words
from analysis.systems.in_words import in_words
from analysis.systems.outcomes import outcomes_of
from sim.exact import Law, Worlds
from sim.game import load_game
from sim.play import play_exactly
from sim.streams import stream
from sim.system import Factor, Finding, Unit


def finding(about: str, counts: dict[int, int], labels: tuple[str, ...] = (), **words: Any) -> Finding:
    law = Law(("value",), {(value,): n for value, n in counts.items()}, sum(counts.values()))
    return Finding("it", about, "1.0", law=law, labels={"value": labels} if labels else {}, **words)


@pytest.fixture(scope="module")
def mars() -> SystemPage:
    return system_page(ask("stalingrad_roads", "mars"))


@pytest.fixture(scope="module")
def points() -> SystemPage:
    return system_page(ask("leningrad", "bid"))


def test_never_comes_last_and_values_that_never_come_keep_their_place() -> None:
    law = outcomes_of(finding("turn of the first crisis", {0: 1, 2: 2, 4: 1}, zero="never"))
    assert law.about == "turn of the first crisis"
    assert law.names == ("2", "3", "4", "never")
    assert law.chances == (Fraction(1, 2), Fraction(0), Fraction(1, 4), Fraction(1, 4))
    assert law.numbers == (2, 3, 4, 5)
    assert law.nine_in_ten == ("2", "never")
    assert law.likeliest == ("2", Fraction(1, 2))
    assert law.mean == 2 * Fraction(1, 2) + 4 * Fraction(1, 4) + 5 * Fraction(1, 4)


def test_a_zero_that_is_a_number_stays_where_it_is() -> None:
    law = outcomes_of(finding("steps lost", {0: 1, 1: 1}))
    assert (law.names, law.has_never, law.mean) == (("0", "1"), False, Fraction(1, 2))


def test_turns_are_told_by_name_only_where_they_are_turns() -> None:
    turns = ("NOV III", "NOV IV", "DEC I")
    label = "first turn of frost"
    frost = finding(
        "first turn (1 = NOV III) of frost, 0 if never", {0: 1, 3: 1}, zero="never", is_turn=True, label=label
    )
    named = outcomes_of(frost, turns)
    assert (named.names, named.about) == (("DEC I", "never"), label)
    assert outcomes_of(finding("turns of frost", {1: 1, 2: 1}), turns).names == ("1", "2")
    assert outcomes_of(finding(label, {4: 1, 5: 1}, is_turn=True), turns).names == ("4", "5")


def test_words_in_the_place_of_numbers() -> None:
    worded = outcomes_of(finding("who wins", {0: 1, 1: 3}, ("Axis", "Soviet")))
    assert (worded.is_worded, worded.names) == (True, ("Axis", "Soviet"))
    assert law_words.law_claim(worded) == "Who wins: Soviet is likeliest, 75 %"
    turn = outcomes_of(finding("turn of the return", {0: 1, 1: 9}, ("no", "1"), zero="not within four"))
    assert (turn.is_worded, turn.names) == (False, ("1", "not within four"))


def test_a_factor_in_words() -> None:
    plain = Factor("x", 15, 15, 20, "cards in the early deck", "assumed")
    assert (factor_words(plain).label, factor_words(plain).value(16), factor_words(plain).at(16)) == (
        "cards in the early deck", "16", "at 16",
    )  # fmt: skip
    rain = replace(
        plain, value=2, low=1, high=4, about="turn of rain; 4 is never", label="turn of rain", values={4: "never"}
    )
    assert [factor_words(rain, ("A", "B", "C")).value(n) for n in range(1, 5)] == ["1", "2", "3", "never"]
    named = factor_words(replace(rain, is_turn=True), ("A", "B", "C", "D"))
    assert [named.value(n) for n in range(1, 5)] == ["A", "B", "C", "never"]
    assert named.label == "turn of rain"


def test_a_factor_in_short_is_what_its_field_says_and_else_its_label() -> None:
    plain = Factor("x", 0, 0, 3, "hexes worth 2 points: Pitomnik, Gumrak", "assumed")
    assert factor_words(plain).short == plain.about
    assert factor_words(replace(plain, label="hexes, held")).short == "hexes, held"
    assert factor_words(replace(plain, short="hexes worth 2 points")).short == "hexes worth 2 points"
    assert factor_words(replace(plain, short="hexes worth 2 points")).label == plain.about


@pytest.mark.parametrize(("game", "name"), every_system())
def test_every_value_of_every_factor_has_words_of_its_own(game: str, name: str) -> None:
    found = load_game(game).system(name)
    for factor in found.factors.values():
        words = factor_words(factor, found.turns)
        said = [words.value(value) for value in range(factor.low, factor.high + 1)]
        assert len(set(said)) == len(said), (factor.about, said)
        assert words.label
        assert "_" not in words.label
        assert words.label.startswith(words.short)
        assert not factor.short or words.label[len(words.short)] == ":"


def test_worlds_are_drawn_within_the_ranges_and_the_same_every_time(mars: SystemPage) -> None:
    asked, again = mars.answer.system, draw_worlds(mars.answer)
    assert again == mars.worlds
    ranges = [range(factor.low, factor.high + 1) for factor in asked.factors.values()]
    every = {asked.measure(asked.setting(dict(zip(asked.factors, values, strict=True)))) for values in product(*ranges)}
    assert set(again.measures) <= every
    assert list(again.measures) == sorted(again.measures)
    assert sum(again.low <= one <= again.high for one in again.measures) >= again.inside == again.n - 2 * APART


def test_worlds_that_the_rules_refuse_are_drawn_again() -> None:
    """There are fifteen Ju 52 markers [10.4]: kinds that make more are refused. Which do is counted here again."""
    asked = ask("stalingrad_roads", "ju52", spans=False)
    factors = asked.system.factors.values()
    rng = stream(SEED, 0, 0, "worlds of stalingrad_roads/ju52")
    allowed: list[dict[str, int]] = []
    refused, is_allowed = 0, False
    while not (refused and is_allowed):
        drawn = {one.id: int(rng.integers(one.low, one.high + 1)) for one in factors}
        is_allowed = sum(drawn[one.id] for one in factors if " markers" in one.about) <= 15
        allowed += [drawn] * is_allowed
        refused += not is_allowed

    def measured(drawn: dict[str, int]) -> dict[str, int]:
        asked.system.measure(asked.system.setting(drawn))
        return drawn

    assert over_worlds(asked.game, asked.system, measured, len(allowed)) == (allowed, refused)


def test_how_sure_names_the_answer_its_range_and_what_matters_most(mars: SystemPage) -> None:
    said = system_answer.how_sure(mars)
    assert mars.worlds is not None
    low, high = (f"{round(100 * one)} %" for one in (mars.worlds.low, mars.worlds.high))
    assert f": {mars.say(mars.answer.headline)} with our assumptions; {low} to {high} in nine of ten" in said
    assert said.endswith(f"What matters most: {system.named(mars.moving[0])}.")
    assert "\n" not in said


@pytest.mark.parametrize(
    ("apart", "is_named"),
    [
        (Fraction(1, 20), False),  # half as much again, but a twentieth of the width
        (Fraction(3, 20), True),  # more than a third of the larger
        (Fraction(-1, 20), False),
        (Fraction(-3, 20), False),
        (Fraction(6, 20), True),
    ],
)
def test_how_sure_names_the_middle_combination_where_it_is_another_number(
    apart: Fraction, is_named: bool, mars: SystemPage
) -> None:
    """From 0 to 1 in nine of ten; our answer is 1/10 below that middle, or 9/10 where the middle lies lower."""
    ours = Fraction(1, 10) if apart > 0 else Fraction(9, 10)
    n, middle = DRAWS, ours + apart
    measures = (*[Fraction(0)] * (n // 2), *[middle] * (n // 2 - 4), *[Fraction(1)] * 4)
    worlds = DrawnWorlds(measures, 0)
    assert [worlds.low, worlds.median, worlds.high] == [0, middle, 1]
    shown = replace(mars, worlds=worlds, answer=replace(mars.answer, headline=ours))
    named = f"(the middle one: {round(100 * middle)} %)"
    assert (named in system_answer.how_sure(shown)) == is_named


def test_how_sure_without_assumptions_is_counted_exactly(mars: SystemPage) -> None:
    certain = replace(mars, worlds=None, answer=replace(mars.answer, basis="rulebook"))
    assert system_answer.how_sure(certain).endswith("counted exactly from printed numbers.")


def test_a_central_answer_outside_the_range_says_on_which_side_and_keeps_one_name_for_what_matters(
    mars: SystemPage,
) -> None:
    assert mars.worlds is not None
    raised = tuple(mars.answer.headline + Fraction(place, 1000) for place in range(1, mars.worlds.n + 1))
    outside = replace(mars, worlds=replace(mars.worlds, measures=raised))
    assert system_answer.is_outside(outside)
    assert not system_answer.is_outside(mars)
    said = system_answer.how_sure(outside)
    assert "nine of ten other combinations of them give more:" in said
    assert "combinations of what is assumed give" not in system_answer.how_sure(mars)
    assert f"What matters most: {system.named(mars.moving[0])}" in said
    highest = max(mars.moving, key=lambda span: span.high)
    assert system.named(highest) in said
    assert "Our answer is" not in said, "none of its assumptions is set where it gives the least"
    first, *others = outside.answer.spans
    above = {value: found for value, found in first.measures.items() if found >= mars.answer.headline}
    at_least = replace(outside.answer, spans=(replace(first, measures=above), *others))
    said = system_answer.how_sure(replace(outside, answer=at_least))
    assert said.endswith(
        f"Our answer is low because one of the {len(mars.moving)} assumptions that move it"
        " is set where it gives the least."
    )
    assert "Our answer is" not in system_answer.how_sure(mars)
    assert f"depends most on {system.named(mars.moving[0])}: " in system.moves_claim(mars)


@pytest.mark.in_turn
def test_a_headline_of_best_play_does_not_hide_what_a_policy_costs() -> None:
    air = system_page(ask("leningrad", "air"))
    assert len(set(air.played.values())) == 1
    (said,) = [one for one in system_advice.advice(air) if one.startswith("**How you play moves** the mean of ")]
    asked, means = air.answer.system, []
    for (chosen,) in air.played:
        setting = asked.setting(air.answer.factors, {"german": chosen})
        (net,) = [one.law for one in asked.find(setting) if one.id == "net"]
        assert net is not None
        means.append(net.mean(lambda steps: steps))
    assert f"{in_words(min(means), Unit.NUMBER)} (" in said
    assert f"{in_words(max(means), Unit.NUMBER)} (" in said


def test_nine_cases_in_ten_are_claimed_only_where_a_value_lies_outside() -> None:
    whole = outcomes_of(finding("steps lost", {3: 1, 4: 1, 5: 1}))
    assert law_words.law_claim(whole) == "Steps lost: 3 to 5 always"  # none is likelier than another
    nearly = outcomes_of(finding("box", {1: 1, 2: 1, 3: 28}))
    assert law_words.law_claim(nearly) == "Box: 3 is likeliest, 93 %"
    never = outcomes_of(finding("turn of the relief", {0: 7, 5: 4, 6: 4, 7: 4}, zero="never"))
    assert law_words.law_claim(never) == "Turn of the relief: 5 to 7 in 63 %, never in 37 %"
    usual = outcomes_of(finding("turn of the relief", {0: 3, 5: 1, 6: 1}, zero="never"))
    assert law_words.law_claim(usual) == "Turn of the relief: never is likeliest, 60 %"
    most = outcomes_of(finding("steps lost", {1: 1, 2: 24, 3: 20, 4: 20}))
    assert law_words.law_claim(most).startswith("Steps lost: 2 to 4 in at least nine cases of ten, likeliest 2")


def test_one_column_has_one_number_of_decimals(mars: SystemPage) -> None:
    measures = {0: Fraction(170, 1000), 1: Fraction(174, 1000)}
    span = replace(mars.moving[0], measures=measures, decimals=2)
    assert effect(span, Unit.NUMBER) == "about 0.17 throughout"
    assert effect(replace(span, decimals=3), Unit.NUMBER).startswith("0.170 (")
    wide = replace(span, measures={0: Fraction(36, 10), 1: Fraction(321, 10)}, decimals=0)
    assert [word for word in effect(wide, Unit.NUMBER).split() if word.isdigit()] == ["4", "32"]
    for game, name in (("traces_of_hubris", "rail"), ("stalingrad_roads", "shortage")):
        answer = ask(game, name)
        assert {span.decimals for span in answer.spans} == {answer.decimals}


def test_a_choice_that_changes_nothing_has_no_column() -> None:
    reserves = ask("traces_of_hubris", "reserves", spans=False)
    held = policy_frame(reserves)
    assert set(reserves.system.policies) == {"axis", "soviet"}
    assert held.columns == ["Axis", "answer"]
    assert len(held) == len(reserves.system.policies["axis"])
    assert policy_frame(ask("stalingrad_roads", "ju52", spans=False)).columns == ["Soviet", "Axis", "answer"]


def test_a_difference_of_chances_stands_in_points_on_its_axes() -> None:
    rally = system_page(ask("donnerschlag", "rally"))
    widest = rally.moving[0]
    center, title = bars.axis_of(rally)
    assert center == pytest.approx(100 * float(rally.answer.headline))
    assert title.endswith("in percentage points")
    assert not rally.is_share
    drawn = bars.bar_frame(rally).filter(kind="assumption").row(0, named=True)
    assert (drawn["low"], drawn["high"]) == pytest.approx((100 * float(widest.low), 100 * float(widest.high)))
    line = bars.span_line(rally, widest)["measure"]
    assert line.max() == pytest.approx(100 * float(widest.high))
    ends = str(charts.span_bars(bars.bar_frame(rally), center, title, is_chance=rally.is_share).to_dict()["datasets"])
    assert f"'high_in_words': '{round(100 * float(widest.high))}'" in ends


def test_ties_are_called_ties_and_distances_are_those_of_the_printed_ends(mars: SystemPage) -> None:
    rail = system_page(ask("traces_of_hubris", "rail", {"room_every": 1}))
    (said,) = [one for one in system_advice.advice(rail) if one.startswith("**Matters most")]
    first, second = rail.moving[:2]
    assert first.high - first.low == second.high - second.low
    assert "all alike" in said
    assert system.named(second) in said
    title = system.moves_claim(rail)
    assert title.startswith("Of what we assume, two things move the answer most: ")
    assert title.endswith(" with either")
    assert len(f"{system.named(first)} {system.named(second)}".split()) > 20  # too long for both in a line
    assert f"What matters most: {system.named(first)} and, as much, one other assumption." in system_answer.how_sure(
        rail
    )
    chits = system_page(ask("traces_of_hubris", "chits"))
    one, other = map(system.named, system.leaders(chits))
    assert f"What matters most: {one} and, as much, {other}." in system_answer.how_sure(chits)
    (matters,) = [one for one in system_advice.advice(mars) if one.startswith("**Matters most")]
    low, high = (int(mars.say(end).removesuffix(" %")) for end in (mars.moving[0].low, mars.moving[0].high))
    assert f"by {high - low} percentage points" in matters


def test_even_chances_lie_where_the_chance_passes_one_half() -> None:
    gallop = system_page(ask("stalingrad_roads", "victory_gallop"))
    (even,) = [one for one in system_advice.advice(gallop) if "passes one half" in one and "hold each" in one]
    span = next(span for span in gallop.moving if "percent" in span.about)
    below = max(value for value, chance in span.measures.items() if chance < Fraction(1, 2))
    assert f"between {below} % (" in even
    assert f"and {below + 1} % (" in even


@pytest.mark.in_turn
def test_what_an_option_that_is_off_asks_for_is_not_called_needless() -> None:
    victory = system_page(ask("traces_of_hubris", "victory"))
    woken = system_advice.waking(victory)
    assert any(span.words.label.startswith("under option") for span in woken)
    (said,) = [one for one in system_advice.advice(victory) if "Changes nothing in the answer" in one]
    needless, _, asked = said.partition("**Changes nothing yet")
    assert all(span.words.label in asked for span in woken)
    assert not any(span.words.label in needless for span in woken)


def test_advice_has_numbers_and_names_no_factor_that_does_nothing_as_one_that_matters(points: SystemPage) -> None:
    advice = system_advice.advice(points)
    assert all(any(letter.isdigit() for letter in one) for one in advice if not one.startswith("**Changes nothing"))
    idle = {span.words.label for span in points.idle}
    (unneeded,) = [one for one in advice if one.startswith("**Changes nothing")]
    assert idle
    assert all(label in unneeded for label in idle)
    assert not any(span.words.label in unneeded for span in points.moving)


def test_bars_stand_in_the_order_of_what_they_move_and_samples_apart(mars: SystemPage) -> None:
    rows = bars.bar_frame(mars).to_dicts()
    spread = [row["high"] - row["low"] for row in rows if row["kind"] == "assumption"]
    assert spread == sorted(spread, reverse=True)
    assert [row["kind"] for row in rows if row["median"] is not None] == ["drawn"]


def test_what_moves_the_points_is_the_law_at_either_end() -> None:
    bid = system_page(ask("leningrad", "bid"))
    found = moves(bid.answer, ["margin"])["margin"]
    asked = bid.answer.system
    widest = next(factor for factor in asked.factors.values() if factor_words(factor).label == found[0].about)
    for value, law in ((widest.low, found[0].at_low), (widest.high, found[0].at_high)):
        held: SystemAnswer = ask("leningrad", "bid", {widest.id: value}, spans=False)
        (margin,) = [one for one in held.findings if one.id == "margin"]
        assert margin.law is not None
        assert law.mean == margin.law.mean(lambda points: points)
    assert [one.by for one in found] == sorted((one.by for one in found), reverse=True)


def test_a_modifier_that_is_forced_moves_the_headline() -> None:
    pocket, answer = load_game("stalingrad_roads").system("pocket"), ask("stalingrad_roads", "pocket", spans=False)
    course = pocket.course
    assert course is not None

    def above_1(last: Worlds) -> Fraction:
        return last.law("first_turn_at_1").mean(lambda turn: (turn or len(course.turns) + 1) - 1)

    assert above_1([*play_exactly(course, course.setting())][-1]) == answer.headline
    found = forced_modifiers("stalingrad_roads", course, "airlift_drm", above_1)
    assert all(row["label"].endswith(")") and "_" not in row["label"] for row in gain_frame(found, "turns").to_dicts())
    assert [one.gain for one in found] == sorted(one.gain for one in found)
    assert all((one.gain > 0) == (one.value > 0) for one in found)
    assert reached_by([(0, 0.2), (3, 0.8)], 10, 0.9) == 11


@pytest.mark.in_turn
def test_a_headline_that_stands_for_a_word_is_said_so_and_has_no_place_on_an_axis() -> None:
    call = system_page(ask("donnerschlag", "call"))
    never = next(iter(call.answer.system.values))
    span = next(span for span in call.moving if never in span.measures.values())
    assert effect(span, call.answer.system.unit).startswith("“no call on turn 3” (no slowing) to 18")
    assert range_frame(span)["measure"].null_count() == sum(one == never for one in span.measures.values())
    (row,) = [row for row in bars.bar_frame(call).to_dicts() if row["label"] == span.words.label]
    assert row["low"] == min(float(one) for one in span.measures.values() if one != never)


def test_what_matters_most_is_how_the_sides_play_where_that_moves_it_further() -> None:
    pair = system_page(ask("donnerschlag", "pair"))
    widest = max(span.high - span.low for span in pair.answer.spans)
    assert max(pair.played.values()) - min(pair.played.values()) > widest
    assert system_answer.how_sure(pair).endswith("What matters most: how the Soviet side plays (14 % to 91 %).")
    alike = replace(pair, played=dict.fromkeys(pair.played, Fraction(1, 2)))
    assert "how the Soviet side plays" not in system_answer.how_sure(alike)
