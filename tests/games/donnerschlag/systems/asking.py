"""What the tests of systems ask: settings, laws and worked examples."""

import tomllib
from typing import Any

import pytest

from sim.exact import Law
from sim.game import load_game
from sim.numbers.rawfiles import RAW
from sim.play import play_exactly
from sim.system import Course, Setting

SYSTEMS = load_game("donnerschlag").systems
COURSES = {name: one.course for name, one in SYSTEMS.items() if one.course}
EXAMPLES = tomllib.loads((RAW / "donnerschlag" / "examples.toml").read_text(encoding="utf8"))["example"]


def of_kind(kind: str) -> list[Any]:
    return [pytest.param(e["given"], e["expect"], id=e["id"]) for e in EXAMPLES if e["kind"] == kind]


def last_law(course: Course, setting: Setting, *fields: str) -> Law:
    *_, last = play_exactly(course, setting)
    return last.law(*fields)
