"""A copy of this tree in a temporary folder, to try in it what adds files, as a stranger would."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from tests import warm

ROOT = Path(__file__).parents[1]
_FOLDERS = ("sim", "analysis", "tests", "docs", "notebooks", "data/raw")
_LEFT = shutil.ignore_patterns("__pycache__", ".ipynb_checkpoints", "kernel-ipc*")


@dataclass(frozen=True)
class Tree:
    """The copy; its own folder of runs and warehouse lies beside."""

    root: Path

    def run(self, command: str) -> subprocess.CompletedProcess[str]:
        """Run a line of shell in the copy, on its code."""
        left_out = ("PYTEST", "KESSEL", "PYTHONDONTWRITEBYTECODE")  # a fresh copy is compiled once, not by each command
        kept = {name: value for name, value in os.environ.items() if not name.startswith(left_out)}
        path = f"{Path(sys.executable).parent}{os.pathsep}{kept['PATH']}"
        own = {"PATH": path, "PYTHONPATH": str(self.root), "KESSEL_DATA": str(self.root / "mine"), "COLUMNS": "120"}
        environment = {**kept, **own}
        if _IS_PLAIN.fullmatch(command):
            return warm.run(_started(command), cwd=self.root, env=environment)
        return subprocess.run(
            ["bash", "-c", command], capture_output=True, text=True, cwd=self.root, env=environment, check=False
        )

    def said(self, command: str) -> str:
        """Run a line that must succeed and return what it printed, line ends trimmed."""
        done = self.run(command)
        assert done.returncode == 0, f"{command}\n{done.stdout[-2_000:]}{done.stderr[-2_000:]}"
        return "\n".join(line.rstrip() for line in done.stdout.splitlines()).strip()


_IS_PLAIN = re.compile(r"(kessel|python) [^|&;<>$`*~\\#\n]*", re.DOTALL)
"""A command of ours alone, which needs no shell to find what its words mean."""


def _started(command: str) -> list[str]:
    """Return the words of a plain command, its program in full."""
    program, *words = shlex.split(command)
    return [sys.executable if program == "python" else str(Path(sys.executable).with_name(program)), *words]


def copied_tree(folder: Path) -> Tree:
    """Copy what the commands and the contract tests need."""
    for name in _FOLDERS:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=_LEFT)
    for name in ("pyproject.toml", "README.md", "Makefile"):
        shutil.copy(ROOT / name, folder / name)
    return Tree(folder)


def blocks(text: str) -> list[tuple[str, str]]:
    """Return the fenced blocks of a Markdown text: what stands behind the fence, and the content."""
    return re.findall(r"(?ms)^```(\S[^\n]*)\n(.*?)^```$", text)
