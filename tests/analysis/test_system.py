"""What the pages of systems say: laws and factors in words, worlds drawn at once, what moves the answer."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from analysis import moves, system, system_advice, system_answer
from analysis.factor_words import factor_words, named_turns
from analysis.measured import told_apart
from analysis.outcomes import outcomes_of
from analysis.pocket import drm_worth, fallen_by, pocket, turns_above_1, worth_frame
from analysis.system import System, study_system
from analysis.track import TrackAnswer, ask, every_track, find_track, told, turn_names
from analysis.worlds import APART, draw_worlds
from sim.exact import Law
from sim.game import Factor
from sim.track import Finding


def finding(about: str, counts: dict[int, int], labels: tuple[str, ...] = ()) -> Finding:
    law = Law(("value",), {(value,): n for value, n in counts.items()}, sum(counts.values()))
    return Finding("it", about, "1.0", law=law, labels={"value": labels} if labels else {})


@pytest.fixture(scope="module")
def mars() -> System:
    return study_system(ask("stalingrad_roads", "mars"))


@pytest.fixture(scope="module")
def points() -> System:
    return study_system(ask("leningrad", "bid"))


def test_never_comes_last_and_values_that_never_come_keep_their_place() -> None:
    law = outcomes_of(finding("turn of the first crisis, 0 if never", {0: 1, 2: 2, 4: 1}))
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
    named = outcomes_of(finding("first turn (1 = NOV III) of frost, 0 if never", {0: 1, 3: 1}), turns)
    assert (named.names, named.about) == (("DEC I", "never"), "first turn of frost")
    assert outcomes_of(finding("first turn (1 = NOV IV) of frost", {2: 1, 3: 1}), turns).names == ("2", "3")
    assert outcomes_of(finding("turns of frost", {1: 1, 2: 1}), turns).names == ("1", "2")
    assert outcomes_of(finding("first turn of frost", {4: 1, 5: 1}), turns).names == ("4", "5")


def test_words_in_the_place_of_numbers() -> None:
    worded = outcomes_of(finding("who wins", {0: 1, 1: 3}, ("Axis", "Soviet")))
    assert (worded.is_worded, worded.names) == (True, ("Axis", "Soviet"))
    assert system.law_claim(worded) == "Who wins: Soviet is likeliest, 75.0 %"
    turn = outcomes_of(finding("turn of the return", {0: 1, 1: 9}, ("not within four", "1")))
    assert (turn.is_worded, turn.names) == (False, ("1", "not within four"))


@pytest.mark.parametrize(
    ("about", "low", "high", "label", "values"),
    [
        ("first turn on which it rains; 10 is never", 1, 10, "first turn on which it rains", {10: "never"}),
        ("turns between; 0 no such loss", 0, 4, "turns between", {0: "no such loss"}),
        ("whether it rains: 0 no, 1 yes", 0, 1, "whether it rains", {0: "no", 1: "yes"}),
        ("where it stands: 0 road, 1 railroad, 2 city", 0, 2, "where it stands", {0: "road", 1: "railroad", 2: "city"}),
        ("where it stands: 0 road, 1 railroad", 0, 2, "where it stands: 0 road, 1 railroad", {}),
        ("activations; 0 too where turn 8 is not played", 0, 5, "activations; 0 too where turn 8 is not played", {}),
        ("cards in the early deck", 15, 20, "cards in the early deck", {}),
    ],
)
def test_a_factor_in_words(about: str, low: int, high: int, label: str, values: dict[int, str]) -> None:
    words = factor_words(Factor("x", low, low, high, about, "assumed"))
    assert (words.label, words.values) == (label, values)


def test_a_colon_explains_but_not_within_brackets_or_after_a_ruling() -> None:
    def short(about: str) -> str:
        return factor_words(Factor("x", 0, 0, 3, about, "assumed")).short

    assert short("hexes worth 2 points: Pitomnik, Gumrak") == "hexes worth 2 points"
    assert short("boxes lost (example 13: Kalach)") == "boxes lost (example 13: Kalach)"
    assert short("ruling R9: how many count") == "ruling R9: how many count"


def test_turns_of_factors_need_an_anchor_that_agrees() -> None:
    assert named_turns(["cards", "turn (2 = B) of it"], ["A", "B"]) == ("A", "B")
    assert named_turns(["turn (1 = B) of it"], ["A", "B"]) == ()
    assert named_turns(["turn of it"], ["A", "B"]) == ()


@pytest.mark.parametrize(("game", "name"), every_track(), ids="/".join)
def test_every_value_of_every_factor_has_words_of_its_own(game: str, name: str) -> None:
    track = find_track(game, name)
    for factor in track.factors.values():
        words = factor_words(factor, turn_names(track))
        said = [words.value(value) for value in range(factor.low, factor.high + 1)]
        assert len(set(said)) == len(said), (factor.about, said)
        assert words.label
        assert "_" not in words.label


def test_worlds_are_drawn_within_the_ranges_and_the_same_every_time(mars: System) -> None:
    track, again = mars.answer.track, draw_worlds(mars.answer)
    assert again == mars.worlds
    ranges = [range(factor.low, factor.high + 1) for factor in track.factors.values()]
    every = {track.measure(track.setting(dict(zip(track.factors, values, strict=True)))) for values in product(*ranges)}
    assert set(again.measures) <= every
    assert list(again.measures) == sorted(again.measures)
    assert sum(again.low <= one <= again.high for one in again.measures) >= again.inside == again.n - 2 * APART


def test_worlds_that_the_rules_refuse_are_drawn_again() -> None:
    drawn = draw_worlds(ask("stalingrad_roads", "ju52", spans=False), 4)
    assert drawn.refused > 0
    assert drawn.n == 4


def test_the_answer_names_its_interval_its_middle_and_what_it_covers(mars: System) -> None:
    said = system_answer.answer_sentence(mars)
    assert mars.worlds is not None
    assert mars.say(mars.answer.headline) in said
    low, high, middle = (f"{round(100 * one)} %" for one in (mars.worlds.low, mars.worlds.high, mars.worlds.median))
    assert f"{low} to {high} in nine of ten worlds drawn, the middle one {middle}" in said
    assert f"all {len(mars.answer.track.factors)} assumptions" in said
    assert told(mars.moving[0], mars.answer.track.measured) in said


def test_a_central_answer_outside_the_worlds_stands_behind_them(mars: System) -> None:
    assert mars.worlds is not None
    raised = tuple(mars.answer.headline + Fraction(place, 1000) for place in range(1, mars.worlds.n + 1))
    outside = replace(mars, worlds=replace(mars.worlds, measures=raised))
    assert system_answer.is_outside(outside)
    assert not system_answer.is_outside(mars)
    lead = system_answer.answer_sentence(outside).partition(". ")[0]
    central = f"{mars.say(mars.answer.headline)} with our central assumptions, an edge case"
    assert lead.index("in nine of ten worlds") < lead.index(central)
    highest = max(mars.moving, key=lambda span: span.high)
    assert system.named(highest) in lead.partition("edge case")[2]


def test_points_are_told_by_the_dice_alone() -> None:
    uranus = study_system(ask("stalingrad_roads", "victory_uranus"))
    (points,) = [law for law in uranus.laws if law.id == "vp"]
    said = system_answer.answer_sentence(uranus)
    assert f"{' to '.join(points.nine_in_ten)} at least nine times in ten by the dice alone" in said


def test_a_headline_of_best_play_does_not_hide_what_a_policy_costs() -> None:
    air = study_system(ask("leningrad", "air"))
    assert len(set(air.played.values())) == 1
    (said,) = [one for one in system_advice.advice(air) if "policies" in one]
    track, means = air.answer.track, []
    for (chosen,) in air.played:
        setting = track.setting(air.answer.factors, {"german": chosen})
        (net,) = [one.law for one in track.find(setting) if one.id == "net"]
        assert net is not None
        means.append(net.mean(lambda steps: steps))
    assert f"{float(min(means)):.2f} (" in said
    assert f"{float(max(means)):.2f} (" in said


def test_nine_cases_in_ten_are_claimed_only_where_a_value_lies_outside() -> None:
    whole = outcomes_of(finding("steps lost", {3: 1, 4: 1, 5: 1}))
    assert system.law_claim(whole) == "Steps lost: 3 to 5 always, likeliest 3 (33.3 %)"
    nearly = outcomes_of(finding("box", {1: 1, 2: 1, 3: 28}))
    assert system.law_claim(nearly) == "Box: 3 is likeliest, 93.3 %"
    most = outcomes_of(finding("steps lost", {1: 1, 2: 20, 3: 20, 4: 20}))
    assert system.law_claim(most).startswith("Steps lost: 2 to 4 in at least nine cases of ten, likeliest 2")


def test_two_values_that_differ_are_told_apart() -> None:
    assert told_apart(Fraction(170, 1000), Fraction(174, 1000), "turns") == ["0.170", "0.174"]
    assert told_apart(Fraction(1700, 10000), Fraction(1701, 10000), "chance of it") == ["17.00 %", "17.01 %"]


def test_even_chances_lie_where_the_chance_passes_one_half() -> None:
    gallop = study_system(ask("stalingrad_roads", "victory_gallop"))
    (even,) = [one for one in system_advice.advice(gallop) if "Even chances" in one and "percent" in one]
    span = next(span for span in gallop.moving if "percent" in span.about)
    below = max(value for value, chance in span.measures.items() if chance < Fraction(1, 2))
    assert f"between {below} (" in even
    assert f"and {below + 1} (" in even


def test_what_an_option_that_is_off_asks_for_is_not_called_needless() -> None:
    victory = study_system(ask("traces_of_hubris", "victory"))
    woken = system_advice.waking(victory)
    assert any(span.words.label.startswith("under option") for span in woken)
    (said,) = [one for one in system_advice.advice(victory) if "No need to know" in one]
    needless, _, asked = said.partition("**Not asked")
    assert all(span.words.label in asked for span in woken)
    assert not any(span.words.label in needless for span in woken)


def test_advice_has_numbers_and_names_no_factor_that_does_nothing_as_one_that_matters(points: System) -> None:
    advice = system_advice.advice(points)
    assert all(any(letter.isdigit() for letter in one) for one in advice if not one.startswith("**No need"))
    idle = {span.words.label for span in points.idle}
    (unneeded,) = [one for one in advice if one.startswith("**No need")]
    assert idle
    assert all(label in unneeded for label in idle)
    assert not any(span.words.label in unneeded for span in points.moving)


def test_bars_stand_in_the_order_of_what_they_move_and_samples_apart(mars: System) -> None:
    rows = system.bar_frame(mars).to_dicts()
    spread = [row["high"] - row["low"] for row in rows if row["kind"] == "assumption"]
    assert spread == sorted(spread, reverse=True)
    assert [row["kind"] for row in rows if row["median"] is not None] == ["drawn"]


def test_what_moves_the_points_is_the_law_at_either_end() -> None:
    bid = study_system(ask("leningrad", "bid"))
    found = moves.moves(bid, ["margin"])["margin"]
    track = bid.answer.track
    widest = next(factor for factor in track.factors.values() if factor_words(factor).label == found[0].about)
    for value, law in ((widest.low, found[0].at_low), (widest.high, found[0].at_high)):
        held: TrackAnswer = ask("leningrad", "bid", {widest.id: value}, spans=False)
        (margin,) = [one for one in held.findings if one.id == "margin"]
        assert margin.law is not None
        assert law.mean == margin.law.mean(lambda points: points)
    assert [one.by for one in found] == sorted((one.by for one in found), reverse=True)


def test_the_pocket_page_agrees_with_the_pocket_system() -> None:
    answer = ask("stalingrad_roads", "pocket", spans=False)
    assert turns_above_1(pocket().setting()) == answer.headline
    worths = drm_worth()
    assert all(row["label"].endswith(")") and "_" not in row["label"] for row in worth_frame(worths).to_dicts())
    assert [worth.gain for worth in worths] == sorted(worth.gain for worth in worths)
    assert fallen_by([(0, 0.2), (3, 0.8)], 10, 0.9) == 11
