"""What a fight in Stalingrad Roads is asked about, in the order of rule 8.2.1; and which facts cannot go together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from typing import Any

from sim.combat import ATTACK, DEFENSE, Option
from sim.game import GameError
from sim.games.stalingrad_roads.chart import Ground
from sim.tables import load_list

SUPERIORITY = load_list("stalingrad_roads", "german_superiority")
POCKET = load_list("stalingrad_roads", "pocket_supply")
LIMITS = load_list("stalingrad_roads", "combat_limits")
MOST_STEPS = 100
UNTOLD = -1
AIMS = ("ground", "steps")


def _number(help: str, low: int = 0, high: int = 1_000) -> Any:
    return field(default=0, metadata={"kind": "int", "default": 0, "help": help, "low": low, "high": high})


def _yes_no(help: str) -> Any:
    return field(default=False, metadata={"kind": "yes_no", "default": False, "help": help})


def _text(help: str, *choices: str) -> Any:
    return field(default=choices[0], metadata={"kind": "text", "default": choices[0], "help": help, "choices": choices})


@dataclass(frozen=True)
class Facts:
    """Everything told about one fight; strengths are printed sums before halving, doubling and bonuses."""

    attack: int
    defense: int
    shift: int = _number("column shifts to the right from supports [8.5.6]", low=-1_000)
    attacker: str = _text("who attacks [8.1.2]", "soviet", "axis")
    weather: str = _text(
        "ground and rivers of the turn [3.2, 3.4]", "snow", "mud", "frozen_rivers", "frozen_major_rivers"
    )
    terrain: str = _text(
        "the defender's hex [1.8, 8.10.2]", "clear", "forest", "marsh", "village", "city", "major_city"
    )
    across: str = _text("what every attacker attacks across [3.4, 8.10.4]", "none", "river", "major_river")
    bridge: bool = _yes_no("every attacker across water has a bridge; counts in mud only [3.2.2]")
    attacker_out_of_supply: bool = _yes_no("halves the attack, rounded up [1.9, 4.4.2]")
    defender_out_of_supply: bool = _yes_no("halves the defense, rounded up [1.9, 4.4.2, 8.4]")
    fortress_level: int = _number("supply level of the pocket if it defends, 0 if not [10.3.2]", high=11)
    ju52_resistance: str = _text("the Ju 52 event that doubles [10.4.3]", "none", "unit", "stack")
    ju52_unit: int = _number("printed defense factor of the unit that a unit event doubles [10.4.3]")
    defender_units: int = _number("units in the defense, asked for at level 1 [10.3.2]", high=12)
    retreated_units: int = _number("defending units, not in the defense, that retreated here [8.12.9]", high=12)
    attack_bonus: int = _number("factors added by the attacker's supports [8.5.3]")
    defense_bonus: int = _number("factors added by the defender's supports [8.5.2]")
    attacker_elite: bool = _yes_no("the attacker declares the elite bonus [8.10.3]")
    defender_elite: bool = _yes_no("the defender declares the elite bonus [8.10.3]")
    armored_attack: bool = _yes_no("declared; its armored units count half for exploitation [8.14.3]")
    exploitation: bool = _yes_no("exploitation combat: the attacker's tactical results are ignored [9.3.2]")
    panzers_to_the_rescue: bool = _yes_no("active, and the defending stack is all German [14.1]")
    human_waves: bool = _yes_no("active, and the defending stack is all German [14.1]")
    overwhelming_attack: bool = _yes_no("active, and the attackers are all German with a panzer division [14.1]")
    soviet_rout: bool = _yes_no("active, and the attackers are all German with a panzer division [14.1]")
    weak_allies: bool = _yes_no("the stack is Axis allies of fewer than four steps, no German with it [8.11.1]")
    attacker_steps: int = _number("steps of the attackers, 0 if not told", high=MOST_STEPS)
    defender_steps: int = _number("steps of the defenders, 0 if not told", high=MOST_STEPS)
    attacker_aim: str = _text("what the attacker's choices save [CRT legend]", *AIMS)
    defender_aim: str = _text("what the defender's choices save [CRT legend]", *AIMS)
    rattenkrieg: bool = _yes_no("the Ju 52 event: on 1 to 5 each side loses a step, and nothing else [10.4.3]")
    terrain_bonus: int = field(default=UNTOLD, metadata={
        "kind": "int", "default": UNTOLD, "low": UNTOLD, "high": 1_000,
        "help": "factors of hex and hexside by an owner's chart; -1 for our guess [8.5.2]",
    })  # fmt: skip
    central_only: bool = _yes_no("our guess alone where numbers are assumed, without its range (rulings R2, R59)")
    losses_either_way: bool = _yes_no("the other reading of S and F: the loss comes either way (ruling R3)")

    ground: Ground = Ground()
    """The version of the terrain chart, no fact of a fight."""

    @property
    def level(self) -> dict[str, str]:
        """The row of the pocket's supply level; empty outside the pocket."""
        return dict(POCKET[str(self.fortress_level)]) if self.fortress_level else {}

    @property
    def is_mud(self) -> bool:
        """Whether the weather is mud [3.2.2]."""
        return self.weather == "mud"


OPTIONS = (ATTACK, DEFENSE, *(Option(f.name, **f.metadata) for f in fields(Facts) if f.metadata))


def refuse_nonsense(facts: Facts) -> None:
    """Raise `GameError` naming the first fact that contradicts another, its value and what is allowed."""
    for name, is_wrong, expected in _contradictions(facts):
        if is_wrong:
            value = getattr(facts, name)
            said = ("no", "yes")[value] if isinstance(value, bool) else value
            raise GameError(f"{name} is {said}; expected {expected}")


def _contradictions(facts: Facts) -> Iterator[tuple[str, bool, str]]:
    """Yield a fact, whether it contradicts another, and what would do instead."""
    yield from _of_sides(facts)
    yield from _of_the_pocket(facts)
    yield "bridge", facts.bridge and facts.across == "none", "no where across is none [7.4]"
    swims = facts.is_mud and facts.across != "none" and not facts.bridge
    yield "bridge", swims, f"yes to attack across a {facts.across} in mud [3.2.2]"


def _of_sides(facts: Facts) -> Iterator[tuple[str, bool, str]]:
    effects = [row for row in SUPERIORITY.rows if getattr(facts, row["id"])]
    for row in effects:
        other_side = row["attacker"] != facts.attacker
        yield row["id"], other_side, f"no when the {facts.attacker} side attacks [{row['rule']}]"
        yield "weak_allies", facts.weak_allies, f"no with {row['id']}, which asks for Germans only [14.1]"
    yield "weak_allies", facts.weak_allies and facts.attacker == "axis", "no when the axis side attacks [8.11.1]"
    many = facts.defender_steps >= LIMITS.integer("weak_ally_steps_below")
    yield "weak_allies", facts.weak_allies and many, f"no with {facts.defender_steps} defender_steps [8.11.1]"


def _of_the_pocket(facts: Facts) -> Iterator[tuple[str, bool, str]]:
    level, n = facts.level, facts.fortress_level
    yield "fortress_level", n > 0 and facts.attacker == "axis", "0 when the axis side attacks [10.2.3]"
    yield "defender_out_of_supply", n > 0 and facts.defender_out_of_supply, f"no at fortress_level {n} [10.2.3]"
    if level:
        no_elite = facts.defender_elite and level["has_elite"] == "no"
        yield "defender_elite", no_elite, f"no at fortress_level {n} [10.3.4]"
        for row in SUPERIORITY.rows:
            is_lost = getattr(facts, row["id"]) and level["has_superiority"] == "no"
            yield row["id"], is_lost, f"no at fortress_level {n} [10.3.4]"
    by_units = level.get("defense") == "1"
    yield "defender_units", by_units and not facts.defender_units, f"1 to 12 at fortress_level {n} [10.3.2]"
    yield "rattenkrieg", facts.rattenkrieg and not n, "no at fortress_level 0 [10.4.3]"
    doubled = facts.ju52_resistance
    yield "ju52_resistance", doubled != "none" and not n, "none at fortress_level 0 [10.4.3]"
    is_asked = doubled == "unit" and not by_units
    is_right = 1 <= facts.ju52_unit <= facts.defense if is_asked else facts.ju52_unit == 0 or doubled == "unit"
    yield "ju52_unit", not is_right, f"1 to {facts.defense} with ju52_resistance unit" if is_asked else "0 without it"
