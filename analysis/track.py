"""Ask a game's systems beside the map: the headline number, the laws behind it, and what each assumption does to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any

from analysis.audit import ORDER, audit
from analysis.errors import KesselError
from analysis.factor_words import FactorWords, factor_words, named_turns
from analysis.measured import in_words as in_words
from analysis.measured import short as short
from analysis.measured import told_apart
from analysis.outcomes import outcomes_of
from sim.exact import Law
from sim.game import GameError, games_with, load_game
from sim.track import Finding, Track

if TYPE_CHECKING:
    import polars as pl


@dataclass(frozen=True)
class Span:
    """What one factor does to the headline as it runs through its range, all others as told."""

    factor: str
    about: str
    value: int
    basis: str
    measures: Mapping[int, Fraction]
    words: FactorWords

    @property
    def low(self) -> Fraction:
        """The lowest headline over the range."""
        return min(self.measures.values())

    @property
    def high(self) -> Fraction:
        """The highest headline over the range."""
        return max(self.measures.values())


@dataclass(frozen=True)
class TrackAnswer:
    """A track under one setting: its headline, the findings behind, the spans, the basis."""

    game: str
    track: Track
    factors: Mapping[str, int]
    policies: Mapping[str, str]
    headline: Fraction
    findings: tuple[Finding, ...]
    spans: tuple[Span, ...]
    basis: str

    @property
    def low(self) -> Fraction:
        """The lowest headline as any one assumption runs through its range."""
        return min([self.headline, *(span.low for span in self.spans)])

    @property
    def high(self) -> Fraction:
        """The highest headline as any one assumption runs through its range."""
        return max([self.headline, *(span.high for span in self.spans)])


def tracks(game: str) -> Mapping[str, Track]:
    """Return the systems of a game that can be asked, in the order of its rules."""
    known: Mapping[str, Track] = load_game(game).chapter("tracks").TRACKS
    return known


def find_track(game: str, name: str) -> Track:
    """Return one system of a game; `GameError` names those there are."""
    known = tracks(game)
    if name not in known:
        raise GameError(f"{game} has no system {name!r}; expected one of {', '.join(known)}")
    return known[name]


def ask(
    game: str,
    name: str,
    factors: Mapping[str, int] | None = None,
    policies: Mapping[str, str] | None = None,
    *,
    spans: bool = True,
) -> TrackAnswer:
    """Return the exact answer of a system; `GameError` says what was wrong with the question.

    >>> ask("stalingrad_roads", "pocket", spans=False).headline < 10
    True
    """
    track = find_track(game, name)
    setting = track.setting(_checked(track, factors or {}), policies)
    told = {factor: int(setting.factors[factor]) for factor in track.factors}  # type: ignore[arg-type]
    chosen = {side: policy.id for side, policy in setting.policies.items()}
    found = tuple(track.find(setting))
    over = [_span(track, factor, told, chosen) for factor in track.factors] if spans else []
    over.sort(key=lambda span: span.high - span.low, reverse=True)
    return TrackAnswer(game, track, told, chosen, track.measure(setting), found, tuple(over), basis_of(game, track))


def _checked(track: Track, factors: Mapping[str, int]) -> Mapping[str, int]:
    for name, value in factors.items():
        factor = track.factors.get(name)
        if factor and not factor.low <= value <= factor.high:
            raise GameError(f"factor {name} is {value}; expected a whole number from {factor.low} to {factor.high}")
    return factors


def _span(track: Track, name: str, told: Mapping[str, int], chosen: Mapping[str, str]) -> Span:
    """Return the headline over a factor's range.

    How long a window lasts is studied together with when it opens: it is as long as its range allows while its first
    turn varies.
    """
    factor = track.factors[name]
    event, _, kind = name.rpartition("_")
    length = f"{event}_turns"
    held = {length: track.factors[length].high} if kind == "from" and length in track.factors else {}
    values = range(factor.low, factor.high + 1)
    measures = {value: track.measure(track.setting({**told, **held, name: value}, chosen)) for value in values}
    return Span(name, factor.about, told[name], factor.basis, measures, factor_words(factor, turn_names(track)))


def turn_names(track: Track) -> tuple[str, ...]:
    """Return the names of the game turns by which a track tells turns, none where it tells them by number."""
    turns = track.scenario.turns if track.scenario else ()
    return named_turns((factor.about for factor in track.factors.values()), turns)


def basis_of(game: str, track: Track) -> str:
    """Return the weakest basis of the tables that a track reads and of its factors."""
    known = {table.name: table.basis for table in audit(game).tables}
    unknown = [name for name in track.tables if name not in known]
    if unknown:
        raise KesselError(f"{game}, system {track.id}: no table {unknown[0]!r}; expected one of {', '.join(known)}")
    bases = [known[name] for name in track.tables] + [factor.basis for factor in track.factors.values()]
    return max(bases, key=ORDER.index)


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


def as_json(answer: TrackAnswer) -> dict[str, Any]:
    """Return an answer as ``kessel track --json`` prints it."""
    track = answer.track
    return {
        "game": answer.game, "track": track.id, "title": track.title, "question": track.question,
        "rules": list(track.rules), "basis": answer.basis,
        "factors": dict(answer.factors), "policies": dict(answer.policies),
        "measured": track.measured, "value": str(answer.headline), "number": float(answer.headline),
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

    Values that never come stand in their place with nothing; "never" comes last. `turns` names turns by their month.
    """
    import polars as pl

    known = outcomes_of(finding, turns)
    rows = zip(known.names, map(float, known.chances), map(short, known.fractions), strict=True)
    return pl.DataFrame(list(rows), schema=["value", "p", "probability"], orient="row")


def range_frame(span: Span) -> pl.DataFrame:
    """Return the headline over a factor's range: value (in words), measure, exactly, is_now."""
    import polars as pl

    rows = [
        (span.words.value(value), float(found), short(str(found)), value == span.value)
        for value, found in span.measures.items()
    ]
    return pl.DataFrame(rows, schema=["value", "measure", "exactly", "is_now"], orient="row")


def policy_measures(answer: TrackAnswer) -> dict[tuple[str, ...], Fraction]:
    """Return the headline under every choice of policies, a policy a side, the factors as told."""
    track = answer.track
    return {
        chosen: track.measure(track.setting(answer.factors, dict(zip(track.policies, chosen, strict=True))))
        for chosen in product(*(track.policies[side] for side in track.policies))
    }


def policy_frame(answer: TrackAnswer) -> pl.DataFrame:
    """Return `policy_measures` as a table: what each side does, a column a side, and the answer in words."""
    import polars as pl

    known, measured = answer.track.policies, answer.track.measured
    return pl.DataFrame(
        [
            {side.capitalize(): known[side][name].about for side, name in zip(known, chosen, strict=True)}
            | {"answer": in_words(found, measured)}
            for chosen, found in policy_measures(answer).items()
        ]
    )


def span_frame(answer: TrackAnswer) -> pl.DataFrame:
    """Return the spans, the widest first: label, about, told (in words), value, basis, low, high, span, range."""
    import polars as pl

    measured, factors = answer.track.measured, answer.track.factors
    return pl.DataFrame(
        [
            {
                "label": span.factor.replace("_", " "), "about": span.about, "told": told(span, measured),
                "value": span.value, "basis": span.basis, "low": float(span.low), "high": float(span.high),
                "span": float(span.high - span.low),
                "range": f"{factors[span.factor].low} to {factors[span.factor].high}",
            }
            for span in answer.spans
        ]
    )  # fmt: skip


def told(span: Span, measured: str) -> str:
    """Return what a factor does to the answer: the lowest and the highest, and for which value of the factor."""
    if span.low == span.high:
        return f"{in_words(span.low, measured)} throughout"
    first = {found: value for value, found in reversed(list(span.measures.items()))}
    says = [in_words(bound, measured) for bound in (span.low, span.high)]
    if says[0] == says[1]:
        says = told_apart(span.low, span.high, measured)
    low, high = (
        f"{said} ({span.words.at(first[bound])})" for said, bound in zip(says, (span.low, span.high), strict=True)
    )
    return f"{low} to {high}"


def sources(game: str, track: Track) -> list[dict[str, Any]]:
    """Return the tables a track reads, with how many cells of each basis they hold."""
    wanted = set(track.tables)
    return [
        {"table": table.name, "title": table.title} | {basis: table.cells[basis] for basis in ORDER}
        for table in audit(game).tables
        if table.name in wanted
    ]


def every_track() -> list[tuple[str, str]]:
    """Return every game and system, in order."""
    return [(game, name) for game in games_with("tracks") for name in tracks(game)]
