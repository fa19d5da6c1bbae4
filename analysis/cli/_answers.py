"""What the commands share: how they print, and how they read what people write."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.text import Text

from analysis.errors import KesselError
from sim.border import MAX_BYTES, decoded, held, plain, ratio, shown, whole_number
from sim.border import text_of as read_text

as_json = click.option("--json", "json_", is_flag=True, help="Print JSON, with exact fractions.")
fractions_option = click.option("--fractions", is_flag=True, help="Print every fraction in full, also of the bounds.")
game_argument: Callable[..., Any] = click.argument("game")


def say(line: str) -> None:
    """Print a line; what steers a terminal is written out."""
    sys.stdout.write(plain(line) + "\n")


def plain_console() -> PlainConsole:
    """Return a console that takes every text as it is: brackets are no markup, control signs nothing."""
    return PlainConsole(markup=False, highlight=False, emoji=False)


class PlainConsole(Console):
    """A console on which no text steers the terminal."""

    def render_str(self, text: str, **how: Any) -> Text:
        """Return a text with its control characters written out."""
        return super().render_str(plain(text), **how)


def say_json(value: Any) -> None:
    """Print a value as one line of JSON."""
    say(json.dumps(value))


def near(path: Path) -> Path:
    """Return a path as seen from here, where that is shorter."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path


def text_of(file: Path, expected: str) -> str:
    """Return the text of a file, or of standard input for ``-``."""
    if str(file) != "-":
        return read_text(file, str(file), expected)
    return decoded(held(sys.stdin.buffer.read(MAX_BYTES + 1), "input"), "input", expected)


def pairs(given: Sequence[str]) -> dict[str, str]:
    """Return what was given as NAME=VALUE."""
    found: dict[str, str] = {}
    for one in given:
        name, equals, value = one.partition("=")
        if not equals:
            raise KesselError(f"{shown(one)} is no NAME=VALUE")
        if name in found:
            raise KesselError(f"{shown(name)} is given twice; expected it once")
        found[name] = value
    return found


def integers(given: Sequence[str]) -> dict[str, int]:
    """Return what was given as FACTOR=N."""
    return {name: whole_number(value, f"factor {name}") for name, value in pairs(given).items()}


def by_turn(given: Sequence[str]) -> dict[str, dict[str, int]]:
    """Return what was given as TURN:NAME=N, several with commas, by the turn.

    >>> by_turn(["DEC_II:level=7,vvs=2", "DEC_III:vvs=0"])
    {'DEC_II': {'level': 7, 'vvs': 2}, 'DEC_III': {'vvs': 0}}
    """
    found: dict[str, dict[str, int]] = {}
    for one in given:
        turn, colon, changes = one.partition(":")
        if not colon:
            raise KesselError(f"{one!r} is no TURN:NAME=N")
        found[turn] = found.get(turn, {}) | integers(changes.split(","))
    return found


def number(option: str, text: str | None) -> Fraction | None:
    """Return a number that may be written as a fraction."""
    if text is None:
        return None
    top, _, bottom = ratio(text, option).partition("/")
    return Fraction(top) / Fraction(bottom or 1)


MOST_DIGITS = 30
"""Characters of a fraction that a table shows; ``--fractions`` and ``--json`` have the others."""


def exactly(fraction: str, *, fractions: bool) -> str:
    """Return a fraction as a table shows it: in full if asked or short enough, else a dot."""
    return fraction if fractions or len(fraction) <= MOST_DIGITS else "·"


def plain_percent(p: Fraction) -> str:
    """Return a chance in percent, to a tenth."""
    return f"{float(p):.1%}"
