"""The errata sheet: one page of A4, every line whole, and no line but the least left out where it is full."""

import re
from fractions import Fraction

import pytest

from analysis.charts.fonts.widths import width_of
from analysis.pages.cards import errata as sheets
from analysis.pages.cards.errata import errata_sheet
from analysis.pages.cards.sheet import HEIGHT, MARGIN, WIDTH, pdf
from analysis.sources.errata import Erratum, errata
from tests.analysis.html_tree import tree

GAME = "inferno_on_the_volga"


def test_a_sheet_is_one_page_that_holds_every_word() -> None:
    sheet, left_out = errata_sheet(GAME)
    assert left_out == 0
    svg = sheet.svg()
    said = " ".join(one.text() for one in tree(svg).all("text")).split()
    for one in errata(GAME):
        for word in (*one.wrong.split(), *one.fix.split()):
            assert word in said
    assert len(re.findall(rb"/Type */Page\b", pdf(svg))) == 1
    assert max(float(one.attributes.get("y", 0)) for one in tree(svg).all()) <= HEIGHT - MARGIN + 20


def test_lines_stand_below_one_another_and_end_before_the_next_column() -> None:
    found = list(tree(errata_sheet(GAME)[0].svg()).all("text"))
    held = [(one.attributes, one.text()) for one in found[:-1]]
    marks = [(float(at["x"]), float(at["y"]), float(at["font-size"]), text) for at, text in held]
    marks = marks[[text for *_, text in marks].index("where") :]
    assert len(marks) == len({(x, y) for x, y, _, _ in marks}) > 20
    edges = sorted({x for x, _, _, _ in marks})
    for x, _, size, text in marks:
        right = next((edge for edge in edges if edge > x), WIDTH - MARGIN)
        assert x + width_of(text, size) <= right, text


def test_no_sentence_is_cut_and_no_number_parted_from_its_sign() -> None:
    said = [str(line) for one in tree(errata_sheet(GAME)[0].svg()).all("text") for line in one.within]
    assert not [line for line in said if "…" in line or line.startswith("%") or re.search(r"(?<!\w)-\d", line)]


def test_a_full_sheet_leaves_out_what_does_least_and_says_how_many(monkeypatch: pytest.MonkeyPatch) -> None:
    long = [
        Erratum("dead rule", f"{n}.1", f"wrong {n} " * 20, "does " * 20, f"fix {n}", Fraction(1, n))
        for n in range(1, 60)
    ]
    monkeypatch.setattr(sheets, "errata", lambda game: long)
    sheet, left_out = errata_sheet(GAME)
    assert 0 < left_out < 59
    said = tree(sheet.svg()).text()
    assert [n for n in range(1, 60) if re.search(rf"fix {n}\b", said)] == list(range(1, 60 - left_out))
    assert f"{left_out} more, which do less" in said
