"""The acts of a game as scenes: who stands where, what lies on the hexes, dice and cards in the panel, the gauges."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from sim.games.inferno_on_the_volga.combat.fire import OWN_HIT
from sim.games.inferno_on_the_volga.map.build import IN_OTHER_ORDER
from sim.games.inferno_on_the_volga.map.record.words import CARDS
from sim.games.inferno_on_the_volga.played.acts import Act, Fight, Standing, Volley
from sim.games.inferno_on_the_volga.played.chronicle import Chronicle
from sim.games.inferno_on_the_volga.played.telling import SPAWN, WITH_DICE, Teller, standing
from sim.match.shown import Clash, Gauge, Scene, Strip

ARROWS = "→↘↙←↖↗"
"""Where the dice of the compass point, 1 to 6 [p. 6, R11]."""
_TAGS = {"cleared": "taken", "repulsed": "held", "attacker_gone": "attacker gone", "both_gone": "nobody left"}
_STAGES = {
    "germans": "German fire",
    "soviets": "Soviet fire",
    "opportunity": "Opportunity fire",
    "rubble": "Rubble roll",
}
_CSS = {"german": "first", "soviet": "second"}
Cards = Sequence[tuple[str, str]]


def gauges(deck: int) -> list[Gauge]:
    """Return what is counted beside the map; `deck` is how many Soviet cards there are at the start."""
    return [
        Gauge("deck", "Soviet deck, the clock", deck, "second"), Gauge("spawn", "Spawn hexes taken", 6, "first"),
        Gauge("dead", "German losses", 10, "second"), Gauge("leaders", "Leaders"),
        Gauge("german", "German hand"), Gauge("soviet", "Soviet hand"),
    ]  # fmt: skip


def scenes(chronicle: Chronicle, deck: int) -> list[Scene]:
    """Return the scenes of a game; a Soviet block that fought stands up again in the next one [p. 10]."""
    teller = Teller(chronicle.head["readings"]["R52"])
    order = list(range(6)) if chronicle.head["readings"]["R11"] == "clockwise" else IN_OTHER_ORDER
    found: list[Scene] = []
    before: Standing | None = None
    shown: list[str] = []
    for act in chronicle.acts:
        assert act.after is not None, "every act is closed"
        scene = _scene(act, teller, act.after, deck, order)
        scene.on, scene.off = _marks(before, act.after)
        scene.down, shown = shown, []
        if act.fight is not None:
            shown = [unit for unit in act.fight.strengths if unit.startswith("soviet")]
            scene.up, scene.down = shown, [unit for unit in scene.down if unit not in shown]
        found.append(scene)
        before = act.after
    return found


def _scene(act: Act, teller: Teller, after: Standing, deck: int, order: Sequence[int]) -> Scene:
    fight = act.fight
    told = [" ".join(teller.sentences(act, with_dice=False))] if fight else teller.sentences(act)
    text = standing(after, deck - after.drawn) if act.kind == "end" else "\n".join(told)
    look = [*act.arrived.values(), *act.spawned.values()]
    return Scene(
        act.turn, act.phase, act.side, {"call": "move", "spawn": "move"}.get(act.kind, act.kind) or "move",
        teller.head(act), text, act.stands, act.paths, look=look if len(set(look)) < 4 else (),
        clash=Clash(fight.hex, fight.attackers, fight.defenders, _tag(fight)) if fight else None,
        rows=_fight_rows(fight, act, order) if fight else _rows(act, order), gauges=_gauges(after, deck),
    )  # fmt: skip


def _tag(fight: Fight) -> str:
    german, soviet = fight.lost("german"), fight.lost("soviet")
    return f"−{german} : −{soviet} · {_TAGS.get(fight.result, 'the end')}"


def _gauges(after: Standing, deck: int) -> dict[str, int | Cards]:
    hand = Counter(after.hands["german"])
    return {
        "deck": deck - after.drawn, "spawn": len(after.held & set(SPAWN)), "dead": min(10, after.dead_points),
        "leaders": [(CARDS[name], "first" if name in _GERMANS else "second") for name in after.leaders],
        "german": [(f"{CARDS[card]}{f' ×{n}' if n > 1 else ''}", "first") for card, n in hand.items()],
        "soviet": [(CARDS[card], "second secret") for card in after.hands["soviet"]],
    }  # fmt: skip


_GERMANS = ("paulus", "hoth", "linden", "okh", "von_richthofen")


def _marks(before: Standing | None, after: Standing) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Return the marks laid on hexes since the act before, and those taken away."""
    now, then = _lie(after), _lie(before) if before is not None else frozenset()
    return sorted(now - then), sorted(then - now)


def _lie(one: Standing) -> frozenset[tuple[str, str]]:
    """Return everything that lies on the hexes, each with its hex."""
    kinds = {"held": one.held, "rubble": one.rubble, "fort": one.forts, "hq": one.headquarters}
    return frozenset((name, hex_) for name, hexes in kinds.items() for hex_ in hexes)


def _rows(act: Act, order: Sequence[int]) -> list[Strip]:
    """Return the panel of an act without a fight: dice, who comes, cards drawn."""
    rows = []
    if act.kind == "call":
        rows.append(Strip("Six dice for the rows of the track", dice=[(die, "") for _, die in act.dice]))
    elif act.dice:
        rows.append(_orders(act, order))
    come = {**act.arrived, **act.spawned}
    if come and act.kind != "start":
        rows.append(Strip("New on the map", list(come)))
    for side, cards in act.drawn.items():
        rows.append(Strip(f"{side.capitalize()} cards drawn", cards=_hand(side, cards)))
    return rows


def _orders(act: Act, order: Sequence[int]) -> Strip:
    """Return the Soviet dice, each with its stack and where it points."""
    words = []
    for hex_, die in act.dice:
        words += [(hex_, "note"), (f"{die}", "die"), (ARROWS[order[die - 1]], "note")]
    return Strip("A die a stack: where it points", words=words)


def _hand(side: str, cards: Sequence[str]) -> Cards:
    return [(CARDS[card], f"{_CSS[side]}{' secret' if side == 'soviet' else ''}") for card in cards]


def _fight_rows(fight: Fight, act: Act, order: Sequence[int]) -> list[Strip]:
    """Return the panel of a combat: both sides, cards, the dice of every stage, what came of it."""
    other = "soviet" if fight.side == "german" else "german"
    rows = [_orders(act, order)] if act.dice else []
    rows += [
        Strip(f"{fight.side.capitalize()} attack{f', {fight.attack}' if fight.attack else ''}", list(fight.attackers)),
        Strip(f"{other.capitalize()} defense", fight.defenders),
    ]
    if fight.cards:
        rows.append(Strip("Cards", cards=[(CARDS[card], _CSS[side]) for side, card in fight.cards]))
    rows += [_dice(volley, fight) for volley in fight.volleys]
    lost = f"points lost: German {fight.lost('german')}, Soviet {fight.lost('soviet')}"
    rows.append(Strip(words=[(lost, "note"), (_TAGS.get(fight.result, "the end"), "out")]))
    if any(act.drawn.values()):
        rows += [
            Strip(f"{side.capitalize()} cards drawn", cards=_hand(side, cards)) for side, cards in act.drawn.items()
        ]
    return rows


def _class(volley: Volley, rolled: int, low: int | None) -> str:
    """Return how a die is marked: it hits, misses, or by Khrushchev hits those who threw it [p. 15]."""
    if volley.backfires and rolled == OWN_HIT:
        return "own"
    return "" if low is None else "hit" if rolled >= low else "miss"


def _dice(volley: Volley, fight: Fight) -> Strip:
    """Return the dice of a stage, those that hit marked."""
    label = _STAGES.get(volley.stage, "")
    if volley.stage.endswith("card"):
        names: Mapping[str, None] = dict.fromkeys(
            CARDS[card] for side, card in fight.cards if side == volley.side and card in WITH_DICE
        )
        label = " and ".join(names)
    if volley.stage == "rubble":
        return Strip(label, dice=[(rolled, "") for rolled, _ in volley.dice])
    marked = [(rolled, _class(volley, rolled, low)) for rolled, low in volley.dice]
    needs = sorted({low for _, low in volley.dice if low is not None})
    hits = "" if any(low is None for _, low in volley.dice) else f": {volley.hits} of {len(marked)} hit"
    hits += f", {volley.own_hits} on their own side (Khrushchev)" if volley.own_hits else ""
    on = f" (on {' and '.join(f'{low}+' for low in needs)})" if needs else ""
    return Strip(f"{label}{on}{hits}", dice=marked)
