"""Who is favored, when it is decided and what a reading does, against loops over the same games."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from types import SimpleNamespace

import duckdb
import numpy as np
import pytest
from scipy.special import stdtrit

from analysis.lab import favored as module
from analysis.lab.changes.bids import fair_bid
from analysis.lab.favored import (
    ENOUGH,
    Favored,
    Matrix,
    course,
    decided_frame,
    favored,
    headline,
    luck_and_skill,
    matrix,
    reading_frame,
    variation_frame,
)
from analysis.lab.measures.logged import (
    BY_RULE,
    DOES_NOT,
    HOLDS,
    NEVER,
    OPEN,
    claim_frame,
    held_shares,
    hex_frame,
    logs,
)
from analysis.lab.measures.rates import Mean, Share
from analysis.lab.tuning.equilibrium import equilibrium
from analysis.matches.inquiry import READING, VARIATION, alternatives, match_inquiry, players_of, readings_of
from analysis.studies.run import run_study
from analysis.studies.study import find_study
from sim.game import load_game
from sim.map.board import load_board
from sim.match.whole import Seats
from tests.analysis.bare import built_bare

GAME = load_game("leningrad")
WHOLE = GAME.whole
PASSES = ("setup", "arrive", "move", "retreat", "advance")


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Iterator[duckdb.DuckDBPyConnection]:
    folder = tmp_path_factory.mktemp("favored")
    players = ("balanced", "tuned")
    small = replace(find_study("leningrad_small"), games=10, events=3, policies={s: players for s in WHOLE.sides})
    run_study(small, jobs=1, runs=folder / "runs")
    readings = replace(find_study("leningrad_readings"), games=6, grid={READING: (0, 7, 10)})
    run_study(readings, jobs=1, runs=folder / "runs")
    otherwise = replace(find_study("leningrad_decisions_small"), games=6, grid={VARIATION: (0, 6, 20)})
    run_study(otherwise, jobs=1, runs=folder / "runs")
    built_bare(folder / "warehouse.duckdb", folder / "runs")
    with duckdb.connect(str(folder / "warehouse.duckdb"), read_only=True) as found:
        yield found


def test_the_strongest_pair_answers(db: duckdb.DuckDBPyConnection) -> None:
    one = favored(db, "leningrad")
    rows = one.found.frame(f"SELECT bid_vp, vp_margin, winner FROM {{result}} WHERE {one.where}").rows()
    assert one.player == "tuned"  # no game of `strong` was played
    assert one.n == len(rows) == 20
    assert one.p == sum(winner == "german" for *_, winner in rows) / 20
    assert one.ends.mean.value == pytest.approx(sum(margin for _, margin, _ in rows) / 20)
    assert sum(bid >= one.bid for bid, *_ in rows) >= 10 > sum(bid >= one.bid + 1 for bid, *_ in rows) - 1
    assert one.bid_low <= one.bid <= one.bid_high
    assert one.ends.first.low < one.p < one.ends.first.high


@pytest.mark.parametrize(
    ("games", "who"),
    [
        ({"patient": ENOUGH, "strong": 900}, "patient"),
        ({"patient": ENOUGH - 1, "strong": ENOUGH}, "strong"),
        ({"strong": 2, "tuned": ENOUGH}, "tuned"),
        ({"patient": 3, "tuned": ENOUGH - 1}, "patient"),
    ],
)
def test_the_best_answer_who_have_games_enough(
    games: dict[str, int], who: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fewer games than enough say too little, unless nobody has more."""
    monkeypatch.setattr(module, "runs_of", lambda *_: [1, 2])
    monkeypatch.setattr(
        module, "_favored",
        lambda run, player: SimpleNamespace(player=player, n=games[player] // run) if player in games else None,
    )  # fmt: skip
    assert favored(duckdb.connect(), "leningrad").player == who


@pytest.mark.parametrize("seed", range(20))
def test_a_fair_bid_splits_the_games(seed: int) -> None:
    bids = np.random.default_rng(seed).integers(-9, 9, 3 + seed)
    found, low, high = fair_bid(bids)
    fair = [b for b in range(-10, 10) if 2 * sum(x >= b for x in bids.tolist()) >= len(bids)]
    assert found == max(fair)
    assert low <= found <= high


def test_the_matrix_is_full_and_its_value_lies_between_guarantees(db: duckdb.DuckDBPyConnection) -> None:
    grid = matrix(db, "leningrad")
    assert grid is not None
    assert grid.first == grid.second == ("balanced", "tuned")
    assert grid.n.tolist() == [[10, 10], [10, 10]]
    assert grid.share.min(axis=1).max() - 1e-4 <= grid.value.value <= grid.share.max(axis=0).min() + 1e-4
    mine, theirs = grid.gains("tuned", "tuned")
    assert mine.vp == pytest.approx(grid.margin[:, 1].max() - grid.margin[1, 1])
    assert theirs.vp == pytest.approx(grid.margin[1, 1] - grid.margin[1].min())


def test_a_gain_in_points_comes_with_its_error_and_what_it_does_to_wins() -> None:
    n, vp = np.full((2, 2), 25), np.array([[10.0, -2.0], [4.0, 1.0]])
    won, off = np.array([[0.6, 0.5], [0.7, 0.4]]), np.array([[1.0, 1.0], [1.0, 0.5]])
    mixes = ({"a": 1.0}, {"b": 1.0})
    even = equilibrium(won, off)
    mine, theirs = Matrix(("a", "b"), ("a", "b"), n, won, vp, off, even, even, mixes).gains("a", "b")
    assert (mine.player, mine.vp, theirs.player, theirs.vp) == ("b", 3, "b", 0)
    half = stdtrit(24, 1 - 0.05 / 2 / 2) * (1 + 0.25) ** 0.5  # two other choices, one a side
    assert (mine.low, mine.high) == pytest.approx((3 - half, 3 + half))
    assert mine.wins == pytest.approx(-0.1)
    mine, theirs = Matrix(("a", "b"), ("a", "b"), n, won, vp, off, even, even, mixes).gains("b", "a")
    assert (mine.player, mine.vp) == ("a", 6)
    assert (theirs.player, theirs.vp) == ("b", 3)
    assert (mine.wins, theirs.wins) == pytest.approx((-0.1, 0.3))


def test_when_it_is_decided_is_counted_game_by_game(db: duckdb.DuckDBPyConnection) -> None:
    one = favored(db, "leningrad")
    rows = one.found.frame(f"SELECT cell, game, turn, side, vp FROM {{turn}} WHERE {one.where}").rows()
    stands: dict[tuple[int, int, int], int] = {}
    for cell, game, turn, side, vp in rows:
        stands[cell, game, turn] = stands.get((cell, game, turn), 0) + (vp if side == "german" else -vp)
    won = {(cell, game): stands[cell, game, 12] >= 1 for cell, game, _ in stands}
    found = decided_frame(one)
    for turn, n in found.select("turn", "n").rows():
        assert n == sum((stands[*key, turn] >= 1) == german for key, german in won.items())
    assert found["p"][-1] == 1
    chances = course(one).chances
    assert chances.shape == (20, 12)
    for turn, decided in found.select("turn", "decided").rows():
        left = zip(chances[:, turn - 1 :].tolist(), course(one).won.tolist(), strict=True)
        assert decided == sum(all((p if german else 1 - p) >= 0.9 for p in row) for row, german in left) / 20


def test_luck_and_skill_are_split_over_the_pairs_of_a_run(db: duckdb.DuckDBPyConnection) -> None:
    one = favored(db, "leningrad")
    found = luck_and_skill(one.found)
    assert found is not None
    margins = np.array([
        [one.found.frame(
            f"SELECT vp_margin FROM {{result}} WHERE german = '{a}' AND soviet = '{b}' AND maps = 'central map'"
        )["vp_margin"].to_list() for b in ("balanced", "tuned")] for a in ("balanced", "tuned")
    ])  # fmt: skip
    assert margins.shape == (2, 2, 10)
    assert found.dice == pytest.approx(float(np.mean([margins[a, b].var(ddof=1) for a in (0, 1) for b in (0, 1)])))
    assert 0 < found.luck_low <= found.luck <= found.luck_high <= 1


def test_the_headline_says_who_and_how_clearly(db: duckdb.DuckDBPyConnection) -> None:
    one = favored(db, "leningrad")

    def as_if(share: Share, margin: float, either_way: float = 0.0) -> Favored:
        mean = Mean(margin, margin - either_way, margin + either_way)
        return replace(one, ends=replace(one.ends, first=share, mean=mean))

    sure = as_if(Share(0.25, 0.2, 0.3, 20), -7.0)
    assert headline(sure) == (
        "The Soviet side is favored: it wins 75 % of games between tuned players, and ends 7 VP ahead on average."
    )
    open_ = replace(as_if(Share(0.55, 0.4, 0.7, 20), -2.0, 5.0), player="")
    assert headline(open_) == (
        "Neither side is clearly favored: the German side wins 55 % of games between all pairs of players, "
        "but ends 2 VP behind on average."
    )
    told_by_points = as_if(Share(0.55, 0.4, 0.7, 20), -7.0, 2.0)
    assert headline(told_by_points) == (
        f"The Soviet side ends 7 VP ahead on average between {one.player} players; whether it also wins more "
        "than half of games (45 % here) stays open."
    )


def test_readings_pair_by_dice(db: duckdb.DuckDBPyConnection) -> None:
    found = {row["reading"]: row for row in reading_frame(db, "leningrad").iter_rows(named=True)}
    assert set(found) == {7, 10}
    apart = [
        int(WHOLE.play_block(replace_readings(at), 19410624, 0, 6, False).results[:, 0].sum()) for at in (0, 7, 10)
    ]
    assert found[7]["effect_vp"] == pytest.approx((apart[1] - apart[0]) / 6)
    assert found[10]["effect_vp"] == pytest.approx((apart[2] - apart[0]) / 6)
    assert favored(db, "leningrad").n == 20  # games by other readings answer nothing else


def test_variations_pair_by_dice_and_change_one_side(db: duckdb.DuckDBPyConnection) -> None:
    found = {row["variation"]: row for row in variation_frame(db, "leningrad").iter_rows(named=True)}
    assert set(found) == {6, 20}
    tuned = {side: "tuned" for side in WHOLE.sides}
    rows = {}
    for at in (0, 6, 20):
        first, second = players_of(WHOLE, tuned, at)
        rows[at] = WHOLE.play_block(Seats(first, second), 19410625, 0, 6, False).results[:, 0]
    for at in (6, 20):
        apart = rows[at] - rows[0]
        won = (rows[at] > 0).astype(int) - (rows[0] > 0)
        assert found[at]["effect_vp"] == pytest.approx(apart.mean())
        assert found[at]["p_effect"] == pytest.approx(won.mean())
        half = float(stdtrit(5, 1 - 0.0125)) * apart.std(ddof=1) / np.sqrt(6)
        assert found[at]["ci_high"] - found[at]["effect_vp"] == pytest.approx(half)
    assert [name.partition("|")[0] for name in players_of(WHOLE, tuned, 20)] == ["tuned", "tuned"]
    assert players_of(WHOLE, tuned, 20) == ["tuned", "tuned|no_forts"]


def replace_readings(at: int) -> Seats:
    return Seats("tuned", "tuned", -1, readings_of(WHOLE, at))


def test_a_reading_is_a_factor_by_its_number() -> None:
    factor = match_inquiry(GAME).factors[READING]
    assert factor.high == len(alternatives(WHOLE)) == sum(len(known) - 1 for known in WHOLE.readings.values())
    assert factor.values[3] == "R7: clear"
    assert readings_of(WHOLE, 0) == ()
    assert readings_of(WHOLE, 3) == (("R7", "clear"),)


@pytest.mark.in_turn
def test_kept_logs_are_whole_games(db: duckdb.DuckDBPyConnection) -> None:
    one = favored(db, "leningrad")
    played = list(logs(one))
    assert len(played) == 6  # three of each of two cells
    assert all(log["kind"].to_pylist()[0] == "game" and log["kind"].to_pylist()[-1] == "end" for log in played)
    assert WHOLE.claims is not None
    scored = claim_frame(WHOLE.claims, played)
    for row, claim in product(scored.iter_rows(named=True), WHOLE.claims.made):
        if row["id"] == claim.id and claim.by_rule:
            assert (row["n"], row["verdict"]) == (0, BY_RULE)
        elif row["id"] == claim.id:
            said = [WHOLE.claims.check(log)[claim.id].holds for log in played]
            assert (row["k"], row["n"]) == (said.count(True), 6 - said.count(None))
    assert set(scored["verdict"]) <= {HOLDS, DOES_NOT, OPEN, NEVER, BY_RULE}
    shares = held_shares(load_board("leningrad"), WHOLE, played)
    for turn, number in product((0, 1, 5, 12), ("0013", "0313", "1009", "2604", "2505")):
        last = [
            [e["side"] for e in log.to_pylist() if e["turn"] <= turn and e["to_hex"] == number and e["kind"] in PASSES]
            for log in played
        ]
        german = [(sides or [WHOLE.words.held.get(number, WHOLE.words.holder)])[-1] == "german" for sides in last]
        assert shares[turn, load_board("leningrad").index(number)] == pytest.approx(sum(german) / 6)
    hexes = hex_frame(load_board("leningrad"), WHOLE, played)
    gone = sum(log["kind"].to_pylist().count("eliminated") for log in played)
    assert hexes["died"].sum() == pytest.approx(gone / 6)
