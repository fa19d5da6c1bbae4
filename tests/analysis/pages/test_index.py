"""What the front page says of a game: verdict, findings, a change to try, how sure, and what cannot be known."""

import json
import re
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest

from analysis.pages import index
from analysis.pages.apps.own import own_data
from analysis.pages.gloss import words
from analysis.pages.index import FINDINGS, chapters, findings, missing, search_rows
from analysis.pages.layout import render_index
from analysis.pages.marks import Mark, mark_of, mark_of_table
from analysis.pages.markup import head_notes
from analysis.pages.notebooks import GROUPS, reports
from analysis.pages.sentences.system import system_page
from analysis.pages.site import grouped, in_order, place_of
from analysis.sources.owned import owned
from analysis.systems.ask import ask, every_system, verdict
from sim.game import game_ids, load_game
from sim.verdict import OPEN, complaint
from tests.analysis.browser import needs_chromium, visited
from tests.analysis.conftest import QUICK
from tests.analysis.html_tree import tree
from tests.analysis.made_pages import Pages

MOST_PIXELS = 6_000


def answered(pages: Pages) -> list[Path]:
    """Return the files of the pages that have an answer."""
    return [path for path in pages.written if path.stem in pages.names]


def can_be_told(card: dict[str, str]) -> bool:
    """Return whether a page has an answer that the front page may say."""
    is_tool = card["group"] in index.TOOLS and bool(card["game"])
    return not is_tool and card["mark"] != Mark.OPEN.value and not card["answer"].startswith(OPEN)


def card(name: str, game: str = "leningrad", **rest: str) -> dict[str, str]:
    """Return what the front page knows of a page."""
    plain = {
        "name": name, "question": f"What of {name}?", "answer": f"Expect 2 of {name}.", "sure": "", "moves": "",
        "mark": Mark.ASSUMED.value, "answers": f"{game}/{name}", "effect": "", "fix": "", "aim": "", "game": game,
        "title": name, "group": "Combat", "words": "",
    }  # fmt: skip
    return plain | rest


def test_every_page_that_answers_a_system_says_so() -> None:
    answered = {one for source in reports().values() for one in (source.answers, *source.also)} - {""}
    assert answered == {f"{game}/{system}" for game, system in every_system()}


def test_a_page_stands_where_its_system_says_and_every_page_stands_somewhere() -> None:
    for source in reports().values():
        assert source.group in GROUPS
        assert source.title
        assert "_" not in source.title
        if source.answers:
            game, _, system = source.answers.partition("/")
            group = load_game(game).system(system).group
            assert group is not None
            assert source.group == group.value


def test_before_and_after_lead_through_all_pages_of_a_game() -> None:
    sources = list(reports().values())
    chapter = in_order([one for one in sources if one.game == "leningrad"])
    assert [one.name for _, held in grouped(chapter) for one in held] == [one.name for one in chapter]
    for before, after in pairwise(chapter):
        assert place_of(before.name, sources).after == after
        assert place_of(after.name, sources).before == before
    assert place_of(chapter[0].name, sources).before is None
    assert place_of("not_there", sources).groups == ()


def test_what_is_missing_agrees_with_the_page_on_which_owners_type() -> None:
    for game in game_ids():
        tables = {one["title"]: one for one in own_data(game)["tables"]}
        held = missing(game)
        assert held
        assert [title for title, _ in held] == [title for title in tables if title in dict(held)]
        unknown = {one.title: one.unknown for one in owned(game)}
        asked = {one.title: one.asked or one.unknown * one.is_played for one in owned(game)}
        assert all(tables[title]["gaps"] >= unknown[title] >= asked[title] == n > 0 for title, n in held)
        others = [tables[title]["does"] for title in tables.keys() - dict(held).keys() if unknown[title]]
        assert all(one.startswith(("No answer", "Only whole games", "Whole games read")) for one in others)
        assert load_game(game).has_whole or not any("whole games" in one.lower() for one in others)


def test_findings_are_answers_with_one_number_of_several_groups() -> None:
    many = card("many", answer="Expect 2 or 3.")
    known = [card("open", mark=Mark.OPEN.value), many, card("a"), card("b"), card("c", group="Victory")]
    tool = card("tool", group="For the designer")
    assert [one["name"] for one in findings([*known, tool])] == ["a", "b", "c"]
    assert [one["name"] for one in findings([many, tool])] == ["many"]


def test_the_verdict_of_a_game_is_its_balance_where_it_is_played_whole() -> None:
    whole = card("leningrad_whole_game", answers="", group="Victory")
    first, *_ = chapters([card("leningrad_combat"), whole], {})
    assert first.lead == whole
    assert first.is_balance
    text = render_index([card("leningrad_combat"), whole, card("traces_of_hubris_x", "traces_of_hubris")])
    assert text.count("<b>Who wins?</b>") == 1


def test_what_cannot_be_known_is_folded_and_never_a_verdict_or_a_finding() -> None:
    cards = [card("x", mark=Mark.OPEN.value), card("y")]
    (first,) = chapters(cards, {})
    assert first.lead is not None
    assert first.lead["name"] == "y"
    assert "x" not in [one["name"] for one in first.findings]
    assert [one["name"] for one in first.open_pages] == ["x"]


@pytest.mark.parametrize(
    ("game", "mark"),
    [
        ("leningrad", Mark.PRINTED), ("stalingrad_roads", Mark.PRINTED), ("inferno_on_the_volga", Mark.PRINTED),
        ("traces_of_hubris", Mark.OPEN), ("donnerschlag", Mark.OPEN),
    ],
)  # fmt: skip
def test_a_mark_says_what_a_combat_table_is_known_by(game: str, mark: Mark) -> None:
    assert mark_of_table(game) is mark


@pytest.mark.parametrize(
    ("game", "system", "mark"),
    [
        ("stalingrad_roads", "victory_uranus", Mark.ASSUMED), ("inferno_on_the_volga", "rubble", Mark.ASSUMED),
        ("stalingrad_roads", "mars", Mark.OPEN), ("donnerschlag", "clock", Mark.OPEN),
        ("stalingrad_roads", "garrison", Mark.ASSUMED),
        ("traces_of_hubris", "luftwaffe", Mark.OPEN), ("donnerschlag", "activations", Mark.ASSUMED),
    ],
)  # fmt: skip
def test_a_mark_says_how_far_an_answer_may_be_off(game: str, system: str, mark: Mark) -> None:
    shown = system_page(ask(game, system))
    assert mark_of(shown, verdict(shown.answer)) is mark


def test_only_an_unprinted_number_that_doubles_an_answer_alone_leaves_it_open() -> None:
    """Operation Mars, said in words that do not give it away: from 5 % to 48 % over the length of its track."""
    shown = system_page(ask("stalingrad_roads", "mars"))
    assert mark_of(shown, "") is Mark.OPEN
    printed = replace(shown.answer.system, unprinted=())
    assert mark_of(replace(shown, answer=replace(shown.answer, system=printed)), "") is Mark.ASSUMED
    first, *others = shown.answer.spans
    level = Fraction(1, 5)
    for high, mark in ((Fraction(19, 10), Mark.ASSUMED), (Fraction(2), Mark.OPEN)):
        moved = replace(first, measures={1: level, 2: high * level})
        held = [replace(one, measures={1: level}) for one in others]
        answer = replace(shown.answer, spans=(moved, *held))
        assert mark_of(replace(shown, answer=answer), "") is mark


def test_no_verdict_or_finding_of_the_sample_is_one_that_cannot_be_called(pages: Pages) -> None:
    index = tree((pages.folder / "index.html").read_text(encoding="utf8"))
    verdicts = [one for one in index.all("p") if one.has("verdict")]
    findings = [one for one in index.all("ul") if one.has("findings")]
    links = [link for part in (*verdicts, *findings) for link in part.all("a")]
    cards = [json.loads(head_notes(path.read_text(encoding="utf8"))["kessel-card"]) for path in answered(pages)]
    told = {card["name"]: card["game"] for card in cards if can_be_told(card)}
    assert {told.get(link.attributes["href"].removesuffix(".html")) for link in links} == set(told.values())
    said = [link.text() for link in links]
    assert [one for one in said if one.startswith(OPEN)] == []
    assert {one: found for one in said if (found := complaint(one))} == {}
    for game in findings:
        assert len(list(game.all("li"))) <= FINDINGS


def test_readers_see_no_command_no_hash_and_no_slug(pages: Pages) -> None:
    names = sorted((name for name in reports()), key=len, reverse=True)
    for path in pages.written:
        page = tree(path.read_text(encoding="utf8"))
        foot = [one for one in page.all("details") if one.has("provenance")]
        shown = page.without(*foot, *page.all("svg")).text()
        assert not re.search(r"\b[0-9a-f]{12,}\b", shown), path.name
        assert [name for name in names if "_" in name and re.search(rf"(?<![\w/#]){name}(?![\w.])", shown)] == []


def test_what_the_search_proposes_is_found() -> None:
    """A page is found by its question and by the words on it, the French ones of the rulebooks too."""
    template = tree((Path(index.__file__).parent / "templates" / "index.html").read_text(encoding="utf8"))
    proposed = template.named("search").attributes["placeholder"].removesuffix(" …").split(", ")
    asked = [one.question for game in game_ids() for one in load_game(game).systems.values()]
    known = " ".join([*asked, *(said for word in words() for said in (word.term, *word.french))]).lower()
    assert len(proposed) > 2
    assert [word for word in proposed if word.lower() not in known] == []


def test_the_search_knows_every_page_and_its_terms(pages: Pages) -> None:
    rows = tree((pages.folder / "index.html").read_text(encoding="utf8")).data("rows")
    assert {row["to"] for row in rows} == {path.name for path in pages.written} - {"index.html"}
    assert any("surrender" in row["words"] for row in rows)
    (only,) = search_rows(chapters([card("a", words="trait")], {}))
    assert (only["to"], only["at"], only["words"]) == ("a.html", "Leningrad · Combat", "a trait")


TYPED = """
  const field = page.getElementById("search");
  const found = (text) => { field.value = text; field.dispatchEvent(new view.Event("input"));
    return [...page.querySelectorAll("#search-found a")].map((one) => one.getAttribute("href")); };
  return { height: page.documentElement.scrollHeight, quick: found("SURRENDER stalingrad roads"), none: found("qqqq"),
    said: page.getElementById("search-count").textContent,
    games: [...page.querySelectorAll("section.game")].map((one) => one.offsetHeight) };
"""


@pytest.mark.in_turn
@needs_chromium
@pytest.mark.parametrize(("width", "screen"), [(1280, 700), (390, 844)])
def test_a_screen_a_game_and_a_search_that_finds(pages: Pages, tmp_path: Path, width: int, screen: int) -> None:
    seen, console = visited(pages.folder, ["index.html"], width, tmp_path, TYPED)
    assert console == []
    one = seen["index.html"]
    assert one["height"] < MOST_PIXELS
    assert max(one["games"]) <= screen
    assert one["quick"][0] == f"{QUICK}.html"
    assert (one["none"], one["said"]) == ([], "No page says so.")
