"""The rulebooks' worked examples, stored as data with rule numbers, held against what is built; and their teeth."""

import tomllib
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pytest

from sim.columns import label_of, odds_rung
from sim.game import game_ids, load_game
from sim.rawfiles import RAW
from sim.tables import load_grid, load_list

Given = Mapping[str, Any]


def examples(game: str) -> list[dict[str, Any]]:
    text = (RAW / game / "examples.toml").read_text(encoding="utf8")
    found: list[dict[str, Any]] = tomllib.loads(text)["example"]
    return found


def odds(game: str, given: Given) -> dict[str, Any]:
    answer = load_game(game).chapter("combat").odds(**given)
    return {
        "initial_odds": answer.initial_odds,
        "final_column": answer.final_column,
        "cancelled": answer.cancelled,
    }


def rounding(game: str, given: Given) -> dict[str, Any]:
    separator = {"leningrad": "-", "stalingrad_roads": "/"}[game]
    return {"odds": label_of(int(odds_rung(given["attack"], given["defense"])), separator)}


def crt(game: str, given: Given) -> dict[str, Any]:
    """Read one cell through the rule functions, not the table."""
    chapter = load_game(game).chapter("combat")
    column = chapter.COLUMNS.index(given["column"])
    low = max(1, given["roll"] - 6)
    rolls = np.array([low, given["roll"] - low], np.int8)
    attacker, defender = (int(steps) for steps in chapter.attrition(column, rolls))
    a, d = (chapter.TACTICAL[int(code)] for code in chapter.tactical(column, rolls))
    losses = (f"A{attacker}" if attacker else "") + (f"D{defender}" if defender else "") or "-"
    return {"losses": losses, "attacker_tactical": a, "defender_tactical": d}


def airlift(game: str, given: Given) -> dict[str, Any]:
    from sim.games.stalingrad_roads.airlift import DRM, airlift_drm, airlift_result

    counts = {row["id"]: given.get(row["id"], 0) for row in DRM.rows}
    assert set(given) - set(counts) == {"roll"}, f"unknown modifiers in {dict(given)}"
    drm = airlift_drm(counts)
    modified, change, ju52 = airlift_result(drm, np.array([given["roll"]], np.int8))
    return {
        "drm": int(drm), "modified_roll": int(modified), "level_change": int(change), "ju52_received": int(ju52)
    }  # fmt: skip


def support_acquisition(game: str, given: Given) -> dict[str, Any]:
    modified = given["natural_roll"] + given["drm"]
    table = load_grid(game, "support_acquisition")
    column = next(label for label in table.column_labels if label.lower().startswith(given["box"].lower()))
    return {"modified_roll": modified, "supports": int(table.cell(str(modified), column))}


def shift(game: str, given: Given) -> dict[str, Any]:
    """Net a number of columns to the right against one to the left, as rows of the table worth one each."""
    from sim.games.leningrad.shifts import WORTH, net_shift

    times = {**dict.fromkeys(WORTH, 0), "air_attacker": given["right"], "air_defender": given["left"]}
    return {"net_shift": int(net_shift(times))}


def panzer_corps(game: str, given: Given) -> dict[str, Any]:
    """Attack with a corps; it counts as whole when as many of its units are stacked as the table says it has."""
    from sim.games.leningrad.shifts import WORTH, net_shift

    units = load_list(game, "german_units")
    belong = sum(units[unit]["panzer_corps"] == given["corps"] for unit in given["units_stacked"])
    whole = belong == load_list(game, "panzer_corps").integer(given["corps"], "units")
    return {"column_shift": int(net_shift({**dict.fromkeys(WORTH, 0), "panzer_corps_attacker": whole}))}


def result(game: str, given: Given) -> dict[str, Any]:
    """Read a result back from what it asks of each side; first is he whose answer the other's depends on."""
    from sim.exact import Law
    from sim.games.leningrad.facts import Fight
    from sim.games.leningrad.results import RESULTS, after, demands

    codes = {0: "-", -1: "E"}
    defender, attacker = (codes.get(n, str(n)) for n in demands(given["result"]))
    shared = Law(("result",), {(RESULTS.index("1/1"),): 1}, 1)
    fights = [
        Fight(attack=1, defense=1, attacker_steps=4, defender_steps=4, defender_takes=takes)
        for takes in ("steps", "retreat")
    ]
    ends = [law for law in (after(shared, one) for one in fights) if law is not None]
    lost = [end.marginal("attacker_step_losses").counts for end in ends]
    first = "defender" if lost[0] != lost[1] else "attacker"
    return {"defender": defender, "attacker": attacker, "first": first}


def fight(game: str, given: Given) -> dict[str, Any]:
    return odds(game, {**given, "terrain": (given["terrain"],)})


def combat(game: str, given: Given) -> dict[str, Any]:
    """Resolve a whole fight of Stalingrad Roads; no example rolls an Eng, so the second roll does not matter."""
    chapter = load_game(game).chapter("combat")
    facts = {name: fact for name, fact in given.items() if name != "roll"}
    answer = chapter.odds(**facts)
    low = max(1, given["roll"] - 6)
    after = chapter.after_roll(np.array([low, given["roll"] - low, 3, 4], np.int8), **facts)
    told = {"initial_odds": answer.initial_odds, "final_column": answer.final_column}
    return {**told, "armored_exploitation_units": None, **after}


READERS: dict[str, Callable[[str, Given], dict[str, Any]]] = {
    "odds": odds,
    "rounding": rounding,
    "crt": crt,
    "airlift": airlift,
    "support_acquisition": support_acquisition,
    "combat": combat,
    "shift": shift,
    "panzer_corps": panzer_corps,
    "result": result,
    "fight": fight,
}
BUILT = {
    "leningrad": {"odds", "shift", "panzer_corps", "result", "fight"},
    "stalingrad_roads": {"odds", "rounding", "crt", "airlift", "support_acquisition", "combat"},
}
CASES = [(game, example) for game, kinds in BUILT.items() for example in examples(game) if example["kind"] in kinds]


@pytest.mark.parametrize(("game", "example"), CASES, ids=[f"{g}-{e['id']}" for g, e in CASES])
def test_worked_example(game: str, example: dict[str, Any]) -> None:
    result = READERS[example["kind"]](game, example["given"])
    expected = example["expect"]
    assert {key: result[key] for key in expected} == expected, example["about"]


def test_the_examples_that_the_house_promises_are_there() -> None:
    kinds = {(game, example["kind"]) for game, example in CASES}
    assert kinds == {(game, kind) for game, built in BUILT.items() for kind in built}
    about = {example["id"].split("-")[0] for game, example in CASES if game == "stalingrad_roads"}
    assert {"ex03", "ex05", "ex07", "ex09", "ex10"} <= about
    assert any(example["rule"] == "8.33" for game, example in CASES if game == "leningrad")


def notices(game: str, example: dict[str, Any], name: str, value: Any) -> bool:
    """Whether an example fails when one of its inputs is another."""
    try:
        result = READERS[example["kind"]](game, {**example["given"], name: value})
    except (ValueError, IndexError, AssertionError):
        return True
    return any(result[key] != expected for key, expected in example["expect"].items())


def others(value: Any, game: str, example: dict[str, Any], name: str) -> list[Any]:
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1, -value] if value else [1, -1]
    if name == "column":
        return [c for c in load_game(game).chapter("combat").COLUMNS if c != value]
    return [e["given"][name] for e in examples(game) if e["kind"] == example["kind"] and e["given"][name] != value]


@pytest.mark.parametrize(("game", "kind"), sorted((g, k) for g, kinds in BUILT.items() for k in kinds))
def test_the_examples_have_teeth(game: str, kind: str) -> None:
    """Flip any one input and some example must notice."""
    mine = [example for example in examples(game) if example["kind"] == kind]
    for name in {name for example in mine for name in example["given"]}:
        with_it = [example for example in mine if name in example["given"]]
        assert any(
            notices(game, example, name, other)
            for example in with_it
            for other in others(example["given"][name], game, example, name)
        ), f"no {kind} example of {game} notices when {name} is another"


@pytest.mark.parametrize("game", game_ids())
def test_every_example_cites_a_rule_and_expects_something(game: str) -> None:
    found = examples(game)
    assert len({example["id"] for example in found}) == len(found)
    for example in found:
        assert example["rule"], example["id"]
        assert example["about"], example["id"]
        assert example["kind"], example["id"]
        assert example["expect"], example["id"]


def test_the_drm_table_of_the_airlift_has_the_signs_of_example_9() -> None:
    drm = load_list("stalingrad_roads", "airlift_drm")
    assert [drm.integer(name) for name in ("vvs", "aa", "clear_sky", "luftwaffe")] == [1, -1, 2, -1]
