"""Facts of a fight: each changes some answer, and what cannot be is refused in one line."""

import subprocess
import sys
from typing import Any

import pytest

from analysis.fights.odds import as_json
from sim.errors import GameError
from sim.game import load_game
from sim.games.leningrad.combat.facts import OPTIONS
from tests.games.leningrad.combat.fights import OTHERS, ask


def outcome_of(facts: dict[str, Any]) -> Any:
    try:
        shown = as_json(load_game("leningrad"), ask(**facts))
    except GameError as error:
        return str(error)
    return [shown["initial_odds"], shown["outcomes"], shown.get("after_choices")]


@pytest.mark.parametrize("name", [option.name for option in OPTIONS])
def test_every_fact_changes_some_answer(name: str) -> None:
    facts, other = OTHERS[name]
    assert outcome_of(facts) != outcome_of({**facts, name: other})


REFUSED = [
    (
        {"attack": 0},
        "attack is 0; expected a whole number from 1 to 1,000,000, or 0 if all of a Soviet side is untried",
    ),
    ({"defense": 0}, "defense is 0; expected a whole number from 1"),
    ({"attack": 0, "untried_inf": 1}, "attack is 0; expected a whole number from 1"),
    ({"defense": 0, "untried_inf": 1, "defender_steps": 1}, "defender_steps is 1; expected 0 where defense is 0"),
    ({"attacker": "finnish"}, "attacker is 'finnish'; expected one of german, soviet"),
    ({"turn": 13}, "turn is 13; expected a whole number from 0 to 12"),
    ({"terrain": ("clear", "swamp")}, "terrain is clear, swamp; expected one or more of clear, forest"),
    ({"terrain": ()}, "terrain is empty; expected one or more of"),
    ({"terrain": ("clear",) * 7}, "expected at most six hexes"),
    ({"terrain": ("clear", "town"), "overrun": True}, "terrain is clear, town; expected one hex in an overrun"),
    ({"attacker": "soviet", "fort": True}, "fort is yes; expected no where Germans defend"),
    ({"attacker": "soviet", "overrun": True, "turn": 1}, "overrun is yes; expected no for Soviets on turn 1"),
    ({"surprise": True}, "surprise is yes; expected no where Germans attack"),
    (
        {"attacker": "soviet", "surprise": True, "turn": 7},
        "surprise is yes; expected no on turn 7: it is only on turn 8",
    ),
    ({"attacker": "soviet", "attacker_corps": 1}, "attacker_corps is 1; expected 0 for a Soviet attacker"),
    ({"defender_corps": 1}, "defender_corps is 1; expected 0 for a Soviet defender"),
    ({"attacker": "soviet", "attacker_air": 1}, "attacker_air is 1; expected 0 for a Soviet attacker"),
    ({"defender_air": 1}, "defender_air is 1; expected 0 for a Soviet defender"),
    ({"attacker_air": 3}, "attacker_air is 3; expected a whole number from 0 to 2"),
    ({"attacker_air": 2, "turn": 6}, "attacker_air is 2; expected at most 1 on turn 6"),
    ({"attacker_corps": 3, "turn": 9}, "attacker_corps is 3; expected at most 2 on turn 9"),
    ({"attacker_corps": 2, "overrun": True}, "attacker_corps is 2; expected at most 1 in an overrun"),
    ({"attacker": "soviet", "defender_corps": 2}, "defender_corps is 2; expected at most 1 a defended hex"),
    ({"seen": ("many",)}, "seen is 'many'; expected attack-defense-movement of a Soviet counter"),
    ({"seen": ("9-3-5",)}, "seen is '9-3-5'; expected attack-defense-movement"),
    ({"seen": ("3-7-5", "3-7-5")}, "seen is '3-7-5' 2 times; expected at most 1: no more exist"),
    ({"untried_inf": 13}, "untried_inf is 13; expected a whole number from 0 to 12"),
    ({"untried_armor": 12, "seen": ("9-3-7", "5-3-7", "10-4-7", "4-3-7")}, "untried_armor is 12; expected at most 11"),
    ({"attacker_takes": "flight"}, "attacker_takes is 'flight'; expected one of steps, retreat, split, best"),
    ({"unfortified": "hills"}, "unfortified is 'hills'; expected one of no-fort, clear, any"),
]


@pytest.mark.parametrize(("facts", "message"), REFUSED, ids=[message[:40] for _, message in REFUSED])
def test_what_cannot_be_is_refused_in_one_line(facts: dict[str, Any], message: str) -> None:
    with pytest.raises(GameError) as refusal:
        ask(**{"attack": 9, "defense": 3, **facts})
    assert str(refusal.value).startswith(message.partition("expected")[0])
    assert message in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_the_last_allowed_is_allowed() -> None:
    odd = {"attack": 9, "defense": 3}
    for last, over in (
        ({"attacker_air": 2, "turn": 7}, {"turn": 6}),
        ({"attacker_corps": 3, "turn": 10}, {"turn": 9}),
        ({"attacker": "soviet", "surprise": True, "turn": 8}, {"turn": 7}),
        ({"attacker": "soviet", "overrun": True, "turn": 2}, {"turn": 1}),
        ({"defense": 0, "untried_inf": 12, "untried_armor": 12}, {"untried_inf": 13}),
    ):
        law = ask(**odd | last).law
        assert sum(law.counts.values()) == law.denominator
        with pytest.raises(GameError):
            ask(**odd | last | over)


def test_combat_asks_for_no_heavy_library() -> None:
    code = (
        "import sim.games.leningrad.combat.odds, sys; sys.exit(bool({'polars', 'scipy', 'duckdb'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
