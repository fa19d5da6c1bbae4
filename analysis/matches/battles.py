"""A battle in a sentence or two: who attacked whom where, at what odds, what the die said, what came of it."""

from __future__ import annotations

from collections.abc import Iterable

from analysis.matches.places import Places
from analysis.matches.record import Engagement, Record
from sim.match.words import MatchWords

_MOST = 4


class Names:
    """The names of units as both sides know them in a turn: a hidden one is only seen to be there."""

    def __init__(self, words: MatchWords, record: Record) -> None:
        self.words, self._record = words, record

    def one(self, unit: str, turn: int) -> str:
        """Return a unit with its article."""
        return self.those([unit], turn)

    def those(self, units: Iterable[str], turn: int) -> str:
        """Return several units, those of a kind together: ``the 1st and 6th Panzer, the 36th Motorized``."""
        kinds: dict[str, list[str]] = {}
        for unit in units:
            number, _, kind = self._name(unit, turn).rpartition(" ")
            kinds.setdefault(kind if number[:1].isdigit() else f"{number} {kind}".strip(), []).append(number)
        shown: list[str] = []
        rest = 0
        for kind, numbers in kinds.items():
            room = _MOST - len(shown)
            if room <= 0:
                rest += len(numbers)
            elif not numbers[0][:1].isdigit():
                shown.append(_some(len(numbers), kind))
            else:
                rest += len(numbers[_MOST:])
                shown.append(f"the {_and(sorted(numbers[:_MOST], key=_number))} {kind}")
        if rest:
            shown.append(f"{rest} more")
        return _and(shown)

    def _name(self, unit: str, turn: int) -> str:
        seen, counter = self._record.revealed.get(unit, (turn + 1, ""))
        if seen <= turn:
            return self.words.counters.get(counter, counter)
        return self.words.units.get(unit, unit)


def weight(battle: Engagement, goals: tuple[str, ...]) -> int:
    """Return how much a battle mattered: strength in it, steps lost, divisions destroyed, the goal itself."""
    strength = int(battle.note.get("attack", 0)) + int(battle.note.get("defense", 0))
    return strength + 8 * sum(battle.steps.values()) + 8 * len(battle.gone) + 40 * (battle.hex in goals)


def in_sentences(battle: Engagement, turn: int, names: Names, places: Places) -> str:
    """Return a battle in words."""
    note = battle.note
    against = names.those(battle.defenders, turn) if battle.defenders else "a fort"
    what = "overran" if battle.is_overrun else "attacked"
    if battle.is_overrun and not _is_won(battle):
        what = "tried to overrun"
    place = places.at(battle.hex)
    head = f"{place[0].upper()}{place[1:]} ({battle.hex}) {names.those(battle.attackers, turn)} {what} {against}"
    odds = f"{note['attack']} against {note['defense']}: {_odds(battle, names.words)}"
    return f"{head}, {odds}. {_outcome(battle, turn, names, places)}"


def _is_won(battle: Engagement) -> bool:
    return all(unit in battle.gone or unit in battle.retreats for unit in battle.defenders)


def _odds(battle: Engagement, words: MatchWords) -> str:
    """Return odds, shifts, column, die and result."""
    note = battle.note
    shifts = ", ".join(f"{words.shifts.get(name, name)} {n:+d}" for name, n in note["shifts"].items())
    moved = f" ({shifts}) becomes {note['column']}" if shifts else ""
    if shifts and note["column"] == note["initial"]:
        moved = f" ({shifts}) stays {note['column']}"
    return f"{note['initial']}{moved}, die {battle.die}, result {note['result']}"


def _outcome(battle: Engagement, turn: int, names: Names, places: Places) -> str:
    """Return what came of it, the defender first."""
    parts = [_fate(battle, battle.defenders, "defenders", turn, names, places)]
    hurt = [unit for unit in battle.attackers if unit in battle.steps or unit in battle.retreats or unit in battle.gone]
    if hurt:
        parts.append(_fate(battle, list(battle.attackers), "attackers", turn, names, places))
    if battle.advances:
        where = places.bare(next(iter(battle.advances.values())))
        parts.append(f"{names.those(battle.advances, turn)} advanced to {where}")
    return " ".join(f"{part[0].upper()}{part[1:]}." for part in parts if part)


def _fate(battle: Engagement, units: list[str], what: str, turn: int, names: Names, places: Places) -> str:
    """Return what became of one side: destroyed, steps lost, how far back, or unharmed."""
    gone = [unit for unit in units if unit in battle.gone]
    alive = [unit for unit in units if unit not in battle.gone]
    steps = battle.steps_of(alive)
    back = [unit for unit in alive if unit in battle.retreats]
    parts, did = [], []
    if gone:
        are_all = len(gone) == len(units) > 1
        who = f"{'both' if len(gone) == 2 else f'all {len(gone)}'} {what}" if are_all else names.those(gone, turn)
        parts.append(f"{who} {'were' if len(gone) > 1 else 'was'} destroyed")
    if steps:
        did.append(f"lost {steps} step{'s' * (steps > 1)}")
    if back:
        hexes = max(len(battle.retreats[unit]) for unit in back)
        did.append(f"fell back {hexes} hex{'es' * (hexes > 1)} {places.to(battle.retreats[back[0]][-1])}")
    if did:
        parts.append(f"the {'rest' if gone else what} {' and '.join(did)}")
    return ", ".join(parts) or f"the {what} held unharmed"


def _some(n: int, kind: str) -> str:
    """Return units that have no number: named ones, or so many of a kind.

    >>> _some(1, "Totenkopf"), _some(3, "untried Rifle"), _some(1, "untried Rifle")
    ('Totenkopf', '3 untried Rifle divisions', 'an untried Rifle division')
    """
    if not kind[:1].islower():
        return kind
    return f"{'an' if kind[:1] in 'aeiou' else 'a'} {kind} division" if n == 1 else f"{n} {kind} divisions"


def _number(ordinal: str) -> int:
    return int("".join(c for c in ordinal if c.isdigit()) or 0)


def _and(parts: list[str]) -> str:
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)
