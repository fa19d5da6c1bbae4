"""Which pages there are is known from the notebooks' metadata, before anything that makes pages is imported."""

import subprocess
import sys
from pathlib import Path

import pytest

from analysis.errors import KesselError
from analysis.pages.notebooks import check_report, reports


def test_the_names_of_pages_cost_no_import_of_what_makes_them() -> None:
    code = "import analysis.pages.notebooks, sys; print(sorted({'altair', 'nbformat', 'nbclient'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


@pytest.mark.parametrize("name", ["nowhere", "crt.html", "Crt", ""])
def test_a_page_that_there_is_not_is_refused_with_the_names_there_are(name: str) -> None:
    check_report("crt", ["crt", "explorer"])
    check_report(None, ["crt", "explorer"])
    with pytest.raises(KesselError, match=f"^no report '{name}'; expected one of crt, explorer$"):
        check_report(name, ["crt", "explorer"])


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"metadata": []}', "\xff"])
def test_a_file_that_is_no_notebook_is_named(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "odd.ipynb").write_bytes(text.encode("latin1"))
    monkeypatch.setattr("analysis.pages.notebooks.notebook_folder", lambda: tmp_path)
    with pytest.raises(KesselError, match=r"^notebooks/odd\.ipynb: not a notebook: "):
        reports()
