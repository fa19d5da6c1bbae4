"""A bar shows for what takes long, and nothing for what does not."""

import time
from collections.abc import Iterator

import pytest

from analysis import progress
from analysis.progress import tracked


def slowly(n: int, seconds: float) -> Iterator[int]:
    for at in range(n):
        time.sleep(seconds)
        yield at


def test_what_is_done_at_once_shows_no_bar(capsys: pytest.CaptureFixture[str]) -> None:
    assert list(tracked(slowly(3, 0), "quick", 3)) == [0, 1, 2]
    assert capsys.readouterr().err == ""


def test_what_takes_longer_than_patience_shows_one(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "PATIENCE", 0.01)
    assert list(tracked(slowly(3, 0.1), "slow", 3)) == [0, 1, 2]
    said = capsys.readouterr().err
    assert "slow" in said
    assert "100%" in said


def test_work_without_a_known_end_shows_that_it_goes_on(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "PATIENCE", 0.01)
    assert list(tracked(slowly(3, 0.1), "endless", None)) == [0, 1, 2]
    said = capsys.readouterr().err
    assert "endless" in said
    assert "100%" not in said


def test_an_error_in_the_middle_comes_out_and_leaves_no_bar(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ZeroDivisionError):
        list(tracked((1 // item for item in (1, 0)), "wrong", 2))
    assert capsys.readouterr().err == ""
