"""What every game must satisfy, over every discovered game; a new one fails here until it does."""

import json
import re
import tomllib
from collections import deque
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.stats import binomtest

from analysis.fights.odds import answered, as_json, consequences, outcomes
from analysis.sources.audit import audit
from analysis.sources.rulings import LABELS
from analysis.sources.rulings import rulings as ruled
from analysis.studies.study import course_of, courses_of
from sim.dice import Rolls, draw_rolls
from sim.errors import GameError
from sim.exact import count
from sim.game import GAMES, Game, game_ids
from sim.numbers.rawfiles import RAW
from sim.play import play_block, play_exactly
from sim.state import State, columns_of, logged_fields
from sim.streams import stream
from sim.system import Course, Phase, Setting

ROOT = Path(__file__).parents[2]
FIVE_SIGMA = 5.7e-7  # two-sided, by the binomial law itself: the normal one misjudges what almost never happens


@pytest.fixture(params=[(g, name) for g in game_ids(hidden=True) for name in courses_of(g)], ids="/".join)
def course(request: pytest.FixtureRequest) -> Course:
    return course_of(*request.param)


def test_the_folder_and_the_game_have_one_name(game: Game) -> None:
    assert (GAMES / game.id / "__init__.py").exists()
    assert len(set(game.sides)) == 2
    assert game.version >= 1


def test_every_table_is_in_order_and_counted(game: Game) -> None:
    entry = audit(game.id)
    assert entry.tables
    assert entry.cells()["rulebook"] > 0
    for missing in entry.missing:
        assert missing.file.startswith(f"data/raw/{game.id}/")


def test_every_source_document_is_described(game: Game) -> None:
    known = tomllib.loads((RAW / game.id / "source.toml").read_text(encoding="utf8"))["documents"]
    for path in (RAW / game.id).rglob("*.csv"):
        document = tomllib.loads(path.with_suffix(".toml").read_text(encoding="utf8"))["source"]["document"]
        assert document in known or document == "none", f"{path.name} cites {document!r}"


def test_card_and_rulings_are_there_and_numbered(game: Game) -> None:
    card = (GAMES / game.id / "README.md").read_text(encoding="utf8")
    assert "numbers and our own words only" in card.lower().replace("\n", " ")
    rulings = (GAMES / game.id / "RULINGS.md").read_text(encoding="utf8")
    numbers = [int(n) for n in re.findall(r"(?m)^## R(\d+)\b", rulings)]
    assert numbers == list(range(1, len(numbers) + 1))
    for part in re.split(r"(?m)^## R\d+", rulings)[1:]:
        for label in LABELS:
            assert f"**{label}:**" in part, f"{game.id}: a ruling lacks {label}: {part[:60]}"
    assert [one.number for one in ruled(game.id)] == numbers


PLAYED = {"players", "played"}
"""Rooms of a game that play: they may deal and choose by lot."""


def test_rules_never_roll(game: Game) -> None:
    paths = [path for path in (GAMES / game.id).rglob("*.py") if not PLAYED & set(path.relative_to(GAMES).parts)]
    assert paths
    for path in paths:
        assert not rolls(path.read_text(encoding="utf8")), path.relative_to(GAMES)


def rolls(text: str) -> bool:
    return bool(re.search(r"\brng\b|default_rng|np\.random|Generator", text))


def test_a_rule_that_rolls_is_seen() -> None:
    assert rolls("import numpy as np\nnp.random.default_rng(1)")
    assert not rolls("def rule(state, rolls): ...")


def test_what_is_not_there_is_refused_in_words(game: Game) -> None:
    with pytest.raises(GameError, match=f"{game.id} has no system 'weather_report'; expected one of "):
        game.system("weather_report")
    if not game.has_table:
        with pytest.raises(GameError, match=f"{game.id} has no combat results table; games that have: .*leningrad"):
            _ = game.table


def test_a_game_with_combat_answers_a_fight(combat_game: Game) -> None:
    answer = answered(combat_game, combat_game.combat.example)
    assert answer.law is not None
    for law in (answer.law, answer.after):
        assert law is None or sum(p for _, p in law) == 1
    assert sum(Fraction(row["probability"]) for row in outcomes(answer)) == 1
    assert sum(Fraction(row["probability"]) for row in consequences(answer)) == (answer.after is not None)
    assert json.loads(json.dumps(as_json(combat_game, answer)))["outcomes"] == outcomes(answer)


def test_every_column_of_the_crt_has_an_exact_law(crt_game: Game) -> None:
    table = crt_game.table
    reading = table.reading
    for label in reading.columns:
        answer = table.column_odds(label)
        assert answer.final_column == label
        assert answer.law is not None
        assert sum(answer.law.counts.values()) == answer.law.denominator
        assert sum(p for _, p in answer.law) == 1
        for outcome in outcomes(answer):
            assert reading.class_of(outcome) in reading.classes


def test_sampled_odds_agree_with_exact_ones(crt_game: Game) -> None:
    """Checks dice and broadcasting, not the rule: both sides share it."""
    table, n = crt_game.table, 60_000
    for position, label in enumerate(table.reading.columns):
        law = table.column_odds(label).law
        assert law is not None
        rolls = draw_rolls(stream(1, 0, position, "combat"), n, table.reading.n_dice)
        seen = count(table.results(label, rolls))
        assert set(seen.counts) <= set(law.counts)
        for outcome, p in law:
            share = seen.counts.get(outcome, 0) / n
            assert abs(share - p) <= 5 * (p * (1 - p) / n) ** 0.5, (label, outcome)


def test_a_right_shift_never_moves_left(crt_game: Game) -> None:
    labels = crt_game.table.reading.columns
    for attack in (1, 3, 7, 30):
        fights = [{"attack": attack, "defense": 4, "shift": shift} for shift in range(-12, 13)]
        columns = [answered(crt_game, fight).final_column for fight in fights]
        order = [labels.index(label) if label in labels else -1 for label in columns]
        assert order == sorted(order)


def test_courses_describe_what_they_log(course: Course) -> None:
    assert all(f.metadata["about"] for f in logged_fields(course.state))
    assert set(course.results) <= {f for f in columns_of(course.start(1, course.setting()))}
    assert all(policy.about for known in course.policies.values() for policy in known.values())


def test_factors_have_a_range_around_their_value_and_a_basis(course: Course) -> None:
    for factor in course.factors.values():
        assert factor.low <= factor.value <= factor.high
        assert factor.low < factor.high
        assert factor.about
        assert factor.basis in ("rulebook", "inferred", "published", "assumed")


def test_unknown_factors_sides_and_policies_are_refused_in_words(course: Course) -> None:
    with pytest.raises(GameError, match="no factor 'luck'; expected one of"):
        course.setting({"luck": 1})
    with pytest.raises(GameError, match="no side 'red'; expected one of"):
        course.setting(None, {"red": "x"})
    side = next(iter(course.policies))
    with pytest.raises(GameError, match=f"no {side} policy 'x'; expected one of"):
        course.setting(None, {side: "x"})


@pytest.mark.parametrize("n", [8_192, pytest.param(65_536, marks=pytest.mark.verification)])
def test_sampling_agrees_with_the_exact_law(course: Course, n: int) -> None:
    """Every logged field on every turn, and every result, within five sigma; the impossible never happens."""
    setting = course.setting()
    if course.sampled_because:
        with pytest.raises(GameError, match=f"{course.id} has no exact law: "):
            next(play_exactly(course, setting))
        assert len(list(play_block(course, setting, 11, 0, 1_000))) == len(course.turns)
        return
    pairs = zip(play_block(course, setting, 11, 0, n), play_exactly(course, setting), strict=True)
    for turn, (state, worlds) in enumerate(pairs, 1):
        assert sum(worlds.weights) == worlds.denominator
        last = turn == len(course.turns)
        for name in [f.name for f in logged_fields(course.state)] + (list(course.results) if last else []):
            values, seen = np.unique(getattr(state, name).astype(int), return_counts=True)
            law = {int(v[0]): float(p) for v, p in worlds.law(name)}
            assert set(values.tolist()) <= set(law), (turn, name)
            for value, p in law.items():
                k = int(seen[values == value].sum())
                assert binomtest(k, n, min(p, 1.0)).pvalue >= FIVE_SIGMA, (turn, name, value)


def test_fewer_games_are_the_first_games(course: Course) -> None:
    setting = course.setting()
    *_, many = play_block(course, setting, 5, 3, 300)
    *_, few = play_block(course, setting, 5, 3, 77)
    for name, values in columns_of(few).items():
        assert (getattr(many, name)[:77] == values).all(), name


def dice_of(course: Course, factors: Mapping[str, int]) -> dict[tuple[int, str], list[Any]]:
    """Play some games and return the dice that fell, by turn and phase; what a cup gives depends on what is in it."""
    fallen: dict[tuple[int, str], list[Any]] = {}

    def watched(phase: Phase) -> Phase:
        def apply(state: Any, setting: Setting, turn: int, rolls: Rolls) -> State:
            fallen[turn, phase.name] = rolls.tolist()
            return phase.apply(state, setting, turn, rolls)

        return replace(phase, apply=apply)

    phases = tuple(watched(phase) if isinstance(phase, Phase) else phase for phase in course.phases)
    deque(play_block(replace(course, phases=phases), course.setting(factors), 5, 0, 20), maxlen=0)
    return fallen


def test_variants_meet_the_same_dice(course: Course) -> None:
    """A factor changes what the dice do, never which dice fall: of every course, on every turn and in every phase."""
    dice = dice_of(course, {})
    assert any(dice.values()) or not any(isinstance(phase, Phase) and phase.n_dice for phase in course.phases)
    for factor in course.factors.values():
        for value in {factor.low, factor.high} - {factor.value}:
            assert dice_of(course, {factor.id: value}) == dice, factor.id
