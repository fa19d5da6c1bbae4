"""What a player may do otherwise: each variation is of one side, changes its player, and is named where it is not."""

import pytest

from sim.errors import GameError
from sim.game import load_game
from sim.games.leningrad.players.names import WEIGHTS
from sim.games.leningrad.players.roster import SIDES, seat_of, weights_of
from sim.match.variation import DECISION, FEATURE
from sim.match.whole import Seats

WHOLE = load_game("leningrad").whole


def test_each_has_a_name_of_its_own_and_changes_what_it_names_alone() -> None:
    found = WHOLE.variations
    assert len({one.id for one in found}) == len(found)
    assert {(one.side, one.kind) for one in found} == {(side, kind) for side in SIDES for kind in (DECISION, FEATURE)}
    for one in found:
        plain, varied = weights_of("balanced", one.side), weights_of(f"balanced|{one.id}", one.side)
        assert {name: value for name, value in varied.items() if name not in one.weights} == {
            name: value for name, value in plain.items() if name not in one.weights
        }
        assert all(varied[name] == value for name, value in one.weights.items())


def test_a_decision_switched_off_is_never_taken() -> None:
    """Forts, overruns, interdiction and regeneration that a player leaves out do not happen in his games."""
    none = {"no_forts": "forts", "no_interdiction": "air_interdiction", "no_regeneration": "regenerations",
            "no_overrun_german": "german_overruns"}  # fmt: skip
    side_of = {one.id: one.side for one in WHOLE.variations}
    for name, column in none.items():
        at = next(k for k, known in enumerate(WHOLE.turn_columns) if known.endswith(column))
        german, soviet = (f"balanced|{name}" if side == side_of[name] else "balanced" for side in SIDES)
        seats = (Seats(german, soviet), Seats("balanced", "balanced"))
        without, usual = (WHOLE.play_block(one, 3, 0, 8, True).turns[:, :, at].sum() for one in seats)
        assert without == 0 < usual


@pytest.mark.parametrize("name", ["balanced|no_forts", "balanced|", "nobody|no_air_attack", "balanced|none_north|x"])
def test_what_is_no_variation_of_a_side_is_named(name: str) -> None:
    with pytest.raises(GameError, match=r"no (variation|player)"):
        seat_of(name, 0)


def test_a_player_that_looks_ahead_varies_in_every_plan() -> None:
    """A variation of `strong` is `strong`, with its settings, and no plan takes the variation back."""
    for one in WHOLE.variations:
        side = SIDES.index(one.side)
        plain, varied = seat_of("strong", side), seat_of(f"strong|{one.id}", side)
        assert (varied.kind, varied.settings) == (plain.kind, plain.settings)
        assert varied.plans.shape == plain.plans.shape
        places = [WEIGHTS.index(name) for name in one.weights]
        assert (varied.plans[:, places] == [one.weights[WEIGHTS[k]] for k in places]).all()
        others = [k for k in range(len(WEIGHTS)) if k not in places]
        assert (varied.plans[:, others] == plain.plans[:, others]).all()
