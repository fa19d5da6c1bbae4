"""What a page says of the laws of a system: which are drawn, each at a glance, as bars and as a row of a table."""

from __future__ import annotations

from fractions import Fraction

import polars as pl

from analysis.pages.sentences.system import SystemPage
from analysis.systems.ask import in_words, law_rows, short
from analysis.systems.outcomes import Outcomes
from sim.system import Finding, Unit

_DRAWN, _WIDE, _LISTED = 3, 5, 8
"""Values from which the law of one game is drawn (two bars are a row of a table), and a further law; chances given in a
table."""
_NEARLY = Fraction(19, 20)
"""The share of the likeliest value's chance from which another is as likely: then none is called the likeliest."""
POINTS = ("vp", "margin")
"""Laws of points: a page that has one shows what moves them, whatever its headline is."""


def law_claim(law: Outcomes) -> str:
    """Return what a law says at a glance: where nine cases in ten lie, and the likeliest."""
    name, p = law.likeliest
    head = f"{law.about[0].upper()}{law.about[1:]}"
    if law.is_certain:
        return f"{head}: always {name}"
    if law.has_never and name == law.names[-1] and p < Fraction(1, 2):  # what happens more often than not comes first
        real = [value for value, chance in zip(law.names[:-1], law.chances[:-1], strict=True) if chance]
        some = real[0] if len(real) == 1 else f"{real[0]} to {real[-1]}"
        return f"{head}: {some} in {in_words(1 - p, Unit.CHANCE)}, {name} in {in_words(p, Unit.CHANCE)}"
    low, high = law.nine_in_ten
    if law.is_worded or low == high or p >= Fraction(9, 10):
        return f"{head}: {name} is likeliest, {in_words(p, Unit.CHANCE)}"
    if law.inside == 1 and any(map(str.isalpha, low + high)):  # from word to word: all there is
        return f"{head}: {name} is likeliest, {in_words(p, Unit.CHANCE)}"
    if _ends_in_words(law):  # "2 to never" is no range
        last = in_words(law.chances[-1], Unit.CHANCE)
        return f"{head}: {name} is likeliest ({in_words(p, Unit.CHANCE)}), {high} in {last}"
    often = "always" if law.inside == 1 else "in at least nine cases of ten,"
    if sum(chance >= p * _NEARLY for chance in law.chances) > 1:  # no value stands out
        return f"{head}: {low} to {high} {often.rstrip(',')}"
    most = f"likeliest {name} ({in_words(p, Unit.CHANCE)})"
    return f"{head}: {low} to {high} {often}{', ' if law.inside == 1 else ' '}{most}"


def _ends_in_words(law: Outcomes) -> bool:
    """Return whether nine cases in ten reach from a number to a word: never, gone, none comes in time."""
    low, high = law.nine_in_ten
    return low != high and high == law.names[-1] and (law.has_never or (high[:1].islower() and not low[:1].islower()))


def chance_axis(shown: SystemPage) -> str:
    """Return what the bars of a system's laws measure: exact chances, given what is assumed where anything is."""
    return "chance (exact, as assumed)" if shown.worlds is not None else "chance (exact)"


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
    """Return a law as its bars are drawn: value, p, probability, without the ends that no eye could see."""
    rows = list(zip(law.names, map(float, law.chances), map(short, law.fractions), strict=True))
    return pl.DataFrame(rows[_in_sight(law)], schema=["value", "p", "probability"], orient="row")


def left_out(law: Outcomes) -> str:
    """Return a sentence on the ends of a law that have no bar, after a space; nothing where every value has one."""
    if len(law.names[_in_sight(law)]) == len(law.names):
        return ""
    return f" At the ends, values that come up in fewer than one case in {round(1 / _RARE):,} have no bar."


_RARE = Fraction(1, 10_000)


def _in_sight(law: Outcomes) -> slice:
    """Return where a law's bars stand: from the first value that is not rare to the last."""
    seen = [place for place, p in enumerate(law.chances) if p >= _RARE]
    return slice(seen[0], seen[-1] + 1)


def law_row(law: Outcomes) -> dict[str, str]:
    """Return a law as a row of a table: what it is, its mean, where nine cases in ten lie, every value's chance."""
    low, high = law.nine_in_ten
    whole = [(name, p) for name, p in zip(law.names, law.chances, strict=True) if p]
    chances = "; ".join(f"{name}: {in_words(p, Unit.CHANCE)}" for name, p in whole[:_LISTED])
    more = f"; and {len(whole) - _LISTED} more" if len(whole) > _LISTED else ""
    inside = low if low == high else f"from {low} on, or {high}" if _ends_in_words(law) else f"{low} to {high}"
    is_named = law.is_worded or law.has_never or any(name[:1].isalpha() for name in law.names)
    return {
        "result": law.about, "mean": "" if is_named else in_words(law.mean, Unit.NUMBER),
        "at least nine cases in ten": "" if law.is_worded else inside,
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
