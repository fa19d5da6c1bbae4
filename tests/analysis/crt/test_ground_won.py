"""Where better odds, or a higher roll, win less ground: against loops over the cells of the printed table."""

from itertools import pairwise

import pytest

from analysis.crt.ground_won import defenders, ground_of, idle_modifiers, setbacks, won_each
from analysis.crt.table import draft_of

CLEARS_TWO_STEPS = {"2/2", "2/1", "2/-", "E/-"}
"""The printed results that a Soviet defender of two steps cannot pay and stay [8.41, 8.42]."""


def test_setbacks_of_leningrad_one_by_one() -> None:
    draft = draft_of("leningrad")
    rows = range(len(draft.rows))
    wins = [[draft.text(row, column) in CLEARS_TWO_STEPS for row in rows] for column in range(len(draft.columns))]
    down = {(at, row) for at, column in enumerate(wins) for row, pair in enumerate(pairwise(column)) if pair == (1, 0)}
    across = {(at, row) for at, pair in enumerate(pairwise(wins)) for row in rows if pair[0][row] > pair[1][row]}
    one_step, two_steps = (counts for _, counts in ground_of("leningrad", draft).measures)
    assert setbacks(draft, one_step) == []
    found = setbacks(draft, two_steps)
    assert {(one.first[1], one.first[0]) for one in found if one.kind == "a higher roll"} == down
    assert {(one.first[1], one.first[0]) for one in found if one.kind == "better odds"} == across
    assert down
    assert across


@pytest.mark.parametrize("game", ["traces_of_hubris", "donnerschlag"])
def test_a_table_known_in_part_is_looked_at_where_it_is_known(game: str) -> None:
    draft = draft_of(game)
    assert setbacks(draft, ground_of(game, draft).counts) == []


def test_a_better_cell_put_out_of_place_is_found() -> None:
    """3:1 clears from a roll of 3 on; a retreat on a roll of 1 makes the rolls of 2 a setback."""
    draft = draft_of("traces_of_hubris")
    at = draft.columns.index("3:1")
    found = setbacks(draft.put((0, at), "R"), ground_of("traces_of_hubris", draft).counts)
    assert [one.place for one in found] == ["roll 1, 3:1 to 4:1", "3:1, roll 1 to 2"]


def test_a_shift_is_idle_only_if_it_wins_against_no_defender() -> None:
    """Against one step 3-1 clears as 10-1 does, against two 1-1 as 3-1 [8.41, 8.42, 8.45]; both together part them."""
    draft = draft_of("leningrad")
    ground = ground_of("leningrad", draft)
    assert defenders("leningrad") == (1, 2)
    one, two = zip(*(won_each(draft, ground, at) for at in range(len(draft.columns))), strict=True)
    alike = {f"{draft.columns[a]} to {draft.columns[b]}" for a, b in draft.pairs() if one[a] == one[b]}
    both = {
        place
        for place in alike
        if two[draft.columns.index(place.split(" ")[0])] == two[draft.columns.index(place.split(" ")[2])]
    }
    assert both == {"4-1 to 5-1", "6-1 to 7-1", "9-1 to 10-1"} < alike
    assert idle_modifiers("leningrad")["river"] == ["5-1", "7-1", "10-1"]
