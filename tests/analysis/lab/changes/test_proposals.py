"""Proposals against made-up games whose answer is known, effects that bend among them, and one sample of Leningrad."""

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from analysis.cli import levers as command
from analysis.lab.changes import levers
from analysis.lab.changes.levers import Ended, Lever, Trial, numbers_of
from analysis.lab.changes.proposals import CORRECTED, WIDER, Aim, LeversFound, _aims, proposed
from analysis.lab.measures.rates import Share
from sim.game import load_game

TRIAL = Trial("leningrad", {"german": "balanced", "soviet": "balanced"}, 400, 3, 1)
WORTH = {"hex_2604": 0.5, "armor_eliminated": -1.0, "regeneration": -2.0}
"""Points of margin for one more of each number, in the game that stands in for Leningrad."""


PRINTED = {row: value for table, row, _, value in numbers_of("leningrad", ["vp_schedule"])}


def straight(row: str, more: int) -> float:
    return WORTH.get(row, 0.0) * more


def bent(row: str, more: int) -> float:
    """What is worth as much for four points, and then 40 % of it: a first step by the slope falls short."""
    size = abs(straight(row, more))
    return float(np.copysign(min(size, 4) + 0.4 * max(size - 4, 0), straight(row, more)))


def stand_in(law: Callable[[str, int], float], less: int = 10) -> Callable[..., list[Ended]]:
    """Games whose margin is dice, less some points, and what the edited numbers are worth by a law."""

    def play(trial: Trial, edits: dict[str, list[str]]) -> list[Ended]:
        asked.append((trial, len(edits)))
        dice = np.random.default_rng(trial.seed).integers(-30, 31, trial.games) - less
        found = []
        for changes in ([], *edits.values()):
            cells = [change.split("=") for change in changes]
            rows = [(cell.split(",")[1], int(value)) for cell, value in cells]
            whole = np.rint(dice + sum(law(row, value - PRINTED[row]) for row, value in rows)).astype(np.int64)
            found.append(Ended(whole, whole > 0, whole - 1))
        return found

    asked: list[tuple[Trial, int]] = []
    play.asked = asked  # type: ignore[attr-defined]
    return play


def found_in(monkeypatch: pytest.MonkeyPatch, play: Callable[..., list[Ended]]) -> LeversFound:
    monkeypatch.setattr(levers, "played", play)
    return proposed(TRIAL, ["vp_schedule"])


def changed(found: LeversFound) -> list[dict[str, int]]:
    return [{change.split(",")[1]: int(change.split("=")[1]) for change in one.changes} for one in found.proposals]


def test_the_two_strongest_numbers_are_moved_as_far_as_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    found = found_in(monkeypatch, stand_in(straight))
    slopes = {one.row: one.slope for one in found.levers}
    assert slopes == pytest.approx({row: WORTH.get(row, 0.0) for row in slopes}, abs=0.01)
    assert found.share.p == pytest.approx(1 / 3, abs=0.08)  # 20 of 61 faces
    both, one, other = changed(found)
    assert {*both} == {"hex_2604", "armor_eliminated"}
    assert {*one, *other} == {*both}
    for gain in gains(found, straight).values():  # ten points are lacking, in truth; 800 games have an error of 0.6
        assert gain == pytest.approx(10, abs=2)
    assert (both["hex_2604"] - 30) / 30 == pytest.approx((15 - both["armor_eliminated"]) / 15, abs=0.07)  # whole
    assert all(proposal.is_fair for proposal in found.proposals)


def test_a_step_that_falls_short_is_corrected(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fourteen points are lacking; by the slopes alone two numbers bring 10.4 of them, the hex alone 8."""
    monkeypatch.setattr("analysis.lab.changes.proposals.CORRECTED", 0)
    short = gains(found_in(monkeypatch, stand_in(bent, less=14)), bent)
    assert short["both"] < 11.5
    assert short["hex_2604"] < 9
    monkeypatch.undo()
    play = stand_in(bent, less=14)
    found = found_in(monkeypatch, play)
    right = gains(found, bent)
    assert right["both"] == pytest.approx(14, abs=2)
    assert right["hex_2604"] == pytest.approx(14, abs=2)
    assert right["armor_eliminated"] == pytest.approx(7.6)  # from 15 to 2 it brings no more
    assert [one.is_fair for one in found.proposals] == [True, *("hex_2604" in one for one in changed(found)[1:])]
    asked = play.asked  # type: ignore[attr-defined]
    assert 2 <= len(asked[1:-1]) <= CORRECTED + 1
    assert {(one.seed, one.games) for one, _ in asked[1:-1]} == {(TRIAL.seed, WIDER * TRIAL.games)}  # paired
    assert asked[-1] == (replace(TRIAL, seed=TRIAL.seed + 1), 3)  # fresh


def test_two_numbers_are_chosen_that_go_far_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """The strongest brings four points and then no more: the two behind it are proposed, who bring 22 together."""

    def law(row: str, more: int) -> float:
        worth = {"hex_2604": 1.0, "armor_eliminated": -0.8, "infantry_eliminated": -4.0}.get(row, 0.0) * more
        return float(np.clip(worth, -4, 4)) if row == "hex_2604" else worth

    found = found_in(monkeypatch, stand_in(law, less=18))
    assert {*changed(found)[0]} == {"armor_eliminated", "infantry_eliminated"}
    assert found.proposals[0].is_fair


def gains(found: LeversFound, law: Callable[[str, int], float]) -> dict[str, float]:
    """Return what each proposal brings in truth, by its number, or as `both`."""
    return {
        "both" if len(moved) == 2 else next(iter(moved)): sum(law(row, to - PRINTED[row]) for row, to in moved.items())
        for moved in changed(found)
    }


@pytest.mark.parametrize(
    ("lacks", "answers"),
    [
        (lambda share: 20 - 40 * share, [0.5]),  # straight: the first step is right
        (lambda share: 20 - 15 * share, [0.5, 0.8]),  # falls short: further, but no further than may be
        (lambda share: 20 - 100 * share, [0.5, 0.2]),  # goes too far: back
        (lambda share: 20 + 9 * share, [0.5, 0.9]),  # brings nothing: as far as may be
    ],
)  # fmt: skip
def test_the_next_step_is_by_false_position(lacks: Callable[[float], float], answers: list[float]) -> None:
    aim = Aim((lever(-2.0),), ((0.0, 20.0), (answers[0], lacks(answers[0]))))
    assert aim.next() == pytest.approx(answers[-1] if lacks(1.0) != 5 else 0.9)  # 1.33 is beyond a tenth of it


def test_false_position_closes_in_on_a_curve() -> None:
    shares = [0.0, 0.1]
    for _ in range(4):
        shares.append(Aim((lever(2.0),), tuple((x, 20 - 30 * np.sqrt(x)) for x in shares)).next())
    assert [abs(x - 4 / 9) for x in shares[-3:]] == sorted([abs(x - 4 / 9) for x in shares[-3:]], reverse=True)
    assert shares[-1] == pytest.approx(4 / 9, abs=0.05)
    assert all(b <= 2 * max(shares) for _, b in pairwise(shares))


def lever(slope: float, printed: int = 10) -> Lever:
    return Lever("t", "r", "vp", printed, 2, (-2 * slope, -9.0, -1.0, 0.0), (2 * slope, 1.0, 9.0, 0.0))


def test_a_number_goes_no_further_than_is_reasonable() -> None:
    one = lever(1.0)
    assert [aim.at(aim.steps[-1][0]) for aim in _aims([one], 500.0)] == [((one, 30),)]
    assert [aim.at(aim.steps[-1][0]) for aim in _aims([one], -500.0)] == [((one, 1),)]
    assert _aims([one], 0.0) == []
    dull = Lever("t", "r", "vp", 10, 2, (-2.0, -5.0, 1.0, 0.0), (2.0, -1.0, 5.0, 0.0))
    assert _aims([dull], 5.0) == []  # it may be nothing but dice


def test_what_cannot_be_made_fair_is_said_plainly(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = found_in(monkeypatch, stand_in(lambda row, more: 0.2 * straight(row, more), less=25))
    assert [one.is_fair for one in found.proposals] == [False] * 3
    assert found.proposals[0].is_at_bounds
    assert {*changed(found)[0].values()} == {90, 2}
    command._tell(load_game("leningrad"), found)
    said = " ".join(capsys.readouterr().out.split())
    assert said.count("on fresh dice: not fair, as far as the numbers may go.") == 3


@pytest.mark.verification
def test_leningrad_between_tuned_players_is_made_fair_or_said_not_to_be() -> None:
    tuned = Trial("leningrad", {"german": "tuned", "soviet": "tuned"}, 100, 0, 2)
    found = proposed(tuned, ["vp_schedule"])
    assert found.proposals
    for one in found.proposals:
        assert one.is_fair == (one.share.low <= 0.5 <= one.share.high)
        assert one.is_fair or abs(one.share.p - 0.5) <= abs(found.share.p - 0.5)


def test_a_fair_game_is_said_to_be_fair(capsys: pytest.CaptureFixture[str]) -> None:
    command._tell(load_game("leningrad"), LeversFound(TRIAL, Share(0.5, 0.43, 0.57, 200), 0.0, (0, -4, 4), (), ()))
    assert "That is fair as far as these games tell: no change is proposed." in capsys.readouterr().out
