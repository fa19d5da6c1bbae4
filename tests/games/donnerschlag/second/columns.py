"""Donnerschlag: strengths, columns and what a result comes to, read a second time from the rulebook."""

from fractions import Fraction
from typing import NamedTuple

from tests.games.donnerschlag.second.facts import (
    Card,
    Facts,
    Hex,
    Unit,
    attacking_hexes,
    is_tank_across,
    rows,
    without_barred,
)
from tests.games.donnerschlag.second.tables import Cell, Filling, chart, ladder

NO_ATTACK = "no attack"
WORST = 0  # A1R, the result of every ratio below 1:1 [13.2]
After = tuple[tuple[str, int], ...]  # field by field
Spans = dict[object, tuple[Fraction, Fraction]]


class Site(NamedTuple):
    """A combat once the cards are known; column None: nobody attacks, -1: below 1:1."""

    start: int | None
    column: int | None
    drm: int
    is_barred: bool
    can_enter: bool


class Face(NamedTuple):
    """A die that stands: row 0 to 5, None without a die."""

    site: Site
    row: int | None
    is_draw: bool


Worth = tuple[int, int]
Weights = dict[Face, int]


def cell_of(face: Face) -> Cell | None:
    """The cell that is read, if any."""
    if face.row is None or face.site.column is None or face.site.column < 0:
        return None
    return face.row, face.site.column


def code_of(face: Face, table: Filling) -> str:
    """The result read."""
    cell = cell_of(face)
    if cell:
        return ladder()[table[cell]]
    return NO_ATTACK if face.row is None else ladder()[WORST]


# --- strengths and columns [11.2, 13.2] -------------------------------------------------------------


def added(hexes: list[Hex], is_city: bool, round_once: bool) -> int:
    """Attack strength: hex by hex halved or quartered and rounded down, then added (R9, R10)."""
    parts = []
    for one in hexes:
        whole = sum((Fraction(u.strength) / (1 if u.is_supplied else 2) for u in one.units), Fraction(0))
        parts.append(whole / (2 if is_city else 1))
    return int(sum(parts)) if round_once else sum(int(part) for part in parts)


def declared(facts: Facts) -> list[Hex]:
    """The attackers; those of one hex that is told by sums become units of a kind."""
    if facts.attackers:
        return attacking_hexes(facts)
    units = [Unit(facts.attack_out_of_supply, "", False), Unit(facts.attack - facts.attack_out_of_supply, "", True)]
    units += [Unit(0, "t")] * facts.attacker_tank + [Unit(0, "m")] * facts.attacker_motorized
    return [Hex(tuple(units), facts.river)]


def start_of(attack: int, defense: int, facts: Facts) -> int:
    """Where the ratio stands among the columns, 1:1 being 0 (R2, R3, R50)."""
    columns = [Fraction(label.split(":")[0]) for label in chart()[0]]
    last = len(columns) - 1
    if attack == 0:
        return -1
    if defense == 0:
        return last
    if attack < defense:
        return 1 + -(defense // attack + (defense % attack > 0)) if facts.below == "steps" else -1
    reached = sum(attack >= ratio * defense for ratio in columns) - 1
    if reached == last:
        reached += attack // defense - int(columns[last])
    return reached


def final_of(start: int, shift: int, facts: Facts) -> int:
    """The column read."""
    last = len(chart()[0]) - 1
    if facts.clamp_first:
        start = min(start, last)  # R4
    if facts.below == "unshifted":
        return -1 if start < 0 else min(max(start + shift, 0), last)
    return min(max(start + shift, -1), last)


def town_effects(facts: Facts) -> tuple[bool, bool, bool, int]:
    """Attack halved, tank shift barred, combined arms barred, DRM [13.2, R1]."""
    small = rows("drm", "id")["minor_village"]["value"], rows("drm", "id")["town"]["value"]
    village, town = (int(value) for value in small)
    if facts.terrain == "village":
        return False, facts.town_words == "two", False, village
    if facts.terrain == "town":
        return False, True, False, town
    if facts.terrain == "city":
        return True, True, True, 0 if facts.town_words == "three" else town
    return False, False, False, 0


def site_of(facts: Facts, played: list[Card]) -> Site:
    """The combat after the cards that came off."""
    is_halved, no_tank_shift, no_arms_shift, drm = town_effects(facts)
    hexes = declared(facts)
    river_counts = not any(card.no_river for card in played)
    is_barred = river_counts and is_tank_across(hexes)
    if is_barred:
        hexes = without_barred(hexes)
    if not hexes:
        return Site(None, None, 0, True, False)
    attack = max(0, added(hexes, is_halved, facts.round_once) + sum(card.attack for card in played))
    halved = Fraction(facts.defense_out_of_supply, 2)
    defense = max(0, int(facts.defense - halved) + sum(card.defense for card in played))
    supplied = {unit.kind for one in hexes for unit in one.units if unit.is_supplied}
    shift = facts.shift + sum(card.shift for card in played)
    shift += "t" in supplied and not no_tank_shift
    shift += {"t", "m"} <= supplied and not no_arms_shift
    shift -= facts.defender_tank and facts.defender_motorized and not no_arms_shift
    drm += facts.drm + sum(card.drm for card in played)
    if river_counts and any(one.is_across for one in hexes):
        drm -= 1  # once, whoever attacks across (R14)
    start = start_of(attack, defense, facts)
    # Only tanks advance, supplied or not; none that is left here is across a river that counts.
    has_tank = any(unit.kind == "t" for one in hexes for unit in one.units)
    return Site(start, final_of(start, shift, facts), drm, is_barred, has_tank)


# --- what a result comes to [13.2] --------------------------------------------------------------------


def asked(code: str) -> tuple[int, int, bool, bool]:
    """Steps asked of attacker and defender, and who retreats."""
    if code in ("-", NO_ATTACK):
        return 0, 0, False, False
    steps = sum(int(sign) for sign in code if sign.isdigit())
    retreats = code.endswith("R")
    return (steps, 0, retreats, False) if "A" in code else (0, steps, False, retreats)


def lost(steps_asked: int, retreats: bool, steps: int, trapped: int, stacks: int) -> int:
    """Steps that a side loses (R53)."""
    return min(max(steps_asked, trapped) + stacks if retreats else steps_asked, steps)


def aftermath(facts: Facts, site: Site, code: str, is_draw: bool) -> dict[str, int]:
    """Field by field what a result comes to; steps are of those who take part."""
    ask_a, ask_d, back_a, back_d = asked(code)
    steps_a = facts.attacker_steps - facts.barred_steps * site.is_barred
    loss_a = lost(ask_a, back_a, steps_a, facts.attacker_trapped_steps, facts.attacker_ezoc_stacks)
    loss_d = lost(ask_d, back_d, facts.defender_steps, facts.defender_trapped_steps, facts.defender_ezoc_stacks)
    gone_a, gone_d = code != NO_ATTACK and loss_a == steps_a, loss_d == facts.defender_steps
    cleared = gone_d or back_d
    stays = not gone_a and not back_a
    return {
        "attacker_step_losses": loss_a,
        "defender_step_losses": loss_d,
        "attacker_retreat_hexes": int(back_a and not gone_a),
        "defender_retreat_hexes": int(back_d and not gone_d),
        "is_attacker_eliminated": int(gone_a),
        "is_defender_eliminated": int(gone_d),
        "is_cleared": int(cleared),
        "is_taken": int(cleared and stays and site.can_enter),
        "is_tank_barred": int(site.is_barred),
        "is_draw": int(is_draw),
    }


def worth_of(facts: Facts, site: Site, code: str) -> Worth:
    """What the attacker makes of a result."""
    lost_a, lost_d, _, cleared = asked(code)
    if facts.attacker_steps:
        after = aftermath(facts, site, code, False)
        lost_a, lost_d = after["attacker_step_losses"], after["defender_step_losses"]
        cleared = bool(after["is_cleared"])
    return {
        "clear": (int(cleared), lost_d - lost_a),
        "spare": (-lost_a, int(cleared)),
        "bleed": (lost_d, int(cleared)),
        "exchange": (lost_d - lost_a, int(cleared)),
    }[facts.aim]
