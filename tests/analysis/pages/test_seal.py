"""A page carries its own checksum: one cut short or changed is made anew; one that cannot be written is named."""

from pathlib import Path

import pytest

from analysis.errors import KesselError
from analysis.pages.inputs import is_intact_page, kept_card, sealed
from analysis.pages.publish import _put

NOTES = {"kessel-inputs": "abc", "kessel-card": "{&#34;name&#34;: &#34;x&#34;}", "kessel-sheet": "x.pdf"}
HEAD = "".join(f'<meta name="{name}" content="{content}">' for name, content in NOTES.items())
TEXT = f"<html><head>{HEAD}</head><p>é</p></html>\n"


@pytest.fixture
def page(tmp_path: Path) -> Path:
    (tmp_path / "x.pdf").write_bytes(b"%PDF")
    (tmp_path / "x.html").write_text(sealed(TEXT, b"%PDF"), encoding="utf8")
    return tmp_path / "x.html"


def test_a_page_as_it_was_written_is_kept(page: Path) -> None:
    assert kept_card(page, "abc") == {"name": "x"}
    assert kept_card(page, "abd") is None


@pytest.mark.parametrize("n", [1, 30, 90, 120])
def test_a_page_cut_short_is_made_anew(page: Path, n: int) -> None:
    page.write_bytes(page.read_bytes()[:-n])
    assert kept_card(page, "abc") is None


def test_a_page_with_another_bit_or_broken_bytes_is_made_anew(page: Path) -> None:
    data = page.read_bytes()
    for at in range(0, len(data), 7):
        assert not is_intact_page(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :], b"%PDF")
    page.write_bytes(data.replace("é".encode(), b"\xe9"))
    assert kept_card(page, "abc") is None


@pytest.mark.parametrize("sheet", [b"%PD", None])
def test_a_page_whose_sheet_is_cut_or_lost_is_made_anew(page: Path, sheet: bytes | None) -> None:
    page.with_suffix(".pdf").unlink()
    if sheet is not None:
        page.with_suffix(".pdf").write_bytes(sheet)
    assert kept_card(page, "abc") is None


def test_a_page_that_cannot_be_written_is_named_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = Path.write_bytes

    def full(self: Path, data: bytes) -> int:
        write(self, data[: len(data) // 2])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(KesselError, match=r"/x\.html was not written: No space left on device"):
        _put(tmp_path / "x.html", b"<html>")
    assert list(tmp_path.iterdir()) == []
