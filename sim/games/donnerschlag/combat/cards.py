"""Combat cards as dice with success numbers, and what their events do to a combat [4.5, 4.6, 13.2].

Our source has the numbers of two cards and the effect of one. What it lacks is given with the card, or typed into
``events.csv`` and ``event_effects.csv``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, fields

from sim.errors import GameError
from sim.games.donnerschlag.combat.facts import GAME, SIDES, Fight
from sim.numbers.rawfiles import MISSING
from sim.numbers.tables import load_list

EVENTS = load_list(GAME, "events")
_EFFECTS = load_list(GAME, "event_effects")
_CARDS = load_list(GAME, "cards")
_MOST = 8  # that roll in one fight: more is no question anybody asks, and 36 to a higher power leaves 64 bits
_FACES = 6

_DICE = re.compile(r"([1-6])(?:-([1-6]))?")
_ROLLED = re.compile(r"rolled-([1-6])")
_EFFECT = re.compile(r"(shift|drm|attack|defense)([+-][1-9]\d?)")
_FIELDS = {"shift": "column_shift"}
_FORMS = "box, the dice that succeed as 1-4, rolled-3, no-river, shift+1, drm-1, attack+2 or defense+2"


@dataclass(frozen=True)
class Effects:
    """What successful cards change in a combat: columns right positive, DRM added, strength added, rivers cancelled."""

    column_shift: int = 0
    drm: int = 0
    attack: int = 0
    defense: int = 0
    cancels_river: int = 0

    def __add__(self, other: Effects) -> Effects:
        """Return both together: all effects are cumulative [13.2]."""
        return Effects(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(self)))


@dataclass(frozen=True)
class Card:
    """A card in play: whose, how many of six dice succeed, whether the die is still to be rolled, what success does."""

    name: str
    owner: str
    faces: int
    is_rolled: bool
    effects: Effects


def cards_of(fight: Fight) -> tuple[Card, ...]:
    """Return the cards of a fight in the order of play; `GameError` names what cannot be or is missing.

    >>> [(card.owner, card.faces) for card in cards_of(Fight(attack=6, defense=4, card=("sturmpioniere",)))]
    [('attacker', 4)]
    """
    cards = tuple(_card(text, fight) for text in fight.card)
    if sum(card.is_rolled for card in cards) > _MOST:
        raise GameError(f"card is given {len(cards)} times; expected at most {_MOST} whose die is still to be rolled")
    return cards


def event_of(name: str) -> str:
    """Return the event that a name stands for: an event, or a card of one event; empty if our source names none."""
    known = {row["id"]: row["card"] for row in EVENTS.rows}
    found = [event for event, card in known.items() if name in (event, card)]
    if not found and name not in {row["id"] for row in _CARDS.rows if row["kind"] == "combat"}:
        names = dict.fromkeys([*SIDES_OF_CARDS, *known, *known.values()])
        raise GameError(f"card is {name!r}; expected one of {', '.join(n for n in names if ' ' not in n)}")
    if len(found) > 1:
        raise GameError(f"card is {name!r}; expected one of its events, {', '.join(found)}")
    return found[0] if found else ""


def success_faces(event: str) -> tuple[int, ...] | None:
    """Return the dice with which an event succeeds, `None` where our source does not say.

    >>> success_faces("sturmpioniere_general"), success_faces("m1937_general")  # [13.2 example]
    ((1, 2, 3, 4), (1, 2, 3))
    """
    low, high = (EVENTS[event][f"success_{end}"] for end in ("low", "high"))
    return None if MISSING in (low, high) else tuple(range(int(low), int(high) + 1))


def effects_of(event: str) -> Effects | None:
    """Return what an event changes in a combat, `None` where our source does not say."""
    rows = [row for row in _EFFECTS.rows if row["event"] == event]
    if not rows or any(MISSING in (row["effect"], row["value"]) for row in rows):
        return None
    return Effects(**{row["effect"]: int(row["value"]) for row in rows})


def _card(text: str, fight: Fight) -> Card:
    name, *parts = text.split(":")
    event = "" if name in SIDES_OF_CARDS else event_of(name)
    owner = name if name in SIDES_OF_CARDS else _owner(name, event, fight)
    numbers, rolls, given = _parts(text, parts)
    dice = next(iter(numbers), success_faces(event) if event else None)
    is_in_box = "box" in parts
    if not dice and not is_in_box:
        raise GameError(f"card is {text!r}; expected the dice with which it succeeds as well, such as {name}:1-4")
    is_open = not is_in_box and not rolls
    faces = len(dice or ()) if is_open else _FACES * (is_in_box or rolls <= {*(dice or ())})
    effects = given if given is not None else effects_of(event) if event else None
    if faces and effects is None:
        raise GameError(f"card is {text!r}; expected its effect as well, such as {name}:shift+1")
    return Card(name, owner, faces, is_open and faces < _FACES, effects or Effects())


def _parts(text: str, parts: Sequence[str]) -> tuple[set[tuple[int, ...]], set[int], Effects | None]:
    """Return what is given with a card: dice that succeed and die rolled, one of each at most, and its effects.

    Effects that add up to nothing are effects: the card has none in this combat. `None` where none is given.
    """
    numbers, rolls, effects = set[tuple[int, ...]](), set[int](), list[Effects]()
    for part in parts:
        if match := _DICE.fullmatch(part):
            numbers.add(tuple(range(int(match[1]), int(match[2] or match[1]) + 1)))
        elif match := _ROLLED.fullmatch(part):
            rolls.add(int(match[1]))
        elif match := _EFFECT.fullmatch(part):
            effects.append(Effects(**{_FIELDS.get(match[1], match[1]): int(match[2])}))
        elif part == "no-river":
            effects.append(Effects(cancels_river=1))
        elif part != "box":
            raise GameError(f"card is {text!r}; expected after each colon one of {_FORMS}")
    if len(numbers) > 1:
        raise GameError(f"card is {text!r}; expected the dice with which it succeeds once")
    if len(rolls) > 1:
        raise GameError(f"card is {text!r}; expected one die rolled, which shows one number")
    if rolls and "box" in parts:
        raise GameError(
            f"card is {text!r}; expected box or a die rolled, not both: from the box no die is rolled [4.6]"
        )
    return numbers, rolls, sum(effects, Effects()) if effects else None


def _owner(name: str, event: str, fight: Fight) -> str:
    """Return whose card it is; where our source does not say, it must be named attacker or defender."""
    side = EVENTS[event]["side"] if event else _CARDS[name]["side"]
    if side not in SIDES:
        raise GameError(f"card is {name!r}; expected attacker or defender: our source does not say whose card that is")
    return "attacker" if side == fight.attacker else "defender"


SIDES_OF_CARDS = ("attacker", "defender")
"""Names for any card that our source does not describe."""
