"""Combat of Template: what a fight is asked by, its exact answer, its table [2.0]."""

from sim.combat import Combat
from sim.games._template.combat import facts, odds, results, table

COMBAT = Combat(facts.OPTIONS, odds.odds, legend=results.legend, table=table.TABLE)
