"""Advice is the player's own choice, foresees nothing, and its odds are those of the table."""

from dataclasses import replace

import numpy as np
import pytest

from analysis.fights.odds import outcomes
from analysis.matches.advice import advice, as_json, column_law, lines
from sim.game import GameError, load_game
from sim.games.leningrad.map import fields as f
from sim.games.leningrad.played.saved import UNIT_FIELDS, with_dice
from sim.map.forces import world as g
from sim.match.saved import Saved
from sim.match.whole import Seats

GAME = load_game("leningrad")
WHOLE = GAME.whole


@pytest.fixture(scope="module")
def stops() -> list[Saved]:
    walk = WHOLE.positions.walk(Seats("strong", "strong"), 7, 0, None)
    return [next(walk) for _ in range(12)]


def asked(saved: Saved, n: int = 4):  # type: ignore[no-untyped-def]
    assert WHOLE.positions.advise is not None
    return WHOLE.positions.advise(saved, "strong", n, 99)


def test_it_is_the_plan_that_the_player_chose_in_that_game(stops: list[Saved]) -> None:
    for at, side in ((0, 0), (4, 1), (8, 0)):
        assert stops[at].phase in (1, 5)
        assert asked(stops[at], 1).chosen == stops[at + 1].state.plans[side]


def test_nothing_that_is_hidden_or_to_come_matters(stops: list[Saved]) -> None:
    here = stops[2]  # before the first combat; nobody is turned up but by overruns
    units = here.state.units.copy()
    unseen = [u for u in range(f.N_GERMAN, f.N_GERMAN + 10) if units[UNIT_FIELDS.index(f.KNOWN), u] == 0]
    one, other = next(
        (a, b)
        for a in unseen
        for b in unseen
        if units[UNIT_FIELDS.index(g.DEF), a] != units[UNIT_FIELDS.index(g.DEF), b]
    )
    rows = [UNIT_FIELDS.index(k) for k in (f.COUNTER, g.ATT, g.DEF, g.FULL, g.HALF, f.TYPE)]
    units[np.ix_(rows, [one, other])] = units[np.ix_(rows, [other, one])]
    changed = replace(here, state=with_dice(replace(here.state, units=units), 4711, 3))
    for a, b in zip(asked(here).plans, asked(changed).plans, strict=True):
        assert a.margins.tolist() == b.margins.tolist()
    assert asked(here).logs[0].drop_columns(["seq"]).equals(asked(changed).logs[0].drop_columns(["seq"]))


def test_the_rest_of_a_turn_is_shown_and_told(stops: list[Saved]) -> None:
    found = advice(GAME, stops[2], "strong", 4)
    assert {phase for log in found.advised.logs for phase in log["phase"].to_pylist()} == {3, 4}
    assert found.advised.side == "german"
    best = max(found.advised.plans, key=lambda one: one.margins.mean())
    assert found.plan.margins.mean() == best.margins.mean()
    assert found.gain[0] == pytest.approx((best.margins - found.advised.plans[0].margins).mean())
    assert all(0 < one.times <= 4 for one in found.attacks)
    text = "\n".join(lines(GAME, stops[2], found))
    assert f"player is “{found.plan.name}”: it {found.plan.about}." in text
    assert found.attacks[0].note["column"] in text
    assert as_json(found)["attacks"][0]["p"] == dict(found.attacks[0].law)


def test_odds_are_those_of_the_table() -> None:
    for column in WHOLE.odds_columns:
        law = column_law(GAME, column)
        assert sum(law.values()) == pytest.approx(1)
        hurt = sum(
            row["p"] for row in outcomes(GAME.table.column_odds(column))
            if GAME.table.reading.class_of(row) == "both suffer"
        )  # fmt: skip
        assert law.get("both suffer", 0.0) == pytest.approx(hurt)


def test_who_does_not_look_ahead_is_not_asked(stops: list[Saved]) -> None:
    with pytest.raises(GameError, match="--player is 'bold'; expected one of strong"):
        advice(GAME, stops[0], "bold", 2)
