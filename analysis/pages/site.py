"""Where a page stands on the site: its chapter, its group, its neighbors, and the color of its game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from analysis.pages.notebooks import GROUPS, WHOLE_GAME, Source
from sim.game import load_game, sound_games

ACROSS = "Across the games"
COLORS = 6
"""Colors that the style sheet has for games; the first is that of pages about several."""


@dataclass(frozen=True)
class Standing:
    """Where a page stands: its chapter with all its pages by group, and the pages before and after it."""

    chapter: str = ""
    group: str = ""
    color: int = 0
    groups: tuple[tuple[str, tuple[Source, ...]], ...] = ()
    before: Source | None = None
    after: Source | None = None


def chapter_of(game: str) -> str:
    """Return the chapter of a game's pages: its title, or across the games where there is none."""
    return load_game(game).title if game else ACROSS


def color_of(game: str) -> int:
    """Return the number of a game's color, 0 for pages about several games."""
    games = sound_games()
    return 1 + games.index(game) % (COLORS - 1) if game in games else 0


def in_order(sources: Sequence[Source]) -> list[Source]:
    """Return pages as the site has them: by game, by group, the whole game first of its own, then as the rules go."""
    return sorted(sources, key=lambda one: (one.game, GROUPS.index(one.group), _order(one), one.name))


def _order(source: Source) -> int:
    game, _, system = source.answers.partition("/")
    return load_game(game).systems[system].order if system else -1 if source.path.stem == WHOLE_GAME else 0


def grouped(sources: Sequence[Source]) -> tuple[tuple[str, tuple[Source, ...]], ...]:
    """Return the pages of one chapter by group, groups and pages in their order."""
    ordered = in_order(sources)
    held = ((group, tuple(one for one in ordered if one.group == group)) for group in GROUPS)
    return tuple((group, pages) for group, pages in held if pages)


def place_of(name: str, sources: Sequence[Source]) -> Standing:
    """Return where a page stands among all; a page that is not among them stands alone."""
    here = next((one for one in sources if one.name == name), None)
    if here is None:
        return Standing()
    chapter = in_order([one for one in sources if one.game == here.game])
    at = chapter.index(here)
    before, after = (chapter[i] if 0 <= i < len(chapter) else None for i in (at - 1, at + 1))
    return Standing(chapter_of(here.game), here.group, color_of(here.game), grouped(chapter), before, after)
