"""What was read of a game: the documents that its ``source.toml`` names, in words for a page."""

from __future__ import annotations

import tomllib

from sim.game import load_game
from sim.numbers.rawfiles import RAW


def what_was_read(game: str) -> str:
    """Return which copy of the rulebook was read and what it lacks, as half a sentence.

    >>> what_was_read("_template")
    'invented for Kessel, first edition; it lacks a map'
    """
    path = RAW / load_game(game).id / "source.toml"
    documents = tomllib.loads(path.read_text(encoding="utf8"))["documents"]
    first = next(iter(documents.values()))
    return f"{first['edition']}; it lacks {first['lacks']}"
