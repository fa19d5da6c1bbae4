"""Worked examples of every game that offers readers of them: they hold, and they have teeth."""

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

from sim.game import Game, Reader, games_with, load_game
from sim.numbers.rawfiles import RAW

Given = Mapping[str, Any]


@cache
def examples(game: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = tomllib.loads((RAW / game / "examples.toml").read_text(encoding="utf8"))["example"]
    return found


def readers(game: str) -> Mapping[str, Reader]:
    offered = load_game(game).offers_examples
    assert offered
    return offered()


def worked(game: str, kind: str, given: Given) -> dict[str, Any]:
    return dict(readers(game)[kind](given))


GAMES = games_with(lambda game: game.offers_examples is not None, hidden=True)
CASES = [(game, example) for game in GAMES for example in examples(game) if example["kind"] in readers(game)]
INPUTS = sorted({(game, one["kind"], name) for game, one in CASES for name in one["given"]})


@pytest.mark.parametrize(("game", "example"), CASES, ids=[f"{game}-{one['id']}" for game, one in CASES])
def test_the_rules_work_the_example(game: str, example: dict[str, Any]) -> None:
    result = worked(game, example["kind"], example["given"])
    assert {name: result.get(name) for name in example["expect"]} == example["expect"], example["about"]


def others(game: str, name: str, value: Any, alike: list[Any]) -> list[Any]:
    """Return what an input might have been instead.

    The other truth; the numbers beside; the list the other way round or short of one; another column of the table,
    another word that the option of that name knows; what other examples say. Where all that is nothing, a word that
    nobody knows: it must be read at least.
    """
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value - 1, value + 1, 2 * value, -value]
    words = [*alike, *known_words(load_game(game), name)]
    if isinstance(value, list):
        words += [value[::-1], value[1:]]
    return [other for other in words if other != value] or [f"no {value}"]


def known_words(game: Game, name: str) -> tuple[str, ...]:
    if not game.has_combat:
        return ()
    if game.has_table and name in ("column", "odds_column"):
        return game.table.reading.columns
    return next((option.choices for option in game.combat.options if option.name == name), ())


def notices(game: str, example: Mapping[str, Any], name: str, value: Any) -> bool:
    try:
        result = worked(game, example["kind"], {**example["given"], name: value})
    except (ValueError, LookupError, ArithmeticError):
        return True
    return any(result.get(key) != expected for key, expected in example["expect"].items())


@pytest.mark.parametrize(("game", "kind", "name"), INPUTS, ids=["-".join(one) for one in INPUTS])
def test_some_example_notices_when_an_input_is_another(game: str, kind: str, name: str) -> None:
    having = [one for one in examples(game) if one["kind"] == kind and name in one["given"]]
    alike = [one["given"][name] for one in having]
    assert any(
        notices(game, one, name, other) for one in having for other in others(game, name, one["given"][name], alike)
    ), f"no {kind} example of {game} notices when {name} is another"


@pytest.mark.parametrize("game", GAMES)
def test_every_reader_has_examples_and_each_cites_a_rule(game: str) -> None:
    """Examples of the map and the sequence of play wait for their reader, those of the template for nothing."""
    found = examples(game)
    assert len({one["id"] for one in found}) == len(found)
    kinds = {one["kind"] for one in found}
    assert set(readers(game)) <= kinds
    assert set(readers(game)) == kinds or game != "_template"
    assert all(one["rule"] and one["about"] and one["expect"] for one in found)
