"""The rates of stupidity: counted in played games, and the random player is the most stupid."""

from __future__ import annotations

from sim.games.leningrad.combat.results import CRT
from sim.games.leningrad.stupidity import MEASURES, rates, worth
from tests.games.leningrad.referee.games import log, seed_of_the_code

N_GAMES = 4


def test_worth_rises_with_the_column() -> None:
    """The better the column, the more it promises; 1-2 costs the attacker, 3-1 does not."""
    labels = list(CRT.column_labels)
    by_column = [worth(column, 4, 2) for column in range(len(labels))]
    assert by_column == sorted(by_column)
    assert by_column[labels.index("1-2")] < 0 <= by_column[labels.index("3-1")]


def test_random_is_the_most_stupid() -> None:
    """Every measure has something to count, and random attacks badly far more often than the others."""
    seed = seed_of_the_code()
    chance = rates(log(seed + k, "random", "random") for k in range(N_GAMES))
    quick = rates(log(seed + k, "balanced", "balanced") for k in range(N_GAMES))
    for found in (chance, quick):
        assert set(found) == {(side, what) for side in ("german", "soviet") for what in MEASURES}
        assert all(0 <= wrong <= of for wrong, of in found.values())
        assert all(of > 0 for (side, what), (_, of) in found.items() if (side, what) != ("soviet", "idle"))
    for side in ("german", "soviet"):
        share = [found[side, "bad_attacks"][0] / found[side, "bad_attacks"][1] for found in (chance, quick)]
        assert share[0] > 2 * share[1]
