"""Logs spoiled in combat: who attacks, cards, dice, losses, advance, Blitz."""

from __future__ import annotations

import json
from random import Random

from sim.games.inferno_on_the_volga.referee.blocks import GERMAN, SOVIET
from tests.games.inferno_on_the_volga.referee.tampering import battle, before, corruption, drop, new, shuffled, swap
from tests.games.spoiling import Rows, insert, note_of, pick, places

SEQUENCE, CLOSE, RUBBLE, ADVANCE = "p. 9 combat sequence", "p. 10 close combat", "p. 10 rubble", "p. 10 advance"
OPPORTUNITY, OWN, SUPPORT, LINDEN = (
    "p. 14 opportunity fire", "p. 15 Khrushchev", "p. 14 German support cards", "p. 13 Linden",
)  # fmt: skip
GUNS = ("p. 15 Tommy Gunner", "p. 16 Volga Flotilla")
FIRE = (CLOSE, OPPORTUNITY, SUPPORT, *GUNS)
LOSSES = (*FIRE, OWN, "p. 16 Sniper", "p. 16 Anti-Tank", "p. 19 20th Destroyer Brigade")
HASTY, DELIBERATE = "p. 8 hasty attack", "p. 9 deliberate attack"
SOVIET_ATTACKS = ("p. 12 Soviet attack", "p. 15 Soviet deliberate attack")
HAND = "p. 6 drawing cards"


@corruption(*FIRE, RUBBLE)
def other_die(rows: Rows, rng: Random) -> Rows | None:
    """A die of a combat shows another number."""
    at = rng.choice(places(rows, "roll"))
    return swap(rows, at, die=rows[at]["die"] % 6 + 1)


@corruption(*FIRE, RUBBLE)
def die_left_out(rows: Rows, rng: Random) -> Rows | None:
    """A die that a block or card has is not rolled."""
    return drop(rows, [pick(rng, places(rows, "roll"))])


@corruption(*FIRE, SEQUENCE, RUBBLE)
def die_too_many(rows: Rows, rng: Random) -> Rows | None:
    """A side rolls one die more than it has."""
    last = [n for n in places(rows, "roll") if rows[n + 1]["kind"] != "roll" and rows[n]["note"] != "rubble"]
    at = rng.choice(last)
    return insert(rows, at + 1, rows[at] | {"value": rows[at]["value"] + 1})


@corruption(*LOSSES)
def loss_left_out(rows: Rows, rng: Random) -> Rows | None:
    """A hit costs nobody a step."""
    return drop(rows, [pick(rng, [n for n in places(rows, "step_loss") if rows[n]["value"]])])


@corruption(*LOSSES)
def loss_elsewhere(rows: Rows, rng: Random) -> Rows | None:
    """Another block of the combat than the strongest takes the hit."""
    for at in shuffled(rng, places(rows, "step_loss"), 60):
        mine = battle(rows, at)
        told = [rows[n]["unit"] for n in mine if rows[n]["kind"] in ("attack", "defend")]
        others = [u for u in told if u != rows[at]["unit"] and u.split("_")[0] == rows[at]["unit"].split("_")[0]]
        if others:
            return swap(rows, at, unit=rng.choice(others))
    return None


@corruption(CLOSE)
def loss_invented(rows: Rows, rng: Random) -> Rows | None:
    """A block loses a step without a hit."""
    at = rng.choice(places(rows, "combat", side=GERMAN))
    unit = rows[battle(rows, at)[0]]["unit"]
    return insert(rows, at, new(rows[at], "step_loss", unit=unit, value=1))


@corruption("p. 5 reducing strength")
def dead_block_stays(rows: Rows, rng: Random) -> Rows | None:
    """A block without points is not eliminated."""
    return drop(rows, [pick(rng, places(rows, "eliminated"))])


@corruption(SEQUENCE)
def other_result(rows: Rows, rng: Random) -> Rows | None:
    """A combat is told to have ended otherwise."""
    at = rng.choice(places(rows, "combat"))
    note = note_of(rows[at])
    ends = {"repulsed", "cleared", "attacker_gone"} - {note["result"]}
    return swap(rows, at, note=json.dumps(note | {"result": rng.choice(sorted(ends))}))


@corruption(SEQUENCE)
def hidden_defender(rows: Rows, rng: Random) -> Rows | None:
    """A defending block is not revealed."""
    at = rng.choice(places(rows, "defend"))
    return drop(rows, [at, at + 1])


@corruption(SEQUENCE)
def other_strength(rows: Rows, rng: Random) -> Rows | None:
    """A block is revealed with a point more."""
    at = rng.choice(places(rows, "reveal"))
    return swap(rows, at, value=rows[at]["value"] + 1)


@corruption(HASTY, DELIBERATE)
def part_of_a_stack_attacks(rows: Rows, rng: Random) -> Rows | None:
    """A block of an attacking stack stays behind."""
    found = [n for n in places(rows, "attack", side=GERMAN) if rows[n + 2]["kind"] == "attack"]
    found = [n for n in found if rows[n + 2]["from_hex"] == rows[n]["from_hex"]]
    at = pick(rng, found)
    return None if at is None else drop(rows, [at, at + 1])


@corruption(HASTY, DELIBERATE)
def attack_from_afar(rows: Rows, rng: Random) -> Rows | None:
    """A Soviet stack is attacked that nobody touches."""
    for at in shuffled(rng, places(rows, "attack", side=GERMAN)):
        state = before(rows, at)
        here = rows[at]["from_hex"]
        far = [h for h in state.stacks if state.holder(h) == SOVIET and not state.ground.touches(here, h)]
        mine = [n for n in battle(rows, at) if rows[n]["kind"] == "attack"]
        if far:
            target = rng.choice(far)
            return [row | {"to_hex": target} if n in mine else row for n, row in enumerate(rows)]
    return None


@corruption(*SOVIET_ATTACKS, "p. 17 move action")
def soviet_stack_stays_out(rows: Rows, rng: Random) -> Rows | None:
    """A Soviet stack that must join an attack does not."""
    for at in shuffled(rng, places(rows, "attack", side=SOVIET), 40):
        mine = [n for n in battle(rows, at) if rows[n]["kind"] == "attack"]
        hexes = {rows[n]["from_hex"] for n in mine}
        if len(hexes) > 1:
            return drop(rows, [k for n in mine if rows[n]["from_hex"] == rows[at]["from_hex"] for k in (n, n + 1)])
    return None


@corruption(*SOVIET_ATTACKS)
def soviet_attack_not_made(rows: Rows, rng: Random) -> Rows | None:
    """The procedure's attack does not take place."""
    if note_of(rows[0])["soviet"] != "ai":
        return None
    at = pick(rng, places(rows, "attack", side=SOVIET))
    return None if at is None else drop(rows, battle(rows, at))


@corruption(ADVANCE)
def no_advance(rows: Rows, rng: Random) -> Rows | None:
    """Nobody enters the hex that has been cleared."""
    at = pick(rng, places(rows, "advance"))
    if at is None:
        return None
    mine = battle(rows, at)
    return drop(rows, range(next(n for n in mine if rows[n]["kind"] == "combat") + 1, mine[-1] + 1))


@corruption(ADVANCE)
def stranger_advances(rows: Rows, rng: Random) -> Rows | None:
    """A block advances that did not attack."""
    for at in shuffled(rng, places(rows, "advance", side=GERMAN)):
        told = {rows[n]["unit"] for n in battle(rows, at)}
        others = [b.id for b in before(rows, at).on_map(GERMAN) if b.id not in told]
        if others:
            return swap(rows, at, unit=rng.choice(others))
    return None


@corruption(ADVANCE)
def weaker_soviet_advances(rows: Rows, rng: Random) -> Rows | None:
    """Not the strongest Soviet block advances."""
    for at in places(rows, "advance", side=SOVIET):
        state = before(rows, at)
        told = {rows[n]["unit"] for n in battle(rows, at) if rows[n]["kind"] == "attack"}
        top = state.blocks[rows[at]["unit"]].strength
        weaker = [b for b in map(state.blocks.__getitem__, sorted(told)) if b.hex and b.strength < top]
        if weaker:
            return swap(rows, at, unit=weaker[0].id, from_hex=weaker[0].hex)
    return None


@corruption("p. 13 Blitz")
def blitz_without_reason(rows: Rows, rng: Random) -> Rows | None:
    """A block goes on after its advance into a hex that is not clear."""
    for at in shuffled(rng, places(rows, "advance", side=GERMAN), 40):
        state = before(rows, at)
        here = rows[at]["to_hex"]
        city = [h for h in state.ground.around(here) if state.ground.terrain[h] != "clear" and not state.stacks[h]]
        mine = battle(rows, at)
        if city and state.blocks[rows[at]["unit"]].kind.startswith("panzer") and rows[mine[-1]]["kind"] == "advance":
            step = new(rows[at], "blitz", unit=rows[at]["unit"], from_hex=here, to_hex=city[0])
            return insert(rows, mine[-1] + 1, step)
    return None


@corruption(SUPPORT)
def card_not_in_hand(rows: Rows, rng: Random) -> Rows | None:
    """The Germans play a card that they do not hold."""
    for at in shuffled(rng, places(rows, "card", side=GERMAN)):
        held = before(rows, at).hands[GERMAN]
        for code, card in enumerate(("heinkel_111", "stuka", "howitzer", "pioneer", "pioneer_672", "sniper", "pak")):
            if not held[card]:
                return swap(rows, at, note=card, value=code)
    return None


@corruption(LINDEN)
def second_card(rows: Rows, rng: Random) -> Rows | None:
    """The Germans play a second card."""
    for at in shuffled(rng, places(rows, "card", side=GERMAN), 40):
        held = before(rows, at).hands[GERMAN]
        for code, card in ((0, "heinkel_111"), (1, "stuka"), (2, "howitzer"), (5, "sniper")):
            if held[card] > (card == rows[at]["note"]):
                return insert(rows, at + 1, rows[at] | {"note": card, "value": code})
    return None


@corruption(SUPPORT)
def card_in_a_hasty_attack(rows: Rows, rng: Random) -> Rows | None:
    """The Germans play a card in a hasty attack."""
    for at in shuffled(rng, places(rows, "combat", side=GERMAN), 40):
        mine = battle(rows, at)
        first = next(n for n in mine if rows[n]["kind"] in ("roll", "combat"))
        is_plain = not any(rows[n]["kind"] == "card" for n in mine) and rows[first]["note"] in ("germans", "soviets")
        held = before(rows, mine[0]).hands[GERMAN]
        if note_of(rows[at])["attack"] == "hasty" and is_plain and held["heinkel_111"]:
            to = rows[at]["to_hex"]
            return insert(rows, first, new(rows[at], "card", value=0, note="heinkel_111", to_hex=to))
    return None


@corruption(HAND)
def soviet_card_not_played(rows: Rows, rng: Random) -> Rows | None:
    """The procedure keeps its card."""
    if note_of(rows[0])["soviet"] != "ai":
        return None
    return drop(rows, [pick(rng, places(rows, "card", side=SOVIET))])


@corruption(HAND)
def other_soviet_card(rows: Rows, rng: Random) -> Rows | None:
    """The procedure picks its card."""
    if note_of(rows[0])["soviet"] != "ai":
        return None
    at = pick(rng, [n for n in places(rows, "card", side=SOVIET) if rows[n]["note"] != "sniper"])
    return swap(rows, at, note="sniper", value=2)


@corruption(RUBBLE)
def rubble_left_out(rows: Rows, rng: Random) -> Rows | None:
    """A marker is not put on the map."""
    return drop(rows, [pick(rng, places(rows, "rubble"))])


@corruption(RUBBLE)
def rubble_invented(rows: Rows, rng: Random) -> Rows | None:
    """A marker comes without a card or a roll."""
    at = rng.choice(places(rows, "combat", side=GERMAN))
    return insert(rows, at, new(rows[at], "rubble", to_hex=rows[at]["to_hex"], value=1))


@corruption(OPPORTUNITY)
def no_opportunity_fire(rows: Rows, rng: Random) -> Rows | None:
    """Chuikov's blocks hold their fire."""
    at = pick(rng, places(rows, "roll", note="opportunity"))
    return None if at is None else drop(rows, [n for n in battle(rows, at) if rows[n]["note"] == "opportunity"])
