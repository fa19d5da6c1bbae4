"""The kinds of event that the log of this game has, and what each needs. Columns: docs/leningrad-event-log.md."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa

from sim.referee.events import Event, read_log

SIDES = ("german", "soviet")
NEEDS = {
    "setup": ("unit", "to_hex"),
    "regenerate": ("unit", "to_hex"),
    "arrive": ("unit", "to_hex", "value"),
    "supply": ("unit", "value"),
    "move": ("unit", "from_hex", "to_hex", "value"),
    "fort_lost": ("unit", "from_hex"),
    "overrun": ("to_hex", "value", "die", "battle", "note"),
    "combat": ("to_hex", "value", "die", "battle", "note"),
    "attack": ("unit", "from_hex", "to_hex", "battle"),
    "defend": ("unit", "to_hex", "value", "battle"),
    "air": ("unit", "to_hex", "value", "battle"),
    "reveal": ("unit", "value", "note", "battle"),
    "step_loss": ("unit", "value"),
    "eliminated": ("unit",),
    "retreat": ("unit", "from_hex", "to_hex"),
    "advance": ("unit", "from_hex", "to_hex"),
    "interdict": ("unit", "to_hex"),
    "fort": ("unit", "to_hex"),
    "vp": ("value", "note"),
    "end": ("value", "note"),
}
"""The columns that a kind cannot do without."""


def read_events(events: pa.Table | Path | str) -> list[Event]:
    """Return the events of a log in order; raises `Breach` under the name `log` on the first row that is none."""
    return read_log(events, SIDES, NEEDS)
