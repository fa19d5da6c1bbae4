"""A pocket in progress: asked from a turn on, with what has happened since, it is a part of the whole law."""

from fractions import Fraction

import pytest

from analysis.systems.ask import ask
from sim.errors import GameError
from sim.games.stalingrad_roads.systems.pocket import CHAIN, SYSTEM
from tests.analysis.commands import kessel

TURNS = SYSTEM.turns


def law_of_first_turn(at: dict[str, dict[str, int]], **factors: int) -> dict[int, Fraction]:
    found = ask("stalingrad_roads", "pocket", factors, spans=False, at=at)
    (law,) = [one.law for one in found.findings if one.id == "first_turn_at_1"]
    assert law is not None
    return {turn: p for (turn,), p in law}


def test_what_begins_as_the_declaration_does_is_the_whole_answer() -> None:
    assert law_of_first_turn({TURNS[0]: {"level": 10}}) == law_of_first_turn({})


@pytest.mark.parametrize("turn", [2, 4])
def test_levels_of_a_turn_weighted_by_their_chances_give_the_whole_answer(turn: int) -> None:
    """From the law of the level at the end of the turn before, each level asked on its own."""
    before = CHAIN.by_turn(SYSTEM.setting())[turn - 2].law("level", "first_turn_at_1")
    mixed: dict[int, Fraction] = {}
    for (level, first), p in before:
        parts = {first: Fraction(1)} if first else law_of_first_turn({TURNS[turn - 1]: {"level": level}})
        for one, share in parts.items():
            mixed[one] = mixed.get(one, Fraction(0)) + p * share
    assert len(before.counts) > 1
    assert mixed == law_of_first_turn({})


def test_supports_of_some_turns_alone_lie_between_none_and_always() -> None:
    never, always = (law_of_first_turn({}, vvs=n) for n in (0, 2))
    some = law_of_first_turn({TURNS[2]: {"vvs": 2}, TURNS[3]: {"vvs": 0}}, vvs=0)
    mean = [sum((turn or 11) * p for turn, p in law.items()) for law in (never, some, always)]
    assert mean[0] != mean[1] != mean[2]
    assert min(mean[0], mean[2]) < mean[1] < max(mean[0], mean[2])
    whole = law_of_first_turn({turn: {"vvs": 2} for turn in TURNS}, vvs=0)
    assert whole == always


def test_an_event_of_a_turn_before_the_start_changes_nothing() -> None:
    start = {"DEC_III": {"level": 6}}
    assert law_of_first_turn({"DEC_I": {"raid": 1}, "DEC_II": {"raid": 0}} | start) == law_of_first_turn(start)


@pytest.mark.parametrize(
    ("at", "message"),
    [
        ({"DEC_II": {"level": 12}}, "level is 12; expected a whole number from 1 to 11"),
        ({"MAY_I": {"level": 6}}, "turn is 'MAY_I'; expected one of NOV_IV"),
        ({"DEC_II": {"vvs": 3}}, "factor vvs is 3; expected a whole number from 0 to 2"),
        ({"DEC_II": {"sun": 3}}, "no 'sun' at DEC_II; expected one of level"),
        ({"DEC_II": {"level": 6}, "DEC_III": {"level": 5}}, "level is given at DEC_III; expected one turn to start at"),
    ],
)
def test_what_cannot_be_is_refused(at: dict[str, dict[str, int]], message: str) -> None:
    with pytest.raises(GameError) as error:
        ask("stalingrad_roads", "pocket", at=at)
    assert str(error.value).startswith(message)


def test_the_command_line_takes_turns_and_shows_ranges_on_request() -> None:
    words = ("track", "stalingrad_roads", "pocket", "--at", "DEC_II:level=6,vvs=2", "--at", "DEC_III:vvs=0")
    told = " ".join(kessel(*words).stdout.split())
    assert "from DEC_II on level 6, from DEC_II on vvs 2, from DEC_III on vvs 0" in told
    assert "assumptions are held as they are; --ranges runs each through its range" in told
    assert "what the assumptions do, one at a time" not in told
    assert "cannot be asked in progress" in kessel("track", "stalingrad_roads", "ju52", "--at", "DEC_II:level=6").stderr
