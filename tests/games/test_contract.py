"""What every game must satisfy, over every discovered game; a new one fails here until it does."""

import json
import re
import tomllib
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import binomtest

from analysis.audit import audit
from analysis.lint import LABELS
from analysis.lint import rulings as ruled
from analysis.odds import as_json, consequences, odds, outcomes
from sim.combat import CombatOdds, CrtReading
from sim.dice import draw_rolls
from sim.exact import count
from sim.game import GAMES, Game, GameError, Scenario, games_with, load_game
from sim.play import play_block, play_exactly
from sim.rawfiles import RAW
from sim.state import columns_of, logged_fields
from sim.streams import stream

ROOT = Path(__file__).parents[2]
FIVE_SIGMA = 5.7e-7  # two-sided, by the binomial law itself: the normal one misjudges what almost never happens


def scenarios() -> list[tuple[str, str]]:
    return [(g, s) for g in games_with("scenarios", hidden=True) for s in load_game(g).chapter("scenarios").SCENARIOS]


@pytest.fixture(params=scenarios(), ids="/".join)
def scenario(request: pytest.FixtureRequest) -> Scenario:
    game, name = request.param
    found: Scenario = load_game(game).chapter("scenarios").SCENARIOS[name]
    return found


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
    for path in (RAW / game.id).glob("*.csv"):
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


def test_rules_never_roll(game: Game) -> None:
    for path in (GAMES / game.id).glob("*.py"):
        text = path.read_text(encoding="utf8")
        assert not re.search(r"\brng\b|default_rng|np\.random|Generator", text), path.name


def test_a_chapter_that_is_not_there_is_refused_in_words(game: Game) -> None:
    with pytest.raises(GameError, match=f"{game.id} has no weather_report yet"):
        game.chapter("weather_report")


def test_a_game_with_combat_answers_a_fight(combat_game: Game) -> None:
    """A game without a table shows a fight of its own as `EXAMPLE`."""
    chapter = combat_game.chapter("combat")
    assert ("crt" in combat_game.chapters) == hasattr(chapter, "READING")
    answer = odds(combat_game.id, **getattr(chapter, "EXAMPLE", {"attack": 11, "defense": 4}))
    assert answer.law is not None
    for law in (answer.law, answer.after):
        assert law is None or sum(p for _, p in law) == 1
    assert sum(Fraction(row["probability"]) for row in outcomes(answer)) == 1
    assert sum(Fraction(row["probability"]) for row in consequences(answer)) == (answer.after is not None)
    assert json.loads(json.dumps(as_json(combat_game.id, answer)))["outcomes"] == outcomes(answer)


def test_every_column_of_the_crt_has_an_exact_law(crt_game: Game) -> None:
    chapter = crt_game.chapter("crt")
    reading: CrtReading = chapter.READING
    for label in reading.columns:
        answer: CombatOdds = chapter.column_odds(label)
        assert answer.final_column == label
        assert answer.law is not None
        assert sum(answer.law.counts.values()) == answer.law.denominator
        assert sum(p for _, p in answer.law) == 1
        for outcome in outcomes(answer):
            assert reading.class_of(outcome) in reading.classes


def test_sampled_odds_agree_with_exact_ones(crt_game: Game) -> None:
    """Checks dice and broadcasting, not the rule: both sides share it."""
    chapter, n = crt_game.chapter("crt"), 60_000
    for position, label in enumerate(chapter.READING.columns):
        law = chapter.column_odds(label).law
        rolls = draw_rolls(stream(1, 0, position, "combat"), n, chapter.READING.n_dice)
        result = chapter.combat_result(np.full(n, position), rolls)
        seen = count(result if isinstance(result, dict) else {law.fields[0]: result})
        assert set(seen.counts) <= set(law.counts)
        for outcome, p in law:
            share = seen.counts.get(outcome, 0) / n
            assert abs(share - p) <= 5 * (p * (1 - p) / n) ** 0.5, (label, outcome)


def test_a_right_shift_never_moves_left(crt_game: Game) -> None:
    chapter = crt_game.chapter("crt")
    labels = chapter.READING.columns
    for attack in (1, 3, 7, 30):
        columns = [chapter.odds(attack, 4, shift).final_column for shift in range(-12, 13)]
        order = [labels.index(label) if label in labels else -1 for label in columns]
        assert order == sorted(order)


def test_scenarios_describe_what_they_log(scenario: Scenario) -> None:
    assert all(f.metadata["about"] for f in logged_fields(scenario.state))
    assert set(scenario.results) <= {f for f in columns_of(scenario.start(1, scenario.setting()))}
    assert all(policy.about for known in scenario.policies.values() for policy in known.values())


def test_factors_have_a_range_around_their_value_and_a_basis(scenario: Scenario) -> None:
    for factor in scenario.factors.values():
        assert factor.low <= factor.value <= factor.high
        assert factor.low < factor.high
        assert factor.about
        assert factor.basis in ("rulebook", "inferred", "published", "assumed")


def test_unknown_factors_sides_and_policies_are_refused_in_words(scenario: Scenario) -> None:
    with pytest.raises(GameError, match="no factor 'luck'; expected one of"):
        scenario.setting({"luck": 1})
    with pytest.raises(GameError, match="no side 'red'; expected one of"):
        scenario.setting(None, {"red": "x"})
    side = next(iter(scenario.policies))
    with pytest.raises(GameError, match=f"no {side} policy 'x'; expected one of"):
        scenario.setting(None, {side: "x"})


def test_sampling_agrees_with_the_exact_law(scenario: Scenario) -> None:
    """Every logged field on every turn, and every result, within five sigma; the impossible never happens."""
    n, setting = 65_536, scenario.setting()
    if scenario.sampled_because:
        with pytest.raises(GameError, match=f"{scenario.id} has no exact law: "):
            next(play_exactly(scenario, setting))
        assert len(list(play_block(scenario, setting, 11, 0, 1_000))) == len(scenario.turns)
        return
    pairs = zip(play_block(scenario, setting, 11, 0, n), play_exactly(scenario, setting), strict=True)
    for turn, (state, worlds) in enumerate(pairs, 1):
        assert sum(worlds.weights) == worlds.denominator
        last = turn == len(scenario.turns)
        for name in [f.name for f in logged_fields(scenario.state)] + (list(scenario.results) if last else []):
            values, seen = np.unique(getattr(state, name).astype(int), return_counts=True)
            law = {int(v[0]): float(p) for v, p in worlds.law(name)}
            assert set(values.tolist()) <= set(law), (turn, name)
            for value, p in law.items():
                k = int(seen[values == value].sum())
                assert binomtest(k, n, min(p, 1.0)).pvalue >= FIVE_SIGMA, (turn, name, value)


def test_fewer_games_are_the_first_games(scenario: Scenario) -> None:
    setting = scenario.setting()
    *_, many = play_block(scenario, setting, 5, 3, 300)
    *_, few = play_block(scenario, setting, 5, 3, 77)
    for name, values in columns_of(few).items():
        assert (getattr(many, name)[:77] == values).all(), name


def test_variants_meet_the_same_dice(scenario: Scenario) -> None:
    """A factor changes what the dice do, never which dice fall."""
    factor = next(iter(scenario.factors.values()), None)
    if factor is None:
        return
    logs = [
        next(play_block(scenario, scenario.setting({factor.id: value}), 5, 0, 500))
        for value in (factor.low, factor.high)
    ]
    weather = ("precipitation", "rivers", "clouds")
    for name in weather:
        if hasattr(logs[0], name):
            assert (getattr(logs[0], name) == getattr(logs[1], name)).all()
