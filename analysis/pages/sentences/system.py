"""What the page of a system says: what moves the answer, in words, its figures, what it rests on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from analysis.systems.ask import Span, SystemAnswer, effect, in_words, policy_measures, short, sources
from analysis.systems.drawn_worlds import DrawnWorlds, draw_worlds
from analysis.systems.in_words import in_column
from analysis.systems.outcomes import Outcomes, outcomes_of
from sim.system import Finding, Unit
from sim.verdict import nearest, spelled

_ROWS, _NAMED, _ALIKE, _LONG = 15, 4, 2, 20
"""Figures listed with those that are 0; values of a range, and assumptions alike, that are named one by one; the words
of two such names up to which both stand in a line."""
_NO_FRACTION = "–"
"""What stands for a fraction that nobody would read."""


@dataclass(frozen=True)
class SystemPage:
    """A system's answer with what its page says: laws in words, the drawn worlds, the answer by policies."""

    answer: SystemAnswer
    laws: tuple[Outcomes, ...]
    worlds: DrawnWorlds | None
    played: Mapping[tuple[str, ...], Fraction]

    @property
    def movers(self) -> list[Span]:
        """All factors that move the answer, the widest first."""
        return [span for span in self.answer.spans if span.high > span.low]

    @property
    def added(self) -> Span | None:
        """The widest of them, if it is but added to all else, and the next is not.

        Where the next is too, the answer is a score, and which of its parts weighs most is worth telling.
        """
        widest = [(span, _is_part(self, span)) for span in self.movers[:2]]
        return widest[0][0] if [is_part for _, is_part in widest] == [True, False] else None

    @property
    def moving(self) -> list[Span]:
        """The factors that move the answer, the widest first, without the one that is but added to it."""
        return [span for span in self.movers if span is not self.added]

    @property
    def idle(self) -> list[Span]:
        """The factors that do not move it, as long as the others are at their central values."""
        return [span for span in self.answer.spans if span.high == span.low]

    @property
    def is_chance(self) -> bool:
        """Whether the headline is a chance."""
        return self.answer.system.unit in (Unit.CHANCE, Unit.POINTS)

    @property
    def is_share(self) -> bool:
        """Whether an axis of it runs in per cent: a chance, and not by how much two of them differ."""
        return self.answer.system.unit is Unit.CHANCE

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
        known = self.answer.system.values.get(number)
        return known or in_column(number, self.answer.system.unit, self.answer.decimals)


def _is_part(shown: SystemPage, span: Span) -> bool:
    """Return whether each one more of a factor is so many more of the answer, a whole number, and none is not none."""
    is_whole = span.step is not None and span.step.denominator == 1 and span.measures.get(0) != 0
    return is_whole and not shown.is_chance


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


def apart(shown: SystemPage, span: Span) -> str:
    """Return how far apart the ends of a span are as they are printed: chances in percentage points."""
    if shown.is_chance:
        return f"{nearest(100 * span.high) - nearest(100 * span.low)} percentage points"
    grain = 10**shown.answer.decimals
    by = Fraction(nearest(grain * span.high) - nearest(grain * span.low), grain)
    return shown.say(by) if by not in shown.answer.system.values else str(by)


def leaders(shown: SystemPage) -> list[Span]:
    """Return what moves the answer most: the first of `moving`, and what moves it as far by the numbers printed."""
    first = shown.moving[:1]
    if any(one in shown.answer.system.values for span in shown.moving[:2] for one in span.measures.values()):
        return first  # no distance to a word
    return first + [one for one in shown.moving[1:] if apart(shown, one) == apart(shown, first[0])]


def leading(shown: SystemPage, *, beside: bool = True) -> str:
    """Return in words what moves the answer most, with what moves it as much; `beside` what is but added to it."""
    names = [named(one) for one in leaders(shown)]
    if len(names) > _ALIKE or (names[1:] and len(" ".join(names).split()) > _LONG):
        names = [names[0], f"{spelled(len(names) - 1)} other assumption{'s' * (len(names) > 2)}"]
    alike = f"{', as much '.join(names[:-1])} and, as much, {names[-1]}" if names[1:] else names[0]
    return f"{_added_first(shown)}{alike}" if beside else alike


def _added_first(shown: SystemPage) -> str:
    """Return what is but added to the answer and moves it further than all else, to stand before that."""
    if shown.added is None:
        return ""
    return f"{named(shown.added)}, each of which {_adds(shown.added)}; beside that, "


def leading_effect(shown: SystemPage) -> str:
    """Return what that does to the answer: over its range, or, of several alike, between which ends or by how much."""
    alike, unit = leaders(shown), shown.answer.system.unit
    if len(alike) == 1:
        return effect(alike[0], unit)
    each = "with either" if len(alike) == 2 else "with each"
    ends = {(shown.say(span.low), shown.say(span.high)) for span in alike}
    things = f" {alike[0].things}" if alike[0].things else ""
    if len(ends) == 1:
        low, high = ends.pop()
        return f"{low.removesuffix(' points') if high.endswith(' points') else low} to {high}{things} {each}"
    return f"the answer moves by {apart(shown, alike[0])}{things} {each}"


def moves_claim(shown: SystemPage) -> str:
    """Return which assumption matters most, and the answer over its range; where several tie, their bars name them."""
    aside = f"Beside {named(shown.added)}" if shown.added else "Of what we assume"
    if len(leaders(shown)) > 1:
        by = leading_effect(shown).removeprefix("the answer moves ")
        return f"{aside}, {spelled(len(leaders(shown)))} things move the answer most: {by}"
    return f"{aside}, the answer depends most on {leading(shown, beside=False)}: {leading_effect(shown)}"


def added_words(shown: SystemPage) -> str:
    """Return in a sentence what is but added to the answer; nothing where nothing is."""
    return f"Each of {named(shown.added)} {_adds(shown.added)}." if shown.added else ""


def _adds(span: Span) -> str:
    """Return what each one more of a factor does that is but added to the answer."""
    step = span.step or Fraction(0)
    return f"{'adds' if step > 0 else 'takes away'} {'one' if abs(step) == 1 else abs(step)}"


def range_claim(shown: SystemPage, span: Span) -> str:
    """Return how the answer follows one assumption, by name: other charts may stand between it and the first."""
    return f"How the answer follows {named(span)}, value by value: {effect(span, shown.answer.system.unit)}"


def factor_rows(shown: SystemPage) -> list[dict[str, str]]:
    """Return every factor in words, the one that moves the answer most first: taken as, range, answer, basis."""
    factors = shown.answer.system.factors
    return [
        {
            "assumption": span.words.label + (f" (ruling {span.words.ruling})" if span.words.ruling else ""),
            "taken as": span.words.value(span.value),
            "range": range_words(span, factors[span.factor].low, factors[span.factor].high),
            "the answer over it": effect(span, shown.answer.system.unit), "basis": span.basis,
        }
        for span in shown.answer.spans
    ]  # fmt: skip


def range_words(span: Span, low: int, high: int) -> str:
    """Return a range in words: "no or yes" where there is nothing between, "0 to the end"."""
    ends = [span.words.value(low), span.words.value(high)]
    worded = [end[:1].islower() for end in ends]
    if high - low > 1 and worded == [False, True] and not ends[1].startswith("to "):  # "2 to never" is no range
        return f"{ends[0]} to {span.words.value(high - 1)}, or {ends[1]}"
    if high - low >= _NAMED and worded == [True, False]:
        return f"{ends[0]}, or {span.words.value(low + 1)} to {ends[1]}"
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
        spread = "" if one.low is None or one.high is None else _from_to(_figure(one, one.low), _figure(one, one.high))
        rows.append({
            "what": one.about, "value": _figure(one, one.number), "exactly": short(str(one.number)), "range": spread,
            "rules": one.rules,
        })  # fmt: skip
    if len(rows) > _ROWS:
        rows = [row for row in rows if row["exactly"] != "0"]
    told = sum(row["exactly"] not in (_NO_FRACTION, row["value"]) for row in rows)
    idle = {"range": not any(row["range"] for row in rows), "exactly": 4 * told < len(rows)}
    return [{k: row[k] for k in row if not idle.get(k)} for row in rows]


def _from_to(low: str, high: str) -> str:
    """Return a range as it is printed: "32 % throughout" where both ends read alike."""
    return f"{low} throughout" if low == high else f"{low} to {high}"


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


def policies_played(shown: SystemPage, finding: str = "") -> str:
    """Return how each side plays where there is a choice, for the reading of a chart, or as a finding has it."""
    others = next((one.policies for one in shown.answer.findings if one.id == finding), {})
    chosen = {
        side: known[others.get(side, shown.answer.policies[side])].about
        for side, known in shown.answer.system.policies.items()
        if len(known) > 1
    }
    return "".join(f"; {side.capitalize()}: {about}" for side, about in chosen.items())
