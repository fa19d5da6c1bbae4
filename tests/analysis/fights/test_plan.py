"""Plans of several attacks, against a count over every pair of dice and every allocation by hand."""

import io
import json
import re
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analysis.errors import KesselError
from analysis.fights.odds import odds
from analysis.fights.plan import Planned, plan
from analysis.fights.plan_file import joining_of, problem, problem_of, problem_of_words
from sim.game import games_with, load_game
from sim.games.leningrad.combat.results import RESULTS
from sim.games.leningrad.combat.table import combat_result
from tests.analysis.commands import ROOT, kessel

TARGETS: dict[str, dict[str, Any]] = {
    "north": {"defense": 4, "defender_steps": 2},
    "south": {"defense": 3, "defender_steps": 1, "terrain": "forest"},
}
ATTACKERS: dict[str, dict[str, Any]] = {
    "a": {"attack": 9, "steps": 2, "armor": True},
    "b": {"attack": 6, "steps": 2, "river": ["north"]},
    "c": {"attack": 5, "steps": 2, "reaches": ["south"]},
}


def planned(targets: dict[str, Any] = TARGETS, attackers: dict[str, Any] = ATTACKERS, **common: Any) -> Planned:
    return plan(problem("leningrad", common, targets, attackers, "x"))


def by_hand(
    choice: tuple[str | None, ...], attackers: dict[str, Any]
) -> tuple[Fraction, Fraction, Fraction, Fraction] | None:
    """Cleared, all, lost and inflicted over every pair of dice; defenders hold with steps, nobody may retreat."""
    columns = []
    for target, told in TARGETS.items():
        units = [attackers[name] for name, at in zip(attackers, choice, strict=True) if at == target]
        if units:
            facts = {
                "attack": sum(one["attack"] for one in units),
                "attacker_armor": any(one.get("armor", False) for one in units),
                "river": all(target in one.get("river", []) for one in units),
            }
            terrain = (told.get("terrain", "clear"),)
            label = odds("leningrad", **facts, defense=told["defense"], terrain=terrain).final_column
            columns.append((["1-4", "1-3", "1-2", *(f"{n}-1" for n in range(1, 11))].index(label), told, len(units)))
    sums = [Fraction(0)] * 4
    for rolls in product(range(1, 7), repeat=2):
        cleared = lost = inflicted = 0
        for (column, told, n), die in zip(columns, rolls, strict=False):
            defender, _, attacker = RESULTS[int(combat_result(column, np.array([die])))].partition("/")
            worth = {"-": 0, "1": 1, "2": 2, "E": 99}
            hit, cost = (min(worth[x], steps) for x, steps in ((defender, told["defender_steps"]), (attacker, 2 * n)))
            cleared, lost, inflicted = cleared + (hit == told["defender_steps"]), lost + cost, inflicted + hit
        for i, value in enumerate((cleared, cleared == len(TARGETS), lost, inflicted)):
            sums[i] += Fraction(value, 36)
    return sums[0], sums[1], sums[2], sums[3]


def test_every_aim_is_the_best_of_all_allocations_over_all_pairs_of_dice() -> None:
    attackers = {name: {**told, "retreat": 0} for name, told in ATTACKERS.items()}
    found = planned(attackers=attackers, defender_retreat=0)
    reach = [(None, *told.get("reaches", TARGETS)) for told in attackers.values()]
    every = [figures for choice in product(*reach) if (figures := by_hand(choice, attackers))]
    needed = min(Fraction(1), max((one[0] for one in every), default=Fraction(0)))
    assert found.n_allocations == len(every) == 3 * 3 * 2
    assert found.best["cleared"].cleared == max(one[0] for one in every)
    assert found.best["all"].p_all == max(one[1] for one in every)
    assert found.best["losses"].lost == min(one[2] for one in every if one[0] >= needed)
    assert found.best["exchange"].exchange == max(one[3] - one[2] for one in every)
    front = {(c, lost) for c, _, lost, _ in every if c and not any(
        (d >= c and less <= lost and (d, less) != (c, lost)) for d, _, less, _ in every)}  # fmt: skip
    assert {(one.cleared, one.lost) for one in found.front} == front


def test_the_laws_of_an_allocation_add_up() -> None:
    best = planned().best["all"]
    cleared, lost = best.total("is_cleared"), best.total("attacker_step_losses")
    assert cleared
    assert lost
    assert sum(cleared.values()) == sum(lost.values()) == 1
    assert sum(n * p for n, p in cleared.items()) == best.cleared
    assert sum(n * p for n, p in lost.items()) == best.lost
    assert cleared[2] == best.p_all


def test_at_least_so_many_targets_cost_more_steps() -> None:
    asked = problem("leningrad", {}, TARGETS, ATTACKERS, "x")
    few, many = (plan(asked, n).best["losses"] for n in (Fraction(1, 2), plan(asked).best["cleared"].cleared))
    assert few.lost <= many.lost
    assert few.cleared >= Fraction(1, 2)
    with pytest.raises(KesselError, match="at least 3 targets cleared; expected more than 0 and at most"):
        plan(asked, Fraction(3))


def unit(game: str, **facts: Any) -> dict[str, Any]:
    return {option.name: option.default for option in joining_of(load_game(game)).attacker} | facts


def test_who_takes_part_decides_the_shifts_of_leningrad() -> None:
    join = joining_of(load_game("leningrad")).joined
    corps = [unit("leningrad", attack=8, steps=2, corps="41", stands="0510", river=True) for _ in range(3)]
    whole, part = join(corps, {}), join(corps[:2], {})
    assert whole
    assert part
    assert (whole["attacker_corps"], part["attacker_corps"], whole["attack"], whole["attacker_steps"]) == (1, 0, 24, 6)
    assert whole["river"] is True
    elsewhere = join([*corps[:2], {**corps[2], "stands": "0511", "river": False}], {})
    assert elsewhere
    assert (elsewhere["attacker_corps"], elsewhere["river"]) == (0, False)
    with_air = join([corps[0], unit("leningrad", air=True)], {})
    assert with_air
    assert (with_air["attacker_air"], with_air["river"]) == (1, True)  # a river does not touch an air unit
    assert join([unit("leningrad", air=True)], {}) is None
    unseen = join([unit("leningrad", untried="inf"), unit("leningrad", attack=3, steps=1)], {"attacker": "soviet"})
    assert unseen
    assert (unseen["untried_inf"], unseen["attack"], unseen["attacker_steps"]) == (1, 3, 1)


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ([{"attack": 7}, {"attack": 5, "out_of_supply": True}], {"attack": 10, "attacker_out_of_supply": False}),
        ([{"attack": 5, "out_of_supply": True}] * 2, {"attack": 10, "attacker_out_of_supply": True}),
        ([{"attack": 5, "across": "river"}, {"attack": 5, "across": "major_river"}], {"across": "river"}),
        ([{"attack": 5, "across": "river"}, {"attack": 5}], {"across": "none", "attack": 10}),
        ([{"attack": 5, "factor": "black"}] * 2, {"armored_attack": True}),
        ([{"attack": 5, "factor": "black"}, {"attack": 5, "factor": "black_white"}], {"armored_attack": True}),
        ([{"attack": 5, "factor": "black_white"}] * 2, {"armored_attack": False}),
        ([{"attack": 5, "elite": True}, {"attack": 5}], {"attacker_elite": True}),
        ([{"attack": 5}, {"bonus": 2}, {"shift": 1}], {"attack": 5, "attack_bonus": 2, "shift": 1}),
        ([{"attack": 5, "ally": "italian"}] * 2, {"attack": 10}),
        ([{"attack": 5, "ally": "italian"}, {"attack": 5, "ally": "romanian"}], None),
        ([{"shift": 1}], None),
    ],
)
def test_who_takes_part_decides_the_facts_of_stalingrad_roads(
    facts: list[dict[str, Any]], expected: dict[str, Any] | None
) -> None:
    found = joining_of(load_game("stalingrad_roads")).joined([unit("stalingrad_roads", **one) for one in facts], {})
    assert (found is None) == (expected is None)
    assert found is None or {name: found[name] for name in expected or {}} == expected


def test_mud_superiority_and_panzers_in_stalingrad_roads() -> None:
    join = joining_of(load_game("stalingrad_roads")).joined
    dry = unit("stalingrad_roads", attack=7)
    wet = dry | {"across": "river", "bridge": True}
    mixed = join([dry, wet, wet], {"weather": "mud"})
    assert mixed
    assert (mixed["attack"], mixed["across"]) == (7 + 5, "none")  # a third of 14, rounded up [3.2.2]
    assert join([wet, dry | {"across": "river"}], {"weather": "mud"}) is None
    told: dict[str, Any] = {"attacker": "axis", "overwhelming_attack": True}
    panzer, ally = dry | {"panzer": True}, dry | {"ally": "italian"}
    assert (join([panzer], told) or {})["overwhelming_attack"] is True
    assert (join([panzer, ally], told) or {})["overwhelming_attack"] is False
    assert (join([dry | {"german": True}], told) or {})["overwhelming_attack"] is False


def test_untried_units_of_two_targets_come_out_of_one_pool() -> None:
    """Chances to clear one add up whatever the pool; the chance to clear both is not their product."""
    told = {"defense": 0, "untried_inf": 1}
    found = planned({"north": told, "south": told}, {name: ATTACKERS[name] for name in "ab"})
    both = next(one for one in found.front if len(one.attacks) == 2)
    assert both.p_all is None
    assert "all" not in found.best
    assert both.cleared == sum(attack.p_cleared for attack in both.attacks)
    assert found.best["cleared"].total("is_cleared") is None or len(found.best["cleared"].attacks) == 1


def test_an_assumed_family_gives_bounds_that_hold_what_is_shown() -> None:
    attackers = {"e": {"attack": 9, "steps": 2, "elite": True}, "f": {"attack": 6, "steps": 2}}
    told = {"defense": 4, "defender_steps": 2}
    found = plan(problem("stalingrad_roads", {}, {"x": told, "y": told}, attackers, "x"))
    low, high = found.best["cleared"].cleared_bounds
    assert low < found.best["cleared"].cleared <= high
    assert {attack.answer.basis for attack in found.best["cleared"].attacks} >= {"assumed"}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((["n:defense=4,defender_steps=2"], ["a:attack=9,steps=2,fog=yes"]), "attacker a: 'fog' is not known"),
        ((["n:defense=4,attack=2"], ["a:attack=9,steps=2"]), "target n: attack follows from the attackers"),
        ((["n:defense=4,weather=mud"], ["a:attack=9,steps=2"]), "target n: 'weather' is not known"),
        ((["n:defense=4"], ["a:attack=9,steps=2"]), "target n, attacked by a: what the result comes to is not known"),
        ((["n:defense=four"], ["a:attack=9"]), "--target n: defense is 'four'; expected a whole number"),
        ((["n:defense=4"], ["a:attack=9,steps=2,reaches=m"]), "attacker a: reaches 'm'; expected one of n"),
        ((["n:defense=4"], ["a:attack=9,steps=2,river=m"]), "attacker a: river before 'm'; expected one of n"),
        ((["n:defense=4"], ["a:attack=9,steps=7"]), "attacker a: steps is 7; expected a whole number from 0 to 2"),
        ((["n:defense=4"], [f"{name}:attack=1" for name in "abcdefg"]), "7 attackers; expected 1 to 6"),
        (([f"{name}:defense=4" for name in "klmn"], ["a:attack=1"]), "4 targets; expected 1 to 3"),
        ((["n:defense=4"], ["attack=9"]), "--attacker 'attack=9'; expected NAME:fact=value"),
        ((["n:defense"], ["a:attack=9"]), "--target n: 'defense'; expected fact=value"),
        ((["n:defense=4,terrain=forest+hills"], ["a:attack=9"]), "expected one hex: a plan has no combined defense"),
        ((["n:defense=4,overrun=yes"], ["a:attack=9"]), "overrun is yes; expected no"),
    ],
)  # fmt: skip
def test_nonsense_is_refused_in_words(words: tuple[list[str], list[str]], message: str) -> None:
    with pytest.raises(KesselError, match=re.escape(message)):
        plan(problem_of_words("leningrad", "", *words))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("target = ", "x.toml: not TOML"),
        ("[targets.n]\ndefense = 4", "x.toml: 'targets' is not known; expected common, target and attacker"),
        ("target = 4", "x.toml: target is 4; expected a table"),
        ("[target]\nn = 4", "x.toml: target n is 4; expected a table"),
        ("[target.n]\ndefense = '4'", "x.toml: target n: defense is '4'; expected a whole number"),
    ],
)
def test_a_file_that_is_not_in_order_is_refused_in_words(text: str, message: str) -> None:
    with pytest.raises(KesselError, match=re.escape(message)):
        problem_of("leningrad", text + "\n[attacker.a]\nattack = 3\n" * (text != "target = "), "x.toml")


def test_words_and_file_ask_the_same() -> None:
    text = "[target.n]\ndefense = 4\ndefender_steps = 2\n[attacker.a]\nattack = 9\nsteps = 2\nriver = ['n']\n"
    words = problem_of_words("leningrad", "", ["n:defense=4,defender_steps=2"], ["a:attack=9,steps=2,river=n"])
    assert plan(problem_of("leningrad", text, "x")).best == plan(words).best


@pytest.mark.in_turn
def test_the_readme_s_plan_runs(tmp_path: Path) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf8")
    found = re.search(r"```toml my_plan\.toml\n(.*?)```", readme, re.S)
    assert found
    assert "kessel plan leningrad my_plan.toml" in readme
    path = tmp_path / "my_plan.toml"
    path.write_text(found[1], encoding="utf8")
    answer = json.loads(kessel("plan", "leningrad", str(path), "--json").stdout)
    assert set(answer["best"]) >= {"cleared", "losses", "exchange"}
    assert "best for" in kessel("plan", "leningrad", str(path)).stdout


def test_the_command_refuses_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    for words in (
        ("plan", "leningrad"), ("plan", "leningrad", "nowhere.toml"), ("plan", "chess", "x.toml"),
        ("plan", "leningrad", "--target", "n:defense=4,defender_steps=1", "--attacker", "a:attack=1,steps=1",
         "--at-least", "many"),
    ):  # fmt: skip
        done = kessel(*words)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), words
        assert done.stderr.startswith("kessel: ")


def test_without_a_chapter_of_its_own_strengths_and_steps_add_up() -> None:
    for game in map(load_game, games_with(lambda game: game.has_combat and game.combat.plan is None)):
        known = {option.name for option in game.combat.options}
        if "attack" not in known:
            with pytest.raises(KesselError, match="does not ask for the strength of an attack"):
                joining_of(game)
            continue
        join = joining_of(game)
        facts = [{"attack": 3, "steps": 2}, {"attack": 4, "steps": 1}]
        told = [{o.name: one[o.name] for o in join.attacker} for one in facts]
        assert join.joined(told, {}) == {"attack": 7, **({"attacker_steps": 3} if "attacker_steps" in known else {})}


def test_traces_of_hubris_joins_hexes_rivers_and_markers() -> None:
    done = kessel(
        "plan", "traces_of_hubris", "--target", "town:defense=4,defender_units=2,terrain=town",
        "--attacker", "a:attack=9,units=2", "--attacker", "b:attack=7,units=2,river=town",
        "--attacker", "luft:air=yes", "--json",
    )  # fmt: skip
    found = json.loads(done.stdout)
    whole = odds(
        "traces_of_hubris", attack=9, across_river=("7",), defense=4, terrain=("town",), air_markers=1,
        attacker_units=("2", "2"), defender_units=("2",),
    )  # fmt: skip
    assert whole.after is not None
    best = whole.after.marginal("is_cleared").probability(bool)
    assert str(best) in done.stdout
    assert found["game"] == "traces_of_hubris"


def test_a_plan_over_the_narrow_family_says_so() -> None:
    words = (
        "plan", "traces_of_hubris", "--target", "t:defense=4,defender_units=2", "--attacker", "a:attack=24,units=2",
    )  # fmt: skip
    assert "what is not printed is a guess: family diagonal" in kessel(*words).stdout
    assert "is a guess" not in kessel(*words, "--common", "family=monotone").stdout
