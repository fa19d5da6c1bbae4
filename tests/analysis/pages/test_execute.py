"""Which kernel makes which page: one keeps to a game while that has pages."""

from pathlib import Path

from jupyter_client.manager import KernelManager

from analysis.pages.execute import Waiting
from analysis.pages.notebooks import Source


def test_a_kernel_keeps_to_a_game_and_then_helps_where_most_is_left() -> None:
    pages = [("crt", ""), ("a1", "a"), ("b1", "b"), ("a2", "a"), ("b2", "b"), ("a3", "a"), ("a4", "a")]
    waiting = Waiting([Source(name, Path("x.ipynb"), {"GAME": game}) for name, game in pages])
    first, second = KernelManager(), KernelManager()
    taken = [(at, waiting.next_for(kernel).name) for at, kernel in enumerate((first, second, second, second, first))]
    assert taken == [(0, "a1"), (1, "b1"), (2, "b2"), (3, "a2"), (4, "a3")]
    assert [waiting.next_for(kernel).name for kernel in (second, first)] == ["a4", "crt"]
