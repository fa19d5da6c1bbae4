"""Where the hexes lie: every board keeps what the book prints, and a board that does not is found out."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from sim.games.inferno_on_the_volga.map.city import board as cities
from sim.games.inferno_on_the_volga.map.city import lattice as lattices
from sim.games.inferno_on_the_volga.map.city.board import URBAN, index, load_city
from sim.games.inferno_on_the_volga.map.city.lattice import CANDIDATES, LETTERS, N_HEXES, NAMES, broken, find_lattice
from sim.map.ensemble import MEMBERS
from sim.map.layers import LayerRow


@pytest.mark.parametrize("member", [-1, 0, 1, 31, MEMBERS - 1])
def test_a_board_keeps_every_constraint(member: int) -> None:
    assert broken(find_lattice(member)) == []


def test_boards_differ() -> None:
    assert len({tuple(sorted(find_lattice(member).at.items())) for member in range(MEMBERS)}) == MEMBERS


def test_the_central_board_fits_the_earth_best() -> None:
    assert CANDIDATES == MEMBERS
    central = find_lattice(-1)
    assert central.rms_hexes < 0.5
    assert central.rms_hexes <= min(find_lattice(member).rms_hexes for member in range(MEMBERS)) + 0.1


@pytest.mark.parametrize(
    ("hexes", "broken_by"),
    [
        (("6", "5"), "a 6 leads from 7 to 6"), (("24", "41"), "a 5 leads from 25 to 24"),
        (("8", "11"), "7 and 8 touch 24"), (("10", "44"), "3 to 19 lie on the Volga"),
        (("26", "32"), "fortified hexes from north to south"), (("15", "17"), "the coast is one strip"),
        (("32", "91"), "fit to the named places"), (("Y", "95"), "W to Z touch two numbered hexes"),
    ],
)  # fmt: skip
def test_two_hexes_changed_round_are_found_out(hexes: tuple[str, str], broken_by: str) -> None:
    board = find_lattice(-1)
    at = dict(board.at)
    at[hexes[0]], at[hexes[1]] = at[hexes[1]], at[hexes[0]]
    wrong = replace(board, at=at)
    fitted = replace(wrong, rms_hexes=lattices._fit(at)[0], meters=lattices._fit(at)[1])
    assert any(one.startswith(broken_by) for one in broken(fitted))


@pytest.mark.parametrize("member", [-1, 5])
def test_counts_are_those_of_the_book(member: int) -> None:
    city = load_city(member)
    assert (city.terrain == URBAN).sum() == 27
    assert city.icon.sum() == 23
    assert not city.icon[[index(name) for name in LETTERS]].any()
    assert {index(name) for name in ("7", "9", "26", "32")} <= set(np.flatnonzero(city.terrain == URBAN))
    assert len(set(city.aa)) == 4
    assert city.aa[0] == index("7")
    assert all(city.terrain[h] == URBAN for h in city.aa)


def test_neighbors_are_mutual_and_the_dice_run_from_north_to_south() -> None:
    city = load_city(-1)
    for h in range(N_HEXES):
        for d in range(6):
            n = int(city.neighbors[h, d])
            assert n < 0 or city.neighbors[n, (d + 3) % 6] == h
    order = sorted(("25", "9", "7"), key=lambda name: int(city.rank[index(name)]))
    assert order == ["7", "9", "25"]  # p. 11
    assert sorted(city.rank) == list(range(N_HEXES))


def test_an_owner_overrides_a_pair(monkeypatch: pytest.MonkeyPatch) -> None:
    def read(game: str, name: str, root: Path = Path(), *, pairs: bool = False) -> dict[str, LayerRow]:
        if name != "hex_adjacency":
            return {}
        return {"60 | 61": LayerRow({"hex": "60", "neighbor": "61", "compass_die": "1"}, "rulebook")}

    monkeypatch.setattr(cities, "read_layers", read)
    before = load_city(-1).neighbors
    after = cities._neighbors(find_lattice(-1))
    assert after[index("60"), 0] == index("61")
    assert after[index("61"), 3] == index("60")
    lost = int(before[index("60"), 0])
    assert index("60") not in after[lost]
    assert NAMES[lost] != "61"
