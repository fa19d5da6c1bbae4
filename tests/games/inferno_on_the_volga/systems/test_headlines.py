"""The headlines of Inferno on the Volga against the engine and the book: which win, which price, which level."""

from dataclasses import replace
from fractions import Fraction
from math import comb

import pytest

from sim.games.inferno_on_the_volga.systems import clock, okh, reinforcements, rubble
from sim.verdict import Found, GamesSeen, figure, often, percent, roughly
from tests.games.inferno_on_the_volga.systems.asking import SYSTEMS

SEEN = GamesSeen(
    200, {"spawn_hexes": 0.06, "no_soviets": 0.01, "coast": 0.03, "soviet_deck": 0.9},
    {"spawn_hexes": 30.0, "soviet_deck": 40.0}, {"calls": 5.25},
)  # fmt: skip
ELSEWHERE = GamesSeen(100, {"soviet_deck": 0.98, "spawn_hexes": 0.02}, {"soviet_deck": 30.0}, {"calls": 3.5})


def said(system: str, **factors: int) -> tuple[Found, str]:
    """Return what is found at some factors, and the headline of it."""
    found = Found(SYSTEMS[system], SYSTEMS[system].setting(factors))
    return found, SYSTEMS[system].verdict(found)


@pytest.mark.parametrize("first_loss", [2, 6, 13])
def test_the_clock_sets_no_spawn_hex_beside_the_pace_of_our_games(first_loss: int) -> None:
    """Spawn hexes lost slow the deck, so that who takes none has the fewest turns; six win [p. 3]."""
    found, headline = said("clock", first_loss=first_loss)
    none = found.again({"german": "stand_off"}).value
    assert none < found.value
    assert f", but only {figure(none)} if the Germans take no Soviet spawn hex" in headline
    assert ("at our games' pace over all boards" in headline) is (first_loss == 6)
    text = clock.in_games(SEEN, ELSEWHERE)
    assert "all 6 Soviet spawn hexes at the end of a turn has won (p. 3)" in text
    assert "6 % of the games on our central board end so" in text


def arrived(calls: int, r_blocks: int) -> Fraction:
    """Return the blocks, less R blocks sent away, after so many calls by pencil: each die takes a row [p. 7]."""
    n = 6 * calls
    chances = [Fraction(comb(n, k) * 5 ** (n - k), 6**n) for k in range(n + 1)]
    blocks = 6 * sum((min(k, 5) * p for k, p in enumerate(chances)), Fraction(0))
    return blocks - r_blocks * sum(chances[6:], Fraction(0))


@pytest.mark.parametrize("r_blocks", [0, 4, 5])
def test_a_call_is_weighed_against_the_turn_that_it_costs(r_blocks: int) -> None:
    found, headline = said("reinforcements", r_blocks_in_play=r_blocks)
    brings = {nth: arrived(nth, r_blocks) - arrived(nth - 1, r_blocks) for nth in range(1, 11)}
    little = min(nth for nth, blocks in brings.items() if blocks < 1)
    late = [nth for nth, blocks in brings.items() if blocks < 0]
    for nth, blocks in brings.items():
        assert found.number(f"net_of_call_{nth}") == blocks
    assert "calls, a turn each, bring" in headline
    assert f". Call {little} brings less than one" in headline
    ends = {0: "call 10 a sixth of a block.", 4: "call 10 hardly more than it sends away."}
    assert headline.endswith(f", and call {late[0]} less than it sends away." if late else f", and {ends[r_blocks]}")
    assert "5.2 times" in reinforcements.in_games(SEEN, ELSEWHERE)


def test_okh_says_after_how_many_calls() -> None:
    """A turn for each of five R blocks [p. 13]: few calls send few."""
    found, headline = said("okh")
    ours = found.number(f"with_okh_after_{found.given('calls_before')}")
    assert Fraction(1, 2) <= ours < found.number("with_okh_after_10") < 4 < found.number("at_most") < 5
    assert headline == (
        f"Once drawn, OKH adds {roughly(ours, 'turn')} after four calls for reinforcements:"
        " a turn for each R block sent to the track."
    )
    assert "adds no turns without a call" in said("okh", calls_before=0)[1]
    assert said("okh", r_blocks_in_play=0)[1] == "OKH adds hardly a turn, as no R block is left to send."
    text = okh.in_games(SEEN, ELSEWHERE)
    assert "Of the 22 German wins in whole games, 14 come by the spawn hexes" in text
    assert "hexes 1 to 19" in text
    assert "our players call 5.2 times on our central board and 3.5 times over all boards" in text


def test_leaders_are_those_of_the_game_as_printed() -> None:
    found, headline = said("leaders")
    assert found.value == found.number("at_as_printed") == Fraction(5 * 13, 26)
    assert headline.startswith("With half of the deck drawn, expect 2½ German leaders as printed")
    assert said("leaders", german_cards_drawn=26)[1].startswith("With all of the deck drawn, expect 5 German leaders")
    ours, headline = said("soviet_leaders")  # by symmetry each of the 28 cards is as likely among those played
    assert ours.value == ours.number("as_printed") == sum(Fraction(turn // 2, 28) for turn in range(1, 21))
    assert f"as we assume, a Soviet leader has served {roughly(ours.value, 'turn')} by turn 20 as printed" in headline
    soviet, headline = said("soviet_leaders", combat_every=1)
    assert soviet.value == soviet.number("as_printed") == sum(Fraction(turn, 28) for turn in range(1, 21))
    hard = figure(Fraction(20 + 19 + 18, 3))
    assert f"{roughly(soviet.value, 'turn')} by turn 20 as printed, but {hard} at the hard levels" in headline


def test_rubble_is_that_of_the_attack_we_assume_and_of_one_without_armor() -> None:
    _, headline = said("rubble")
    ours, none = (
        Fraction(n, 216) for n in (56, 20)
    )  # two hexes, Howitzer: 13 and more at +6, 15 and more at +4 [p. 10]
    assert headline.startswith("A deliberate attack as strong as we assume, with ")
    assert f", leaves rubble {percent(ours)} of the time" in headline
    assert f", but without armor only {percent(none)}." in headline
    assert "of this strength" in said("rubble", card=0, attacking_hexes=4)[1]
    seen = (replace(one, means={"rubble": 3.3, "attacks_german": 20.2}) for one in (SEEN, ELSEWHERE))
    assert "end with 3 markers on our central board, after 20 attacks of the Germans" in rubble.in_games(*seen)


def test_paulus_from_the_start_is_a_card_a_draw_and_to_be_drawn_mostly_none() -> None:
    """By pencil: he is in one of 26 places, three of them the hand; the eighth of eight draws leaves none to double."""
    found, headline = said("paulus", draws=6)
    law = found.again(paulus_at_start=0).law("cards_of_paulus")
    none = law.probability(lambda cards: cards == 0)
    assert "brings 6 cards if he starts in play. If not, he brings none in " in headline
    assert headline.endswith(f"none in {often(none)}.")
    assert law.mean(int) == found.again(paulus_at_start=0).value
    eight = said("paulus", draws=8)[0].law("cards_of_paulus")
    assert [eight.probability(lambda cards, n=n: cards == n) for n in (0, 8)] == [Fraction(16, 26), Fraction(3, 26)]
