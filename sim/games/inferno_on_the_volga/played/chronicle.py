"""A game's events gathered into acts, with what all stood like after each: what the diary and the replay tell from."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from sim.games.inferno_on_the_volga.played.acts import SIDES, Act, Fight, Standing, Volley
from sim.games.inferno_on_the_volga.played.table import Table

Event = Mapping[str, Any]


class Chronicle(Table):
    """Reads the events of one game; `acts` are in order, `end` is what ended it."""

    def __init__(self, events: Iterable[Event]) -> None:
        rows = list(events)
        super().__init__(json.loads(rows[0]["note"]))
        self.acts = [Act(0, 0, "start")]
        self.end = ""
        for row in rows[1:]:
            self._take(row)
        self._close()

    def _take(self, event: Event) -> None:
        kind = event["kind"]
        if kind == "phase":
            self._close()
            if event["phase"] == 1 and event["turn"] > 1:
                self._end_turn(event["turn"] - 1)
            self.acts.append(Act(event["turn"], event["phase"], ""))
            return
        if kind == "end":
            self.end = event["note"]
            self._close()
            self._end_turn(event["turn"])
            return
        act = self._act(event)
        _TAKERS[kind](self, event, act)

    def _end_turn(self, turn: int) -> None:
        self.acts.append(Act(turn, 3, "end"))
        self._close()

    def _close(self) -> None:
        """Write down how all stands after the last act."""
        on_map = Counter(unit.partition("_")[0] for unit in self.place)
        hands = {side: tuple(sorted(hand.elements())) for side, hand in self.hands.items()}
        self.acts[-1].after = Standing(
            frozenset(self.held), frozenset(self.rubble), frozenset(self.forts), frozenset(self.headquarters),
            tuple(self.leaders), hands, self.drawn, (on_map["german"], on_map["soviet"]),
            (self.steps_lost[0], self.steps_lost[1]), self.dead_points,
        )  # fmt: skip

    def _act(self, event: Event) -> Act:
        """Return the act that an event belongs to: a combat is one of its own, and so is what follows it."""
        last, number = self.acts[-1], event["battle"]
        if number is not None and (last.fight is None or last.fight.number != number):
            if last.kind or last.paths:
                self._close()
                last = Act(event["turn"], event["phase"], "battle", last.action)
                self.acts.append(last)
            last.kind = "battle"
            last.fight = Fight(number, event["side"], event["to_hex"], in_rubble=event["to_hex"] in self.rubble)
        elif number is None and last.fight is not None:
            self._close()
            last = Act(event["turn"], event["phase"], "", last.action)
            self.acts.append(last)
        return last

    def _setup(self, event: Event, act: Act) -> None:
        self._stand(act, event["unit"], event["to_hex"], event["value"])

    def _stand(self, act: Act, unit: str, hex_: str, strength: int) -> None:
        if hex_:
            self.place[unit], self.strength[unit] = hex_, strength
        else:
            self.place.pop(unit, None)
        act.stands[unit] = (hex_, strength)

    def _action(self, event: Event, act: Act) -> None:
        act.action = event["note"]

    def _arrive(self, event: Event, act: Act) -> None:
        act.kind = "call"
        act.arrived[event["unit"]] = event["to_hex"]
        self._setup(event, act)

    def _spawn(self, event: Event, act: Act) -> None:
        act.kind = act.kind or "spawn"
        act.spawned[event["unit"]] = event["to_hex"]
        self._setup(event, act)

    def _move(self, event: Event, act: Act) -> None:
        act.kind = act.kind or "move"
        act.paths.setdefault(event["unit"], [event["from_hex"]]).append(event["to_hex"])
        self._stand(act, event["unit"], event["to_hex"], self.strength[event["unit"]])

    def _advance(self, event: Event, act: Act) -> None:
        assert act.fight is not None
        act.fight.advanced.setdefault(event["unit"], [event["from_hex"]]).append(event["to_hex"])
        self._stand(act, event["unit"], event["to_hex"], self.strength[event["unit"]])

    def _control(self, event: Event, act: Act) -> None:
        act.taken[event["to_hex"]] = SIDES[event["value"]]
        (self.held.discard if event["value"] else self.held.add)(event["to_hex"])
        if not event["value"]:
            self.forts.discard(event["to_hex"])

    def _draw(self, event: Event, act: Act) -> None:
        act.kind = act.kind or "cards"
        act.drawn.setdefault(event["side"], []).append(event["note"])
        self.drawn += event["side"] == "soviet"
        if event["side"] == "soviet" or event["note"] not in _LEADERS:
            self.hands[event["side"]][event["note"]] += 1

    def _leader(self, event: Event, act: Act) -> None:
        name, how = event["note"].rsplit(" ", 1)
        act.leaders.append((name, how))
        if name == "chuikov":
            self.headquarters = {event["to_hex"]} if how == "comes" and event["to_hex"] else set()
        if how == "comes":
            self.leaders.append(name)
        elif name in self.leaders:
            self.leaders.remove(name)

    def _die(self, event: Event, act: Act) -> None:
        act.dice.append((event["to_hex"] or "", event["die"]))

    def _call_die(self, event: Event, act: Act) -> None:
        if event["kind"] == "remove" and event["unit"]:
            act.left.append(event["unit"])
            if event["unit"] in self.place:
                self._stand(act, event["unit"], "", 0)
        if event["die"] is not None and event["turn"]:
            act.kind = "call"
            act.dice.append(("", event["die"]))

    def _advantage(self, event: Event, act: Act) -> None:
        act.advantages.append((event["side"], event["value"]))

    def _rubble(self, event: Event, act: Act) -> None:
        assert act.fight is not None
        act.fight.filled.append((event["to_hex"], len(act.fight.volleys)))
        self.rubble.add(event["to_hex"])

    def _joins(self, event: Event, act: Act) -> None:
        assert act.fight is not None
        if event["kind"] == "attack":
            act.fight.side = event["side"]
            act.fight.attackers[event["unit"]] = event["from_hex"]
        else:
            act.fight.defenders.append(event["unit"])

    def _reveal(self, event: Event, act: Act) -> None:
        assert act.fight is not None
        act.fight.strengths[event["unit"]] = event["value"]
        self._stand(act, event["unit"], self.place[event["unit"]], event["value"])

    def _card(self, event: Event, act: Act) -> None:
        assert act.fight is not None
        act.fight.cards.append((event["side"], event["note"]))
        self.hands[event["side"]][event["note"]] -= 1

    def _roll(self, event: Event, act: Act) -> None:
        assert act.fight is not None
        fight, stage = act.fight, event["note"]
        if not fight.volleys or fight.volleys[-1].stage != stage:
            side = "german" if stage.startswith("german") or stage == "rubble" else "soviet"
            fight.volleys.append(Volley(stage, side, self.backfires(stage)))
            self._pool = self.lowest(fight, stage, act.spawned)
        at = event["value"]
        low = self._pool[at] if at < len(self._pool) else None
        fight.volleys[-1].dice.append((event["die"], low))

    def _loss(self, event: Event, act: Act) -> None:
        unit = event["unit"]
        assert act.fight is not None
        act.fight.steps[unit] += 1
        self.steps_lost[SIDES.index(event["side"])] += 1
        self._stand(act, unit, self.place[unit], event["value"])

    def _eliminated(self, event: Event, act: Act) -> None:
        unit = event["unit"]
        assert act.fight is not None
        act.fight.gone.append(unit)
        self._stand(act, unit, "", 0)
        if event["side"] == "german":
            self.dead_points += 2 if unit in self.doubled else 1

    def _land(self, event: Event, act: Act) -> None:
        assert act.fight is not None
        act.fight.landing = event["to_hex"]

    def _combat(self, event: Event, act: Act) -> None:
        assert act.fight is not None
        note = json.loads(event["note"])
        act.fight.attack, act.fight.result = note["attack"], note["result"]

    def _nothing(self, event: Event, act: Act) -> None:
        """Pass over an event that nobody sees."""


_LEADERS = ("paulus", "hoth", "linden", "okh", "von_richthofen")
_TAKERS = {
    "setup": Chronicle._setup, "action": Chronicle._action, "arrive": Chronicle._arrive, "spawn": Chronicle._spawn,
    "move": Chronicle._move, "advance": Chronicle._advance, "blitz": Chronicle._advance,
    "control": Chronicle._control, "draw": Chronicle._draw, "leader": Chronicle._leader, "die": Chronicle._die,
    "take": Chronicle._call_die, "remove": Chronicle._call_die, "return": Chronicle._nothing,
    "advantage": Chronicle._advantage, "rubble": Chronicle._rubble, "attack": Chronicle._joins,
    "defend": Chronicle._joins, "reveal": Chronicle._reveal, "card": Chronicle._card, "roll": Chronicle._roll,
    "step_loss": Chronicle._loss, "eliminated": Chronicle._eliminated, "land": Chronicle._land,
    "combat": Chronicle._combat,
}  # fmt: skip
