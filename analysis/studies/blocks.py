"""Systems of a study: cells in blocks over processes, a Parquet file or two each, and the exact law of each cell."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
from joblib import delayed
from numpy.typing import ArrayLike, NDArray

from analysis.studies.edits import beside_edit
from analysis.studies.matches import part_name
from analysis.studies.parts import is_intact_part, noted, play_all, write_parts
from analysis.studies.study import Cell, Study
from sim.play import drawn_factors, play_block, play_exactly
from sim.state import State, logged_fields
from sim.streams import BLOCK
from sim.system import Setting


def play_missing_blocks(study: Study, cells: Sequence[Cell], folder: Path, jobs: int) -> tuple[int, int]:
    """Play the blocks and laws that are missing; return how many blocks there are, and how many were played now."""
    notes = noted(folder)
    parts = [one for one in blocks_of(study) if one[0] in cells]
    wanted = [
        one for one in parts if not all(is_intact_part(folder / f, notes.get(f)) for f in block_files(study, *one))
    ]
    named = {law_name(cell): cell for cell in law_cells(study) if cell in cells}
    laws = [cell for name, cell in named.items() if not is_intact_part(folder / name, notes.get(name))]
    tasks = [delayed(play_part)(study, cell, block, folder) for cell, block in wanted]
    tasks += [delayed(write_law)(study, cell, folder) for cell in laws]
    play_all(tasks, jobs, f"{study.id}: {study.games:,} games x {len(cells)} cells")
    return len(parts), len(wanted)


def blocks_of(study: Study) -> list[tuple[Cell, int]]:
    """Return the blocks of every cell of a study that plays a system."""
    return [(cell, block) for cell in study.cells() for block in range((study.games + BLOCK - 1) // BLOCK)]


def block_files(study: Study, cell: Cell, block: int) -> list[str]:
    """Return the files of one block: the log, if the study keeps one, and the results."""
    return [part_name(kind, cell, block) for kind in ("turn", "result") if kind != "turn" or study.log]


def law_cells(study: Study) -> list[Cell]:
    """Return the cells that have an exact law: all, unless some factor is drawn for each game."""
    return [] if study.ranges else study.cells()


def law_name(cell: Cell) -> str:
    """Return the name of the file of a cell's exact law."""
    return f"exact-{cell.index:05d}.parquet"


def play_part(study: Study, cell: Cell, block: int, folder: Path) -> None:
    """Play one block of one cell and write its per-turn log and its results."""
    course = study.plays()
    n = min(BLOCK, study.games - block * BLOCK)
    drawn = drawn_factors(course.factors, study.ranges, study.seed, block, n)
    setting = course.setting({**beside_edit(cell.factors), **drawn}, cell.policies)
    game = np.arange(block * BLOCK, block * BLOCK + n, dtype=np.uint32)
    names = [f.name for f in logged_fields(course.state)]
    turns: list[State] = list(play_block(course, setting, study.seed, block, n))
    log = (
        {}
        if not study.log
        else {
            "cell": np.full(n * len(turns), cell.index, np.uint16),
            "game": np.tile(game, len(turns)),
            "turn": np.repeat(np.arange(1, len(turns) + 1, dtype=np.uint8), n),
            **{name: np.concatenate([getattr(state, name) for state in turns]) for name in names},
        }
    )
    result = {"cell": np.full(n, cell.index, np.uint16), "game": game}
    result |= {name: getattr(turns[-1], name) for name in course.results}
    result |= {name: _a_game(value, n) for name, value in setting.factors.items()}
    tables = {"turn": log, "result": result} if study.log else {"result": result}
    write_parts(folder, {part_name(kind, cell, block): table for kind, table in tables.items()})


def write_law(study: Study, cell: Cell, folder: Path) -> None:
    """Write the exact law of one cell: each logged field by turn, and each result (turn 0)."""
    course = study.plays()
    rows: list[tuple[int, int, str, int, str, float]] = []
    for turn, worlds in enumerate(play_exactly(course, _fixed(study, cell)), 1):
        for field in logged_fields(course.state):
            rows += [(cell.index, turn, field.name, *_shown(*item)) for item in worlds.law(field.name)]
    for name in course.results:
        rows += [(cell.index, 0, name, *_shown(*item)) for item in worlds.law(name)]
    names = ("cell", "turn", "field", "value", "probability", "p")
    columns: dict[str, Any] = dict(zip(names, map(list, zip(*rows, strict=True)), strict=True))
    columns |= {"cell": np.array(columns["cell"], np.uint16), "turn": np.array(columns["turn"], np.uint8)}
    write_parts(folder, {law_name(cell): columns})


def _fixed(study: Study, cell: Cell) -> Setting:
    return study.plays().setting(beside_edit(cell.factors), cell.policies)


def _shown(outcome: tuple[int, ...], p: Fraction) -> tuple[int, str, float]:
    return int(outcome[0]), str(p), float(p)


def _a_game(value: ArrayLike, n: int) -> NDArray[np.int8]:
    return np.broadcast_to(np.asarray(value, np.int8), n)
