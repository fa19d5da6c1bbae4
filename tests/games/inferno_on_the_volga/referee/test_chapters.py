"""The referee's chapters against the examples of the book, and against what can be counted by hand."""

from __future__ import annotations

import pytest

from sim.games.inferno_on_the_volga.referee import cards
from sim.games.inferno_on_the_volga.referee.blocks import GERMAN, SOVIET, german_blocks, soviet_blocks
from sim.games.inferno_on_the_volga.referee.fire import count, pool, taker, with_bonus
from sim.games.inferno_on_the_volga.referee.ground import Ground
from sim.games.inferno_on_the_volga.referee.procedure import ICONS
from sim.match import dice as house
from sim.referee import dice as rolled
from tests.games.inferno_on_the_volga.referee.games import GAME, judged, log
from tests.games.inferno_on_the_volga.referee.tampering import plan, table_of

MEMBERS = (-1, 0, 7, 63)


@pytest.mark.parametrize("member", MEMBERS)
def test_the_dice_go_from_7_to_9_to_25(member: int) -> None:
    """The example of p. 11: 7 is the northernmost, 9 and 25 lie equally north, 9 nearer the Volga."""
    south = Ground(plan(member)).southward
    assert south["7"] < south["9"] < south["25"]
    assert south["25"] == south["9"] + 1
    assert sorted(south.values()) == list(range(109))


@pytest.mark.parametrize("member", MEMBERS)
def test_the_compass_points_from_25_to_24_and_from_7_to_6(member: int) -> None:
    """The example of p. 12: a 5 attacks 24 from 25, a 6 moves a block from 7 to 6."""
    ground = Ground(plan(member))
    assert ground.toward["25"][5 - 1] == "24"
    assert ground.toward["7"][6 - 1] == "6"
    assert ground.touches("24", "8")
    assert list(ground.terrain.values()).count("urban") == 27
    assert len(ground.icons) == 23


def test_the_blocks_are_those_of_the_box() -> None:
    """40 German and 53 Soviet blocks, 13 of them tanks and 2 marines, whatever their points [p. 4, p. 5]."""
    for family in ("weak", "central", "strong"):
        german, soviet = german_blocks(family), soviet_blocks(family)
        assert (len(german), len(soviet)) == (40, 53)
        assert [sum(b.kind == kind for b in soviet) for kind in ("tank", "marine", "guard")] == [13, 2, 4]
        assert sorted(block.row for block in german if block.row) == [1, 2, 3, 4, 5]
        assert len({block.id for block in (*german, *soviet)}) == 93


def test_the_decks_are_those_of_the_box() -> None:
    assert (len(cards.deck(GERMAN)), len(cards.deck(SOVIET))) == (26, 28)
    assert len(cards.deck(GERMAN, has_fifth_pioneer=True)) == 27


def test_a_spawn_action_brings_six_infantry_and_three_tanks() -> None:
    """[p. 11]: nine blocks at most, six infantry and three tanks."""
    brought = [icon for icons in ICONS.values() for icon in icons]
    assert (brought.count("infantry"), brought.count("tank")) == (6, 3)


def test_the_strongest_takes_the_hit_and_the_german_breaks_ties() -> None:
    """[p. 10, R48]: of his own equals the block whose dice lose least, of Soviet ones the one whose dice lose most."""
    german = {block.id: block for block in german_blocks("central")}
    panzer, foot = german["german_2"], german["german_191"]
    assert (panzer.lowest, foot.lowest) == ((5, 5, 4, 4), (6, 6, 5, 5))
    assert taker([panzer, foot]) is foot
    foot.strength = 3
    assert taker([panzer, foot]) is panzer
    soviet = soviet_blocks("central")
    weak, strong = (next(b for b in soviet if b.kind == "tank" and b.lowest == low) for low in ((5, 5, 5), (4, 4, 4)))
    weak.strength = strong.strength = 3
    assert taker([weak, strong]) is strong
    weak.strength = strong.strength = 0
    assert taker([weak, strong]) is None


def test_dice_hit_by_color_and_bonus() -> None:
    panzer = german_blocks("central")[0]
    assert pool([panzer]) == [4, 4, 4, 4]
    panzer.strength = 2
    assert pool([panzer]) == [5, 5]
    assert pool([panzer], bonus=1) == [4, 4]
    assert [with_bonus(6, bonus) for bonus in range(6)] == [6, 5, 4, 3, 2, 2]
    assert count([4, 4, 3], [4, 5, 2]) == 2


def test_the_dice_are_those_of_the_house() -> None:
    """The referee's own generator gives what the engine's gives."""
    for n, *key in ((6, 7, 0, 4, 1, 2, 1024), (28, 2**62, 3, 0, 0, 20, 1793), (4, 1, 1, 120, 2, 23, 68)):
        assert rolled.number(n, *key) == house.number(n, *key)


def test_nothing_comes_after_the_last_card() -> None:
    """A spawn hex that brings infantry and tanks, without infantry left: the card drawn for it is the last [p. 3]."""
    table = log(1237471974, "random", "random", 18, "normal")
    assert judged(table).is_legal, judged(table).message
    assert table["kind"].to_pylist()[-2:] == ["draw", "end"]


def test_a_log_of_another_game_or_board_is_none() -> None:
    rows = log(11, "random", "ai").to_pylist()
    for old, new in ((GAME, "leningrad"), ('"board": -1', '"board": 999'), ("one-die", "three-dice")):
        spoiled = [rows[0] | {"note": rows[0]["note"].replace(old, new)}, *rows[1:]]
        assert judged(table_of(spoiled)).rule == "log"
    assert judged(table_of(rows[1:])).rule == "log"
    assert judged(table_of(rows)).is_legal
