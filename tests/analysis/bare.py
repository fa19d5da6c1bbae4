"""A warehouse of runs alone: printed tables are most of the work of a build, and the same in each."""

from importlib import import_module
from pathlib import Path

import pytest

from analysis.warehouse.build import build


def built_bare(path: Path, runs: Path) -> Path:
    """Build a warehouse without printed tables."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(import_module("analysis.warehouse.build"), "printed_steps", lambda: iter(()))
        return build(path, runs)
