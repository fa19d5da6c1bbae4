"""A board, the blocks and the readings as a world ready to be set up."""

from __future__ import annotations

from functools import cache
from typing import cast

import numpy as np

from sim.games.inferno_on_the_volga.combat.cards import GERMAN, SOVIET
from sim.games.inferno_on_the_volga.map import fields as f
from sim.games.inferno_on_the_volga.map.blocks import unit_fields
from sim.games.inferno_on_the_volga.map.city.board import HEXES, SPAWN, City, index, load_city
from sim.games.inferno_on_the_volga.map.city.lattice import LETTERS, NAMES
from sim.games.inferno_on_the_volga.map.readings import BLANKS, GERMAN_CARDS, READINGS, Readings, packed
from sim.map.forces.world import new_world
from sim.match.barrier import MOST

SOVIET_CARDS = ("tommy_gunner", "volga_flotilla", "sniper", "anti_tank", "infiltration", "t34_dug_in", "chuikov",
                "zaytsev", "khrushchev", "aa_1", "aa_2", "aa_3", "aa_4")  # fmt: skip
LEADERS = ("paulus", "hoth", "linden", "okh", "von_richthofen", "chuikov", "zaytsev", "khrushchev")
IN_OTHER_ORDER = [0, 3, 1, 2, 4, 5]
"""The other compass of R11: 2 points west, 3 southeast, 4 southwest."""


def build(member: int, readings: Readings) -> f.World:
    """Return a world of a board and readings, before set-up."""
    chosen = {name: readings.get(name, known[0]) for name, known in READINGS.items()}
    city = load_city(member, chosen["drawn"])
    decks, counts = _decks(chosen["R1"] == "fifth-card")
    s = np.zeros(f.N_SCALARS, np.int64)
    s[f.DECK_N : f.DECK_N + 2] = counts
    s[f.HQ] = f.NOWHERE
    arrays = {
        "u": unit_fields(chosen["R60"], chosen["R52"]), "x": _hexes(city), "s": s,
        "neighbors": _compass(city.neighbors, chosen["R11"]), "p": np.array(packed(readings)),
        "rules": _rules(city, decks, chosen["without"]),
        "leaders": np.zeros(f.N_LEADERS), "track": np.full((f.N_ROWS, f.N_GERMAN), -1), "n_track": np.zeros(f.N_ROWS),
        "closed": np.zeros(f.N_ROWS), "deck": decks, "hand": np.zeros((2, f.N_CARDS)),
        "force": np.zeros((2, f.MOST)), "hexes": np.zeros(8), "spawn": _spawn(), "plan": np.zeros(f.N_PLAN),
        "best": np.zeros(f.N_PLAN), "queue": np.zeros((4, 2 * f.N_HEXES)), "weights": np.zeros((2, f.N_WEIGHTS)),
        "calls": np.zeros(MOST), "ahead": np.zeros(f.N_AHEAD), "outlook": np.zeros((2, f.N_OUTLOOK)),
        "habits": np.zeros((f.N_HABITS, f.N_WEIGHTS)), "plans": np.zeros((f.N_CANDIDATES, f.N_PLAN)),
        "aside": np.zeros(f.N_ASIDE), "turns": np.zeros((f.N_TURNS + 1, f.N_YIELDS + f.N_TALLY)),
        "log": np.zeros((f.LOG_ROWS, f.N_LOG_FIELDS)),
    }  # fmt: skip
    return cast(f.World, new_world({name: arrays[name].astype(np.int64) for name in f.NAMES}))


def _hexes(city: City) -> f.Ints:
    x = np.zeros((f.N_HEX_FIELDS, f.N_HEXES), np.int64)
    x[f.SLOT : f.SLOT + f.STACK] = f.NOWHERE
    x[f.TERRAIN], x[f.RANK], x[f.ICON] = city.terrain, city.rank, city.icon
    x[f.CONTROL] = [f.GERMAN if name in LETTERS else f.SOVIET for name in NAMES]
    x[f.COASTAL] = [HEXES[name]["is_coastal"] == "yes" for name in NAMES]
    for row in SPAWN.rows:
        x[f.SPAWN_OF, index(row["hex"])] = f.SOVIET_SPAWN if row["side"] == "soviet" else f.GERMAN_SPAWN
    return x


@cache
def _spawn() -> f.Ints:
    """Return the Soviet spawn hexes in order, each with the infantry and tanks that come [p. 11]."""
    rows = [row for row in SPAWN.rows if row["side"] == "soviet"]
    rows.sort(key=lambda row: (int(row["spawn_order"]), int(row["hex"])))
    return np.array([[index(r["hex"]), int(r["infantry_blocks"]), int(r["tank_blocks"])] for r in rows], np.int64)


def _compass(neighbors: f.Ints, reading: str) -> f.Ints:
    """Return the neighbors by die; by the other reading 2 to 4 go round in another order, 1, 5 and 6 stay [R11]."""
    return neighbors if reading == "clockwise" else neighbors[:, IN_OTHER_ORDER]


def _rules(city: City, decks: f.Ints, without: str) -> f.Ints:
    """Return what the cards do in numbers, by card; the hexes of AA cards; copies of German cards; what is blank."""
    rules = np.zeros((f.N_RULE_ROWS, f.N_CARDS), np.int64)
    for at, card in enumerate(GERMAN_CARDS):
        row = GERMAN[card]
        rules[f.P_DICE, at] = int(row["dice"] or 0)
        rules[f.P_RUBBLE_MOD, at] = int(row["rubble_modifier"] or 0)
        rules[f.P_AIR, at] = row["is_air_strike"] == "yes"
    for at, card in enumerate(SOVIET_CARDS[: f.AA]):
        rules[f.P_SOVIET_DICE, at] = int(SOVIET[card]["dice"] or 0)
    rules[f.P_AA_HEX, : len(city.aa)] = city.aa
    rules[f.P_COPIES, : f.N_GERMAN_CARDS] = [(decks[f.GERMAN] == card).sum() for card in range(f.N_GERMAN_CARDS)]
    if without in BLANKS:
        side, first = divmod(BLANKS.index(without), f.N_GERMAN_CARDS)
        n_cards = f.N_CARDS if (side, first) == (f.SOVIET, f.AA) else 1  # four codes of AA, one kind
        rules[f.P_BLANK + side, first : first + n_cards] = 1
    return rules


def _decks(fifth_pioneer: bool) -> tuple[f.Ints, tuple[int, int]]:
    """Return both decks in the order of the cards, not yet shuffled, and how many cards each has [R1]."""
    pioneers = 0 if fifth_pioneer else 1
    german = [at for at, card in enumerate(GERMAN_CARDS) for _ in range(
        int(GERMAN[card]["copies"]) - (pioneers if card == "pioneer" else 0)
    )]  # fmt: skip
    soviet = [at for at, card in enumerate(SOVIET_CARDS[: f.AA]) for _ in range(int(SOVIET[card]["copies"]))]
    soviet += [f.AA + k for k in range(int(SOVIET["aa"]["copies"]))]
    deck = np.full((2, f.N_DECK), -1, np.int64)
    deck[0, : len(german)], deck[1, : len(soviet)] = german, soviet
    return deck, (len(german), len(soviet))
