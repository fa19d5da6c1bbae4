"""A combat or an overrun as the log declares it: who takes part, in which order [7, 8.1, 8.2, 11.2, 12.1]."""

from __future__ import annotations

from dataclasses import dataclass, field

from sim.games.leningrad.referee import movement, regeneration, supply, surprise
from sim.games.leningrad.referee.counters import AIR_FROM, GERMAN, SOVIET, Unit
from sim.games.leningrad.referee.state import STACK, State, enemy
from sim.referee.breach import LOG
from sim.referee.events import Event

ORDER = ("attack", "defend", "air", "reveal", "supply")
"""The rows before the header, in the order in which they are told."""


@dataclass
class Battle:
    """One combat or overrun."""

    number: int
    is_overrun: bool
    side: str
    """The attacker's."""
    attackers: list[Unit] = field(default_factory=list)
    defenders: list[Unit] = field(default_factory=list)
    """Those that count; not what retreated into the hex in this combat phase."""
    guests: list[Unit] = field(default_factory=list)
    """Those that retreated into the hex in this combat phase and add nothing [8.2]."""
    hexes: list[str] = field(default_factory=list)
    """Defended hexes, lowest first."""
    origins: dict[str, str] = field(default_factory=dict)
    """Where each unit stood."""
    air: dict[int, int] = field(default_factory=lambda: {0: 0, 1: 0})
    """Air units for the defender (0) and the attacker (1)."""
    supplied: dict[str, bool] = field(default_factory=dict)

    @property
    def defended_hexes(self) -> list[str]:
        """The hexes of the enemy force, for the attacker's retreat."""
        return self.hexes

    @property
    def attacker_hexes(self) -> list[str]:
        """The hexes of the enemy force, for the defender's retreat."""
        return sorted({self.origins[unit.id] for unit in self.attackers})


def read(state: State, rows: list[Event], header: Event) -> Battle:
    """Check the rows before a header one after the other and return the battle."""
    side = movement.side_to_move(state)
    is_overrun = header.kind == "overrun"
    where = "7.0" if is_overrun else "4.0"
    state.require(is_overrun == (state.phase in (2, 6)), where, f"{header.kind} in phase {state.phase}")
    number = header.battle if header.battle is not None else -1
    state.require(number > state.battle, LOG, f"battle {number} follows battle {state.battle}")
    state.battle = number
    battle = Battle(number, is_overrun, side)
    last = 0
    for row in rows:
        state.seq = row.seq
        rank = ORDER.index(row.kind)
        if rank < last:
            rule = {"air": "11.2", "attack": "12.1", "defend": "12.1"}.get(row.kind, LOG)
            state.breach(rule, f"{row.kind} of {row.unit} is told after {ORDER[last]} in battle {number}")
        last = rank
        _READERS[row.kind](state, battle, row)
    state.seq = header.seq
    _check_whole(state, battle, header)
    return battle


def _attack(state: State, battle: Battle, row: Event) -> None:
    unit = state.standing(row, "attacks")
    state.require(unit.side == battle.side, "8.0", f"{unit.id} attacks in the phase of the other side")
    state.require(unit not in battle.attackers, "8.1", f"{unit.id} attacks twice in battle {battle.number}")
    if not battle.is_overrun:
        state.require(unit.id not in state.attacked, "8.1", f"{unit.id} attacks a second time in this phase")
    battle.attackers.append(unit)
    battle.origins[unit.id] = unit.hex
    target = state.hex(row.to_hex)
    if target not in battle.hexes:
        battle.hexes.append(target)
    rule = "7.0" if battle.is_overrun else "8.1"
    is_near = target in state.ground.sides[unit.hex]
    state.require(is_near, rule, f"{unit.id} at {unit.hex} attacks {target}, which it does not touch")
    state.require(
        state.ground.is_open(unit.hex, target), "5.0", f"{unit.id} attacks {target} from {unit.hex} over sea or lake"
    )
    if battle.is_overrun:
        surprise.forbid_overrun(state, unit)


def _defend(state: State, battle: Battle, row: Event) -> None:
    unit = state.standing(row, "defends")
    hex_ = state.hex(row.to_hex)
    state.require(unit.side == enemy(battle.side), "8.0", f"{unit.id} defends against its own side")
    state.require(unit.hex == hex_, "8.2", f"{unit.id} defends {hex_}, is at {unit.hex}")
    state.require(unit not in battle.defenders + battle.guests, "8.1", f"{unit.id} defends twice")
    is_guest = not battle.is_overrun and unit.id in state.fled and not _fled_alone(state, unit)
    if row.value != (0 if is_guest else 1):
        rule = "7.8" if battle.is_overrun else "8.2"
        word = "retreated in this phase and adds nothing" if is_guest else "defends with its strength"
        state.breach(rule, f"{unit.id} at {hex_} {word}; the log says {row.value}")
    if is_guest:
        battle.guests.append(unit)
        state.saw("8.2")
    else:
        state.require(
            battle.is_overrun or unit.id not in state.defended or unit.id in state.fled,  # alone, see above
            "8.1", f"{unit.id} is attacked twice in this phase",
        )  # fmt: skip
        battle.defenders.append(unit)
        if unit.id in state.fled:
            state.saw("7.8")
    battle.origins[unit.id] = unit.hex
    if hex_ not in battle.hexes:
        battle.hexes.append(hex_)


def _fled_alone(state: State, unit: Unit) -> bool:
    """Return whether all who stand with a unit retreated too, so that by R40's other reading they may be attacked."""
    here = state.friends(unit.side, unit.hex)
    return state.readings["R40"] == "alone-again" and all(friend.id in state.fled for friend in here)


def _air(state: State, battle: Battle, row: Event) -> None:
    commit_air(state, row.unit)
    role = 1 if battle.side == GERMAN else 0
    state.require(row.value == role, "11.0", f"{row.unit} helps the Soviet side")
    state.require(state.hex(row.to_hex) in battle.hexes, "11.0", f"{row.unit} is sent to {row.to_hex}, not attacked")
    battle.air[role] += 1
    for rule in ("11.0", "11.1", "11.2"):
        state.saw(rule)


def commit_air(state: State, air: str) -> None:
    """Use an air unit: once a game turn, from the turn on which it comes [11.5, R16]."""
    state.require(air in AIR_FROM, LOG, f"no such air unit: {air!r}")
    state.require(state.turn >= AIR_FROM[air], "14.0", f"{air} comes on turn {AIR_FROM[air]}")
    state.require(air not in state.air_used, "11.5", f"{air} is used a second time on this turn")
    state.air_used.add(air)
    state.saw("11.5")


def _reveal(state: State, battle: Battle, row: Event) -> None:
    unit = state.standing(row, "is revealed")
    is_in = unit.side == SOVIET and unit in battle.attackers + battle.defenders
    state.require(is_in, "12.1", f"{unit.id} is revealed but takes no part in battle {battle.number}")
    state.require(not unit.is_revealed, "12.1", f"{unit.id} is revealed a second time")
    strengths = 100 * unit.attack + unit.defense
    if row.note != unit.counter or row.value != strengths:
        state.breach("12.0", f"{unit.id} was dealt {unit.counter} ({strengths}), not {row.note} ({row.value})")
    unit.is_revealed = True
    state.saw("12.0")
    state.saw("12.1")


def _supply(state: State, battle: Battle, row: Event) -> None:
    unit = state.standing(row, "takes part")
    is_in = unit in battle.attackers + battle.defenders + battle.guests
    state.require(is_in, LOG, f"supply of {unit.id}, which takes no part in battle {battle.number}")
    battle.supplied[unit.id] = supply.checked(state, row, unit)


_READERS = {"attack": _attack, "defend": _defend, "air": _air, "reveal": _reveal, "supply": _supply}


def _check_whole(state: State, battle: Battle, header: Event) -> None:
    """Check what only the whole declaration shows."""
    battle.hexes.sort(key=state.ground.index)
    number = battle.number
    rule = "7.4" if battle.is_overrun else "8.31"
    state.require(bool(battle.attackers), rule, f"nobody attacks in battle {number}")
    for hex_ in battle.hexes:
        here = [u for u in battle.defenders if u.hex == hex_]
        state.require(bool(here), "8.1", f"{hex_} is attacked, where nobody can be")
        for unit in state.enemies(battle.side, hex_):
            is_told = unit in battle.defenders or unit in battle.guests
            state.require(is_told, "7.5" if battle.is_overrun else "8.2", f"{unit.id} at {hex_} is left out")
        for unit in battle.attackers:
            is_near = state.ground.is_open(unit.hex, hex_)
            state.require(is_near, "8.21", f"{unit.id} at {unit.hex} does not touch all attacked hexes: {hex_}")
    for unit in battle.attackers + battle.defenders:
        state.require(unit.is_revealed, "12.1", f"{unit.id} takes part in battle {number} unrevealed")
        state.require(unit.id in battle.supplied, "9.0", f"supply of {unit.id} in battle {number} is not told")
    state.require(header.to_hex == battle.hexes[0], LOG, f"{header.kind} at {header.to_hex}, not {battle.hexes[0]}")
    if battle.is_overrun:
        _check_overrun(state, battle)
    else:
        state.attacked.update(unit.id for unit in battle.attackers)
        state.defended.update(unit.id for unit in battle.defenders)
        for rule in ("8.0", "8.1", "8.22", "8.31"):
            state.saw(rule)
        if len(battle.hexes) > 1:
            state.saw("8.21")
    for unit in battle.attackers + battle.defenders + battle.guests:
        if unit.side == GERMAN:
            regeneration.disturb(state, unit)


def _check_overrun(state: State, battle: Battle) -> None:
    """One to three units that began together and went together, and can pay [7.3, 7.4, R38]."""
    state.require(len(battle.hexes) == 1, "7.5", f"an overrun of more than one hex: {', '.join(battle.hexes)}")
    state.require(len(battle.attackers) <= STACK, "7.4", f"{len(battle.attackers)} units overrun together")
    target = battle.hexes[0]
    first = battle.attackers[0]
    for unit in battle.attackers:
        trek = movement.trek_in_overrun(state, unit, battle.supplied[unit.id])
        state.require(not trek.is_over, "7.7", f"{unit.id} overruns after its retreat from an overrun")
        state.require(unit.hex == first.hex, "7.4", f"{unit.id} overruns from {unit.hex}, {first.id} from {first.hex}")
        movement.end_others(state, unit)
        state.require(not trek.is_closed, "4.0", f"{unit.id} overruns after others have moved")
        if unit is not first:
            is_together = bool(trek.start) and trek.path == movement.trek_of(state, first).path
            state.require(is_together, "7.4", f"{unit.id} overruns with {first.id}, but did not move with it")
        cost = movement.overrun_cost(state, unit, trek, unit.hex, target)
        if cost > trek.left:
            state.breach("7.3", f"{unit.id} overruns {target} for {cost} half mp and has {trek.left} left")
        trek.spent += cost
    for rule in ("7.0", "7.3", "7.5"):
        state.saw(rule)
    treks = [state.treks[unit.id] for unit in battle.attackers]
    if len(treks) > 1:
        state.saw("7.4")
        if len(treks[0].path) > 1:
            state.saw("4.5")
    if any(trek.has_disengaged for trek in treks):
        state.saw("7.2")
