"""A PDF has the same bytes whenever the sheet is the same, in whatever order its writer put things down."""

import itertools

import pytest

from analysis.pages.cards.pdf import settled
from analysis.pages.cards.sheet import Sheet, Text, pdf

FONTS = (b"/fo0 3 0 R", b"/fo1 4 0 R")
OBJECTS = {
    1: b"<< /Type /Catalog /Pages 2 0 R >>",
    2: b"<< /Font <<\n  %s\n  %s\n>> /Kids [5 0 R] >>",
    3: b"<< /BaseFont /Bold >>",
    4: b"<< /BaseFont /Plain >>",
    5: b"<< /Length 17 >>\nstream\n1 0 R 9 0 R is ink\nendstream",
    6: b"<< /Producer (x) >>",
}


def written(order: tuple[int, ...], fonts: tuple[bytes, ...]) -> bytes:
    """Write the objects down in an order, each under its place there as number."""
    numbers = {old: order.index(old) + 1 for old in OBJECTS}

    def told(text: bytes) -> bytes:
        head, stream, data = text.partition(b"stream\n")
        for old in OBJECTS:
            head = head.replace(b" %d 0 R" % old, b" @%d 0 R" % numbers[old]).replace(
                b"[%d 0 R" % old, b"[@%d 0 R" % numbers[old]
            )
        return head.replace(b"@", b"") + stream + data

    out, starts = b"%PDF-1.7\n\n", []
    for old in order:
        starts.append(len(out))
        body = OBJECTS[old] % fonts if old == 2 else OBJECTS[old]
        out += b"%d 0 obj\n%s\nendobj\n\n" % (numbers[old], told(body))
    table = b"xref\n0 7\n0000000000 65535 f\r\n" + b"".join(b"%010d 00000 n\r\n" % start for start in starts)
    trailer = told(b"trailer\n<< /Size 7 /Root 1 0 R /Info 6 0 R >>\n")
    return out + table + trailer + b"startxref\n%d\n%%%%EOF" % len(out)


def test_whatever_the_order_the_bytes_are_the_same() -> None:
    made = {written(order, fonts) for order in itertools.permutations(OBJECTS) for fonts in (FONTS, FONTS[::-1])}
    assert len(made) == 2 * 720
    (one,) = {settled(pdf) for pdf in made}
    assert b"1 0 R 9 0 R is ink" in one  # what is drawn is not touched
    assert settled(one) == one


def test_another_sheet_has_other_bytes() -> None:
    plain = written((1, 2, 3, 4, 5, 6), FONTS)
    assert settled(plain) != settled(plain.replace(b"/Bold", b"/Thin"))


def test_the_table_says_where_each_object_stands() -> None:
    made = settled(written((6, 5, 4, 3, 2, 1), FONTS[::-1]))
    at = int(made.split()[-2])
    assert made[at:].startswith(b"xref\n0 7\n")
    for number, line in enumerate(made[at:].split(b"\r\n")[1:7], start=1):
        assert made[int(line.split()[0]) :].startswith(b"%d 0 obj" % number)


@pytest.mark.parametrize("times", [6])
def test_a_sheet_makes_the_same_pdf_every_time(times: int) -> None:
    svg = Sheet("A title in bold", "under it", ((Text("plain"),),), "foot").svg()
    (made,) = {pdf(svg) for _ in range(times)}
    assert made.startswith(b"%PDF-")
