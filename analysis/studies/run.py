"""Play a study: cells x blocks over joblib, one Parquet part a block, resumed where it was left.

A run is known by what can change its bits: the study, the rules' code, the tables and NumPy. Its folder is
``data/runs/<study>/<run id>``; a part is written beside and renamed, so a part that exists is whole.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any
from uuid import uuid4

import numpy as np
from joblib import delayed

from analysis.errors import KesselError
from analysis.lock import shared
from analysis.studies.blocks import block_files, blocks_of, law_cells, law_name, play_missing_blocks
from analysis.studies.edited import play_edited
from analysis.studies.edits import AS_PRINTED, EDIT
from analysis.studies.matches import PART, match_files, part_name, play_matches
from analysis.studies.parts import from_cluster, is_on_cluster, noted
from analysis.studies.stopping import rule_of
from analysis.studies.study import DATA, ROOT, Cell, Study
from sim.game import GAMES, load_game
from sim.numbers.rawfiles import RAW
from sim.streams import BLOCK

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
        played, n_parts, n_played = _play_until(study, folder, jobs)
        _write_record(folder, played, run_id, identity, n_parts)
    return Run(played, run_id, folder, n_parts, n_played)


def _play_until(study: Study, folder: Path, jobs: int) -> tuple[Study, int, int]:
    """Play a study, in growing rounds where it stops by a rule; return it as far as played, its parts, and new ones."""
    if not study.until:
        return study, *play(study, folder, jobs)
    rule, unit, new = rule_of(study.until, study.game, study.system), PART if study.is_match else BLOCK, 0
    n = unit
    while True:
        now = replace(study, games=min(n, study.games))
        n_parts, n_played = play(now, folder, jobs)
        new += n_played
        if now.games == study.games or all(rule.is_met(_results(now, cell, folder)) for cell in now.cells()):
            return now, n_parts, new
        n = -(-(n + n // 2) // unit) * unit


def _results(study: Study, cell: Cell, folder: Path) -> list[Path]:
    """Return the files of a cell's results, in the order of its games."""
    unit = PART if study.is_match else BLOCK
    return [folder / part_name("result", cell, part) for part in range(-(-study.games // unit))]


def play(study: Study, folder: Path, jobs: int) -> tuple[int, int]:
    """Play the parts of all cells that are missing; return how many there are, and how many were played now."""
    found = [play_cells(study, folder, jobs, AS_PRINTED)]
    edits = range(1, len(study.edits) + 1)
    if is_on_cluster():  # a worker edits the numbers for itself: an edit is a task
        tasks = [delayed(play_edited)(study, folder, 1, at, is_heard=False) for at in edits]
        found += from_cluster(tasks, f"{study.id}: {len(edits)} edits")
    else:
        found += [play_edited(study, folder, jobs, at) for at in edits]
    return sum(parts for parts, _ in found), sum(played for _, played in found)


def play_cells(study: Study, folder: Path, jobs: int, edit: int) -> tuple[int, int]:
    """Play the missing parts of the cells with one edit by the numbers of this process."""
    cells = [cell for cell in study.cells() if cell.factors.get(EDIT, AS_PRINTED) == edit]
    return (play_matches if study.is_match else play_missing_blocks)(study, cells, folder, jobs)


def check_jobs(jobs: int) -> None:
    """Refuse a number of workers that no machine of this size has a use for."""
    most = max(MAX_JOBS, MAX_JOBS_A_CORE * (os.cpu_count() or 1))
    if jobs != -1 and not 1 <= jobs <= most:
        raise KesselError(f"--jobs is {jobs}; expected a number of processes from 1 to {most}, or -1 for one a core")


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


def digest_of(identity: Mapping[str, Any]) -> str:
    """Return the id of a run: a digest of all that can change a bit of it."""
    return hashlib.sha256(json.dumps(identity, sort_keys=True).encode()).hexdigest()[:16]


def identity_of(study: Study) -> dict[str, Any]:
    """Return everything that can change a bit of a run."""
    return {
        "study": {
            key: value for key, value in asdict(study).items() if key != "question" and not _is_unused(key, value)
        },
        "block": PART if study.is_match else BLOCK,
        "numpy": np.__version__,
        **rules_digests(study.game),
    }


def _is_unused(key: str, value: object) -> bool:
    """Return whether a key came later and says nothing: a run of a study without it stays the run it was."""
    return key in ("edits", "until") and not value


_HELD: list[dict[str, dict[str, Any]]] = []
"""What was seen of the rules of each game, while they are held."""


@contextmanager
def held_rules() -> Iterator[None]:
    """Look at the rules of each game once meanwhile: who asks for many runs takes them all as of one moment."""
    _HELD.append({})
    try:
        yield
    finally:
        _HELD.pop()


def rules_digests(game: str) -> dict[str, Any]:
    """Return what identifies the rules and tables of a game as they are now, wherever below its folders they lie."""
    if not _HELD:
        return _rules_digests(game)
    if game not in _HELD[-1]:
        _HELD[-1][game] = _rules_digests(game)
    return _HELD[-1][game]


def _rules_digests(game: str) -> dict[str, Any]:
    return {
        "game_version": load_game(game).version,
        "code": _digest(ROOT, [*core_files(ROOT / "sim"), *game_files(GAMES / game)]),
        "tables": _digest(RAW / game, [*(RAW / game).rglob("*.csv"), RAW / game / "errata.toml"]),
    }


def core_files(folder: Path) -> list[Path]:
    """Return the code of the core under ``sim/``, the games left out."""
    rooms = [one for one in folder.iterdir() if one.is_dir() and one.name != "games"]
    return [*folder.glob("*.py"), *(path for room in rooms for path in room.rglob("*.py"))]


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
        "games_played": study.games,
        "parts": {name: notes[name] for name in files_of(study)},
        "command": f"kessel run {study.id} --games {identity['study']['games']} --seed {study.seed}",
        "commit": _commit(),
        "finished_at": datetime.now(UTC).isoformat(timespec="seconds"),
    }
    with suppress(OSError, ValueError, KeyError, TypeError):  # none yet, or spoiled: then it is written anew
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
