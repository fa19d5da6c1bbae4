"""What a game says of its odds explorer: controls, and what they change on the way from strengths to a column.

A game's module ``explorer`` holds an `Explorer` of data alone; a page reads the exact law from it without Python.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sim.combat import Fact, Option

Value = int | bool | str
ALL_STEPS = -1
"""Stands for every step that a side has."""
When = tuple[Mapping[str, tuple[Value, ...]], ...]
"""Alternatives, of which one must hold: in it every control named has one of the values; no alternative is always."""


@dataclass(frozen=True)
class Control:
    """One thing to set: `id` is the fact it tells, or `fact` is, which several may tell together as a list.

    `kind` is ``toggle``, ``choice`` or ``number`` from `low` to `high`. It counts as its `default` unless `opens`; a
    number is at most the control `most`, and `limits` narrow it to (low, high) under a condition. A value ``<other`` in
    a condition stands for less than the control `other`. `is_list` is a fact that may be given several times. A
    closed control counts as `closed` where it would be given: a value that stands for no fact.
    """

    id: str
    label: str
    group: str
    kind: str
    default: Value
    help: str = ""
    fact: str = ""
    low: int = 0
    high: int = 0
    choices: tuple[tuple[Value, str], ...] = ()
    opens: When = ()
    most: str = ""
    limits: tuple[tuple[When, int, int], ...] = ()
    is_list: bool = False
    closed: Value | None = None


@dataclass(frozen=True)
class Row:
    """A modifier: what it is worth, its rule, its basis, and when it applies; a control in `times` says how often.

    `value` is a number to add, so often as `times` says; or for a strength a share of it, such as ``*1/2``. `low` and
    `high` bound a number that is assumed, beyond the value that is shown. `label` is what people read for `id`.
    """

    id: str
    value: str
    rule: str
    when: When = ()
    times: str = ""
    basis: str = "rulebook"
    low: int = 0
    high: int = 0
    label: str = ""

    @property
    def words(self) -> str:
        """The row as people read it."""
        return self.label or words(self.id)


BELOW = ("hold", "cancel", "place")
"""What may lie below the first column of a ladder."""


@dataclass(frozen=True)
class Ladder:
    """How odds become a position: `labels` of the columns, `ratios` that each must reach, as ``3/2``.

    A ladder `is_whole` runs on at both ends by whole odds, as ``separator`` writes them. `nearest` names the control
    value under which the nearest column is taken. Odds past the last column count on where `counts_beyond`. What lies
    below the first is ``hold`` (read as the first), ``cancel`` (no attack) or ``place`` (a cell of its own).
    """

    labels: tuple[str, ...]
    ratios: tuple[str, ...]
    separator: str
    is_whole: bool
    below: str
    below_label: str = ""
    counts_beyond: bool = False
    nearest: tuple[str, Value] | None = None
    is_lost_below: bool = False

    def __post_init__(self) -> None:
        """Refuse another word for what lies below the first column."""
        if self.below not in BELOW:
            raise ValueError(f"below is {self.below!r}; expected one of {', '.join(BELOW)}")


@dataclass(frozen=True)
class Explorer:
    """A game's explorer: the controls, the rows they bring on, and the cells that a law is read from.

    `rounding` of strengths is ``up`` or ``down``. `after_test` are the shifts that come after the test for an attack
    below the table. `contexts` are the things besides the column that change a law: each a name and its values with
    their conditions, the first that holds; the DRM is one of its own, from -`drm_limit` to `drm_limit`. `facts_of`
    gives a fight that is read from one cell: a column (-1 below) and its contexts, `None` where these exclude each
    other. `nothing` is the result where some value of a range allows no attack. `implied` facts go with a condition.
    `draws` gives the cases of unknown strength by the values of the controls `drawn`: strength, flags to set and ways;
    and the basis without and with the flags. `after` gives by the values of the controls `comes_to` what each result
    comes to after both sides' choices: hex cleared, steps of attacker and defender,
    `ALL_STEPS` for all there are. Sides of `most_steps` or more answer alike and stand under that number. `choices` are
    the controls by which a reader answers for the sides; left at their defaults, both do their best. `routine` names
    the script's routine, with `numbers` for it. `reads` is the basis of what a result asks of both sides. `setting_of`
    turns facts into a setting where a control is more than a fact; `beside` are facts that no law depends on.
    """

    controls: tuple[Control, ...]
    ladder: Ladder | None = None
    rounding: str = "up"
    attack: tuple[Row, ...] = ()
    defense: tuple[Row, ...] = ()
    shifts: tuple[Row, ...] = ()
    after_test: tuple[str, ...] = ()
    drms: tuple[Row, ...] = ()
    drm_limit: int = 0
    contexts: Mapping[str, tuple[tuple[Value, When], ...]] = field(default_factory=dict)
    facts_of: Callable[[int, Mapping[str, Value]], Mapping[str, Fact] | None] | None = None
    nothing: str = ""
    implied: tuple[tuple[str, Value, When], ...] = ()
    drawn: tuple[str, ...] = ()
    draws: Callable[[], Mapping[str, Any]] | None = None
    comes_to: tuple[str, ...] = ()
    after: Callable[[], Mapping[str, Mapping[str, Sequence[int]]]] | None = None
    most_steps: int = 0
    choices: tuple[str, ...] = ()
    routine: str = "columns"
    numbers: Mapping[str, Any] = field(default_factory=dict)
    setting_of: Callable[[Mapping[str, Any]], Mapping[str, Value] | None] | None = None
    beside: tuple[str, ...] = ()
    reads: str = "rulebook"
    left_out: str = ""


def control_of(option: Option, label: str, group: str, **fields: Any) -> Control:
    """Return a control for an option of the game, with its own bounds, choices, default and help if not given."""
    kind = {"int": "number", "yes_no": "toggle", "text": "choice", "texts": "choice"}[option.kind]
    default = option.default[0] if isinstance(option.default, tuple) and option.default else option.default
    given: dict[str, Any] = {
        "kind": kind, "default": default, "help": option.help,
        "low": option.low, "high": option.high, "choices": tuple((one, words(one)) for one in option.choices),
        "is_list": option.kind == "texts",
    }  # fmt: skip
    return Control(option.name, label, group, **(given | fields))


def words(value: Value) -> str:
    """Return a code of the rules as people read it.

    >>> words("soviet-city"), words("major_river")
    ('soviet city', 'major river')
    """
    return str(value).replace("_", " ").replace("-", " ")


def always(**values: Sequence[Value] | Value) -> When:
    """Return the condition that every control named has its value, or one of its values.

    >>> always(attacker="soviet", terrain=("town", "city"))
    ({'attacker': ('soviet',), 'terrain': ('town', 'city')},)
    """
    return ({name: tuple(v) if isinstance(v, (tuple, list)) else (v,) for name, v in values.items()},)
