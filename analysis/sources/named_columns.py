"""Which columns of a table the code of an answer names: what an owner types into another column changes nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from sim.game import GAMES


def is_named(game: str, module: str, column: str) -> bool:
    """Return whether the code of a game's module, with all of the game that it imports, names a column.

    A name put together counts by its beginning: ``f"success_{end}"`` names every column that begins so.

    >>> is_named("leningrad", "combat", "movement_class"), is_named("leningrad", "combat", "start_date")
    (True, False)
    """
    text = _code(game, module)
    begun = re.findall(r"""f["'](\w+_)\{""", text)
    return column.startswith(tuple(begun)) or re.search(rf"""["'.]{column}\b""", text) is not None


@cache
def _code(game: str, module: str) -> str:
    """Return the code of a module, a package with all its files, and of the game's modules that it imports."""
    found: dict[Path, str] = {}
    open_ = [module]
    while open_:
        for path in _files(game, open_.pop()):
            if path not in found:
                found[path] = path.read_text(encoding="utf8")
                open_.extend(_imports(game, found[path]))
    return "\n".join(found.values())


def _files(game: str, module: str) -> list[Path]:
    base = (GAMES / game).joinpath(*module.split("."))
    if (base / "__init__.py").is_file():
        return sorted(base.glob("*.py"))
    return [base.with_suffix(".py")] if base.with_suffix(".py").is_file() else []


def _imports(game: str, text: str) -> Iterator[str]:
    """Yield the game's modules that a text imports from, and each name that may be a module itself."""
    for module, names in re.findall(rf"from sim\.games\.{game}\.([\w.]+) import (\([^)]*\)|.+)", text):
        yield module
        yield from (f"{module}.{name}" for name in re.findall(r"(\w+)(?: as \w+)?", names))
