"""The rules of Leningrad run by hand: the same source, and the choices of one side put to whoever plays it.

Only what leads to a choice runs uncompiled (`sim.match.by_hand`). The choices are those of `players.choices`: steps or
a retreat, whose step, where to, who advances, air units for the defense.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from sim.games.leningrad.map import fields as f
from sim.games.leningrad.map import upkeep
from sim.games.leningrad.map.battles import air, guests, losses, overrun, shifts, targets
from sim.games.leningrad.map.moves import arrivals, closing, entry, march
from sim.games.leningrad.map.record.log import battle_note
from sim.games.leningrad.map.tables import GAME, unit_names
from sim.games.leningrad.played import sequence
from sim.games.leningrad.players import choices
from sim.map.board import load_board, load_hex_grid
from sim.map.forces import memory, zones
from sim.map.forces import world as g
from sim.map.forces.world import World
from sim.match.by_hand import Function, by_hand
from sim.match.person import Question

CHOICES = ("answer", "loss", "retreat_to", "advances", "advances_on", "air_for_defense")
_USED = {
    air: ("air_free",),
    arrivals: ("bring_in", "choose_entry", "is_due"),
    closing: ("allow_ends", "must_stay"),
    entry: ("arrive", "entries", "reach_entry"),
    guests: ("adds_nothing",),
    march: ("go", "is_pinned", "reach", "ready"),
    memory: ("last_before", "last_cost", "last_flood"),
    overrun: ("can_overrun", "go_together", "overrun", "overrun_cost"),
    shifts: ("has_river", "whole_corps"),
    targets: ("attack", "attackers_of", "has_retreated", "is_target", "touches"),
    upkeep: ("fortify", "forts_left", "german_points", "interdict", "may_fortify", "may_regenerate", "regenerate",
             "soviet_points"),
    zones: ("in_ezoc",),
}  # fmt: skip


class Twins:
    """The rules that a desk uses, as attributes, each by the name of its kernel."""

    def __init__(self, own: int, choose: Callable[[Question], str]) -> None:
        self.own = own
        self._choose = choose
        self._is_silent = False
        self._walks = False
        """Whether units of ours go back for good, so that each is asked where to."""
        self._none_advances = -1
        """The battle in which no more units of ours advance."""
        self._conduct: Callable[[], None] | None = None
        self._usual = by_hand({name: getattr(choices, name) for name in CHOICES}, {})
        swapped: dict[Function, Function] = {getattr(choices, name): getattr(self, f"_{name}") for name in CHOICES}
        self._asking_retreat = by_hand({"it": losses.lost_in_retreat}, swapped)["it"]
        swapped |= {losses.lost_in_retreat: self._lost_in_retreat}
        self._suffering = by_hand({"it": losses.suffer}, swapped)["it"]
        swapped |= {losses.suffer: self._suffer}
        used = {name: getattr(module, name) for module, names in _USED.items() for name in names}
        self._rules = by_hand(used, swapped)
        asked = by_hand({name: getattr(sequence, name) for name in ("_ask_quick", "_ask_random")}, swapped)
        self._rival = asked
        ours = {getattr(sequence, name): self._asker(name) for name in asked}
        self._phase = by_hand({"play_phase": sequence.play_phase}, swapped | ours)["play_phase"]

    def __getattr__(self, name: str) -> Any:
        """Return a rule by the name of its kernel."""
        if name.startswith("_") or name not in self._rules:
            raise AttributeError(f"{name!r} is no rule that a desk uses")
        return self._rules[name]

    def play_phase(self, w: World, phase: int, conduct: Callable[[], None]) -> None:
        """Play a phase; what our side does in it is done by `conduct`."""
        self._conduct = conduct
        self._phase(w, phase)

    def do_the_rest(self, w: World) -> None:
        """Let the officer play what is left of our phase, his choices made as usual."""
        with self.silence():
            self._rival["_ask_quick"](w, int(w.s[g.PHASE]))

    @contextmanager
    def silence(self) -> Iterator[None]:
        """Make every choice as usual, and ask nobody."""
        self._is_silent = True
        try:
            yield
        finally:
            self._is_silent = False

    def _asker(self, name: str) -> Function:
        def ask(w: World, phase: int) -> None:
            if w.s[g.ACTIVE] == self.own and self._conduct is not None:
                self._conduct()
            else:
                self._rival[name](w, phase)

        return ask

    # the choices of rule 8.4 and 11.0

    def _ask(self, side: int, question: Question) -> str:
        return question.usual if side != self.own or self._is_silent else self._choose(question)

    def _answer(self, w: World, side: int, row: int, n: int, demand: int, most: int, defends: int) -> int:
        usual = int(self._usual["answer"](w, side, row, n, demand, most, defends))
        if most == 0:
            return 0
        words = _WORDS[demand]
        answers = {word: about for hexes, (word, about) in words.items() if hexes <= most}
        who = f"your {'defenders' if defends else 'attackers'} ({_names(w, row, n)})"
        said = self._ask(side, Question(f"{_result(w)} asks {demand} of {who}", answers, words[usual][0]))
        hexes = next(hexes for hexes, (word, _) in words.items() if word == said)
        self._walks = side == self.own and not self._is_silent and hexes > 0
        return hexes

    def _loss(self, w: World, side: int, row: int, n: int) -> int:
        usual = int(self._usual["loss"](w, side, row, n))
        if n == 1:
            return 0
        names = [unit_names()[w.lists[row, k]] for k in range(n)]
        steps = (int(w.u[g.STEPS, w.lists[row, k]]) for k in range(n))
        answers = {name: f"{left} step{'s' * (left > 1)} left" for name, left in zip(names, steps, strict=True)}
        return names.index(self._ask(side, Question("who loses a step", answers, names[usual])))

    def _retreat_to(self, w: World, u: int, row: int, n: int) -> int:
        usual = int(self._usual["retreat_to"](w, u, row, n))
        if n == 1 or not self._walks:
            return usual
        hexes = {_number(w.lists[row, k]): int(w.lists[row, k]) for k in range(n)}
        question = Question(f"where does {unit_names()[u]} go back to", dict.fromkeys(hexes, ""), _number(usual))
        return hexes[self._ask(int(w.u[g.SIDE, u]), question)]

    def _advances(self, w: World, side: int, u: int, h: int) -> bool:
        return self._goes(w, side, u, f"advance into {_number(h)}", bool(self._usual["advances"](w, side, u, h)))

    def _advances_on(self, w: World, side: int, u: int, h: int) -> bool:
        return self._goes(w, side, u, f"go on into {_number(h)}", bool(self._usual["advances_on"](w, side, u, h)))

    def _goes(self, w: World, side: int, u: int, how: str, usual: bool) -> bool:
        if side == self.own and self._none_advances == w.s[g.BATTLE]:
            return False
        answers = {"yes": "", "no": "", "none": "nobody else of this battle either"}
        said = self._ask(side, Question(f"does {unit_names()[u]} {how}", answers, "yes" if usual else "no"))
        if said == "none":
            self._none_advances = int(w.s[g.BATTLE])
        return said == "yes"

    def _air_for_defense(self, w: World, free: int) -> int:
        usual = int(self._usual["air_for_defense"](w, free))
        if free == 0:
            return 0
        answers = {str(n): f"{n} column{'s' * (n != 1)} left" for n in range(free + 1)}
        where = ", ".join(_number(w.lists[f.L_HEX, k]) for k in range(int(w.s[f.N_HEX])))
        about = f"{_names(w, f.L_ATT, int(w.s[f.N_ATT]))} attack {where}: how many air units help your defenders"
        return int(self._ask(f.GERMAN, Question(about, answers, str(usual))))

    # a retreat is tried before it is chosen, and then walked

    def _suffer(self, w: World, *numbers: int) -> int:
        self._walks = False
        return int(self._suffering(w, *numbers))

    def _lost_in_retreat(self, w: World, *numbers: int) -> int:
        """Walk back as asked; where that leaves some unit without a way, as the officer would."""
        if self._walks:
            if not self._asking_retreat(w, *numbers):
                return 0
            self._walks = False
        return int(self._asking_retreat(w, *numbers))


_WORDS = {
    1: {0: ("steps", "lose a step"), 1: ("back", "all go back a hex")},
    2: {0: ("steps", "lose two steps"), 1: ("both", "lose a step, then all go back a hex"),
        2: ("back", "all go back two hexes")},
}  # fmt: skip
"""How a demand may be met, by the hexes of the retreat [8.41, 8.42]."""


def _names(w: World, row: int, n: int) -> str:
    return " ".join(unit_names()[w.lists[row, k]] for k in range(n))


def _result(w: World) -> str:
    """Return the battle that goes on, as its header tells it."""
    rows = w.log[: w.s[g.N_LOG]]
    at = int(np.flatnonzero(np.isin(rows[:, f.C_KIND], (f.K_COMBAT, f.K_OVERRUN)))[-1])
    note = battle_note(load_board(GAME), rows[at].tolist())
    odds = f"{note['attack']} against {note['defense']} at {note['column']}"
    return f"at {' and '.join(note['hexes'])}, {odds}, die {rows[at, f.C_DIE]}, result {note['result']}"


def _number(h: int) -> str:
    return load_hex_grid(GAME).numbers[int(h)]
