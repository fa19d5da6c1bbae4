"""Acts in words: what a side did, one combat, how all stands; the diary and the replay share these sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from sim.games.inferno_on_the_volga.map.record.words import ADVANTAGES, CARDS, block_names, place
from sim.games.inferno_on_the_volga.played.acts import Act, Fight, Standing, Volley

SPAWN = ("3", "19", "9", "15", "13", "7")
SIDES = {"german": "the Germans", "soviet": "the Soviets"}
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_ENDS = {
    ("german", "cleared"): "The Germans take {place}.", ("german", "repulsed"): "The defenders hold.",
    ("german", "attacker_gone"): "The last attacker falls.", ("german", "both_gone"): "Nobody is left on either side.",
    ("soviet", "cleared"): "The Soviets take {place}.", ("soviet", "repulsed"): "The Germans hold.",
    ("soviet", "attacker_gone"): "The attackers are destroyed.",
    ("soviet", "both_gone"): "Nobody is left on either side.",
}  # fmt: skip
WITH_DICE = ("heinkel_111", "stuka", "howitzer", "pioneer", "pioneer_672", "tommy_gunner", "volga_flotilla")
_ACTIONS = {"long_move": "German long move", "short_moves": "German moves", "hasty_attack": "German approach"}
_KINDS = {"Infantry": "infantry", "tank brigade": "tanks", "marines": "marines", "Guards": "Guards",
          "1077th AA Regiment": "the 1077th AA Regiment",
          "20th Destroyer Brigade": "the 20th Destroyer Brigade"}  # fmt: skip


class Teller:
    """Puts the acts of a game in words; `soviet` is its member of the family of Soviet blocks (R52)."""

    def __init__(self, soviet: str) -> None:
        self.names = block_names(soviet)

    def head(self, act: Act) -> str:
        """Return a heading."""
        if act.fight is not None:
            what = "attack on" if act.fight.side == "german" else "counterattack on"
            return f"{act.fight.side.capitalize()} {what} {place(act.fight.hex)}"
        if act.kind in ("start", "end"):
            return "Set-up" if act.kind == "start" else "End of the turn"
        if act.side == "german":
            heads = {"call": "German call for reinforcements", "cards": "German cards", "": "The Germans wait"}
            return heads.get(act.kind) or _ACTIONS.get(act.action, "German moves")
        heads = {"spawn": "Soviet reinforcements", "cards": "Soviet cards", "": "The Soviets stand still"}
        return heads.get(act.kind, "Soviet moves")

    def sentences(self, act: Act, *, with_dice: bool = True) -> list[str]:
        """Return what happened, each a sentence; of a combat also its cards and dice, unless they stand beside it."""
        if act.kind == "start":
            return self._start(act)
        told = self._fight(act, act.fight, with_dice=with_dice) if act.fight is not None else []
        if act.action == "pass" and act.kind == "":
            told.append("The Germans wait.")
        if act.kind == "call":
            told += self._call(act)
        told += self._moves(act)
        if act.spawned and act.fight is None:
            at = _list(f"{_number(n)} at {place(h)}" for h, n in Counter(act.spawned.values()).items())
            n = len(act.spawned)
            told.append(f"{_first(_n(n, 'Soviet block'))} {_s(n, 'arrive')}: {at}.")
        return told + self._after(act)

    def _start(self, act: Act) -> list[str]:
        on_map = Counter(unit.partition("_")[0] for unit in act.stands)
        told = [f"{_first(_n(on_map['german'], 'German block'))} {_s(on_map['german'], 'stand')} ready, "
                f"{on_map['soviet']} Soviet ones are in the city, face down."]  # fmt: skip
        for side, who in SIDES.items():
            drawn = [number for one, number in act.advantages if one == side]
            if drawn:
                told.append(f"Advantages of {who}: {_list(ADVANTAGES[side][number - 1] for number in drawn)}.")
        return told + self._after(act)

    def _call(self, act: Act) -> list[str]:
        told = []
        if act.arrived:
            at = _list(f"{place(h)} ({n})" for h, n in Counter(act.arrived.values()).items())
            told.append(f"{_first(self.those(act.arrived))} {_s(len(act.arrived), 'arrive')} at {at}.")
        else:
            told.append("The Germans call for reinforcements, and nobody comes.")
        for unit in act.left:
            name = _first(self.those([unit]))
            told.append(f"{name} leave{'' if name.endswith('s') else 's'} the city for good.")
        return told

    def _moves(self, act: Act) -> list[str]:
        ways = Counter((way[0], way[-1]) for way in act.paths.values())
        return [_first(_list(
            f"{_n(n, 'block')} {_s(n, 'move')} from {place(a)} to {place(b)}" if at == 0
            else f"{_number(n)} from {place(a)} to {place(b)}" for at, ((a, b), n) in enumerate(ways.items())
        )) + "."] if ways else []  # fmt: skip

    def _after(self, act: Act) -> list[str]:
        """Return what else an act brought: spawn hexes taken, rubble, leaders, cards."""
        told = []
        for hex_, side in act.taken.items():
            if hex_ in SPAWN and act.after is not None:
                n = len(act.after.held & set(SPAWN))
                share = (
                    "all six Soviet spawn hexes" if n == len(SPAWN) else f"{_number(n)} of the six Soviet spawn hexes"
                )
                told.append(f"The Germans now hold {share}." if side == "german"
                            else f"{_first(place(hex_))} is Soviet again; the Germans hold {_number(n)} of the six "
                            "spawn hexes.")  # fmt: skip
        for side, cards in act.drawn.items():
            what = f": {_list(_cards(cards))}" if side == "german" else ""
            who = "They" if side == act.side else _first(SIDES[side])
            told.append(f"{who} draw {_n(len(cards), 'card')}{what}.")
        for name, how in act.leaders:
            told.append(f"{CARDS[name]} comes into play." if how == "comes" else f"{CARDS[name]} is out of play.")
        return told

    def _fight(self, act: Act, fight: Fight, *, with_dice: bool) -> list[str]:
        n, where = len(fight.attackers), list(dict.fromkeys(fight.attackers.values()))
        other = "soviet" if fight.side == "german" else "german"
        who = self._forces(fight, list(fight.attackers), fight.side)
        told = [f"From {_list(place(h) for h in where)} {who} {_s(n, 'attack')} {place(fight.hex)}, held by "
                f"{self._forces(fight, fight.defenders, other)}{' in rubble' if fight.in_rubble else ''}."]  # fmt: skip
        told += self._support(act, fight, with_dice=with_dice)
        told += _thrown(fight, with_dice=with_dice)
        lost = {side: fight.lost(side) for side in SIDES}
        if with_dice:
            told.append(f"The Germans lose {_n(lost['german'], 'point')}, the Soviets {_number(lost['soviet'])}."
                        if any(lost.values()) else "Nobody loses a point.")  # fmt: skip
        fallen = [unit for unit in fight.gone if unit.startswith("german")]
        told += [f"{_first(self.those(fallen))} {_s(len(fallen), 'is')} destroyed."] if fallen else []
        told.append(_ENDS[fight.side, fight.result].format(place=place(fight.hex)) if fight.result
                    else "The game ends before it is fought out.")  # fmt: skip
        return told

    def _support(self, act: Act, fight: Fight, *, with_dice: bool) -> list[str]:
        """Return the cards played, and the Soviet blocks that they brought."""
        by_side = {side: [card for one, card in fight.cards if one == side] for side in ("soviet", "german")}
        played = [(SIDES[side], _list(_cards(cards))) for side, cards in by_side.items() if cards]
        words = [f"{who} {'' if at else 'play '}{cards}" for at, (who, cards) in enumerate(played)]
        told = [f"{_first(', '.join(words))}."] if words and with_dice else []
        for unit, hex_ in act.spawned.items():
            kind = _KINDS[self.names[unit].removeprefix("Soviet ")]
            n = 1 if kind == "infantry" or kind.startswith("the ") else 2
            told.append(f"{_first(kind)} {_s(n, 'land')} at {place(hex_)}." if fight.landing
                        else f"{_first(kind)} {_s(n, 'join')} the fight.")  # fmt: skip
        if fight.landing and not act.spawned:
            told.append(f"The Flotilla cannot land at {place(fight.landing)}.")
        return told

    def _forces(self, fight: Fight, units: Sequence[str], side: str) -> str:
        """Return the blocks met, with their points: those that nobody saw before are told by kind."""
        if side == "german":
            return self.those(units)
        points: dict[str, list[int]] = {}
        for unit in units:
            points.setdefault(self.names[unit].removeprefix("Soviet "), []).append(fight.strengths.get(unit, 0))
        return _list(f"{_KINDS[kind]} ({', '.join(map(str, sorted(all_, reverse=True)))})"
                     for kind, all_ in points.items())  # fmt: skip

    def those(self, units: Iterable[str]) -> str:
        """Return German blocks, those of a kind together: ``the 2nd Panzer and the 8th and 15th Motorized``."""
        kinds: dict[str, list[str]] = {}
        for unit in units:
            number, _, kind = self.names[unit].partition(" ")
            kinds.setdefault(kind, []).append(number)
        return _list(
            f"the {_list(sorted(numbers, key=lambda s: int(s[:-2])))} {kind}" for kind, numbers in kinds.items()
        )


def _thrown(fight: Fight, *, with_dice: bool) -> list[str]:
    """Return the dice of a combat in words, and where among them rubble filled a hex: it halves the hits after it."""
    told: list[str] = []
    for at in range(len(fight.volleys) + 1):
        since = max((before for _, before in fight.filled if before < at), default=0)
        filled = [hex_ for hex_, before in fight.filled if before == at]
        if filled or at == len(fight.volleys):
            dice = [fire(volley, fight) for volley in fight.volleys[since:at] if volley.stage != "rubble"]
            told += [_first("; ".join(dice)) + "."] if dice and with_dice else []
            told += [f"Rubble fills {place(hex_)}." for hex_ in filled]
    return told


def fire(volley: Volley, fight: Fight) -> str:
    """Return how a stage of a combat went: whose dice, how many, and how many hit."""
    n, side = len(volley.dice), volley.side
    adjective = side.capitalize()
    who = f"{n} {adjective} {'die' if n == 1 else 'dice'}"
    if volley.stage.endswith("card"):
        who = f"{n} dice of {_list(_cards(card for one, card in fight.cards if one == side and card in WITH_DICE))}"
    if volley.stage == "opportunity":
        who = f"{n} {'die' if n == 1 else 'dice'} of opportunity fire"
    if any(low is None for _, low in volley.dice):
        return f"{who} are thrown"
    own = f", and by Khrushchev {_number(volley.own_hits)} on their own side" if volley.own_hits else ""
    return f"{who} {_s(n, 'score')} {_n(volley.hits, 'hit')}{own}"


def _cards(cards: Iterable[str]) -> list[str]:
    """Return cards by name, several of a kind with their number."""
    return [f"{_number(n)} {CARDS[card]} cards" if n > 1 else CARDS[card] for card, n in Counter(cards).items()]


def standing(now: Standing, cards_left: int) -> str:
    """Return how all stands at the end of a turn, in a sentence."""
    held = len(now.held & set(SPAWN))
    if cards_left == 0 and "okh" in now.leaders:
        return f"{standing(now, -1).rpartition('; ')[0]}; the Soviet deck is empty, and OKH gives the Germans time."
    return (
        f"{_n(now.blocks[0], 'German block', spelled=False)} against {now.blocks[1]}; {held} of 6 spawn hexes taken; "
        f"German losses {now.dead_points} of 10; {_n(cards_left, 'Soviet card', spelled=False)} left."
    )


def _number(n: int) -> str:
    return _NUMBERS[n] if n < len(_NUMBERS) else f"{n}"


def _n(n: int, what: str, many: str = "", *, spelled: bool = True) -> str:
    return f"{_number(n) if spelled else n} {what if n == 1 else many or f'{what}s'}"


def _s(n: int, verb: str) -> str:
    """Return a verb in the number of its subject."""
    if verb == "is":
        return "is" if n == 1 else "are"
    return f"{verb}s" if n == 1 else verb


def _first(text: str) -> str:
    return text[:1].upper() + text[1:]


def _list(parts: Iterable[str]) -> str:
    """Return a list in words.

    >>> _list(["a", "b", "c"])
    'a, b and c'
    """
    found = list(parts)
    return " and ".join([", ".join(found[:-1]), found[-1]] if len(found) > 1 else found)
