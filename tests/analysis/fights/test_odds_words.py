"""What `kessel odds` says where a number is none or a game has no combat, and what its codes mean."""

import re
import shlex

import pytest

from analysis.fights.odds import answered
from analysis.fights.summary import summary
from analysis.fights.typical import facts_of, fights
from sim.game import game_ids, games_with, load_game
from tests.analysis.commands import kessel


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("leningrad", "--attack", "eleven", "--defense", "4"), "attack is 'eleven'; expected a whole number from 1"),
        (("leningrad", "--attack", "11", "--defense", "1.5"), "defense is '1.5'; expected a whole number from 1"),
        (("stalingrad_roads", "--attack", "11", "--defense", "4", "--shift", "x"), "shift is 'x'; expected a whole"),
        (("chess", "--attack", "11"), f"no game 'chess'; expected one of {', '.join(game_ids())}"),
    ],
)
def test_what_was_expected_is_said(words: tuple[str, ...], message: str) -> None:
    done = kessel("odds", *words)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert message in done.stderr


def test_a_game_without_combat_names_those_that_have_it() -> None:
    without = [game for game in game_ids() if game not in games_with(lambda game: game.has_combat)]
    for game in without:
        assert f"{game} has no combat yet; games that have: {', '.join(games_with(lambda game: game.has_combat))}" in (
            kessel("odds", game, "--attack", "3").stderr
        )


def test_codes_are_explained_below_the_table() -> None:
    leningrad = kessel("odds", "leningrad", "--attack", "11", "--defense", "4").stdout
    assert "defender/attacker: 1 and 2 are steps to lose or hexes to retreat, - is unaffected" in _in_one_line(
        leningrad
    )
    best = _in_one_line(kessel("odds", "leningrad", "--attack", "40", "--defense", "4").stdout)
    assert "E is eliminated" in best
    roads = _in_one_line(kessel("odds", "stalingrad_roads", "--attack", "34", "--defense", "4").stdout)
    assert "E2, E3: so many units exploit; DR2, DR3: retreats so many hexes" in roads
    assert "F: stays" not in roads  # no F at 6/1
    assert "legend" not in kessel("odds", "leningrad", "--attack", "11", "--defense", "4", "--json").stdout


def _in_one_line(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.in_turn
@pytest.mark.parametrize("game", games_with(lambda game: game.has_combat))
def test_the_first_four_lines_say_whether_the_hex_is_taken_and_what_it_costs(game: str) -> None:
    for fight in fights(game):
        if fight.answer.cancelled or fight.answer.after is None or fight.answer.not_given:
            continue
        lines = kessel("odds", game, *shlex.split(fight.command)).stdout.splitlines()[:4]
        told = " ".join(lines)
        for words in ("the hex is cleared in", "taken in", "the attacker loses", "the defender loses", "none in"):
            assert words in told, (fight.id, words, lines)
        is_range = any(one.is_range for one in summary(load_game(game), fight.facts, fight.answer).figures.values())
        assert ("a range, not one answer; to narrow it, type in" in lines[0]) == is_range, fight.id
        assert is_range == ("(guess " in told), fight.id
        assert any(line.startswith("exact;") for line in lines) <= (not is_range), fight.id


def test_steps_that_are_not_given_are_asked_for() -> None:
    """What is known without them comes first."""
    first, second, *_ = kessel("odds", "leningrad", "--attack", "11", "--defense", "4").stdout.splitlines()
    assert re.fullmatch(r"Leningrad: the defender suffers in .* %.*, must retreat or die in .* %.*", first)
    assert second == "for the hex, retreats, eliminations and losses give --attacker-steps and --defender-steps"


def test_reasons_come_last_with_rules_and_the_law_of_the_columns() -> None:
    words = (
        "--attack",
        "22",
        "--defense",
        "0",
        "--untried-inf",
        "1",
        "--river",
        "--attacker-steps",
        "4",
        "--clamp-first",
    )
    lines = kessel("odds", "leningrad", *words, "--defender-retreat", "1").stdout.splitlines()
    (column,) = [line for line in lines if line.startswith("odds: ")]
    assert "; resolved at: " in column
    assert "mixed" not in column
    assert "modifiers: river -1 [Column Shifts Table]" in lines
    assert "read otherwise: clamp_first yes (R1)" in " ".join(lines[:5])


def test_a_fact_without_effect_is_named() -> None:
    blocks = ("--attacker", "2x infantry 3 DF", "--defender", "infantry 2 SF", "--opportunity-blocks", "2")
    named = "without effect in this fight: --opportunity-blocks"
    assert named in kessel("odds", "inferno_on_the_volga", *blocks).stdout.splitlines()
    assert named not in kessel("odds", "inferno_on_the_volga", *blocks, "--chuikov").stdout


def test_the_command_of_a_fight_gives_the_range_that_pages_show() -> None:
    told = {one.about: one for one in fights("traces_of_hubris")}
    is_open = [one for one in told.values() if one.widest.laws and one.answer.family != one.widest.family]
    assert is_open
    for one in told.values():
        assert answered(load_game("traces_of_hubris"), facts_of(one.asked)) == one.widest
        assert ("--family monotone" in one.command) == (one in is_open)


def test_several_values_need_no_second_option() -> None:
    start = ("traces_of_hubris", "--attack", "12", "--defense", "4")
    once = kessel("odds", *start, "--attacker-units", "2", "1", "--defender-units", "2,2", "--json").stdout
    again = [word for unit in ("2", "1") for word in ("--attacker-units", unit)]
    assert once == kessel("odds", *start, *again, "--defender-units", "2", "--defender-units", "2", "--json").stdout
    assert "hex_taken" in once


@pytest.mark.in_turn
def test_fractions_are_shown_in_full_when_asked_for() -> None:
    blocks = ("--attacker", "2x infantry 3 DF", "--defender", "unknown", "unknown", "--soviet-card", "random")
    short, full = (kessel("odds", "inferno_on_the_volga", *blocks, *more).stdout for more in ((), ("--fractions",)))
    assert "·" in short
    assert "·" not in full
    assert "long" not in short
