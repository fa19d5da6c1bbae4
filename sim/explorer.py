"""What a game says of its odds explorer: controls, and what they change on the way from strengths to a column.

A game's module ``explorer`` holds an `Explorer` of data alone; a page reads the exact law from it without Python.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from sim.combat import Coded, Fact, Option
from sim.exact import Law

Value = int | bool | str
ALL_STEPS = -1
"""Stands for every step that a side has."""
When = tuple[Mapping[str, tuple[Value, ...]], ...]
"""Alternatives, of which one must hold: in it every control named has one of the values; no alternative is always."""
WithEnds = tuple[Fraction, Fraction, Fraction]
"""An exact number, and its lowest and highest value over what is assumed."""


@dataclass(frozen=True)
class Control:
    """One thing to set: `id` is the fact it tells, or `fact` is, which several may tell together as a list.

    `kind` is ``toggle``, ``choice`` or ``number`` from `low` to `high`. It counts as its `default` unless `opens`; a
    number is at most the control `most`, and `limits` narrow it to (low, high) under a condition. A value ``<other`` in
    a condition stands for less than the control `other`. `is_list` is a fact that may be given several times, and a
    value of it may be several, with spaces between. A closed control counts as `closed` where it would be given: a
    value that stands for no fact; one that `is_told` is given at its default too. `usual` are values with their words
    that a reader sets most, each a button.
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
    is_told: bool = False
    usual: tuple[tuple[Value, str], ...] = ()


@dataclass(frozen=True)
class Told:
    """One thing more that is told after both sides' choices: the mean of `of` over the outcomes of the law `after`.

    `label` is what people read, `short` the head of a column. `is_chance` is one of which `of` tells only 0 and 1.
    """

    id: str
    label: str
    short: str
    of: Callable[[Coded], int]
    is_chance: bool = False


@dataclass(frozen=True)
class Aftermath:
    """What is measured after both sides' choices where laws may be ranges: `measures`, by the values of controls `by`.

    The measures are ``cleared``, ``attacker_lost``, ``defender_lost`` and the ids of `Told`. `of_cell` gives them in
    this order for a column (-1 below) and its contexts, by the controls' values with spaces between. A number past that
    of `most` counts as that. A key that is missing has no such measures.
    """

    measures: tuple[str, ...]
    by: tuple[str, ...]
    of_cell: Callable[[int, Mapping[str, Value]], Mapping[str, Sequence[WithEnds]]]
    most: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Row:
    """A modifier: what it is worth, its rule, its basis, and when it applies; a control in `times` says how often.

    `value` is a number to add, so often as `times` says; or for a strength a share of it, such as ``*1/2``. `low` and
    `high` bound a number that is assumed, beyond the value that is shown. `label` is what people read for `id`,
    `on_paper` what they read where nothing but its name can say when it applies, as on a printed card.
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
    on_paper: str = ""

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
    comes to after both sides' choices, where no law is a range: hex cleared, steps of attacker and defender,
    `ALL_STEPS` for all there are, then what `told` has. Sides of `most_steps` or more answer alike and stand under that
    number. Where laws may be ranges `ends` has what `after` has. `choices` are the controls by which a reader answers
    for a side, each with the side: ``attacker``, ``defender``, or a name of the game's own; `before` says in words what
    they are at their defaults, `about_choices` what the rules let each side choose. `routine` names
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
    told: tuple[Told, ...] = ()
    ends: tuple[Aftermath, ...] = ()
    choices: Mapping[str, str] = field(default_factory=dict)
    before: str = "Both sides at their best for the hex"
    about_choices: str = ""
    routine: str = "columns"
    numbers: Mapping[str, Any] = field(default_factory=dict)
    setting_of: Callable[[Mapping[str, Any]], Mapping[str, Value] | None] | None = None
    beside: tuple[str, ...] = ()
    reads: str = "rulebook"
    left_out: str = ""


def span_of(laws: Sequence[Law], worths: Sequence[int]) -> WithEnds:
    """Return the mean of what each result is worth over laws of one field, the first shown, and its bounds.

    >>> span_of([Law(("result",), {(0,): 1, (1,): 5}, 6), Law(("result",), {(1,): 1}, 1)], [0, 2])
    (Fraction(5, 3), Fraction(5, 3), Fraction(2, 1))
    """
    means = [Fraction(sum(n * worths[result] for (result,), n in law.counts.items()), law.denominator) for law in laws]
    return means[0], min(means), max(means)


_AGAIN = re.compile(r"; again for [^;\[]*(?=;| \[|$)")
"""What the help of an option says of typing it several times, which no control asks."""


def control_of(option: Option, label: str, group: str, **fields: Any) -> Control:
    """Return a control for an option of the game, with its own bounds, choices, default and help if not given."""
    kind = {"int": "number", "yes_no": "toggle", "text": "choice", "texts": "choice"}[option.kind]
    default = option.default[0] if isinstance(option.default, tuple) and option.default else option.default
    given: dict[str, Any] = {
        "kind": kind, "default": default, "help": _AGAIN.sub("", option.help),
        "low": option.low, "high": option.high, "choices": tuple((one, words(one)) for one in option.choices),
        "is_list": option.kind == "texts",
        "is_told": fields.get("kind", kind) == "choice" and fields.get("default", default) != default,
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
