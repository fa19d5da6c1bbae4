"""`kessel odds` and `analysis.fights.odds`: exact fractions, the promised fields, one line for nonsense."""

import json
from fractions import Fraction
from typing import Any

import pytest

from analysis.crt.bounds import widest
from analysis.fights.odds import as_json, odds, wider
from sim.errors import GameError
from sim.game import load_game
from tests.analysis.commands import kessel


def asked(*words: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(kessel("odds", *words, "--json").stdout)
    return found


def test_leningrad_as_the_command_prints_it() -> None:
    answer = asked("leningrad", "--attack", "11", "--defense", "4")
    assert list(answer) == [
        "game", "summary", "left_out", "is_range", "initial_odds", "final_column", "cancelled", "outcomes", "basis",
        "rules", "readings", "without_effect",
    ]  # fmt: skip
    assert (answer["game"], answer["initial_odds"], answer["final_column"]) == ("leningrad", "2-1", "2-1")
    assert {o["result"]: o["probability"] for o in answer["outcomes"]} == dict.fromkeys(
        ["-/1", "1/2", "2/2", "1/1", "2/1", "1/-"], "1/6"
    )
    assert (answer["cancelled"], answer["basis"]) == (False, "rulebook")


def test_stalingrad_roads_as_the_command_prints_it() -> None:
    """The 6/1 column by hand: 2d6 = 11 is D3 Eng DR3, 8 is D2 E2 Eng; each Eng adds a second attrition."""
    answer = asked("stalingrad_roads", "--attack", "34", "--defense", "4")
    assert (answer["initial_odds"], answer["final_column"]) == ("8/1", "6/1")
    assert sum(Fraction(o["probability"]) for o in answer["outcomes"]) == 1
    law = {
        tuple(o[f"{side}_{what}"] for what in ("step_losses", "tactical") for side in ("attacker", "defender")): o
        for o in answer["outcomes"]
    }
    assert law[(0, 2, "E2", "DR3")]["probability"] == "5/18"  # 7 and 9
    assert law[(0, 4, "E3", "DR3")]["probability"] == "1/36"  # 12
    assert law[(0, 7, "-", "DR3")]["probability"] == str(Fraction(2, 36) * Fraction(1, 36))  # 11, then 12
    assert law[(1, 5, "E2", "-")]["probability"] == str(Fraction(5, 36) * Fraction(3, 36))  # 8, then 10
    assert not any("Eng" in o["attacker_tactical"] + o["defender_tactical"] for o in answer["outcomes"])


def test_a_cancelled_attack_has_no_outcomes() -> None:
    answer = asked("stalingrad_roads", "--attack", "10", "--defense", "35")
    assert (answer["cancelled"], answer["outcomes"], answer["initial_odds"]) == (True, [], "1/4")
    assert asked("stalingrad_roads", "--attack", "10", "--defense", "35", "--shift", "2")["final_column"] == "1/2"


def test_the_switch_of_leningrads_ruling() -> None:
    words = ("leningrad", "--attack", "25", "--defense", "1", "--shift", "-3")
    assert asked(*words)["final_column"] == "10-1"
    assert asked(*words, "--clamp-first")["final_column"] == "7-1"


def test_the_other_reading_of_several_hexes_is_named() -> None:
    words = ("leningrad", "--attack", "11", "--defense", "4", "--terrain", "hills", "--terrain", "forest")
    assert asked(*words)["readings"] == {}
    assert asked(*words, "--several-hexes", "best")["readings"] == {"several_hexes": {"value": "best", "ruling": 8}}


def test_an_answer_over_the_narrow_family_says_what_the_wide_one_allows() -> None:
    reading = load_game("traces_of_hubris").table.reading
    for ratio, label in ((1, "1:1"), (3, "3:1"), (5, "5:1"), (10, "10:1+")):
        answer = odds("traces_of_hubris", attack=ratio, defense=1)
        found = wider(load_game("traces_of_hubris"), {"attack": ratio, "defense": 1}, answer)
        if not answer.family:  # a printed column
            assert (label, found) == ("3:1", None)
            continue
        assert found is not None
        assert (found.low, found.high) == widest("traces_of_hubris", label, lambda one: int(reading.gives_way(one)))
    words = ("traces_of_hubris", "--attack", "20", "--defense", "4")
    known, guessed, *_ = told = kessel("odds", *words).stdout.splitlines()
    assert "known is that the defender retreats or dies by the print in 83.33 to 100 % (--family monotone" in known
    assert guessed.startswith("a guess (--family diagonal: each column its left neighbor moved up by a row): ")
    assert not any(line.startswith("exact: ") for line in told)  # alike over a guessed family is no fact
    assert asked(*words)["widest"]["gives_way"] == {"low": 5 / 6, "high": 1.0}
    assert "a guess (" not in kessel("odds", *words, "--family", "monotone").stdout
    assert "widest" not in asked("donnerschlag", "--attack", "20", "--defense", "4")  # monotone as it is


def test_every_probability_is_a_fraction_and_its_number() -> None:
    for outcome in as_json(load_game("leningrad"), odds("leningrad", attack=7, defense=3))["outcomes"]:
        assert float(Fraction(outcome["probability"])) == outcome["p"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("leningrad", "--attack", "11", "--defense", "0"), "defense is 0; expected a whole number from 1"),
        (("leningrad", "--attack", "-3", "--defense", "4"), "attack is -3; expected a whole number from 1"),
        (("leningrad", "--attack", "9" * 30, "--defense", "4"), "expected a whole number from 1 to 1,000,000"),
        (("leningrad", "--attack", "1", "--defense", "4", "--shift", "5000"), "shift is 5000; expected"),
    ],
)
def test_nonsense_is_refused_in_one_line(words: tuple[str, ...], message: str) -> None:
    done = kessel("odds", *words)
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""


@pytest.mark.parametrize(
    "words",
    [
        ("odds", "chess", "--attack", "1", "--defense", "1"),
        ("odds", "leningrad", "--attack", "many", "--defense", "1"),
        ("odds", "stalingrad_roads", "--attack", "1", "--defense", "1", "--clamp-first"),
        ("nonsense",),
        ("run", "no_such_study"),
        ("run",),
        ("report", "no_such_report"),
        ("audit", "chess"),
        ("audit", "--accept", "README.md"),
        ("odds", "leningrad", "--attack", "11"),
        ("run", "pocket", "--jobs", "0"),
    ],
    ids=" ".join,
)
def test_bad_input_never_shows_a_traceback(words: tuple[str, ...]) -> None:
    done = kessel(*words)
    assert done.returncode == 2
    assert done.stderr.startswith("kessel: ")
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""


def test_an_option_the_game_has_not_is_refused_in_words() -> None:
    with pytest.raises(GameError, match="stalingrad_roads has no option 'fog'; it takes attack, defense, shift"):
        odds("stalingrad_roads", attack=1, defense=1, fog=True)


def test_help_names_every_command() -> None:
    text = kessel("--help").stdout
    for command in ("odds", "run", "warehouse", "report", "audit"):
        assert command in text


def test_an_option_may_be_given_by_the_name_that_other_games_have_for_it() -> None:
    given = {"attack": 12, "defense": 4}
    assert odds("donnerschlag", **given, defender_aim="spare") == odds("donnerschlag", **given, aim="spare")
    with pytest.raises(GameError, match=r"^defender_aim is another name of aim; expected one of the two$"):
        odds("donnerschlag", **given, aim="spare", defender_aim="spare")
    words = ("donnerschlag", "--attack", "12", "--defense", "4")
    assert asked(*words, "--defender-aim", "spare") == asked(*words, "--aim", "spare")
    assert odds("leningrad", **given, fortified=True) == odds("leningrad", **given, fort=True)
    assert odds("leningrad", **given, attacker="axis") == odds("leningrad", **given)
    assert odds("stalingrad_roads", **given, attacker="German") == odds("stalingrad_roads", **given, attacker="axis")
