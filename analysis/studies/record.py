"""Finished runs as they lie on disk: each is what its record says, to the bit, or is left out by name."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from analysis.errors import KesselError
from analysis.studies.parts import Part, is_whole
from analysis.studies.run import LATEST, RECORD, SEAL, digest_of, files_of, identity_of, rules_digests, seal
from analysis.studies.study import Study
from sim.border import bytes_of, decoded, shown
from sim.errors import GameError

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


def recorded(mark: Path) -> Recorded:
    """Return the run that a mark names; `KesselError` says what of it is not as it was written."""
    study_id = mark.parent.name
    name = decoded(bytes_of(mark, f"runs/{study_id}/{LATEST}", "the name of a run"), f"runs/{study_id}/{LATEST}")
    if not _RUN_ID.fullmatch(name):
        raise _left_out(study_id, "", f"its mark {LATEST!r} is {shown(name)}; expected the name of a run", study_id)
    folder = mark.parent / name
    label = f"{study_id}/{name}"
    try:
        record = json.loads(decoded(bytes_of(folder / RECORD, RECORD, "the record of a run", MAX_RECORD), RECORD))
        spans = {key: (low, high) for key, (low, high) in record["study"]["ranges"].items()}
        study = Study(**{**record["study"], "question": record["question"], "ranges": spans})
        asked = study.asks()
        for cell in study.cells():
            asked.setting(cell.factors, cell.policies)
        is_old = is_stale(record)
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError) as error:
        why = str(error) if isinstance(error, (GameError, KesselError)) else f"{type(error).__name__}: {error}"
        raise _left_out(study_id, name, f"it cannot be read ({why})", study_id) from None
    if is_old:
        raise KesselError(
            f"run {label} is left out of the warehouse: the rules or tables have changed since it was played; "
            f"play it again with: kessel run {study.id}"
        )
    if (problem := _damage(folder, record, study)) is not None:
        raise _left_out(study_id, name, problem, study.id)
    return Recorded(folder, record, study)


def _damage(folder: Path, record: Mapping[str, Any], study: Study) -> str | None:
    """Return what of a run is not as it was written, `None` if all is."""
    if record.get(SEAL) != seal(record):
        return f"its {RECORD} is not as it was written"
    known = {key: record[key] for key in identity_of(study) if key not in ("study", "numpy")}
    if digest_of({"study": record["study"], "numpy": record["numpy"], **known}) != folder.name:
        return f"its {RECORD} is of another run"
    parts = {name: Part(*part) for name, part in record["parts"].items()}
    for name in files_of(study):
        if not is_whole(folder / name, parts.get(name)):
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
