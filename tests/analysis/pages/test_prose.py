"""What pages say, held to `docs/how-we-write.md`: headlines in measure, no worn phrase, no answer beside its range."""

import re
from pathlib import Path

import pytest

from analysis.pages.notebooks import reports
from analysis.pages.sentences.answer import how_sure, is_outside
from analysis.pages.sentences.system import system_page
from analysis.systems.ask import ask, every_system
from sim.verdict import complaint
from tests.analysis.made_pages import Pages, headlines, ours_in_prose
from tests.analysis.page_faults import MOST_NUMBERS, MOST_WORDS, Made, faults, measure_of_sure

ROOT = Path(__file__).parents[3]
RULES = (ROOT / "docs" / "how-we-write.md").read_text(encoding="utf8")
WORN = re.findall(r"^\| `([^`]+)` \|", RULES.partition("## Worn phrases")[2], re.M)
SOURCES = sorted(
    path
    for folder, kinds in (
        ("sim", ("*.py", "*.md", "*.toml")), ("analysis", ("*.py", "*.html", "*.js", "*.toml")),
        ("notebooks", ("*.ipynb",)), ("data/raw", ("*.csv", "*.toml")),
    )
    for kind in kinds
    for path in (ROOT / folder).rglob(kind)
)  # fmt: skip
CALLED = {
    "stalingrad_roads/victory_campaign", "stalingrad_roads/victory_uranus", "stalingrad_roads/approval",
    "inferno_on_the_volga/rubble", "inferno_on_the_volga/soviet_leaders", "traces_of_hubris/blucher_discard",
    "leningrad/bid", "donnerschlag/pair",
}  # fmt: skip
"""Asked in every run: those whose center once lay outside, and two whose center does not."""
TOLD = {one.answers for one in reports().values() if one.path.stem == "system"}
"""The systems whose page says how sure in the words of all; a page of its own has its own."""


def test_the_list_of_worn_phrases_is_read() -> None:
    assert {"on the average", "worlds drawn", "left untold", "told off", "whole law", "takes from outside"} <= set(WORN)
    assert len(SOURCES) > 300


@pytest.mark.parametrize("phrase", WORN)
def test_no_page_is_made_of_a_worn_phrase(phrase: str) -> None:
    worn = re.compile(rf"\b{re.escape(phrase)}\b".replace(r"\ ", r"\s+"), re.I)
    found = [str(path.relative_to(ROOT)) for path in SOURCES if worn.search(path.read_text(encoding="utf8"))]
    assert found == []


@pytest.mark.in_turn
@pytest.mark.parametrize(
    ("game", "name"),
    [
        pytest.param(*one, marks=() if "/".join(one) in CALLED else pytest.mark.verification, id="/".join(one))
        for one in every_system()
    ],
)
def test_our_answer_lies_among_nine_in_ten_others_and_how_sure_it_is_can_be_read_aloud(game: str, name: str) -> None:
    """What lies outside is no center: it follows the middle of what is assumed, or the played games, as a file says."""
    shown = system_page(ask(game, name))
    assert not is_outside(shown)
    if f"{game}/{name}" not in TOLD:
        return
    words, numbers = measure_of_sure(Made("", how_sure(shown), "", ()))
    assert words <= MOST_WORDS
    assert numbers <= MOST_NUMBERS


def test_every_headline_of_the_sample_keeps_its_measure(pages: Pages) -> None:
    said = headlines(pages.folder)
    assert said
    assert {name: found for name, one in said.items() if (found := complaint(one))} == {}


def test_no_page_of_the_sample_has_a_fault_that_any_reader_would_see(pages: Pages) -> None:
    found = {path.stem: list(faults(path.read_text(encoding="utf8"))) for path in pages.written}
    assert {name: seen for name, seen in found.items() if seen} == {}


def test_readers_meet_our_names_and_commands_at_the_foot_alone(pages: Pages) -> None:
    shown = {path.stem: path for path in pages.written if not path.stem.endswith("_own")}  # whose subject is a file
    found = {name: ours_in_prose(path.read_text(encoding="utf8")) for name, path in shown.items()}
    assert {name: ours for name, ours in found.items() if ours} == {}
