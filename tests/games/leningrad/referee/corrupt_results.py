"""Logs spoiled in losses, retreats, advances, forts, regeneration, victory and the sequence of play."""

from __future__ import annotations

from random import Random

from sim.games.leningrad.referee.counters import GERMAN
from sim.games.leningrad.referee.ground import load_ground
from tests.games.leningrad.referee.tampering import battle_rows, before, corruption, drop, marks, new, shuffled, swap
from tests.games.spoiling import Rows, insert, note_of, pick, places


def _header(rows: Rows, at: int) -> int:
    return next(n for n in battle_rows(rows, at) if rows[n]["kind"] in ("combat", "overrun"))


def _retreats(rows: Rows, rng: Random, is_bad: str) -> Rows | None:
    """Send a retreat into a neighboring hex that is bad in one way."""
    for at in shuffled(rng, places(rows, "retreat"), 60):
        row, header = rows[at], _header(rows, at)
        state = before(rows, header)
        unit = state.units[row["unit"]]
        if unit.hex != row["from_hex"]:
            continue  # the second hex of a retreat
        is_attacker = any(rows[n]["kind"] == "attack" and rows[n]["unit"] == unit.id for n in battle_rows(rows, at))
        others = [n for n in battle_rows(rows, at) if rows[n]["kind"] == ("defend" if is_attacker else "attack")]
        foes = {rows[n]["to_hex" if is_attacker else "from_hex"] for n in others}
        for hex_ in state.ground.reach(unit.hex):
            if state.here(hex_) or hex_ == row["to_hex"]:
                continue
            far = min(state.ground.distance(foe, hex_) for foe in foes)
            if is_bad == "zone" and state.in_ezoc(unit.side, hex_) and far > 1:
                return swap(rows, at, to_hex=hex_)
            if is_bad == "toward" and far <= 1:
                return swap(rows, at, to_hex=hex_)
    return None


@corruption("8.47")
def retreats_into_a_zone(rows: Rows, rng: Random) -> Rows | None:
    """A retreat goes into an empty hex of an enemy zone."""
    return _retreats(rows, rng, "zone")


@corruption("8.47")
def retreats_toward_the_enemy(rows: Rows, rng: Random) -> Rows | None:
    """A retreat comes no farther from the force that caused it."""
    return _retreats(rows, rng, "toward")


@corruption("8.47")
def retreats_two_hexes_at_once(rows: Rows, rng: Random) -> Rows | None:
    """A retreat passes over a hex."""
    at = pick(rng, places(rows, "retreat"))
    if at is None:
        return None
    ground = load_ground(note_of(rows[0])["board"])
    far = [h for h in ground.terrain if ground.distance(rows[at]["from_hex"], h) == 2]
    return swap(rows, at, to_hex=rng.choice(far))


@corruption("8.4", "8.41", "8.42", "8.45", "8.43")
def phantom_step_loss(rows: Rows, rng: Random) -> Rows | None:
    """A German who came to no harm loses a step."""
    for at in shuffled(rng, places(rows, "combat", "overrun")):
        is_attacker = rows[at]["phase"] in (2, 3)
        half = note_of(rows[at])["result"].split("/")[1 if is_attacker else 0]
        if half != "-":
            continue
        kind = "attack" if is_attacker else "defend"
        n = next(n for n in battle_rows(rows, at) if rows[n]["kind"] == kind)
        unit = before(rows, n).units[rows[n]["unit"]]
        lost = new(rows[at], "step_loss", unit=unit.id, value=unit.steps - 1, battle=rows[at]["battle"])
        answered = [m for m in battle_rows(rows, at) if rows[m]["kind"] in ("step_loss", "eliminated", "retreat")]
        return insert(rows, max(answered, default=at) + 1, lost)
    return None


@corruption("8.41", "8.42", "8.45")
def step_not_taken(rows: Rows, rng: Random) -> Rows | None:
    """The steps of a force are not taken."""
    at = pick(rng, places(rows, "step_loss"))
    if at is None:
        return None
    force = [n for n in battle_rows(rows, at) if rows[n]["kind"] in ("step_loss", "eliminated") and _same(rows, n, at)]
    return drop(rows, force)


def _same(rows: Rows, one: int, other: int) -> bool:
    return rows[one]["unit"].startswith("s") == rows[other]["unit"].startswith("s")


@corruption("8.41", "8.42", "13.3")  # 13.3 where a fort is then lost to a hex that is not empty
def retreat_not_made(rows: Rows, rng: Random) -> Rows | None:
    """One unit of a force stays while its result asks for a retreat."""
    at = pick(rng, places(rows, "retreat"))
    if at is None:
        return None
    return drop(rows, [n for n in battle_rows(rows, at) if rows[n]["kind"] == "retreat" and _same(rows, n, at)])


@corruption("8.44", "8.45")
def eliminated_unit_stands(rows: Rows, rng: Random) -> Rows | None:
    """A unit without a step, or struck by an E, stays on the map."""
    found = [n for n in places(rows, "eliminated") if _is_own(rows, n)]
    at = pick(rng, found)
    return None if at is None else drop(rows, [at])


def _is_own(rows: Rows, at: int) -> bool:
    """Whether the unit took part itself: it did not only stand in the hex after an earlier retreat [8.2]."""
    told = [rows[n] for n in battle_rows(rows, at) if rows[n]["unit"] == rows[at]["unit"]]
    return not any(row["kind"] == "defend" and row["value"] == 0 for row in told)


@corruption("8.2")
def earlier_retreat_survives(rows: Rows, rng: Random) -> Rows | None:
    """A unit that retreated into a beaten hex earlier in the phase lives on."""
    at = pick(rng, [n for n in places(rows, "eliminated") if not _is_own(rows, n)])
    return None if at is None else drop(rows, [at])


@corruption("7.6")
def overrun_not_followed(rows: Rows, rng: Random) -> Rows | None:
    """Nobody enters the hex that an overrun cleared."""
    found = [n for n in places(rows, "advance") if rows[_header(rows, n)]["kind"] == "overrun"]
    at = pick(rng, found)
    if at is None:
        return None
    return drop(rows, [n for n in battle_rows(rows, at) if rows[n]["kind"] in ("advance", "fort_lost")])


@corruption("8.48")
def advances_elsewhere(rows: Rows, rng: Random) -> Rows | None:
    """An advance goes to a hex that the battle did not vacate."""
    for at in shuffled(rng, places(rows, "advance"), 60):
        state = before(rows, _header(rows, at))
        note = note_of(rows[_header(rows, at)])
        way = [h for h in state.ground.reach(rows[at]["from_hex"]) if h not in note["hexes"] and not state.here(h)]
        if way and state.units[rows[at]["unit"]].hex == rows[at]["from_hex"]:
            return swap(rows, at, to_hex=rng.choice(way))
    return None


@corruption("13.0")
def fort_too_early(rows: Rows, rng: Random) -> Rows | None:
    """A fort is placed before any has come."""
    mark = next(n for n in marks(rows, 5) if rows[n]["turn"] == 2)
    return insert(rows, mark + 1, new(rows[mark], "fort", unit="fort0", to_hex="2604"))


@corruption("13.0")
def fort_too_far(rows: Rows, rng: Random) -> Rows | None:
    """A fort is placed far from Leningrad."""
    at = pick(rng, places(rows, "fort"))
    return None if at is None else swap(rows, at, to_hex=rng.choice(["1601", "1908", "2108"]))


@corruption("13.4", "13.0")
def third_fort_of_a_turn(rows: Rows, rng: Random) -> Rows | None:
    """More forts are placed on a turn than may be."""
    ids = [f"fort{n}" for n in range(12)]
    for at in shuffled(rng, places(rows, "fort")):
        same = [n for n in places(rows, "fort", turn=rows[at]["turn"])]
        used = {rows[n]["unit"] for n in places(rows, "fort") if n <= max(same)}
        free = [fort for fort in ids if fort not in used]
        if len(same) == 2 and free:
            return insert(rows, max(same) + 1, rows[at] | {"unit": free[0]})
    return None


@corruption("13.2")
def fort_left_standing(rows: Rows, rng: Random) -> Rows | None:
    """A fort stays where Germans have come in."""
    at = pick(rng, places(rows, "fort_lost"))
    return None if at is None else drop(rows, [at])


@corruption("14.6", "14.7")
def regenerates_without_rest(rows: Rows, rng: Random) -> Rows | None:
    """A reduced unit is turned over where and when it has not rested."""
    for mark in shuffled(rng, marks(rows, 1)):
        state = before(rows, mark + 1)
        for unit in state.on_map(GERMAN):
            if unit.steps == 1 and unit.since == rows[mark]["turn"] - 1:
                return insert(rows, mark + 1, new(rows[mark], "regenerate", unit=unit.id, to_hex=unit.hex))
    return None


@corruption("16.1", "16.2")
def points_miscounted(rows: Rows, rng: Random) -> Rows | None:
    """A line of points has one too many."""
    at = pick(rng, places(rows, "vp"))
    return None if at is None else swap(rows, at, value=rows[at]["value"] + 1)


@corruption("16.1", "16.2", "14.8")
def points_left_out(rows: Rows, rng: Random) -> Rows | None:
    """A line of points is missing."""
    at = pick(rng, [n for n in places(rows, "vp") if rows[n]["value"]])
    return None if at is None else drop(rows, [at])


@corruption("16.3")
def margin_miscounted(rows: Rows, rng: Random) -> Rows | None:
    """The margin is off by one."""
    return swap(rows, len(rows) - 1, value=rows[-1]["value"] + rng.choice([-1, 1]))


@corruption("16.3")
def wrong_level(rows: Rows, rng: Random) -> Rows | None:
    """The winner is another."""
    return swap(rows, len(rows) - 1, note="german_strategic" if rows[-1]["value"] < 31 else "soviet_tactical")


@corruption("16.0")
def no_end(rows: Rows, rng: Random) -> Rows | None:
    """The result is not in the log."""
    return rows[:-1]


@corruption("3.0")
def phase_missing(rows: Rows, rng: Random) -> Rows | None:
    """A phase is not there."""
    at = pick(rng, places(rows, "phase"))
    return None if at is None else drop(rows, [at])


@corruption("3.0")
def game_cut_short(rows: Rows, rng: Random) -> Rows | None:
    """The log ends before turn 12 does."""
    at = pick(rng, [n for n in places(rows, "phase") if rows[n]["turn"] > 1])
    return None if at is None else rows[:at]


@corruption("1.0")
def set_up_elsewhere(rows: Rows, rng: Random) -> Rows | None:
    """A unit starts where it may not."""
    at = pick(rng, places(rows, "setup"))
    return None if at is None else swap(rows, at, to_hex="2108")


@corruption("1.0")
def set_up_one_short(rows: Rows, rng: Random) -> Rows | None:
    """A unit is missing from the start."""
    at = pick(rng, places(rows, "setup"))
    return None if at is None else drop(rows, [at])
