"""What a result does: losses, retreats, advances, in this order, the defender first [7.6, 7.7, 8.4]."""

from __future__ import annotations

from dataclasses import dataclass, field

from sim.games.leningrad.referee import advance, forts, retreat
from sim.games.leningrad.referee.battle import Battle
from sim.games.leningrad.referee.counters import GERMAN, Unit
from sim.games.leningrad.referee.state import State
from sim.referee.events import Event


@dataclass
class Answer:
    """What a force has done about its half of a result."""

    units: list[Unit]
    result: str
    foes: list[str]
    """Hexes of the enemy force."""
    guests: list[Unit] = field(default_factory=list)
    is_standing: bool = False
    """Steps alone are allowed: the attacker after an overrun that succeeded [R28]."""
    lost: int = 0
    dying: str = ""
    """Unit without steps that is not eliminated yet."""
    tracks: dict[str, list[str]] = field(default_factory=dict)
    """Hexes through which each unit retreated, its own first."""

    @property
    def due(self) -> int:
        """Steps and hexes that the result asks for."""
        return int(self.result) if self.result in ("1", "2") else 0

    @property
    def rule(self) -> str:
        """The rule of the result."""
        return {"-": "8.4", "E": "8.44", "1": "8.41", "2": "8.42"}[self.result]

    @property
    def steps(self) -> int:
        """Steps left."""
        return sum(unit.steps for unit in self.units)


KINDS = ("step_loss", "eliminated", "retreat", "advance", "fort_lost")


def settle(state: State, battle: Battle, results: tuple[str, str], rows: list[Event]) -> None:
    """Check everything that follows a header."""
    lines = list(rows)
    shared = "-" not in results
    defense = Answer(battle.defenders, results[0], battle.attacker_hexes, battle.guests)
    _answer(state, defense, lines)
    is_cleared = all(not state.enemies(battle.side, hex_) for hex_ in battle.hexes)
    attack = Answer(battle.attackers, results[1], battle.defended_hexes, is_standing=battle.is_overrun and is_cleared)
    _answer(state, attack, lines)
    if shared:
        state.saw("8.43")
    if battle.is_overrun:
        state.saw("7.6" if is_cleared else "7.7")
        for unit in attack.units:
            trek = state.treks[unit.id]
            trek.is_over |= unit.id in attack.tracks
            trek.is_stopped = False  # whoever overruns may go on [7.0, 7.7]
    advance.settle(state, battle, results, defense.tracks, attack.tracks, lines)
    if lines:
        state.seq = lines[0].seq
        answer = defense if lines[0].unit in {unit.id for unit in [*battle.defenders, *battle.guests]} else attack
        rule = "8.4" if answer.result == "-" else "8.43"
        state.breach(rule, f"{lines[0].kind} of {lines[0].unit} has no place after battle {battle.number}")
    forts.check_lost(state)


def _answer(state: State, answer: Answer, lines: list[Event]) -> None:
    """Take the rows of a force from the front of the lines, then check that the result is answered in full."""
    force = {unit.id for unit in [*answer.units, *answer.guests]}
    while lines and lines[0].kind != "advance":
        row = lines[0]
        if row.kind == "fort_lost":
            state.seq = row.seq
            forts.lose(state, row)
        elif row.unit not in force:
            break
        else:
            state.seq = row.seq
            _ROWS[row.kind](state, answer, row)
        lines.pop(0)
    _check_answered(state, answer)


def _step_loss(state: State, answer: Answer, row: Event) -> None:
    unit = state.standing(row, "loses a step")
    state.require(unit not in answer.guests, "8.2", f"{unit.id} retreated in earlier and takes no step of this battle")
    state.require(answer.lost < answer.due, answer.rule, f"{unit.id} loses a step; the result is {answer.result}")
    state.require(not answer.tracks, "8.42", f"{unit.id} loses its step after the retreat")
    state.require(unit.steps > 0, "8.45", f"{unit.id} has no step to lose")
    unit.steps -= 1
    answer.lost += 1
    state.require(row.value == unit.steps, "8.45", f"{unit.id} has {unit.steps} steps left, not {row.value}")
    if answer.dying and answer.dying != unit.id:
        state.breach("8.45", f"{answer.dying} has no step left and is not eliminated")
    answer.dying = unit.id if unit.steps == 0 else ""
    for rule in (answer.rule, "8.45"):
        state.saw(rule)


def _eliminated(state: State, answer: Answer, row: Event) -> None:
    unit = state.standing(row, "is eliminated")
    if unit in answer.guests:
        state.require(answer.result != "-", "8.2", f"{unit.id} is eliminated though the defense held")
        state.saw("8.2")
    elif answer.result == "E":
        state.saw("8.44")
    else:
        state.require(unit.steps == 0, answer.rule, f"{unit.id} is eliminated with {unit.steps} steps left")
        answer.dying = ""
    state.eliminate(unit)
    if unit.side == GERMAN:
        state.saw("14.10")


def _retreat(state: State, answer: Answer, row: Event) -> None:
    if answer.dying:
        state.breach("8.45", f"{answer.dying} has no step left and is not eliminated")
    unit = state.unit(row)
    state.require(unit not in answer.guests, "8.2", f"{unit.id} retreats again instead of being eliminated")
    state.require(answer.due > 0, answer.rule, f"{unit.id} retreats; the result is {answer.result}")
    state.require(not answer.is_standing, "7.6", f"{unit.id} retreats after an overrun that succeeded")
    state.require(row.from_hex == unit.hex or unit.is_eliminated, "8.46", f"{unit.id} is not at {row.from_hex}")
    track = answer.tracks.setdefault(unit.id, [unit.hex])
    if next(reversed(answer.tracks)) != unit.id:
        state.breach("8.46", f"{unit.id} retreats on after another unit has retreated")
    hexes = answer.due - answer.lost
    state.require(len(track) <= hexes, answer.rule, f"{unit.id} retreats {len(track)} hexes; {hexes} are due")
    retreat.step(state, row, answer.foes, hexes - len(track))
    track.append(unit.hex)
    state.saw(answer.rule)


_ROWS = {"step_loss": _step_loss, "eliminated": _eliminated, "retreat": _retreat}


def _check_answered(state: State, answer: Answer) -> None:
    if answer.result == "-":
        return
    for unit in answer.units:
        if unit.steps == 0 and not unit.is_eliminated:
            state.breach("8.45", f"{unit.id} has no step left and is not eliminated")
        if answer.result == "E" and not unit.is_eliminated:
            state.breach("8.44", f"{unit.id} is not eliminated by an E")
    for unit in answer.guests:
        state.require(unit.is_eliminated, "8.2", f"{unit.id} retreated in earlier and must be eliminated, but stands")
    left = answer.due - answer.lost
    for unit in answer.units:
        if not unit.is_eliminated:
            gone = len(answer.tracks.get(unit.id, [unit.hex])) - 1
            what = f"{unit.id} retreats {gone} hexes with {answer.lost} steps lost; the result is {answer.result}"
            state.require(gone == left, answer.rule, what)
