"""What the columns of a game's result and of a turn's summary hold, in the order in which the kernels write them."""

from __future__ import annotations

RESULT_COLUMNS = {
    "vp_margin": "German victory points less Soviet ones, without a bid [16.0]",
    "german_vp": "victory points of the German side",
    "soviet_vp": "victory points of the Soviet side",
    "german_steps_lost": "German steps lost in the game; a unit turned over again counts anew",
    "soviet_steps_lost": "Soviet steps lost in the game",
    "attacks_german": "German attacks in combat phases",
    "attacks_soviet": "Soviet attacks in combat phases",
    "overruns_german": "German overruns tried",
    "overruns_soviet": "Soviet overruns tried",
    "moves": "steps from hex to hex in movement phases, both sides",
    "regenerations": "German units turned over to full strength",
    "cities": "hexes of Leningrad held by supplied Germans, a bit each: 1, 2, 4, 8 in the order of the hex list",
    "log_overflow": "1 if the event log ran out of room",
}
TURN_COLUMNS = {
    "german_vp": "points if the game ended now",
    "soviet_vp": "points if the game ended now",
    "german_steps_lost": "steps lost this turn",
    "soviet_steps_lost": "steps lost this turn",
    "german_units": "units on the map",
    "soviet_units": "units on the map",
    "german_out_of_supply": "units on the map without a supply line",
    "soviet_out_of_supply": "units on the map without a supply line",
    "german_leningrad_hexes": "hexes of Leningrad with a German unit",
    "german_distance_hexes": "hexes from the nearest German unit to Leningrad",
    "german_attacks": "attacks in the combat phase",
    "soviet_attacks": "attacks in the combat phase",
    "german_overruns": "overruns tried",
    "soviet_overruns": "overruns tried",
    "german_air_attack": "air units used in attack",
    "german_air_defense": "air units used in defense",
    "german_air_interdiction": "air units used in interdiction",
    "german_regenerations": "units turned over to full strength",
    "soviet_forts": "forts placed",
    "_19": "",
    "_20": "",
    "german_reduced": "units on the map at reduced strength",
}
"""A name that begins with an underscore is not in use."""
