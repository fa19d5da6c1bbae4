"""How often each player does what nobody should: rates counted in games of his against himself."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from sim.match.play import play_game
from sim.match.whole import Seats, WholeGame


def blunder_frame(whole: WholeGame, players: Sequence[str], n: int, seed: int) -> pl.DataFrame:
    """Return how often players do what nobody should, a row a measure, side and player.

    Columns about, side, player, k (how often), n (out of how many), share. Each player plays n games of a seed against
    himself, the same dice for all. No rows for a game that names no blunders.
    """
    if whole.blunders is None:
        return pl.DataFrame(schema={"about": pl.String})
    rows = []
    for player in players:
        games = [play_game(whole, seed, number, Seats(player, player)) for number in range(n)]
        rates = whole.blunders.rates(game.events.table for game in games if game.events is not None)
        for name, about in whole.blunders.about.items():
            for side in whole.sides:
                k, chances = rates[side, name]
                rows.append((about, side, player, k, chances, k / max(chances, 1)))
    return pl.DataFrame(rows, schema=["about", "side", "player", "k", "n", "share"], orient="row")
