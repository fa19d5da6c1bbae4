"""The kinds of event that the log of this game has, and what each needs. Columns: docs/inferno-event-log.md."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa

from sim.referee.events import Event, read_log

SIDES = ("german", "soviet")
NEEDS = {
    "setup": ("unit", "to_hex", "value"),
    "take": ("unit", "value", "note"),
    "advantage": ("value",),
    "draw": ("value", "note"),
    "action": ("value", "note"),
    "remove": ("value", "die", "note"),
    "arrive": ("unit", "to_hex", "value"),
    "return": ("unit", "value"),
    "die": ("to_hex", "value", "die"),
    "spawn": ("unit", "to_hex", "value"),
    "move": ("unit", "from_hex", "to_hex"),
    "control": ("to_hex", "value"),
    "attack": ("unit", "from_hex", "to_hex", "battle"),
    "defend": ("unit", "to_hex", "battle"),
    "reveal": ("unit", "value", "battle"),
    "card": ("value", "battle", "note"),
    "roll": ("value", "die", "battle", "note"),
    "land": ("to_hex", "value", "battle"),
    "step_loss": ("unit", "value", "battle"),
    "eliminated": ("unit", "from_hex", "battle"),
    "rubble": ("to_hex", "value"),
    "leader": ("value", "note"),
    "combat": ("to_hex", "value", "battle", "note"),
    "advance": ("unit", "from_hex", "to_hex", "battle"),
    "blitz": ("unit", "from_hex", "to_hex", "battle"),
    "end": ("value", "note"),
}
"""The columns that a kind cannot do without."""


def read_events(events: pa.Table | Path | str) -> list[Event]:
    """Return the events of a log in order; raises `Breach` under the name `log` on the first row that is none."""
    return read_log(events, SIDES, NEEDS)
