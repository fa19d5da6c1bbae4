"""What the page of a system says: the answer in a sentence, its laws, what moves it, what it rests on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import polars as pl

from analysis.systems.ask import Span, SystemAnswer, effect, in_words, law_rows, policy_measures, short, sources
from analysis.systems.drawn_worlds import APART, DrawnWorlds, draw_worlds
from analysis.systems.outcomes import Outcomes, outcomes_of
from sim.system import Finding, Unit

SHOWN = 6
"""Assumptions drawn as bars, so that all bars fit a screen; the table names all."""
_DRAWN, _WIDE, _LISTED, _ROWS, _NAMED = 3, 5, 8, 15, 4
"""Values from which the law of one game is drawn (two bars are a row of a table), and a further law; chances given in a
table; figures listed with those that are 0; values of a range that are named one by one."""
_NO_FRACTION = "–"
"""What stands for a fraction that nobody would read."""
_NEARLY = Fraction(19, 20)
"""The share of the likeliest value's chance from which another is as likely: then none is called the likeliest."""
POINTS = ("vp", "margin")
"""Laws of points: a page that has one shows what moves them, whatever its headline is."""


@dataclass(frozen=True)
class SystemPage:
    """A system's answer with what its page says: laws in words, the drawn worlds, the answer by policies."""

    answer: SystemAnswer
    laws: tuple[Outcomes, ...]
    worlds: DrawnWorlds | None
    played: Mapping[tuple[str, ...], Fraction]

    @property
    def moving(self) -> list[Span]:
        """The factors that move the answer, the widest first."""
        return [span for span in self.answer.spans if span.high > span.low]

    @property
    def idle(self) -> list[Span]:
        """The factors that do not move it, as long as the others are at their central values."""
        return [span for span in self.answer.spans if span.high == span.low]

    @property
    def is_chance(self) -> bool:
        """Whether the headline is a chance."""
        return self.answer.system.unit in (Unit.CHANCE, Unit.POINTS)

    @property
    def is_difference(self) -> bool:
        """Whether it is by how much two chances differ, in points."""
        return self.answer.system.unit is Unit.POINTS

    @property
    def of_a_game(self) -> Outcomes | None:
        """The law whose mean is the headline: what one game brings; none where the headline is no mean of a law."""
        return next((law for law in self.laws if not law.is_certain and law.mean == self.answer.headline), None)

    @property
    def first_law(self) -> Outcomes | None:
        """The law that the page shows first: the headline's own, or the first that is not certain."""
        return self.of_a_game or next((law for law in self.laws if not law.is_certain), None)

    @property
    def played_widest(self) -> str:
        """How the sides play and between which answers, in words, where that moves it further than any assumption."""
        low, high = min(self.played.values(), default=Fraction(0)), max(self.played.values(), default=Fraction(0))
        if high - low <= max((span.high - span.low for span in self.answer.spans), default=Fraction(0)):
            return ""
        sides = [side for side, known in self.answer.system.policies.items() if len(known) > 1]
        who = f"the {sides[0].capitalize()} side plays" if len(sides) == 1 else "both sides play"
        return f"how {who} ({self.say(low)} to {self.say(high)})"

    def say(self, number: Fraction) -> str:
        """Return a value of the headline in words."""
        return self.answer.system.values.get(number) or in_words(number, self.answer.system.unit)


def system_page(answer: SystemAnswer) -> SystemPage:
    """Return an answer with its laws in words, draws from all its ranges, and every choice of policies."""
    turns = answer.system.turns
    laws = tuple(outcomes_of(one, turns) for one in answer.findings if one.law is not None and len(one.law.fields) == 1)
    worlds = draw_worlds(answer) if answer.system.factors else None
    return SystemPage(answer, laws, worlds, policy_measures(answer) if answer.system.policies else {})


def named(span: Span) -> str:
    """Return a factor as it stands within a sentence."""
    label = span.words.short
    if label.startswith(("whether ", "every how ", "how ", "which ", "what ", "where ", "on how ")):
        return label
    return f"“{label}”" if label[0].isdigit() or label.startswith(("of ", "from ")) else f"the {label}"


def moves_claim(span: Span, unit: Unit) -> str:
    """Return which assumption matters most, and the answer over its range."""
    return f"Of what is assumed, most depends on {named(span)}: {effect(span, unit)}"


def range_claim(span: Span, unit: Unit) -> str:
    """Return how the answer follows one assumption."""
    return f"The same, value by value: {effect(span, unit)}"


def law_claim(law: Outcomes) -> str:
    """Return what a law says at a glance: where nine cases in ten lie, and the likeliest."""
    name, p = law.likeliest
    head = f"{law.about[0].upper()}{law.about[1:]}"
    if law.is_certain:
        return f"{head}: always {name}"
    low, high = law.nine_in_ten
    if law.is_worded or low == high or p >= Fraction(9, 10):
        return f"{head}: {name} is likeliest, {in_words(p, Unit.CHANCE)}"
    if law.inside == 1 and any(map(str.isalpha, low + high)):  # from word to word: all there is
        return f"{head}: {name} is likeliest, {in_words(p, Unit.CHANCE)}"
    if high.isalpha():  # "2 to never" is no range
        last = in_words(law.chances[-1], Unit.CHANCE)
        return f"{head}: {name} is likeliest ({in_words(p, Unit.CHANCE)}), {high} in {last}"
    often = "always" if law.inside == 1 else "in at least nine cases of ten,"
    if sum(chance >= p * _NEARLY for chance in law.chances) > 1:  # no value stands out
        return f"{head}: {low} to {high} {often.rstrip(',')}"
    most = f"likeliest {name} ({in_words(p, Unit.CHANCE)})"
    return f"{head}: {low} to {high} {often}{', ' if law.inside == 1 else ' '}{most}"


def bar_frame(shown: SystemPage) -> pl.DataFrame:
    """Return the rows of the chart of what moves the answer: one game's dice, all at once, then a factor each."""
    system, rows = shown.answer.system, []
    if shown.of_a_game:
        rows.append(dice_bar(shown.of_a_game))
    if shown.worlds and len(system.factors) > 1:
        drawn = shown.worlds
        words = (
            f"{shown.say(drawn.low)} to {shown.say(drawn.high)} in {drawn.inside} of {drawn.n} combinations (sampled)"
        )
        at_once = f"{'both' if len(system.factors) == 2 else f'all {len(system.factors)}'} assumptions drawn at once"
        inside = drawn.measures[APART : drawn.n - APART]
        low, high = _on_axis(shown, inside)
        rows.append(
            bar(at_once, "drawn", low, high, words) | {"median": float(drawn.median)} | _beyond_axis(shown, inside)
        )
    drawn_rows = drawn_spans(shown)
    names = [span.words.short for span in drawn_rows]
    for span, name in zip(drawn_rows, names, strict=True):
        factor = system.factors[span.factor]
        known = {"range": f"{factor.low} to {factor.high}", "basis": span.basis}
        low, high = _on_axis(shown, span.measures.values())
        known |= _beyond_axis(shown, span.measures.values())
        label = name if names.count(name) == 1 else span.words.label
        rows.append(bar(label, "assumption", low, high, effect(span, shown.answer.system.unit)) | known)
    return pl.DataFrame(rows, infer_schema_length=None)


def drawn_spans(shown: SystemPage) -> list[Span]:
    """Return the factors that the chart draws: the first that move the answer, but for bars that nobody could see.

    The first of all is drawn in any case.
    """
    unit = shown.answer.system.unit
    seen = [span for span in shown.moving[1:] if in_words(span.low, unit) != in_words(span.high, unit)]
    return [*shown.moving[:1], *seen][:SHOWN]


def _on_axis(shown: SystemPage, numbers: Iterable[Fraction]) -> tuple[Fraction, Fraction]:
    """Return the lowest and highest of some headlines, without those that stand for a word, such as "never"."""
    real = [one for one in numbers if one not in shown.answer.system.values] or [shown.answer.headline]
    return min(real), max(real)


def _beyond_axis(shown: SystemPage, numbers: Iterable[Fraction]) -> dict[str, str]:
    """Return what stands beside the ends of a bar for headlines that are words, with no place on an axis: "never"."""
    said = sorted(set(numbers))
    known = shown.answer.system.values
    first, last = (known.get(one, "") for one in (said[0], said[-1]))
    return {"low_word": first, "high_word": last if len(said) > 1 else ""}


def dice_bar(law: Outcomes) -> dict[str, Any]:
    """Return the row of what single games bring by the dice alone."""
    low, high = law.nine_in_ten_numbers
    often = "always" if law.inside == 1 else "in at least nine games of ten"
    words = f"{' to '.join(law.nine_in_ten)} {often} (exact)"
    return bar("one game at our central assumptions: the dice alone", "dice", low, high, words)


def bar(label: str, kind: str, low: Fraction | int, high: Fraction | int, words: str) -> dict[str, Any]:
    """Return a row of the chart of spans: words above a bar from low to high."""
    return {
        "label": label, "kind": kind, "low": float(low), "high": float(high), "words": words, "range": "", "basis": "",
        "median": None, "low_word": "", "high_word": "",
    }  # fmt: skip


def factor_rows(shown: SystemPage) -> list[dict[str, str]]:
    """Return every factor in words, the one that moves the answer most first: taken as, range, answer, basis."""
    factors = shown.answer.system.factors
    return [
        {
            "assumption": span.words.label, "taken as": span.words.value(span.value),
            "range": range_words(span, factors[span.factor].low, factors[span.factor].high),
            "the answer over it": effect(span, shown.answer.system.unit), "basis": span.basis,
        }
        for span in shown.answer.spans
    ]  # fmt: skip


def range_words(span: Span, low: int, high: int) -> str:
    """Return a range in words: "no or yes" where there is nothing between, "0 to the end"."""
    ends = [span.words.value(low), span.words.value(high)]
    if ends[1].isalpha() and ends[0][:1].isdigit():  # "2 to never" is no range
        return f"{ends[0]} to {span.words.value(high - 1)}, or {ends[1]}"
    if high - low == 1 and not any(end[-1:].isdigit() or end.endswith("%") for end in ends):
        return " or ".join(ends)
    is_worded = not any(end.lstrip("\u2212-")[:1].isdigit() for end in ends)  # "none to C" is no range either
    if (is_worded or any(" " in end and not end[0].isdigit() for end in ends)) and not ends[1].startswith("to "):
        between = [span.words.value(value) for value in range(low, high + 1)]
        return "; ".join(between) if len(between) <= _NAMED else f"from “{ends[0]}” to “{ends[1]}”"
    return " ".join(ends) if ends[1].startswith("to ") else " to ".join(ends)


def figure_rows(findings: Sequence[Finding]) -> list[dict[str, str]]:
    """Return single numbers in words: what, value, exactly, range where something beyond the factors is assumed.

    In a long list those that come to nothing are left out.
    """
    rows = []
    for one in findings:
        if one.number is None:
            continue
        spread = "" if one.low is None or one.high is None else f"{_figure(one, one.low)} to {_figure(one, one.high)}"
        rows.append({
            "what": one.about, "value": _figure(one, one.number), "exactly": short(str(one.number)), "range": spread,
            "rules": one.rules,
        })  # fmt: skip
    if len(rows) > _ROWS:
        rows = [row for row in rows if row["exactly"] != "0"]
    told = sum(row["exactly"] not in (_NO_FRACTION, row["value"]) for row in rows)
    idle = {"range": not any(row["range"] for row in rows), "exactly": 4 * told < len(rows)}
    return [{k: row[k] for k in row if not idle.get(k)} for row in rows]


def _figure(finding: Finding, number: Fraction) -> str:
    return finding.values.get(number) or in_words(number, finding.unit)


def basis_words(shown: SystemPage) -> str:
    """Return what is printed, inferred and assumed, in a sentence each, from the tables that the system reads."""
    held = sources(shown.answer.game, shown.answer.system)
    said = []
    for basis, word in _BASIS_WORDS.items():
        titles = [row["title"] for row in held if row[basis]]
        if titles:
            n = sum(row[basis] for row in held)
            said.append(f"**{word}**: {'; '.join(titles)} ({n:,} {'cell' if n == 1 else 'cells'}).")
    said.append("These counts are of whole tables; this answer may not read every cell of them.")
    return "\n\n".join(said)


_BASIS_WORDS = {
    "rulebook": "Printed", "inferred": "Inferred from printed examples", "published": "From a public source",
    "assumed": "Assumed, each with a range", "missing": "Not known to us, and not used unless assumed",
}  # fmt: skip


def _is_wide(law: Outcomes) -> bool:
    """Whether a law has values enough to be drawn, and none that is all but certain."""
    return sum(p > 0 for p in law.chances) >= _WIDE and max(law.chances) < Fraction(9, 10)


def shown_laws(shown: SystemPage) -> list[Outcomes]:
    """Return the laws that are drawn: the one that answers the question, then points and others of many values.

    One of two values is drawn only where nothing else could be.
    """
    first = shown.first_law
    if first is not None and shown.moving and sum(p > 0 for p in first.chances) < _DRAWN:
        first = None
    wide = [law for law in shown.laws if law is not first and _is_wide(law)]
    wide.sort(key=lambda law: law.id not in POINTS)
    return ([first] if first else []) + wide[:2]


def outcome_frame(law: Outcomes) -> pl.DataFrame:
    """Return a law as its bars are drawn: value, p, probability."""
    rows = zip(law.names, map(float, law.chances), map(short, law.fractions), strict=True)
    return pl.DataFrame(list(rows), schema=["value", "p", "probability"], orient="row")


def law_row(law: Outcomes) -> dict[str, str]:
    """Return a law as a row of a table: what it is, its mean, where nine cases in ten lie, every value's chance."""
    low, high = law.nine_in_ten
    whole = [(name, p) for name, p in zip(law.names, law.chances, strict=True) if p]
    chances = "; ".join(f"{name}: {in_words(p, Unit.CHANCE)}" for name, p in whole[:_LISTED])
    more = f"; and {len(whole) - _LISTED} more" if len(whole) > _LISTED else ""
    is_named = law.is_worded or law.has_never or any(name[:1].isalpha() for name in law.names)
    return {
        "result": law.about, "mean": "" if is_named else in_words(law.mean, Unit.NUMBER),
        "at least nine cases in ten": "" if law.is_worded else low if low == high else f"{low} to {high}",
        "chances": chances + more, "rules": law.rules,
    }  # fmt: skip


def joint_rows(finding: Finding) -> list[dict[str, str]]:
    """Return a law of several fields in words, the likeliest first."""
    assert finding.law is not None
    rows = sorted(law_rows(finding), key=lambda row: -row["p"])
    return [
        {name.removeprefix("is_").replace("_", " "): str(row[name]) for name in finding.law.fields}
        | {"chance": in_words(Fraction(row["p"]), Unit.CHANCE), "exactly": short(row["probability"])}
        for row in rows
    ]


def policies_played(shown: SystemPage) -> str:
    """Return how each side plays where there is a choice, for the reading of a chart."""
    chosen = {
        side: known[shown.answer.policies[side]].about
        for side, known in shown.answer.system.policies.items()
        if len(known) > 1
    }
    return "".join(f"; {side.capitalize()}: {about}" for side, about in chosen.items())


def bars_reading(shown: SystemPage) -> str:
    """Return how the chart of what moves the answer is read."""
    said = ["Blue bars: the exact answer as one assumption runs through its range, the others at our central values."]
    if any(_holds_open(shown, span.factor) for span in shown.moving):
        said.append("Where the first turn of something that lasts varies, it lasts as long as its range allows.")
    said.append(f"Tick: the answer at our central values, {shown.say(shown.answer.headline)}.")
    if shown.of_a_game:
        said.append("Gray bar: what the dice alone do to single games, exact too.")
    if shown.worlds and len(shown.answer.system.factors) > 1:
        drawn = shown.worlds
        again = f"; {drawn.refused} further draws, impossible by the rules, do not count" if drawn.refused else ""
        said.append(
            f"Violet line: where the answer lies in {drawn.inside} of {drawn.n} combinations of the assumptions, each"
            " drawn evenly over its range; the few at either end are left out, and the diamond is the median"
            f"{again}."
        )
    if len(shown.answer.system.factors) > len(drawn_spans(shown)):
        said.append("The table of assumptions has all others.")
    return " ".join(said)


def _holds_open(shown: SystemPage, factor: str) -> bool:
    return bool(shown.answer.system.factors[factor].lasts)
