"""What a replay of this game shows: city, blocks, cards as they fall, the Soviet deck as clock."""

from __future__ import annotations

from collections.abc import Mapping

from sim.games.inferno_on_the_volga.map.record.words import ENDINGS, words
from sim.games.inferno_on_the_volga.played.chronicle import Chronicle
from sim.games.inferno_on_the_volga.played.diary import diary, player_in_words
from sim.games.inferno_on_the_volga.played.shown.ground import front, ground
from sim.games.inferno_on_the_volga.played.shown.pieces import pieces
from sim.games.inferno_on_the_volga.played.shown.scenes import gauges, scenes
from sim.match.play import Played
from sim.match.shown import Lines, Shown
from sim.match.whole import Seats

LEGEND = (
    "A green-gray block is German, a red one Soviet. Its points stand on its upper edge, one for each step left, in "
    "the color of its fire, as printed (p. 4): a die of a black point hits on 6, of a white one on 5 and 6, of a "
    "red one on 4 to 6. A star is the back of a Soviet block: the Germans see its face only while it fights, and "
    "under the fog of war the map shows what they see. Hexes in German hands are shaded, and the broken red line runs "
    "along them. Red frames are the six Soviet spawn hexes, dark ones the German; gray debris is rubble. Dice that hit "
    "are yellow, red those by which Soviets hit themselves, with Khrushchev in play (p. 15)."
)


def show(played: Played, seats: Seats, hidden: Mapping[str, str]) -> Shown:
    """Return a game played with its events as a replay shows it."""
    assert played.events is not None, "a replay needs the events of the game"
    chronicle = Chronicle(played.events.table.to_pylist())
    drawn = chronicle.acts[-1].after
    assert drawn is not None, "every act is closed"
    deck = drawn.drawn + played.result.numbers["soviet_cards_left"]
    units = list(dict.fromkeys(unit for act in chronicle.acts for unit in act.stands))
    fronts = [front(chronicle.city, act.after.held) for act in chronicle.acts if act.after is not None]
    lines = list(dict.fromkeys(fronts))
    standings = [act.after for act in chronicle.acts if act.after is not None]
    result = played.result
    return Shown(
        ground(chronicle.city), pieces(units, chronicle.head["readings"]), scenes(chronicle, deck), gauges(deck),
        [
            Lines("lost", "Points lost", "Points of strength lost so far; Soviet blocks may come again.",
                  [one.steps_lost for one in standings], "Points of strength lost so far, by turn"),
            Lines("blocks", "Blocks on the map", "Blocks on the map after each act.",
                  [one.blocks for one in standings], "Blocks on the map, by turn"),
        ],
        f"{result.winner.capitalize()} victory",
        f"{ENDINGS[result.level]} · turn {result.turns} · Germans: {seats.first},"
        f" Soviets: {player_in_words(seats.second)}",
        (), lines, [lines.index(one) for one in fronts], diary(played), LEGEND, words().basis, result.turns,
    )  # fmt: skip
