"""The border: everything that people write is read here, held to a size, a type, a range, and refused in one line.

What stands behind the border may trust what it is given. A message names the place (file, row or key), quotes the value
and says what was expected; it never holds a control character, however hostile the value.
"""

from __future__ import annotations

import csv
import io
import re
import stat
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from sim.errors import BorderError

MAX_BYTES = 4_000_000
"""The most that a file written by hand may have; the largest that ships has 20,000."""
MAX_CELL = 2_000
"""The most characters of a cell or a line of text."""
MAX_LINE, MAX_SHOWN = 290, 60
"""The most characters of a message, and of a value that it quotes."""
MAX_DEPTH = 20
"""The most brackets within brackets; the deepest file that ships has three."""
NAME = re.compile(r"[a-z][a-z0-9_]{0,59}")
"""A name of ours: a field, a column of a list, a game."""
LABEL = re.compile(r"[\w .:/+,()°%&−–-]{1,60}")
"""A label as a page prints it: a column of a grid."""
_WHOLE = re.compile(r"[+-]?[0-9]{1,18}")
_RATIO = re.compile(r"[+-]?[0-9]{1,12}(?:\.[0-9]{1,12})?(?:/[0-9]{1,12})?")
_TURNED = "\u202a-\u202e\u2066-\u2069"
"""Signs that turn the direction of what follows: a terminal would show another text than is there."""
_CONTROL = re.compile(f"[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff{_TURNED}]")
"""Characters of the categories Cc and Cs, tabs and line ends left out, and those that turn the direction."""
N = TypeVar("N", int, float)


def is_control(sign: str) -> bool:
    """Return whether a character steers a terminal, or stands for none; tabs and line ends do not count.

    >>> [is_control(sign) for sign in ("a", chr(10), chr(27), chr(0x202E))]
    [False, False, True, True]
    """
    return _CONTROL.match(sign) is not None


def plain(text: str) -> str:
    r"""Return a text whose control characters are written out, so that a terminal shows them and does nothing.

    >>> print(plain("red: \x1b[31m"))
    red: \x1b[31m
    """
    return _CONTROL.sub(lambda found: repr(found[0])[1:-1], text)


def one_line(text: str) -> str:
    """Return a message on one line of at most `MAX_LINE` characters."""
    line = plain(" ".join(text.split()))
    return line if len(line) <= MAX_LINE else f"{line[: MAX_LINE - 4]} ..."


def shown(value: object) -> str:
    """Return a value as a message quotes it: short, on one line, whatever it is.

    >>> shown("x" * 100)
    "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx ...'"
    """
    try:
        text = repr(value[: MAX_SHOWN + 1] if isinstance(value, str) else value)
    except (ValueError, RecursionError):  # an integer of thousands of digits, or a list in a list in a list
        text = f"<{type(value).__name__} too long to show>"
    end = text[0] if text[0] in "'\"" else ""
    return plain(text if len(text) <= MAX_SHOWN else f"{text[: MAX_SHOWN - 4 - len(end)]} ...{end}")


def bytes_of(path: Path, label: str, expected: str = "a file", most: int = MAX_BYTES) -> bytes:
    """Return the bytes of a file; a folder, a device, a pipe without end, or a file too large is refused."""
    try:
        mode = path.stat().st_mode
        is_fed = stat.S_ISFIFO(mode) and path.parts[1:3] == ("dev", "fd")  # what a shell hands over as <(...)
        if not stat.S_ISREG(mode) and not is_fed:
            kind = "a folder" if stat.S_ISDIR(mode) else "a device or pipe"
            raise BorderError(f"{label}: {kind}; expected {expected}")
        with path.open("rb") as file:
            data = file.read(most + 1)
    except FileNotFoundError:
        raise BorderError(f"{label}: no such file; expected {expected}") from None
    except (OSError, ValueError) as error:
        if isinstance(error, BorderError):
            raise
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise BorderError(f"{label}: {why.lower()}; expected {expected}") from None
    return held(data, label, most)


def held(data: bytes, label: str, most: int = MAX_BYTES) -> bytes:
    """Return bytes that are no more than they may be."""
    if len(data) > most:
        raise BorderError(f"{label}: more than {most:,} bytes; expected no more")
    return data


def decoded(data: bytes, label: str, expected: str = "UTF-8") -> str:
    """Return text in UTF-8, a byte order mark in front left out; control characters are refused with their line."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BorderError(
            f"{label}, line {line}: not text in UTF-8 (byte {data[error.start]:#04x}); expected {expected}"
        ) from None
    if found := _CONTROL.search(text):
        line = text.count("\n", 0, found.start()) + 1
        raise BorderError(f"{label}, line {line}: control character {found[0]!r}; expected plain text")
    return text


def text_of(path: Path, label: str, expected: str = "UTF-8") -> str:
    """Return the text of a file."""
    return decoded(bytes_of(path, label, expected), label, expected)


def toml_of(text: str, label: str) -> dict[str, Any]:
    """Return the tables of a TOML file; `BorderError` names the file and the line of what is not TOML."""
    deepest = max((line.count("[") + line.count("{") for line in text.splitlines()), default=0)
    if deepest > MAX_CELL:
        raise BorderError(f"{label}: not TOML: {deepest:,} brackets on a line")
    try:
        entries = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # TOMLDecodeError is a ValueError, and so is a number too long
        why = "brackets within brackets" if isinstance(error, RecursionError) else str(error).partition(":")[0]
        why = why if isinstance(error, (tomllib.TOMLDecodeError, RecursionError)) else "a number of too many digits"
        raise BorderError(f"{label}: not TOML: {why}") from None
    _check_depth(entries, label)
    return entries


def toml_file(path: Path, label: str) -> dict[str, Any]:
    """Return the tables of a TOML file on disk."""
    return toml_of(text_of(path, label, "a TOML file"), label)


def _check_depth(entries: Any, label: str) -> None:
    level: list[Any] = [entries]
    for _ in range(MAX_DEPTH):
        level = [
            part for one in level for part in (one.values() if isinstance(one, dict) else one)
            if isinstance(part, (dict, list))
        ]  # fmt: skip
    if level:
        raise BorderError(f"{label}: more than {MAX_DEPTH} tables or lists within each other; expected no more")


def csv_rows(text: str, label: str, delimiter: str = ",") -> Iterator[tuple[int, list[str]]]:
    """Yield the rows of a CSV that hold anything, with the number of the line on which each ends."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    while True:
        try:
            row = next(reader, None)
        except csv.Error as error:
            why = f"a cell of more than {csv.field_size_limit():,} characters" if "field" in str(error) else str(error)
            raise BorderError(f"{label}, line {reader.line_num}: {why}; expected a CSV") from None
        if row is None:
            return
        for at, cell in enumerate(row, 1):
            if len(cell) > MAX_CELL:
                raise BorderError(
                    f"{label}, line {reader.line_num}, cell {at}: {len(cell):,} characters ({shown(cell)}); "
                    f"expected at most {MAX_CELL:,}"
                )
        if row:
            yield reader.line_num, row


_LOWEST, _HIGHEST = -(2**63), 2**63 - 1
"""What 64 bits hold: a range that says nothing of what is meant."""


def whole_number(text: str, place: str, low: int = _LOWEST, high: int = _HIGHEST) -> int:
    """Return a whole number in plain digits; no other script's digits, no underscores, nothing out of range.

    >>> whole_number("-3", "line 2")
    -3
    """
    if not _WHOLE.fullmatch(text):
        meant = "in plain digits, such as 3" if (low, high) == (_LOWEST, _HIGHEST) else _between(low, high)
        raise BorderError(f"{place}: {shown(text)} is not a whole number; expected one {meant}")
    return within(int(text), place, low, high)


def is_whole(text: str) -> bool:
    """Return whether a text is a whole number in plain digits, of at most 18."""
    return _WHOLE.fullmatch(text) is not None


def within(value: N, place: str, low: N, high: N) -> N:
    """Return a number that lies between two, both included; `NaN` lies nowhere."""
    if not low <= value <= high:
        raise BorderError(f"{place}: {shown(value)}; expected a number {_between(low, high)}")
    return value


def _between(low: float, high: float) -> str:
    return f"from {low:,} to {high:,}"


def ratio(text: str, place: str) -> str:
    """Return a number written as 1.5 or 3/2, without exponents, of at most twelve digits a part.

    >>> ratio("3/2", "--at-least")
    '3/2'
    """
    if not _RATIO.fullmatch(text) or re.search(r"/0+$", text):
        raise BorderError(f"{place} is {shown(text)}; expected a number such as 1.5 or 3/2")
    return text


def once(names: list[str], place: str) -> list[str]:
    """Return names of which none stands twice; `place` says where, and what they are."""
    twice = next((name for at, name in enumerate(names) if name in names[:at]), None)
    if twice is not None:
        raise BorderError(f"{place} stands twice in the header: {shown(twice)}")
    return names


@dataclass(frozen=True)
class Keys:
    """What a table of a file may hold: keys with their kinds, those it must have, and the kind of any other key.

    A kind is a type (`str`, `int`, `bool`), a `Keys`, a list of one kind, or a tuple of kinds of which one must fit.
    """

    keys: Mapping[str, Any] = field(default_factory=dict)
    required: tuple[str, ...] = ()
    others: Any = None


_WORDS = {str: "text", int: "a whole number", bool: "true or false", float: "a number", dict: "a table", list: "a list"}


def checked(value: Any, kind: Any, label: str, key: str = "") -> Any:
    """Return a value of a file that is of its kind, all the way down; unknown and missing keys are refused by name."""
    if isinstance(kind, Keys):
        _check_table(value, kind, label, key)
    elif isinstance(kind, list):
        if not isinstance(value, list):
            raise _wrong(value, "a list", label, key)
        for at, one in enumerate(value, 1):
            checked(one, kind[0], label, f"{key}, entry {at}")
    elif isinstance(kind, tuple):
        if not any(_fits(value, one) for one in kind):
            raise _wrong(value, " or ".join(_WORDS[one] for one in kind), label, key)
    elif not _fits(value, kind):
        raise _wrong(value, _WORDS[kind], label, key)
    elif isinstance(value, str) and (bad := _CONTROL.search(value)):
        raise BorderError(f"{label}: key '{key}' holds a control character, {bad[0]!r}; expected plain text")
    return value


def _fits(value: Any, kind: type) -> bool:
    return isinstance(value, kind) and (kind is bool or not isinstance(value, bool))


def _check_table(value: Any, kind: Keys, label: str, key: str) -> None:
    if not isinstance(value, Mapping):
        raise _wrong(value, "a table", label, key)
    inside = f"{key}." if key else ""
    for name in kind.required:
        if name not in value:
            raise BorderError(f"{label}: key '{inside}{name}' is missing")
    for name, held_there in value.items():
        if name not in kind.keys and kind.others is None:
            known = ", ".join(kind.keys)
            raise BorderError(f"{label}: key {shown(inside + name)} is not known; expected one of {known}")
        checked(held_there, kind.keys.get(name, kind.others), label, plain(inside + name)[:MAX_SHOWN])


def _wrong(value: Any, expected: str, label: str, key: str) -> BorderError:
    return BorderError(f"{label}: key '{key}' is {shown(value)}; expected {expected}")
