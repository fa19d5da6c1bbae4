"""Intervals that are looked at until they please hold as often as they say; rules to stop by are read or refused."""

from math import isclose
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from analysis.errors import KesselError
from analysis.studies.intervals import proportion_interval
from analysis.studies.record import recorded
from analysis.studies.run import run_study
from analysis.studies.stopping import MeanSequence, rule_of, share_sequence
from analysis.studies.study import load_study
from sim.streams import BLOCK

RUNS = 200


def missed_at_some_look(p: float, n: int, confidence: float, fixed: bool) -> int:
    """Return how many of `RUNS` simulated studies, looked at after every game, ever exclude the truth."""
    k = np.cumsum(np.random.default_rng(7).random((RUNS, n)) < p, axis=1)
    looks = np.arange(1, n + 1)
    low, high = (proportion_interval if fixed else share_sequence)(k, looks, confidence)
    return int(((low > p) | (high < p)).any(axis=1).sum())


@pytest.mark.parametrize("p", [0.5, 0.1])
def test_a_share_holds_at_every_look_at_once(p: float) -> None:
    missed = missed_at_some_look(p, 400, 0.9, fixed=False)
    assert missed <= 0.1 * RUNS + 5 * (RUNS * 0.1 * 0.9) ** 0.5
    assert missed < 0.1 * RUNS  # the bound holds for endless games, so that four hundred games leave room
    assert missed_at_some_look(p, 400, 0.9, fixed=True) > 0.15 * RUNS  # the fixed interval, looked at, does not


def test_stopping_where_it_pleases_keeps_the_promise() -> None:
    rng, p, held = np.random.default_rng(11), 0.3, 0
    for _ in range(RUNS):
        looks = np.arange(20, 1201, 20)
        low, high = share_sequence(np.cumsum(rng.random(1200) < p)[looks - 1], looks, 0.9)
        at = int(np.argmax((high - low) / 2 < 0.06))  # the first look at which it is narrow enough
        assert (high[at] - low[at]) / 2 < 0.06
        held += low[at] <= p <= high[at]
    assert held / RUNS >= 0.9


def test_a_share_is_where_the_mixed_wealth_reaches_the_bound() -> None:
    k, n, confidence = 7, 20, 0.95
    low, high = share_sequence(k, n, confidence)
    stakes = (np.arange(20_000) + 0.5) / 20_000
    weight = 1 / np.sqrt(stakes * (1 - stakes))
    weight /= weight.sum()
    for edge in (float(low), float(high)):  # by summing over stakes, without the closed form
        wealth = float((weight * (stakes / edge) ** k * ((1 - stakes) / (1 - edge)) ** (n - k)).sum())
        assert isclose(wealth, 1 / (1 - confidence), rel_tol=0.01)
    assert [float(edge) for edge in share_sequence(0, 0)] == [0, 1]
    assert float(share_sequence(0, 50)[0]) == 0
    assert float(share_sequence(50, 50)[1]) == 1


def test_a_mean_holds_at_every_look_at_once() -> None:
    rng, missed, n = np.random.default_rng(3), 0, 40
    for _ in range(n):
        sequence = MeanSequence(-20, 20, 0.9)
        for _ in range(4):
            sequence.add(rng.choice([-12, 0, 3, 18], 100, p=[0.4, 0.3, 0.2, 0.1]))
        low, high = sequence.interval  # what no look so far has refuted
        missed += not low <= -12 * 0.4 + 0.6 + 1.8 <= high
        assert high - low < 8
    assert missed <= 0.1 * n + 5 * (n * 0.1 * 0.9) ** 0.5


def test_a_mean_does_not_hang_on_how_games_come_in() -> None:
    values = np.random.default_rng(5).integers(0, 11, 700)
    once, twice = MeanSequence(0, 10), MeanSequence(0, 10)
    once.add(values)
    for part in (values[:256], values[256:512], values[512:]):
        twice.add(part)
    assert once.interval == pytest.approx(twice.interval)
    with pytest.raises(KesselError, match=r"a value is beyond \[0, 10\]; expected wider bounds"):
        once.add([11])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("soon", "'soon'; expected half-width of P"),
        ("half-width of P(german wins) < 0", "expected half-width"),
        ("half-width of P(french wins) < 0.1", r"no such side; expected one of german, soviet"),
        ("half-width of P(vp >= 1) < 0.1", "no result 'vp'; expected one of vp_margin"),
        ("half-width of mean vp_margin < 1", "expected half-width"),
        ("half-width of mean vp_margin in [5, -5] < 1", "expected the lower one first"),
    ],
)
def test_a_rule_that_cannot_be_is_refused_in_words(text: str, message: str) -> None:
    with pytest.raises(KesselError, match=message):
        rule_of(text, "leningrad", "match")


def test_a_rule_reads_the_results_of_a_cell(tmp_path: Path) -> None:
    files = [tmp_path / "a.parquet", tmp_path / "b.parquet"]
    for file, n in zip(files, (30, 90), strict=True):
        pq.write_table(pa.table({"winner": ["german", "soviet"] * n, "vp_margin": [4, -4] * n}), file)
    rule = rule_of("half-width of P(german wins) < 0.2", "leningrad", "match")
    assert not rule.is_met(files[:1])
    assert rule.is_met(files)
    low, high = share_sequence(120, 240)
    assert rule.interval(files) == pytest.approx((float(low), float(high)), abs=1e-9)
    mean = rule_of("half-width of mean vp_margin in [-9, 9] < 3", "leningrad", "match")
    low_mean, high_mean = mean.interval(files)
    assert low_mean < 0 < high_mean


@pytest.mark.parametrize(("width", "games"), [("0.01", BLOCK), ("0.0001", 70_000)])
def test_a_study_stops_when_it_knows_enough_or_has_played_the_most(tmp_path: Path, width: str, games: int) -> None:
    path = tmp_path / "stops.toml"
    path.write_text(
        'id = "stops"\nquestion = "Mud?"\ngame = "stalingrad_roads"\nsystem = "weather"\ngames = 70000\nseed = 4\n'
        f'log = false\nuntil = "half-width of P(first_mud >= 7) < {width}"\n', encoding="utf8",
    )  # fmt: skip
    study = load_study(path)
    done = run_study(study, jobs=1, runs=tmp_path / "runs")
    assert done.n_games == done.study.games == games
    kept = recorded(tmp_path / "runs" / "stops" / "latest")
    assert kept.study.games == games
    assert sum(pq.read_table(file).num_rows for file in kept.files("result")) == games
    again = run_study(study, jobs=1, runs=tmp_path / "runs")
    assert (again.run_id, again.n_played, again.n_games) == (done.run_id, 0, games)
