"""The form for what an owner types in: the printed files with their gaps, as the script ``own.js`` takes them."""

from __future__ import annotations

from typing import Any

from analysis.sources.owned import COMBAT, Owned, owned
from sim.game import load_game
from sim.numbers.rawfiles import MISSING


def own_data(game: str) -> dict[str, Any]:
    """Return all that the script needs, as JSON can hold it."""
    return {
        "game": game, "title": load_game(game).title, "missing": MISSING,
        "tables": [
            {
                "name": one.name, "file": one.file, "title": one.title, "header": list(one.header),
                "rows": [list(row) for row in one.rows], "words": list(one.words),
                "choices": [list(held) for held in one.choices], "grows": one.kind == "list",
                "gaps": one.missing, "does": does(one),
                "follows": {f"{row}|{at}": value for (row, at), value in one.follows.items()},
            }
            for one in owned(game)
        ],
    }  # fmt: skip


NOTHING = "No answer reads it yet."
_NAMED = 4
"""Answers that are named where there is not the room for all."""


def does(one: Owned, *, all_of_them: bool = False) -> str:
    """Return what reads a table, in a sentence: the answers, all or the first few, and whether whole games do."""
    if one.instead:
        return f"Whole games read {one.instead} in its place, which has no form: its layout stands below."
    if not one.readers:
        return "Only whole games read it." if one.is_played else NOTHING
    named = [reader if reader == COMBAT else f"“{reader}”" for reader in one.readers]
    named = named if all_of_them else named[:_NAMED]
    more = len(one.readers) - len(named)
    read = ", ".join(named) + (f" and {more} more" if more else "")
    return f"Read by {read}{'; by whole games too' * one.is_played}."


def reader_words(one: Owned) -> str:
    """Return what reads a table as it stands in a cell under that head."""
    if one.instead:
        return f"whole games, from {one.instead}"
    said = does(one, all_of_them=True)
    if said == NOTHING:
        return "nothing yet"
    return "whole games" if not one.readers else said.removeprefix("Read by ").removesuffix(".")


def static_text(game: str) -> str:
    """Return what stands on the page where no script runs: which table goes into which file, as a Markdown list."""

    def named(one: Owned) -> str:
        return f"{one.missing} {'cell' if one.missing == 1 else 'cells'} missing, `{one.file.rpartition('/')[2]}`"

    read = [one for one in owned(game) if does(one) != NOTHING]
    idle = [f"{one.title} ({named(one)})" for one in owned(game) if does(one) == NOTHING]
    lines = [f"- **{one.title}**, {named(one)}. {does(one)}" for one in read]
    if idle:
        lines.append(f"- No answer reads these yet: {'; '.join(idle)}.")
    return "\n".join(
        ["With JavaScript there is a form here. Without it, type into the files with any editor.", "", *lines]
    )
