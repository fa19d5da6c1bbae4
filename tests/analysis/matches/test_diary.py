"""The war diary: a small log told word by word, and what is told of a whole game."""

import json
import re
from typing import Any

import pytest

from analysis.matches.battles import Names
from analysis.matches.diary import diary
from analysis.matches.places import Places
from analysis.matches.record import read_record
from sim.game import load_game
from sim.map.board import load_board
from sim.match.log import EventLog
from sim.match.play import Played, play_game
from sim.match.whole import GameResult, Seats

GAME = load_game("leningrad")
HEAD = {"game": "leningrad", "seed": 7, "match_game": 0, "board": -1, "german": "bold", "soviet": "cautious"}
COMBAT = {
    "attack": 22, "defense": 5, "initial": "4-1", "shift": 1, "column": "5-1", "result": "2/1",
    "shifts": {"armor_attacker": 1, "river": -1}, "hexes": ["0510"], "air_attack": 0, "air_defense": 0,
}  # fmt: skip
COLUMNS = ("turn", "phase", "side", "kind", "unit", "from_hex", "to_hex", "value", "die", "battle", "note")
G, S, NO = "german", "soviet", None
SMALL: list[tuple[Any, ...]] = [
    (0, 0, "", "game", NO, NO, NO, NO, NO, NO, json.dumps(HEAD)),
    (0, 0, S, "setup", "s00", NO, "0510", NO, NO, NO, NO),
    (0, 0, S, "setup", "s10", NO, "2308", NO, NO, NO, NO),
    (0, 0, G, "setup", "1-41", NO, "0111", NO, NO, NO, NO),
    (0, 0, G, "setup", "6-41", NO, "0111", NO, NO, NO, NO),
    (1, 1, G, "phase", NO, NO, NO, NO, NO, NO, NO),
    (1, 2, G, "supply", "1-41", NO, NO, 1, NO, NO, NO),
    (1, 2, G, "move", "1-41", "0111", "0211", 2, NO, NO, ""),
    (1, 2, G, "move", "1-41", "0211", "0410", 2, NO, NO, ""),
    (1, 3, G, "attack", "1-41", "0410", "0510", NO, NO, 1, NO),
    (1, 3, G, "attack", "6-41", "0410", "0510", NO, NO, 1, NO),
    (1, 3, S, "defend", "s00", NO, "0510", 1, NO, 1, NO),
    (1, 3, S, "reveal", "s00", NO, NO, 203, NO, 1, "56"),
    (1, 3, G, "supply", "6-41", NO, NO, 0, NO, 1, NO),
    (1, 3, G, "combat", NO, NO, "0510", 7, 4, 1, json.dumps(COMBAT)),
    (1, 3, S, "step_loss", "s00", NO, NO, 0, NO, 1, NO),
    (1, 3, S, "eliminated", "s00", "0510", NO, NO, NO, 1, NO),
    (1, 3, G, "step_loss", "6-41", NO, NO, 1, NO, 1, NO),
    (1, 3, G, "advance", "1-41", "0410", "0510", NO, NO, 1, NO),
    (1, 4, G, "interdict", "air1", NO, "2308", NO, NO, NO, NO),
    (1, 5, S, "fort", "fort0", NO, "2506", NO, NO, NO, NO),
    (1, 6, S, "arrive", "s24", NO, "1113", 1, NO, NO, NO),
    (1, 8, S, "vp", NO, NO, NO, 5, NO, NO, "armor reduced x1"),
    (1, 8, "", "end", NO, NO, NO, -5, NO, NO, "soviet_tactical"),
]
TOLD = """
Leningrad: the Germans (bold) against the Soviets (cautious), on the central map (seed 7, game 0).
2 German and 2 Soviet divisions at the start. The map is rebuilt from geography: its terrain and start hexes are \
assumed.

Turn 1, 22 – 28 June 1941
  1 German air unit bombed the roads at Luga.
  1 German division on the march; the 1st Panzer went farthest, 3 hexes from Tilsit to just southwest of Schaulen.
  1 attack by the Germans cost the Soviets 1 step, the attackers 1.
    At Schaulen (0510) the 1st and 6th Panzer attacked the 56th Rifle, 22 against 5: 4-1 (armor +1, river -1) becomes \
5-1, die 4, result 2/1. The 56th Rifle was destroyed. The attackers lost 1 step. The 1st Panzer advanced to Schaulen.
  The Germans took Jurburg and Schaulen.
  1 German division out of supply: the 6th Panzer, at Tilsit.
  1 Soviet reinforcement at Dvinsk: an untried Tank or Motorized division.
  1 Soviet fort dug at Krasnogvardeysk.
  Front: 20 hexes to Leningrad from the 1st Panzer, at Schaulen.
  Steps lost: German 1 (1 this turn), Soviet 1 (1 this turn).

Result: Soviet tactical, -5 VP (German less Soviet).
  German 0 VP.
  Soviet 5 VP: 5 for 1 armor unit reduced.
"""


def small(rows: list[tuple[Any, ...]] = SMALL) -> Played:
    log = EventLog.of(dict(zip(COLUMNS, map(list, zip(*rows, strict=True)), strict=True)))
    return Played(GameResult(0, "soviet", "soviet_tactical", -5, 12, {}), log)


def test_a_small_log_word_by_word() -> None:
    assert diary(GAME, small()) == TOLD.strip().split("\n")


def test_a_log_that_stops_says_so() -> None:
    assert diary(GAME, small(SMALL[:-1]))[-1] == "The log ends before the game does."


def test_who_is_hidden_is_named_only_when_revealed() -> None:
    rows = [row for row in SMALL if row[3] != "reveal"]
    assert any("attacked an untried Rifle division" in line for line in diary(GAME, small(rows)))


def test_an_elimination_without_step_losses_costs_all_steps_that_were_left() -> None:
    rows = [row for row in SMALL if not (row[3] == "step_loss" and row[4] == "6-41")]
    at = [row[3] for row in rows].index("advance")
    rows.insert(at, (1, 3, G, "eliminated", "6-41", "0410", NO, NO, NO, 1, NO))
    record = read_record(small(rows).events.table, GAME.whole.sides, GAME.whole.words)  # type: ignore[union-attr]
    assert record.turns[0].doings[G].steps_lost == 2
    assert "6-41" not in record.turns[0].units


def test_names_are_gathered_by_kind_and_counted_where_they_are_many() -> None:
    record = read_record(small().events.table, GAME.whole.sides, GAME.whole.words)  # type: ignore[union-attr]
    names = Names(GAME.whole.words, record)
    assert (
        names.those(["6-41", "1-41", "36-41", "TOT-56"], 1)
        == "the 1st and 6th Panzer, the 36th Motorized and Totenkopf"
    )
    assert names.those([f"s{k:02d}" for k in range(1, 4)], 1) == "3 untried Rifle divisions"
    assert (
        names.those(["207", "12", "21", "58", "96", "123"], 1) == "the 12th, 21st, 58th and 207th Infantry and 2 more"
    )


def test_places_are_named_from_the_nearest() -> None:
    places = Places(load_board("leningrad"))
    assert (places.at("2308"), places.to("2308")) == ("at Luga", "to Luga")
    assert places.at("2309") == "just north of Soltsy" or places.at("2309").startswith("just south of Luga")
    assert places.distance("2308", ("2604", "2505")) == 4


@pytest.fixture(scope="module")
def real() -> tuple[Played, list[str]]:
    played = play_game(GAME.whole, 7, 0, Seats("random", "random"))
    return played, diary(GAME, played)


def test_a_whole_game_is_told_turn_by_turn(real: tuple[Played, list[str]]) -> None:
    _, lines = real
    chapters = "\n".join(lines).split("\n\n")
    assert len(chapters) == 14
    for number, chapter in enumerate(chapters[1:13], 1):
        assert chapter.startswith(f"Turn {number}, ")
        assert 4 <= len(chapter.split("\n")) <= 24
        assert re.search(r"^  Front: ", chapter, re.M)
        assert "VP if it ended here" in chapter


def test_losses_and_points_are_those_of_the_game(real: tuple[Played, list[str]]) -> None:
    played, lines = real
    numbers = played.result.numbers
    last = next(line for line in reversed(lines) if "Steps lost" in line)
    assert f"German {numbers['german_steps_lost']} (" in last
    assert f"Soviet {numbers['soviet_steps_lost']} (" in last
    assert f"German {numbers['german_vp']}, Soviet {numbers['soviet_vp']}." in last
    assert f"{played.result.margin:+d} VP" in lines[-3]


def test_who_has_to_attack_is_told_on_the_turn_and_for_the_side_that_the_rule_names(
    real: tuple[Played, list[str]],
) -> None:
    chapters = "\n".join(real[1]).split("\n\n")
    assert ["[15.2]" in chapter for chapter in chapters] == [number == 1 for number in range(14)]
    before, after = chapters[1].split("They had no choice: on this turn all units beside the enemy must attack [15.2].")
    assert re.search(r"attacks? by the Soviets cost [^\n]*\n\s*$", before)
    assert "by the Soviets" not in after


def test_nothing_of_the_log_shows_through(real: tuple[Played, list[str]]) -> None:
    _, lines = real
    text = "\n".join(lines)
    assert not re.search(r"\bs\d\d\b|\bair\d|\bfort\d|None|_|\bnan\b", text)
