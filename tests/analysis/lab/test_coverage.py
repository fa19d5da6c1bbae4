"""How often intervals hold: a few samples of each here, all of docs/intervals.md in `make verify`."""

from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from scipy.stats import binom

from analysis.cli.study import COMMAND
from analysis.lab.coverage import KINDS, Covered, Kind, covered, in_markdown
from analysis.lab.measures.rates import share_of

DOC = Path(__file__).parents[3] / "docs" / "intervals.md"


QUICK = [at for at, kind in enumerate(KINDS) if not kind.is_slow and "variants" not in kind.about]


@pytest.mark.parametrize("at", QUICK)
def test_a_sample_of_each_quick_interval_holds_as_stated(at: int) -> None:
    kind, rng = KINDS[at], np.random.default_rng([7, at])
    held = sum(kind.holds(rng) for _ in range(100))
    assert held >= binom.ppf(3e-7, 100, kind.nominal)  # five sigma


def test_an_interval_that_lies_is_found_out() -> None:
    liar = Kind("a guess", "none", 0.99, lambda rng: bool(rng.random() < 0.9))
    rng = np.random.default_rng(1)
    found = Covered(liar, share_of(np.array([liar.holds(rng) for _ in range(1000)])))
    assert not found.is_as_stated
    assert "Held less often than stated: a guess." in in_markdown([found])


def test_every_interval_holds_as_often_as_it_states() -> None:
    """What the page of intervals printed, read back: none is marked as holding less often than stated."""
    said = DOC.read_text(encoding="utf8")
    assert said.endswith("All hold as often as they state.\n")
    assert said.count("\n| ") == len(KINDS) + 1


@pytest.mark.verification
def test_the_page_of_intervals_is_what_the_command_prints() -> None:
    done = CliRunner().invoke(COMMAND, ["coverage", "--trials", "2000"], catch_exceptions=False)
    assert done.exit_code == 0
    assert done.stdout == DOC.read_text(encoding="utf8")
    assert len(list(covered(1))) == len(KINDS)
