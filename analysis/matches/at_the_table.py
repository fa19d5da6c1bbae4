"""A person plays a side in the terminal: lines of orders in, what happens out; scripts are lines from elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from analysis.errors import KesselError
from analysis.matches.diary import last_battle, what_happened
from analysis.matches.looking import Look
from sim.errors import GameError
from sim.game import Game
from sim.map.board import load_board
from sim.match.log import EventLog
from sim.match.person import Desk, Forecast, Question

HELP = {
    "show": "show [HEX | UNIT | all | coming]: the state of play, a hex, a unit and where it can go, both armies",
    "map": "map: the hexes and who stands where",
    "odds": "odds attack ..., odds overrun ...: the exact odds, nothing done",
    "undo": "undo: take back the last order, if no die has been thrown since",
    "officer": "officer: your officer, a player by his weights, does the rest of the phase and ends it; officer turn, "
               "officer game: of the turn, of the game",
    "end": "end: the phase is over",
    "save": "save FILE: write the game with the orders of this phase; kessel play --at FILE --as SIDE goes on",
    "help": "help: this",
    "quit": "quit: leave; what is not saved is lost",
}  # fmt: skip
"""What can be typed in every phase, beside the orders of the phase."""
ORDER_MARK = "# order: "
"""Begins a line of a saved game with an order of the phase that goes on."""


class Left(KesselError):
    """The person has left the table, or the input has ended."""


@dataclass
class _Input:
    """Lines of orders, one after the other, those of a saved phase first; a line may be handed back."""

    lines: Iterator[str]
    begun: list[str] = field(default_factory=list)
    back: list[str] = field(default_factory=list)
    was_begun: bool = False
    """Whether the last line was one of a saved phase."""

    def next(self) -> str | None:
        """Return the next line that says something, empty for an empty one, nothing at the end; `#` begins a remark."""
        while True:
            self.was_begun = bool(self.begun)
            line = self.back.pop() if self.back else self.begun.pop(0) if self.begun else next(self.lines, None)
            if line is None:
                return None
            said = line.partition("#")[0].strip()
            if said or not line.strip():
                return said


class Terminal:
    """See `sim.match.person.Person`; `is_live` where somebody types, so that attacks are confirmed."""

    def __init__(
        self, game: Game, lines: Iterable[str], say: Callable[[str], None],
        odds: Callable[[Forecast, bool], Iterable[str]], *,
        begun: Sequence[str] = (), is_live: bool = False,
    ) -> None:  # fmt: skip
        self.game, self.say, self.odds, self._is_typed = game, say, odds, is_live
        self.input = _Input(iter(lines), list(begun))
        self.given: list[str] = []
        """The orders of this phase that stand, and the answers given in it."""
        self.spared = ""
        """``turn`` or ``game`` while the officer plays on."""
        self.turn = 0

    @property
    def is_live(self) -> bool:
        """Whether the last line was typed by somebody who can be asked back."""
        return self._is_typed and not self.input.was_begun

    # a phase

    def conduct(self, desk: Desk) -> None:
        """Take orders until the phase ends."""
        self.given = []
        if self.spared == "turn" and self.turn != desk.turn:
            self.spared = ""
        self.turn = desk.turn
        if not desk.has_orders():
            return
        if self.spared:
            desk.officer()
            return
        points = "; ".join(f"{what}: {how}" for what, how in desk.status().items())
        self.say("")
        self.say(f"Turn {desk.turn}, phase {desk.phase}: {desk.side.capitalize()} {desk.about}. {points}.")
        while not self._obeyed(desk, self._line(f"{desk.turn}.{desk.phase}")):
            pass

    def _line(self, prompt: str) -> str:
        """Return the next line; `Left` at the end of the input."""
        if self._is_typed and not self.input.begun:
            self.say(f"[{prompt}]")
        line = self.input.next()
        if line is None:
            raise Left("the orders end before the game does; `officer game` lets your officer play on")
        if line and not self.is_live:
            self.say(f"> {line}")
        return line

    def _obeyed(self, desk: Desk, line: str) -> bool:
        """Do what a line says; return whether the phase is over."""
        if not line:
            return False
        try:
            return self._do(desk, line.split(), line)
        except Left:
            raise
        except GameError as error:
            self.say(f"  no: {error}")
        except (KesselError, OSError) as error:
            self.say(f"  {error}")
        return False

    def _do(self, desk: Desk, words: list[str], line: str) -> bool:
        """Do what a line says; return whether the phase is over."""
        match words[0]:
            case "help":
                for one in (*desk.orders.values(), *HELP.values()):
                    self.say(f"  {one}")
            case "show" | "map" | "reach":
                for one in Look(desk, load_board(self.game.id, desk.saved().seats.board)).at(words):
                    self.say(f"  {one}")
            case "odds":
                self._tell_odds(desk.forecast(words[1:]), in_full=True)
            case "undo":
                desk.undo()
                self.given.pop()
                self.say("  taken back")
            case "officer":
                return self._officer(desk, words[1:])
            case "end":
                desk.close()
                return True
            case "save":
                self._save(desk, words[1:])
            case "quit":
                raise Left("left the table")
            case _:
                self._order(desk, words, line)
        return False

    def _officer(self, desk: Desk, words: list[str]) -> bool:
        if words not in ([], ["turn"], ["game"]):
            raise KesselError(f"officer {' '.join(words)!r}; expected officer, officer turn or officer game")
        self.spared = words[0] if words else ""
        desk.officer()
        desk.close()
        return True

    def _order(self, desk: Desk, words: list[str], line: str) -> None:
        """Carry out an order; the odds of an attack are told before it is made."""
        fights = words[0] in ("attack", "overrun")
        if fights:
            self._tell_odds(desk.forecast(words), in_full=False)
            if self.is_live and not self._is_meant():
                self.say("  not made")
                return
        at = len(self.given)
        desk.carry_out(words)
        self.given.insert(at, line)  # before the answers that it asked for
        if fights:
            self.say(f"  {last_battle(self.game, desk.log().table)}")

    def _tell_odds(self, forecast: Forecast, *, in_full: bool) -> None:
        for line in self.odds(forecast, in_full):
            self.say(f"  {line}")

    def _is_meant(self) -> bool:
        self.say("  make it? yes or no")
        return (self.input.next() or "no") in ("yes", "y")

    def _save(self, desk: Desk, words: list[str]) -> None:
        if len(words) != 1:
            raise KesselError("expected save FILE")
        path = Path(words[0])
        text = self.game.whole.positions.text(desk.saved())
        path.write_text(text + "".join(f"{ORDER_MARK}{one}\n" for one in self.given), encoding="utf8")
        self.say(
            f"  the game before phase {desk.phase} of turn {desk.turn}, and {len(self.given)} orders since: {path}"
        )

    # questions in the middle of a battle

    def choose(self, question: Question) -> str:
        """Ask, and return an answer; nothing said, or `auto`, is the usual one."""
        if self.spared:
            return question.usual
        answers = ", ".join(f"{word} ({about})" if about else word for word, about in question.answers.items())
        self.say(f"  ? {question.about}: {answers}; usually {question.usual}")
        while True:
            line = self.input.next()
            said = line if line and line != "auto" else question.usual
            if said in question.answers:
                break
            if not self.is_live:  # a script that does not foresee the question goes on with its orders
                self.input.back.append(said)
                said = question.usual
                break
            self.say(f"  {said!r}; expected one of {', '.join(question.answers)}")
        self.say(f"  > {said}")
        self.given.append(said)
        return said

    # what happens

    def hear(self, log: EventLog, turn: int, side: str) -> None:
        """Tell what the rival has done in a turn."""
        if self.spared == "game":
            return
        self.say("")
        self.say(f"Turn {turn}, the {side.capitalize()} turn:")
        for line in what_happened(self.game, log.table, turn, side):
            self.say(f"  {line}")


def orders_of(text: str) -> list[str]:
    """Return the orders that a saved game holds of the phase that it was left in."""
    return [line.removeprefix(ORDER_MARK) for line in text.splitlines() if line.startswith(ORDER_MARK)]
