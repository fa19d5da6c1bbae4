"""Donnerschlag: what a fight can come to, and how likely over all tables; read a second time."""

from typing import Any

from tests.games.donnerschlag.second.columns import After, Face, Weights, aftermath, cell_of, code_of
from tests.games.donnerschlag.second.facts import Facts, may_bar, rows
from tests.games.donnerschlag.second.tables import Cell, Filling, extremes, ladder, limits

Event = tuple[str, Any]  # of the result, of all that is left, of one field of it, or the mean of a field


class Leaves:
    """What a die that stands comes to: events with whole weights over `scale`."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.is_bar = may_bar(facts)
        self.is_told = facts.attacker_steps > 0 or facts.cup_units >= 0
        cup = rows("draw_cups", "cup")["ad_hoc_infantry" if facts.attacker == "axis" else "alarmgruppe"]
        self.scale = facts.cup_units + int(cup["snafu_counters"]) if facts.cup_units >= 0 else 1
        self.known = dict[tuple[Face, str], list[tuple[Event, int]]]()

    def fields(self, face: Face, code: str) -> list[str]:
        told = list(aftermath(self.facts, face.site, code, face.is_draw))
        if not self.facts.attacker_steps:
            told = told[-2:]
        return [name for name in told if self.is_bar or name != "is_tank_barred"]

    def after(self, face: Face, code: str) -> list[tuple[After, int]]:
        """All fields, with the draw from the cup."""
        state = aftermath(self.facts, face.site, code, face.is_draw)
        left = tuple((name, state[name]) for name in self.fields(face, code))
        if self.facts.cup_units < 0:
            return [(left, 1)]
        units = self.facts.cup_units if face.is_draw else 0
        drawn = [(1, units), (0, self.scale - units)]
        return [((*left, ("is_unit_drawn", is_drawn)), weight) for is_drawn, weight in drawn if weight]

    def events(self, face: Face, code: str) -> list[tuple[Event, int]]:
        if (face, code) not in self.known:
            made: list[tuple[Event, int]] = [(("result", code), self.scale)]
            for left, weight in self.after(face, code) if self.is_told else []:
                made += [(("after", left), weight), *((("field", pair), weight) for pair in left)]
                made += [(("mean", name), weight * steps) for name, steps in left if name.endswith("step_losses")]
            self.known[face, code] = made
        return self.known[face, code]

    def chances(self, weights: Weights, table: Filling) -> dict[Event, int]:
        """Weight of every event for one table."""
        made: dict[Event, int] = {}
        for face, weight in weights.items():
            for event, share in self.events(face, code_of(face, table)):
                made[event] = made.get(event, 0) + weight * share
        return made


def spans_of_members(members: list[dict[Event, int]]) -> dict[Event, tuple[int, int]]:
    """Lowest and highest weight of every event."""
    known = {event for member in members for event in member}
    return {event: (min(found), max(found)) for event in known for found in [[m.get(event, 0) for m in members]]}


def spans_of_family(weights: Weights, leaves: Leaves, structure: str) -> dict[Event, tuple[int, int]]:
    """The same over every table, where nobody's choice hangs on it: the extremes of a sum over cells."""
    sure: dict[Event, int] = {}
    costs: dict[Event, dict[tuple[Cell, int], int]] = {}
    for face, weight in weights.items():
        cell = cell_of(face)
        low, high = limits(cell, structure) if cell else (0, 0)
        for result in range(low, high + 1):
            code = ladder()[result] if cell else code_of(face, {})
            for event, share in leaves.events(face, code):
                if cell:
                    cost = costs.setdefault(event, {})
                    cost[cell, result] = cost.get((cell, result), 0) + weight * share
                else:
                    sure[event] = sure.get(event, 0) + weight * share
    made, known = {}, dict[frozenset[tuple[tuple[Cell, int], int]], tuple[int, int]]()
    for event in sure.keys() | costs.keys():
        cost = costs.get(event, {})
        if (same := frozenset(cost.items())) not in known:
            known[same] = extremes(cost, structure)
        least, most = known[same]
        made[event] = (sure.get(event, 0) + least, sure.get(event, 0) + most)
    return made
