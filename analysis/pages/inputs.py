"""Is a page still what it would be if it were made again? Pages say from what they were made."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from analysis.pages.markup import head_notes
from analysis.studies.study import data_folder
from analysis.warehouse.build import open_warehouse
from analysis.warehouse.made_from import house_digest


def inputs_digest(notebook: Path, parameters: Mapping[str, str], names: Sequence[str]) -> str:
    """Return a digest of all that a page is made from: notebook, parameters, code, number files, runs, page names."""
    digest = hashlib.sha256(_common(data_folder() / "warehouse.duckdb").encode())
    digest.update(notebook.read_bytes())
    digest.update(json.dumps([dict(parameters), list(names)], sort_keys=True).encode())
    return digest.hexdigest()[:16]


@cache
def _common(warehouse: Path) -> str:
    """Return the digest of what all pages share."""
    digest = hashlib.sha256(house_digest().encode())
    with open_warehouse(warehouse) as db:
        for row in db.execute("SELECT study, run_id FROM core.run ORDER BY ALL").fetchall():
            digest.update(repr(row).encode())
    return digest.hexdigest()


def sealed(text: str, sheet: bytes) -> str:
    """Return a page that ends with the checksum of itself and of its sheet."""
    return f"{text.rstrip()}\n<!-- kessel {_seal(text.rstrip().encode(), sheet)} -->\n"


def is_intact_page(data: bytes, sheet: bytes) -> bool:
    """Return whether a page on disk, and its sheet, are what was written: not cut short, no bit changed."""
    body, mark, end = data.rpartition(b"\n<!-- kessel ")
    return bool(mark) and end == f"{_seal(body, sheet)} -->\n".encode()


def _seal(body: bytes, sheet: bytes) -> str:
    return hashlib.sha256(body + b"\0" + sheet).hexdigest()


def kept_card(page: Path, inputs: str) -> dict[str, str] | None:
    """Return what the index shows of a page on disk, if the page was made from these inputs."""
    try:
        data = page.read_bytes()
        notes = head_notes(data.decode("utf8"))
        sheet = page.with_suffix(".pdf").read_bytes() if "kessel-sheet" in notes else b""
    except (OSError, UnicodeDecodeError):
        return None
    if notes.get("kessel-inputs") != inputs or not is_intact_page(data, sheet):
        return None
    found: dict[str, str] = json.loads(notes["kessel-card"])
    return found
