"""Ask a game's systems beside the map: the headline number, the laws behind it, and what each assumption does to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Any

from analysis.errors import KesselError
from analysis.sources.audit import audit_of, audits_of_table
from analysis.systems.answer import Span as Span
from analysis.systems.answer import SystemAnswer as SystemAnswer
from analysis.systems.factor_words import factor_words
from analysis.systems.in_progress import begun as begun
from analysis.systems.in_progress import checked_factors
from analysis.systems.in_words import in_column
from analysis.systems.in_words import in_words as in_words
from analysis.systems.in_words import short as short
from analysis.systems.outcomes import outcomes_of
from analysis.systems.remembered import remembered
from sim.exact import Law
from sim.factors import whole
from sim.game import games_with, load_game
from sim.numbers.basis import ORDER, weakest
from sim.numbers.rawfiles import RuleDataError
from sim.system import Finding, Setting, System, Unit
from sim.verdict import Effects, Found, GamesSeen

if TYPE_CHECKING:
    import polars as pl


def ask(
    game: str,
    name: str,
    factors: Mapping[str, int] | None = None,
    policies: Mapping[str, str] | None = None,
    *,
    spans: bool = True,
    at: Mapping[str, Mapping[str, int]] | None = None,
    **more: int,
) -> SystemAnswer:
    """Return the exact answer of a system; `GameError` says what was wrong with the question.

    `at` asks it in progress, by the names of turns: a column of its state, such as the level of a pocket, as it stands
    when the turn begins, and factors from that turn on until they change again. It starts at the turn of the column.
    Factors may be given by their names as well, ``ask(..., vvs=2)``.

    >>> ask("stalingrad_roads", "pocket", spans=False).headline < 10
    True
    """
    system = remembered(load_game(game).system(name))
    setting = system.setting(checked_factors(system, {**(factors or {}), **more}), policies)
    setting = begun(system, setting, at or {})
    held = {factor: whole(setting.factors, factor) for factor in system.factors}
    chosen = {side: policy.id for side, policy in setting.policies.items()}
    found = tuple(system.find(setting))
    headline = system.measure(setting)
    over = [_span(system, factor, held, chosen, headline, setting) for factor in system.factors] if spans else []
    over.sort(key=lambda span: span.high - span.low, reverse=True)
    basis = basis_of_system(game, system)
    bare = SystemAnswer(game, system, held, chosen, headline, found, tuple(over), basis, at or {})
    decimals = bare.decimals
    return replace(bare, spans=tuple(replace(span, decimals=decimals) for span in over))


def verdict(answer: SystemAnswer, effects: Effects | None = None, games: GamesSeen | None = None) -> str:
    """Return the sentence that answers the system's question under an answer's setting, as the system writes it.

    `effects` is what whole games say of those who do otherwise, `games` what they came to, if any were played.
    """
    system = answer.system
    found = Found(system, begun(system, system.setting(answer.factors, answer.policies), answer.at), games)
    if effects and system.beside_variations is not None:
        return system.beside_variations(found, effects)
    return system.verdict(found)


def _span(
    system: System, name: str, held: Mapping[str, int], chosen: Mapping[str, str], headline: Fraction, asked: Setting
) -> Span:
    """Return the headline over a factor's range.

    How long a window lasts is studied together with when it opens: it is as long as its range allows while its first
    turn varies.
    """
    factor = system.factors[name]
    longest = {factor.lasts: system.factors[factor.lasts].high} if factor.lasts else {}
    settings = {
        value: system.setting({**held, **longest, name: value}, chosen) for value in range(factor.low, factor.high + 1)
    }
    measures = {
        value: headline
        if not longest and value == held[name]
        else system.measure(replace(asked, factors=one.factors, policies=one.policies))
        for value, one in settings.items()
    }
    words = factor_words(factor, system.turns)
    return Span(name, factor.about, held[name], factor.basis, measures, words, system.values, system.things)


def basis_of_system(game: str, system: System) -> str:
    """Return the weakest basis of the tables that a system reads and of its factors."""
    tables = (_basis_of_table(game, system.id, name) for name in system.tables)
    return weakest([*tables, *(one.basis for one in system.factors.values())])


@cache
def _basis_of_table(game: str, system: str, name: str) -> str:
    """Return the basis of one table, without counting all the others of its game."""
    try:
        return {table.name: table.basis for table in audits_of_table(game, name)}[name]
    except (KeyError, OSError, RuleDataError):
        known = [table.name for table in audit_of(game).tables]
        if name in known:
            raise
        raise KesselError(f"{game}, system {system}: no table {name!r}; expected one of {', '.join(known)}") from None


def law_rows(finding: Finding) -> list[dict[str, Any]]:
    """Return a finding's law in words: its fields, ``probability`` as a fraction and ``p``."""
    return [] if finding.law is None else [
        {
            name: finding.labels[name][value] if name in finding.labels else value
            for name, value in zip(finding.law.fields, outcome, strict=True)
        } | {"probability": str(p), "p": float(p)}
        for outcome, p in finding.law
    ]  # fmt: skip


def mean_of(law: Law) -> Fraction:
    """Return the mean of a law of a single field."""
    return law.mean(lambda value: value)


def as_json(answer: SystemAnswer) -> dict[str, Any]:
    """Return an answer as ``kessel track --json`` prints it."""
    system = answer.system
    return {
        "game": answer.game, "track": system.id, "title": system.title, "question": system.question,
        "rules": list(system.rules), "basis": answer.basis,
        "factors": dict(answer.factors), "policies": dict(answer.policies),
        **({"at": {turn: dict(changes) for turn, changes in answer.at.items()}} if answer.at else {}),
        "measured": system.measured, "value": str(answer.headline), "number": float(answer.headline),
        "low": float(answer.low), "high": float(answer.high),
        "laws": [
            {"id": one.id, "about": one.about, "rules": one.rules, "outcomes": law_rows(one)}
            for one in answer.findings if one.law is not None
        ],
        "numbers": [
            {"id": one.id, "about": one.about, "rules": one.rules, "value": str(one.number),
             "number": float(one.number), **_bounds(one)}
            for one in answer.findings if one.number is not None
        ],
        "ranges": [
            {"factor": span.factor, "about": span.about, "basis": span.basis, "value": span.value,
             "low": float(span.low), "high": float(span.high),
             "measures": {str(value): str(found) for value, found in span.measures.items()}}
            for span in answer.spans
        ],
    }  # fmt: skip


def _bounds(finding: Finding) -> dict[str, float]:
    if finding.low is None or finding.high is None:
        return {}
    return {"low": float(finding.low), "high": float(finding.high)}


def law_frame(finding: Finding, turns: Sequence[str] = ()) -> pl.DataFrame:
    """Return the law of a single field as a chart draws it: value (in words, in order), p, probability.

    Values that never come stand in their place with nothing; "never" comes last. `turns` are the names of turns.
    """
    import polars as pl

    known = outcomes_of(finding, turns)
    rows = zip(known.names, map(float, known.chances), map(short, known.fractions), strict=True)
    return pl.DataFrame(list(rows), schema=["value", "p", "probability"], orient="row")


def range_frame(span: Span) -> pl.DataFrame:
    """Return the headline over a factor's range: value (in words), measure, exactly, is_now.

    A headline that stands for a word, such as "never", has no measure: it has no place on an axis.
    """
    import polars as pl

    rows = [
        (span.words.value(value), None if found in span.said else float(found), short(str(found)), value == span.value)
        for value, found in span.measures.items()
    ]
    schema = {"value": pl.String, "measure": pl.Float64, "exactly": pl.String, "is_now": pl.Boolean}
    return pl.DataFrame(rows, schema=schema, orient="row")


def policy_measures(answer: SystemAnswer) -> dict[tuple[str, ...], Fraction]:
    """Return the headline under every choice of policies, a policy a side, the factors as they are."""
    system = answer.system
    return {
        chosen: system.measure(system.setting(answer.factors, dict(zip(system.policies, chosen, strict=True))))
        for chosen in product(*(system.policies[side] for side in system.policies))
    }


def policy_frame(answer: SystemAnswer) -> pl.DataFrame:
    """Return `policy_measures` as a table: what each side does, a column a side, and the answer in words.

    A side whose choice never changes the answer has no column, as long as another's does.
    """
    import polars as pl

    known, unit, found = answer.system.policies, answer.system.unit, policy_measures(answer)
    told = [at for at in range(len(known)) if _decides(found, at)] or list(range(len(known)))
    sides = list(known)
    rows = {
        tuple(chosen[at] for at in told): {
            sides[at].capitalize(): known[sides[at]][chosen[at]].about for at in told
        } | {"answer": in_column(measure, unit, answer.decimals)}
        for chosen, measure in found.items()
    }  # fmt: skip
    return pl.DataFrame(list(rows.values()))


def _decides(found: Mapping[tuple[str, ...], Fraction], at: int) -> bool:
    """Return whether the choice of one side, the place in a key, ever changes the answer."""
    apart: dict[tuple[str, ...], set[Fraction]] = {}
    for chosen, measure in found.items():
        apart.setdefault((*chosen[:at], *chosen[at + 1 :]), set()).add(measure)
    return any(len(measures) > 1 for measures in apart.values())


def span_frame(answer: SystemAnswer) -> pl.DataFrame:
    """Return the spans, the widest first: label, about, words, value, basis, low, high, span, range."""
    import polars as pl

    unit, factors = answer.system.unit, answer.system.factors
    return pl.DataFrame(
        [
            {
                "label": span.factor.replace("_", " "), "about": span.about, "words": effect(span, unit),
                "value": span.value, "basis": span.basis, "low": float(span.low), "high": float(span.high),
                "span": float(span.high - span.low),
                "range": f"{factors[span.factor].low} to {factors[span.factor].high}",
            }
            for span in answer.spans
        ]
    )  # fmt: skip


def effect(span: Span, unit: Unit) -> str:
    """Return what a factor does to the answer: the lowest and the highest, and for which value of the factor."""
    says = [
        f"“{span.said[bound]}”" if bound in span.said else in_column(bound, unit, span.decimals)
        for bound in (span.low, span.high)
    ]
    counted = f" {span.things}" if span.things and span.high not in span.said else ""
    if says[0] == says[1]:
        is_exact = span.low == span.high or says[0].startswith(("under ", "over "))
        return f"{'' if is_exact else 'about '}{says[0]}{counted} throughout"
    at_low, at_high = (_where(span, bound, unit) for bound in (span.low, span.high))
    return f"{says[0]} ({at_low}) to {says[1]}{counted} ({at_high})"


def _where(span: Span, bound: Fraction, unit: Unit) -> str:
    """Return for which value of a factor the answer is as low, or as high, or from which on it reads no other."""
    values = list(span.measures)
    exact = next(value for value in values if span.measures[value] == bound)
    said = [in_column(span.measures[value], unit, span.decimals) for value in values]
    alike = [value for value, one in zip(values, said, strict=True) if one == in_column(bound, unit, span.decimals)]
    at = span.words.at(alike[0])
    is_end = len(alike) > 1 and alike == values[-len(alike) :]
    return f"from {at.removeprefix('at ')} on" if is_end and at.startswith("at ") else span.words.at(exact)


def sources(game: str, system: System) -> list[dict[str, Any]]:
    """Return the tables a system reads, with how many cells of each basis they hold."""
    wanted = set(system.tables)
    return [
        {"table": table.name, "title": table.title} | {basis: table.cells[basis] for basis in ORDER}
        for table in audit_of(game).tables
        if table.name in wanted
    ]


def every_system() -> list[tuple[str, str]]:
    """Return every game and system, in order."""
    return [(game, name) for game in games_with(lambda game: game.has_systems) for name in load_game(game).systems]
