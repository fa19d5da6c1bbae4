"""The table as an onlooker sees it while a log is read: where all stands, and what each die of a combat needs.

The log leaves out the lowest face that hits: it follows from the blocks that are left, their points and the leaders.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from sim.games.inferno_on_the_volga.map.blocks import german_rows
from sim.games.inferno_on_the_volga.map.city.board import City, load_city
from sim.games.inferno_on_the_volga.map.city.lattice import NAMES
from sim.games.inferno_on_the_volga.map.record.words import faces
from sim.games.inferno_on_the_volga.map.setup import FORTS
from sim.games.inferno_on_the_volga.played.acts import SIDES, Fight
from sim.match.faces import Face

TRIPLE, DOUBLE, SINGLE = 4, 5, 6
MOST_DICE = 64
"""More than any card throws."""
_LOWEST = {"TF": TRIPLE, "DF": DOUBLE, "SF": SINGLE}


class Table:
    """Where all stands; `head` is the note of the log's first row."""

    def __init__(self, head: Mapping[str, Any]) -> None:
        self.head = head
        readings = head["readings"]
        self.city: City = load_city(self.head["board"], self.head["readings"]["drawn"])
        self.faces: Mapping[str, Face] = faces(readings["R60"], readings["R52"])
        self.place: dict[str, str] = {}
        self.strength: dict[str, int] = {}
        self.held, self.rubble = set("WXYZ"), set[str]()
        is_fortified = readings["difficulty"] == "impossible_for_germans"
        self.forts = {NAMES[h] for h in FORTS} if is_fortified else set[str]()
        self.leaders: list[str] = []
        self.headquarters = set[str]()
        self.hands: dict[str, Counter[str]] = {side: Counter() for side in SIDES}
        self.drawn, self.steps_lost, self.dead_points = 0, [0, 0], 0
        self.doubled = {name for name, row in german_rows() if row["row"]}

    def lowest(self, fight: Fight, stage: str, joined: Mapping[str, str]) -> Sequence[int]:
        """Return the lowest face that hits for every die of a stage, in the order in which they are thrown [p. 10].

        `joined` are the blocks that a card brought, with their hexes. Shorter than the dice where it is not known.
        """
        if stage in ("germans", "soviets"):
            side = stage[:-1]
            bonus = self._bonus(fight.hex, fight.side == "german") if side == "soviet" else 0
            fires = [unit for unit in self._alive(fight, joined) if unit.startswith(side)]
            return sorted(self._low(unit, bonus) for unit in fires for _ in range(self.strength[unit]))
        if stage == "opportunity":
            return self._around(fight, joined)
        return {"german_card": [TRIPLE] * MOST_DICE, "soviet_card": [DOUBLE] * MOST_DICE}.get(stage, [])

    def backfires(self, stage: str) -> bool:
        """Return whether each 1 of a stage hits Soviets: in Soviet fire by blocks, with Khrushchev in play [p. 15]."""
        return stage in ("soviets", "opportunity") and "khrushchev" in self.leaders

    def _alive(self, fight: Fight, joined: Mapping[str, str]) -> list[str]:
        """Return the blocks of a combat that are left, those that joined in it included."""
        meeting = {fight.hex} if fight.side == "german" else set(list(fight.attackers.values())[:1])
        late = [unit for unit, hex_ in joined.items() if hex_ in meeting]
        return [unit for unit in (*fight.attackers, *fight.defenders, *late) if unit in self.place]

    def _low(self, unit: str, bonus: int) -> int:
        values = self.faces[unit].values
        return max(_LOWEST[values[len(values) - self.strength[unit]].split()[1]] - bonus, 2)

    def _bonus(self, hex_: str, is_defending: bool) -> int:
        return ("khrushchev" in self.leaders) + (is_defending and hex_ in self.forts)

    def _around(self, fight: Fight, joined: Mapping[str, str]) -> list[int]:
        """Return the dice of opportunity fire: of the hex attacked, then around it, the fortified first [p. 14]."""
        if self.head["readings"]["R18"] != "one-die":
            return []
        hexes = {hex_ for unit, hex_ in fight.attackers.items() if unit in self.place}
        soviets = Counter(hex_ for unit, hex_ in self.place.items() if unit.startswith("soviet"))
        for unit, hex_ in joined.items():
            soviets[hex_] -= hex_ != fight.hex and unit in self.place
        inside = [max(SINGLE - self._bonus(fight.hex, True), 2)] * soviets[fight.hex]
        around = [
            max(SINGLE - self._bonus(hex_, True), 2)
            for hex_, n in soviets.items()
            if hex_ != fight.hex and hexes & self._beside(hex_)
            for _ in range(n)
        ]
        return [*inside, *sorted(around)]

    def _beside(self, hex_: str) -> set[str]:
        return {NAMES[h] for h in self.city.neighbors[NAMES.index(hex_)].tolist() if h >= 0}
