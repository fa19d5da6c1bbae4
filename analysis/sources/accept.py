"""How an owner's correction of a table becomes official: proven in a copy, then written as a whole or not at all."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from analysis.children import last_line, python
from analysis.sources.audit import audits_of_table, table_name, write_checksum
from sim.errors import BorderError
from sim.numbers.rawfiles import ACCEPTED, RAW, RuleDataError, checksum, read_raw, where


def accept(paths: Sequence[Path], root: Path = RAW) -> list[tuple[str, str, str]]:
    """Make edited tables official: check them, write their checksums; return file, old and new checksum of each.

    Layers of one table that were changed together must be accepted together. They are proven in a copy of the game's
    files; the sidecars are left as they were if a table, or what is built on it, is not in order.
    """
    finish(root)
    paths = [path.resolve() for path in paths]
    for path in paths:
        if path.suffix != ".csv" or not path.is_relative_to(root) or not path.exists():
            raise RuleDataError(f"{path.name}: expected an existing CSV under {where(root, root).rstrip('/.')}")
    files = [read_raw(path, root, verify=False) for path in paths]
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder).resolve()
        for game in dict.fromkeys(_game_of(path, root) for path in paths):
            shutil.copytree(root / game, copy / game)
        copies = [copy / path.relative_to(root) for path in paths]
        new = [write_checksum(path, copy) for path in copies]
        try:
            _prove(copies, copy)
        except RuleDataError as error:
            raise _named_together(error, paths, root) from None
        _write({path: one.with_suffix(".toml").read_bytes() for path, one in zip(paths, copies, strict=True)}, root)
    return [(file.label, str(file.sidecar["sha256"]), to) for file, to in zip(files, new, strict=True)]


def _named_together(error: RuleDataError, paths: Sequence[Path], root: Path) -> RuleDataError:
    """Name with a fault the other edited tables of the games: accepted one by one, each would ask for the other."""
    games = {_game_of(path, root) for path in paths}
    others = [
        path for game in sorted(games) for path in sorted((root / game).rglob("*.csv"))
        if path not in paths and _is_edited(path)
    ]  # fmt: skip
    if not others:
        return error
    words = " ".join(f"--accept {where(path, root)}" for path in [*paths, *others])
    plain = str(error).partition("; if the change is meant: ")[0]
    return RuleDataError(
        f"accept all that was edited together: kessel audit {words}; alone it is refused, since {plain}"
    )


def _is_edited(path: Path) -> bool:
    """Return whether a table is not the one whose checksum its sidecar has; one without a sidecar is none of ours."""
    sidecar = path.with_suffix(".toml")
    return sidecar.is_file() and checksum(path) not in sidecar.read_text(encoding="utf8", errors="replace")


def finish(root: Path = RAW) -> None:
    """Put in place what an acceptance had decided on when it was killed; nothing otherwise."""
    committed = root / ACCEPTED
    if not committed.is_dir():
        return
    for sidecar in sorted(path for path in committed.rglob("*") if path.is_file()):
        sidecar.replace(root / sidecar.relative_to(committed))
    shutil.rmtree(committed)


def _write(tables: Mapping[Path, bytes], root: Path) -> None:
    """Write the sidecars of some tables, all or none: the renaming of the folder that holds them decides."""
    staged = Path(tempfile.mkdtemp(prefix=".accept-", dir=root))
    try:
        for path, text in tables.items():
            sidecar = path.with_suffix(".toml")
            if sidecar.read_bytes() != text:
                _prove_writable(sidecar, root)
            to = staged / sidecar.relative_to(root)
            to.parent.mkdir(parents=True, exist_ok=True)
            to.write_bytes(text)
        staged.rename(root / ACCEPTED)
    except OSError as error:
        raise RuleDataError(
            f"nothing was accepted: {error.strerror or error}: {where(Path(error.filename or root), root)}"
        ) from None
    finally:
        shutil.rmtree(staged, ignore_errors=True)
    finish(root)


def _prove_writable(sidecar: Path, root: Path) -> None:
    """Raise `RuleDataError` or `OSError` if a sidecar cannot be replaced."""
    if not sidecar.is_file():
        raise RuleDataError(f"nothing was accepted: {where(sidecar, root)} is no file")
    with sidecar.open("r+b"), tempfile.NamedTemporaryFile(dir=sidecar.parent):
        pass


def _game_of(path: Path, root: Path) -> str:
    return path.relative_to(root).parts[0]


def _prove(paths: Sequence[Path], root: Path) -> None:
    """Load every table, and ask what the games offer over the new numbers; refuse what cannot use them."""
    for path in paths:
        game = _game_of(path, root)
        try:
            audits_of_table(game, table_name(path, root / game), root)
        except BorderError as error:
            raise RuleDataError(str(error).replace(str(root), "data/raw")) from None
    for game in dict.fromkeys(_game_of(path, root) for path in paths):
        _prove_playable(game, root)


def _prove_playable(game: str, root: Path) -> None:
    """Ask what a game offers over the new numbers, in a process of its own; refuse what it cannot use."""
    for what, script in (("combat", _FIGHT), ("combat table", _TABLE), ("systems", _PLAY), ("map", _MAP)):
        done = python("-c", script, game, env={"KESSEL_RAW": str(root)})
        if done.returncode:
            raise RuleDataError(f"{game}: its {what} cannot use this table: {last_line(done.stderr)}")


_FIGHT = """
import sys
from analysis.fights.typical import fights
from sim.game import load_game
from sim.places import GAMES
if load_game(sys.argv[1]).has_combat:
    load_game(sys.argv[1]).combat
    if (GAMES / sys.argv[1] / "fights.toml").exists():
        fights(sys.argv[1])
"""
_TABLE = """
import sys
from analysis.crt.columns import column_laws
from sim.game import load_game
if load_game(sys.argv[1]).has_table:
    column_laws(sys.argv[1])
"""
_PLAY = """
import sys
from sim.game import load_game
from sim.play import play_exactly
for system in load_game(sys.argv[1]).systems.values():
    assert all(f.low <= f.value <= f.high and -100 <= f.low and f.high <= 100 for f in system.factors.values()), \\
        "a factor's value is not between its low and high, or beyond 100"
    if system.course and not system.course.sampled_because:
        list(play_exactly(system.course, system.setting()))
    elif not system.course:
        system.measure(system.setting())
"""
_MAP = """
import sys
from sim.game import load_game
from sim.numbers.rawfiles import RAW
game = load_game(sys.argv[1])
if game.offers_drawing is not None:
    game.offers_drawing(-1, "light", {})
elif game.has_whole and (RAW / sys.argv[1] / "map").is_dir():
    from sim.map.board import load_board
    from sim.map.setup import load_setup
    load_board(sys.argv[1])
    load_setup(sys.argv[1], -1)
"""
