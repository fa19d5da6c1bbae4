"""The errata sheet: one page of A4, every line whole, and no line but the least left out where it is full."""

import re
from fractions import Fraction

import pytest

from analysis.pages.cards import errata as sheets
from analysis.pages.cards.errata import errata_sheet
from analysis.pages.cards.sheet import HEIGHT, MARGIN, pdf
from analysis.sources.errata import Erratum, errata

GAME = "inferno_on_the_volga"


def test_a_sheet_is_one_page_that_holds_every_word() -> None:
    sheet, left_out = errata_sheet(GAME)
    assert left_out == 0
    svg = sheet.svg()
    said = " ".join(re.findall(r">([^<]+)</text>", svg)).replace("&quot;", '"').replace("&#x27;", "'").split()
    for one in errata(GAME):
        for word in (*one.wrong.split(), *one.fix.split()):
            assert word in said
    assert len(re.findall(rb"/Type */Page\b", pdf(svg))) == 1
    assert max(float(y) for y in re.findall(r' y="([\d.]+)"', svg)) <= HEIGHT - MARGIN + 20


def test_lines_stand_below_one_another_and_within_the_paper() -> None:
    svg = errata_sheet(GAME)[0].svg()
    marks = re.findall(r'<text x="([\d.]+)" y="([\d.]+)" font-size="6.8"[^>]*>([^<]+)<', svg)
    places = [(float(x), float(y)) for x, y, _ in marks]
    assert len(places) == len(set(places)) > 20
    assert all(float(x) + len(text) * 6.8 * 0.5 < 595 for x, _, text in marks)


def test_a_full_sheet_leaves_out_what_does_least_and_says_how_many(monkeypatch: pytest.MonkeyPatch) -> None:
    long = [
        Erratum("dead rule", f"{n}.1", f"wrong {n} " * 20, "does " * 20, f"fix {n}", Fraction(1, n))
        for n in range(1, 60)
    ]
    monkeypatch.setattr(sheets, "errata", lambda game: long)
    sheet, left_out = errata_sheet(GAME)
    assert 0 < left_out < 59
    svg = sheet.svg()
    assert "fix 1<" in svg
    assert f"fix {59 - left_out}<" in svg
    assert f"fix {60 - left_out}<" not in svg
    assert f"{left_out} more, which do less" in re.sub(r"</text><text[^>]*>", " ", svg)
