"""A stopped game as a text that a person can read, and change, and back: TOML, checked line by line on reading."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

from sim.border import toml_of
from sim.games.leningrad.map import fields as f
from sim.games.leningrad.map import tables
from sim.games.leningrad.map.build import LOG_ROWS
from sim.games.leningrad.map.record.columns import TURN_COLUMNS
from sim.games.leningrad.map.record.log import SIDES
from sim.games.leningrad.played.orders import ORDERS, held_of, order_of, plans_of_state, sendings_of
from sim.games.leningrad.played.position_checks import Place, checked_head
from sim.games.leningrad.played.saved import HEX_FIELDS, SCALARS, SENT_FROM, UNIT_FIELDS, State, put, take
from sim.games.leningrad.players.roster import AHEAD, plans_of
from sim.map.board import load_board
from sim.map.forces import world as g
from sim.map.forces.world import Ints, World
from sim.map.forces.zones import place
from sim.match.saved import Saved
from sim.match.variation import MARK

FORMAT = "kessel position 1"
MOST_OPENED = 100_000
"""No hex counts for more points because of the way that it opens."""
_HEAD = """# A game of Leningrad, stopped before phase {phase} of turn {turn}; kessel play leningrad --at FILE goes on.
# It holds what is hidden: the counter under every untried unit.
"""
_COUNTS = {
    "battles": g.BATTLE, "regenerations": f.REGENS, "surprise_of_turn_8": f.SURPRISE, "late_arrivals": f.ENTERED_34,
    "forts_placed": f.FORTS_PLACED, "attacks": f.ATTACKS, "moves": f.MOVES, "air_used": f.AIR_USED,
    "air_used_second": f.AIR_USED + 1, "german_draws": f.RNG, "soviet_draws": f.RNG + 1,
}  # fmt: skip
"""Numbers that a game carries from phase to phase, by the names of the file."""


def text_of(saved: Saved, world: World, template: World, version: int) -> str:
    """Return a stopped game as TOML; `world` is one to work in."""
    put(world, template, saved.state)
    numbers = load_board(tables.GAME, saved.seats.board).numbers
    names = tables.unit_names()
    on_map = [u for u in range(f.N_UNITS) if world.u[g.STATE, u] == g.ON_MAP]
    head = {
        "format": FORMAT, "game": tables.GAME, "version": version, "seed": saved.seed, "match_game": saved.game,
        "board": saved.seats.board, "german": saved.seats.first, "soviet": saved.seats.second, "turn": saved.turn,
        "phase": saved.phase,
        "reduced": [names[u] for u in on_map if u < f.N_GERMAN and world.u[g.STEPS, u] == 1],
        "gone": [names[u] for u in range(f.N_UNITS) if world.u[g.STATE, u] == g.GONE],
        "tried": [names[u] for u in range(f.N_GERMAN, f.N_UNITS) if world.u[f.KNOWN, u]],
        **_held_back(saved.state),
        "held_by_germans": [numbers[h] for h in _marked(world.x[f.CONTROL] == f.GERMAN)],
    }  # fmt: skip
    parts = [_HEAD.format(phase=saved.phase, turn=saved.turn), *(_line(key, value) for key, value in head.items())]
    for name, rows in _sections(world, saved, numbers).items():
        parts += [f"\n[{name}]", *(_line(key, value) for key, value in rows.items())]
    return "\n".join(parts) + "\n"


def _sections(world: World, saved: Saved, numbers: Sequence[str]) -> dict[str, dict[str, Any]]:
    names, ids = tables.unit_names(), _counter_ids()
    stacks: dict[str, list[str]] = {}
    for h in range(len(numbers)):
        n = int(world.x[g.COUNT : g.COUNT + 2, h].sum())
        if n:
            stacks[numbers[h]] = [names[u] for u in world.x[g.SLOT : g.SLOT + n, h]]
    opener, points = int(world.s[f.OPENER]), int(world.s[f.OPENER_VP])
    waiting = [u for u in range(f.N_UNITS) if world.u[g.STATE, u] == g.WAITING]
    sent = {names[u]: numbers[h] for u, h in sendings_of(saved.state.plans[SENT_FROM:])}
    rows = {f"turn_{t}": world.turns[t, : f.N_YIELDS].tolist() for t in range(1, saved.turn + 1)}
    return {
        "readings": dict(saved.seats.readings),
        "stacks": stacks,
        "waiting": {names[u]: [int(world.u[f.ARRIVES, u]), int(world.u[f.GROUP, u])] for u in waiting},
        "last_moved": {
            names[u]: int(world.u[f.SINCE, u]) for u in range(f.N_GERMAN) if world.u[g.STATE, u] == g.ON_MAP
        },
        "counters": {names[u]: ids[int(world.u[f.COUNTER, u])] for u in range(f.N_GERMAN, f.N_UNITS)},
        "forts": {numbers[h]: int(world.x[f.FORT, h]) for h in _marked(world.x[f.FORT])},
        "interdicted": {numbers[h]: int(world.x[f.AIRED, h]) for h in _marked(world.x[f.AIRED])},
        **({"opens": {numbers[opener]: points}} if points else {}),
        "counts": {name: int(world.s[at]) for name, at in _COUNTS.items()},
        **({"sent": sent} if sent else {}),
        "plans": {SIDES[side]: int(saved.state.plans[side]) for side in range(2)},
        "turns": {"columns": list(TURN_COLUMNS), **rows},
        "history": {"events": len(saved.state.log), "packed": _pack(saved.state)},
    }


def _line(key: str, value: Any) -> str:
    return f"{key if key.replace('_', '').isalnum() else json.dumps(key)} = {json.dumps(value)}"


def _held_back(state: State) -> dict[str, list[str]]:
    """Return who is held back this turn, by order, if anybody."""
    names, found = tables.unit_names(), dict[str, list[str]]()
    for side in (f.GERMAN, f.SOVIET):
        order, those = order_of(int(state.plans[2 + side]), side)
        if those:
            found.setdefault(order, []).extend(names[u] for u in those)
    return found


def _plans(at: Place) -> Ints:
    """Return the plans of both sides and whom they hold back, a side all alike, and send somewhere, as in a `State`."""
    sides = SIDES[f.GERMAN], SIDES[f.SOVIET]
    chosen = [at.number("plans", name, 0, _n_plans(str(at.entries[name]), name) - 1) for name in sides]
    held, given = [0, 0], ["", ""]
    for order in (order for order in ORDERS if order in at.entries):
        units = at.units(order, 0, f.N_UNITS)
        for side in (f.GERMAN, f.SOVIET):
            those = [u for u in units if (u >= f.N_GERMAN) == (side == f.SOVIET)]
            if those and given[side]:
                at.fail(order, tables.unit_names()[those[0]], f"nobody of a side with units under {given[side]}")
            if those:
                given[side], held[side] = order, held_of(order, side, those)
    return plans_of_state(chosen, held, _sendings(at))


def _sendings(at: Place) -> list[tuple[int, int]]:
    """Return the units that are sent somewhere this turn, each with its hex."""
    given = at.entries.get("sent", {})
    if not isinstance(given, dict) or len(given) > f.MOST_SENT:
        at.fail("sent", given, f"a table of units and hexes, {f.MOST_SENT} at most")
    return [(at.unit("sent", name), at.hex(f"sent, {name}", at.text("sent", name))) for name in given]


def _n_plans(player: str, side: str) -> int:
    """Return how many plans the player of a side has; who does not look ahead keeps none, whatever stands there."""
    player = player.partition(MARK)[0]
    return len(plans_of(side, player)) if player in AHEAD else f.N_PLANS


def _marked(row: Any) -> list[int]:
    return [int(h) for h in np.flatnonzero(row)]


def _pack(state: State) -> str:
    return base64.b85encode(zlib.compress(state.log.astype("<i8").tobytes(), 9)).decode("ascii")


def state_of(entries: Mapping[str, Any], where: str, world: World, template: World) -> State:
    """Return the state that a parsed position tells; `GameError` names the place, the value and the need."""
    board = load_board(tables.GAME, entries["board"])
    at = Place(where, entries, board)
    blank = State(
        template.u[list(UNIT_FIELDS)], template.x[list(HEX_FIELDS)], template.s[list(SCALARS)], template.turns.copy(),
        _unpacked(at), _plans(at),
    )  # fmt: skip
    put(world, template, blank)
    world.s[g.TURN], world.s[g.SEED], world.s[g.GAME] = entries["turn"], entries["seed"], entries["match_game"]
    _set_counters(world, at)
    _set_units(world, at)
    _set_hexes(world, at)
    for name, place_of in _COUNTS.items():
        world.s[place_of] = at.number("counts", name, 0, 100_000)
    for turn in range(1, entries["turn"] + 1):
        world.turns[turn, : f.N_YIELDS] = at.numbers("turns", f"turn_{turn}", f.N_YIELDS)
    return take(world)


def parsed(text: str, where: str, version: int) -> Mapping[str, Any]:
    """Return the TOML of a position with its head checked; `GameError` or `BorderError` says what is wrong with it."""
    entries = toml_of(text, where)
    checked_head(entries, where, FORMAT, version)
    return entries


def _set_counters(world: World, at: Place) -> None:
    """Lay the Soviet counters under their units, and count what nobody has seen of each class [12.0]."""
    ids, names = _counter_ids(), tables.unit_names()
    tried = set(at.units("tried", f.N_GERMAN, f.N_UNITS))
    left = set(range(f.N_SOVIET))
    for u in range(f.N_GERMAN, f.N_UNITS):
        counter = at.text("counters", names[u])
        kind = int(world.u[g.CLASS, u])
        fits = [c for c in sorted(left) if ids[c] == counter and tables.counters()[c][0] == kind]
        if not fits:
            at.fail(f"counters, {names[u]}", counter, "a Soviet counter of its class that no other unit has")
        left.remove(fits[0])
        _, attack, defense, of_type = tables.counters()[fits[0]]
        world.u[f.COUNTER, u], world.u[f.TYPE, u], world.u[g.DEF, u] = fits[0], of_type, defense
        world.u[g.ATT, u] = world.u[g.FULL, u] = world.u[g.HALF, u] = attack
        world.u[f.KNOWN, u] = 1 if u in tried else 0
        if u not in tried:
            world.s[f.POOL_N + kind] += 1
            world.s[f.POOL_ATT + kind] += attack
            world.s[f.POOL_DEF + kind] += defense


def _set_units(world: World, at: Place) -> None:
    """Put every unit where it is: in a stack, still to come, or gone; each exactly once."""
    names, seen = tables.unit_names(), dict.fromkeys(at.units("gone", 0, f.N_UNITS), "gone")
    for u in seen:
        world.u[g.STATE, u] = g.GONE
    for u, (turn, group) in at.waiting(int(world.s[f.N_GROUPS])).items():
        at.once(seen, u, "waiting")
        world.u[f.ARRIVES, u], world.u[f.GROUP, u] = turn, group
    for h, stack in at.stacks():
        for u in stack:
            at.once(seen, u, f"stacks, {at.board.numbers[h]}")
            if world.u[g.SIDE, u] != world.u[g.SIDE, stack[0]]:
                at.fail(f"stacks, {at.board.numbers[h]}", names[u], "units of one side in a hex")
            place(world, u, h)
    missing = [names[u] for u in range(f.N_UNITS) if u not in seen]
    if missing:
        at.fail("stacks, waiting and gone", f"no {missing[0]}", "every unit once")
    for u in at.units("reduced", 0, f.N_GERMAN):
        world.u[g.STEPS, u] = 1
        world.u[g.ATT, u] = world.u[g.DEF, u] = world.u[g.HALF, u]
    for u in range(f.N_GERMAN):
        if world.u[g.STATE, u] == g.ON_MAP:
            world.u[f.SINCE, u] = at.number("last_moved", names[u], 0, f.N_TURNS)


def _set_hexes(world: World, at: Place) -> None:
    """Mark who held hexes last, forts, interdiction, and which hex is stormed for the way that it opens."""
    world.x[f.CONTROL, at.hexes("held_by_germans")] = f.GERMAN
    for h, number in at.marks("forts", f.N_FORTS):
        world.x[f.FORT, h] = number
        world.x[g.EXTRA + f.GERMAN, h], world.x[g.LINE + f.GERMAN, h] = world.p[f.P_FORT_MP], world.p[f.P_FORT_LINE]
    for h, number in at.marks("interdicted", f.N_AIR):
        world.x[f.AIRED, h] = number
        world.x[g.PACE + f.SOVIET, h] = world.x[g.LINE + f.SOVIET, h] = 2 * number
    for h, points in at.marks("opens", MOST_OPENED) if "opens" in at.entries else ():
        world.s[f.OPENER], world.s[f.OPENER_VP] = h, points


def _unpacked(at: Place) -> Any:
    """Return the log until here, no rows if the file has no history."""
    if "history" not in at.entries:
        return np.zeros((0, f.N_LOG_FIELDS), np.int64)
    n, unpacking = at.number("history", "events", 0, LOG_ROWS // 2), zlib.decompressobj()
    size = n * f.N_LOG_FIELDS * 8
    try:
        raw = unpacking.decompress(base64.b85decode(at.text("history", "packed")), size + 1)
    except (ValueError, zlib.error):
        at.fail("history, packed", "a text that cannot be unpacked", "the text that --save wrote, or no [history]")
    if len(raw) != size:  # a few signs may unpack to gigabytes: no more is unpacked than should be there
        more = "more" if len(raw) > size else len(raw) // f.N_LOG_FIELDS // 8
        at.fail("history, events", n, f"{more}, as many as are packed")
    rows = np.frombuffer(raw, "<i8").reshape(n, f.N_LOG_FIELDS).astype(np.int64)
    if (rows[:, f.C_HEXES] < 0).any() or (np.abs(rows) > 1 << 62).any():
        at.fail("history, packed", "rows that no game wrote", "the text that --save wrote, or no [history]")
    return rows


@cache
def _counter_ids() -> tuple[str, ...]:
    return tuple(row["id"] for row in tables.table("soviet_units").rows)
