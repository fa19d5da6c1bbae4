"""What logged games say in words: every number is the one that was counted, and what cannot be bounded says so."""

import numpy as np
import polars as pl
import pytest

from analysis.lab.changes.paired import gain_of
from analysis.lab.samples import Contrast, against_law, as_strong
from analysis.pages.sentences.played import (
    SPLIT,
    between,
    ecdfs,
    gained,
    hidden,
    quantile_rows,
    row_of_test,
    split_frame,
    split_words,
    strongest,
)
from analysis.systems.ask import ask, verdict
from analysis.systems.spread import SOURCES, spreads
from sim.game import load_game
from sim.verdict import GamesSeen, complaint


def test_quantiles_stand_with_their_interval_and_an_open_end_is_said() -> None:
    rows = quantile_rows({"few": list(range(1, 11)), "many": [4] * 500})
    few, many = rows.to_dicts()
    assert few["how many"] == "10"
    assert "open to" in few["one game in twenty below"]
    assert few["the median game"].startswith("5 (")
    assert (many["how many"], many["the median game"]) == ("500", "4")


def test_shares_of_several_samples_stand_one_after_the_other() -> None:
    found = ecdfs({"a": [1, 2], "b": [3]})
    assert found.select("series", "value", "share").rows() == [("a", 1, 0.5), ("a", 2, 1.0), ("b", 3, 1.0)]


def test_a_curve_that_lies_on_another_is_told_and_one_that_is_seen_is_not() -> None:
    many = [*range(100)] * 3
    moved = [*many[:-2], -1, -1]  # two games of three hundred elsewhere: under a hundredth
    assert hidden({"a": many, "b": moved, "c": [at + 2 for at in many]}) == " The curves “a” and “b” lie on each other."
    assert hidden({"a": many, "c": [at + 2 for at in many]}) == ""


@pytest.mark.parametrize(("p", "so"), [(0.0009, "they differ"), (0.0011, "no difference seen")])
def test_a_test_says_they_differ_only_where_luck_hardly_ever_does(p: float, so: str) -> None:
    row = row_of_test("a against b", Contrast(12.34, p, 5, 1_000))
    assert row["so"] == so
    assert (row["chi-square"], row["games"]) == ("12.3, 5 cells", "1,000")


def test_a_test_of_one_cell_is_not_made() -> None:
    row = row_of_test("our schedule", against_law([4, 5], {4: 0.5, 5: 0.5}))
    assert row["so"] == "too few games to test"
    assert (row["chi-square"], row["chance of this by luck"], row["games"]) == ("", "", "2")


def test_what_cannot_be_told_from_the_strongest_is_named_with_it() -> None:
    columns = {"label": list("abcde"), "rho": [-0.5, 0.4, -0.35, 0.3, 0.1]}
    wide = pl.DataFrame(columns).with_columns(low=pl.col("rho") - 0.25, high=pl.col("rho") + 0.25)
    close = pl.DataFrame(columns).with_columns(low=pl.col("rho") - 0.05, high=pl.col("rho") + 0.05)
    assert strongest(close, "points") == "one thing goes with points most: a (-0.50)"
    assert as_strong(wide)["label"].to_list() == ["a", "b", "c", "d"]
    said = "no one thing stands out: 4 go with points about alike, among them a"
    assert strongest(wide, "points") == said


def test_a_gain_is_told_with_digits_enough_for_its_interval() -> None:
    assert gained(gain_of(np.full(10, 3)), "steps") == "+3.0 steps in every game"
    close = gained(gain_of(np.array([1.0, 1.001] * 5_000)), "steps")
    low, high = close.partition("interval ")[2].rstrip(")").split(" to ")
    assert low != high
    assert float(low) < 1.0005 < float(high)


def test_the_sources_of_a_spread_are_told_whole_and_in_order() -> None:
    system = load_game("stalingrad_roads").system("victory_gallop")
    found = spreads("stalingrad_roads", system, {"level": None}, 12)["level"]
    frame = split_frame({"who wins": found})
    assert frame["source"].to_list() == list(SOURCES)
    assert frame["share"].sum() == pytest.approx(1)
    first = max(SOURCES, key=found.share)
    assert split_words(found).startswith(SPLIT[first].partition(",")[0])


def test_nine_cases_in_ten_leave_a_twentieth_or_less_on_either_side() -> None:
    law = {value: 0.01 for value in range(100)}
    low, high = map(int, between(law).split(" to "))
    assert (low, high) == (4, 94)
    assert between({7: 1.0}) == "7 to 7"


def test_whole_games_say_beside_a_system_what_they_showed_of_it() -> None:
    system = load_game("inferno_on_the_volga").system("eliminations")
    means = {"turns": 40.0, "german_blocks_lost": 2.0, "attacks_soviet": 1.2}
    central = GamesSeen(
        200, {"german_losses": 0.005, "soviet_deck": 0.995}, {"german_losses": 61.2, "soviet_deck": 41.6}, means
    )
    everywhere = GamesSeen(100, {"soviet_deck": 1.0}, {"soviet_deck": 29.0}, means)
    assert system.in_games is not None
    said = system.in_games(central, everywhere)
    assert "in 0.5 % of 200 on the central one" in said
    assert "in 0.0 % of 100 games over all boards" in said
    assert "a block every 20 turns" in said
    assert "That one ends on turn 61; the deck taken here lasts 29 turns." in said
    four = GamesSeen(200, {"german_losses": 0.02}, {"german_losses": 61.2}, means)
    assert "Those 4 end on turn 61 on average; the deck" in system.in_games(four, everywhere)
    assert "on turn" not in system.in_games(everywhere, everywhere)  # no game ended so
    seen = [GamesSeen(n, {}, {}, {"german_steps_lost": lost, "regenerations": 1.5}) for n, lost in ((64, 7), (32, 8))]
    bid, rest = (load_game("leningrad").system(name).in_games for name in ("bid", "regeneration"))
    assert bid is not None
    assert rest is not None
    assert "5.5 German steps are missing at the end on our central map and 6.5 over all maps" in bid(*seen)
    assert "on average of 64 and 32 games, of 7.0 and 8.0 lost: 6 are taken here." in bid(*seen)
    assert "turn over 1.5 units of 7.0 steps lost, on average of 64" in rest(*seen)
    clock = load_game("inferno_on_the_volga").system("clock")
    assert clock.in_games is not None
    assert "over all boards, on turn 29 on average, and" in clock.in_games(central, everywhere)
    assert "on our central board, on turn 42:" in clock.in_games(central, everywhere)


def test_a_headline_takes_the_pace_of_whole_games_and_says_at_which_other_it_turns() -> None:
    """The race to ten German blocks: hardly ever at the pace of our games, another word at a quicker one."""
    answer = ask("inferno_on_the_volga", "eliminations")
    said = verdict(answer)
    assert said == (
        "Hardly ever: on our central board a German block falls about every 30 turns. With one every 3 turns they win"
        " more often than not."
    )
    assert complaint(said) == ""
    quick = verdict(ask("inferno_on_the_volga", "eliminations", {"losses_in_60": 12}))
    assert quick.startswith("Seldom if a German block falls every 5 turns. With one every 3 turns they win more")
