"""Single fights: the command from a cold start, and warm answers of each game."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from benchmarks.timing import against, median_ms, say
from sim.combat import Fact
from sim.game import games_with, load_game

KESSEL = str(Path(sys.executable).with_name("kessel"))

ASKED = {
    "leningrad": ("--attack", "11", "--defense", "4"),
    "stalingrad_roads": ("--attack", "34", "--defense", "4"),
    "inferno_on_the_volga": ("--attacker", "infantry 3 DF", "--defender", "infantry 2 SF"),
}
"""What the command is asked of a game."""

_FOUR = ("panzer 4 TF", "panzer_grenadier 4 DF", "2x infantry 3 DF")
FIGHTS: dict[str, tuple[str, Mapping[str, Fact], float]] = {
    "leningrad": ("six untried units", {"attack": 25, "defense": 0, "untried_inf": 4, "untried_armor": 2}, 50),
    "inferno_on_the_volga": (
        "four blocks on four, all survivors",
        {"attacker": _FOUR, "defender": ("tank 4 DF", "3x infantry 4 SF"), "terrain": "urban"},
        20,
    ),
}
"""A large fight of a game: what it is, its facts, our bar in milliseconds."""


def cold(*words: str) -> Callable[[], object]:
    return lambda: subprocess.run([KESSEL, *words], capture_output=True, check=True)


def odds() -> None:
    for game in games_with(lambda game: game.has_combat):
        if game in ASKED:
            ms = median_ms(cold("odds", game, *ASKED[game], "--json"), 9)
            say(f"kessel odds {game}, cold, imports included", against(ms, 500))


def columns() -> None:
    """Time all columns of each table, found anew each time."""
    for game in games_with(lambda game: game.has_table):
        table = load_game(game).table
        n = len(table.reading.columns)
        say(f"{game}: exact law of all {n} columns", f"{median_ms(table.every_column, 50):8.3g} ms")


def large() -> None:
    for game in games_with(lambda game: game.has_combat):
        if game in FIGHTS:
            what, facts, bar = FIGHTS[game]
            fight = load_game(game).combat.odds
            say(f"{game}: {what}", against(median_ms(lambda ask=fight, told=facts: ask(**told), 50), bar))  # type: ignore[misc]
