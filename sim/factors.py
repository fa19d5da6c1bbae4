"""What a system takes as given: the rows of an assumed table, each with its range, its basis and its words."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike

from sim.numbers.rawfiles import RuleDataError
from sim.numbers.tables import Records, load_list
from sim.system import Factor


def factors_of(game: str, table: str) -> dict[str, Factor]:
    """Return the factors of a table of ``data/raw``, in its order.

    Columns: id, value, low, high, about; and where they say more, label, short, values (as ``10=never;0=no``), is_turn
    (``yes``), lasts (the factor that says how long a window lasts), of (what a chance is counted out of).

    >>> factors_of("leningrad", "bid_factors")["steps_lost"].value  # as in our games
    6
    """
    rows = load_list(game, table)
    return {row["id"]: _factor(rows, row) for row in rows.rows}


def _factor(rows: Records, row: Mapping[str, str]) -> Factor:
    return Factor(
        row["id"], int(row["value"]), int(row["low"]), int(row["high"]), row["about"], rows.basis_of(row["id"]),
        label=row.get("label", ""), values=_values(rows, row), is_turn=row.get("is_turn", "") == "yes",
        lasts=row.get("lasts", ""), short=row.get("short", ""), of=int(row.get("of", "") or 0),
    )  # fmt: skip


def _values(rows: Records, row: Mapping[str, str]) -> dict[int, str]:
    found: dict[int, str] = {}
    for part in filter(None, row.get("values", "").split(";")):
        number, equals, word = part.partition("=")
        if not equals or not number.strip().lstrip("-").isdecimal():
            raise RuleDataError(
                f"{rows.game}/{rows.name}: row {row['id']!r}, values: {part!r}; expected NUMBER=word, such as 10=never"
            )
        found[int(number)] = word.strip()
    return found


def whole(factors: Mapping[str, ArrayLike], name: str) -> int:
    """Return a factor that holds a single value as an integer."""
    return int(np.asarray(factors[name]))


def wholes(factors: Mapping[str, ArrayLike]) -> dict[str, int]:
    """Return factors of a single value each as integers."""
    return {name: whole(factors, name) for name in factors}
