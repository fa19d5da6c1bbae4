"""The pages that the report and browser tests look at."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Pages:
    """A folder of published pages, made from a small warehouse."""

    folder: Path
    written: tuple[Path, ...]
