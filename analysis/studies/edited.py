"""The cells of a study with an edit: played by a process of their own, over number files in which the edit is made."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from analysis.children import end_with_parent, last_line, python
from analysis.errors import KesselError
from analysis.studies.edits import write_edited
from analysis.studies.study import Study
from sim.errors import BorderError, GameError


def play_edited(study: Study, folder: Path, jobs: int, edit: int, *, is_heard: bool = True) -> tuple[int, int]:
    """Play the missing parts of the cells with an edit; return how many there are, and how many were played now.

    It shows its progress if it `is_heard`. `KesselError` says why the rules refuse the edited numbers.
    """
    name, changes = list(study.edits.items())[edit - 1]
    given = {"study": asdict(study), "folder": str(folder.absolute()), "jobs": jobs, "edit": edit}
    with tempfile.TemporaryDirectory() as root:
        write_edited(study.game, changes, Path(root))
        env = {"KESSEL_RAW": root}
        done = python("-m", "analysis.studies.edited", env=env, given=json.dumps(given), is_heard=is_heard)
    answer = last_line(done.stdout)
    if done.returncode or not answer.startswith("{"):
        raise KesselError(f"{study.id}: the process that plays the edit {name!r} ended; what is finished is kept")
    found = json.loads(answer)
    if "refused" in found:
        raise KesselError(f"{study.id}: the edit {name!r} ({', '.join(changes)}) is not in order: {found['refused']}")
    return found["parts"], found["played"]


def study_from(entries: Mapping[str, Any]) -> Study:
    """Return a study as `asdict` wrote it, read from JSON."""
    spans = {key: (low, high) for key, (low, high) in entries["ranges"].items()}
    edits = {key: tuple(changes) for key, changes in entries.get("edits", {}).items()}
    return Study(**{**entries, "ranges": spans, "edits": edits})


def _answer(given: Mapping[str, Any]) -> dict[str, Any]:
    from analysis.studies.run import play_cells

    try:
        study = study_from(given["study"])
        parts, played = play_cells(study, Path(given["folder"]), given["jobs"], given["edit"])
    except (GameError, BorderError, KesselError) as error:
        return {"refused": str(error)}
    except (ValueError, KeyError, TypeError, IndexError) as error:  # a rule that trusts its printed table
        return {"refused": f"the rules cannot read these numbers ({type(error).__name__}: {error})"}
    return {"parts": parts, "played": played}


if __name__ == "__main__":
    end_with_parent(os.getppid())
    sys.stdout.write(json.dumps(_answer(json.load(sys.stdin))) + "\n")
