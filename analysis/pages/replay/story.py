"""What a replay says of each moment: a heading and a sentence or two, and the figures of a battle."""

from __future__ import annotations

from analysis.matches.battles import Names, in_sentences
from analysis.matches.moments import Moment
from analysis.matches.places import Places
from sim.match.words import MatchWords

_KINDS = {
    "start": "Set-up", "move": "movement", "battle": "combat", "regenerate": "rest and refit", "fort": "forts",
    "air": "air interdiction", "end": "End of the turn",
}  # fmt: skip


class Story:
    """Puts moments in words."""

    def __init__(self, words: MatchWords, names: Names, places: Places) -> None:
        self.words, self.names, self.places = words, names, places

    def head(self, moment: Moment) -> str:
        """Return the heading of a moment."""
        if moment.kind == "battle" and moment.battle is not None:
            place = self.places.at(moment.battle.hex)
            return f"{'Overrun' if moment.battle.is_overrun else 'Attack'} {place}"
        if moment.kind in ("start", "end"):
            return _KINDS[moment.kind]
        return f"{moment.side.capitalize()} {_KINDS[moment.kind]}"

    def text(self, moment: Moment) -> str:
        """Return what happened, empty if the heading says it all."""
        turn = moment.turn
        match moment.kind:
            case "battle":
                return in_sentences(moment.battle, turn, self.names, self.places) if moment.battle else ""
            case "move":
                return self._moves(moment)
            case "regenerate":
                return f"Back to full strength: {self.names.those(moment.stands, turn)}."
            case "fort":
                return f"Dug {_and([self.places.at(h) for h in moment.marks])}."
            case "air":
                return f"The roads are bombed {_and(list(dict.fromkeys(self.places.at(h) for h in moment.marks)))}."
        return ""

    def _moves(self, moment: Moment) -> str:
        marched = [unit for unit in moment.paths if unit not in moment.arrived]
        parts = []
        if marched:
            far = max(marched, key=lambda unit: len(moment.paths[unit]))
            hexes = len(moment.paths[far]) - 1
            parts.append(
                f"{_n(len(marched), 'division')} moved; {self.names.one(far, moment.turn)} marched "
                f"{_n(hexes, 'hex')} {self.places.to(moment.paths[far][-1])}."
            )
        if moment.arrived:
            where = list(dict.fromkeys(self.places.at(moment.paths[unit][0]) for unit in moment.arrived))
            parts.append(f"{_n(len(moment.arrived), 'reinforcement')} came in {_and(where[:3])}.")
        if moment.unsupplied:
            parts.append(f"Out of supply: {self.names.those(moment.unsupplied, moment.turn)}.")
        return " ".join(parts)


def _n(n: int, what: str) -> str:
    return f"{n} {what}" if n == 1 else f"{n} {what}{'es' if what.endswith('x') else 's'}"


def _and(parts: list[str]) -> str:
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)
