"""What the commands share: how they print, and how they read what people write."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import click

from analysis.errors import KesselError

as_json = click.option("--json", "json_", is_flag=True, help="Print JSON, with exact fractions.")
fractions_option = click.option("--fractions", is_flag=True, help="Print every fraction in full, bounds too.")
game_argument: Callable[..., Any] = click.argument("game")


def say(line: str) -> None:
    """Print a line."""
    sys.stdout.write(line + "\n")


def say_json(value: Any) -> None:
    """Print a value as one line of JSON."""
    say(json.dumps(value))


def near(path: Path) -> Path:
    """Return a path as seen from here, where that is shorter."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path


def text_of(file: Path, expected: str) -> str:
    """Return the text of a file, or of standard input for ``-``."""
    if str(file) == "-":
        return sys.stdin.read()
    try:
        return file.read_text(encoding="utf-8-sig")  # as spreadsheets write it
    except UnicodeDecodeError:
        raise KesselError(f"{file}: not text in UTF-8; expected {expected}") from None
    except OSError as error:
        raise KesselError(f"{file}: {(error.strerror or str(error)).lower()}; expected {expected}") from None


def pairs(given: Sequence[str]) -> dict[str, str]:
    """Return what was given as NAME=VALUE."""
    for one in given:
        if "=" not in one:
            raise KesselError(f"{one!r} is no NAME=VALUE")
    return dict(one.split("=", 1) for one in given)


def integers(given: Sequence[str]) -> dict[str, int]:
    """Return what was given as FACTOR=N."""
    found: Mapping[str, str] = pairs(given)
    for name, value in found.items():
        if not value.lstrip("-").isdigit():
            raise KesselError(f"factor {name} is {value!r}; expected a whole number")
    return {name: int(value) for name, value in found.items()}


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
    try:
        return None if text is None else Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise KesselError(f"{option} is {text!r}; expected a number such as 1.5 or 3/2") from None


MOST_DIGITS = 30
"""Characters of a fraction that a table shows; ``--fractions`` and ``--json`` have the others."""


def exactly(fraction: str, *, fractions: bool) -> str:
    """Return a fraction as a table shows it: in full if asked or short enough, else a dot."""
    return fraction if fractions or len(fraction) <= MOST_DIGITS else "·"


def percent(p: Fraction) -> str:
    """Return a chance in percent, to a tenth."""
    return f"{float(p):.1%}"
