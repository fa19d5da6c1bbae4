"""Words explained: one file of them, in French too; marked once where they first stand, listed on every page."""

import re
from pathlib import Path

import pytest
from markupsafe import Markup

from analysis.pages.gloss import found_on, glossed, words
from tests.analysis.conftest import of_page
from tests.analysis.html_tree import tree
from tests.analysis.made_pages import Pages

GLOSSARY = Path(__file__).parents[3] / "sim" / "GLOSSARY.md"


def french_of_the_glossary() -> str:
    rows = [line.split("|") for line in GLOSSARY.read_text(encoding="utf8").splitlines() if line.startswith("| `")]
    return " ; ".join(row[3] for row in rows if len(row) == 5).lower()


def test_the_french_is_that_of_the_glossary() -> None:
    known = french_of_the_glossary()
    for word in words():
        for french in word.french:
            assert re.search(rf"(?<!\w){re.escape(french.lower())}(?!\w)", known), f"{word.term}: {french}"


def test_terms_and_spellings_are_told_apart() -> None:
    spellings = [spelling.lower() for word in words() for spelling in word.spellings]
    assert len(set(spellings)) == len(spellings)
    assert len({word.anchor for word in words()}) == len(words()) == len({word.term for word in words()})
    assert all(len(word.means) > 10 for word in words())
    assert sum(bool(word.french) for word in words()) >= 20


def test_a_word_is_marked_once_and_only_where_it_may() -> None:
    text = Markup(
        '<h2>An overrun</h2><table><tr><td>overrun</td></tr></table><a href="x">overrun</a>'
        '<svg><text>overrun</text></svg><div class="without"><p>overrun</p></div>'
        '<p title="overrun">An <em>Overrun</em>, an overrun, overrunning.</p>'
    )
    made = glossed(text)
    (link,) = (one for one in tree(made).all("a") if one.has("term"))
    assert link.attributes["href"] == "#word-overrun"
    assert link.attributes["title"].endswith("débordement")
    assert link.parent is not None
    assert (link.parent.tag, link.text()) == ("em", "Overrun")
    start, _, rest = made.partition('<a class="term"')
    assert start + rest.partition(">")[2].replace("Overrun</a>", "Overrun", 1) == str(text)


def test_abbreviations_count_only_as_written_and_the_longest_spelling_wins() -> None:
    assert found_on("the vp of crts") == []
    assert [word.term for word in found_on("VP, CRT")] == ["combat table (CRT)", "victory points"]
    assert glossed("two column shifts").count("<a") == 1
    assert ">column shifts</a>" in glossed("two column shifts")
    assert glossed("<odds>") == f"&lt;{glossed('odds')}&gt;"


@pytest.mark.parametrize(
    "said",
    [
        "Step for step it is sound.",
        "at even odds, nine attack factors",
        "known in advance",
        "the German advance on the city",
        "The sky clears.",
        "movement factors",
    ],
)
def test_a_word_that_means_something_else_is_not_explained(said: str) -> None:
    assert found_on(said) == []
    assert str(glossed(said)) == said


def test_a_phrase_that_means_something_else_does_not_hide_the_word_beside_it() -> None:
    assert [word.term for word in found_on("step for step, two steps lost at even odds of 3-1 odds")] == [
        "odds",
        "step loss",
    ]
    for word in words():
        for phrase in word.but:
            assert any(re.search(rf"\b{re.escape(one)}\b", phrase, re.I) for one in word.spellings), phrase


def test_every_page_explains_its_words_for_the_screen_and_for_paper(pages: Pages) -> None:
    for name in pages.names:
        page = tree((pages.folder / f"{name}.html").read_text(encoding="utf8"))
        terms = [one for one in page.all("a") if one.has("term")]
        marks = [one.attributes["href"].removeprefix("#") for one in terms]
        listing = page.first("details", "words")
        assert listing is not None
        listed = [one.attributes["id"] for one in listing.all("dt")]
        assert len(set(marks)) == len(marks) >= 1, name
        assert set(marks) <= set(listed), name
        assert terms[0].behind().first("details", "words") is listing
        assert listing.behind().first("details", "provenance") is not None


FRENCH = {
    "leningrad_combat": ["décalage de colonne", "perte de pas", "retraite", "débordement", "unité non révélée"],
    "stalingrad_roads_airlift": ["pont aérien", "poche", "ravitaillement"],
    "traces_of_hubris_combat": ["Table des Résultats de Combat", "rapport de force"],
}


@pytest.mark.parametrize(("page", "french"), [of_page(page, page, french) for page, french in FRENCH.items()])
def test_a_reader_of_the_french_rules_finds_his_words(pages: Pages, page: str, french: list[str]) -> None:
    said = tree((pages.folder / f"{page}.html").read_text(encoding="utf8")).text()
    for word in french:
        assert word in said, word
