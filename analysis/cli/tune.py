"""``kessel tune``: better weights for the players of a whole game, and what a best response to one of them gains."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import click

from analysis.children import cores
from analysis.cli._answers import near, say, say_json
from analysis.cli._whole import WholeGames, board_of
from analysis.errors import KesselError
from sim.game import Game

if TYPE_CHECKING:
    from analysis.lab.tuning.tune import Task, Tuned

TUNED = "tuned"
MOST_GROWN = 8
"""Rounds of best responses at most."""


def _command(game: Game) -> click.Command:
    def run(
        json_: bool, out: Path | None, write: bool, changes: tuple[str, ...], epsilon: float | None, **given: Any
    ) -> None:
        from analysis.lab.tuning.tune import attempt, tune

        task = _task(game, given)
        if epsilon is not None:
            if given["against"] != "mixture" or write or changes:
                raise KesselError("--epsilon grows the best mixture of both sides; expected it without --against, "
                                  "--write or --try")  # fmt: skip
            _grow(game, task, epsilon, out, json_=json_)
            return
        _check_file(task, out)
        moved = _changes(task, changes)
        found = attempt(task, moved) if moved else tune(task, lambda line: None if json_ else say(line))
        text = _as_toml(game, task, found)
        if out is not None:
            out.write_text(text, encoding="utf8")
        if write:
            _put(task.tuning.file, task.side, text)
        if json_:
            say_json(_as_json(game, task, found))
            return
        _tell(task, found)
        say(f"weights: {near(out)}" if out is not None else text)

    sides = game.whole.sides
    options: list[click.Parameter] = [
        click.Option(["--side"], type=click.Choice(sides), default=sides[0], show_default=True,
                     help="The side to tune."),
        click.Option(["--from", "start"], default="balanced", show_default=True, help="The character to start from."),
        click.Option(["--against"], default="mixture", show_default=True,
                     help="Whom it plays: one rival, several with shares (bold=2,cautious=1), or mixture, the "
                     "rivals that the "
                     "game names, else all characters but the last."),
        click.Option(["--board"], default="central", show_default=True,
                     help="The board: central, the number of a member, or all, which searches on half of them and "
                     "proves on the rest."),
        click.Option(["--games"], type=click.IntRange(4, 1_000_000), default=200, show_default=True,
                     help="Games for each candidate; twice as many, on fresh dice, choose the best, and four times "
                     "as many prove it."),
        click.Option(["--rounds"], type=click.IntRange(1, 10_000), default=20, show_default=True,
                     help="Generations of candidates."),
        click.Option(["--seed"], type=click.IntRange(0, 2**63 - 1), default=0, show_default=True,
                     help="Seed of the dice."),
        click.Option(["--jobs"], type=int, default=-1, show_default=True, help="Workers; -1 is one for each core."),
        click.Option(["--try", "changes"], multiple=True, metavar="NAME=VALUE",
                     help="Search nothing: say what this change of a weight gains over the character; again for "
                     "each weight."),
        click.Option(["--epsilon"], type=click.FloatRange(0, 1_000, min_open=True),
                     help="Add best responses to the best mixture of both sides until none gains more points than "
                     "this."),
        click.Option(["--out"], type=click.Path(path_type=Path, dir_okay=False), help="Write the weights to a file."),
        click.Option(["--write"], is_flag=True,
                     help=f"Write the weights into the game's own file as the character {TUNED}."),
        click.Option(["--json", "json_"], is_flag=True, help="Print JSON."),
    ]  # fmt: skip
    about = (
        f"Tune a side of {game.title} against its rivals, on paired dice. "
        "What the best answer to a player gains is his exploitability."
    )
    return click.Command(game.id, callback=run, help=about, params=options)


def _grow(game: Game, task: Task, epsilon: float, out: Path | None, *, json_: bool) -> None:
    """Grow the matrix by best responses; what is found is written beside `out`, a file a player."""
    from analysis.lab.tuning.oracle import grow

    _check_file(task, out)
    with TemporaryDirectory() as folder:
        beside = Path(folder) / "found.toml" if out is None else out
        kept: list[Path] = []

        def save(side: str, weights: Mapping[str, int]) -> str:
            path = beside.with_name(f"{beside.stem}_{side}_{len(kept) + 1}.toml")
            start = task.tuning.weights_of("balanced", side)
            lines = [f"{name} = {number}" for name, number in weights.items() if start[name] != number]
            path.write_text("\n".join([f"[{side}.{TUNED}]", *lines]) + "\n", encoding="utf8")
            kept.append(path)
            return str(path)

        found = grow(task, epsilon, MOST_GROWN, save, lambda line: None if json_ else say(line))
    even, names = found.found, [[Path(name).stem for name in pool] for pool in found.players]
    mixes = [
        {name: float(share) for name, share in zip(pool, mix, strict=True)}
        for pool, mix in zip(names, (found.found.rows, found.found.columns), strict=True)
    ]
    if json_:
        say_json({"game": game.id, "value_vp": even.value, "ci_low": even.low, "ci_high": even.high,
                  "mixes": dict(zip(game.whole.sides, mixes, strict=True)), "rounds": found.rounds,
                  "gains_vp": [one.mean for one in found.gains], "is_enough": found.is_enough})  # fmt: skip
        return
    said = "no best response gains" if found.is_enough else "the rounds ran out before none gained"
    unit = "VP" if task.whole.is_scored else "won of 100"
    say(f"value {even.value:+.2f} {unit} ({even.low:+.2f} to {even.high:+.2f}) at the best mixtures")
    say(f"{said} {epsilon:g} {task.unit}")
    for side, mix, gain in zip(game.whole.sides, mixes, found.gains, strict=True):
        parts = ", ".join(f"{name} {share:.0%}" for name, share in mix.items() if share >= 0.005)
        say(f"  {side}: {parts}; left to gain: {gain.said(task.unit)}")


def _task(game: Game, given: Mapping[str, Any]) -> Task:
    from analysis.lab.tuning.tune import Task

    whole = game.whole
    if whole.tuning is None:
        raise KesselError(f"{game.title} has no players that can be tuned")
    characters = whole.tuning.characters
    if given["start"] not in characters:
        raise KesselError(f"--from is {given['start']!r}; expected one of {', '.join(characters)}")
    if given["jobs"] == 0 or given["jobs"] < -1:
        raise KesselError(f"--jobs is {given['jobs']}; expected a number of workers, or -1 for one a core")
    other = whole.sides[1 - whole.sides.index(given["side"])]
    rivals = _rivals(given["against"], whole.players_of(other), whole.tuning.rivals_of(given["side"]))
    boards, fresh = _boards(given["board"], whole.boards)
    return Task(
        whole, given["side"], given["start"], rivals, tuple(c for c in characters if c not in rivals), given["games"],
        given["seed"], given["rounds"], given["jobs"] if given["jobs"] > 0 else cores(), boards, fresh,
    )  # fmt: skip


def _boards(text: str, members: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the boards to search on, and those of the proof: of all members every second one is held out."""
    if text == "all" and members > 1:
        return tuple(range(0, members, 2)), tuple(range(1, members, 2))
    board = (board_of(text, members),)
    return board, board


def _rivals(text: str, players: tuple[str, ...], usual: tuple[str, ...]) -> dict[str, float]:
    """Return the rivals with their shares."""
    if text == "mixture":
        return dict.fromkeys(usual, 1.0)
    found: dict[str, float] = {}
    for one in text.split(","):
        name, _, share = one.partition("=")
        if name not in players and not name.endswith(".toml"):
            raise KesselError(f"--against names {name!r}; expected mixture, or some of {', '.join(players)}")
        if share and not (re.fullmatch(r"\d{1,6}(\.\d{1,6})?", share) and float(share)):
            raise KesselError(f"--against gives {name} the share {share!r}; expected a number above 0")
        found[name] = float(share or 1)
    return found


def _changes(task: Task, changes: tuple[str, ...]) -> dict[str, int]:
    """Return the weights that are to be changed by hand."""
    known = task.tuning.weights_of(task.start, task.side)
    found: dict[str, int] = {}
    for one in changes:
        name, _, number = one.partition("=")
        if name not in known:
            raise KesselError(f"--try {one!r}: no weight {name!r}; expected one of {', '.join(known)}")
        if not re.fullmatch(r"-?\d{1,6}", number):
            raise KesselError(f"--try {one!r}: {number!r} is no weight; expected a whole number")
        found[name] = int(number)
    return found


def _check_file(task: Task, out: Path | None) -> None:
    """Refuse what cannot be written, before any game is played."""
    if out is None:
        return
    if out.resolve() == task.tuning.file.resolve():
        raise KesselError(f"--out is {str(out)!r}, the game's own file; expected another, or --write")
    if out.suffix != ".toml" or not out.absolute().parent.is_dir():
        raise KesselError(f"--out is {str(out)!r}; expected a name that ends in .toml, in a folder that is there")


def _tell(task: Task, found: Tuned) -> None:
    rivals = ", ".join(f"{name} {share:g}" for name, share in task.rivals.items())
    fresh = "fresh dice" if task.boards == task.fresh else f"fresh dice and {len(task.fresh)} fresh boards"
    say(f"{task.side}: {found.gain.said(task.unit)} over {task.start}, against {rivals}, on {fresh}")
    for rival, gain in found.by_rival.items():
        say(f"  against {rival}{' (held out)' if rival in task.held_out else ''}: {gain.said(task.unit)}")


def _as_toml(game: Game, task: Task, found: Tuned) -> str:
    rivals = ", ".join(f"{name} {share:g}" for name, share in task.rivals.items())
    lines = [
        f"# {game.title}, {task.side}: tuned from {task.start} against {rivals}; seed {task.seed},",
        f"# {found.candidates:,} candidates, {task.games} games each on {_boards_in_words(task.boards)}.",
        f"# On fresh dice and {_fresh_in_words(task)}: {found.gain.said(task.unit)}.",
        f"[{task.side}.{TUNED}]",
    ]
    start = task.tuning.weights_of("balanced", task.side)
    lines += [f"{name:19} = {number}" for name, number in found.weights.items() if start[name] != number]
    return "\n".join(lines) + "\n"


def _boards_in_words(boards: tuple[int, ...]) -> str:
    if len(boards) > 1:
        return f"{len(boards)} boards"
    return "the central board" if boards[0] < 0 else f"board {boards[0]}"


def _fresh_in_words(task: Task) -> str:
    is_same = task.fresh == task.boards
    return _boards_in_words(task.fresh) if is_same else f"{len(task.fresh)} boards held out"


def _put(file: Path, side: str, text: str) -> None:
    """Replace the tuned character of a side in the game's own file."""
    head = f"[{side}.{TUNED}]"
    kept: list[str] = []
    inside = False
    for line in file.read_text(encoding="utf8").splitlines():
        if line == head:
            while kept and kept[-1].startswith("#"):
                kept.pop()
            kept += [*text.splitlines(), ""]
            inside = True
        elif inside and line.startswith(("[", "#")):
            inside = False
        if not inside:
            kept.append(line)
    file.write_text("\n".join(kept).rstrip() + "\n", encoding="utf8")


def _as_json(game: Game, task: Task, found: Tuned) -> dict[str, Any]:
    def plain(gain: Any) -> dict[str, Any]:
        return {"mean": gain.mean, "ci_low": gain.ci_low, "ci_high": gain.ci_high, "n": gain.n}

    by_rival = {rival: plain(gain) | {"held_out": rival in task.held_out} for rival, gain in found.by_rival.items()}
    return {
        "game": game.id, "side": task.side, "from": task.start, "against": dict(task.rivals), "seed": task.seed,
        "candidates": found.candidates, "gain_vp" if task.whole.is_scored else "gain_wins_of_100": plain(found.gain),
        "boards": len(task.boards), "fresh_boards": len(task.fresh),
        "by_rival": by_rival,
        "weights": dict(found.weights),
    }  # fmt: skip


COMMAND = WholeGames(_command, name="tune", help="Tune the players of a game, or find the best response to one.")
