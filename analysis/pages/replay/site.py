"""The replays of the site: three games of each whole game, between its best players if these were played."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from analysis.matches.replaying import walked
from analysis.pages.inputs import inputs_digest
from analysis.pages.markup import head_notes
from analysis.pages.notebooks import whole_page
from analysis.pages.replay.page import TEMPLATE, Telling, render
from analysis.studies.study import data_folder
from analysis.warehouse.build import WAREHOUSE, open_warehouse
from analysis.warehouse.chosen import ROLLOUTS, Chosen, chosen_games
from analysis.warehouse.played import to_watch
from sim.game import Game


@dataclass(frozen=True)
class Replay:
    """A replay of the site: the page without its ending, its title, and why this game was chosen."""

    name: str
    title: str
    why: str
    inputs: str


def write_replays(game: Game, folder: Path, jobs: int = 2) -> tuple[list[Replay], list[Path]]:
    """Write the replays of a game's chosen matches; return all of them, and the files written now.

    A page that was made from the same inputs is kept as it is.
    """
    names = [page_name(game.id, one) for one in ("closest", "one_sided", "reversal")]
    inputs = {name: inputs_digest(TEMPLATE, {"replay": name}, ()) for name in names}
    kept = [_kept(folder / f"{name}.html", inputs[name]) for name in names]
    if all(kept):
        return [one for one in kept if one is not None], []
    with open_warehouse(data_folder() / WAREHOUSE.name) as db:
        chosen = chosen_games(to_watch(db, game.id))
    shown, written = [], []
    for one in chosen:
        name = page_name(game.id, one.name)
        replay = Replay(name, one.title, one.why, inputs[name])
        path = folder / f"{name}.html"
        path.write_text(_page(game, one, replay, chosen, jobs), encoding="utf8")
        shown.append(replay)
        written.append(path)
    return shown, written


def page_name(game: str, chosen: str) -> str:
    """Return the name of a replay's page."""
    return f"{game}_replay_{chosen}"


def _kept(path: Path, inputs: str) -> Replay | None:
    """Return a replay on disk if it was made from these inputs."""
    notes = head_notes(path.read_text(encoding="utf8")) if path.exists() else {}
    kept = json.loads(notes.get("kessel-replay", "{}"))
    return Replay(**kept) if kept.get("inputs") == inputs else None


def _page(game: Game, one: Chosen, replay: Replay, chosen: Sequence[Chosen], jobs: int) -> str:
    walk = walked(game.whole, one.seats, one.seed, one.game)
    others = [(f"{page_name(game.id, other.name)}.html", other.title) for other in chosen if other.name != one.name]
    links = [("index.html", "All games"), (f"{whole_page(game.id)}.html", "Who wins"), *others]
    title = f"{game.title}: {one.title[0].lower()}{one.title[1:]}"
    story = Telling(
        game, walk.played, walk.seats, walk.hidden, walk.chances(ROLLOUTS, jobs), title, one.why, tuple(links),
        json.dumps(asdict(replay)),
    )  # fmt: skip
    return render(story)
