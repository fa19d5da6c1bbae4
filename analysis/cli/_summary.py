"""The lines above and below the law of a fight: what a player asks, and why it is so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from analysis.fights import odds as engine
from analysis.fights.summary import MEASURES, Bounded, Summary, summary
from sim.combat import CombatOdds, Fact
from sim.game import Game
from sim.numbers.family import IN_WORDS
from sim.options import shown

_SHORT = 9
"""Characters of a fraction that stands beside its percentage unasked."""
_ASKED = {
    "hex_cleared": "the hex", "hex_taken": "the hex", "defender_retreats": "retreats", "defender_dies": "eliminations",
    "attacker_step_losses": "losses", "attacker_loses_none": "losses", "defender_step_losses": "losses",
    "defender_loses_none": "losses",
}  # fmt: skip
"""What a player would call the question that a figure answers, of those that need steps."""


def lines(
    game: Game,
    facts: Mapping[str, Fact],
    answer: CombatOdds,
    wide: engine.Wider | None = None,
    *,
    fractions: bool = False,
) -> Iterator[str]:
    """Yield what a player wants to know in four lines, and what the numbers rest on.

    Where the answer rests on a narrower family of tables, `wide` comes first: what is known, before what is guessed.
    """
    name = game.title
    source = f"basis {answer.basis}{_read(game, facts)}; rules {', '.join(answer.rules)}"
    if answer.cancelled:
        yield f"{name}: the hex is not taken and nobody loses a step: the attack is cancelled, below the table"
        yield f"{answer.initial_odds}, resolved at {answer.final_column}; {source}"
        return
    found = summary(game, facts, answer)
    if wide:
        yield _known(game, wide)
        narrow = answer.family.split(", ")[0]
        name = f"a guess (--family {narrow}: {IN_WORDS[narrow]})"
    if found.is_range:
        yield f"{name}: a range, not one answer; to narrow it, type in {'; '.join(found.narrowed_by)}"
    answers = _answers(found, fractions=fractions)
    first, *rest = answers
    yield first if found.is_range else f"{name}: {first}"
    yield from rest
    if found.is_range:
        yield f"exact bounds over the assumed family {answer.family}; a guess is its member {answer.member}; {source}"
    elif answer.family:
        exact = "" if wide else "exact: "  # a narrower family is a guess about the table, however alike its members
        yield f"{exact}the same for every member of the assumed family {answer.family}; {source}"
    else:
        yield f"exact; {source}"


def _known(game: Game, wide: engine.Wider) -> str:
    """Return what every table allows that the print does, before what is guessed of a narrower family."""
    bounds = " to ".join(dict.fromkeys((_percent(wide.low), _percent(wide.high))))
    sure = f"the defender {game.table.reading.way} in {bounds} %"
    return f"{game.title}: not printed; known is that {sure} (--family {wide.family}: {IN_WORDS[wide.family]})"


def reasons(game: Game, facts: Mapping[str, Fact], answer: CombatOdds) -> Iterator[str]:
    """Yield odds, columns, each modifier with its rule, and the facts that change nothing."""
    odds, column = (_columns(*one) for one in (
        (answer.initial_odds, answer.odds_columns), (answer.final_column, answer.final_columns)))  # fmt: skip
    if not answer.cancelled:
        yield f"odds: {odds}; resolved at: {column}"
    if answer.applied:
        applied = ", ".join(f"{one.id.replace('_', ' ')} {one.value:+d} [{one.rule}]" for one in answer.applied)
        yield f"modifiers: {applied}"
    yield from (f"note: {note}" for note in answer.notes)
    if unused := engine.idle(game, facts, answer):
        yield f"without effect in this fight: {', '.join(map(_option, unused))}"


def _option(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def _answers(found: Summary, *, fractions: bool) -> list[str]:
    def one(name: str, words: str) -> list[str]:
        figure = found.figures.get(name)
        return [] if figure is None else [f"{words} {_figure(name, figure, fractions=fractions)}"]

    hex_ = [*one("hex_cleared", "the hex is cleared in"), *one("hex_taken", "taken in")]
    attacker = [*one("attacker_step_losses", "the attacker loses"), *one("attacker_loses_none", "none in")]
    defender = [
        *one("defender_step_losses", "the defender loses"), *one("defender_loses_none", "none in"),
        *one("defender_retreats", "retreats in"), *one("defender_dies", "dies in"),
    ]  # fmt: skip
    prints = [*one("defender_suffers", "suffers in"), *one("defender_sent_back", "must retreat or die in")]
    defender = [*defender, *prints] if defender else ["the defender " + prints[0], *prints[1:]]
    lines = [", ".join(part) for part in (hex_, attacker, defender) if part]
    return [*lines, _wanting(found)] if found.missing else lines


def _wanting(found: Summary) -> str:
    """Return what to give, and for which questions, where steps were not given."""
    *questions, last = dict.fromkeys(_ASKED[name] for name in found.left_out)
    listed = f"{', '.join(questions)} and {last}" if questions else last
    return f"for {listed} give {' and '.join(map(_option, found.missing))}"


def _figure(name: str, one: Bounded, *, fractions: bool) -> str:
    words = _percent if MEASURES[name].is_chance else _steps
    unit = " %" if MEASURES[name].is_chance else " steps"
    if one.is_range:
        low, high = (words(p) + (f" ({p})" if fractions else "") for p in (one.low, one.high))
        return f"{low} to {high}{unit} (guess {words(one.value)})"
    beside = str(one.value)
    is_told = "/" in beside and (fractions or len(beside) <= _SHORT)
    return f"{words(one.value)}{unit}" + (f" ({beside})" if is_told else "")


def _percent(p: Fraction) -> str:
    """Return a chance in percent, never rounded up to certainty or down to impossibility."""
    text = f"{100 * float(p):.2f}"
    if text in ("0.00", "100.00") and p not in (0, 1):
        return {"0.00": "under 0.01", "100.00": "over 99.99"}[text]
    return text.removesuffix(".00")


def _steps(n: Fraction) -> str:
    return f"{float(n):.2f}".removesuffix(".00")


def _columns(label: str, chances: Mapping[str, Fraction]) -> str:
    if len(chances) < 2:
        return label
    return ", ".join(f"{one} ({_percent(p)} %)" for one, p in chances.items())


def _read(game: Game, facts: Mapping[str, Fact]) -> str:
    """Return the readings that are not the default ones, as the basis names them."""
    found = engine.readings(game, facts)
    others = (f"{name} {shown(fact)} (R{ruling})" for name, (fact, ruling) in found.items())
    return f", read otherwise: {', '.join(others)}" if found else ""
