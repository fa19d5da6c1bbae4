"""The war diary of a game: turn by turn what each side did, its fights, and how all stands."""

from __future__ import annotations

from itertools import groupby

from sim.games.inferno_on_the_volga.map.record.columns import TURN_COLUMNS
from sim.games.inferno_on_the_volga.map.record.words import ENDINGS
from sim.games.inferno_on_the_volga.played.acts import Act
from sim.games.inferno_on_the_volga.played.chronicle import Chronicle
from sim.games.inferno_on_the_volga.played.telling import Teller, standing
from sim.match.play import Played

_LEVELS = {"standard": "the game as printed", "normal": "The Designer's Way"}


def player_in_words(name: str) -> str:
    """Return the name of a player for a reader: the book's own procedure goes by what it is."""
    return "played by the book" if name == "ai" else name


def diary(played: Played) -> list[str]:
    """Return the war diary of a game that was played with its events, a line a sentence or two."""
    assert played.events is not None, "the diary needs the events of the game"
    chronicle = Chronicle(played.events.table.to_pylist())
    head, teller = chronicle.head, Teller(chronicle.head["readings"]["R52"])
    board = "the central board" if head["board"] < 0 else f"another board that fits the book (number {head['board']})"
    level = head["readings"]["difficulty"]
    lines = [
        f"Stalingrad: Inferno on the Volga: the Germans ({head['german']}) against the Soviets "
        f"({player_in_words(head['soviet'])}), "
        f"{_LEVELS.get(level, level.replace('_', ' '))}, seed {head['seed']}, game {head['match_game']}, on {board}.",
        "Terrain, icons and the points of the blocks are assumed.",
        *teller.sentences(chronicle.acts[0]),
    ]
    for turn, acts in groupby((act for act in chronicle.acts if act.turn), key=lambda act: act.turn):
        lines += ["", *_turn(turn, list(acts), teller, played)]
    return [*lines, "", verdict(played)]


def verdict(played: Played) -> str:
    """Return who won, when and how."""
    won = "The Germans win" if played.result.winner == "german" else "The Soviets win"
    return f"{won} in turn {played.result.turns}: {ENDINGS[played.result.level]}."


def _turn(turn: int, acts: list[Act], teller: Teller, played: Played) -> list[str]:
    assert played.turns is not None
    left = int(played.turns[turn][list(TURN_COLUMNS).index("soviet_cards_left")])
    lines = [f"Turn {turn}"]
    for phase, side in ((1, "Germans"), (2, "Soviets")):
        told = [words for act in acts if act.phase == phase for words in teller.sentences(act)]
        if told:
            lines.append(f"  {side}: {' '.join(told)}")
        elif any(act.phase == phase for act in acts):
            lines.append(f"  {side}: {'No card is left to draw.' if not left else 'They do nothing.'}")
    last = acts[-1].after
    assert last is not None, "every act is closed"
    return [*lines, f"  {standing(last, left)}"]
