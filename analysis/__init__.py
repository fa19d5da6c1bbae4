"""Questions about games: odds, studies, the warehouse, reports. Imports `sim`; never the reverse.

In a notebook begin with ``from analysis import guide`` and ``guide()``: it shows what there is to ask, in the order in
which one asks. Everything named there comes with ``from analysis import ...`` and is imported when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from analysis.crt import column_frame as column_frame
    from analysis.fights import fight_frame as fight_frame
    from analysis.heat import heat_frame as heat_frame
    from analysis.lab import facts_frame as facts_frame
    from analysis.lab import games_frame as games_frame
    from analysis.lab import guide as guide
    from analysis.lab import odds_frame as odds_frame
    from analysis.lab import query as query
    from analysis.lab import studies_frame as studies_frame
    from analysis.lab import systems_frame as systems_frame
    from analysis.lab import verdict as verdict
    from analysis.run import run_study as run_study
    from analysis.study import find_study as find_study
    from analysis.track import ask as ask
    from analysis.track import law_frame as law_frame
    from analysis.track import policy_frame as policy_frame
    from analysis.track import range_frame as range_frame
    from analysis.track import span_frame as span_frame
    from analysis.warehouse import open_warehouse as open_warehouse

PLACES = {
    "guide": "lab", "games_frame": "lab",
    "facts_frame": "lab", "odds_frame": "lab", "fight_frame": "fights",
    "column_frame": "crt", "heat_frame": "heat", "verdict": "lab",
    "systems_frame": "lab", "ask": "track", "law_frame": "track", "span_frame": "track", "range_frame": "track",
    "policy_frame": "track",
    "studies_frame": "lab", "find_study": "study", "run_study": "run",
    "query": "lab", "open_warehouse": "warehouse",
}  # fmt: skip
"""What a notebook asks for, and the module that has it; in the order in which `guide` shows it."""


def __getattr__(name: str) -> Any:
    """Import what is named in `PLACES` when it is asked for: the odds of one fight need no charts."""
    if name not in PLACES:
        raise AttributeError(
            f"module 'analysis' has no attribute {name!r}; from analysis import guide shows what it has"
        )
    return getattr(import_module(f"analysis.{PLACES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *PLACES})
