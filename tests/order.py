"""Which files of tests are given out first: no worker may begin a long one when the other is about to end.

The pages come first of all: whole games are compiled for them, and for the rest of the run. What follows needs no
compiled game, so that the other worker has something to do meanwhile.
"""

from __future__ import annotations

OTHERS = "the others"
LONG = (
    "analysis/pages/test_publish.py", "games/test_template.py", "test_docs.py", "analysis/warehouse", "analysis/safety",
    "games/test_contract", "test_same_answers.py", "analysis/sources", "test_readme.py", "games/leningrad/players",
    "games/leningrad", "games/inferno_on_the_volga/played", "analysis/pages", "analysis/fights", "analysis/crt",
    "analysis/warehouse/test_chosen.py", "games", "analysis", OTHERS,
)  # fmt: skip
"""Folders and files of tests by the time that they take, the longest first; of several that fit, the longest counts."""


def longest_first(test: str) -> int:
    """Return the place of a test's file among all."""
    path = test.removeprefix("tests/")
    return LONG.index(max((long for long in LONG if path != test and path.startswith(long)), key=len, default=OTHERS))
