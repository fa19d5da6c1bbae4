"""The odds explorer: its script, in a real Chromium, against the engine, fraction for fraction; and how it behaves."""

import json
import random
import re
import shlex
import subprocess
from collections import Counter
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from analysis.errors import KesselError
from analysis.fights.odds import odds, options
from analysis.pages.apps.cells import law_texts, measured
from analysis.pages.apps.explorer import explorer_data, explorer_of, first_shown, opens_with, spelled
from analysis.pages.parts import app_script, app_style, in_script
from sim.combat import CombatOdds
from sim.explorer import Ladder
from sim.game import games_with
from tests.analysis.commands import kessel
from tests.analysis.pages.test_browser import CHROMIUM, FLAGS
from tests.sampled import sampled

GAMES = games_with(lambda game: game.has_explorer)
N_SETTINGS = 200
in_browser = pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed")

PAGE = """<!doctype html><meta charset="utf-8"><style>{style}</style><body><div id="root"></div>
<script>{common}</script>
<script>((root, data) => {{ {script} }})({root}, {data});</script>
<script>
const out = (told) => {{ document.body.dataset.told = JSON.stringify(told); }};
{task}
</script></body>"""
ANSWERS = """
const words = ([name, span]) => [name, span.map(kessel.exact.show)];
const shown = (spans) => Object.fromEntries(Object.entries(spans).map(words));
out({settings}.map((setting) => {{
  const answer = kessel.answer(setting);
  return {{ ...answer, law: shown(answer.law), measures: shown(answer.measures) }};
}}));
"""


@cache
def data_of(game: str) -> dict[str, Any]:
    return explorer_data(game)


def told(folder: Path, game: str, task: str, *, root: bool = False) -> Any:
    """Return what a task tells that runs beside the explorer's script in Chromium; the console must stay silent."""
    assert CHROMIUM is not None
    page = folder / "explorer.html"
    page.write_text(
        PAGE.format(
            style=app_style("explorer"), common=app_script("common"), script=app_script("explorer"), task=task,
            root='document.getElementById("root")' if root else "null", data=in_script(data_of(game)),
        ), encoding="utf8",
    )  # fmt: skip
    command = [CHROMIUM, *FLAGS, f"--user-data-dir={folder / 'profile'}", "--virtual-time-budget=200000", "--dump-dom"]
    done = subprocess.run([*command, page.as_uri()], capture_output=True, text=True, check=True, timeout=240)
    assert [line for line in done.stderr.splitlines() if "CONSOLE" in line] == []
    found = re.search(r'data-told="([^"]*)"', done.stdout)
    assert found, done.stdout[-500:]
    return json.loads(unescape(found[1]))


def random_settings(game: str, n: int, seed: int) -> list[dict[str, Any]]:
    """Return settings that move each control more often than not, also where it is closed or past its limits."""
    dice = random.Random(seed)

    def value(control: dict[str, Any]) -> Any:
        if control["kind"] == "toggle":
            return dice.random() < 0.5
        if control["kind"] == "choice":
            return dice.choice(control["choices"])[0]
        near = [control["low"], control["high"], 0] if dice.random() < 0.2 else [dice.randint(-3, 3)]
        return dice.choice(near) if dice.random() < 0.3 else dice.randint(control["low"], control["high"])

    controls = data_of(game)["controls"]
    return [{c["id"]: value(c) for c in controls if dice.random() < 0.6} for _ in range(n)]


def spans(texts: dict[str, list[str]]) -> dict[str, list[str]]:
    return {name: one * 3 if len(one) == 1 else one for name, one in texts.items()}


def of_blocks(answer: CombatOdds) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """Return the law of surviving strengths and what is measured of it, as the explorer tells a fight of pools."""
    assert answer.law is not None
    assert answer.after is not None
    n_attackers = sum(field.startswith("attacker") for field in answer.law.fields)
    law = {}
    for outcome, p in answer.law:
        sides = (outcome[:n_attackers], outcome[n_attackers:])
        law[" | ".join(" ".join(map(str, side)) for side in sides)] = [str(p)]
    names = {
        "attacker_lost": "attacker_step_losses", "defender_lost": "defender_step_losses", "cleared": "is_hex_cleared",
        "attacker_gone": "is_attacker_eliminated", "defender_gone": "is_hex_cleared",
    }  # fmt: skip
    means = {name: answer.after.marginal(field).mean(lambda n: n) for name, field in names.items()}
    return law, {name: [str(mean)] for name, mean in means.items()}


@pytest.mark.in_turn
@in_browser
@pytest.mark.parametrize("game", sampled(GAMES, 2, "test_the_script_answers_as_the_engine_does_fraction_for_fraction"))
def test_the_script_answers_as_the_engine_does_fraction_for_fraction(game: str, tmp_path: Path) -> None:
    settings = random_settings(game, N_SETTINGS, seed=20)
    answers = told(tmp_path, game, ANSWERS.format(settings=json.dumps(settings)))
    assert len(answers) == N_SETTINGS
    for answer in answers:
        facts = {name: tuple(f) if isinstance(f, list) else f for name, f in answer["facts"].items()}
        exact = odds(game, **facts)
        for name in ("initial_odds", "final_column", "basis"):
            assert answer[name] == getattr(exact, name), facts
        assert answer["is_cancelled"] == exact.cancelled, facts
        shown = [tuple(one[:2]) for one in answer["applied"]]
        assert {(one.id, one.value) for one in exact.applied} <= set(shown), facts
        if not exact.cancelled:
            is_pool = data_of(game)["routine"] == "pools"
            law, measures = of_blocks(exact) if is_pool else (law_texts(game, exact), measured(game, exact))
            assert answer["law"] == spans(law), facts
            assert answer["measures"] == spans(measures), facts
    assert len({json.dumps(answer["law"], sort_keys=True) for answer in answers}) > 10


@pytest.mark.in_turn
@in_browser
@pytest.mark.parametrize("game", sampled(GAMES, 2, "test_presets_are_the_games_own_fights"))
def test_presets_are_the_games_own_fights(game: str, tmp_path: Path) -> None:
    from analysis.fights.typical import fights

    presets = data_of(game)["presets"]
    answers = told(tmp_path, game, ANSWERS.format(settings=json.dumps([one["setting"] for one in presets])))
    known = {spelled(game, fight.about): fight.widest for fight in fights(game)}
    assert not any(about.startswith("the same") for about in known)
    assert len(presets) >= 6
    for preset, answer in zip(presets, answers, strict=True):
        exact = known[preset["about"]]
        assert (answer["initial_odds"], answer["final_column"]) == (exact.initial_odds, exact.final_column)
        assert exact.law is not None
        assert sorted(p for p, *_ in answer["law"].values() if p != "0") == sorted(str(p) for _, p in exact.law)


@pytest.mark.in_turn
@in_browser
@pytest.mark.parametrize("game", sampled(GAMES, 2, "test_what_a_page_says_first_is_what_the_explorer_shows_first"))
def test_what_a_page_says_first_is_what_the_explorer_shows_first(game: str, tmp_path: Path) -> None:
    (shown,) = told(tmp_path, game, ANSWERS.format(settings="[{}]"))
    what, chance, basis = first_shown(game)
    name = "cleared" if what == "the hex is cleared" else "gives_way"
    assert [str(one) for one in chance] * (1 if len(chance) > 1 else 3) == shown["measures"][name]
    assert (opens_with(game).answer.final_column, basis) == (shown["final_column"], opens_with(game).answer.basis)


BEHAVIOR = """
const inputs_of = () => [...document.querySelectorAll("input, select")]
  .map((one) => one.getAttribute("aria-label") || one.labels[0].textContent);
const find = (id) => document.getElementById(`explorer-${id}`);
const live = () => document.querySelector("[aria-live]").textContent;
const wait = () => new Promise((done) => setTimeout(done, 400));
(async () => {
  await wait();
  const before = live();
  find("attack").value = 20; find("attack").dispatchEvent(new Event("input")); const sliding = location.hash;
  find("attack").dispatchEvent(new Event("change"));
  const passing = live(); await wait();
  const after = live(), hash = location.hash;
  find("river").click();
  const river = location.hash, command = document.getElementById("root").dataset.command;
  history.back(); await wait();
  const back = [location.hash, live() === after, find("river").checked];
  location.hash = "#attack=7&terrain=forest&nonsense=1&defense=x"; await wait();
  const linked = [find("attack").value, live()];
  find("attacker").value = 1; find("attacker").dispatchEvent(new Event("change"));
  const named = inputs_of();
  const closed = find("fort").disabled, corps = find("attacker_corps").disabled;
  const inputs = [...document.querySelectorAll("input, select")];
  const unnamed = inputs.filter((one) => !one.labels.length && !one.getAttribute("aria-label")).length;
  const helps = inputs.map((one) => one.getAttribute("aria-describedby")).filter(Boolean);
  const undescribed = helps.filter((id) => !document.getElementById(id)).length;
  out({ named, passing, before, sliding,
    after, hash, river, command, back, linked, closed, corps, unnamed, undescribed });
})();
"""


@pytest.mark.in_turn
@in_browser
def test_the_page_carries_its_setting_goes_back_and_speaks(tmp_path: Path) -> None:
    seen = told(tmp_path, "leningrad", BEHAVIOR, root=True)
    assert "12 against 4: 3-1" in seen["before"]
    assert seen["passing"] == seen["before"], "what a slider passes is not spoken"
    in_groups = {"Armor": 2, "Panzer corps": 2, "Panzer corps, as a number": 2, "Air units": 2, "Out of supply": 2,
                 "Air units, as a number": 2}  # fmt: skip
    assert {name: n for name, n in Counter(seen["named"]).items() if n > 1} == in_groups
    assert "20 against 4: 5-1" in seen["after"]
    assert (seen["sliding"], seen["hash"]) == ("", "#attack=20")
    assert seen["river"] == "#attack=20&river=1"
    assert seen["command"] == (
        "kessel odds leningrad --attack 20 --defense 4 --river --attacker-steps 6 --defender-steps 1"
    )
    assert seen["back"] == ["#attack=20", True, False]
    assert seen["linked"][0] == "7"
    assert "7 against 4: 1-1, resolved at 1-2" in seen["linked"][1]
    assert seen["closed"]
    assert seen["corps"]
    assert (seen["unnamed"], seen["undescribed"]) == (0, 0)


COMMANDS = """
const wait = () => new Promise((done) => setTimeout(done, 50));
const text = (value) => value === true ? "1" : value === false ? "0" : String(value);
(async () => {{
  const found = [];
  for (const setting of {settings}) {{
    const told = Object.entries(setting).map(([id, value]) => [id, text(value)]);
    location.hash = new URLSearchParams(told).toString(); await wait();
    found.push([document.getElementById("root").dataset.command, kessel.answer(setting).final_column]);
  }}
  out(found);
}})();
"""


@pytest.mark.in_turn
@in_browser
@pytest.mark.parametrize("game", sampled(GAMES, 2, "test_a_link_sets_the_fight_and_the_command_shown_gives_the_same"))
def test_a_link_sets_the_fight_and_the_command_shown_gives_the_same(game: str, tmp_path: Path) -> None:
    settings = [one for one in random_settings(game, 8, seed=4) if one]
    found = told(tmp_path, game, COMMANDS.format(settings=json.dumps(settings)), root=True)
    assert len(found) >= 6
    for command, final_column in found[:3]:
        done = kessel(*shlex.split(command)[1:], "--json")
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)["final_column"] == final_column, command


def test_every_shipped_game_has_an_explorer() -> None:
    """A game that somebody adds need not have one."""
    assert set(GAMES) >= {
        "donnerschlag", "inferno_on_the_volga", "leningrad", "stalingrad_roads", "traces_of_hubris",
    }  # fmt: skip


@pytest.mark.parametrize("game", GAMES)
def test_every_control_tells_a_fact_of_the_game_and_every_row_has_a_control(game: str) -> None:
    explorer = explorer_of(game)
    known = {option.name for option in options(game)}
    ids = {control.id for control in explorer.controls}
    if explorer.routine == "columns":
        assert {control.fact or control.id for control in explorer.controls} <= known
    assert len(ids) == len(explorer.controls)
    rows = (*explorer.attack, *explorer.defense, *explorer.shifts, *explorer.drms)
    assert {row.times for row in rows if row.times} <= ids
    whens = [one for row in rows for one in row.when] + [one for c in explorer.controls for one in c.opens]
    assert {name for one in whens for name in one} <= ids
    for control in explorer.controls:
        values = [value for value, _ in control.choices]
        assert control.kind != "choice" or control.default in values


def test_a_part_that_is_not_there_is_named() -> None:
    with pytest.raises(KesselError, match=r"no app 'nothing'; expected .*/nothing\.js"):
        app_script("nothing")
    assert app_style("nothing") == ""


@pytest.mark.parametrize("below", ["clamp", "", "Hold"])
def test_what_lies_below_a_ladder_is_one_of_three(below: str) -> None:
    with pytest.raises(ValueError, match=f"below is {below!r}; expected one of hold, cancel, place"):
        Ladder(("1-1",), ("1/1",), "-", is_whole=True, below=below)
