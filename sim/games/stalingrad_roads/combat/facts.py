"""What a fight in Stalingrad Roads is asked about, in the order of rule 8.2.1; and which facts cannot go together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace

from sim.combat import ATTACK, DEFENSE
from sim.errors import GameError
from sim.games.stalingrad_roads.combat.chart import Ground
from sim.numbers.tables import load_list
from sim.options import one_of, whole_number, yes_no

SUPERIORITY = load_list("stalingrad_roads", "german_superiority")
POCKET = load_list("stalingrad_roads", "pocket_supply")
LIMITS = load_list("stalingrad_roads", "combat_limits")
MOST_STEPS = 100
BY_CHART = -1
"""The bonus of terrain where no owner's chart gives it: by the chart as we guess it."""
AIMS = ("ground", "steps")


@dataclass(frozen=True)
class Facts:
    """The facts of one fight; strengths are printed sums before halving, doubling and bonuses."""

    # [1.8.2, 5.5.5, 8.2.1]

    attack: int
    defense: int
    shift: int = whole_number("column shifts to the right from supports [8.5.6]", 1_000, low=-1_000)
    attacker: str = one_of("who attacks [8.1.2]", ("soviet", "axis"))
    weather: str = one_of(
        "ground and rivers of the turn [3.2, 3.4]", ("snow", "mud", "frozen_rivers", "frozen_major_rivers")
    )
    terrain: str = one_of(
        "the defender's hex [1.8, 8.10.2]", ("clear", "forest", "marsh", "village", "city", "major_city")
    )
    across: str = one_of("what every attacker attacks across [3.4, 8.10.4]", ("none", "river", "major_river"))
    bridge: bool = yes_no("every attacker across water has a bridge; counts in mud only [3.2.2]")
    attacker_out_of_supply: bool = yes_no("halves the attack, rounded up [1.9, 4.4.2]")
    defender_out_of_supply: bool = yes_no("halves the defense, rounded up [1.9, 4.4.2, 8.4]")
    fortress_level: int = whole_number("supply level of the pocket if it defends, 0 if not [10.3.2]", 11)
    ju52_resistance: str = one_of("the Ju 52 event that doubles [10.4.3]", ("none", "unit", "stack"))
    ju52_unit: int = whole_number("printed defense factor of the unit that a unit event doubles [10.4.3]", 1_000)
    defender_units: int = whole_number("units in the defense, asked for at level 1 [10.3.2]", 12)
    retreated_units: int = whole_number("defending units, not in the defense, that retreated here [8.12.9]", 12)
    attack_bonus: int = whole_number("factors added by the attacker's supports [8.5.3]", 1_000)
    defense_bonus: int = whole_number("factors added by the defender's supports [8.5.2]", 1_000)
    attacker_elite: bool = yes_no("the attacker declares the elite bonus [8.10.3]")
    defender_elite: bool = yes_no("the defender declares the elite bonus [8.10.3]")
    armored_attack: bool = yes_no("declared; its armored units count half for exploitation [8.14.3]")
    exploitation: bool = yes_no("exploitation combat: the attacker's tactical results are ignored [9.3.2]")
    panzers_to_the_rescue: bool = yes_no("active, and the defending stack is all German [14.1]")
    human_waves: bool = yes_no("active, and the defending stack is all German [14.1]")
    overwhelming_attack: bool = yes_no("active, and the attackers are all German with a panzer division [14.1]")
    soviet_rout: bool = yes_no("active, and the attackers are all German with a panzer division [14.1]")
    weak_allies: bool = yes_no("the stack is Axis allies of fewer than four steps, no German with it [8.11.1]")
    attacker_steps: int = whole_number("steps of the attackers, 0 if not given", MOST_STEPS)
    defender_steps: int = whole_number("steps of the defenders, 0 if not given", MOST_STEPS)
    attacker_aim: str = one_of("what the attacker's choices save [CRT legend]", AIMS)
    defender_aim: str = one_of("what the defender's choices save [CRT legend]", AIMS)
    rattenkrieg: bool = yes_no("the Ju 52 event: on 1 to 5 each side loses a step, and nothing else [10.4.3]")
    terrain_bonus: int = whole_number(
        "factors of hex and hexside by an owner's chart; -1 for our guess [8.5.2]",
        1_000,
        low=BY_CHART,
        default=BY_CHART,
    )
    central_only: bool = yes_no("our guess alone where numbers are assumed, without its range [rulings R2, R59]")
    losses_either_way: bool = yes_no("the other reading of S and F: the loss comes either way (ruling R3)")
    third_roll: bool = yes_no("the other reading of Eng: one on the second roll asks for a third (ruling R13)")
    ar_stays: bool = yes_no("the other reading of weak allies: no extra E beside AR (ruling R24)")
    eng_before_superiority: bool = yes_no("superiority looks at the losses of both rolls (ruling R52)")
    ar_last: bool = yes_no("the attacker answers AR after the second roll of Eng (ruling R55)")
    elite_by_print: bool = yes_no("the elite bonus chooses by what a result is worth as printed (ruling R56)")

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


OPTIONS = (
    ATTACK,
    DEFENSE,
    *(replace(f.metadata["option"], name=f.name) for f in fields(Facts) if "option" in f.metadata),
)


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
