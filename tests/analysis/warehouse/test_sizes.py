"""What studies take, and tables written out as files that hold the same rows."""

from collections.abc import Iterator
from pathlib import Path

import duckdb
import polars as pl
import pytest

from analysis.errors import KesselError
from analysis.warehouse.sizes import export, sizes, tables


@pytest.fixture
def place(tmp_path: Path) -> Path:
    for name, n in (("small", 10), ("large", 1000)):
        (tmp_path / name / "run").mkdir(parents=True)
        (tmp_path / name / "run" / "part").write_bytes(b"x" * n)
        (tmp_path / name / "latest").write_bytes(b"run")
    return tmp_path


@pytest.fixture
def db() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as found:
        found.execute(
            "CREATE SCHEMA core; CREATE TABLE core.run AS SELECT * FROM (VALUES ('a', 'large', 7), ('b', 'other', 3))"
            " AS t (run_id, study, n_games); CREATE TABLE core.result AS SELECT run_id, range AS game FROM core.run,"
            " range(5); CREATE SCHEMA notes; CREATE TABLE notes.mine AS SELECT 1 AS x"
        )
        yield found


def test_sizes_are_those_of_the_files(place: Path, db: duckdb.DuckDBPyConnection) -> None:
    found = [(one.study, one.n_bytes, one.n_runs, one.n_games) for one in sizes(db, place)]
    assert found == [("large", 1003, 1, 7), ("small", 13, 1, 0)]
    assert dict(tables(db)) == {"core.result": 10, "core.run": 2}


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_what_is_written_out_is_what_was_there(tmp_path: Path, db: duckdb.DuckDBPyConnection, ending: str) -> None:
    path = tmp_path / f"it's mine.{ending}"
    assert export(db, "core.result", path, "large") == 5
    read = pl.read_csv(path) if ending == "csv" else pl.read_parquet(path)
    assert read.rows() == [("a", game) for game in range(5)]
    with pytest.raises(KesselError, match="it is there already; expected a new name"):
        export(db, "core.result", path)


@pytest.mark.parametrize(
    ("table", "name", "study", "message"),
    [
        ("core.result", "x.txt", "", r"x\.txt: expected a name that ends in \.parquet or \.csv"),
        ("core.nothing", "x.csv", "", "no table 'core.nothing'; expected one of core.result, core.run"),
        ("core.run; DROP TABLE core.run", "x.csv", "", "no table"),
        ("notes.mine", "x.csv", "", "no table 'notes.mine'"),
        ("core.result", "x.csv", "gone", "no rows of a study 'gone'"),
        ("core.result", "no/x.csv", "", "expected a folder that is there"),
    ],
)
def test_what_cannot_be_written_is_refused(
    tmp_path: Path, db: duckdb.DuckDBPyConnection, table: str, name: str, study: str, message: str
) -> None:
    with pytest.raises(KesselError, match=message):
        export(db, table, tmp_path / name, study)
