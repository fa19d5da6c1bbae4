"""What the documents print runs as printed; the dictionary and the glossary are those of the code; the tour runs."""

import re
from pathlib import Path

import nbformat
import pytest

import analysis
from analysis.errors import KesselError
from analysis.notebook import EXAMPLES, guide, query
from analysis.pages.execute import execute
from analysis.pages.notebooks import notebooks, reports
from analysis.warehouse.dictionary import common_tables
from tests.sampled import sampled
from tests.tree import ROOT, Tree, blocks, copied_tree

DOCS = ROOT / "docs"
GLOSSARY = ROOT / "sim" / "GLOSSARY.md"


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Tree:
    return copied_tree(tmp_path_factory.mktemp("docs"))


def follow(tree: Tree, text: str) -> int:
    """Do what a document says, block by block, and return how many commands that were."""
    said, n = "", 0
    for kind, content in blocks(text):
        language, _, place = kind.partition(" ")
        if kind == "sh":
            for command in content.strip().splitlines():
                said, n = tree.said(command), n + 1
        elif kind == "text":
            shows(said, content)
        elif kind == "python":
            (tree.root / "block.py").write_text(content, encoding="utf8")
            assert tree.said("python block.py")
        elif language == "diff":
            patch(tree.root / place, content)
        elif place:
            write(tree.root, place, content)
    return n


def shows(said: str, expected: str) -> None:
    """Hold an output against what is printed of it; a line of dots stands for whatever is left out."""
    at = 0
    for part in re.split(r"(?m)^\.\.\.$", expected):
        found = said.find(part.strip("\n"), at)
        assert found >= 0, f"{part}\nis not in\n{said}"
        at = found + len(part.strip("\n"))


def patch(path: Path, lines: str) -> None:
    """Change a file as a diff without line numbers says; the place must be there once."""
    told = lines.rstrip("\n").split("\n")
    before, after = ("".join(f"{one[1:]}\n" for one in told if one[0] in signs) for signs in (" -", " +"))
    text = path.read_text(encoding="utf8")
    assert text.count(before) == 1, f"{path.name}: {before}"
    path.write_text(text.replace(before, after), encoding="utf8")


def write(root: Path, place: str, content: str) -> None:
    """Write a file, or add to one for ``>> file``."""
    path = root / place.removeprefix(">> ")
    before = path.read_text(encoding="utf8") if place.startswith(">> ") else ""
    path.write_text(before + content, encoding="utf8")


@pytest.mark.parametrize("name", sampled(["your-own-game", "first-study", "reading-a-report"], 1, "documents"))
def test_a_document_does_what_it_says(name: str, tree: Tree) -> None:
    assert follow(tree, (DOCS / f"{name}.md").read_text(encoding="utf8")) >= 2


def test_the_tutorials_game_is_clean_at_its_end(tree: Tree) -> None:
    if (tree.root / "sim" / "games" / "bridgehead").exists():
        tree.said("ruff check sim/games/bridgehead && ruff format --check sim/games/bridgehead")
        assert (tree.root / "reports" / "bridgehead_siege.html").stat().st_size > 10_000


def test_following_a_document_can_fail(tree: Tree) -> None:
    with pytest.raises(AssertionError, match="no game 'chess'"):
        follow(tree, "```sh\nkessel crt chess\n```\n")
    with pytest.raises(AssertionError, match="is not in"):
        shows("one\ntwo\nthree", "one\n...\nfour")
    shows("one\ntwo\nthree", "one\n...\nthree\n")


@pytest.mark.parametrize("path", [*sorted(DOCS.glob("*.md")), GLOSSARY, ROOT / "CONTRIBUTING.md"], ids=lambda p: p.name)
def test_every_file_a_document_links_to_is_there(path: Path) -> None:
    for link in re.findall(r"\]\(([^)#:]+)\)", path.read_text(encoding="utf8")):
        assert (path.parent / link).exists(), f"{path.name}: {link}"


def test_the_dictionary_is_that_of_the_schema() -> None:
    written = (DOCS / "data-dictionary.md").read_text(encoding="utf8")
    assert written == common_tables(), "out of date; write it anew with: kessel dictionary > docs/data-dictionary.md"
    assert "| |" not in written.replace("| holds |", ""), "a table or column has no comment"


def words() -> list[str]:
    """Return the glossary's words, as code and columns write them."""
    rows = [line.split("|")[1] for line in GLOSSARY.read_text(encoding="utf8").splitlines() if line.startswith("| `")]
    return [word for row in rows for word in re.findall(r"`([a-z_]+)`", row)]


def test_every_word_of_the_glossary_is_used_and_stands_once() -> None:
    used = "\n".join(
        path.read_text(encoding="utf8")
        for folder, kinds in (("sim", ("py", "toml")), ("analysis", ("py", "sql")), ("data/raw", ("toml",)))
        for kind in kinds
        for path in (ROOT / folder).rglob(f"*.{kind}")
    )
    assert len(words()) == len(set(words())) > 40
    assert [word for word in words() if not re.search(rf"(?<![a-z]){word}(?![a-z])", used)] == []


def test_the_guide_names_functions_that_say_what_they_do() -> None:
    shown = repr(guide())
    for name, module in analysis.PLACES.items():
        found = getattr(analysis, name)
        assert callable(found), f"{name} is a module of its own name as well"
        assert found.__module__ == f"analysis.{module}"
        assert re.search(rf"(?m)^{name}\(.*\)\n    [A-Z].{{20,}}\.$", shown), name
        assert name in dir(analysis)
    assert "ask(game, name, " in shown
    assert "| `query(sql, parameters=())` | Return what an SQL query finds" in guide()._repr_markdown_()
    assert "charts.law_bars(frame, axis_title" in guide()._repr_markdown_()
    assert '`query("SELECT game, title FROM core.game")`' in guide("query")._repr_markdown_()
    with pytest.raises(KesselError, match="nothing is called 'luck_frame'; expected one of guide, games_frame"):
        guide("luck_frame")
    with pytest.raises(AttributeError, match="has no attribute 'luck_frame'"):
        _ = analysis.luck_frame


def test_the_names_cost_nothing_until_they_are_used(tree: Tree) -> None:
    code = "import analysis, sys; print(sorted({'polars', 'scipy', 'duckdb', 'altair', 'numpy'} & set(sys.modules)))"
    assert tree.said(f'python -c "{code}"') == "[]"
    code = "from analysis.odds import odds; import sys; print(sorted({'polars', 'scipy', 'duckdb'} & set(sys.modules)))"
    assert tree.said(f'python -c "{code}"') == "[]"


@pytest.mark.in_turn
def test_the_tour_is_no_page_and_runs(tree: Tree) -> None:
    path = notebooks()["00_tour"]
    assert path not in {source.path for source in reports().values()}
    tree.said("kessel run leningrad_forts --games 2000 --jobs 1")
    calls = [call if call.startswith("with") else f"assert {call} is not None" for call in EXAMPLES.values()]
    write(tree.root, "examples.py", "\n".join([f"from analysis import charts, {', '.join(analysis.PLACES)}", *calls]))
    assert "core" in tree.said("python examples.py")
    assert {name for name in EXAMPLES if "." not in name} == set(analysis.PLACES)
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("KESSEL_DATA", str(tree.root / "mine"))
        done = execute(path)
    outputs = [cell.outputs for cell in done.cells if cell.cell_type == "code"]
    assert all(outputs[2:]), "a cell of the tour shows nothing"


def test_the_tour_explains_itself() -> None:
    tour = nbformat.read(notebooks()["00_tour"], as_version=4)  # type: ignore[no-untyped-call]
    kinds = [cell.cell_type for cell in tour.cells]
    assert kinds.count("markdown") >= kinds.count("code") - 2


@pytest.mark.in_turn
def test_a_query_that_does_not_work_is_refused_in_one_line(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    tree.said("kessel warehouse")
    monkeypatch.setattr(
        "analysis.notebook.open_warehouse", lambda: analysis.open_warehouse(tree.root / "mine/warehouse.duckdb")
    )
    assert query("SELECT count(*) AS n FROM core.game WHERE game = ?", ["leningrad"])["n"].to_list() == [1]
    with pytest.raises(KesselError, match=r"the query does not work: [A-Z]") as refused:
        query("SELECT x FROM nowhere")
    assert "\n" not in str(refused.value)
