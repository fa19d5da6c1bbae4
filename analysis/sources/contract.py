"""The contract page: all that a game may define, in the words of the dataclasses that hold it, as Markdown.

``python -m analysis.sources.contract > docs/contract.md`` writes it anew.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from inspect import cleandoc, getmodule

from sim.combat import Applied, Combat, CombatOdds, CombatTable, ComesTo, CrtReading, Further, Option, Plan, TableParts
from sim.explorer import Aftermath, Control, Explorer, Ladder, Row, Told
from sim.game import Game
from sim.lint import Remark
from sim.system import Course, Draw, Factor, Finding, Phase, Policy, Setting, System, Words

_PARTS: Mapping[str, tuple[type, ...]] = {
    "The game": (Game,),
    "Combat": (Combat, Option, CombatOdds, Applied, ComesTo),
    "A combat results table": (CombatTable, CrtReading, Further, TableParts),
    "Plans of several attacks": (Plan,),
    "The odds explorer": (Explorer, Control, Row, Ladder, Aftermath, Told),
    "Systems beside the map": (System, Factor, Policy, Setting, Finding, Words),
    "A system that is played turn by turn": (Course, Phase, Draw),
    "Remarks that tables prove": (Remark,),
}
_HEAD = """# What a game may define

A game is two folders, found by being there: `sim/games/<id>` with its rules and `data/raw/<id>` with its numbers. This
page lists all that the rest of the house may ask of it, in the words of the values that hold it; what has a default may
be left out. It is made by `python -m analysis.sources.contract > docs/contract.md`.
[your-own-game.md](your-own-game.md) builds a game step by step, and `sim/games/_template` is the smallest one.

Inside a game, `combat` imports nothing of `systems`. A table of factors, `data/raw/<id>/<table>.assumed.csv`, has the
columns `id`, `value`, `low`, `high` and `about`, and where they say more than that `label`, `short`, `values` (as
`10=never;0=no`), `is_turn` (`yes`) and `lasts`, the fields of `Factor`; `sim.factors.factors_of` reads it. All formats
of `data/raw` are in [data/raw/README.md](../data/raw/README.md).

| in `sim/games/<id>` | holds |
|---|---|
"""
_PLACES = {
    "__init__.py": "`GAME`, a `Game`; what it offers is imported inside functions, so that no game slows another",
    "combat/__init__.py": "`COMBAT`, a `Combat`, with `explorer` and `plan` imported inside functions",
    "combat/facts.py": "the facts of a fight: a dataclass whose fields are the options; what is impossible",
    "combat/shifts.py": "which modifiers apply, and their sum; `combat/column.py`: from strengths to the final column",
    "combat/table.py": "the table and how its results are read; `combat/results.py`: what they ask and come to",
    "combat/odds.py": "the exact answer to a fight",
    "combat/explorer.py": "`EXPLORER`, an `Explorer`",
    "combat/plan.py": "`PLAN`, a `Plan`",
    "systems/<system>.py": "a system: rules, course, policies, question; `SYSTEM`, a `System` with the id of the file",
    "systems/<system>/": "the same as a folder, where a file would be too long; `SYSTEM` is in its `__init__.py`",
    "systems/_<name>.py": "what several systems share",
    "systems/policies.toml": "policies as `[<system>.<side>.<policy>]`, read by `sim.policies.policies_of`",
    "examples.py": "`READERS`: for each kind of worked example, how our rules work it",
    "lint.py": "`CHECKS`: functions that return a `Remark`, or nothing once the table is put right",
    "README.md": "the card; `RULINGS.md`: readings of unclear rules; `readings.toml`: what the others would change",
    "fights.toml": "fights worth a look; `studies/*.toml`: questions worth a run",
}
_IN_TRANSITION = ("chapters",)


_CONVENTIONS = """
## Conventions that the house relies on

What no type can say, and everything that is read by name:

- **The function `odds`.** It takes `attack`, `defense` and `shift` by these names where a fight has a combat results
  table: plans, heat maps, modifier worths and the explorer vary them. Every fact of `Combat.options` is given, by the
  option's name, checked and of its kind.
- **Steps.** A side's steps come in by the options that `ComesTo.attacker_steps` and `defender_steps` name,
  `attacker_steps` and `defender_steps` by default, 0 where they are not known. What the fight does not state goes
  into `CombatOdds.not_given`; `after` is `None` where nothing can be said without them.
- **The `after` law** has the fields that `ComesTo` names or reads, by default `is_cleared`, `is_taken`,
  `is_defender_eliminated`, `attacker_step_losses`, `defender_step_losses` and `defender_retreat_hexes`; a field that
  begins with `is_` is 0 or 1.
- **The law** of a table with one part has one field, usually `result`; `labels` turns its integers into the codes as
  printed, which `CrtReading` reads. `TableParts` describes several parts.
- **Families.** `laws`, `afters` and `demands` hold the same members in the same order, the shown one among them. A
  name in `family` is a structure of `sim.numbers.family` or a key of `ComesTo.narrowed_by`, separated by a comma and a
  space.
- **Readings.** The help of an option that switches a reading of an unclear rule ends with `(ruling R8)`; rules are
  cited as `[8.47]`.
- **The direction of the die** is `CrtReading.better_roll`. Rows are those of the file, from top to bottom: faces,
  sums of dice, or modified rolls. An exchange in factors is counted in `CrtReading.steps` as what it takes from
  either side at its least, an elimination as `None`.
- **`Applied.value`** of a shift is positive to the right, of a DRM what is added to the roll, of a row of strength
  the factors that it adds; a multiplier is no `Applied`, and shows in the odds.
- **`fights.toml`** begins with the fight that pages and recommendations take for typical: no modifiers, steps of both
  sides given. Every row of shifts that charts are to measure stands in `CombatTable.situations`.
- **The explorer** asks `odds` in each of its contexts, so that every choice of its controls must be a lawful fight,
  or be refused with `GameError`.
"""


def contract_page() -> str:
    """Return the page: a section a part, of each dataclass its docstring and its fields."""
    parts = (f"\n## {title}\n" + "".join(map(_section, held)) for title, held in _PARTS.items())
    places = (f"| `{place}` | {holds} |\n" for place, holds in _PLACES.items())
    return "".join([_HEAD, *places, _CONVENTIONS, *parts])


def described() -> set[type]:
    """Return every dataclass on the page."""
    return {held for part in _PARTS.values() for held in part}


def _section(held: type) -> str:
    module = getmodule(held)
    assert module is not None
    rows = "".join(_row(one) for one in fields(held) if one.name not in _IN_TRANSITION)
    about = cleandoc(held.__doc__ or "")
    return f"\n### {held.__name__}\n\n`{module.__name__}`. {about}\n\n| field | type | default |\n|---|---|---|\n{rows}"


def _row(one: Field[object]) -> str:
    kind = str(one.type).replace("|", "\\|")
    return f"| `{one.name}` | `{kind}` | {_default(one)} |\n"


def _default(one: Field[object]) -> str:
    if one.default_factory is not MISSING:
        return f"`{one.default_factory()!r}`"
    if one.default is MISSING:
        return "required"
    if is_dataclass(one.default) and not isinstance(one.default, type):
        return f"`{type(one.default).__name__}()`"
    return f"`{one.default!r}`" if not callable(one.default) else "a function"


if __name__ == "__main__":
    sys.stdout.write(contract_page())
