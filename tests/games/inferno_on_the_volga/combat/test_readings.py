"""Switches of rulings in a fight of Inferno on the Volga: what they refuse; a ruling that changes nothing, proved."""

from itertools import product
from typing import Any

import pytest

from analysis.fights.odds import odds
from sim.errors import GameError
from sim.games.inferno_on_the_volga.combat.fire import Pool, scores

GAME = "inferno_on_the_volga"


def test_a_stack_that_its_own_1s_eliminate_has_hit_nobody() -> None:
    """Ruling R40: a die a point [p. 4], so as many 1s as points [p. 15 Khrushchev] leave no die that hits."""
    for n_dice, lowest in product(range(1, 9), (2, 3, 4, 5)):
        pairs, _, _ = scores(Pool((lowest,) * n_dice, counts_own=True))
        assert (0, n_dice) in pairs
        assert not any(own == n_dice and hits for hits, own in pairs)


def test_a_composition_without_a_block_seen_drops_out() -> None:
    """Ruling R52: only one composition has Guards of black points, so nothing is left to range over."""
    told: dict[str, Any] = {"attacker": ["2x panzer 2 TF"], "defender": ["unknown infantry"]}
    assert len(odds(GAME, **told).laws) == 3
    seen = odds(GAME, **told, soviet_blocks_seen=("guard 4 SF",))
    assert (len(seen.laws), seen.member) == (1, "weak")


@pytest.mark.parametrize(("told", "message"), [
    ({"soviet_blocks_seen": ["guard 4 SF", "guard 4 TF"]}, "soviet_blocks_seen is guard 4 SF, guard 4 TF; expected"),
    ({"soviet_blocks_seen": ["unknown"]}, "soviet_blocks_seen is an unknown block; expected what was seen"),
    ({"soviet_blocks_seen": ["tank 3 DF"], "defender": ["infantry 2 SF"]}, "nothing where no block is unknown"),
    ({"stack_hit": 2}, "stack_hit is 2; expected 0, or a hex that attacks"),
    ({"attack": "soviet_hasty", "attacker": ["infantry 2 SF"], "defender": ["panzer 2 TF"], "stack_hit": 1},
     "expected 0 when the Soviets attack"),
    ({"ends_at_once": True, "german_card": ["sniper"], "soviet_card": "tommy_gunner"},
     "expected no where a Sniper or PAK meets a Soviet card with dice"),
    ({"card_hits": "nobody"}, "card_hits"),
])  # fmt: skip
def test_what_a_switch_cannot_go_with_is_named(told: dict[str, Any], message: str) -> None:
    with pytest.raises(GameError, match=message):
        odds(GAME, **{"attacker": ["panzer 2 TF"], "defender": ["unknown infantry"], **told})
