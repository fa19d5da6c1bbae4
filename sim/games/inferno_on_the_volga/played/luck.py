"""Where luck comes from in a whole game of Inferno: combat by half turn, decks, cup, the book's own dice."""

from __future__ import annotations

from sim.games.inferno_on_the_volga.map import fields as f
from sim.match.dice import COMBAT
from sim.match.luck import Luck

LUCK = (
    Luck("german_half", "combat dice of the German half of a turn", phase=1, purpose=COMBAT),
    Luck("soviet_half", "combat dice of the Soviet half of a turn", phase=2, purpose=COMBAT),
    Luck("decks", "the order of the decks, and how blocks stand at the start", purpose=f.SHUFFLE),
    Luck("blocks", "which blocks come from the reserve", purpose=f.RESERVE),
    Luck("cards", "which cards are lost", purpose=f.CARD),
    Luck("orders", "dice of the Soviet orders", purpose=f.ORDERS),
    Luck("track", "dice of calls for reinforcements", purpose=f.TRACK),
    Luck("advantages", "advantages drawn before the game", purpose=f.ADVANTAGE),
    Luck("landings", "landings of the Volga Flotilla", purpose=f.LANDING),
)
