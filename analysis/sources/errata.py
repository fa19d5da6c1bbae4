"""The errata of a rulebook: dead rules, contradictions and reversals, what each does, the smallest fix tried.

What is ambiguous or missing is not among them: `analysis.sources.rulings` has it all. An erratum is ranked by what it
does: a chance that moves, in one setting or in whole games, a number by the share it moves, then what the table does,
last what nothing counted shows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from analysis.crt.recommendations import recommendations
from analysis.crt.suggestion import CLIFF_EDGE, WORSE
from analysis.sources.handled import BECAUSE, PlayedReading, is_shown, played_readings
from analysis.sources.readings import COUNTS, Effect, effects
from analysis.sources.rulings import GROUNDS, Block, blocks, plainly, rulings
from analysis.words import percent
from sim.game import load_game
from sim.lint import CONTRADICTION, NEVER_FIRES

REVERSAL, DEAD = "reversal", "dead rule"
KINDS = {CONTRADICTION: CONTRADICTION, NEVER_FIRES: DEAD}
_OF_THE_TABLE = "combat results table"
_A_ROW = Fraction(1, 6)
"""The most that a chance counts which hangs on guessed tables: a row of them."""
_TABLE = Fraction(1, 100)
"""What a fault of the table counts beside chances that move: behind all that move by a point and more."""


@dataclass(frozen=True)
class Erratum:
    """What kind, where it is quoted from, what is wrong, what it does, the smallest fix tried; `weight` ranks it."""

    kind: str
    place: str
    wrong: str
    does: str
    fix: str
    weight: Fraction


def errata(game: str) -> list[Erratum]:
    """Return the errata of a game, those first that do the most.

    >>> [one.kind for one in errata("leningrad")][-1]
    'dead rule'
    """
    found = [*_of_the_crt(game), *_of_the_rules(game)]
    return sorted(found, key=lambda one: -one.weight)


def _of_the_crt(game: str) -> Iterator[Erratum]:
    """Yield what stands in the combat table, each with the smallest edit that mends it.

    A cliff edge is no error.
    """
    if not load_game(game).has_table:
        return
    for one in recommendations(game).recommendations:
        if one.kind != CLIFF_EDGE:
            does = f"With the fix: {one.figures[0].words()}." if one.figures else ""
            kind = REVERSAL if one.kind == WORSE else DEAD
            yield Erratum(kind, "combat results table", _said(one.finding), does, one.what("roll"), _TABLE)


def _of_the_rules(game: str) -> Iterator[Erratum]:
    """Yield rulings and remarks; what the combat table's own check says is told by its recommendations."""
    read = {f"R{one.number}": one for one in rulings(game)}
    moved: dict[str, list[Effect]] = {}
    for effect in effects(game):
        moved.setdefault(f"R{effect.ruling}", []).append(effect)
    played: dict[str, list[PlayedReading]] = {}
    for one in filter(is_shown, played_readings(game)):
        played.setdefault(f"R{one.ruling}", []).append(one)
    for block in blocks(game):
        if block.kind in KINDS and not (block.basis == GROUNDS[2] and block.rules == _OF_THE_TABLE):
            known = max(moved.get(block.place, []), key=_weight, default=None)
            fix = f"read: {_said(plainly(read[block.place].reading, game))}" if block.place in read else _strike(block)
            weight = max(
                Fraction(0) if known is None else _weight(known),
                *(_weight_played(game, one) for one in played.get(block.place, [])),
                Fraction(0),
            )
            is_dead = block.kind == NEVER_FIRES
            weight = min(weight, _TABLE) if is_dead else weight  # as it stands it moves nothing
            changes = plainly(read[block.place].changes, game) if block.place in read else _NOTHING
            does = _does(known, changes, is_dead=is_dead)
            yield Erratum(KINDS[block.kind], block.rules, _said(block.sentence), does, fix, weight)


_UNCOUNTED = "Nothing that we count: "
"""How the sheet says why a ruling has no effect: at the table it may have one."""
_NOTHING = "Nothing: it never applies."
"""What hangs on a rule that the tables leave without a case."""


def _strike(block: Block) -> str:
    return "strike it" if block.kind == NEVER_FIRES else "none tried"


def _does(known: Effect | None, changes: str, *, is_dead: bool) -> str:
    """Return what hangs on it: the setting in which the two readings differ most, else what the ruling says of it.

    A dead rule does nothing as it stands; what it may have been meant to say does something.
    """
    if known is None:
        return _said(changes.replace(BECAUSE, _UNCOUNTED, 1))
    if known.family:  # its figures are those of tables that we guess: whoever has the table wants the sort of fight
        touched = _first_sentence(changes)
        is_meant = f"If it means “{known.other}”, what it touches: {touched[0].lower()}{touched[1:]}"
        return f"{_NOTHING} {is_meant}" if is_dead else touched
    ours, theirs = known.span(known.ours), known.span(known.theirs)
    held = ", all else as we assume" if known.system else ""
    counts = known.counts.partition(", ")[0] if known.system else known.counts
    what = _said(f"{counts} ({known.about}{held})")
    if known.ours == known.theirs:
        return f"{what}: {ours} either way."
    if is_dead:
        return f"{_NOTHING} If it means “{known.other}”: {what[0].lower()}{what[1:]} {theirs}, not {ours}."
    return f"{what}: {ours} as we read it; {theirs} if “{known.other}”."


def _first_sentence(text: str) -> str:
    """Return what hangs on a ruling without the figures that follow it.

    >>> _first_sentence("attacks across rivers. 12 against 4 clears the hex in 3 rolls.")
    'Attacks across rivers.'
    """
    return f"{_said(text).partition('. ')[0].removesuffix('.')}."


def _weight(effect: Effect) -> Fraction:
    """Return how far apart two readings are: points of a chance, or the share by which a number changes."""
    if effect.is_chance:
        return min(abs(effect.change), _A_ROW) if effect.family else abs(effect.change)
    largest = max(abs(effect.ours.value), abs(effect.theirs.value))
    return abs(effect.change) / largest if largest else Fraction(0)


def _weight_played(game: str, one: PlayedReading) -> Fraction:
    """Return how far apart two readings are in whole games: points of the chance to win, or the share of a margin."""
    apart = abs(Fraction(one.theirs) - Fraction(one.ours))
    whole = max(abs(one.ours), abs(one.theirs)) if load_game(game).whole.is_scored else 100
    return apart / Fraction(whole)


def _said(text: str) -> str:
    """Return a text as a sentence of the sheet: with a capital, without marks of code."""
    return " ".join((text[0].upper() + text[1:]).replace("`", "").split())


def widest(game: str) -> Effect | None:
    """Return the contradiction on which most hangs in fights: by known cells, at our own values before picked ones.

    Where all fights hang on cells that are not printed, it is the one whose readings lie furthest apart by a guessed
    table. A chance in a system, which rests on our assumptions, comes last.
    """
    unclear = {one.number for one in rulings(game) if one.kind == CONTRADICTION}
    chances = [one for one in effects(game) if one.ruling in unclear and one.is_chance and one.change]

    def order(one: Effect) -> tuple[bool, bool, bool, Fraction]:
        return not one.system, one.ours.low == one.ours.high, one.is_central, _weight(one)

    return max(chances, key=order, default=None)


def to_settle(game: str, effect: Effect) -> str:
    """Return the change to try where two places of a book disagree: settle it, and what hangs on it."""
    ruling = next(one for one in rulings(game) if one.number == effect.ruling)
    head = f"Settle “{_said(plainly(ruling.title, game))}” (rules {ruling.rules.rstrip('.')}):"
    if effect.ours.low != effect.ours.high:
        hangs = _first_sentence(plainly(ruling.changes, game))
        return f"{head} on it hangs {hangs[0].lower()}{hangs[1:]}"
    is_fight = effect.counts in [said for said, _ in COUNTS.values()]
    about = f"{effect.about}, " if is_fight or not effect.is_central else ""
    held = "with our other values " if effect.system and effect.is_central else ""
    ours, theirs = (percent(float(one.value)) for one in (effect.ours, effect.theirs))
    counts = effect.counts.partition(" (ruling")[0].partition(", ")[0]
    example = f" ({about.removesuffix(', ')})" if about else ""
    return f"{head} {held}the {counts} is {ours} as we read it, {theirs} if “{effect.other}”{example}."
