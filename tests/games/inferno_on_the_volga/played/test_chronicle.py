"""Acts gathered from a log: they say of the game what the engine counted, and each die needs what it hit with."""

import pytest

from sim.games.inferno_on_the_volga.map.record.columns import TURN_COLUMNS
from sim.games.inferno_on_the_volga.map.record.words import place
from sim.games.inferno_on_the_volga.played import WHOLE
from sim.games.inferno_on_the_volga.played.acts import Act, Volley
from sim.games.inferno_on_the_volga.played.chronicle import Chronicle
from sim.games.inferno_on_the_volga.played.diary import diary
from sim.games.inferno_on_the_volga.played.telling import SPAWN, Teller, fire
from sim.match.play import Played, play_game
from sim.match.whole import Seats

GAMES = [("standard", -1), ("normal", 3), ("impossible_for_germans", -1)]
ONE_STEP = ("sniper", "pak", "anti_tank")


@pytest.fixture(scope="module", params=GAMES, ids=lambda one: f"{one[0]} on {one[1]}")
def played(request: pytest.FixtureRequest) -> Played:
    level, board = request.param
    return play_game(WHOLE, 5, 2, Seats("balanced", "ai", board, (("difficulty", level),)))


@pytest.fixture(scope="module")
def chronicle(played: Played) -> Chronicle:
    assert played.events is not None
    return Chronicle(played.events.table.to_pylist())


def test_every_turn_ends_as_the_engine_counted_it(played: Played, chronicle: Chronicle) -> None:
    assert played.turns is not None
    last = chronicle.acts[-1].after
    assert last is not None
    deck = last.drawn + played.result.numbers["soviet_cards_left"]
    ends = [act for act in chronicle.acts if act.kind == "end"]
    assert [act.turn for act in ends] == list(range(1, played.result.turns + 1))
    for act in ends:
        row, now = dict(zip(TURN_COLUMNS, played.turns[act.turn].tolist(), strict=True)), act.after
        assert now is not None
        assert now.blocks == (row["german_blocks"], row["soviet_blocks"])
        assert now.steps_lost == (row["german_steps_lost"], row["soviet_steps_lost"])
        assert now.dead_points == row["german_dead_points"]
        assert len(now.held & set(SPAWN)) == row["german_spawn_hexes"]
        assert len(now.rubble) == row["german_rubble"]
        assert (len(now.hands["german"]), len(now.hands["soviet"])) == (row["german_hand"], row["soviet_hand"])
        assert now.drawn + row["soviet_cards_left"] == deck


def against(act: Act, side: str) -> list[Volley]:
    assert act.fight is not None
    return [one for one in act.fight.volleys if one.side != side and one.stage != "rubble"]


def test_hits_are_the_steps_lost_where_blocks_are_left_to_take_more(chronicle: Chronicle) -> None:
    """Rubble halves the hits on a defender: those are left out; with Khrushchev Soviet 1s strike Soviets."""
    checked = 0
    for act in chronicle.acts:
        fight = act.fight
        if fight is None or not fight.result:
            continue
        assert act.after is not None
        for side in {"repulsed": ("german", "soviet"), "cleared": (fight.side,)}.get(fight.result, ()):
            if side != fight.side and fight.hex in act.after.rubble:
                continue
            single = sum(who != side and card in ONE_STEP for who, card in fight.cards)
            hits = sum(volley.hits for volley in against(act, side))
            hits += sum(volley.own_hits for volley in fight.volleys if volley.side == side)
            assert hits <= fight.lost(side) <= hits + 2 * single, act
            checked += single == 0
    assert checked >= 5


def test_with_khrushchev_soviet_dice_hit_their_own_side_and_the_diary_says_so() -> None:
    played = play_game(WHOLE, 3, 1, Seats("balanced", "ai"))
    assert played.events is not None
    fights = [act.fight for act in Chronicle(played.events.table.to_pylist()).acts if act.fight is not None]
    own = [(one, fight) for fight in fights for one in fight.volleys if one.own_hits]
    assert sum(one.own_hits for one, _ in own) > 5
    assert {one.side for one, _ in own} == {"soviet"}
    assert all("and by Khrushchev" in fire(one, fight) for one, fight in own)
    assert not any(one.own_hits for fight in fights for one in fight.volleys if one.stage.endswith("card"))


def test_every_die_of_a_combat_has_the_face_it_needs(chronicle: Chronicle) -> None:
    fights = [act.fight for act in chronicle.acts if act.fight is not None]
    dice = [low for fight in fights for one in fight.volleys if one.stage != "rubble" for _, low in one.dice]
    assert len(dice) > 100
    assert all(low is not None and 2 <= low <= 6 for low in dice)
    assert all(low is None for fight in fights for one in fight.volleys if one.stage == "rubble" for _, low in one.dice)


def test_the_diary_has_every_turn_and_the_end(played: Played) -> None:
    lines = diary(played)
    assert [line for line in lines if line.startswith("Turn ")] == [
        f"Turn {turn}" for turn in range(1, played.result.turns + 1)
    ]
    assert lines[-1].startswith(f"The {played.result.winner.capitalize()}s win in turn {played.result.turns}: ")
    assert not any("  " in line.strip() or " ." in line or line.endswith(" ") for line in lines)


def test_a_hidden_hand_is_not_told(chronicle: Chronicle) -> None:
    teller = Teller(chronicle.head["readings"]["R52"])
    drawn = [act for act in chronicle.acts if "soviet" in act.drawn and act.fight is None and "german" not in act.drawn]
    assert drawn
    for act in drawn:
        told = " ".join(teller.sentences(act))
        assert "They draw" in told
        assert not any(name in told for name in ("Flotilla", "Sniper", "Chuikov", "Infiltration", "Tommy"))


def test_rubble_is_told_where_it_falls_and_halves_the_hits_told_after_it() -> None:
    """In one more game: a volley on a hex in rubble costs half of its hits, what is odd is lost [R16]."""
    events = play_game(WHOLE, 19420914, 68, Seats("cautious", "ai", -1, ())).events
    assert events is not None
    chronicle = Chronicle(events.table.to_pylist())
    teller, halved, filled = Teller(chronicle.head["readings"]["R52"]), 0, 0
    for act in chronicle.acts:
        fight = act.fight
        if fight is None or fight.side != "german":
            continue
        said = " ".join(teller.sentences(act))
        assert ("in rubble." in said) == fight.in_rubble
        for hex_, before in fight.filled:
            filled += 1
            after = said.partition(f"Rubble fills {place(hex_)}.")[2]
            later = [one for one in fight.volleys[before:] if one.stage != "rubble"]
            assert all(fire(one, fight) in f"{after[:2].lower()}{after[2:]}" for one in later), said
        if fight.result == "repulsed" and not any(card in ONE_STEP for _, card in fight.cards):
            starts = 0 if fight.in_rubble else next((at for one, at in fight.filled if one == fight.hex), None)
            if starts is not None:
                shots = [(at, one.hits) for at, one in enumerate(fight.volleys) if one.side == "german"]
                dealt = sum(hits // 2 if at >= starts else hits for at, hits in shots)
                halved += 1
                assert fight.lost("soviet") == dealt, said
    assert filled >= 3
    assert halved
