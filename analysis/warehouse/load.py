"""What goes into the warehouse, step by step: printed tables, odds of the combat tables, runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa

from analysis.crt.columns import crt_rows
from analysis.sources.audit import table_name
from analysis.studies.matches import KINDS as MATCH_KINDS
from analysis.studies.record import Recorded
from analysis.studies.study import Study
from analysis.warehouse.matches import load_matches
from analysis.warehouse.sql import named, parquet, quoted
from sim.game import games_with, leave_out, load_game, sound_games
from sim.numbers.rawfiles import RAW, RawFile, RuleDataError, read_raw
from sim.numbers.tables import Grid, load_grid, load_list
from sim.state import logged_fields
from sim.system import Course, Inquiry

Step = Callable[[duckdb.DuckDBPyConnection], None]
OLDER = "logged by some versions of the rules only"
"""The comment of a column that not every run of a table has."""


def printed_steps() -> Iterator[Step]:
    """Yield the steps that load what needs no run: games, number files, the odds of the complete combat tables."""
    games = sound_games()
    yield partial(_load_games, games)
    for game in games:
        yield partial(_load_tables, game)
    for game in games_with(lambda game: game.has_table):
        yield partial(_load_crt_odds, game)


def played(run: Recorded) -> Iterator[Step]:
    """Yield the steps that load a run: what it is, its turns and results, the laws of its fields."""
    study, run_id = run.study, run.record["run_id"]
    yield partial(_load_record, run.record, study, study.asks())
    if study.is_match:
        yield from (partial(load_matches, kind, run_id, study.game, run.files(kind)) for kind in MATCH_KINDS)
        return
    course = study.plays()
    for kind in ("turn", "result"):
        if files := run.files(kind):
            yield partial(_load_parts, kind, run_id, study, course, files)
    if study.log:
        for field in logged_fields(course.state):
            yield partial(_tally, f"{study.game}_{course.id}_turn", run_id, field.name, "turn", study.games)
    for name in course.results:
        yield partial(_tally, f"{study.game}_{course.id}_result", run_id, name, "0", study.games)
    if laws := run.files("exact"):
        yield partial(_load_laws, run_id, laws)


def _load_games(ids: Iterable[str], db: duckdb.DuckDBPyConnection) -> None:
    games = map(load_game, ids)
    _insert(db, "core.game", [(g.id, g.title, g.edition, g.version, *g.sides) for g in games])


def _load_tables(game: str, db: duckdb.DuckDBPyConnection) -> None:
    db.begin()  # one transaction a game: hundreds of small tables, each with a comment a column
    try:
        _load_files(game, db)
    except RuleDataError as error:
        db.rollback()
        leave_out(game, error)
    else:
        db.commit()


def _load_files(game: str, db: duckdb.DuckDBPyConnection) -> None:
    sources: list[tuple[Any, ...]] = []
    kinds: dict[str, str] = {}
    for path in sorted((RAW / game).rglob("*.csv")):
        file, name = read_raw(path), path.relative_to(RAW / game).with_suffix("").as_posix()
        sources.append(_source_row(game, name, file))
        _mirror(db, f"{game}_{name.replace('.', '_').replace('/', '_')}", file)
        is_map = path.parent != RAW / game  # read hex by hex, each file over the weaker ones, by `sim.map.layers`
        if "family" not in file.sidecar and not is_map:
            kinds[table_name(path, RAW / game)] = file.kind
    _insert(db, "core.source_table", sources)
    cells = (cell for name, kind in kinds.items() for cell in _effective_cells(game, name, kind))
    _insert(db, "core.table_cell", cells)


def _source_row(game: str, name: str, file: RawFile) -> tuple[str, ...]:
    side = file.sidecar
    source = side["source"]
    return (
        game, name, file.kind, side["title"], file.basis, source["document"], source["section"],
        ", ".join(source["rules"]), side.get("evidence", ""), side["sha256"],
    )  # fmt: skip


def _mirror(db: duckdb.DuckDBPyConnection, name: str, file: RawFile) -> None:
    """Mirror a number file as text, column by column, with a comment each."""
    table = named("raw", name)
    comments = [f"COMMENT ON TABLE {table} IS {quoted(file.sidecar['title'])}"]
    for at, column in enumerate(file.header):
        comments.append(f"COMMENT ON COLUMN {table}.{named(column)} IS {quoted(_about_column(file, at))}")
    db.register("given", pa.table(dict(zip(file.header, map(pa.array, zip(*file.rows, strict=True)), strict=True))))
    db.execute(f"CREATE TABLE {table} AS SELECT * FROM given; " + "; ".join(comments))
    db.unregister("given")


def _about_column(file: RawFile, at: int) -> str:
    column = file.header[at]
    if file.kind == "list":
        return str(file.sidecar["fields"][column]) or column
    side = file.sidecar
    return str(side["rows"]["name"]) if at == 0 else f"{side['columns']['name']} {column}"


def _effective_cells(game: str, name: str, kind: str) -> Iterable[tuple[str, ...]]:
    if kind == "grid":
        grid: Grid = load_grid(game, name)
        for row, cells, basis in zip(grid.row_labels, grid.cells, grid.basis, strict=True):
            for column, cell, of in zip(grid.column_labels, cells, basis, strict=True):
                yield game, name, row, column, cell, of
        return
    records = load_list(game, name)
    for record, basis_of in zip(records.rows, records.basis, strict=True):
        for field, value in record.items():
            if field not in records.key:
                yield game, name, records.key_of(record), field, value, basis_of[field]


def _load_crt_odds(game: str, db: duckdb.DuckDBPyConnection) -> None:
    _insert(db, "out.crt_odds", crt_rows(game))


def _load_record(record: Mapping[str, Any], study: Study, course: Inquiry, db: duckdb.DuckDBPyConnection) -> None:
    run_id, cells = record["run_id"], study.cells()
    _insert(db, "core.run", [(
        run_id, study.id, study.question, study.game, record["game_version"], study.system, study.seed, study.games,
        len(cells), study.games * len(cells), record["block"], record["code"], record["tables"], record["numpy"],
        record["command"], record["commit"], record["finished_at"],
    )])  # fmt: skip
    _insert(db, "core.cell_policy", [
        (run_id, cell.index, side, policy.id, policy.about)
        for cell in cells for side, policy in course.setting(None, cell.policies).policies.items()
    ])  # fmt: skip
    _insert(db, "core.cell_factor", [
        (run_id, cell.index, name, *study.ranges.get(name, (value, value)), name in study.grid or name in study.ranges,
         course.factors[name].basis, course.factors[name].about)
        for cell in cells for name, value in course.setting(cell.factors, None).factors.items()
    ])  # fmt: skip


def _load_parts(
    kind: str, run_id: str, study: Study, course: Course, files: list[Path], db: duckdb.DuckDBPyConnection
) -> None:
    """Load the parts of one kind into the system's own table, which is made, with its comments, by the first run."""
    name = f"{study.game}_{course.id}_{kind}"
    table, source = named("core", name), f"SELECT {quoted(run_id)} AS run_id, * FROM {parquet(files)}"
    if db.execute("SELECT 1 FROM duckdb_tables() WHERE schema_name = 'core' AND table_name = ?", [name]).fetchall():
        _widen(table, source, db)
        db.execute(f"INSERT INTO {table} BY NAME {source}")
        return
    db.execute(f"CREATE TABLE {table} AS {source}")
    about = "the log, one row a game and turn" if kind == "turn" else "results and factors, one row a game"
    comments = {"run_id": "run", "cell": "cell, from 0", "game": "game, from 0"}
    if kind == "turn":
        comments |= {"turn": "turn, from 1", **{f.name: f.metadata["about"] for f in logged_fields(course.state)}}
    else:
        comments |= {**course.results, **{f.id: f.about for f in course.factors.values()}}
    db.execute(f"COMMENT ON TABLE {table} IS {quoted(f'{course.title}: {about}')}")
    for column, *_ in db.execute(f"DESCRIBE {table}").fetchall():
        text = comments.get(column, OLDER)
        db.execute(f"COMMENT ON COLUMN {table}.{named(column)} IS {quoted(text)}")


def _widen(table: str, source: str, db: duckdb.DuckDBPyConnection) -> None:
    """Add to a table the columns that only another version of the rules logged."""
    there = {column for column, *_ in db.execute(f"DESCRIBE {table}").fetchall()}
    for column, kind, *_ in db.execute(f"DESCRIBE {source}").fetchall():
        if column not in there:
            db.execute(f"ALTER TABLE {table} ADD COLUMN {named(column)} {kind}")
            db.execute(f"COMMENT ON COLUMN {table}.{named(column)} IS {quoted(OLDER)}")


def _load_laws(run_id: str, files: list[Path], db: duckdb.DuckDBPyConnection) -> None:
    db.execute(
        f"INSERT INTO out.exact_law SELECT {quoted(run_id)}, cell, turn, field, value, probability, p "
        f"FROM {parquet(files)}"
    )


def _tally(name: str, run_id: str, field: str, turn: str, games: int, db: duckdb.DuckDBPyConnection) -> None:
    """Count the values of a field by cell and turn; turn 0 for whole games. An older run may lack the field."""
    table, column = named("core", name), named(field)
    if field not in {found for found, *_ in db.execute(f"DESCRIBE {table}").fetchall()}:
        return
    db.execute(
        f"INSERT INTO out.turn_law SELECT run_id, cell, {turn}, {quoted(field)}, {column}::SMALLINT, count(*), {games} "
        f"FROM {table} WHERE run_id = {quoted(run_id)} AND {column} IS NOT NULL GROUP BY ALL ORDER BY ALL"
    )


def _insert(db: duckdb.DuckDBPyConnection, table: str, rows: Iterable[tuple[Any, ...]]) -> None:
    """Insert rows in one statement; a few thousand at most, logs come from Parquet."""
    rows = list(rows)
    if not rows:
        return
    names = [f"c{i}" for i in range(len(rows[0]))]
    given = pa.table(dict(zip(names, map(list, zip(*rows, strict=True)), strict=True)))
    db.register("given", given)
    db.execute(f"INSERT INTO {table} SELECT * FROM given")
    db.unregister("given")
