"""German actions, arrivals of cards, and endings, each on a table set by hand."""

from __future__ import annotations

import pytest

from sim.games.inferno_on_the_volga.map import fields as f
from sim.games.inferno_on_the_volga.map.battles.attacks import german_attack
from sim.games.inferno_on_the_volga.map.battles.soviet_cards import soviet_card
from sim.games.inferno_on_the_volga.map.city.board import index
from sim.games.inferno_on_the_volga.map.readings import R15
from sim.games.inferno_on_the_volga.map.stacks import enter, take_over
from sim.games.inferno_on_the_volga.map.turns.actions import german_action, is_legal
from sim.games.inferno_on_the_volga.map.turns.calls import call
from sim.games.inferno_on_the_volga.map.turns.sequence import end_half, has_soviet_turn, has_turn
from sim.games.inferno_on_the_volga.played.season import begin
from sim.games.inferno_on_the_volga.played.worlds import quiet, seat, worlds
from sim.match.whole import Seats
from tests.games.inferno_on_the_volga.map.turns.test_procedure import MARINES, RIFLES, count, table

ALL = 15


def plan(world: f.World, *numbers: int) -> bool:
    """Write a plan and return whether it is legal."""
    world.s[f.PHASE] = 1
    world.plan[:] = 0
    world.plan[: len(numbers)] = numbers
    return bool(is_legal(world))


def act(world: f.World, *numbers: int) -> None:
    assert plan(world, *numbers)
    with quiet():
        german_action(world)


def clear(world: f.World, *names: str) -> list[int]:
    """Make hexes clear and return their places."""
    for name in names:
        world.x[f.TERRAIN, index(name)] = f.CLEAR
    return [index(name) for name in names]


def test_a_long_move_goes_two_clear_hexes_away_from_soviets() -> None:
    """A stack goes two clear hexes, through one that stays; no hex may touch Soviets [p. 7 long move]."""
    world = table({"51": 1}, {"99": 2, "82": 1})
    start, via, to = clear(world, "99", "82", "63")
    world.x[f.CONTROL, [start, via]] = f.GERMAN
    assert plan(world, f.LONG, start, via, to)
    world.x[f.TERRAIN, via] = f.ROUGH
    assert not plan(world, f.LONG, start, via, to)
    world.x[f.TERRAIN, via] = f.CLEAR
    with quiet():
        enter(world, RIFLES[9], index("64"))  # touches 63
    assert not plan(world, f.LONG, start, via, to)
    act(world, f.LONG, start, via, index("81"))
    assert (count(world, "81"), count(world, "82"), count(world, "99")) == (2, 1, 0)


def test_a_long_move_does_not_join() -> None:
    """It may not end in a hex with Germans, nor break the stack [p. 7 long move]."""
    world = table({"51": 1}, {"99": 2, "81": 1})
    start, via, to = clear(world, "99", "82", "81")
    assert not plan(world, f.LONG, start, via, to)


def test_short_moves_stay_out_of_contact_and_within_the_limit() -> None:
    """Up to two stacks or parts go one hex, never next to Soviets, four to a hex [p. 8 short moves, p. 4 stacking]."""
    world = table({"44": 1}, {"98": 4, "80": 3})
    start, to = index("98"), index("81")
    assert plan(world, f.SHORT, 1, start, to, ALL)
    assert not plan(world, f.SHORT, 1, index("80"), index("98"), 1)  # four stand there
    assert plan(world, f.SHORT, 2, start, index("99"), 1, index("80"), index("98"), 1)  # room is made first
    assert not plan(world, f.SHORT, 1, index("80"), index("62"), ALL)  # next to 44
    act(world, f.SHORT, 1, start, to, 3)
    assert (count(world, "81"), count(world, "98")) == (2, 2)
    assert world.x[f.CONTROL, to] == f.GERMAN  # [p. 4 control]


def test_one_action_a_turn_and_a_plan_against_the_rules_is_a_pass() -> None:
    """Of the five actions one is taken; what is not allowed is counted and nothing moves [p. 6 actions]."""
    world = table({"44": 1}, {"98": 4})
    world.plan[:] = 0
    world.plan[:4] = f.ATTACK, index("44"), 1, index("98")
    with quiet():
        german_action(world)
    assert world.s[f.ILLEGAL] == 1
    assert world.s[f.ATTACKS] == 0
    assert count(world, "98") == 4


def test_a_hasty_attack_moves_up_and_joins() -> None:
    """A stack out of contact moves up, joins and attacks; one in contact may not [p. 8 hasty attack]."""
    world = table({"44": 1}, {"81": 2, "62": 2})
    start, to, target = index("81"), index("62"), index("44")
    assert plan(world, f.HASTY, start, to, ALL & 3, target)
    assert not plan(world, f.HASTY, to, index("63"), 3, target)  # 62 touches 44
    act(world, f.HASTY, start, to, 3, target)
    rows = world.log[: world.s[f.N_LOG]].tolist()
    assert sum(row[f.C_KIND] == f.K_ATTACK for row in rows) == 4


def test_a_deliberate_attack_takes_whole_stacks_and_a_card_in_hand() -> None:
    """Whole stacks attack, with one card; Pioneers add up with Linden [p. 9 deliberate attack]."""
    world = table({"44": 1}, {"62": 2, "61": 1})
    target, one, far = index("44"), index("62"), index("61")
    assert not plan(world, f.ATTACK, target, 2, one, far)
    world.plan[f.AT_CARDS], world.plan[f.AT_CARD] = 1, f.STUKA

    def with_cards(*cards: int) -> bool:
        numbers = [f.ATTACK, target, 1, one, 0, 0, 0, 0, 0, len(cards), *cards]
        return plan(world, *numbers)

    assert not with_cards(f.STUKA)
    world.hand[f.GERMAN, [f.STUKA, f.PIONEER, f.PIONEER_672]] = 1
    assert with_cards(f.STUKA)
    assert not with_cards(f.PIONEER_672)
    assert not with_cards(f.PIONEER, f.PIONEER_672)
    world.leaders[f.LINDEN] = 1
    assert with_cards(f.PIONEER, f.PIONEER_672)
    assert not with_cards(f.PIONEER, f.STUKA)


@pytest.mark.parametrize("strength", [1, 4])
def test_the_winner_advances_and_blitzes(strength: int) -> None:
    """An attacker that clears the hex enters it, and with Hoth goes on to clear hexes [p. 10 advance, p. 13 Blitz]."""
    found = 0
    for seed in range(12):
        world = table({"44": 1}, {"62": 3}, seed)
        clear(world, "44", "26", "27", "43", "25", "45")
        world.leaders[f.HOTH] = 1
        world.s[f.PHASE] = 1
        world.x[f.DIST] = 9
        world.x[f.DIST, [index("43"), index("45"), index("26"), index("27"), index("25")]] = strength
        world.hexes[0] = index("62")
        with quiet():
            german_attack(world, index("44"), 1, 0, 0)
        rows = [row[f.C_KIND] for row in world.log[: world.s[f.N_LOG]].tolist()]
        if f.K_ADVANCE in rows:
            found += 1
            assert world.x[f.CONTROL, index("44")] == f.GERMAN
            assert f.K_BLITZ in rows
            assert all(world.x[f.COUNT, int(h)] <= f.STACK for h in range(f.N_HEXES))
    assert found > 6


def test_spawn_hexes_coast_and_losses_end_the_game() -> None:
    """Six spawn hexes; with OKH the bank instead; ten blocks lost, R twice [p. 3 victory, p. 3 the game, p. 13 OKH]."""
    world = table({"44": 1}, {"98": 1})
    world.s[f.PHASE] = 1
    world.x[f.CONTROL, [index(name) for name in ("3", "7", "9", "13", "15", "19")]] = f.GERMAN
    assert end_half(world, f.GERMAN) == f.GERMAN_HEXES
    world.s[f.OVER], world.leaders[f.OKH] = f.GOES_ON, 1
    assert end_half(world, f.GERMAN) == f.GOES_ON
    world.x[f.CONTROL, :19] = f.GERMAN
    assert end_half(world, f.GERMAN) == f.GERMAN_COAST
    world.s[f.OVER], world.x[f.CONTROL, 0], world.s[f.DEAD_POINTS] = f.GOES_ON, f.SOVIET, 10
    assert end_half(world, f.GERMAN) == f.SOVIET_LOSSES


def test_no_soviets_left_is_a_german_victory() -> None:
    """The map without a Soviet block ends it [p. 3 victory]."""
    assert end_half(table({}, {"98": 1}), f.GERMAN) == f.GERMAN_UNITS


def test_extra_turns_with_okh() -> None:
    """With OKH an empty deck leaves a turn for each R block that the track took [p. 13 OKH]."""
    world = table({"44": 1}, {"98": 1})
    world.s[f.DECK_AT + f.SOVIET] = world.s[f.DECK_N + f.SOVIET]
    world.leaders[f.OKH], world.s[f.TAKEN] = 1, 2
    assert [has_turn(world) for _ in range(3)] == [1, 1, 0]
    assert world.s[f.OVER] == f.SOVIET_CLOCK


def test_extra_turns_of_the_germans_alone() -> None:
    """By the other reading only the turn of the last card keeps its Soviet half [p. 13 OKH, R15]."""
    world = table({"44": 1}, {"98": 1})
    world.s[f.DECK_AT + f.SOVIET] = world.s[f.DECK_N + f.SOVIET]
    world.leaders[f.OKH], world.s[f.TAKEN], world.p[R15] = 1, 1, 1
    assert has_soviet_turn(world)
    assert has_turn(world)
    assert not has_soviet_turn(world)
    world.p[R15] = 0
    assert has_soviet_turn(world)


def test_a_captured_spawn_hex_brings_cards() -> None:
    """One card a capture, two with Paulus; the Soviets draw for X, Y and Z [p. 6 capturing a spawn hex]."""
    world = table({"44": 1}, {"98": 1})
    with quiet():
        take_over(world, index("9"), f.GERMAN)
        assert world.s[f.CARDS] == world.s[f.DECK_AT] == 1
        world.leaders[f.PAULUS] = 1
        take_over(world, index("13"), f.GERMAN)
        assert world.s[f.DECK_AT] == 3
        take_over(world, index("X"), f.SOVIET)
    assert world.s[f.DECK_AT + f.SOVIET] == 1


def test_a_headquarters_that_falls_takes_chuikov_away() -> None:
    """Germans in the hex of his headquarters end Chuikov's effects [p. 18 Chuikov's headquarters]."""
    world = table({"44": 1}, {"98": 1})
    world.leaders[f.CHUIKOV], world.s[f.HQ] = 1, index("9")
    with quiet():
        take_over(world, index("8"), f.GERMAN)
        assert world.leaders[f.CHUIKOV] == 1
        take_over(world, index("9"), f.GERMAN)
    assert world.leaders[f.CHUIKOV] == 0


def test_infiltration_joins_or_draws() -> None:
    """A random block joins; a full hex draws instead [p. 16 Infiltration and T-34, p. 6 random deployment]."""
    for n, joins in ((2, 1), (4, 0)):
        world = table({"44": n}, {"62": 1})
        with quiet():
            soviet_card(world, f.INFILTRATION, index("44"), index("44"), 0)
        assert count(world, "44") == n + joins
        assert world.s[f.DECK_AT + f.SOVIET] == 1 - joins
        if joins:
            unit = int(world.x[f.SLOT + n, index("44")])
            assert 1 <= world.u[f.STRENGTH, unit] <= world.u[f.FULL, unit]


def test_a_flotilla_lands_marines_away_from_the_coast() -> None:
    """A marine lands where three dice say, unless Germans stand there [p. 16 Flotilla]."""
    landed = 0
    for seed in range(20):
        world = table({"44": 1}, {"10": 1}, seed)
        with quiet():
            soviet_card(world, f.FLOTILLA, index("44"), index("44"), 0)
        at = [int(world.u[f.HEX, u]) for u in MARINES if world.u[f.STATE, u] == f.ON_MAP]
        assert index("10") not in at
        assert all(2 <= h <= 17 for h in at)
        landed += len(at)
    assert landed > 12


def test_aa_makes_rubble_in_its_hex() -> None:
    """The card puts rubble into the urban hex it names, once [p. 16 AA, p. 9 rubble]."""
    world = table({"44": 1}, {"98": 1})
    with quiet():
        soviet_card(world, f.AA, index("44"), index("44"), 0)
        soviet_card(world, f.AA, index("44"), index("44"), 0)
    assert world.x[f.RUBBLE, index("7")] == world.s[f.N_RUBBLE] == 1


def test_the_6th_panzer_division_joins_when_row_6_is_empty() -> None:
    """With the advantage a 6 on the empty row brings three blocks to the track, and whole ones arrive.

    [p. 18 6th Panzer, p. 6 arrivals at full strength]."""
    seats = Seats("balanced", "ai")
    for seed in range(60):
        world, template = worlds(seats)
        seat(world, template, seats, seed, 0, True)
        with quiet():
            begin(world)
            world.s[f.PHASE], world.s[f.SIXTH_PANZER], world.n_track[5] = 1, 1, 0
            call(world)
        if world.closed[5]:
            axe = world.u[f.STATE, f.N_GERMAN - 3 : f.N_GERMAN]
            assert not (axe == f.ASIDE).any()
            on_map = [u for u in range(f.N_GERMAN) if world.u[f.STATE, u] == f.ON_MAP]
            assert all(world.u[f.STRENGTH, u] == world.u[f.FULL, u] for u in on_map)
            return
    raise AssertionError("no seed rolled a 6")


def test_set_up_by_level() -> None:
    """Reserves, icons, late deployment and the levels of The Designer's Way are as printed.

    [p. 5 set-up, p. 18 late deployment, p. 18 normal level, p. 18 easy for the Germans, p. 19 easy for the Soviets,
    p. 19 impossible]."""
    late = 0
    for level in ("standard", "normal", "easy_for_germans", "easy_for_soviets", "impossible_for_germans"):
        seats = Seats("balanced", "ai", -1, (("difficulty", level),))
        for seed in range(8):
            world, template = worlds(seats)
            seat(world, template, seats, seed, 0, False)
            with quiet():
                begin(world)
            waiting = world.u[f.STATE] == f.WAITING
            pools = [int((waiting & (world.u[f.POOL] == pool)).sum()) for pool in (f.TANKS, f.INFANTRY, f.MARINES)]
            assert pools == [6, 22, 2]
            guards = world.u[f.KIND] == f.GUARD
            assert waiting[guards].all()
            assert (world.n_track == 5).all()
            assert world.x[f.FORT].sum() == (5 if level == "impossible_for_germans" else 0)
            assert world.s[f.SPECIAL] == (level == "impossible_for_germans")
            assert world.s[f.HAS_HQ] == (level != "standard")
            if world.s[f.LATE]:
                late += 1
                rest = waiting & (world.u[f.POOL] == f.INFANTRY) & ~guards
                assert (world.u[f.FULL, rest] == 4).all()
    assert late > 0
