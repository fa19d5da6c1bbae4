"""Finished runs as they lie on disk: each is what its record says, to the bit, or is left out by name."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from analysis.errors import KesselError
from analysis.lock import locked
from analysis.studies.parts import Part, is_intact_part
from analysis.studies.run import LATEST, RECORD, RUNS, SEAL, digest_of, files_of, identity_of, rules_digests, seal
from analysis.studies.study import STUDY_ID, Study
from sim.border import bytes_of, decoded, shown
from sim.errors import BorderError, GameError

MAX_RECORD = 64_000_000
"""Bytes of a record: a run of 10,000 cells has some megabytes."""
_RUN_ID = re.compile(r"[0-9a-f]{16}")


class Recorded(NamedTuple):
    """A finished run: its folder, what its record says, and its study."""

    folder: Path
    record: Mapping[str, Any]
    study: Study

    def files(self, kind: str) -> list[Path]:
        """Return the parts of one kind, in order; nothing else that lies in the folder is one."""
        return [self.folder / name for name in files_of(self.study) if name.startswith(f"{kind}-")]


def marks(runs: Path) -> dict[str, object]:
    """Return what shows whether any study has a newer run: the mark of each, and when it was set."""
    return {str(mark): (mark.stat().st_mtime_ns, mark.stat().st_size) for mark in newest_runs(runs)}


def newest_runs(runs: Path) -> list[Path]:
    """Return the marks of the newest run of each study."""
    return sorted(runs.glob(f"*/{LATEST}"))


def kept_study(name: str, runs: Path = RUNS) -> Study | None:
    """Return the study of the newest kept run of an id, as it was played; None where nothing is kept of such a study.

    So a study that was played from a file is played again by its id. `KesselError` if it can no longer be played.
    """
    mark = runs / name / LATEST
    if not is_study_id(name) or not mark.is_file():
        return None
    folder, record = _record(mark)
    return _study(record, name, folder.name)


def drop_runs(name: str, runs: Path = RUNS) -> None:
    """Delete all that is kept of a study's runs; `KesselError` if nothing is, or if one of them is being played."""
    if not is_study_id(name) or not (runs / name).is_dir():
        kept = ", ".join(mark.parent.name for mark in newest_runs(runs)) or "none"
        raise KesselError(f"no run of a study {shown(name)} is kept; there are: {kept}")
    for lock in sorted((runs / name).glob("*/.lock")):
        with locked(lock, f"run {name}/{lock.parent.name}", patience=0):
            shutil.rmtree(lock.parent)
    shutil.rmtree(runs / name)


def is_study_id(name: str) -> bool:
    """Return whether a text could be the id of a study, and so the name of its folder."""
    return re.fullmatch(STUDY_ID, name) is not None


def recorded(mark: Path) -> Recorded:
    """Return the run that a mark names; `KesselError` says what of it is not as it was written."""
    folder, record = _record(mark)
    study = _study(record, mark.parent.name, folder.name)
    study = replace(study, games=record.get("games_played", study.games))
    if is_stale(record):
        raise KesselError(
            f"run {mark.parent.name}/{folder.name} is left out of the warehouse: the rules or tables have changed "
            f"since it was played; play it again with: kessel run {study.id}"
        )
    if (problem := _damage(folder, record, study)) is not None:
        raise _left_out(mark.parent.name, folder.name, problem, study.id)
    return Recorded(folder, record, study)


def _record(mark: Path) -> tuple[Path, dict[str, Any]]:
    """Return the folder of the run that a mark names, and its record."""
    study_id = mark.parent.name
    name = decoded(bytes_of(mark, f"runs/{study_id}/{LATEST}", "the name of a run"), f"runs/{study_id}/{LATEST}")
    if not _RUN_ID.fullmatch(name):
        raise _left_out(study_id, "", f"its mark {LATEST!r} is {shown(name)}; expected the name of a run", study_id)
    folder = mark.parent / name
    try:
        record = json.loads(decoded(bytes_of(folder / RECORD, RECORD, "the record of a run", MAX_RECORD), RECORD))
        if not isinstance(record, dict):
            raise TypeError(f"a {type(record).__name__}; expected an object")
    except (KesselError, BorderError, ValueError, TypeError, RecursionError) as error:
        raise _left_out(study_id, name, f"it cannot be read ({_said(error)})", study_id) from None
    return folder, record


def _study(record: Mapping[str, Any], study_id: str, name: str) -> Study:
    """Return the study of a record; `KesselError` if it cannot be read, or if what it plays is no longer there."""
    try:
        spans = {key: (low, high) for key, (low, high) in record["study"]["ranges"].items()}
        edits = {key: tuple(changes) for key, changes in record["study"].get("edits", {}).items()}
        study = Study(**{**record["study"], "question": record["question"], "ranges": spans, "edits": edits})
        asked = study.asks()
        for cell in study.cells():
            asked.setting(cell.factors, cell.policies)
        is_stale(record)
    except GameError as error:
        raise KesselError(
            f"run {study_id}/{name} is left out of the warehouse: it can no longer be played ({error}); "
            f"to be rid of it: kessel run {study_id} --drop"
        ) from None
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError) as error:
        raise _left_out(study_id, name, f"it cannot be read ({_said(error)})", study_id) from None
    return study


def _said(error: Exception) -> str:
    return str(error) if isinstance(error, (BorderError, GameError)) else f"{type(error).__name__}: {error}"


def _damage(folder: Path, record: Mapping[str, Any], study: Study) -> str | None:
    """Return what of a run is not as it was written, `None` if all is."""
    if record.get(SEAL) != seal(record):
        return f"its {RECORD} is not as it was written"
    known = {key: record[key] for key in identity_of(study) if key not in ("study", "numpy")}
    if digest_of({"study": record["study"], "numpy": record["numpy"], **known}) != folder.name:
        return f"its {RECORD} is of another run"
    parts = {name: Part(*part) for name, part in record["parts"].items()}
    for name in files_of(study):
        if not is_intact_part(folder / name, parts.get(name)):
            state = "not as it was written" if (folder / name).exists() else "not there"
            return f"its part {name} is {state}"
    return None


def _left_out(study_id: str, name: str, why: str, played: str) -> KesselError:
    run = f"run {study_id}/{name}" if name else f"study {study_id}"
    return KesselError(f"{run} is left out of the warehouse: {why}; play its study again with: kessel run {played}")


def is_stale(record: Mapping[str, Any]) -> bool:
    """Return whether a run was played by other rules or tables than those of now."""
    now = rules_digests(record["study"]["game"])
    return any(record[name] != now[name] for name in now)
