"""Levers: what each printed number does to who wins a whole game.

Every number is moved up and down alone, on the same dice as the printed game (a tornado). How far the strongest must go
to make the game fair is the question of `analysis.lab.changes.proposals`.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import polars as pl
from numpy.typing import NDArray

from analysis.errors import KesselError
from analysis.lab.changes.variants import effects
from analysis.matches.inquiry import MATCH
from analysis.progress import tracked
from analysis.studies.edited import play_edited
from analysis.studies.edits import EDIT, CellEdit, changes_of, layers
from analysis.studies.matches import PART, part_name
from analysis.studies.run import play_cells
from analysis.studies.study import Study
from sim.border import is_whole
from sim.game import load_game
from sim.numbers.rawfiles import RAW

POINTS = "vp"
"""The column by which a table is found that says what is worth points."""
MOVED = 0.25
"""By which share a number is moved to see what it does."""
MOST_LEVERS = 60


@dataclass(frozen=True)
class Trial:
    """Whole games to be played: of a game, by a player a side, how many, on which dice, on how many workers."""

    game: str
    players: Mapping[str, str]
    games: int
    seed: int
    jobs: int


@dataclass(frozen=True)
class Ended:
    """Games as they ended, shape (n,): margins, whether the first side won, what it could have given away."""

    margin: NDArray[np.int64]
    won: NDArray[np.bool_]
    bid: NDArray[np.int64]


@dataclass(frozen=True)
class Lever:
    """One printed number, what moving it down and up does to the first side's margin, and what a point of it is worth.

    `down` and `up` are effect, ci_low, ci_high in VP, and the effect on the share of wins; `slope` is VP for one more.
    """

    table: str
    row: str
    column: str
    printed: int
    step: int
    down: tuple[float, float, float, float]
    up: tuple[float, float, float, float]

    @property
    def slope(self) -> float:
        """Victory points of margin for one more of the number."""
        return (self.up[0] - self.down[0]) / (2 * self.step)

    def to(self, value: int) -> str:
        """Return the change of the number to a value, as an edit."""
        return str(CellEdit(self.table, self.row, self.column, str(value)))


def played(trial: Trial, edits: Mapping[str, Sequence[str]]) -> list[Ended]:
    """Play the printed game and each edit of it on the same dice; return how games ended, the printed ones first."""
    whole = load_game(trial.game).whole
    for side in whole.sides:
        if trial.players[side] not in whole.players:
            raise KesselError(f"--{side} is {trial.players[side]!r}; expected one of {', '.join(whole.players)}")
    study = Study(
        "trial", "", trial.game, MATCH, trial.games, trial.seed, "small",
        {side: (trial.players[side],) for side in whole.sides}, {}, {}, edits={k: tuple(v) for k, v in edits.items()},
    )  # fmt: skip
    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor(trial.jobs) as pool:
        folder = Path(name)
        play_cells(study, folder, trial.jobs, 0)
        at_once = pool.map(lambda at: play_edited(study, folder, 1, at, is_heard=False), range(1, len(edits) + 1))
        title = f"{trial.games:,} games with each of {len(edits)} edits"
        for _ in tracked(at_once, title, len(edits)):
            pass
        return [_ends(study, folder, cell.index, whole.sides[0]) for cell in study.cells()]


def _ends(study: Study, folder: Path, cell: int, first: str) -> Ended:
    one = replace(study.cells()[0], index=cell)
    rows = pl.concat([pl.read_parquet(folder / part_name("result", one, at)) for at in range(-(-study.games // PART))])
    return Ended(rows["vp_margin"].to_numpy().astype(np.int64), (rows["winner"] == first).to_numpy(),
                rows["bid_vp"].to_numpy().astype(np.int64))  # fmt: skip


def compared(ends: Sequence[Ended]) -> pl.DataFrame:
    """Return what each edit does against the printed game, in the columns of `analysis.lab.changes.variants`."""
    rows = [
        pl.DataFrame({"game": np.arange(len(one.margin)), "vp_margin": one.margin, "won": one.won.astype(int)})
        .with_columns(pl.lit(at).alias("variant"))
        for at, one in enumerate(ends)
    ]  # fmt: skip
    return effects(pl.concat(rows), ["game"])


def numbers_of(game: str, tables: Sequence[str] = ()) -> list[tuple[str, str, str, int]]:
    """Return whole numbers of tables as table, row, column, value; without tables, those of every column `POINTS`."""
    found = []
    names = tables or [path.stem for path in sorted((RAW / game).glob("*.csv")) if "." not in path.stem]
    for table in names:
        file = layers(game, table)[0]
        for key, row in zip(file.keys(), file.rows, strict=True):
            for at in file.number_columns:
                column, cell = file.header[at], row[at]
                if (tables or column == POINTS) and is_whole(cell.removeprefix("-")) and int(cell):
                    found.append((table, key, column, int(cell)))
    if not found:
        where = ", ".join(tables) if tables else f"any table of {game} with a column {POINTS}"
        raise KesselError(f"no whole number but 0 in {where}; expected a table with some, by --table")
    if len(found) > MOST_LEVERS:
        raise KesselError(
            f"{len(found)} numbers in {', '.join(names)}; expected at most {MOST_LEVERS}, in fewer tables"
        )
    return found


def levers(trial: Trial, tables: Sequence[str] = ()) -> tuple[Ended, list[Lever]]:
    """Return the games as printed, and what each number does to them on the same dice, the strongest first."""
    numbers = numbers_of(trial.game, tables)
    steps = [max(1, round(abs(value) * MOVED)) for *_, value in numbers]
    edits = {
        f"lever_{at}_{way}": [str(CellEdit(table, row, column, str(value + way_of * step)))]
        for at, ((table, row, column, value), step) in enumerate(zip(numbers, steps, strict=True))
        for way, way_of in (("down", -1), ("up", 1))
    }
    ends = played(trial, edits)
    rows = {one["variant"]: one for one in compared(ends).iter_rows(named=True)}
    found = [
        Lever(table, row, column, value, step, *(
            (rows[k]["effect_vp"], rows[k]["ci_low"], rows[k]["ci_high"], rows[k]["p_effect"])
            for k in (2 * at + 1, 2 * at + 2)
        ))
        for at, ((table, row, column, value), step) in enumerate(zip(numbers, steps, strict=True))
    ]  # fmt: skip
    found.sort(key=lambda one: abs(one.slope * one.step), reverse=True)
    return ends[0], found


def one_edit(trial: Trial, words: Sequence[str]) -> tuple[tuple[str, ...], Ended, Ended, pl.DataFrame]:
    """Return the cells that an edit changes, the games as printed and with it, and its effect on the same dice."""
    changes = changes_of(trial.game, words)
    before, after = played(trial, {EDIT: changes})
    return changes, before, after, compared([before, after])
