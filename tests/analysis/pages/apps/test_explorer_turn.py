"""Several fights of a turn side by side: what they come to together is exact, and the link carries them."""

import json
from fractions import Fraction
from itertools import product
from math import prod
from pathlib import Path

import pytest

from tests.analysis.browser import needs_chromium
from tests.analysis.pages.apps.test_explorer import random_settings, told

pytestmark = needs_chromium
GAME = "leningrad"
TURN = """
const settings = {settings}, words = (span) => span && span.map(kessel.exact.show);
const each = settings.map((one) => kessel.answer(one)), turn = kessel.turn(settings);
const won = (one) => one.is_cancelled ? ["0", "0", "0"] : words(one.measures.cleared ?? one.measures.gives_way);
out({ won: each.map(won),
  all: words(turn.all), mean: words(turn.won), numbers: words(turn.numbers) });
"""
KEPT = """
const press = (text) => [...document.querySelectorAll(".turn button")].find((one) => one.textContent === text).click();
const rows = () => document.querySelectorAll(".turn tbody tr").length, hash = () => location.hash;
const told = { start: rows() };
press("Keep this fight for the turn");
location.hash = hash() + "&river=1";
setTimeout(() => {
  press("Keep this fight for the turn");
  told.two = [rows(), new URLSearchParams(hash().slice(1)).getAll("fight")];
  press("Fight 1");
  told.opened = hash();
  document.querySelector('[aria-label="Drop fight 1"]').click();
  told.one = [rows(), new URLSearchParams(hash().slice(1)).getAll("fight")];
  press("Begin a new turn");
  told.none = [rows(), hash()];
  out(told);
}, 50);
"""


@pytest.mark.in_turn
@pytest.mark.parametrize("game", [GAME, "traces_of_hubris"])
def test_chances_multiply_and_every_number_of_fights_won_is_counted(game: str, tmp_path: Path) -> None:
    chosen = random_settings(game, 4, seed=7)
    said = told(tmp_path, game, TURN.replace("{settings}", json.dumps(chosen)))
    won = [[Fraction(one) for one in span] for span in said["won"]]
    for at, name in ((0, "central"), (1, "lowest"), (2, "highest")):
        assert Fraction(said["all"][at]) == prod(span[at] for span in won), name
        assert Fraction(said["mean"][at]) == sum(span[at] for span in won), name
    numbers = [Fraction(0)] * (len(won) + 1)
    for outcome in product((0, 1), repeat=len(won)):
        numbers[sum(outcome)] += prod(
            (span[0] if is_won else 1 - span[0] for span, is_won in zip(won, outcome, strict=True)), start=Fraction(1)
        )
    assert [Fraction(one) for one in said["numbers"]] == numbers


@pytest.mark.in_turn
def test_fights_are_kept_opened_and_dropped_and_the_address_carries_them(tmp_path: Path) -> None:
    said = told(tmp_path, GAME, KEPT, root=True)
    assert said["start"] == 0
    assert said["two"] == [3, ["", "river=1"]]
    assert "river=1&" not in said["opened"].replace("fight=river%3D1", "")
    assert said["one"] == [2, ["river=1"]]
    assert said["none"] == [0, "#"] or said["none"] == [0, ""]
