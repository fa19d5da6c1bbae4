"""The rulebooks' worked examples, stored as data with rule numbers, held against what is built; and their teeth."""

import tomllib
from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pytest

from sim.columns import label_of, odds_rung, ratio_of
from sim.dice import all_rolls
from sim.game import game_ids, load_game
from sim.rawfiles import RAW
from sim.tables import load_grid, load_list
from tests.games.inferno_examples import INFERNO, INFERNO_WORDS

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


def traces_odds(game: str, given: Given) -> dict[str, Any]:
    return {"odds_column": load_game(game).chapter("combat").odds(**given).initial_odds}


def traces_shift(game: str, given: Given) -> dict[str, Any]:
    """Shift the odds of a column, or of two strengths, and tell every column on the way."""
    chapter = load_game(game).chapter("combat")
    facts = {name: given[name] for name in ("attack", "defense") if name in given}
    if "odds_column" in given:
        ratio = ratio_of(given["odds_column"], ":")
        facts = {"attack": ratio.numerator, "defense": ratio.denominator}
    facts["terrain"] = tuple(given["terrain"]) or ("clear",)
    on_the_ground = chapter.odds(**facts)
    answer = chapter.odds(**facts, air_markers=given["offensive_markers"])
    net = sum(one.value for one in answer.applied)
    step = 1 if net > 0 else -1
    ways = [chapter.odds(**{**facts, "terrain": ("clear",)}, shift=n).final_column for n in range(0, net + step, step)]
    return {
        "column_shift": net, "odds_columns": ways, "after_terrain_odds_column": on_the_ground.final_column,
        "final_odds_column": answer.final_column,
    }  # fmt: skip


def traces_step_losses(game: str, given: Given) -> dict[str, Any]:
    from sim.games.traces_of_hubris.crt import demand_of
    from sim.games.traces_of_hubris.results import choices

    steps = np.array(given["unit_steps"])
    lost = choices(demand_of(f"D{given['step_losses']}"), steps).units
    return {"steps_left": sorted(map(list, {tuple(sorted(left)) for left in (steps - lost).tolist()}))}


def traces_result(game: str, given: Given) -> dict[str, Any]:
    """Roll in a column; of two units the owner picks one, so the other keeps its steps."""
    from sim.games.traces_of_hubris.crt import demand_of

    chapter = load_game(game).chapter("combat")
    roll = np.array([given["natural_roll"]], np.int8)
    code = chapter.RESULTS[int(chapter.combat_result(chapter.COLUMNS.index(given["odds_column"]), roll))]
    demand = demand_of(code)
    return {
        "result": code, "defender_step_losses": demand.defender_steps, "retreat_hexes": demand.retreat_hexes,
        "unit_steps_left": given["unit_steps"] - demand.defender_steps,
    }  # fmt: skip


def traces_column(game: str, given: Given) -> dict[str, Any]:
    chapter = load_game(game).chapter("combat")
    at = chapter.combat_result(chapter.COLUMNS.index(given["odds_column"]), all_rolls(1))
    return {"results": [chapter.RESULTS[i] for i in at]}


def traces_fortification(game: str, given: Given) -> dict[str, Any]:
    """Look for a way to meet a result among all lawful ones."""
    from sim.games.traces_of_hubris.crt import demand_of
    from sim.games.traces_of_hubris.results import choices

    units, marker = given["unit_steps"], given["fortification_steps"]
    found = choices(demand_of(given["result"]), units, marker)
    ways = zip(found.units.tolist(), found.marker.tolist(), found.hexes.tolist(), strict=True)
    way = (given["unit_step_losses"], given["fortification_step_losses"], given["retreat_hexes"])
    left = [steps - lost for steps, lost in zip(units, given["unit_step_losses"], strict=True)]
    return {
        "is_allowed": way in list(ways),
        "units_eliminated": left.count(0),
        "units_reduced": sum(0 < now < was for now, was in zip(left, units, strict=True)),
        "fortification": ("destroyed", "reduced", "ready")[marker - given["fortification_step_losses"]],
    }


def traces_halving(game: str, given: Given) -> dict[str, Any]:
    from sim.games.traces_of_hubris.columns import halved

    return {"halved_strength": int(halved(given["strength"]))}


def attack(game: str, given: Given) -> dict[str, Any]:
    """Resolve an attack of Donnerschlag whose cards and die are rolled; `is_refused` where it may not be made."""
    from sim.game import GameError
    from sim.games.donnerschlag.answer import Answer
    from sim.games.donnerschlag.facts import Fight
    from sim.games.donnerschlag.odds_column import DRMS, SHIFTS
    from sim.games.donnerschlag.results import consequences, demand_of

    chapter = load_game(game).chapter("combat")
    facts: dict[str, Any] = {
        name: tuple(fact) if isinstance(fact, list) else fact for name, fact in given.items() if name != "die"
    }
    try:
        (one,) = Answer.of(Fight(**facts)).situations
    except GameError:
        return defaultdict(str, is_refused=True)
    modified = given["die"] + one.drm
    result = chapter.RESULTS[int(chapter.combat_result(one.column, np.array([modified], np.int8)))]
    ends = consequences([demand_of(result)], Fight(**facts), is_barred=one.is_barred, can_advance=one.can_advance)
    return {
        "is_refused": False, "initial_odds": one.initial_odds, "final_column": chapter.column_label(one.column),
        **{row["id"]: 0 for row in (*SHIFTS.rows, *DRMS.rows)}, **{mod.id: mod.value for mod in one.applied},
        "modified_roll": modified, "result": result, **{name: values[0] for name, values in ends.items()},
    }  # fmt: skip


def event_roll(game: str, given: Given) -> dict[str, Any]:
    from sim.games.donnerschlag.cards import cards_of, event_of, success_faces
    from sim.games.donnerschlag.facts import Fight

    event = load_list(game, "events")[event_of(given["card"])]
    faces = success_faces(event["id"]) or ()
    (card,) = cards_of(Fight(attack=1, defense=1, card=(f"{given['card']}:rolled-{given['die']}",)))
    return {
        "success_low": faces[0], "success_high": faces[-1], "is_success": bool(card.faces),
        "is_card_removed": bool(card.faces) and "card removed" in event["on_success"],
        "is_card_discarded": not card.faces and "card discarded" in event["on_failure"],
        "river_effects_cancelled": bool(card.faces * card.effects.cancels_river),
    }  # fmt: skip


TRACES: dict[str, Callable[[str, Given], dict[str, Any]]] = {
    "arithmetic": traces_halving,
    "odds": traces_odds,
    "shift": traces_shift,
    "step_losses": traces_step_losses,
    "combat_result": traces_result,
    "crt_column": traces_column,
    "fortification": traces_fortification,
}
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
    "attack": attack,
    "event_roll": event_roll,
}
BUILT = {
    "inferno_on_the_volga": set(INFERNO),
    "leningrad": {"odds", "shift", "panzer_corps", "result", "fight"},
    "stalingrad_roads": {"odds", "rounding", "crt", "airlift", "support_acquisition", "combat"},
    "traces_of_hubris": set(TRACES),
    "donnerschlag": {"attack", "event_roll"},
}


def read(game: str, example: Mapping[str, Any], given: Given) -> dict[str, Any]:
    """Read an example as its game tells that kind."""
    own = {"traces_of_hubris": TRACES, "inferno_on_the_volga": INFERNO}
    readers = {**READERS, **own.get(game, {})}
    return readers[example["kind"]](game, given)


CASES = [(game, example) for game, kinds in BUILT.items() for example in examples(game) if example["kind"] in kinds]


@pytest.mark.parametrize(("game", "example"), CASES, ids=[f"{g}-{e['id']}" for g, e in CASES])
def test_worked_example(game: str, example: dict[str, Any]) -> None:
    result = read(game, example, example["given"])
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
        result = read(game, example, {**example["given"], name: value})
    except (ValueError, IndexError, AssertionError):
        return True
    return any(result[key] != expected for key, expected in example["expect"].items())


def others(value: Any, game: str, example: dict[str, Any], name: str) -> list[Any]:
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1, -value] if value else [1, -1]
    if name in ("column", "odds_column"):
        return [c for c in load_game(game).chapter("combat").COLUMNS if c != value]
    if game == "inferno_on_the_volga" and isinstance(value, list):
        return [value[::-1], value[1:]]
    if game == "inferno_on_the_volga" and isinstance(value, str) and name in INFERNO_WORDS:
        return [other for other in INFERNO_WORDS[name] if other != value]
    alike = [e["given"] for e in examples(game) if e["kind"] == example["kind"] and name in e["given"]]
    return [given[name] for given in alike if given[name] != value]


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
