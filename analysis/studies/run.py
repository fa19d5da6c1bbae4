"""Play a study: cells x blocks over joblib, one Parquet part a block, resumed where it was left.

A run is known by what can change its bits: the study, the rules' code, the tables and NumPy. Its folder is
``data/runs/<study>/<run id>``; a part is written beside and renamed, so a part that exists is whole.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import subprocess
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any
from uuid import uuid4

import numpy as np
from joblib import delayed
from numpy.typing import ArrayLike, NDArray

from analysis.errors import KesselError
from analysis.lock import shared
from analysis.studies.matches import PART, match_files, part_name, play_matches
from analysis.studies.parts import is_whole, noted, play_all, write_parts
from analysis.studies.study import DATA, ROOT, Cell, Study
from sim.game import GAMES, load_game
from sim.play import drawn_factors, play_block, play_exactly
from sim.rawfiles import RAW
from sim.state import State, logged_fields
from sim.streams import BLOCK
from sim.system import Setting

RUNS = DATA / "runs"
RECORD, LATEST, SEAL = "run.json", "latest", "sha256"
"""The record of a run, the mark of a study's newest one, and the key of the record's own checksum."""
MAX_JOBS, MAX_JOBS_A_CORE = 64, 4
_NOT_PLAYED = ("studies", "readings.toml", "fights.toml")
"""What lies in a game's folder and asks about it, but plays no part in it."""


@dataclass(frozen=True)
class Run:
    """A study's run: where it lies and how much of it was played just now."""

    study: Study
    run_id: str
    folder: Path
    n_parts: int
    n_played: int

    @property
    def n_games(self) -> int:
        """Games over all cells."""
        return self.study.games * len(self.study.cells())


def run_study(study: Study, *, jobs: int = -1, runs: Path = RUNS) -> Run:
    """Play what is not yet played and return the run; the same bits for any number of jobs.

    A run that was interrupted goes on with the blocks that are missing, and with those that are not what they were.
    """
    check_jobs(jobs)
    identity = identity_of(study)
    run_id = digest_of(identity)
    folder = runs / study.id / run_id
    folder.mkdir(parents=True, exist_ok=True)
    with shared(folder / ".lock", lambda: _sweep(folder)):
        n_parts, n_played = (play_matches if study.is_match else _play_blocks)(study, folder, jobs)
        _write_record(folder, study, run_id, identity, n_parts)
    return Run(study, run_id, folder, n_parts, n_played)


def check_jobs(jobs: int) -> None:
    """Refuse a number of workers that no machine of this size has a use for."""
    most = max(MAX_JOBS, MAX_JOBS_A_CORE * (os.cpu_count() or 1))
    if jobs != -1 and not 1 <= jobs <= most:
        raise KesselError(f"--jobs is {jobs}; expected a number of processes from 1 to {most}, or -1 for one a core")


def _play_blocks(study: Study, folder: Path, jobs: int) -> tuple[int, int]:
    """Play the blocks and laws that are missing; return how many blocks there are, and how many were played now."""
    notes = noted(folder)
    parts = blocks_of(study)
    wanted = [one for one in parts if not all(is_whole(folder / f, notes.get(f)) for f in block_files(study, *one))]
    laws = [cell for cell in law_cells(study) if not is_whole(folder / law_name(cell), notes.get(law_name(cell)))]
    tasks = [delayed(play_part)(study, cell, block, folder) for cell, block in wanted]
    tasks += [delayed(write_law)(study, cell, folder) for cell in laws]
    play_all(tasks, jobs, f"{study.id}: {study.games:,} games x {len(study.cells())} cells")
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


def files_of(study: Study) -> list[str]:
    """Return the files that a finished run of a study has, by kind and in the order in which they are loaded."""
    if study.is_match:
        parts = [(cell, part) for cell in study.cells() for part in range(-(-study.games // PART))]
        return sorted(name for one in parts for name in match_files(study, *one))
    blocks = [name for one in blocks_of(study) for name in block_files(study, *one)]
    return sorted([*blocks, *map(law_name, law_cells(study))])


def _sweep(folder: Path) -> None:
    """Remove half-written files of a run that nobody is playing."""
    for left_over in folder.glob("*.tmp-*"):
        left_over.unlink(missing_ok=True)


def play_part(study: Study, cell: Cell, block: int, folder: Path) -> None:
    """Play one block of one cell and write its per-turn log and its results."""
    course = study.plays()
    n = min(BLOCK, study.games - block * BLOCK)
    drawn = drawn_factors(course.factors, study.ranges, study.seed, block, n)
    setting = course.setting({**cell.factors, **drawn}, cell.policies)
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
    return study.plays().setting(cell.factors, cell.policies)


def _shown(outcome: tuple[int, ...], p: Fraction) -> tuple[int, str, float]:
    return int(outcome[0]), str(p), float(p)


def _a_game(value: ArrayLike, n: int) -> NDArray[np.int8]:
    return np.broadcast_to(np.asarray(value, np.int8), n)


def digest_of(identity: Mapping[str, Any]) -> str:
    """Return the id of a run: a digest of all that can change a bit of it."""
    return hashlib.sha256(json.dumps(identity, sort_keys=True).encode()).hexdigest()[:16]


def identity_of(study: Study) -> dict[str, Any]:
    """Return everything that can change a bit of a run."""
    return {
        "study": {key: value for key, value in asdict(study).items() if key != "question"},
        "block": PART if study.is_match else BLOCK,
        "numpy": np.__version__,
        **rules_digests(study.game),
    }


def rules_digests(game: str) -> dict[str, Any]:
    """Return what identifies the rules and tables of a game as they are now, wherever below its folders they lie."""
    return {
        "game_version": load_game(game).version,
        "code": _digest(ROOT, [*core_files(ROOT / "sim"), *game_files(GAMES / game)]),
        "tables": _digest(RAW / game, [*(RAW / game).rglob("*.csv"), RAW / game / "errata.toml"]),
    }


def core_files(folder: Path) -> list[Path]:
    """Return the code of the core under ``sim/``, the games left out."""
    return [path for path in folder.rglob("*.py") if path.relative_to(folder).parts[0] != "games"]


def game_files(folder: Path) -> list[Path]:
    """Return what can change a bit of what a game plays: its code and the parameters of its policies and players."""
    parameters = [path for path in folder.rglob("*.toml") if path.relative_to(folder).parts[0] not in _NOT_PLAYED]
    return [*folder.rglob("*.py"), *parameters]


def _digest(root: Path, paths: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for path in sorted(path for path in paths if path.exists()):
        seen = path.stat()
        digest.update(str(path.relative_to(root)).encode() + b"\0" + _content(path, seen.st_mtime_ns, seen.st_size))
    return digest.hexdigest()[:16]


@cache
def _content(path: Path, changed_at: int, size: int) -> bytes:
    """Return a file as it was when it was last changed: a build asks for the same hundreds of files for every run."""
    return path.read_bytes()


def _write_record(folder: Path, study: Study, run_id: str, identity: dict[str, Any], n_parts: int) -> None:
    """Write the run's record last: a folder without one is a run that is not finished."""
    path, notes = folder / RECORD, noted(folder)
    entries: dict[str, Any] = {
        "run_id": run_id,
        "question": study.question,
        **identity,
        "n_parts": n_parts,
        "parts": {name: notes[name] for name in files_of(study)},
        "command": f"kessel run {study.id} --games {study.games} --seed {study.seed}",
        "commit": _commit(),
        "finished_at": datetime.now(UTC).isoformat(timespec="seconds"),
    }
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError):  # none yet, or spoiled: then it is written anew
        before = json.loads(path.read_text(encoding="utf8"))
        entries |= {key: before[key] for key in ("commit", "finished_at") if before[SEAL] == seal(before)}
    _put(path, json.dumps(entries | {SEAL: seal(entries)}, indent=1) + "\n")
    _put(folder.parent / LATEST, run_id)


def seal(record: Mapping[str, Any]) -> str:
    """Return the checksum that a run's record carries of all else in it."""
    rest = {key: value for key, value in record.items() if key != SEAL}
    return hashlib.sha256(json.dumps(rest, sort_keys=True).encode()).hexdigest()


def _put(path: Path, text: str) -> None:
    beside = path.with_name(f"{path.name}.tmp-{uuid4().hex}")
    beside.write_text(text, encoding="utf8")
    beside.replace(path)


def _commit() -> str:
    """Return the commit of this checkout, empty where there is no git or no repository of ours."""
    if not (ROOT / ".git").exists():
        return ""
    command = ["git", "-C", str(ROOT), "rev-parse", "HEAD"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
    except OSError:
        return ""
