"""Worked examples of every game with a chapter `examples`: they hold, and they have teeth."""

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

from sim.game import games_with, load_game
from sim.rawfiles import RAW

Given = Mapping[str, Any]


@cache
def examples(game: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = tomllib.loads((RAW / game / "examples.toml").read_text(encoding="utf8"))["example"]
    return found


def worked(game: str, kind: str, given: Given) -> dict[str, Any]:
    reader = load_game(game).chapter("examples").READERS[kind]
    return dict(reader(given))


GAMES = games_with("examples", hidden=True)
CASES = [(game, example) for game in GAMES for example in examples(game)]
INPUTS = sorted({(game, one["kind"], name) for game, one in CASES for name in one["given"]})


@pytest.mark.parametrize(("game", "example"), CASES, ids=[f"{game}-{one['id']}" for game, one in CASES])
def test_the_rules_work_the_example(game: str, example: dict[str, Any]) -> None:
    result = worked(game, example["kind"], example["given"])
    assert {name: result.get(name) for name in example["expect"]} == example["expect"], example["about"]


def others(value: Any, alike: list[Any]) -> list[Any]:
    """Return what an input might have been instead: the other truth, the numbers beside, what other examples say."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value - 1, value + 1]
    return [other for other in alike if other != value]


def notices(game: str, example: Mapping[str, Any], name: str, value: Any) -> bool:
    try:
        result = worked(game, example["kind"], {**example["given"], name: value})
    except (ValueError, IndexError, KeyError):
        return True
    return any(result.get(key) != expected for key, expected in example["expect"].items())


@pytest.mark.parametrize(("game", "kind", "name"), INPUTS, ids=["-".join(one) for one in INPUTS])
def test_some_example_notices_when_an_input_is_another(game: str, kind: str, name: str) -> None:
    having = [one for one in examples(game) if one["kind"] == kind and name in one["given"]]
    alike = [one["given"][name] for one in having]
    assert any(notices(game, one, name, other) for one in having for other in others(one["given"][name], alike)), (
        f"no {kind} example of {game} notices when {name} is another"
    )


@pytest.mark.parametrize("game", GAMES)
def test_every_example_is_read_and_cites_a_rule(game: str) -> None:
    found = examples(game)
    assert len({one["id"] for one in found}) == len(found)
    readers = load_game(game).chapter("examples").READERS
    assert {one["kind"] for one in found} == set(readers)
    assert all(one["rule"] and one["about"] and one["expect"] for one in found)
