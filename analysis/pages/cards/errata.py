"""The errata of a game as a sheet of A4: a line each, ranked, to send to its developer."""

from __future__ import annotations

from bisect import bisect_left

from analysis.errors import KesselError
from analysis.pages.cards.sheet import Ledger, Sheet
from analysis.sources.errata import Erratum, errata
from sim.game import load_game

_HEAD = ("", "where", "what is wrong", "what it does", "smallest fix, or how we read it")
_WIDTHS = (2.5, 14, 33, 33, 25)
_SAMPLED = " What is said of whole games is sampled, with its 95 % interval."
_WHOLE_GAMES = "whole games"
_SIZES = (8.6, 8.2, 7.8, 7.4, 7.0, 6.6, 6.2)
"""Of letters, in points: the largest of them with which all that is wrong stands on the sheet, in whole sentences."""


def errata_sheet(game: str) -> tuple[Sheet, int]:
    """Return a game's errata as a sheet, and how many did not fit, those that do the least."""
    known, found = load_game(game), errata(game)

    def made(shown: int, size: float) -> Sheet | None:
        sheet = _sheet(known.title, known.edition, found[:shown], len(found) - shown, size)
        try:
            sheet.svg()
        except KesselError:
            return None
        return sheet

    fewest_left_out = bisect_left(
        range(len(found)), True, key=lambda left: made(len(found) - left, _SIZES[-1]) is not None
    )
    shown = len(found) - fewest_left_out
    sheet = next(filter(None, (made(shown, size) for size in _SIZES)), None) if shown else None
    if sheet is None:
        raise KesselError(f"{game} has no errata that fit a sheet of A4; expected at least one")
    return sheet, fewest_left_out


def _sheet(title: str, edition: str, found: list[Erratum], left_out: int, size: float) -> Sheet:
    more = f"; {left_out} more, which do less, are on the page" if left_out else ""
    under = (
        f"{edition}. Dead rules, contradictions and reversals, those first that change the most{more}. What the other"
        " reading does is counted exactly, in one setting that shows it; “a to b” is open by unprinted cells."
        f"{_SAMPLED if any(_WHOLE_GAMES in one.does for one in found) else ''}"
    )
    rows = tuple(
        (str(place), f"{one.place} ({one.kind})", one.wrong, one.does, one.fix) for place, one in enumerate(found, 1)
    )
    foot = "One reader's count, from a copy without maps, cards and counters. Made by Kessel."
    return Sheet(f"{title}: errata", under, ((Ledger(_HEAD, rows, _WIDTHS, size),),), foot)
