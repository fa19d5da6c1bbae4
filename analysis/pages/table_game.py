"""The page of a game played at a table: its chances by turn, the luck of its battles, where it turned. One file."""

from __future__ import annotations

import polars as pl
from markupsafe import Markup, escape

from analysis import charts
from analysis.lab.favored import Favored
from analysis.lab.table_log import TableGame, luck_of, turning
from analysis.pages.layout import Page, render_page
from analysis.pages.parts import Figure, flexible, stable, static_svg
from sim.game import Game

_NAME = "table_game"


def table_page(game: Game, found: TableGame, best: Favored) -> str:
    """Return the page as HTML that needs nothing beside it; `best` are the simulated games that told the chances."""
    first = game.whole.sides[0].capitalize()
    who = f"{best.player} players" if best.player else "all pairs of players"
    frame = pl.DataFrame({
        "turn": [0, *(one.turn for one in found.stands)], "p": [found.start, *(one.p for one in found.stands)],
        "ci_low": [best.ends.first.low, *(one.low for one in found.stands)],
        "ci_high": [best.ends.first.high, *(one.high for one in found.stands)],
        "n": [best.n, *(one.n for one in found.stands)],
    })  # fmt: skip
    spec = stable(charts.chance_line(frame, f"chance that the {first} side wins").to_dict())
    one, _ = found.turned
    reading = (
        f"Sampled: of {best.n:,} simulated games between {who}, those that stood alike after the same turn; 99 %"
        " intervals. Turn 0 is before the game. Basis: assumed (map and players)."
    )
    figure = Figure(
        f"After turn {one.turn} the {first} side wins {one.p:.0%} of games that stood alike ({one.low:.0%} to"
        f" {one.high:.0%})", reading, flexible(spec), static_svg(spec, _NAME), 1,
    )  # fmt: skip
    page = Page(
        _NAME, _NAME, question=f"Who was winning this game of {game.title}, and when?", answer=turning(game, found),
        headline=figure, figures=[figure], game=game.id, title=game.title,
    )  # fmt: skip
    page.blocks += [("figure", figure), ("table", ("The game, turn by turn", _TABLE_READING, _table(first, found)))]
    page.provenance = Markup(
        "<p>Points and battles are those of the log. Luck is exact, by the game's own tables; chances come from"
        f" {best.n:,} games of the study <code>{escape(best.found.study)}</code>.</p>"
    )
    return render_page(page, single=True)


_TABLE_READING = (
    "Luck: the share of all ways the turn's battles could have gone that are worse for the attackers, exact; a dash "
    "where no battle was written down. Chances are sampled, with 99 % intervals."
)


def _table(first: str, found: TableGame) -> Markup:
    heads = ("turn", "VP", f"{first} wins", "interval", "games alike", "attackers' luck")
    head = Markup("").join(Markup('<th scope="col">{}</th>').format(name) for name in heads)
    rows = Markup("")
    for one in found.stands:
        lucky = luck_of(one)
        cells = (
            one.turn, f"{one.vp:+d}", f"{one.p:.0%}", f"{one.low:.0%} to {one.high:.0%}", f"{one.n:,}",
            "-" if lucky is None else f"{lucky:.0%}",
        )  # fmt: skip
        rows += Markup("<tr>{}</tr>").format(Markup("").join(Markup("<td>{}</td>").format(cell) for cell in cells))
    return Markup("<table><thead><tr>{}</tr></thead><tbody>{}</tbody></table>").format(head, rows)
