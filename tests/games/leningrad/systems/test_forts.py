"""The forts of Leningrad: the schedule, brute force, and laws worked out by hand."""

from dataclasses import replace
from itertools import product

import numpy as np

from sim.dice import all_rolls
from sim.games.leningrad.systems import forts
from sim.numbers.tables import load_list
from sim.play import play_exactly


def test_twelve_forts_come_and_all_stand_where_no_german_is_near() -> None:
    assert sum(forts.arriving(turn) for turn in range(1, 13)) == load_list("leningrad", "forts").integer("counters")
    course = forts.COURSE
    quiet = course.setting({"near_from": 12, "taken_of_6": 0, "legal_of_6": 6})
    standing = [worlds.law("standing").counts for worlds in play_exactly(course, quiet)]
    assert [list(law) for law in standing] == [[(min(max(turn - 2, 0), 6) * 2,)] for turn in range(1, 13)]
    kept = replace(quiet, policies={"soviet": course.policies["soviet"]["kept"]})
    *_, last = play_exactly(course, kept)
    assert list(last.law("standing", "in_hand").counts) == [(10, 2)]  # two a turn: two of twelve come too late


def test_an_assault_meets_the_forts_that_were_dug_before_its_turn() -> None:
    """Germans fight in the third phase of a turn, Soviets dig in the fifth [3.0]."""
    quiet = {"near_from": 12, "taken_of_6": 0, "legal_of_6": 6}
    met = [forts.mean_standing(forts.COURSE.setting({**quiet, "assault_turn": turn})) for turn in range(3, 10)]
    assert met == [0, 2, 4, 6, 8, 10, 12]


def test_forts_are_placed_as_the_rule_says() -> None:
    course = forts.COURSE
    for in_hand, turn, legal in product(range(5), (3, 7, 12), (0, 2, 6)):
        setting = course.setting({"near_from": 7, "legal_of_6": legal})
        rolls = all_rolls(2)
        begun = forts.start(len(rolls), setting)
        after = forts.fortify(replace(begun, in_hand=begun.in_hand + np.int8(in_hand)), setting, turn, rolls)
        for k, (first, second) in enumerate(rolls.tolist()):
            there = in_hand + forts.arriving(turn)
            fits = [turn < 7 or roll <= legal for roll in (first, second)]
            placed = sum(fits[: min(there, 2)])
            assert (after.placed[k], after.standing[k], after.in_hand[k]) == (placed, placed, there - placed)


def test_germans_who_are_near_enter_a_fort_by_the_die() -> None:
    course, rolls = forts.COURSE, all_rolls(1)
    for standing, turn, faces in product(range(3), (6, 7, 12), range(7)):
        setting = course.setting({"near_from": 7, "taken_of_6": faces})
        begun = forts.start(len(rolls), setting)
        after = forts.enter(replace(begun, standing=begun.standing + np.int8(standing)), setting, turn, rolls)
        for k, roll in enumerate(rolls[:, 0].tolist()):
            is_lost = turn >= 7 and standing > 0 and roll <= faces
            assert (after.is_lost[k], after.standing[k]) == (is_lost, standing - is_lost)
