"""The pocket under a forced modifier of its airlift: what each is worth, and the kept chain against the play."""

from dataclasses import replace

import pytest

from sim.games.stalingrad_roads.systems._airlift import DRM
from sim.games.stalingrad_roads.systems.pocket import COURSE, SYSTEM
from sim.play import play_exactly


@pytest.mark.in_turn
@pytest.mark.parametrize("soviet", ["press", "starve"])
def test_the_worth_of_each_drm_follows_its_sign(soviet: str) -> None:
    base = SYSTEM.setting(None, {"soviet": soviet})
    for row in DRM.rows:
        never, always = (SYSTEM.measure(replace(base, forced={row["id"]: times})) for times in (0, 1))
        assert (always - never) * int(row["value"]) >= 0, row["id"]


@pytest.mark.parametrize("forced", [{}, {"clear_sky": 1}, {"blizzard": 0}])
def test_the_kept_chain_is_the_played_one_whatever_is_forced(forced: dict[str, int]) -> None:
    # [10.2.5, 10.4.1]
    chosen = replace(SYSTEM.setting(), forced=forced)
    *_, last = play_exactly(COURSE, chosen)
    assert SYSTEM.measure(chosen) == last.law("first_turn_at_1").mean(lambda turn: (turn or 11) - 1)
