"""Small positions with a right answer: every quick character is asked; what is not solved yet is told and counted."""

from __future__ import annotations

from typing import Any

import pytest

from sim.game import GameError
from sim.games.leningrad.played.position import Position, ask
from tests.games.leningrad.players.asking import CHARACTERS, Puzzle, puzzles, wrong

PAIRS = [(puzzle, character) for puzzle in puzzles() for character in puzzle.characters]
UNSOLVED = 2
"""How many of the pairs are not solved yet; whoever solves one takes its mark out of the file and lowers this."""


def _marked(puzzle: Puzzle, character: str) -> Any:
    why = puzzle.unsolved.get(character)
    marks = [pytest.mark.xfail(reason=f"not solved yet: {why}", strict=True)] if why else []
    return pytest.param(puzzle, character, id=f"{puzzle.name}, {character}", marks=marks)


@pytest.mark.parametrize(("puzzle", "character"), [_marked(*pair) for pair in PAIRS])
def test_right_answer(puzzle: Puzzle, character: str) -> None:
    """The player does what the position asks for."""
    assert not wrong(puzzle, character)


def test_unsolved_are_counted() -> None:
    """Eighty positions or more, both sides, and as many open ones as this file says."""
    assert len(puzzles()) >= 80
    assert min(sum(p.side == side for p in puzzles()) for side in ("german", "soviet")) >= 30
    assert len({p.name for p in puzzles()}) == len(puzzles())
    assert all(set(p.unsolved) <= set(p.characters) <= {*CHARACTERS, "tuned"} for p in puzzles())
    assert sum(len(p.unsolved) for p in puzzles()) == UNSOLVED


@pytest.mark.parametrize(
    ("units", "said"),
    [
        ({"A": "2604 nobody"}, "nobody"),
        ({"A": "2604 70", "B": "2605 70"}, "same counter"),
        ({"A": "9999 70"}, "9999"),
        ({"A": "2604 70", "1-41": "2604"}, "2604"),
        ({"A": "0903 70"}, "0903"),
    ],
)
def test_impossible_positions(units: dict[str, str], said: str) -> None:
    """What cannot stand so is refused with its name."""
    with pytest.raises(GameError, match=said):
        ask(Position(5, units), "balanced", (2,))


def test_same_position_same_answer() -> None:
    """An answer is a function of position, players and seed."""
    position = puzzles()[0].position
    first, again = (ask(position, "bold", (3,), seed=5) for _ in range(2))
    assert first.log.digest() == again.log.digest()
    assert first.hexes == again.hexes
