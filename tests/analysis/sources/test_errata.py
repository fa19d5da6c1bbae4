"""The errata of a rulebook: what is on the sheet, in which order, and that it is silent about what was mended."""

import pytest

from analysis.crt.recommendations import recommendations
from analysis.crt.suggestion import CLIFF_EDGE
from analysis.sources.errata import DEAD, REVERSAL, errata, to_settle, widest
from analysis.sources.handled import is_shown, played_readings
from analysis.sources.readings import effects
from analysis.sources.rulings import GROUNDS, blocks, remarks
from sim.game import game_ids, load_game
from sim.lint import CONTRADICTION, NEVER_FIRES

QUICK = ("donnerschlag", "inferno_on_the_volga")
GAMES = [one if one in QUICK else pytest.param(one, marks=pytest.mark.verification) for one in game_ids()]


@pytest.mark.in_turn
@pytest.mark.parametrize("game", GAMES)
def test_every_dead_rule_contradiction_and_reversal_is_on_it_once(game: str) -> None:
    found = errata(game)
    table = load_game(game).has_table
    edits = [one for one in recommendations(game).recommendations if one.kind != CLIFF_EDGE] if table else []
    of_the_rules = [one for one in blocks(game) if one.kind in (CONTRADICTION, NEVER_FIRES)]
    read = [one for one in of_the_rules if (one.basis, one.rules) != (GROUNDS[2], "combat results table")]
    assert len(found) == len(edits) + len(read)
    assert len({(one.place, one.wrong) for one in found}) == len(found)
    assert {one.kind for one in found} <= {CONTRADICTION, DEAD, REVERSAL}
    assert all(one.place and one.wrong and one.does and one.fix for one in found)


@pytest.mark.in_turn
@pytest.mark.parametrize("game", GAMES)
def test_they_are_ranked_by_what_they_do(game: str) -> None:
    weights = [one.weight for one in errata(game)]
    assert weights == sorted(weights, reverse=True)
    moved = {one.ruling for one in effects(game) if one.change}
    moved |= {one.ruling for one in played_readings(game) if is_shown(one)}
    ruled = {
        int(one.place[1:])
        for one in blocks(game)
        if one.place[1:].isdigit() and one.kind in (CONTRADICTION, NEVER_FIRES)
    }
    table = load_game(game).has_table
    edits = sum(one.kind != CLIFF_EDGE for one in recommendations(game).recommendations) if table else 0
    assert sum(weight > 0 for weight in weights) == len(moved & ruled) + edits


def test_a_rule_that_was_mended_leaves_the_sheet(monkeypatch: pytest.MonkeyPatch) -> None:
    dead = next(
        one
        for one in errata("leningrad")
        if one.kind == DEAD and one.wrong in {r.sentence for r in remarks("leningrad")}
    )
    left = tuple(one for one in remarks("leningrad") if one.sentence != dead.wrong)
    monkeypatch.setattr("analysis.sources.rulings.remarks", lambda game: left)
    assert dead not in errata("leningrad")
    assert len(errata("leningrad")) > 5


def test_the_change_to_try_is_one_on_which_fights_hang_before_a_chance_that_rests_on_our_assumptions() -> None:
    found = widest("donnerschlag")
    assert found is not None
    assert not found.system
    assert any(
        one.system and one.is_chance and one.change and one.ours.low == one.ours.high for one in effects("donnerschlag")
    )
    said = to_settle("donnerschlag", found)
    first = errata("donnerschlag")[0]
    assert f"“{first.wrong.partition(':')[0]}”" in said
    assert said.endswith(first.does[1:])
    assert "%" not in said


@pytest.mark.in_turn
@pytest.mark.parametrize("game", ["donnerschlag", "traces_of_hubris"])
def test_the_sheet_has_no_figure_of_tables_that_we_guess(game: str) -> None:
    of_guesses = [one for one in effects(game) if one.family and one.ours.low != one.ours.high]
    assert of_guesses
    told = " ".join(one.does for one in errata(game))
    assert not [one for one in of_guesses if one.about in told or one.span(one.ours) in told]


def test_a_change_to_try_tells_at_our_own_values_where_one_does() -> None:
    found = widest("traces_of_hubris")
    assert found is not None
    assert found.is_central
    apart = next(
        one for one in effects("traces_of_hubris") if not one.is_central and abs(one.change) > abs(found.change)
    )
    assert "with our other values" not in to_settle("traces_of_hubris", apart)
    assert apart.about in to_settle("traces_of_hubris", apart)
