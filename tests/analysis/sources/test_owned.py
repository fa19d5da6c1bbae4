"""What an owner should type in first: what a fight waits for, else what whole games lack most."""

from analysis.fights.typical import fights
from analysis.sources.owned import COMBAT, owned, played_first, typed_first
from sim.game import game_ids, load_game
from sim.numbers.rawfiles import MISSING


def test_whole_games_come_first_where_no_fight_waits() -> None:
    heads = {}
    for game in game_ids():
        tables = owned(game)
        ahead = heads[game] = played_first(tables)
        listed = typed_first(game)
        assert [one for one in tables if one in listed] == listed
        assert {one.name for one in tables if one.asked} <= {one.name for one in listed}
        assert all(one.unknown > 0 for one in listed), "what follows from the print needs no owner"
        if ahead is None:
            assert COMBAT in tables[0].readers or not any(one.is_played for one in tables)
        else:
            assert tables[0] == listed[0] == ahead
            assert ahead.unknown == max(one.unknown for one in tables if one.is_played)
            assert load_game(game).has_whole
    assert heads["inferno_on_the_volga"] is not None
    assert heads["leningrad"] is None


def test_cells_that_follow_from_the_print_are_told_apart() -> None:
    """Levels 2 to 11 of the Fortress have the opposite of what level 1 prints [10.3.4, 10.3.5]: four columns of ten."""
    found = {one.name: one for one in owned("stalingrad_roads")}
    assert (found["pocket_supply"].missing, found["pocket_supply"].inferred) == (40, 40)
    assert (found["okh_crisis"].missing, found["okh_crisis"].inferred) == (55, 5)  # example 13 shows one row
    assert found["elite_blocks"].inferred == 3  # rows 6 to 8 [example 5]
    assert found["ju52_events"].inferred == 0  # nothing says how many there are of each


def test_the_table_that_leaves_usual_fights_open_leads() -> None:
    left = {fight.id for fight in fights("stalingrad_roads") if fight.is_open_after_the_table}
    assert left == {"in_village", "in_city"}
    assert owned("stalingrad_roads")[0].name == "terrain_results"
    assert not any(fight.is_open_after_the_table for fight in fights("traces_of_hubris"))  # there the column is open
    assert owned("traces_of_hubris")[0].name == "crt"


def test_a_cell_that_no_answer_names_is_asked_of_nobody() -> None:
    """Dates of turns, and which air unit comes when, change no fight; costs of movement none without a map."""
    found = {game: {one.name: one for one in owned(game)} for game in game_ids()}
    for game, table in (("leningrad", "game_turns"), ("leningrad", "air_units"), ("donnerschlag", "terrain")):
        assert found[game][table].unknown > 0
        assert (found[game][table].asked, found[game][table].readers) == (0, ())
    assert (found["donnerschlag"]["events"].unknown, found["donnerschlag"]["events"].asked) == (19, 19)
    assert found["stalingrad_roads"]["terrain"].asked == 9, "the defense bonuses of nine kinds, no cost of movement"
    assert found["stalingrad_roads"]["ju52_events"].readers == ("The Ju 52 markers of the airlift, until level 1",)
    for tables in found.values():
        assert all(one.asked <= one.unknown for one in tables.values())
        assert all(one.readers or not one.asked for one in tables.values())


def test_a_table_names_the_file_that_is_read_in_its_place() -> None:
    """Points and colors of blocks are read from a file of their own, a hex of the map likewise."""
    found = {(game, one.name): one.instead for game in game_ids() for one in owned(game) if one.instead}
    assert found == {("inferno_on_the_volga", "units"): "block_strengths.csv", ("leningrad", "hexes"): "map_hexes.csv"}


def test_what_follows_from_the_print_stands_in_cells_that_are_missing_and_is_counted_apart() -> None:
    """Of Leningrad's Soviet units the sheet tells arms by strengths: 107 of the 122 cells that it lacks."""
    (units,) = [one for one in owned("leningrad") if one.name == "soviet_units"]
    assert (units.missing, units.inferred, units.unknown) == (122, 107, 15)
    assert units.follows[0, units.header.index("movement_class")] == "infantry"
    for game in game_ids():
        for one in owned(game):
            assert {one.rows[row][at] for row, at in one.follows} <= {MISSING}, one.name
            assert all(one.follows.values())
