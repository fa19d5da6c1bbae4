"""What a careful reader of a rulebook finds: the game's rulings, and remarks that its tables prove.

A ruling is read from the game's RULINGS.md, a remark is a check over its tables (`sim.lint`), so it goes away when the
table is put right. What the other reading of a ruling does is measured in `analysis.sources.readings`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from analysis.crt.columns import assumed_columns
from analysis.crt.diagnosis import diagnose
from analysis.errors import KesselError
from analysis.sources.owned import owned, unshaped
from analysis.words import proper
from sim.game import GAMES, load_game
from sim.lint import ABOUT, CONTRADICTION, GAP, KINDS, NEVER_FIRES, SAID, Remark

if TYPE_CHECKING:
    import polars as pl

GROUNDS = ("a reading of the text", "a reading that tables prove", "a check of the tables")
LABELS = ("Kind", "Rules", "Unclear", "Reading", "Alternative", "What it changes")


@dataclass(frozen=True)
class Ruling:
    """One reading of an unclear rule, as RULINGS.md tells it."""

    number: int
    title: str
    kind: str
    rules: str
    unclear: str
    reading: str
    alternative: str
    changes: str

    @property
    def is_measured(self) -> bool:
        """Whether its text claims to know what the other reading does."""
        return "not measured" not in self.changes.lower()


@dataclass(frozen=True)
class Block:
    """Something a reader stumbles over; `basis` is one of `GROUNDS`."""

    place: str
    kind: str
    sentence: str
    rules: str
    basis: str


@cache
def rulings(game: str) -> tuple[Ruling, ...]:
    """Return the rulings of a game in their order; `KesselError` names the one that is not in order.

    >>> first = rulings("stalingrad_roads")[0]
    >>> first.number, first.kind, first.rules
    (1, 'never fires', '3.4, Weather Table')
    """
    text = (GAMES / load_game(game).id / "RULINGS.md").read_text(encoding="utf8")
    parts = re.split(r"(?m)^## R(\d+) — (.+)$", text)[1:]
    return tuple(_ruling(game, int(n), title, body) for n, title, body in zip(*[iter(parts)] * 3, strict=True))


_ASIDE = re.compile(r"\s*\((?:switch\s+)?`[^()]{0,90}\)")
"""What stands in parentheses and begins with a name of ours: how the command line asks for it."""
_SYSTEM = re.compile(r"\s*\((?:systems? \w+(?:, (?!factor )([^()]*?))?(?:, )?)?(?:factors? \w+)?\)")
"""In parentheses a system of ours, a condition, a factor: only the condition is for a reader."""
_LAST = re.compile(r"[;,]\s*(?:switch\s+)?`[^`]*`(?=\))")
_CODE = re.compile(r"`([^`]*)`")


def plainly(text: str, game: str) -> str:
    """Return a text without names of switches, files and columns; a system goes by the title of its page.

    >>> plainly("once (rule 3; `--round-once`), 8 against 4 (`stack_hit`); in the family `diagonal`", "leningrad")
    'once (rule 3), 8 against 4; in the family “diagonal”'
    >>> plainly("No effect: `bid` counts points (`readings.toml`).", "leningrad")
    'No effect: “A bid for the German side” counts points.'
    >>> plainly("it lasts 3 turns (system bid, two chits); 4 (system bid, factor tests) or 5 (factor one)", "leningrad")
    'it lasts 3 turns (two chits); 4 or 5'
    """
    systems = {name: one.title.partition(":")[0] for name, one in load_game(game).systems.items()}

    def said(code: re.Match[str]) -> str:
        name = systems.get(code[1]) or code[1].lstrip("-").partition(".")[0].replace("_", " ").replace("-", " ")
        return f"“{name}”" if name.strip("? ") else f"“{code[1]}”"

    bare = _SYSTEM.sub(lambda found: f" ({found[1]})" if found[1] else "", _ASIDE.sub("", text))
    words = _CODE.sub(said, _LAST.sub("", bare))
    words = re.sub(r"\bthe system (\w+)", lambda found: f"the page “{systems.get(found[1], found[1])}”", words)
    return re.sub(r"(?<=\d)%", " %", words.replace("the “The ", "“The "))


def _ruling(game: str, number: int, title: str, body: str) -> Ruling:
    found = dict(re.findall(r"(?ms)^\*\*([^*\n]+):\*\* (.+?)\s*(?=^\*\*[^*\n]+:\*\* |\Z)", body))
    if tuple(found) != LABELS:
        raise KesselError(f"{game}/RULINGS.md, R{number}: has {', '.join(found)}; expected {', '.join(LABELS)}")
    if found["Kind"] not in KINDS:
        raise KesselError(f"{game}/RULINGS.md, R{number}: kind {found['Kind']!r}; expected one of {', '.join(KINDS)}")
    return Ruling(number, title.strip(), *(" ".join(found[label].split()) for label in LABELS))


def remarks(game: str) -> tuple[Remark, ...]:
    """Return what the tables of a game prove: its own checks, then those that any game's tables are put to."""
    offered = load_game(game).offers_checks
    found = [check() for check in (offered() if offered is not None else ())]
    return (*(one for one in found if one is not None), *_of_the_crt(game), *_unprinted(game))


def _of_the_crt(game: str) -> Iterable[Remark]:
    """Yield what is odd about the columns of a combat table that are printed in full."""
    if not load_game(game).has_table:
        return
    found, assumed = diagnose(game), assumed_columns(game)
    same = [f"{pair.left} and {pair.right}" for pair in found.dead_spots if not {pair.left, pair.right} & {*assumed}]
    if same:
        yield Remark(
            "columns_alike", NEVER_FIRES, f"A shift between {'; '.join(same)} changes nothing: the columns have one "
            "law.", "combat results table",
        )  # fmt: skip
    for kind in ("better odds are worse", f"{load_game(game).table.reading.roll} is worse"):
        places = [one.place for one in found.faults if one.kind == kind and not any(c in one.place for c in assumed)]
        if places:
            n = f"{len(places)} place{'s' * (len(places) > 1)}"
            yield Remark(
                kind.replace(" ", "_"), CONTRADICTION, f"In {n} of the combat table {kind} for the attacker: "
                f"{'; '.join(places[:4])}{'; and so on' * (len(places) > 4)}. A trade, which costs both sides more, "
                "does not count.", "combat results table",
            )  # fmt: skip


def _unprinted(game: str) -> Iterable[Remark]:
    held, whole = owned(game), unshaped(game)
    if held or whole:
        n = sum(one.missing for one in held)
        lacks = (
            f", and {len(whole)} more {'table is' if len(whole) == 1 else 'tables are'} lacking whole" if whole else ""
        )
        yield Remark(
            "numbers_elsewhere", GAP, f"{n:,} {'cell' if n == 1 else 'cells'} of {len(held)} tables are not in the "
            f"rulebook but on maps, cards and counters, or not in our copy{lacks}.", "all",
        )  # fmt: skip


def blocks(game: str) -> list[Block]:
    """Return every stumbling block once: rulings in their order, then the remarks without a ruling of their kind.

    Where the tables prove a ruling the words of the remark are used.
    """
    kinds = {one.number: one.kind for one in rulings(game)}
    found = remarks(game)
    proved = {one.ruling: one for one in found if kinds.get(one.ruling) == one.kind}
    read = [
        Block(f"R{one.number}", one.kind, f"{one.title}: {proved[one.number].sentence}", one.rules, GROUNDS[1])
        if one.number in proved
        else Block(f"R{one.number}", one.kind, plainly(f"{one.title}: {one.unclear}", game), one.rules, GROUNDS[0])
        for one in rulings(game)
    ]
    return read + [
        Block(_name(one), one.kind, one.sentence, one.rules, GROUNDS[2]) for one in found if one not in proved.values()
    ]


def _name(remark: Remark) -> str:
    """Return what a remark is called on a page."""
    said = remark.id.replace("_", " ").replace("drm", "modifiers").replace(" r blocks", " R blocks")
    return re.sub(r"\b[a-z]\d\b", lambda code: code[0].upper(), proper(said, first=True))


def kind_frame(game: str) -> pl.DataFrame:
    """Return how many stumbling blocks there are of each kind and basis, as charts draw it.

    Columns: kind in words, about, basis, n.
    """
    import polars as pl

    found = blocks(game)
    return pl.DataFrame(
        [
            {"kind": SAID[kind], "about": ABOUT[kind], "basis": basis,
             "n": sum((one.kind, one.basis) == (kind, basis) for one in found)}
            for kind in KINDS
            for basis in GROUNDS
        ]
    )  # fmt: skip


def ruling_frame(game: str, kind: str) -> pl.DataFrame:
    """Return the rulings of a kind in words: number, rules, what is unclear, our reading, the other, what changes."""
    import polars as pl

    return pl.DataFrame(
        [
            {"ruling": f"R{one.number}", "rules": one.rules}
            | {name: plainly(text, game) for name, text in (
                ("unclear", f"{one.title}: {one.unclear}"), ("our reading", one.reading),
                ("the other", one.alternative), ("what it changes", one.changes[:1].upper() + one.changes[1:]))}
            for one in rulings(game)
            if one.kind == kind
        ],
        schema=["ruling", "rules", "unclear", "our reading", "the other", "what it changes"],
        orient="row",
    )  # fmt: skip
