"""Movement, supply, arrivals, forts, air, regeneration, points on a hand-made board: each rule kept, and broken."""

from __future__ import annotations

from sim.games.leningrad.referee import arrivals, battle, forts, movement, regeneration, supply, victory
from sim.games.leningrad.referee.ground import BARRED, RIVER, ROAD, load_ground
from sim.games.leningrad.referee.state import State
from tests.games.leningrad.referee.positions import FOOT, OTHER, TANK, breaks, event, side, state
from tests.games.leningrad.referee.scribe import grid_sides, plain


def move(made: State, unit: str, to_hex: str, value: int, note: str = "") -> None:
    movement.step(made, event("move", unit, made.units[unit].hex, to_hex, value=value, note=note))


def begin(made: State, *units: str) -> None:
    for unit in units:
        is_supplied = supply.is_supplied(made, made.units[unit])
        movement.start(made, event("supply", unit, value=int(is_supplied)))


def test_board_and_our_own_grid_agree() -> None:
    assert {hex_: set(around) for hex_, around in load_ground().sides.items()} == {
        hex_: set(around) for hex_, around in grid_sides().items()
    }


def test_a_step_costs_what_the_chart_says() -> None:
    ground = plain()
    ground.terrain["0110"] = "marsh"
    side(ground, "0110", "0010", RIVER)
    made = state(g8_56="0010", g21="0010", ground=ground)
    begin(made, TANK, FOOT)
    breaks("4.2", move, made, TANK, "0110", 6)
    move(made, TANK, "0110", 8)
    move(made, FOOT, "0110", 6)
    side(ground, "0110", "0111", ROAD)
    move(made, TANK, "0111", 1)
    breaks("4.0", move, made, TANK, "0113", 2)


def test_no_more_than_the_allowance() -> None:
    made = state(g21="0010")
    begin(made, FOOT)
    for hex_ in ("0009", "0008", "0007", "0006", "0005", "0004"):
        move(made, FOOT, hex_, 2)
    breaks("4.1", move, made, FOOT, "0003", 2)


def test_half_of_it_out_of_supply() -> None:
    made = state(g21="1510", s00="0009", s01="0011")
    assert not supply.is_supplied(made, made.units[FOOT])
    breaks("9.0", movement.start, made, event("supply", FOOT, value=1))
    begin(made, FOOT)
    for hex_ in ("1509", "1508", "1507"):
        move(made, FOOT, hex_, 2)
    breaks("9.1", move, made, FOOT, "1506", 2)


def test_a_line_is_five_points_to_a_source_or_its_road() -> None:
    ground = plain()
    made = state(g21="0510", ground=ground)
    assert supply.is_supplied(made, made.units[FOOT])
    made = state(g21="0610", ground=ground)
    assert not supply.is_supplied(made, made.units[FOOT])
    for one, other in (("0010", "0110"), ("0110", "0210")):
        side(ground, one, other, ROAD)
    assert supply.is_supplied(state(g21="0710", ground=ground), state(g21="0710", ground=ground).units[FOOT])
    cut = state(g21="0710", s00="0109", ground=ground)
    assert not supply.is_supplied(cut, cut.units[FOOT])
    kept = state(g21="0710", s00="0109", g58="0110", g61="0010", g30="0210", g11="0209", ground=ground)
    assert supply.is_supplied(kept, kept.units[FOOT])


def test_zones_stop_and_disengaging_has_its_price() -> None:
    made = state(g8_56="1010", g21="1010", g58="1010", s00="1009")
    begin(made, TANK, FOOT, OTHER)
    breaks("4.7", move, made, FOOT, "1011", 2)
    breaks("6.2", move, made, FOOT, "1011", 6, "disengage")
    breaks("6.4", move, made, FOOT, "1110", 8, "disengage")
    move(made, FOOT, "1011", 6, "minimum")
    move(made, TANK, "1011", 6, "disengage")
    breaks("6.3", move, made, OTHER, "1011", 8, "disengage")


def test_a_unit_stops_in_a_zone() -> None:
    ground = plain()
    made = state(g8_56="0010", g21="0010", s00="0209", ground=ground)
    begin(made, TANK, FOOT)
    move(made, FOOT, "0110", 2)
    made.place(made.units["s00"], "1013")
    breaks("4.7", move, made, FOOT, "0210", 2)


def test_sea_and_enemies_bar_the_way() -> None:
    ground = plain()
    side(ground, "0010", "0110", BARRED)
    made = state(g21="0010", s00="0009", ground=ground)
    begin(made, FOOT)
    breaks("4.2", move, made, FOOT, "0110", 2)
    breaks("4.4", move, made, FOOT, "0009", 2)


def test_turn_one_pins_the_soviets() -> None:
    made = state(1, 6, s00="0205", s01="0910", g21="0911")
    begin(made, "s01")
    breaks("15.1", move, made, "s00", "0206", 2)
    breaks("15.1", move, made, "s01", "0909", 8, "disengage")


def test_forts_have_their_time_and_place() -> None:
    made = state(3, 5, s00="2604", g21="2407")
    breaks("13.0", forts.build, made, event("fort", "fort0", to_hex="2609"))
    breaks("13.6", forts.build, made, event("fort", "fort0", to_hex="2406"))
    forts.build(made, event("fort", "fort0", to_hex="2604"))
    breaks("13.5", forts.build, made, event("fort", "fort1", to_hex="2604"))
    forts.build(made, event("fort", "fort1", to_hex="2605"))
    breaks("13.0", forts.build, made, event("fort", "fort2", to_hex="2606"))
    later = state(4, 5, s00="2604")
    for n, hex_ in enumerate(("2604", "2605")):
        forts.build(later, event("fort", f"fort{n}", to_hex=hex_))
    breaks("13.4", forts.build, later, event("fort", "fort2", to_hex="2606"))


def test_reinforcements_have_their_turn_and_hex() -> None:
    made = state(4, 6)
    late = next(unit.id for unit in made.units.values() if unit.row == "s5a")
    now = next(unit.id for unit in made.units.values() if unit.row == "s4a")
    breaks("14.0", arrivals.arrive, made, event("arrive", late, to_hex="2601", value=2))
    breaks("14.0", arrivals.arrive, made, event("arrive", now, to_hex="2601", value=2))
    breaks("14.1", arrivals.arrive, made, event("arrive", now, to_hex="2906", value=1))
    arrivals.arrive(made, event("arrive", now, to_hex="2906", value=2))
    breaks("14.0", arrivals.arrive, made, event("arrive", now, to_hex="2906", value=2))


def test_a_blocked_entry_moves_to_the_nearest_free_hex_of_the_edge() -> None:
    made = state(5, 6, g21="2601")
    unit = next(unit.id for unit in made.units.values() if unit.row == "s5a")
    breaks("14.2", arrivals.arrive, made, event("arrive", unit, to_hex="2601", value=2))
    breaks("14.2", arrivals.arrive, made, event("arrive", unit, to_hex="2801", value=2))
    arrivals.arrive(made, event("arrive", unit, to_hex="2501", value=2))


def test_air_units_serve_once_a_turn() -> None:
    made = state(6, 4)
    battle.commit_air(made, "air1")
    breaks("11.5", battle.commit_air, made, "air1")
    breaks("14.0", battle.commit_air, made, "air2")


def test_regeneration_takes_a_full_turn_of_rest() -> None:
    made = state(5, 1, g21="0010")
    unit = made.units[FOOT]
    breaks("14.6", regeneration.flip, made, event("regenerate", FOOT, to_hex="0010"))
    unit.steps, unit.since = 1, 4
    breaks("14.6", regeneration.flip, made, event("regenerate", FOOT, to_hex="0010"))
    unit.since = 3
    regeneration.flip(made, event("regenerate", FOOT, to_hex="0010"))
    assert unit.steps == 2


def test_points_are_those_of_the_schedule() -> None:
    ground = plain()
    made = state(12, 8, g8_56="0010", g21="0010", ground=ground)
    made.units[TANK].steps = 1
    made.eliminate(made.units[FOOT])
    made.regenerations = 2
    assert sum(worth for _, worth in victory.points(made).values()) == 5 + 3 + 2
    assert victory.line_of("armor eliminated x2") == "armor_eliminated"
