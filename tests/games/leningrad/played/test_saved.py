"""A saved game goes on as if it had never been stopped; its rest knows neither the dice to come nor what is hidden."""

import base64
import json
import re
import zlib
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import numpy as np
import pytest
from numpy.typing import NDArray

from sim.errors import BorderError, GameError
from sim.game import load_game
from sim.games.leningrad.map.fields import C_HEXES, C_KIND, C_SIDE, N_LOG_FIELDS, OPENER_VP
from sim.games.leningrad.played.saved import SCALARS
from sim.match.saved import Saved
from sim.match.whole import Seats

GAME = load_game("leningrad")
WHOLE = GAME.whole
SAVED = WHOLE.positions
SEATS = (
    Seats(),
    Seats("bold", "cautious", board=5),
    Seats("random", "random"),
    Seats("random", "balanced", 3, (("R26", "last-to-pass"), ("R7", "any"))),
)


def stops(seats: Seats, seed: int = 7, start: Saved | None = None) -> list[Saved]:
    return list(SAVED.walk(seats, seed, 0, start))


@pytest.fixture(scope="module")
def game() -> list[Saved]:
    return stops(SEATS[0])


def goes_on(seats: Seats, every: int) -> Iterator[tuple[int, int, bool]]:
    """Save at some stops, read the file, play on: are result and log those of the game that was not stopped?"""
    result, log = WHOLE.play_logged(seats, 7, 0)
    for one in stops(seats)[:-1:every]:
        read = SAVED.read(SAVED.text(one), "a file")
        ended, events, _ = SAVED.resume(read, seats)
        yield one.turn, one.phase, ended == result and events.digest() == log.digest()


@pytest.mark.in_turn
@pytest.mark.parametrize("seats", SEATS, ids=str)
def test_saved_and_continued_is_the_game_never_stopped(seats: Seats) -> None:
    assert [(turn, phase) for turn, phase, same in goes_on(seats, 7) if not same] == []


def storms(seats: Seats, seed: int) -> Iterator[tuple[int, Saved]]:
    """Yield games and their stops at which a hex is stormed for the way that it opens."""
    at = SCALARS.index(OPENER_VP)
    return ((game, one) for game in range(60) for one in SAVED.walk(seats, seed, game, None) if one.state.scalars[at])


def test_who_storms_a_hex_for_the_way_it_opens_still_means_it_after_a_stop() -> None:
    seats = Seats("tuned", "bold")
    meant = list(islice(storms(seats, 3), 4))
    assert len(meant) == 4
    for game, one in meant:
        text = SAVED.text(one)
        assert "[opens]" in text
        (stopped, events, _), (result, log) = (
            SAVED.resume(SAVED.read(text, "a file"), seats),
            WHOLE.play_logged(seats, 3, game),
        )
        assert stopped == result
        assert events.digest() == log.digest()


@pytest.mark.verification
@pytest.mark.parametrize("seats", SEATS, ids=str)
def test_so_it_is_at_every_phase(seats: Seats) -> None:
    found = list(goes_on(seats, 1))
    assert len(found) == 96
    assert all(same for *_, same in found)


@pytest.mark.verification
@pytest.mark.parametrize("seats", [Seats("tuned", "bold"), Seats("bold", "tuned"), Seats("tuned", "tuned", 3)], ids=str)
def test_a_game_walked_phase_by_phase_ends_as_it_was_played(seats: Seats) -> None:
    """Nothing that a player means to do may be forgotten at a stop: few games show it, so many are walked."""
    margin = list(WHOLE.result_columns).index("vp_margin")
    played = WHOLE.play_block(seats, 19410622, 0, 64, False).results[:, margin].tolist()
    walked = [list(SAVED.walk(seats, 19410622, game, None))[-1] for game in range(64)]
    assert [SAVED.resume(last, seats)[0].margin for last in walked] == played


@pytest.mark.in_turn
def test_a_walk_from_a_stop_is_the_rest_of_the_walk(game: list[Saved]) -> None:
    rest = stops(SEATS[0], start=SAVED.read(SAVED.text(game[41]), "a file"))
    assert [(one.turn, one.phase) for one in rest] == [(one.turn, one.phase) for one in game[41:]]
    assert [SAVED.text(one) for one in rest[:-1]] == [SAVED.text(one) for one in game[41:-1]]


def test_other_players_go_on_legally_from_the_same_past(game: list[Saved]) -> None:
    here = game[40]
    ended, events, turns = SAVED.resume(here, Seats("random", "bold"))
    past = SAVED.log(here).table.num_rows
    assert events.table.slice(1, past - 1).equals(SAVED.log(here).table.slice(1))
    assert events.digest() != WHOLE.play_logged(SEATS[0], 7, 0)[1].digest()
    assert GAME.referee(events.table).message == "legal"
    assert turns.shape == (WHOLE.turns + 1, len(WHOLE.turn_columns))
    assert ended.margin == ended.numbers["vp_margin"]


def test_the_rest_hangs_neither_on_dice_to_come_nor_on_what_is_hidden(game: list[Saved]) -> None:
    here = game[24]
    margins = SAVED.rest(here, SEATS[0], 12, 99, 0)
    assert len(set(margins.tolist())) > 3
    text = SAVED.text(here)
    assert (
        SAVED.rest(SAVED.read(text.replace("seed = 7\n", "seed = 8\n"), "a file"), SEATS[0], 12, 99, 0) == margins
    ).all()
    assert (SAVED.rest(here, SEATS[0], 6, 99, 6) == margins[6:]).all()
    assert (SAVED.rest(here, SEATS[0], 12, 100, 0) != margins).any()
    assert (SAVED.rest(SAVED.read(shuffled(text, here), "a file"), SEATS[0], 12, 99, 0) == margins).all()


def shuffled(text: str, here: Saved) -> str:
    """Return a position in which all unseen infantry have changed their counters in a circle."""
    under = {unit: c for unit, c in SAVED.hidden(here).items() if WHOLE.faces[unit].symbol == "infantry"}
    turned = dict(zip(under, [*list(under.values())[1:], next(iter(under.values()))], strict=True))
    assert turned != under
    for unit, counter in turned.items():
        text = text.replace(f'{unit} = "{under[unit]}"', f'{unit} = "{counter}"')
    return text


def test_a_deal_turns_every_hidden_counter_up_alike(game: list[Saved]) -> None:
    from sim.games.leningrad.map import fields as f
    from sim.games.leningrad.played.look_ahead.tries import redeal
    from sim.games.leningrad.played.saved import put
    from sim.games.leningrad.played.worlds import worlds
    from sim.map.forces import world as g

    world, template = worlds(SEATS[0])
    put(world, template, game[24].state)
    before = world.u.copy()
    hidden = np.flatnonzero((world.u[f.KNOWN] == 0) & (world.u[g.CLASS] == f.INFANTRY))
    n, seen = 4000, np.zeros((len(hidden), f.N_SOVIET))
    for k in range(n):
        world.s[g.SEED], world.s[g.GAME] = 11, k
        redeal(world)
        seen[np.arange(len(hidden)), world.u[f.COUNTER, hidden]] += 1
        assert (np.sort(world.u[f.COUNTER]) == np.sort(before[f.COUNTER])).all()
    known = world.u[f.KNOWN] == 1
    assert (world.u[:, known] == before[:, known]).all()
    share = seen[:, seen.sum(axis=0) > 0] / n
    p = 1 / len(hidden)
    assert share.shape == (len(hidden), len(hidden))
    assert np.abs(share - p).max() < 5 * (p * (1 - p) / n) ** 0.5


def test_at_the_end_nothing_is_left_to_play(game: list[Saved]) -> None:
    margin = WHOLE.play_logged(SEATS[0], 7, 0)[0].margin
    assert SAVED.rest(game[-1], SEATS[0], 3, 1, 0).tolist() == [margin] * 3
    assert game[-1].phase == 0


LONE = re.compile(r'^(\d{4}) = \["(\d+)"\]$', re.MULTILINE)


@pytest.fixture(scope="module")
def told() -> str:
    """Return the text of a game before turn 6 in which an infantry division stands alone, listed before SS Polizei."""
    texts = (SAVED.text(stops(SEATS[0], seed)[40]) for seed in range(7, 27))
    return next(text for text in texts if LONE.search(text.partition("[stacks]")[2].partition('"POL"')[0]))


def lone(text: str) -> dict[str, str]:
    """Return a German division alone in a hex, when it moved last, one of a later stack, a Soviet one alone."""
    hex_, unit = LONE.findall(text)[0]
    other = re.search(r'^\d{4} = \["([^"s]+)"', text[text.index(f'{hex_} = ["{unit}"]') + 9 :], re.MULTILINE)
    assert other is not None
    enemy = re.findall(r'^\d{4} = \["(s\d+)"\]$', text, re.MULTILINE)[-1]
    since = re.findall(rf"^{unit} = (\d+)$", text, re.MULTILINE)[0]
    return {"HEX": hex_, "UNIT": unit, "OTHER": other[1], "ENEMY": enemy, "SINCE": since}


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('format = "kessel position 1"', 'format = "x"', "format is 'x'; expected 'kessel position 1'"),
        ("version = 1\n", "version = 2\n", "version is 2; expected 1, the rules of this Kessel"),
        ("turn = 6\n", "turn = 13\n", "turn is 13; expected a whole number from 1 to 12"),
        ("phase = 1\n", "phase = true\n", "phase is True; expected a whole number from 1 to 8"),
        ('german = "balanced"', 'german = "steady"', "german is 'steady'; expected one of random, "),
        ("[forts]", "[fort]", "no table [forts]; expected one"),
        ("[readings]", '[readings]\nR7 = "sea"', "readings, R7 is 'sea'; expected a reading of R5, R6, R7"),
        ('["UNIT"]', '["292"]', "stacks, HEX: '292'; expected a unit, such as TOT-56 or s60"),
        ('["UNIT"]', '["OTHER"]', "'OTHER'; expected a unit that is not in stacks, HEX as well"),
        ('["UNIT"]', "[]", "stacks, HEX: []; expected a list of 1 to 4 units"),
        ('HEX = ["UNIT"]', 'HEX = ["UNIT", "ENEMY"]', "stacks, HEX: 'ENEMY'; expected units of one side in a hex"),
        ('HEX = ["UNIT"]', "", "stacks, waiting and gone: 'no UNIT'; expected every unit once"),
        ("HEX = ", "9906 = ", "stacks: '9906'; expected a hex from 0001 to 2913"),
        ("HEX = ", "0001 = ", "stacks: '0001'; expected a hex of the map that units may enter"),
        ("UNIT = SINCE", "UNIT = 50", "last_moved, UNIT: 50; expected a whole number from 0 to 12"),
        ("forts_placed = ", "forts_placed = -", "expected a whole number from 0 to 100000"),
        ('packed = "', 'packed = "~', "history, packed: 'a text that cannot be unpacked'; expected the text"),
        ("UNIT = SINCE", f"UNIT = {'9' * 5_000}", "not TOML: a number of too many digits"),
        ("[forts]", f"[forts]\nx = {'[' * 1_000}", "not TOML: brackets within brackets"),
        ('german = "balanced"', 'german = ["balanced"]', "german is ['balanced']; expected one of random, "),
        ("turn_1 = [", f"turn_1 = [{10**30}, ", "turns, turn_1: ["),
        ("events = ", "events = 1", "expected a whole number from 0 to 10000"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_file_is_said_in_one_line(told: str, old: str, new: str, complaint: str) -> None:
    text = told
    for name, value in lone(text).items():
        old, new, complaint = (one.replace(name, value) for one in (old, new, complaint))
    assert old in text
    with pytest.raises((GameError, BorderError)) as error:
        SAVED.read(text.replace(old, new, 1), "my.toml")
    said = str(error.value)
    assert said.startswith("my.toml: ")
    assert complaint in said
    assert "\n" not in said


def packed(text: str, rows: NDArray[np.int64], events: int) -> str:
    """Return a position with another history."""
    history = base64.b85encode(zlib.compress(rows.astype("<i8").tobytes(), 9)).decode()
    return re.sub(r"events = .*\npacked = .*", lambda _: f"events = {events}\npacked = {json.dumps(history)}", text)


@pytest.mark.parametrize(
    ("at", "value", "complaint"),
    [
        ((3, C_KIND), 99, "history: its events make no sense"),
        ((3, C_SIDE), 7, "history: its events make no sense"),
        ((3, C_HEXES), -1, "history, packed: 'rows that no game wrote'"),
    ],
)
def test_a_history_that_no_game_wrote_is_refused(
    game: list[Saved], at: tuple[int, int], value: int, complaint: str
) -> None:
    rows = game[40].state.log.copy()
    text = SAVED.text(game[40])
    assert SAVED.read(packed(text, rows, len(rows)), "my.toml").state.log.tolist() == rows.tolist()
    rows[at] = value
    with pytest.raises(GameError, match=complaint):
        SAVED.read(packed(text, rows, len(rows)), "my.toml")


def test_a_history_is_unpacked_no_further_than_it_should_go(game: list[Saved]) -> None:
    """A few thousand signs may stand for gigabytes."""
    text = packed(SAVED.text(game[40]), np.zeros((200_000, N_LOG_FIELDS), np.int64), 10)
    assert len(text) < 100_000
    with pytest.raises(GameError, match="history, events: 10; expected more, as many as are packed"):
        SAVED.read(text, "my.toml")


@pytest.mark.in_turn
def test_no_line_can_go_missing_unnoticed(game: list[Saved]) -> None:
    text = SAVED.text(game[40])
    lines = [line for line in text.splitlines() if re.match(r'["\w]+ = ', line) and not line.startswith("columns")]
    free = re.compile(r"\d{4} = [12]?\d$|packed|events")
    for line in lines:
        without = text.replace(f"{line}\n", "", 1)
        if free.match(line):
            continue
        with pytest.raises(GameError, match=r"^f: "):
            SAVED.read(without, "f")


def test_without_its_history_a_position_can_still_be_played(game: list[Saved]) -> None:
    text = SAVED.text(game[40]).split("[history]")[0]
    read = SAVED.read(text, "f")
    assert SAVED.resume(read, SEATS[0])[0] == WHOLE.play_logged(SEATS[0], 7, 0)[0]
    assert replace(read, state=None) == replace(game[40], state=None)
