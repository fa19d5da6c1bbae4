"""Where luck comes from in a whole game of Leningrad: the deal of untried units, and the dice of four phases [3.0]."""

from __future__ import annotations

from sim.games.leningrad.map.fields import N_TURNS
from sim.match.luck import Luck

PHASES = {2: "German overruns", 3: "German combat", 6: "Soviet overruns", 7: "Soviet combat"}
LUCK = (
    Luck("the deal of untried units", 0),
    *(Luck(source, turn, phase) for turn in range(1, N_TURNS + 1) for phase, source in PHASES.items()),
)
