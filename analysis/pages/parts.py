"""The parts of a page: charts as specification and picture, interactive parts with their data, scripts and styles."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import vl_convert
from markupsafe import Markup

from analysis.charts.theme import VEGA_LITE
from analysis.errors import KesselError
from analysis.pages.markup import tokens
from sim.places import cache_folder

_APPS = Path(__file__).parent / "templates" / "apps"


@dataclass
class Figure:
    """A chart on a page: its claim, how to read it, its specification and its static picture."""

    claim: str
    reading: str
    spec: dict[str, Any]
    svg: str
    number: int


@dataclass
class App:
    """An interactive part of a page: its claim, how to use it, its data and script, and what stands there without."""

    name: str
    claim: str
    reading: str
    data: Mapping[str, Any]
    static: Markup
    number: int


def stable(spec: dict[str, Any]) -> dict[str, Any]:
    """Return a specification that is the same whenever its content is: keys sorted, generated names replaced."""
    text = json.dumps({k: v for k, v in spec.items() if k != "usermeta"}, sort_keys=True)
    stable: dict[str, Any] = json.loads(text)
    return stable


def flexible(spec: dict[str, Any]) -> dict[str, Any]:
    """Return a specification whose width follows the page; in the static picture it is fixed."""
    return {**spec, "width": "container", "autosize": {"type": "fit-x", "contains": "padding"}}


def static_svg(spec: dict[str, Any], name: str) -> str:
    """Return a chart as SVG whose inner names cannot clash with those of another chart on the page.

    Vega counts them over all charts of a process; here they are counted anew, so that the picture is always the same.
    """
    svg: str = vl_convert.vegalite_to_svg(spec, vl_version=VEGA_LITE)
    names = [one.attributes["id"] for one in tokens(svg) if "id" in one.attributes]
    for nth, held in enumerate(names, 1):
        svg = svg.replace(f'id="{held}"', f'id="{name}-{nth}"').replace(f"url(#{held})", f"url(#{name}-{nth})")
    return svg


def in_script(value: Any) -> Markup:
    """Return JSON that cannot end the script element it stands in."""
    return Markup(json.dumps(value, sort_keys=True).replace("<", "\\u003c"))


@cache
def app_script(name: str) -> Markup:
    """Return the script of an interactive part, ``<name>_*.js`` and ``<name>.js``; `KesselError` if there is none."""
    if not (_APPS / f"{name}.js").is_file():
        raise KesselError(f"no app {name!r}; expected analysis/pages/templates/apps/{name}.js")
    parts = [*sorted(_APPS.glob(f"{name}_*.js")), _APPS / f"{name}.js"]
    return Markup("\n".join(part.read_text(encoding="utf8") for part in parts).replace("</script", "<\\/script"))


def app_style(name: str) -> Markup:
    """Return the style sheet of an interactive part, ``<name>.css``, empty if it has none."""
    path = _APPS / f"{name}.css"
    return Markup(path.read_text(encoding="utf8").replace("</style", "")) if path.is_file() else Markup("")


@cache
def vega() -> str:
    """Return the page's own copy of Vega and Vega-Lite, which asks the network for nothing.

    Bundling takes seconds and gives the same text for a version of vl-convert, so it is kept in the user's cache.
    """
    kept = cache_folder() / f"vega-{version('vl-convert-python')}-{VEGA_LITE}.js"
    if kept.is_file():
        return kept.read_text(encoding="utf8")
    bundle: str = vl_convert.javascript_bundle(vl_version=VEGA_LITE)  # type: ignore[call-arg]
    text = bundle.replace("</script", "<\\/script")
    with contextlib.suppress(OSError):  # nowhere to keep it: made again the next time
        kept.parent.mkdir(parents=True, exist_ok=True)
        beside = kept.with_name(f"{kept.name}.new-{os.getpid()}")
        beside.write_text(text, encoding="utf8")
        beside.replace(kept)
    return text
