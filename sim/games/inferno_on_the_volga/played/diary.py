"""The war diary of a game: turn by turn what each side did, its fights, the spawn hexes, losses and cards."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Any

from sim.games.inferno_on_the_volga.map.record.columns import TURN_COLUMNS
from sim.games.inferno_on_the_volga.map.record.words import ENDINGS, block_names
from sim.match.play import Played

Event = Mapping[str, Any]
_RESULTS = {
    "cleared": "the hex is taken", "repulsed": "the defenders hold", "attacker_gone": "the attackers are gone",
    "both_gone": "nobody is left",
}  # fmt: skip
_LEVELS = {"standard": "the game as printed", "normal": "The Designer's Way"}


def diary(played: Played) -> list[str]:
    """Return the war diary of a game that was played with its events, a line a sentence or two."""
    assert played.events is not None, "the diary needs the events of the game"
    events = played.events.table.to_pylist()
    head = json.loads(events[0]["note"])
    board = "the central board" if head["board"] < 0 else f"board {head['board']} of the ensemble"
    level = head["readings"]["difficulty"]
    lines = [
        f"Stalingrad: Inferno on the Volga: the Germans ({head['german']}) against the Soviets ({head['soviet']}), "
        f"{_LEVELS.get(level, level.replace('_', ' '))}, seed {head['seed']}, game {head['match_game']}, on {board}.",
        "Terrain, icons and the points of the blocks are assumed.",
    ]
    for turn, found in groupby((e for e in events if e["turn"] > 0), key=lambda e: e["turn"]):
        lines += ["", *_turn(turn, list(found), played)]
    won = "The Germans win" if played.result.winner == "german" else "The Soviets win"
    return [*lines, "", f"{won} in turn {played.result.turns}: {ENDINGS[played.result.level]}."]


def _turn(turn: int, events: list[Event], played: Played) -> list[str]:
    lines = [f"Turn {turn}"]
    for phase, side in ((1, "Germans"), (2, "Soviets")):
        told = _half([e for e in events if e["phase"] == phase])
        if told:
            lines.append(f"  {side}: {' '.join(told)}")
    assert played.turns is not None
    now = dict(zip(TURN_COLUMNS, played.turns[turn].tolist(), strict=True))
    lines.append(
        f"  {now['german_blocks']} German blocks against {now['soviet_blocks']}; spawn hexes taken "
        f"{now['german_spawn_hexes']} of 6; German losses count {now['german_dead_points']} of 10; Soviet cards left "
        f"{now['soviet_cards_left']}."
    )
    return lines


def _half(events: list[Event]) -> list[str]:
    """Return what a side did in its half of a turn, in sentences."""
    kinds = Counter(e["kind"] for e in events)
    told = []
    if kinds["arrive"]:
        told.append(f"{_names(e['unit'] for e in events if e['kind'] == 'arrive')} arrive.")
    told += [f"The {_name(e['unit'])} leave the city." for e in events if e["kind"] == "remove" and e["unit"]]
    spawned = Counter(e["to_hex"] for e in events if e["kind"] == "spawn" and e["battle"] is None)
    if spawned:
        told.append(f"Blocks arrive in {_list(f'#{h} ({n})' for h, n in spawned.items())}.")
    moves = Counter((e["from_hex"], e["to_hex"]) for e in events if e["kind"] == "move")
    if moves:
        told.append(f"Moves: {_list(f'#{a} to #{b} ({n})' for (a, b), n in moves.items())}.")
    for battle in dict.fromkeys(e["battle"] for e in events if e["battle"] is not None):
        told.append(_fight([e for e in events if e["battle"] == battle]))
    if drawn := Counter(e["side"] for e in events if e["kind"] == "draw"):
        told.append(f"Cards drawn: {_list(f'{side.capitalize()} {n}' for side, n in drawn.items())}.")
    told += [f"{e['note'].rpartition(' ')[0].replace('_', ' ').title()} is in play." for e in events
             if e["kind"] == "leader" and e["note"].endswith("comes")]  # fmt: skip
    return told


def _fight(events: list[Event]) -> str:
    """Return one combat in a sentence."""
    by_kind: dict[str, list[Event]] = {}
    for event in events:
        by_kind.setdefault(event["kind"], []).append(event)
    attackers, target = by_kind["attack"], by_kind["attack"][0]["to_hex"]
    hexes = list(dict.fromkeys(e["from_hex"] for e in attackers))
    words = f"{_n(len(attackers), 'block')} from {_list(f'#{h}' for h in hexes)} attack #{target} "
    words += f"({_n(len(by_kind.get('defend', ())), 'block')})"
    cards = [f"{e['side'].capitalize()} {e['note'].replace('_', ' ')}" for e in by_kind.get("card", ())]
    lost = Counter(e["side"] for e in by_kind.get("step_loss", ()))
    losses = f"points lost {lost['german']} German, {lost['soviet']} Soviet"
    combat = by_kind.get("combat")
    result = _RESULTS[json.loads(combat[0]["note"])["result"]] if combat else "the game ends"
    parts = [words, *([f"cards: {_list(cards)}"] if cards else []), losses, result]
    if "rubble" in by_kind:
        parts.append(f"rubble in {_list('#' + e['to_hex'] for e in by_kind['rubble'])}")
    return "; ".join(parts) + "."


def _name(unit: str) -> str:
    return block_names().get(unit, unit)


def _names(units: Iterable[str]) -> str:
    return _list(_name(unit) for unit in units)


def _n(n: int, what: str) -> str:
    return f"{n} {what}" if n == 1 else f"{n} {what}s"


def _list(parts: Iterable[str]) -> str:
    """Return a list in words.

    >>> _list(["a", "b", "c"])
    'a, b and c'
    """
    found = list(parts)
    return " and ".join([", ".join(found[:-1]), found[-1]] if len(found) > 1 else found)
