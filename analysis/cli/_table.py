"""A person at the table: where orders come from, the odds before an attack, and how the game ends."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from analysis.cli import _summary
from analysis.cli._answers import near, say, text_of
from analysis.errors import KesselError
from analysis.fights.odds import answered, complete
from sim.border import shown
from sim.game import Game
from sim.match.person import Forecast
from sim.match.saved import Saved
from sim.match.whole import Seats


def sit(
    game: Game, seats: Seats, dice: tuple[int, int], start: Saved | None, at: Path | None, side: str | None,
    orders: Path | None, log: Path | None,
) -> None:  # fmt: skip
    """Let a person play a side from a saved position, or from the set-up of his officer; `KesselError` if none can."""
    from analysis.matches.at_the_table import Left, Terminal, orders_of

    whole = game.whole
    if whole.play_by_hand is None:
        raise KesselError(f"{game.id} has no side that a person can play")
    if side not in whole.sides:
        raise KesselError(f"--as is {shown(side)}; expected one of {', '.join(whole.sides)}")
    begun = orders_of(text_of(at, "a saved position")) if at is not None else []
    saved = replace(start, seats=seats) if start is not None else next(iter(whole.positions.walk(seats, *dice, None)))
    lines, is_live = _lines(orders)
    person = Terminal(game, lines, say, lambda *asked: _odds(game, *asked), begun=begun, is_live=is_live)
    try:
        ended, events, _ = whole.play_by_hand(saved, side, person)
    except Left as left:
        say(str(left))
        return
    level = whole.words.levels.get(ended.level, ended.level)
    say("")
    say(f"Result: {level}, {ended.margin:+d} VP ({' less '.join(one.capitalize() for one in whole.sides)}).")
    if log is not None:
        events.write(log)
        say(f"events: {near(log)}")


def _lines(orders: Path | None) -> tuple[Iterable[str], bool]:
    """Return the lines of orders, and whether somebody types them."""
    if orders is not None:
        return text_of(orders, "orders, a line each").splitlines(keepends=True), False
    return sys.stdin, sys.stdin.isatty()


def _odds(game: Game, forecast: Forecast, in_full: bool) -> Iterator[str]:
    """Yield what an attack comes to: whether the hex is taken, the attacker's losses, odds and modifiers.

    In full: the defender's losses too, and what the numbers rest on.
    """
    facts = complete(game, forecast.facts)
    answer = answered(game, facts)
    first = list(_summary.lines(game, facts, answer))
    yield from first if in_full else first[:2]
    yield from (line for line in _summary.reasons(game, facts, answer) if line.startswith(("odds", "modifiers")))
