"""Questions about games: odds, studies, the warehouse, reports. Imports `sim`; never the reverse.

In a notebook begin with ``from analysis import guide`` and ``guide()``: it shows what there is to ask, in the order in
which one asks. Everything named there comes with ``from analysis import ...`` and is imported when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from analysis.crt.columns import column_frame as column_frame
    from analysis.fights.heat_map import heat_frame as heat_frame
    from analysis.fights.typical import fight_frame as fight_frame
    from analysis.notebook import facts_frame as facts_frame
    from analysis.notebook import games_frame as games_frame
    from analysis.notebook import guide as guide
    from analysis.notebook import odds_frame as odds_frame
    from analysis.notebook import query as query
    from analysis.notebook import studies_frame as studies_frame
    from analysis.notebook import systems_frame as systems_frame
    from analysis.notebook import verdict as verdict
    from analysis.studies.run import run_study as run_study
    from analysis.studies.study import find_study as find_study
    from analysis.systems.ask import ask as ask
    from analysis.systems.ask import law_frame as law_frame
    from analysis.systems.ask import policy_frame as policy_frame
    from analysis.systems.ask import range_frame as range_frame
    from analysis.systems.ask import span_frame as span_frame
    from analysis.warehouse.build import open_warehouse as open_warehouse
    from analysis.warehouse.build import renew as renew

PLACES = {
    "guide": "notebook",
    "games_frame": "notebook",
    "facts_frame": "notebook",
    "odds_frame": "notebook",
    "fight_frame": "fights.typical",
    "column_frame": "crt.columns",
    "heat_frame": "fights.heat_map",
    "verdict": "notebook",
    "systems_frame": "notebook",
    "ask": "systems.ask",
    "law_frame": "systems.ask",
    "span_frame": "systems.ask",
    "range_frame": "systems.ask",
    "policy_frame": "systems.ask",
    "studies_frame": "notebook",
    "find_study": "studies.study",
    "run_study": "studies.run",
    "renew": "warehouse.build",
    "query": "notebook",
    "open_warehouse": "warehouse.build",
}
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
