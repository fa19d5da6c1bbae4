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
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
from joblib import delayed
from numpy.typing import ArrayLike, NDArray

from analysis.errors import KesselError
from analysis.studies.matches import PART, play_matches
from analysis.studies.parts import is_whole, play_all, write_part
from analysis.studies.study import DATA, ROOT, Cell, Study
from sim.game import GAMES, load_game
from sim.play import drawn_factors, play_block, play_exactly
from sim.rawfiles import RAW
from sim.state import State, logged_fields
from sim.streams import BLOCK
from sim.system import Setting

RUNS = DATA / "runs"
KINDS = ("turn", "result", "exact")
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

    A run that was interrupted goes on with the blocks that are missing.
    """
    if jobs == 0 or jobs < -1:
        raise KesselError(f"--jobs is {jobs}; expected a number of processes, or -1 for one a core")
    identity = _identity(study)
    run_id = hashlib.sha256(json.dumps(identity, sort_keys=True).encode()).hexdigest()[:16]
    folder = runs / study.id / run_id
    folder.mkdir(parents=True, exist_ok=True)
    sweep(folder, "*.tmp-*")
    if study.is_match:
        n_parts, n_played = play_matches(study, folder, jobs)
        _write_manifest(folder, study, run_id, identity, n_parts)
        return Run(study, run_id, folder, n_parts, n_played)
    parts = [(cell, block) for cell in study.cells() for block in range((study.games + BLOCK - 1) // BLOCK)]
    wanted = [part for part in parts if not all(is_whole(_part(folder, kind, *part)) for kind in ("turn", "result"))]
    laws = [cell for cell in study.cells() if not study.ranges and not _law(folder, cell).exists()]
    tasks = [delayed(play_part)(study, cell, block, folder) for cell, block in wanted]
    tasks += [delayed(write_law)(study, cell, folder) for cell in laws]
    play_all(tasks, jobs, f"{study.id}: {study.games:,} games x {len(study.cells())} cells")
    _write_manifest(folder, study, run_id, identity, len(parts))
    return Run(study, run_id, folder, len(parts), len(wanted))


def sweep(folder: Path, pattern: str) -> None:
    """Remove half-written files, named ``...-<process>`` by whoever wrote them, of processes that are gone."""
    for left_over in folder.glob(pattern):
        process = left_over.name.removesuffix(".wal").rpartition("-")[2]
        if not process.isdecimal():
            continue  # not ours
        try:
            os.kill(int(process), 0)
        except ProcessLookupError:
            left_over.unlink(missing_ok=True)
        except PermissionError:
            continue  # somebody else's process, and alive


def play_part(study: Study, cell: Cell, block: int, folder: Path) -> None:
    """Play one block of one cell and write its per-turn log and its results."""
    course = study.plays()
    n = min(BLOCK, study.games - block * BLOCK)
    drawn = drawn_factors(course.factors, study.ranges, study.seed, block, n)
    setting = course.setting({**cell.factors, **drawn}, cell.policies)
    game = np.arange(block * BLOCK, block * BLOCK + n, dtype=np.uint32)
    names = [f.name for f in logged_fields(course.state)]
    turns: list[State] = list(play_block(course, setting, study.seed, block, n))
    log = {
        "cell": np.full(n * len(turns), cell.index, np.uint16),
        "game": np.tile(game, len(turns)),
        "turn": np.repeat(np.arange(1, len(turns) + 1, dtype=np.uint8), n),
        **{name: np.concatenate([getattr(state, name) for state in turns]) for name in names},
    }
    result = {"cell": np.full(n, cell.index, np.uint16), "game": game}
    result |= {name: getattr(turns[-1], name) for name in course.results}
    result |= {name: _a_game(value, n) for name, value in setting.factors.items()}
    write_part(_part(folder, "turn", cell, block), log)
    write_part(_part(folder, "result", cell, block), result)


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
    write_part(_law(folder, cell), columns)


def _fixed(study: Study, cell: Cell) -> Setting:
    return study.plays().setting(cell.factors, cell.policies)


def _shown(outcome: tuple[int, ...], p: Fraction) -> tuple[int, str, float]:
    return int(outcome[0]), str(p), float(p)


def _a_game(value: ArrayLike, n: int) -> NDArray[np.int8]:
    return np.broadcast_to(np.asarray(value, np.int8), n)


def _part(folder: Path, kind: str, cell: Cell, block: int) -> Path:
    return folder / f"{kind}-{cell.index:05d}-{block:05d}.parquet"


def _law(folder: Path, cell: Cell) -> Path:
    return folder / f"exact-{cell.index:05d}.parquet"


def _identity(study: Study) -> dict[str, Any]:
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
        digest.update(str(path.relative_to(root)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def _write_manifest(folder: Path, study: Study, run_id: str, identity: dict[str, Any], n_parts: int) -> None:
    """Write the run's record last: a folder without one is a run that is not finished."""
    path = folder / "run.json"
    entries: dict[str, Any] = {
        "run_id": run_id,
        "question": study.question,
        **identity,
        "n_parts": n_parts,
        "command": f"kessel run {study.id} --games {study.games} --seed {study.seed}",
        "commit": _commit(),
        "finished_at": datetime.now(UTC).isoformat(timespec="seconds"),
    }
    with contextlib.suppress(OSError, ValueError, KeyError):  # none yet, or spoiled: then it is written anew
        before = json.loads(path.read_text(encoding="utf8"))
        entries |= {key: before[key] for key in ("commit", "finished_at")}
    beside = path.with_suffix(f".tmp-{os.getpid()}")
    beside.write_text(json.dumps(entries, indent=1) + "\n", encoding="utf8")
    beside.replace(path)
    latest = folder.parent / "latest"
    beside = folder.parent / f"latest.tmp-{os.getpid()}"
    beside.write_text(run_id, encoding="utf8")
    beside.replace(latest)


def _commit() -> str:
    """Return the commit of this checkout, empty where there is no git or no repository of ours."""
    if not (ROOT / ".git").exists():
        return ""
    command = ["git", "-C", str(ROOT), "rev-parse", "HEAD"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
    except OSError:
        return ""
