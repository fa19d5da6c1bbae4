"""On what ground central values stand at an end of their ranges: the notes of the table that assumes them."""

from __future__ import annotations

from sim.numbers.rawfiles import RAW, read_raw
from sim.system import System


def ground_of(game: str, system: System) -> str:
    """Return why the central values of a system stand where they do, a sentence or two; empty where nothing is noted.

    >>> from sim.game import load_game
    >>> ground_of("traces_of_hubris", load_game("traces_of_hubris").system("attrition"))
    ''
    """
    paths = (RAW / game / f"{table}.assumed.csv" for table in system.tables)
    files = (read_raw(path) for path in paths if path.exists())
    of_factors = (file for file in files if {row[0] for row in file.rows} <= set(system.factors))
    return " ".join(filter(None, (file.sidecar.get("notes", "") for file in of_factors)))
