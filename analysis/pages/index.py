"""What the front page says of a game: a verdict, three findings, a change to try, how sure we are, what is missing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from analysis.pages.marks import Mark
from analysis.pages.notebooks import FOR_DESIGNERS, FOR_PLAYERS, GROUPS, whole_page
from analysis.pages.replay.site import Replay
from analysis.pages.site import chapter_of, color_of
from analysis.sources.owned import typed_first
from sim.game import load_game, sound_games
from sim.system import Group
from sim.verdict import OPEN, numbers_of

FINDINGS = 3
TOOLS = (FOR_PLAYERS, FOR_DESIGNERS)
"""Groups of pages that a reader works with: they have no finding of their own."""

Card = Mapping[str, str]


@dataclass(frozen=True)
class Chapter:
    """One game on the front page, or all at once where `game` is empty.

    `lead` is the page whose answer is the verdict, and `is_balance` tells whether that is who wins; `fixed` the page
    that names a change to try. `open_pages` cannot be answered from the rulebook, `absent` are the tables that
    an answer reads and whose cells are missing, with how many, in the order of the owner's page. `lacks` says what a
    whole game would need, and `own` is the page where an owner types it in.
    """

    game: str
    title: str
    color: int
    lead: Card | None
    is_balance: bool
    findings: tuple[Card, ...]
    fixed: Card | None
    groups: tuple[tuple[str, tuple[Card, ...]], ...]
    open_pages: tuple[Card, ...]
    moved: tuple[Card, ...]
    absent: tuple[tuple[str, int], ...]
    lacks: str
    own: str
    replays: tuple[Replay, ...]

    @property
    def pages(self) -> int:
        """How many pages the chapter has."""
        return sum(len(held) for _, held in self.groups)


def chapters(cards: Sequence[Card], replays: Mapping[str, Sequence[Replay]]) -> list[Chapter]:
    """Return the chapters of the front page: a game each, whole games first, last what is asked across the games."""
    games = sorted(sound_games(), key=lambda game: (not load_game(game).has_whole, load_game(game).title))
    made = [_chapter(game, [card for card in cards if card["game"] == game], replays) for game in [*games, ""]]
    return [one for one in made if one.pages]


def _chapter(game: str, cards: Sequence[Card], replays: Mapping[str, Sequence[Replay]]) -> Chapter:
    by_name = {card["name"]: card for card in cards}
    whole = by_name.get(whole_page(game))
    wins = [card for card in cards if card["group"] == Group.VICTORY.value]
    chosen = by_name.get(f"{game}_{load_game(game).lead}") if game else None
    lead = whole or chosen or next(iter([*_ranked(wins), *_ranked(cards)]), None)
    title = chapter_of(game)
    return Chapter(
        game, title, color_of(game), lead, whole is not None, findings([card for card in cards if card is not lead]),
        next((card for card in cards if card["fix"]), None),
        tuple((group, held) for group in GROUPS if (held := tuple(c for c in cards if c["group"] == group))),
        tuple(card for card in cards if card["mark"] == Mark.OPEN.value and card["group"] not in TOOLS),
        tuple(card for card in cards if card["moves"]), tuple(missing(game)) if game else (),
        (load_game(game).lacks if game else "") or "its map", f"{game}_own" if f"{game}_own" in by_name else "",
        tuple(replays.get(title, ())),
    )  # fmt: skip


def _ranked(cards: Sequence[Card]) -> list[Card]:
    """Return the pages that have an answer, the surest first, of these such as have one number; a tool has none."""
    asked = [card for card in cards if card["group"] not in TOOLS or not card["game"]]
    known = [card for card in asked if card["mark"] != Mark.OPEN.value and not card["answer"].startswith(OPEN)]
    return sorted(known, key=lambda card: (Mark(card["mark"]).degree, len(numbers_of(card["answer"])) != 1))


def findings(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return the pages whose answers stand on the front page: the surest, of these with one number, of several groups.

    A tool has no finding, and what cannot be known, or told from what is known, is none.
    """
    ranked = _ranked(cards)
    chosen: list[Card] = []
    for card in ranked:
        if card["group"] not in [one["group"] for one in chosen]:
            chosen.append(card)
    chosen = [*chosen, *(card for card in ranked if card not in chosen)][:FINDINGS]
    return tuple(card for card in cards if card in chosen)


def missing(game: str) -> list[tuple[str, int]]:
    """Return what an owner could type in first, with its missing cells, in the order of his page."""
    return [(one.title, one.asked or one.unknown) for one in typed_first(game)]


def search_rows(made: Sequence[Chapter]) -> list[dict[str, str]]:
    """Return what the search looks through: a page's address, question, answer, place and words."""
    return [
        {
            "to": f"{card['name']}.html", "ask": card["question"], "say": card["answer"],
            "at": f"{chapter.title} · {group}", "words": f"{card['title']} {card['words']}",
        }
        for chapter in made
        for group, held in chapter.groups
        for card in held
    ]  # fmt: skip
