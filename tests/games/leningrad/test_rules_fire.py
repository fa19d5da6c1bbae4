"""Every rule that is implemented is seen to fire in played games, by the referee who judges them.

A sample holds the rules that no game can do without; 1,008 games, 63 of each pair (`make verify`), hold all of them.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.games.leningrad.count_rules import Seen, count, numbered
from tests.games.leningrad.test_rules import RULES

PAGE = Path(__file__).parents[3] / "docs" / "leningrad-rules.md"
N_GAMES, SOME = 1_008, 6
OFTEN = (
    "1.0", "2.2", "2.3", "2.5", "2.6", "2.7", "3.0", "4.0", "4.1", "4.2", "4.6", "4.7", "5.0", "6.0", "6.3", "6.4",
    "8.0", "8.1", "8.22", "8.3", "8.31", "8.32", "8.33", "8.4", "8.41", "8.42", "8.43", "8.44", "8.45", "8.46", "8.47",
    "8.48", "9.0", "9.2", "9.3", "9.4", "9.5", "10.2", "10.4", "11.0", "11.1", "11.2", "11.5", "12.0", "12.1", "13.0",
    "13.3", "13.4", "13.5", "14.0", "14.1", "14.5", "15.1", "15.2", "16.0", "16.1", "16.3",
)  # fmt: skip
"""Seen in any few games of every pair of players."""
SELDOM = (
    "4.3", "4.4", "4.5", "6.1", "6.2", "7.0", "7.1", "7.2", "7.3", "7.4", "7.5", "7.6", "7.7", "7.8", "8.2", "8.21",
    "9.1", "9.6", "10.1", "10.3", "11.3", "11.4", "13.1", "13.2", "13.6", "14.2", "14.3", "14.4", "14.6", "14.7",
    "14.8", "14.9", "14.10", "15.3", "16.2",
)  # fmt: skip
"""Some games go by without them."""
UNSEEN = {
    "2.1": "the board itself",
    "2.4": "the counters themselves",
    "2.8": "names without effect; panzer corps are seen as 10.1",
    "4.8": "nobody chooses to leave the map",
    "16.4": "bids are no part of a played game",
}
"""Rules at work of which a referee has nothing to count."""


def test_every_rule_at_work_is_looked_for() -> None:
    at_work = {one.number for one in RULES if one.implemented}
    assert sorted([*OFTEN, *SELDOM, *UNSEEN]) == sorted(at_work)


@pytest.mark.in_turn
def test_common_rules_fire_in_any_few_games() -> None:
    seen = count(list(numbered(96))[5 : 5 + 17 * SOME : 17])
    assert seen.games == SOME
    assert not [rule for rule in OFTEN if not seen.times[rule]]


@pytest.mark.verification
def test_every_rule_fires_in_a_thousand_games() -> None:
    seen = count(numbered(N_GAMES))
    assert not [rule for rule in (*OFTEN, *SELDOM) if not seen.times[rule]]


def test_the_page_tells_of_every_rule() -> None:
    told = dict(re.findall(r"^\| (\d+\.\d+) \|.*?\| ([\d,]*|–) \|", PAGE.read_text(encoding="utf8"), re.MULTILINE))
    assert set(told) == {one.number for one in RULES if one.implemented}
    assert {rule for rule, times in told.items() if times == "–"} == set(UNSEEN)


def page(seen: Seen) -> str:
    """Return the table of the page, chapter by chapter."""
    titles = {one.number: one.title for one in RULES if one.implemented}
    lines = ["| rule | what it says | times seen | in games |", "|---|---|---|---|"]
    for rule in sorted(titles, key=lambda name: [int(part) for part in (name.split(".")[0], f"0{name.split('.')[1]}")]):
        times = "–" if rule in UNSEEN else f"{seen.times[rule]:,}"
        lines.append(f"| {rule} | {titles[rule]} | {times} | {'–' if rule in UNSEEN else seen.in_games[rule]} |")
    return "\n".join(lines)
