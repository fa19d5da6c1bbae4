"""Boards: symmetric, playable, owner's files first, the ensemble as stated."""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

import numpy as np
import pytest

from sim.map.board import BARRED, RIVER, ROAD, Board, load_board, load_hex_grid
from sim.map.ensemble import GENEROSITY, MEMBERS
from sim.map.grid import OFF, opposite
from sim.map.ground.uncertainty import side_shares_of, terrain_doubt, terrain_shares
from sim.map.layers import read_layers
from sim.map.setup import load_setup
from sim.numbers.rawfiles import RAW, RuleDataError

GAME = "leningrad"
CITY = ("2505", "2604", "2605", "2705")
SOURCES = ("0007", "0008", "0009", "0010", "0011", "0012", "0013", *CITY, "1601", "0908", "2906", "2911")
ENTRIES = ("1113", "2113", "2213", "2313", "2301", "2401", "2501", "2601", "2701", "2801", "0205", "2204")


def reach(board: Board, start: str, walls: int, need: int = 0) -> set[str]:
    """Return what can be reached without crossing sides with a bit of `walls`, by sides with all bits of `need`."""
    found, queue = {board.index(start)}, [board.index(start)]
    while queue:
        here = queue.pop()
        for d in range(6):
            there, side = int(board.neighbors[here, d]), int(board.sides[here, d])
            if there == OFF or there in found or side & walls or side & need != need or not board.playable[there]:
                continue
            found.add(there)
            queue.append(there)
    return {board.numbers[h] for h in found}


@pytest.fixture
def owner(tmp_path: Path) -> Path:
    """Return a copy of the data folder into which an owner may type."""
    shutil.copytree(RAW / GAME / "map", tmp_path / GAME / "map")
    return tmp_path


def type_in(root: Path, name: str, text: str, *, key: str = '"hex"', extra: str = "", beside: bool = False) -> None:
    """Write a printed map file with its sidecar, as an owner of the game would."""
    path = (root / GAME if beside else root / GAME / "map") / f"{name}.csv"
    path.write_text(text)
    fields = "\n".join(f'{column} = "."' for column in text.splitlines()[0].split(","))
    path.with_suffix(".toml").write_text(
        f'format_version = 1\ntitle = "."\nkind = "list"\nsha256 = "{hashlib.sha256(path.read_bytes()).hexdigest()}"\n'
        f'{extra}key = [{key}]\n[source]\ndocument = "map"\nsection = "."\nrules = ["2.1"]\n[fields]\n{fields}\n'
    )


@pytest.mark.parametrize("member", [-1, 0, 1, 17, 63])
def test_sides_look_the_same_from_both(member: int) -> None:
    board = load_board(GAME, member)
    for h in range(len(board)):
        for d in range(6):
            there = int(board.neighbors[h, d])
            if there == OFF:
                assert board.sides[h, d] == 0
            else:
                assert board.sides[h, d] == board.sides[there, opposite(d)]
                if not (board.playable[h] and board.playable[there]):
                    assert board.sides[h, d] == BARRED
                assert not board.sides[h, d] & ROAD or not board.sides[h, d] & BARRED


@pytest.mark.parametrize("member", range(-1, MEMBERS, 7))
def test_the_game_can_be_played(member: int) -> None:
    board = load_board(GAME, member)
    land = reach(board, "2604", BARRED)
    assert land == {n for n, playable in zip(board.numbers, board.playable, strict=True) if playable}
    assert land >= {*SOURCES, *ENTRIES}
    assert {board.terrain_of(number) for number in CITY} == {"soviet_city"}
    roads = reach(board, "2604", BARRED, ROAD)
    assert roads >= {*CITY, "0908", "1601", "2906", "2911", "0012", "0010", "1113", "0413", "2204"}
    assert sum(board.playable[board.index(f"{c}{r:02d}")] for c in range(13, 20) for r in range(1, 14)) > 60
    assert all(any(board.playable[board.index(f"{c}{r:02d}")] for r in range(1, 14)) for c in range(13, 20))


@pytest.mark.parametrize(("west", "east"), [("0413", "1412"), ("0908", "1207")])
def test_the_dvina_parts_the_map(west: str, east: str) -> None:
    assert east not in reach(load_board(GAME), west, BARRED | RIVER)


def test_velikaya_peipus_and_narva_part_the_map() -> None:
    east = reach(load_board(GAME), "2308", BARRED | RIVER)
    assert {"2108", "2006", "1909"} <= east
    assert not east & {"1706", "1601", "1710", "1407"}


def test_sea_lies_west_and_ladoga_east_of_leningrad() -> None:
    board = load_board(GAME)
    assert board.terrain_of("2402") == "off"
    assert board.side_of("2504", "2503") & BARRED
    assert board.terrain_of("2904") == "off"
    assert board.side_of("2804", "2905") & BARRED


def test_the_niemen_leaves_seven_hexes_south_of_it() -> None:
    board, zones = load_board(GAME), load_setup(GAME).zones
    assert len(zones["niemen_south"]) == 7
    assert {board.numbers[h] for h in zones["north"]} == {"0007", "0008", "0009"}
    for h in zones["niemen_south"]:
        for d in range(6):
            there = int(board.neighbors[h, d])
            if there != OFF and board.numbers[there] in ("0009", "0110", "0210"):
                assert board.sides[h, d] & RIVER


def test_the_same_board_comes_twice_and_others_differ() -> None:
    digests = [load_board(GAME, member).digest() for member in range(-1, MEMBERS)]
    assert len(set(digests)) == MEMBERS + 1
    load_board.cache_clear()
    assert [load_board(GAME, member).digest() for member in (-1, 0, 40)] == [digests[i] for i in (0, 1, 41)]


def test_a_board_cannot_be_written_to() -> None:
    board = load_board(GAME)
    with pytest.raises(ValueError, match="read-only"):
        board.terrain[0] = 1


@pytest.mark.in_turn
def test_the_ensemble_draws_by_the_weights_that_the_file_states() -> None:
    n = 240
    shares = terrain_shares(GAME, n)
    board, rows = load_board(GAME), read_layers(GAME, "map_hexes")
    expected = np.zeros(len(board.terrains))
    drawn = np.zeros(len(board.terrains))
    for h, number in enumerate(board.numbers):
        row = rows[number]
        if row["clear"] and not row["town_chance"]:
            drawn += shares[h]
            for kind in ("clear", "forest", "marsh", "hills"):
                expected[board.terrains.index(kind)] += int(row[kind]) / 100
    for kind in ("forest", "marsh", "hills"):  # the factors of a board average a little above 1
        at = board.terrains.index(kind)
        factor = np.mean(GENEROSITY[kind]) / 100
        assert 0.9 * expected[at] < drawn[at] < 1.1 * factor * expected[at]
    at = board.index("1706")  # Dorpat, a town with its stated chance
    chance = int(rows["1706"]["town_chance"]) / 100
    assert abs(shares[at, board.terrains.index("town")] - chance) < 5 * (chance * (1 - chance) / n) ** 0.5
    roads = side_shares_of(GAME, ROAD, n)
    one, other = board.index("0510"), board.index("0111")
    assert roads.max() == 1.0
    assert roads[one].max() > 0
    assert roads[other].max() > 0


def test_the_central_board_is_the_likeliest_of_each_hex() -> None:
    doubt = terrain_doubt(GAME, 200)
    assert np.median(doubt[load_board(GAME).playable]) < 0.5
    assert (doubt[~load_board(GAME).playable] == 0).all()


@pytest.mark.parametrize("beside", [False, True])
def test_an_owner_overrides_hex_by_hex(owner: Path, beside: bool) -> None:
    before = load_board(GAME, 3)
    type_in(owner, "map_hexes", "hex,terrain,name\n1407,hills,Walk\n0303,marsh,\n", beside=beside)
    for member in (-1, 3):
        after = load_board(GAME, member, owner)
        assert after.terrain_of("1407") == "hills"
        assert after.basis[after.index("1407")] == "rulebook"
        assert after.terrain_of("0303") == "marsh"
    changed = np.flatnonzero(before.terrain != load_board(GAME, 3, owner).terrain)
    assert {before.numbers[h] for h in changed} <= {"1407", "0303"}


def test_an_owner_overrides_sides_and_roads_in_either_order(owner: Path) -> None:
    central = load_board(GAME)
    assert central.side_of("0010", "0110") & RIVER
    assert central.side_of("2308", "2408") & ROAD or central.side_of("2407", "2308") & ROAD
    type_in(owner, "map_hexsides", "hex,neighbor,kind\n0110,0010,none\n1706,1605,lake\n", key='"hex", "neighbor"')
    type_in(owner, "map_roads", "hex,neighbor,road\n1412,1411,\n0010,0009,none\n", key='"hex", "neighbor"')
    board = load_board(GAME, -1, owner)
    assert not board.side_of("0010", "0110") & RIVER
    assert board.side_of("1605", "1706") & BARRED
    assert board.side_of("1411", "1412") & ROAD
    assert not board.side_of("0009", "0010") & ROAD


def test_a_complete_file_of_an_owner_stands_alone(owner: Path) -> None:
    type_in(owner, "map_roads", "hex,neighbor\n1412,1411\n", key='"hex", "neighbor"', extra="complete = true\n")
    board = load_board(GAME, -1, owner)
    assert int(((board.sides & ROAD) > 0).sum()) == 2


def test_wrong_files_are_refused_by_name(owner: Path) -> None:
    type_in(owner, "map_hexes", "hex,terrain,name\n1407,swamp,\n")
    with pytest.raises(RuleDataError, match="hex 1407: terrain 'swamp'; expected one of clear"):
        load_board(GAME, -1, owner)
    (owner / GAME / "map" / "map_hexes.csv").unlink()
    read_layers.cache_clear()
    type_in(owner, "map_hexsides", "hex,neighbor,kind\n1407,1401,river\n", key='"hex", "neighbor"')
    with pytest.raises(RuleDataError, match="hexside 1407 to 1401: 1407 and 1401 do not touch"):
        load_board(GAME, -1, owner)
    with pytest.raises(RuleDataError, match="no such file"):
        load_hex_grid("no_such_game")


@pytest.mark.parametrize("member", range(-1, MEMBERS, 3))
def test_setups_have_ten_infantry_and_four_mobile(member: int) -> None:
    board, setup = load_board(GAME, member), load_setup(GAME, member)
    assert (setup.infantry, setup.mobile) == (10, 4)
    starts = {start.number: start for start in setup.starts}
    assert starts["0205"].infantry >= 1
    assert starts["2204"].infantry >= 1
    for start in setup.starts:
        assert board.playable[start.hex]
        assert start.infantry + start.mobile <= 3
        assert start.hex not in setup.border()
        assert start.number in ("2204",) or int(start.number[:2]) <= 5


def test_an_owners_start_hexes_are_not_drawn(owner: Path) -> None:
    type_in(owner, "setup_hexes", "hex,infantry,mobile\n0205,2,0\n2204,1,0\n0310,7,4\n")
    for member in (-1, 4):
        assert [(s.number, s.infantry, s.mobile) for s in load_setup(GAME, member, owner).starts] == [
            ("0205", 2, 0), ("0310", 7, 4), ("2204", 1, 0),
        ]  # fmt: skip
