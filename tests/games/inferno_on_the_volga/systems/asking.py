"""What the tests of systems ask: examples, the last worlds of a course, the headline of a system."""

import tomllib
from fractions import Fraction
from typing import Any

from sim.game import load_game
from sim.numbers.rawfiles import RAW
from sim.play import play_exactly
from sim.system import Course

GAME = "inferno_on_the_volga"
SYSTEMS = load_game(GAME).systems
COURSES = {name: one.course for name, one in SYSTEMS.items() if one.course}
EXAMPLES = {
    example["id"]: example
    for example in tomllib.loads((RAW / GAME / "examples.toml").read_text(encoding="utf8"))["example"]
}


def given_and_expected(name: str) -> tuple[Any, Any]:
    return EXAMPLES[name]["given"], EXAMPLES[name]["expect"]


def last(course: Course, **factors: int) -> Any:
    *_, worlds = play_exactly(course, course.setting(factors))
    return worlds


def headline(system: str, **factors: int) -> Fraction:
    return SYSTEMS[system].measure(SYSTEMS[system].setting(factors))
