"""The facts of a combat of Traces of Hubris, in the order of 10.1, and what is refused as impossible."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sim.combat import ATTACK, MAX_STRENGTH
from sim.games.traces_of_hubris.combat.table import FAMILIES, GAME
from sim.numbers.tables import load_list
from sim.options import fact, one_of, options_of, refuse, several, strength, whole_number, yes_no

LIMITS = load_list(GAME, "combat_limits")
TERRAIN = load_list(GAME, "terrain")
FORTIFICATION = load_list(GAME, "fortification")
_LUFTWAFFE = load_list(GAME, "luftwaffe_limits")
_STACKING = load_list(GAME, "stacking")
_HEXES = LIMITS.integer("attacking_hexes_max")
_STACK = _STACKING.integer("combat_units") + _STACKING.integer("headquarters")
_STEPS = tuple(str(n + 1) for n in range(LIMITS.integer("unit_steps_max")))
_AIR_TABLE = {False: "offensive_markers_per_hex", True: "offensive_markers_on_city_optional"}
_AIR_MOST = max(_LUFTWAFFE.integer(row) for row in _AIR_TABLE.values())
_AIR_AN_ACTIVATION = _LUFTWAFFE.integer("offensive_markers_per_activation")
_ROOM = load_list(GAME, "retreat").integer("retreat_rr")
_EZOC_MOST = 6  # the hexes of the result, and those that the stacking limit may add [10.4]

SIDES = ("axis", "soviet")
BUILT_UP = ("town", "city")
"""What lies on top of another terrain; the rest of `HEXES` is ground."""
HEXES = tuple(row["terrain"] for row in TERRAIN.rows if row["entry_mp"] != "prohibited")
FORTS = ("none", *(row["state"] for row in FORTIFICATION.rows))
TAKES = ("best", "retreat", "steps", "split")


@dataclass(frozen=True, kw_only=True)
class Fight:
    """The facts of one combat; the fields are the options of the game, in this order."""

    attacker: str = one_of("who attacks [10.0]", SIDES)
    terrain: tuple[str, ...] = several(
        "of the hex attacked; again for a town or city on top [10.2]", ("clear",), choices=HEXES
    )
    fort: str = one_of("Soviet fortification marker in the hex [12.3]", FORTS)
    all_retreated: bool = yes_no("every unit attacked retreated into the hex in this activation [10.2, 10.4]")
    marker_defends: bool = yes_no("a ready marker defends even if all units retreated (ruling R10)")
    attack: int = strength(ATTACK, "attack strength of all that do not attack across a river [10.2]", may_be_none=True)
    across_river: tuple[str, ...] = several(
        "attack strength of a hex attacking across a river, to be halved; again for each hex [1.3, 10.2]"
    )
    halve_together: bool = yes_no("add all hexes across a river before halving (ruling R8)")
    defense: int = strength(
        ATTACK,
        "defense strength, without units that retreated into the hex and without marker [10.2]",
        may_be_none=True,
    )
    rounding: str = one_of(
        "odds between two columns: as in the examples, or as in the text (ruling R1)", ("down", "nearest")
    )
    clamp_last: bool = yes_no("odds above 10-1 keep their whole ratio until all is shifted (rulings R2, R3)")
    minors_only: bool = yes_no("no German unit attacks, so no air support [7.0]")
    air_markers: int = whole_number("offensive Luftwaffe markers on this attack [7.0]", _AIR_MOST)
    air_used: int = whole_number("offensive markers used before in this activation [7.0]", _AIR_AN_ACTIVATION)
    air_on_towns: str = one_of(
        "where option 14.4 holds: two markers, a column each (ruling R15)",
        ("as-elsewhere", "cities-and-towns", "cities"),
    )
    air_order: str = one_of(
        "air support after terrain and the test for 1-1, before them, or all at once (ruling R4)",
        ("last", "first", "together"),
    )
    shift: int = fact("int", 0, "further columns of the terrain chart, right positive")
    family: str = one_of("what the unprinted cells of the table are taken from (ruling R37)", tuple(FAMILIES))
    attacker_units: tuple[str, ...] = several("steps, 1 or 2, of an attacker; again for each unit [10.3]")
    attacker_retreats: bool = yes_no("what costs the attackers steps drives them back a hex as well (ruling R7)")
    attacker_ezoc: int = whole_number(
        "enemy zones of control that each attacking unit enters then [10.4, ruling R7]", 1
    )
    defender_units: tuple[str, ...] = several("steps, 1 or 2, of a defender; again for each unit [10.3]")
    defender_room: int = whole_number(
        "hexes that the defender can retreat; eliminated if he must go further [10.4]", _ROOM, default=_ROOM
    )
    stops_short: bool = yes_no("a unit with room for one hex of two stops there and lives (ruling R39)")
    ezoc_in_one: int = whole_number(
        "enemy zones of control that each unit enters in a retreat of one hex [10.4]", _EZOC_MOST
    )
    ezoc_in_two: int = whole_number("the same in a retreat of two hexes, both counted [10.4]", _EZOC_MOST)
    conversion: str = one_of("on a fortification, each hex of RR is paid apart, or all (ruling R16)", ("each", "all"))
    defender_takes: str = one_of("how a defender on a fortification meets an R or RR [12.3]", TAKES)
    defender_aim: str = one_of(
        "what he saves first: the hex, his units' steps, or hex and marker", ("hold", "spare", "marker")
    )
    mechanized: bool = yes_no("a mechanized unit attacks, not across a river [10.5]")
    clear_beyond: bool = yes_no(
        "a clear hex, no town, no river before it, lies beyond for it to enter [10.5, ruling R33]"
    )

    @property
    def is_bombed_town(self) -> bool:
        """Whether option 14.4 holds for the hex attacked."""
        where = {"as-elsewhere": (), "cities-and-towns": BUILT_UP, "cities": BUILT_UP[1:]}[self.air_on_towns]
        return not set(where).isdisjoint(self.terrain)


OPTIONS = options_of(Fight)


def checked(fight: Fight) -> Fight:
    """Return the fight; `GameError` names the first fact that the rules or the other facts forbid."""
    refuse(fight, _refused(fight))
    return fight


def _refused(fight: Fight) -> Iterator[tuple[str, str]]:
    """Yield each impossible fact and what was expected."""
    yield from _refused_hexes(fight)
    yield from _refused_strengths(fight)
    yield from _refused_air(fight)
    yield from _refused_units(fight)
    yield from _refused_choices(fight)


def _refused_hexes(fight: Fight) -> Iterator[tuple[str, str]]:
    ground, on_top = ([t for t in fight.terrain if (t in BUILT_UP) is top] for top in (False, True))
    if not fight.terrain or not set(fight.terrain) <= set(HEXES) or len(ground) > 1 or len(on_top) > 1:
        yield "terrain", f"one of {', '.join(h for h in HEXES if h not in BUILT_UP)}, or town or city, or one of each"
    if fight.fort != "none" and fight.attacker != "axis":
        yield "fort", "none where Soviets attack [12.3]"
    if fight.fort != "none" and not on_top:
        yield "fort", "none outside cities [12.3] and towns [2.1, ruling R15]"
    if fight.all_retreated and fight.defense:
        yield "defense", "0 where all units retreated into the hex [10.2]"
    if fight.marker_defends and not (fight.all_retreated and fight.fort == "ready"):
        yield "marker_defends", "no, unless all units retreated onto a ready fortification (ruling R10)"


def _refused_strengths(fight: Fight) -> Iterator[tuple[str, str]]:
    digits = len(str(MAX_STRENGTH))
    if not all(
        t.isascii() and t.isdecimal() and len(t) <= digits and 1 <= int(t) <= MAX_STRENGTH for t in fight.across_river
    ):
        yield "across_river", f"for each hex a whole number from 1 to {MAX_STRENGTH:,}"
    elif not fight.attack and not fight.across_river:
        yield "attack", f"a whole number from 1 to {MAX_STRENGTH:,}, or 0 if all attack across a river"
    elif len(fight.across_river) + bool(fight.attack) > _HEXES:
        yield "across_river", f"at most {_HEXES - bool(fight.attack)} hexes: the hex attacked has {_HEXES} neighbors"
    if fight.mechanized and not fight.attack:
        yield "mechanized", "no where all attack across a river [10.5]"


def _refused_air(fight: Fight) -> Iterator[tuple[str, str]]:
    if fight.attacker != "axis":
        for name in ("minors_only", "air_markers", "air_used"):
            if vars(fight)[name]:
                yield name, f"{'no' if name == 'minors_only' else 0} where Soviets attack [7.0]"
    if fight.minors_only and fight.air_markers:
        yield "air_markers", "0 where no German unit attacks [7.0]"
    most = _LUFTWAFFE.integer(_AIR_TABLE[fight.is_bombed_town])
    if fight.air_markers > most:
        yield "air_markers", f"at most {most} on this hex [{'14.4' if fight.is_bombed_town else '7.0'}]"
    left = _AIR_AN_ACTIVATION - fight.air_used
    if fight.air_markers > left:
        yield "air_markers", f"at most {left} after {fight.air_used} in this activation [7.0]"


def _refused_units(fight: Fight) -> Iterator[tuple[str, str]]:
    hexes = len(fight.across_river) + bool(fight.attack)
    for name, most in (("attacker_units", hexes * _STACK), ("defender_units", _STACK)):
        units = vars(fight)[name]
        if not set(units) <= set(_STEPS):
            yield name, f"for each unit its steps, {' or '.join(_STEPS)} [2.2]"
        if len(units) > most:
            yield name, f"at most {most} units: {_STACK} in a hex [5.0]"
    if 0 < len(fight.attacker_units) < hexes:
        yield "attacker_units", f"at least {hexes} units, one for each hex that attacks"


def _refused_choices(fight: Fight) -> Iterator[tuple[str, str]]:
    if fight.attacker_ezoc and not fight.attacker_retreats:
        yield "attacker_ezoc", "0 where attackers do not retreat (ruling R7)"
    for hexes, name in ((1, "ezoc_in_one"), (2, "ezoc_in_two")):
        if vars(fight)[name] and fight.defender_room < hexes:
            yield name, f"0 where the defender can retreat {fight.defender_room} hexes"
    if fight.defender_takes in ("steps", "split") and fight.fort == "none":
        yield "defender_takes", "best or retreat where there is no fortification [12.3]"
    if fight.defender_takes == "split" and fight.conversion == "all":
        yield "defender_takes", "best, retreat or steps where conversion is all (ruling R16)"
