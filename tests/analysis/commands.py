"""The `kessel` command, as a person runs it."""

import os
import subprocess
import sys
from pathlib import Path

from tests.warm import run

ROOT = Path(__file__).parents[2]


def kessel(*words: str, raw: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run a command from the project's folder, with other number files if told."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **({"KESSEL_RAW": str(raw)} if raw else {})}
    return run([str(Path(sys.executable).with_name("kessel")), *words], cwd=ROOT, env=environment)
