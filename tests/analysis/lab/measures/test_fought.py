"""Which hexes are fought for: counted anew from the logs by plain loops."""

from collections import Counter

import polars as pl
import pytest

from analysis.lab.measures.fought import attacks, by_period, fought_for
from sim.game import load_game
from sim.match.play import play_game
from sim.match.whole import Seats

WHOLE = load_game("inferno_on_the_volga").whole
SEATS, GAMES, SEED = Seats("balanced", "ai"), range(3), 11


@pytest.fixture(scope="module")
def found() -> pl.DataFrame:
    return attacks(WHOLE, SEATS, SEED, GAMES)


def test_every_attack_of_the_log_is_counted_where_it_was_made(found: pl.DataFrame) -> None:
    for game in GAMES:
        played = play_game(WHOLE, SEED, game, SEATS)
        assert played.events is not None
        events = played.events.table.to_pylist()
        told = Counter((e["turn"], e["to_hex"]) for e in events if e["kind"] == "combat")
        assert Counter(found.filter(game=game).select("turn", "hex").rows()) == told
        assert sum(told.values()) == sum(played.result.numbers[f"attacks_{side}"] for side in WHOLE.sides)


def test_shares_are_of_games_and_not_of_attacks(found: pl.DataFrame) -> None:
    rows = fought_for(found, len(GAMES))
    assert rows["p"].is_sorted(descending=True)
    for row in rows.iter_rows(named=True):
        here = found.filter(hex=row["hex"])
        assert row["p"] == pytest.approx(len(set(here["game"])) / len(GAMES))
        assert row["attacks"] == len(here)
        assert row["ci_low"] <= row["p"] <= row["ci_high"]
        assert row["first"] <= row["turn"] <= row["last"]


def test_periods_share_out_the_turns(found: pl.DataFrame) -> None:
    rows = by_period(found, len(GAMES), 10)
    assert rows.filter(turns="11–20")["begin"].to_list() == [11] * len(rows.filter(turns="11–20"))
    for row in rows.iter_rows(named=True):
        here = found.filter((pl.col("hex") == row["hex"]) & pl.col("turn").is_between(row["begin"], row["begin"] + 9))
        assert row["p"] == pytest.approx(here["game"].n_unique() / len(GAMES))
        assert row["p"] > 0
