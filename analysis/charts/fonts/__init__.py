"""The letters of pages, charts and sheets: one family in two weights, carried along, so that all look alike everywhere.

Kessel Sans is Source Sans Pro 2.020, cut down to 274 characters (Latin 1, dashes, quotes, fractions, arrows, signs of
mathematics) and renamed, as its license asks (`OFL.txt`). It was chosen by size and by width: its two woff2 files have
31 KB (of the same characters Inter has 33, Lato 37), its lines are an eighth shorter than those of Inter, so that more
of a chart's labels fit, and all its figures are equally wide without a feature being asked for. Open Sans would have
20 KB, but no arrows and no thirds. Browsers take the woff2; vl-convert, which lays out charts and writes PDF, the ttf.
"""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from pathlib import Path

import vl_convert

__all__ = ["FAMILY", "STACK", "font_faces", "font_files", "register"]

FAMILY = "Kessel Sans"
STACK = f"'{FAMILY}', system-ui, 'Segoe UI', Roboto, 'Liberation Sans', Arial, sans-serif"
"""What a chart or a sheet asks for; others than ours stand in where a picture was taken out of its page."""

_FOLDER = Path(__file__).parent
_WEIGHTS = {"kessel-sans": "400", "kessel-sans-semibold": "600 700"}
"""The files by name, and which weights a browser takes from each."""


@cache
def font_files() -> dict[str, bytes]:
    """Return the letters as browsers take them, by the name of the file: two weights, and their license."""
    return {f"{name}.woff2": (_FOLDER / f"{name}.woff2").read_bytes() for name in _WEIGHTS} | {
        "OFL.txt": (_FOLDER / "OFL.txt").read_bytes()
    }


@cache
def font_faces(*, single: bool) -> str:
    """Return the style rules that load the letters: from the site's folder ``assets``, or from the page itself."""
    return "\n".join(
        f'@font-face {{ font-family: "{FAMILY}"; font-weight: {weight}; font-display: swap; '
        f'src: url("{_inside(name) if single else f"assets/{name}.woff2"}") format("woff2"); }}'
        for name, weight in _WEIGHTS.items()
    )


@cache
def register() -> None:
    """Make the letters known to vl-convert in this process, which measures charts and writes PDF with them."""
    vl_convert.register_font_directory(str(_FOLDER))


def _inside(name: str) -> str:
    return f"data:font/woff2;base64,{b64encode(font_files()[f'{name}.woff2']).decode()}"
