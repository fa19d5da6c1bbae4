"""Stalingrad Roads: one whole combat, read a second time from the rulebook and the rulings."""

import csv
from fractions import Fraction
from math import ceil
from pathlib import Path
from typing import Any

from tests.games.stalingrad_roads.second.book import CRT, final_odds, odds_step, step_label, steps_lost

# Attacker's step losses, defender's step losses, attacker retreats, defender's retreat in hexes,
# exploitation level, reaction of the defender, defender's hex emptied.
Outcome = tuple[int, int, bool, int, int, bool, bool]
Facts = dict[str, Any]

RAW = Path(__file__).parents[4] / "data" / "raw" / "stalingrad_roads"

NUMBERS = (
    "attack defense shift fortress_level ju52_unit defender_units retreated_units attack_bonus defense_bonus"
    " attacker_steps defender_steps"
)
SWITCHES = (
    "bridge attacker_out_of_supply defender_out_of_supply attacker_elite defender_elite exploitation"
    " panzers_to_the_rescue human_waves overwhelming_attack soviet_rout weak_allies losses_either_way"
)
DEFAULTS: Facts = {
    **dict.fromkeys(NUMBERS.split(), 0),
    **dict.fromkeys(SWITCHES.split(), False),
    "attacker": "soviet",
    "weather": "snow",
    "terrain": "clear",
    "across": "none",
    "ju52_resistance": "none",
    "attacker_aim": "ground",
    "defender_aim": "ground",
}

LEVELS = {"E": 1, "E2": 2, "E3": 3}
# From best to worst for the side.
ATTACKER_ORDER = {
    "ground": ["D1", "Eng", "-", "toll", "AR"],
    "steps": ["D1", "-", "Eng", "toll", "AR"],
}
DEFENDER_ORDER = {
    "ground": ["R", "-", "F", "S", "Eng", "DR", "DR2", "DR3"],
    "steps": ["R", "-", "F", "S", "DR", "DR2", "DR3", "Eng"],
    "either": ["R", "-", "DR", "DR2", "DR3", "F", "S", "Eng"],
}
POCKET = {"DR3": "DR", "DR2": "S", "DR": "S"}


def layered(name: str) -> dict[str, dict[str, str]]:
    """Rows of a table by their first cell; what it leaves open is filled by .inferred, then .assumed."""
    table: dict[str, dict[str, str]] = {}
    for layer in ("", ".inferred", ".assumed"):
        with (RAW / f"{name}{layer}.csv").open(encoding="utf-8") as lines:
            for row in csv.DictReader(lines):
                key = row["terrain"]
                if layer == "":
                    table[key] = dict(row)
                    continue
                for field, cell in row.items():
                    if cell != "" and table[key][field] == "?":
                        table[key][field] = cell
    return table


def read_blocks() -> list[str]:
    """Color block of the rows 2 to 12, central member of the family."""
    with (RAW / "elite_blocks.assumed.csv").open(encoding="utf-8") as lines:
        return [row["threes"] for row in csv.DictReader(lines)]


TERRAIN = layered("terrain")
RESULTS = layered("terrain_results")
BLOCKS = read_blocks()


def hex_terrain(f: Facts) -> str:
    """Terrain of the hex; a marsh is a forest once the major rivers are frozen (3.4)."""
    if f["terrain"] == "marsh" and f["weather"] == "frozen_major_rivers":
        return "forest"
    return str(f["terrain"])


def water(f: Facts) -> str:
    """What the hexside works as: none, frozen_river, river, major_river or mud_bridge (3.2.2, 3.4)."""
    if f["across"] == "none":
        return "none"
    if f["weather"] == "mud":
        return "mud_bridge"
    if f["weather"] in ("frozen_rivers", "frozen_major_rivers") and f["across"] == "river":
        return "frozen_river"
    if f["weather"] == "frozen_major_rivers":
        return "river"
    return str(f["across"])


def bonus(name: str) -> int:
    """Defense bonus of a terrain; what no layer fills is none."""
    cell = TERRAIN[name]["defense_bonus"]
    return 0 if cell in ("", "?") else int(cell)


def attack_strength(f: Facts) -> int:
    """Attack after supply, mud and supports."""
    total = Fraction(f["attack"])
    if f["attacker_out_of_supply"]:
        total = total / 2
    if water(f) == "mud_bridge":
        total = total / 3
    return ceil(total) + int(f["attack_bonus"])


def unit_strength(f: Facts) -> int:
    """Defense of the units of the hex after supply or level and Ju 52 markers (4.4.2, 10.3.2, 10.4.3)."""
    doubled = f["ju52_resistance"]
    level = f["fortress_level"]
    if level == 1:
        units = int(f["defender_units"])
        if doubled == "stack":
            return 2 * units
        return units + 1 if doubled == "unit" else units
    share = Fraction(1)
    if f["defender_out_of_supply"] or 2 <= level <= 6:
        share = Fraction(1, 2)
    if doubled == "unit":
        others = f["defense"] - f["ju52_unit"]
        return ceil(share * others) + int(2 * share * f["ju52_unit"])
    if doubled == "stack":
        share = 2 * share
    return ceil(share * f["defense"])


def defense_strength(f: Facts) -> int:
    """Defense with everything."""
    total = unit_strength(f)
    total += f["retreated_units"] * (2 if f["ju52_resistance"] == "stack" else 1)
    total += bonus(hex_terrain(f))
    if water(f) in ("river", "major_river"):
        total += bonus(water(f))
    total += int(f["defense_bonus"])
    if water(f) == "frozen_river":
        total += 1
    return total


def attacker_worth(result: tuple[str, int], aim: str) -> tuple[int, int]:
    """Place of an applied result (other effect, exploitation level); smaller is better."""
    return -result[1], ATTACKER_ORDER[aim].index(result[0])


def split(printed: str) -> tuple[str, int]:
    """Other effect and exploitation level of a result."""
    return ("-", LEVELS[printed]) if printed in LEVELS else (printed, 0)


class AttackerResult:
    """The attacker's printed result with all that changes it (8.10, 8.11, 9.3.2, 14.1)."""

    def __init__(self, f: Facts, printed: str) -> None:
        self.breakthrough = False
        self.rout = False
        self.effect = "-"
        self.level = 0
        self.has_toll = False  # the second roll's attrition for the attacker alone
        if f["exploitation"]:
            return
        if f["weather"] == "mud":
            if printed in LEVELS or (f["weak_allies"] and printed in ("-", "D1")):
                self.effect = "toll"
            elif printed != "D1":
                self.effect = printed
            self.has_toll = self.effect == "toll" or bool(f["weak_allies"])
            return
        row = RESULTS[hex_terrain(f)]
        self.effect, self.level = split(row.get(printed, printed))
        if water(f) == "major_river":
            other = split(RESULTS["major_river"].get(printed, printed))
            if attacker_worth(other, "ground") > attacker_worth((self.effect, self.level), "ground"):
                self.effect, self.level = other
        self.breakthrough = self.level >= 2
        if f["overwhelming_attack"] and self.effect != "AR":
            self.level += 1
        self.rout = bool(f["soviet_rout"]) and self.level >= 2
        if f["weak_allies"]:
            self.level += 1

    def worth(self, aim: str) -> tuple[int, int]:
        return attacker_worth((self.effect, self.level), aim)


def defender_result(f: Facts, printed: str) -> str:
    """The defender's printed result after terrain and pocket (8.10.2, 10.2.3)."""
    result = RESULTS[hex_terrain(f)].get(printed, printed)
    if f["fortress_level"] > 0:
        result = POCKET.get(result, result)
    return result


def choose(f: Facts, column: str, row: int) -> tuple[AttackerResult, str]:
    """Both applied results of a rolled row, chosen from its block with an elite bonus (8.10.3)."""
    cells = CRT[column]
    best_a = AttackerResult(f, cells[row][1])
    best_d = defender_result(f, cells[row][2])
    order = DEFENDER_ORDER[f["defender_aim"]]
    if f["defender_aim"] == "steps" and f["losses_either_way"]:
        order = DEFENDER_ORDER["either"]
    for place in range(11):
        if BLOCKS[place] != BLOCKS[row]:
            continue
        if f["attacker_elite"]:
            other_a = AttackerResult(f, cells[place][1])
            if other_a.worth(f["attacker_aim"]) < best_a.worth(f["attacker_aim"]):
                best_a = other_a
        if f["defender_elite"]:
            other_d = defender_result(f, cells[place][2])
            if order.index(other_d) < order.index(best_d):
                best_d = other_d
    return best_a, best_d


def capped(losses: int, steps: int) -> int:
    """Losses, no more than the steps there are; 0 steps is not given."""
    return min(losses, steps) if steps > 0 else losses


def settle(f: Facts, first: str, again: str, mine: AttackerResult, yours: str) -> Outcome:
    """Consequences of a roll; again is the attrition of the second roll, "-" if there is none."""
    steps_a, steps_d = f["attacker_steps"], f["defender_steps"]
    # Attrition and superiority.
    lost_a = steps_lost(first, "A")
    if f["human_waves"] and lost_a >= 1 and not mine.breakthrough:
        lost_a += 1
    if mine.rout:
        lost_a = max(0, lost_a - 1)
    lost_a = capped(lost_a, steps_a)
    lost_d = capped(steps_lost(first, "D"), steps_d)
    # AR.
    retreats = False
    if mine.effect == "AR" and (steps_a == 0 or lost_a < steps_a):
        if f["attacker_aim"] == "ground" and (steps_a == 0 or steps_a - lost_a > 2):
            lost_a += 2
        else:
            retreats = True
    # The second roll, and D1.
    lost_a = capped(lost_a + steps_lost(again, "A"), steps_a)
    if "Eng" in (mine.effect, yours):
        lost_d = capped(lost_d + steps_lost(again, "D"), steps_d)
    if mine.effect == "D1":
        lost_d = capped(lost_d + 1, steps_d)
    # The defender's result.
    hexes = 0
    if steps_d == 0 or lost_d < steps_d:
        if yours in ("DR", "DR2", "DR3"):
            hexes = int(yours[2:] or 1)
        elif yours in ("S", "F"):
            stay = 1 if yours == "S" or f["losses_either_way"] else 0
            go = 1 if yours == "F" or f["losses_either_way"] else 0
            holds = f["defender_aim"] == "ground" and (steps_d == 0 or steps_d - lost_d > stay)
            if stay <= go or holds:
                lost_d += stay
            else:
                lost_d += go
                hexes = 1
    reaction = yours == "R" or (bool(f["panzers_to_the_rescue"]) and not mine.breakthrough)
    level = 0 if steps_a > 0 and lost_a >= steps_a else mine.level
    emptied = hexes > 0 or (steps_d > 0 and lost_d >= steps_d)
    return lost_a, lost_d, retreats, hexes, level, reaction, emptied


def fight(**facts: Any) -> tuple[str, dict[Outcome, Fraction] | None]:
    """Label of the final column and law of the consequences, None if the attack is cancelled."""
    f = DEFAULTS | facts
    if len(f) != len(DEFAULTS):
        raise ValueError(f"unknown facts in {sorted(facts)}")
    attack, defense = attack_strength(f), defense_strength(f)
    column = final_odds(attack, defense, f["shift"])
    if column is None:
        return step_label(odds_step(attack, defense) + f["shift"]), None
    counts: dict[Outcome, int] = {}  # of the 1296 throws of two dice twice
    for row in range(11):
        mine, yours = choose(f, column, row)
        is_again = mine.has_toll or "Eng" in (mine.effect, yours)
        for place in range(11) if is_again else [5]:
            again = CRT[column][place][0] if is_again else "-"
            ways = (6 - abs(row - 5)) * (6 - abs(place - 5) if is_again else 36)
            outcome = settle(f, CRT[column][row][0], again, mine, yours)
            counts[outcome] = counts.get(outcome, 0) + ways
    return column, {outcome: Fraction(ways, 1296) for outcome, ways in counts.items()}
