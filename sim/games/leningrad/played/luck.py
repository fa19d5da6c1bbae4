"""Where luck comes from in a whole game of Leningrad: the deal of untried units, and the dice of four phases [3.0]."""

from __future__ import annotations

from sim.match.dice import DEAL
from sim.match.luck import Luck

LUCK = (
    Luck("deal", "which units the untried Soviet counters are", purpose=DEAL),
    Luck("german_overruns", "dice of German overruns", phase=2),
    Luck("german_combat", "dice of German combat", phase=3),
    Luck("soviet_overruns", "dice of Soviet overruns", phase=6),
    Luck("soviet_combat", "dice of Soviet combat", phase=7),
)
