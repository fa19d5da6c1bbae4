"""What the war diary of a game needs to know to speak of it: dates, names, what is fought over."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class MatchWords:
    """The words of one game; ids are those of its event log.

    `dates` has a text a turn; `units` the name of every unit that both sides know, and of a hidden one what is seen of
    it, so that two may share a name; `counters` the names of what is revealed. `goal` is what is fought over, `goals`
    its hexes. `held` names the side that holds a hex at the start where it is not `holder`. `shifts` and `levels` put
    ids of the log in words, `places` names hexes where no board does; `basis` says what of the game is assumed. `sides`
    names the armies, `steps` says how many steps a unit of theirs has at full strength. `compelled` has by turn and
    side the rule that makes every unit beside the enemy attack there, at whatever odds.
    """

    sides: Mapping[str, str]
    steps: Mapping[str, int]
    dates: tuple[str, ...]
    units: Mapping[str, str]
    counters: Mapping[str, str]
    goal: str
    goals: tuple[str, ...]
    holder: str
    held: Mapping[str, str] = field(default_factory=dict)
    shifts: Mapping[str, str] = field(default_factory=dict)
    levels: Mapping[str, str] = field(default_factory=dict)
    places: Mapping[str, str] = field(default_factory=dict)
    basis: str = ""
    compelled: Mapping[tuple[int, str], str] = field(default_factory=dict)
