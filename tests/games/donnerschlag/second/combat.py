"""Donnerschlag: one whole fight, from the facts to what is left, read a second time from the rulebook.

The brief: the rulebook (4.5-4.7, 8, 11.2, 13), the numbered rulings, the raw tables, and a list of facts with their
bounds and conventions; nothing of the first implementation or its tests. The list fixes what the book leaves open:
columns counted on beyond 7:1, a place left of 1:1 that gives A1R, two or three kinds of towns, points of cards after
halving, tanks that a river bars when the card fails, the marker used by both sides with an eye on what comes (the
attacker maximizes the mean of his aim, the defender minimizes it, a tie keeps the roll), losses in a retreat, and how
the missing cells of the table are filled: everything on a ladder of nine results that the printed cell and a structure
allow, the middle of each cell's bounds standing for all.
"""

from fractions import Fraction
from itertools import islice, product
from random import Random
from typing import Any, NamedTuple

from tests.games.donnerschlag.second.columns import (
    After,
    Face,
    Site,
    Weights,
    Worth,
    cell_of,
    code_of,
    site_of,
    worth_of,
)
from tests.games.donnerschlag.second.facts import Facts, Illegal, check, read_cards
from tests.games.donnerschlag.second.spans import Event, Leaves, spans_of_family, spans_of_members
from tests.games.donnerschlag.second.tables import Filling, central, chart, fillings, how_many, some_fillings

__all__ = ["Event", "Illegal", "Second", "fight", "number_of_tables"]

# --- dice and marker [4.7, R54] -------------------------------------------------------------------------


def faces_of(facts: Facts, site: Site) -> list[Face]:
    """The six dice of a combat; below 1:1 they matter for the draws only (R5, R6)."""
    made = []
    for die in range(1, 7):
        roll = die + site.drm
        is_draw = roll <= 1 if facts.attacker == "axis" else roll >= 6
        made.append(Face(site, min(max(roll, 1), 6) - 1, is_draw))
    return made


class Play:
    """One fight, die by die; a die counts 36, for itself and for what is rolled again."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        cards = read_cards(facts)
        self.done = [card for card in cards if card.decided]
        self.open = [card for card in cards if card.decided is None]
        self.sites = {
            came_off: site_of(facts, self.done + [c for c, is_on in zip(self.open, came_off, strict=True) if is_on])
            for came_off in product((False, True), repeat=len(self.open))
        }
        self.worths = dict[tuple[Site, str], Worth]()
        self.laws = dict[tuple[tuple[Worth, ...], str], Weights]()
        sites = [site for site in set(self.sites.values()) if site.column is not None]
        self.faces = sorted({face for site in sites for face in faces_of(facts, site)})
        self.scale = 36 ** (len(self.open) + 1)

    def worth(self, site: Site, code: str) -> Worth:
        if (site, code) not in self.worths:
            self.worths[site, code] = worth_of(self.facts, site, code)
        return self.worths[site, code]

    def weights(self, table: Filling | None, holder: str) -> Weights:
        """Weight of each die that stands; without a table nobody rolls again. Like worths, like choices."""
        worths = tuple(self.worth(face.site, code_of(face, table)) for face in self.faces) if table is not None else ()
        if (worths, holder) not in self.laws:
            self.of_face = dict(zip(self.faces, worths, strict=bool(worths)))
            self.memory = dict[object, tuple[Worth, Weights]]()
            self.laws[worths, holder] = self.node((), holder)[1]
        return self.laws[worths, holder]

    def node(self, came_off: tuple[bool, ...], holder: str) -> tuple[Worth, Weights]:
        key = came_off, holder
        if key not in self.memory:
            is_last = len(came_off) == len(self.open)
            self.memory[key] = self.combat(came_off, holder) if is_last else self.card(came_off, holder)
        return self.memory[key]

    def combat(self, came_off: tuple[bool, ...], holder: str) -> tuple[Worth, Weights]:
        site = self.sites[came_off]
        if site.column is None:
            return (0, 0), {Face(site, None, False): 36}
        faces = faces_of(self.facts, site)
        worths = [self.of_face.get(face, (0, 0)) for face in faces]
        again = (sum(w[0] for w in worths), sum(w[1] for w in worths))
        all_faces = total([(1, {face: 1}) for face in faces])
        value, parts = (0, 0), []
        for face, worth in zip(faces, worths, strict=True):
            kept = (6 * worth[0], 6 * worth[1])
            rolls_again = holder == "attacker" and again > kept
            parts.append((1, all_faces) if rolls_again else (6, {face: 1}))
            value = plus(value, 1, again if rolls_again else kept)
        return value, total(parts)

    def card(self, came_off: tuple[bool, ...], holder: str) -> tuple[Worth, Weights]:
        card = self.open[len(came_off)]
        owner, other = ("attacker", "defender") if card.is_attackers else ("defender", "attacker")
        good = card.numbers[1] - card.numbers[0] + 1
        chances = [(good, True), (6 - good, False)]
        if holder == owner:
            fresh = [(n, self.node((*came_off, is_on), other)) for n, is_on in chances]
            again = (0, 0)
            for n, (worth, _) in fresh:
                again = plus(again, n, worth)
            all_again = total([(n, law) for n, (_, law) in fresh])
        value, parts = (0, 0), []
        for n, is_on in chances:
            worth, law = self.node((*came_off, is_on), holder)
            kept = (6 * worth[0], 6 * worth[1])
            rolls_again = holder == owner and (again > kept if owner == "attacker" else again < kept)
            parts.append((n, all_again) if rolls_again else (6 * n, law))
            value = plus(value, n, again if rolls_again else kept)
        return value, total(parts)


def plus(sum_so_far: Worth, n: int, worth: Worth) -> Worth:
    return sum_so_far[0] + n * worth[0], sum_so_far[1] + n * worth[1]


def total(parts: list[tuple[int, Weights]]) -> Weights:
    """Weights added up."""
    made: Weights = {}
    for n, law in parts:
        for face, weight in law.items():
            made[face] = made.get(face, 0) + n * weight
    return made


# --- the answer ------------------------------------------------------------------------------------


class Second(NamedTuple):
    """What ``fight`` returns; spans are empty where all is printed, and not the widest unless `is_complete`."""

    initial: str
    final: str
    family: str
    results: dict[str, Fraction]
    after: dict[After, Fraction] | None
    spans: dict[Event, tuple[Fraction, Fraction]]
    is_complete: bool


def name_of(start: int) -> str:
    """Odds as they are called."""
    columns = chart()[0]
    if start < 0:
        return "below 1:1"
    return columns[start] if start < len(columns) else f"{start}:1"


def uses_marker(facts: Facts, play: Play) -> bool:
    """Whether anybody may ever roll again."""
    if facts.schlachtenglueck == "defender":
        return any(not card.is_attackers for card in play.open)
    return facts.schlachtenglueck == "attacker"


def fight(most: int = 5000, seed: int = 5, **given: Any) -> Second:
    """One fight in full; where more than `most` tables matter to a choice, some of them at random."""
    facts = Facts(**given)
    check(facts)
    play, leaves, structure = Play(facts), Leaves(facts), facts.family
    weights = play.weights(None, "none")
    cells = {cell for face in weights if (cell := cell_of(face))}
    middle = central(cells, structure)
    holder = facts.schlachtenglueck
    shown = leaves.chances(play.weights(middle, holder), middle)
    spans, is_complete = dict[Event, tuple[int, int]](), True
    if not cells <= chart()[1].keys():
        if uses_marker(facts, play):
            tables = list(islice(fillings(cells, structure), most + 1))
            is_complete = len(tables) <= most
            if not is_complete:
                tables = [middle, *some_fillings(cells, structure, 100, Random(seed))]
            spans = spans_of_members([leaves.chances(play.weights(table, holder), table) for table in tables])
        else:
            spans = spans_of_family(weights, leaves, structure)
    scale = play.scale * leaves.scale
    initial = {name_of(face.site.start) for face in weights if face.site.start is not None}
    final = {name_of(face.site.column) for face in weights if face.site.column is not None}
    after = {left: Fraction(n, scale) for (kind, left), n in shown.items() if kind == "after"}
    return Second(
        initial.pop() if len(initial) == 1 else "mixed",
        final.pop() if len(final) == 1 else "mixed",
        structure if spans else "",
        {code: Fraction(n, scale) for (kind, code), n in shown.items() if kind == "result"},
        after if leaves.is_told else None,
        {event: (Fraction(low, scale), Fraction(high, scale)) for event, (low, high) in spans.items()},
        is_complete,
    )


def number_of_tables(**given: Any) -> int:
    """Tables that a choice hangs on, whole columns counted; 1 where nobody may roll again or all is printed."""
    facts = Facts(**given)
    play = Play(facts)
    if not uses_marker(facts, play):
        return 1
    read = {cell for face in play.weights(None, "none") if (cell := cell_of(face))}
    if read <= chart()[1].keys():
        return 1
    return how_many(sorted({column for _, column in read}), facts.family)
