"""Whole games of a study: cells in parts over threads, a few Parquet files each, resumed where they were left.

A part holds games that follow each other. Over an ensemble of maps, each map in turn takes `STRETCH` games, so that a
part visits all of them. A game is a function of the seed, its number, its players and its map, and of no worker: where
there are fewer parts than workers, several share the games of one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from joblib import Parallel, delayed, effective_n_jobs
from numpy.typing import NDArray

from analysis.matches.inquiry import (
    ALL_MAPS,
    AS_THEY_ARE,
    AS_THROWN,
    AS_WE_READ,
    CENTRAL_MAP,
    ENSEMBLE,
    LUCK,
    READING,
    VARIATION,
    number_of,
    players_of,
    readings_of,
)
from analysis.studies.parts import is_intact_part, is_on_cluster, noted, play_all, write_parts
from analysis.studies.study import Cell, Study
from sim.game import load_game
from sim.match.whole import Seats, WholeGame

KINDS = ("event", "attack", "turn", "result")
"""In the order in which the files of a part are written: a part with results is whole."""
PART, STRETCH, PIECE = 128, 2, 4
"""Games of a part, those in a row on one map of many, and those that a worker takes at once who shares a part."""
CENTRAL = -1


def play_matches(study: Study, cells: Sequence[Cell], folder: Path, jobs: int) -> tuple[int, int]:
    """Play the parts that are missing; return how many there are, and how many were played now."""
    parts = [(cell, part) for cell in cells for part in range(-(-study.games // PART))]
    notes = noted(folder)
    wanted = [
        one
        for one in parts
        if not all(is_intact_part(folder / name, notes.get(name)) for name in match_files(study, *one))
    ]
    sharing = 1 if is_on_cluster() else -(-effective_n_jobs(jobs) // max(1, len(wanted)))
    tasks = [delayed(play_match_part)(study, cell, part, folder, sharing) for cell, part in wanted]
    play_all(tasks, jobs, f"{study.id}: {study.games:,} games x {len(cells)} cells", "threading")
    return len(parts), len(wanted)


def play_match_part(study: Study, cell: Cell, part: int, folder: Path, sharing: int = 1) -> None:
    """Play one part of one cell and write its results, turns, attacks and, of the first games, events.

    So many workers share its games; the bits are the same for any number.
    """
    whole = load_game(study.game).whole
    first = part * PART
    n, luck = min(PART, study.games - first), cell.factors.get(LUCK, AS_THROWN)
    pieces = list(_stretches(whole, cell, first, n, n if sharing == 1 else PIECE))
    blocks = _shared(
        sharing,
        whole.play_block,
        [(seats, study.seed, number_of(whole, start, luck), size, True) for start, size, seats in pieces],
    )
    game = np.arange(first, first + n, dtype=np.uint32)
    boards = np.repeat([seats.board for _, _, seats in pieces], [size for _, size, _ in pieces])
    found = np.concatenate([block.results for block in blocks])
    turns = np.concatenate([block.turns for block in blocks])
    tally = np.sum([block.tally for block in blocks], axis=0)
    tables: dict[str, Any] = {
        "attack": _attacks(whole, cell, tally),
        "turn": _turns(whole, cell, game, turns),
        "result": _results(whole, cell, game, boards, found),
    }
    if first < _logged(study, cell):
        logged = range(first, min(study.events, first + n))
        events = _shared(sharing, _events, [(whole, cell, study.seed, number) for number in logged])
        tables = {"event": pa.concat_tables(events), **tables}
    write_parts(folder, {part_name(kind, cell, part): table for kind, table in tables.items()})


def _shared(workers: int, task: Callable[..., Any], given: Sequence[tuple[Any, ...]]) -> list[Any]:
    """Do a task with all that is given, in as many threads; return what it returns, in order."""
    return Parallel(n_jobs=workers, backend="threading")(delayed(task)(*one) for one in given)


def match_files(study: Study, cell: Cell, part: int) -> list[str]:
    """Return the files of a part; only the first ones of a cell have events."""
    return [part_name(kind, cell, part) for kind in KINDS if kind != "event" or part * PART < _logged(study, cell)]


def _logged(study: Study, cell: Cell) -> int:
    """Return how many games of a cell are kept move by move: none with dice thrown anew, which no referee knows."""
    return 0 if cell.factors.get(LUCK, AS_THROWN) else study.events


def part_name(kind: str, cell: Cell, part: int) -> str:
    """Return the name of the file of one kind of a part."""
    return f"{kind}-{cell.index:05d}-{part:05d}.parquet"


def _stretches(whole: WholeGame, cell: Cell, first: int, n: int, piece: int = PART) -> Iterator[tuple[int, int, Seats]]:
    """Yield first game, number of games and seats of what is played on one map, on the central one by pieces."""
    asked = cell.factors.get(ENSEMBLE, CENTRAL_MAP)
    if asked == CENTRAL_MAP:
        for start in range(first, first + n, piece):
            yield start, min(piece, first + n - start), _seats(whole, cell, CENTRAL)
        return
    maps = whole.boards if asked == ALL_MAPS else asked
    for start in range(first, first + n, STRETCH):
        yield start, min(STRETCH, first + n - start), _seats(whole, cell, start // STRETCH % maps)


def _seats(whole: WholeGame, cell: Cell, board: int) -> Seats:
    first, second = players_of(whole, cell.policies, cell.factors.get(VARIATION, AS_THEY_ARE))
    return Seats(first, second, board, readings_of(whole, cell.factors.get(READING, AS_WE_READ)))


def _results(
    whole: WholeGame, cell: Cell, game: NDArray[np.uint32], boards: NDArray[np.int64], found: NDArray[Any]
) -> dict[str, Any]:
    """Return a row a game: winner, level, the points that the first side could give away, the engine's counts."""
    columns = dict(zip(whole.result_columns, found.T.astype(np.int32), strict=True))
    margins = columns["vp_margin"].tolist()
    ends = [whole.level_of(margin) for margin in margins]
    return {
        "cell": np.full(len(game), cell.index, np.uint16), "game": game, "board": boards.astype(np.int16),
        "winner": [winner for winner, _ in ends], "level": [level for _, level in ends],
        "bid_vp": columns["vp_margin"] - least_winning_margin(whole), **columns,
    }  # fmt: skip


def least_winning_margin(whole: WholeGame) -> int:
    """Return the smallest margin with which the first side wins."""
    margin = 0
    while whole.level_of(margin)[0] != whole.sides[0]:
        margin += 1
    while whole.level_of(margin - 1)[0] == whole.sides[0]:
        margin -= 1
    return margin


def turn_measures(whole: WholeGame) -> dict[str, str]:
    """Return what is known of a side at the end of a turn, and what each says; not all are of both sides."""
    found: dict[str, str] = {}
    for name, about in whole.turn_columns.items():
        side, _, measure = name.partition("_")
        if side in whole.sides:
            found.setdefault(measure, about)
    return found


def _turns(whole: WholeGame, cell: Cell, game: NDArray[np.uint32], turns: NDArray[Any]) -> pa.Table:
    """Return a row a game, turn and side, null where a measure is the other side's; `turns` counts from turn 0."""
    at = {name: place for place, name in enumerate(whole.turn_columns)}
    played = turns.shape[1] - 1
    tables = []
    for side in whole.sides:
        columns: dict[str, Any] = {
            "cell": pa.array(np.full(len(game) * played, cell.index, np.uint16)),
            "game": pa.array(np.repeat(game, played)),
            "turn": pa.array(np.tile(np.arange(1, played + 1, dtype=np.uint8), len(game))),
            "side": pa.array([side] * (len(game) * played)),
        }
        for measure in turn_measures(whole):
            place = at.get(f"{side}_{measure}")
            columns[measure] = (
                pa.nulls(len(game) * played, pa.int16())
                if place is None
                else pa.array(turns[:, 1:, place].reshape(-1).astype(np.int16))
            )
        tables.append(pa.table(columns))
    return pa.concat_tables(tables)


def _attacks(whole: WholeGame, cell: Cell, tally: NDArray[Any]) -> dict[str, Any]:
    """Return how many attacks of a part fell on each column and result, by turn and side; overruns among them."""
    turn, side, column, result = np.nonzero(tally)
    return {
        "cell": np.full(len(turn), cell.index, np.uint16), "turn": turn.astype(np.uint8),
        "side": [whole.sides[k] for k in side], "odds_column": [whole.odds_columns[k] for k in column],
        "column_position": column.astype(np.uint8), "result": [whole.results[k] for k in result],
        "n": tally[turn, side, column, result].astype(np.uint32),
    }  # fmt: skip


def _events(whole: WholeGame, cell: Cell, seed: int, number: int) -> pa.Table:
    """Return the events of one game, with the cell and the number of the game in front."""
    _, _, seats = next(_stretches(whole, cell, number, 1))
    _, log = whole.play_logged(seats, seed, number)
    n = log.table.num_rows
    table = log.table.add_column(0, "game", pa.array(np.full(n, number, np.uint32)))
    return table.add_column(0, "cell", pa.array(np.full(n, cell.index, np.uint16)))
