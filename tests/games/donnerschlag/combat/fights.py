"""What the tests of combat ask: a fight by its facts, chances by results, columns by labels."""

from fractions import Fraction
from typing import Any

from analysis.fights.odds import odds
from sim.exact import Law
from sim.games.donnerschlag.combat.column import CRT
from sim.games.donnerschlag.combat.families import RESULTS


def ask(**facts: Any) -> Any:
    return odds("donnerschlag", **{"attack": 8, "defense": 4, **facts})


def chances(law: Law | None) -> dict[str, Fraction]:
    assert law is not None
    return {RESULTS[number]: p for (number,), p in law}


def column(label: str) -> int:
    return CRT.column_labels.index(label)
