"""The form for what an owner types in: the printed files with their gaps, as the script ``own.js`` takes them."""

from __future__ import annotations

from typing import Any

from analysis.sources.owned import Owned, owned
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
            }
            for one in owned(game)
        ],
    }  # fmt: skip


def does(one: Owned) -> str:
    """Return what reads a table, in a sentence: the answers, and whether whole games do."""
    if not one.readers:
        return "No page beside the map reads it; whole games do." if one.is_played else "No answer reads it yet."
    read = ", ".join(one.readers[:4]) + (f" and {len(one.readers) - 4} more" if len(one.readers) > 4 else "")
    return f"Read by {read}{'; by whole games too' * one.is_played}."


def static_text(game: str) -> str:
    """Return what stands on the page where no script runs: which table goes into which file, as a Markdown list."""
    lines = [
        f"- **{one.title}**, {one.missing} {'cell' if one.missing == 1 else 'cells'} missing,"
        f" `{one.file.rpartition('/')[2]}`. {does(one)}"
        for one in owned(game)
    ]
    return "\n".join(
        [f"Type into the files of `data/raw/{game}` with any editor; with JavaScript there is a form here.", "", *lines]
    )
