"""The page of a game at a table: one file that says where it turned, with every turn, and asks nobody for anything."""

import re

import duckdb
import numpy as np

from analysis.lab.favored import Favored
from analysis.lab.measures.rates import ends
from analysis.lab.table_log import Stand, TableGame
from analysis.pages.table_game import table_page
from analysis.warehouse.played import Matches
from sim.game import load_game
from tests.analysis.html_tree import tree

GAME = load_game("leningrad")


def test_the_page_says_where_the_game_turned_and_shows_every_turn() -> None:
    run = Matches(duckdb.connect(), GAME.id, "<b>study</b>", "x", 10, GAME.whole.sides)
    best = Favored(run, "tuned", ends(np.arange(-6, 4), 5, 0.5), 0, -2, 2)
    stands = (Stand(1, -4, 0.31, 0.1, 0.59, 23, None), Stand(4, 12, 0.83, 0.5, 0.98, 1234, None))
    text = table_page(GAME, TableGame(0.3, stands), best)
    assert "The game turned on turn 4: the German chance to win moved by +52 points, to 83%." in text
    rows = [[cell.text() for cell in row.all("td")] for row in tree(text).all("tr")]
    assert ["1", "-4", "31%", "10% to 59%", "23", "-"] in rows
    assert ["4", "+12", "83%", "50% to 98%", "1,234", "-"] in rows
    assert "&lt;b&gt;study&lt;/b&gt;" in text
    assert "<b>study</b>" not in text
    assert not re.search(r'(?:src|href)="(?:https?:)?//', text)
