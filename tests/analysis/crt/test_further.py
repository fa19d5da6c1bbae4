"""What an attacker wins beyond steps and the hex, against the printed cells counted one by one."""

import csv
from fractions import Fraction
from itertools import product

import pytest

from analysis.crt.further import further_chances
from sim.game import games_with, load_game
from sim.numbers.rawfiles import RAW

LEAST = {"E": ("E", "E2", "E3"), "E2": ("E2", "E3")}


def test_exploitation_is_that_of_the_printed_cells() -> None:
    """Stalingrad Roads prints the attacker's result in columns A, a row a sum of two dice [8.7.5]."""
    with (RAW / "stalingrad_roads" / "crt.csv").open(encoding="utf8", newline="") as file:
        rows = {int(row["2d6"]): row for row in csv.DictReader(file)}
    found = further_chances("stalingrad_roads")
    assert list(found) == list(load_game("stalingrad_roads").table.reading.columns)
    for label, name in product(found, LEAST):
        hits = sum(rows[a + b][f"{label} A"] in LEAST[name] for a, b in product(range(1, 7), repeat=2))
        assert found[label][name] == Fraction(hits, 36)


@pytest.mark.parametrize("game", games_with(lambda game: game.has_table, hidden=True))
def test_a_table_that_names_no_gain_has_none(game: str) -> None:
    reading = load_game(game).table.reading
    assert bool(further_chances(game)) == bool(reading.further)
