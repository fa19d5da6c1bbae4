"""What an owner of a game could type in: each table with cells that our source lacks, and which answers read it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from analysis.fights.typical import fights
from analysis.sources.audit import table_name
from analysis.sources.named_columns import is_named
from sim.border import checked, toml_file
from sim.game import GAMES, Game, load_game
from sim.numbers.rawfiles import MISSING, RAW, RawFile, basis_of, read_raw, where
from sim.numbers.rawschema import MISSING_CELLS

_EXAMPLES = 12
"""Values of a column, up to which they are offered as what may be typed."""


@dataclass(frozen=True)
class Owned:
    """A printed table with cells that are missing: the file as it stands, and what reads it.

    `words` says what each column holds, `choices` what may stand in it where the file says so; `readers` are the titles
    of the answers that read the table, the combat first, `is_played` is whether whole games read it, and `wanted` what
    the game's list of gaps says of it. `follows` has what stands in missing cells that follow from what is printed
    elsewhere, by row and column; `asked` counts those that do not, in columns that an answer names: typed elsewhere, a
    cell changes no answer.
    `instead` is the file without a form that is read for most of the missing cells, empty if there is none.
    """

    name: str
    file: str
    title: str
    kind: str
    rules: tuple[str, ...]
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    words: tuple[str, ...]
    choices: tuple[tuple[str, ...], ...]
    readers: tuple[str, ...]
    is_played: bool
    wanted: str
    follows: Mapping[tuple[int, int], str]
    asked: int
    instead: str

    @property
    def missing(self) -> int:
        """How many cells are missing."""
        return sum(cell == MISSING for row in self.rows for cell in row)

    @property
    def inferred(self) -> int:
        """How many of them follow from what is printed elsewhere."""
        return len(self.follows)

    @property
    def unknown(self) -> int:
        """How many of them only an owner can tell."""
        return self.missing - self.inferred


@dataclass(frozen=True)
class Unshaped:
    """A table that has no file yet, since our source does not show its shape: what, the rule, the file, its layout.

    `is_played` is whether whole games read the file once it is there.
    """

    what: str
    rule: str
    file: str
    layout: str
    needed_for: str
    is_played: bool


def owned(game: str) -> list[Owned]:
    """Return the tables of a game that wait for an owner: those of its combat first, then what most answers read.

    Tables whose gaps all follow from what is printed elsewhere come last: to type them in would only check us.

    Of combat's, that one leads which alone leaves usual fights open. Where no fight waits for any, what whole games
    lack most comes before them.

    >>> [one.name for one in owned("traces_of_hubris")][0]
    'crt'
    """
    found, known = list(_tables(load_game(game))), load_game(game)
    first = (known.table.name, *_MODIFIERS) if known.has_table else ()
    wanted = _narrowing(game) if known.has_table else ""
    found.sort(
        key=lambda one: (
            f"{one.name}.csv" not in wanted, not one.unknown, one.name not in first,
            COMBAT not in one.readers, -len(one.readers), -one.unknown, one.name,
        )
    )  # fmt: skip
    ahead = played_first(found)
    return sorted(found, key=lambda one: one is not ahead)


@cache
def _narrowing(game: str) -> str:
    """Return, in words, the files that narrow the usual fights whose column is sure and whose outcome is not."""
    left = (fight for fight in fights(game) if fight.is_open_after_the_table)
    return " ".join(fight.comes_to.narrowed_by[fight.answer.family] for fight in left)


def played_first(tables: Sequence[Owned]) -> Owned | None:
    """Return the table whose gaps whole games feel most, `None` where none is played or the fights come before.

    >>> played_first(owned("traces_of_hubris")) is None
    True
    """
    if tables and COMBAT in tables[0].readers:
        return None
    return max((one for one in tables if one.is_played), key=lambda one: one.unknown, default=None)


def typed_first(game: str) -> list[Owned]:
    """Return what to type in that nothing else tells: what whole games lack most, and the tables that answers read."""
    tables = owned(game)
    ahead = played_first(tables)
    return [one for one in tables if one.asked or one is ahead]


def unshaped(game: str) -> list[Unshaped]:
    """Return the tables that have no file yet, in the order of the game's ``missing.toml``."""
    folder = RAW / load_game(game).id
    return [
        Unshaped(one["what"], one["rule"], one["file"], one["layout"], one["needed_for"],
                 _is_played(game, one["file"].removesuffix(".csv")))
        for one in _gaps(game)
        if not (folder / one["file"]).exists()
    ]  # fmt: skip


def _gaps(game: str) -> list[dict[str, str]]:
    path = RAW / game / "missing.toml"
    if not path.exists():
        return []
    found: list[dict[str, str]] = checked(toml_file(path, where(path)), MISSING_CELLS, where(path)).get("missing", [])
    return found


COMBAT = "the odds of the fights that use it"
_MODIFIERS = ("terrain", "column_shifts", "drm")
"""The tables that nearly every fight reads beside the combat table."""
_PLAYS = ("map", "players")
"""The folders of a game whose code plays it whole; what its log calls things (`_TELLS`) moves no counter."""
_TELLS = "record"


@cache
def _is_played(game: str, table: str) -> bool:
    """Return whether the code of a game's map or players, or that of all maps, reads a table by its name."""
    if not load_game(game).has_whole:
        return False
    reads = re.compile(rf'(?:table|load_list|load_grid|read_layers)\((?:[\w.]+, )?"{table}"|\b{table}\.csv')
    of_all = [GAMES.parent / "map" / one for one in ("board.py", "setup.py")]
    own = [path for folder in _PLAYS for path in (GAMES / game / folder).rglob("*.py") if _TELLS not in path.parts]
    return any(reads.search(path.read_text(encoding="utf8")) for path in (*of_all, *own))


def _tables(game: Game) -> Iterator[Owned]:
    folder, gaps = RAW / game.id, {one["file"]: one["what"] for one in _gaps(game.id)}
    for path in sorted(folder.glob("*.csv")):
        if basis_of(path) != "rulebook":
            continue
        file = read_raw(path)
        if any(MISSING in row for row in file.rows):
            name = table_name(path, folder)
            filled, readers = _filled(file), dict(_readers(game, name, file))
            gaps_left = [file.header[at] for (_, at), told in filled.items() if not told]
            yield Owned(
                name, where(path), file.sidecar["title"], file.kind, tuple(file.sidecar["source"]["rules"]),
                file.header, file.rows, _words(file), tuple(_choices(file, at) for at in range(len(file.header))),
                tuple(readers), _is_played(game.id, name), gaps.get(path.name, ""),
                {place: told for place, told in filled.items() if told},
                sum(_reads(game.id, file, gaps_left, readers.values())), _instead(game.id, file, gaps_left),
            )  # fmt: skip


def _instead(game: str, file: RawFile, gaps: Sequence[str]) -> str:
    """Return the file yet to be written that is read for most of the gaps of a table: it has its key and columns."""
    keys = {file.header[at] for at in file.key_columns}
    for one in unshaped(game):
        columns = set(re.findall(r"\w+", one.layout.partition(":")[0]))
        if one.is_played and keys <= columns and 2 * sum(gap in columns for gap in gaps) > len(gaps):
            return one.file
    return ""


def _filled(file: RawFile) -> dict[tuple[int, int], str]:
    """Return what its file of inferred values has for each missing cell of a table, empty for none, by row, column."""
    path = file.path.with_name(f"{file.path.stem}.inferred.csv")
    told = {}
    if path.exists():
        beside = read_raw(path)
        told = {
            (*_key(beside, row), name): cell
            for row in beside.rows
            for name, cell in zip(beside.header, row, strict=True)
            if cell not in ("", MISSING)
        }
    return {
        (n, at): told.get((*_key(file, row), name), "")
        for n, row in enumerate(file.rows)
        for at, (name, cell) in enumerate(zip(file.header, row, strict=True))
        if cell == MISSING
    }


def _key(file: RawFile, row: Sequence[str]) -> tuple[str, ...]:
    return tuple(row[at] for at in file.key_columns)


def _words(file: RawFile) -> tuple[str, ...]:
    """Return what each column holds, in the words of the sidecar."""
    if file.kind == "list":
        return tuple(str(file.sidecar["fields"][name]) for name in file.header)
    side = file.sidecar
    return (str(side["rows"]["name"]), *(f"{side['columns']['name']} {name}" for name in file.header[1:]))


def _choices(file: RawFile, at: int) -> tuple[str, ...]:
    """Return what may be typed into a column: the choices of a list, the codes of a grid; none where any number may."""
    if at in file.key_columns:
        return ()
    if file.kind == "grid":
        return tuple(file.sidecar.get("codes", {}))
    return tuple(file.sidecar.get("choices", {}).get(file.header[at], ()))


@cache
def _read_in_combat(game: str) -> frozenset[str]:
    """Return the tables that the code of a game's combat reads by their names."""
    reads = re.compile(r'load_(?:list|grid|family)\([\w"]+, "(\w+)"')
    files = (GAMES / game / "combat").glob("*.py")
    return frozenset(name for path in files for name in reads.findall(path.read_text(encoding="utf8")))


def _readers(game: Game, table: str, file: RawFile) -> Iterator[tuple[str, str]]:
    """Yield the answers that read a cell missing from a table, by the names of their pages, each with its module."""
    gaps = {file.header[at] for _, at in _filled(file)}
    if game.has_table and table in {game.table.name, *_MODIFIERS, *_read_in_combat(game.id)}:
        yield from ((COMBAT, "combat") for _ in range(any(_reads(game.id, file, gaps, ["combat"]))))
    for system in game.systems.values() if game.has_systems else ():
        module = f"systems.{system.id}"
        if table in system.tables and any(_reads(game.id, file, gaps, [module])):
            yield system.title.partition(":")[0], module


def _reads(game: str, file: RawFile, columns: Iterable[str], modules: Iterable[str]) -> Iterator[bool]:
    """Yield for each column of a table whether one of the modules names it; a grid is read whole."""
    known = list(modules)
    for column in columns:
        yield bool(known) and (file.kind != "list" or any(is_named(game, one, column) for one in known))
