"""A command asked, and its answer kept; what counts as the same answer."""

from __future__ import annotations

import hashlib
import io
import json
import os
import shlex
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any
from unittest.mock import patch

RENAMED: dict[str, str] = {}
"""Old name -> new name of what a move renamed: fields of JSON, options, columns, tables as ``core.run``."""
PROSE = ("about", "title", "question", "measured")
"""Fields and columns that are worded for people."""
NAMES_THE_CODE = ("code_digest", "tables_digest", "numpy_version", "commit_id", "finished_at")
"""Columns that say which code made a row, and when; ``run_id`` too, for which the study's name stands."""
REFUSALS = ("GameError", "RuleDataError", "KesselError")
ROWS_KEPT = 2_000
"""Tables up to this size are kept row by row, so that a difference can be shown; of larger ones a hash a column."""
DRAWS = 40
"""Fights drawn at most for each that is to be answered."""
COMMANDS = (15, 5)
"""Fights a game that go through the command as well: answered ones, refused ones."""

Record = dict[str, Any]
Facts = dict[str, Any]


def record(asked: str, kind: str, answer: Any) -> Record:
    """Keep what was asked and answered; `kind` is answered, refused, or fault for what should never come up."""
    return {"asked": asked, "kind": kind, "sha256": digest(answer), "answer": answer}


def digest(answer: Any) -> str:
    return hashlib.sha256(canonical(answer).encode()).hexdigest()


def canonical(answer: Any) -> str:
    return json.dumps(answer, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def now(name: str) -> str:
    return RENAMED.get(name, name)


def line(error: object) -> str:
    """Return a message without the folders of this machine."""
    folders = {os.environ["KESSEL_DATA"]: "$KESSEL_DATA", str(Path.cwd()): "."}
    text = str(error).strip()
    for folder, short in folders.items():
        text = text.replace(folder, short)
    return text


def check_tree() -> None:
    """End where another tree would answer than that of the current folder, such as the one installed."""
    import analysis

    if not Path(str(analysis.__file__)).is_relative_to(Path.cwd()):
        sys.exit(f"{analysis.__file__} would answer; expected the tree in {Path.cwd()}")


def kessel(*words: str) -> Record:
    """Run the command in this process; what it printed is its answer."""
    check_tree()
    from analysis.cli import main

    out, err = io.StringIO(), io.StringIO()
    with patch.object(sys, "argv", ["kessel", *words]), redirect_stdout(out), redirect_stderr(err):
        try:
            main()
            code: Any = 0
        except SystemExit as end:
            code = end.code or 0
        except Exception as error:
            code = f"{type(error).__name__}: {error}"
    asked, printed = shlex.join(["kessel", *words]), out.getvalue()
    if code == 0:
        return record(asked, "answered", json.loads(printed) if "--json" in words else line(printed))
    return record(asked, "refused" if code == 2 else "fault", line(err.getvalue() if code == 2 else code))
