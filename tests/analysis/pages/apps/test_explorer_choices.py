"""What each side may choose in the explorer: its tables against `kessel odds` with that choice, and what is best."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from analysis.fights.odds import odds, options
from analysis.pages.apps.cells import measured
from analysis.pages.apps.explorer import explorer_data, explorer_of
from sim.game import games_with
from tests.analysis.browser import needs_chromium
from tests.analysis.pages.apps.test_explorer import told

GAMES = games_with(lambda game: game.has_explorer)
FIGHTS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "leningrad": ({"defender_steps": 2, "defender_takes": "steps"}, {}),
    "traces_of_hubris": (
        {"attack": 17, "on_top": "town", "fort": "reduced", "defender_units": "2 1"},
        {"terrain": ("town",), "defender_units": ("2", "1"), "attacker_units": ("2", "2")},
    ),
    "stalingrad_roads": ({"terrain": "forest", "attack": 16, "defender_steps": 2}, {}),
    "donnerschlag": ({"attack": 12, "defense": 4, "attacker_steps": 4, "defender_steps": 2}, {}),
}
"""What is set in the page, and the facts where a control is not one of that name."""
TABLES = """
location.hash = new URLSearchParams({setting}).toString();
setTimeout(() => {{
  const rows = (table) => [...table.querySelectorAll("tbody tr")].map((row) => [
    row.querySelector(".pick").value, [...row.querySelectorAll("td")].map((one) => one.textContent),
    [...row.querySelectorAll(".best")].map((one) => one.textContent), row.className]);
  const tables = [...document.querySelectorAll(".choose")].filter((one) => one.querySelector("table")).map((one) =>
    [[...one.querySelectorAll("thead th")].slice(1).map((head) => head.textContent), rows(one)]);
  out({{ tables, facts: kessel.answer({asked}).facts }});
}}, 50);
"""
HEADS = {"hex cleared": "cleared", "attacker loses": "attacker_lost", "defender loses": "defender_lost",
         "attacker goes back": "attacker_back", "retreats or dies": "gives_way",
         "fortification loses": "fort_lost"}  # fmt: skip
BEST = {"attacker": {"cleared": max, "gives_way": max, "attacker_back": min, "attacker_lost": min},
        "defender": {"cleared": min, "defender_lost": min}}  # fmt: skip
MARKS = {"attacker": {"cleared": "clears most", "gives_way": "drives off most",
                      "attacker_back": "holds most", "attacker_lost": "costs least"},
         "defender": {"cleared": "holds most", "defender_lost": "costs least"}}  # fmt: skip


@pytest.mark.in_turn
@needs_chromium
@pytest.mark.parametrize("game", FIGHTS)
def test_each_choice_of_a_table_is_what_the_engine_says_and_the_best_is_marked(game: str, tmp_path: Path) -> None:
    setting, _ = FIGHTS[game]
    words = {name: str(value) for name, value in setting.items()}
    said = told(tmp_path, game, TABLES.format(setting=json.dumps(words), asked=json.dumps(setting)), root=True)
    base = {name: tuple(one) if isinstance(one, list) else one for name, one in said["facts"].items()}
    assert base.items() >= FIGHTS[game][1].items()
    assert said["tables"]
    for heads, rows in said["tables"]:
        control = rows[0][0].split()[0]
        found = [measured(game, odds(game, **{**base, control: row[0].split()[1]})) for row in rows]
        side = explorer_of(game).choices[control]
        for at, head in enumerate(heads):
            name = HEADS[head]
            spans = [
                [Fraction(text) for text in (one[name] * 3 if len(one[name]) == 1 else one[name])] for one in found
            ]
            for row, span in zip(rows, spans, strict=True):
                assert row[1][at].replace("\N{NO-BREAK SPACE}", " ") == shown(span, name), (control, row, name)
            assert len({tuple(span) for span in spans}) > 1, "a column that says nothing"
            best = BEST[side].get(name)
            if best is not None:
                wanted = [all(span[k] == best(one[k] for one in spans) for k in range(3)) for span in spans]
                assert [MARKS[side][name] in row[2] for row in rows] == wanted, (control, name)
        chosen = str(base.get(control, next(o.default for o in options(game) if o.name == control)))
        assert [row[0].split()[1] for row in rows if row[3] == "chosen"] == [chosen]


def shown(span: list[Fraction], name: str) -> str:
    """Return a span as a cell of the table shows it."""
    is_chance = name in ("cleared", "gives_way", "attacker_back")

    def words(x: Fraction) -> str:
        if not is_chance:
            return f"{float(x):.2f}"
        return {Fraction(0): "0 %", Fraction(1): "100 %"}.get(x, f"{100 * float(x):.1f} %")

    return words(span[1]) if span[1] == span[2] else f"{words(span[1])} to {words(span[2])}"


CHOOSE = """
const hear = () => new Promise((done) => setTimeout(done, 50));
const all = (path) => [...document.querySelectorAll(path)];
const press = (where, text) => all(`${where} button`).find((one) => one.textContent === text).click();
const dropped = () => all(".measure").filter((one) => one.querySelector("del")).map((one) =>
  one.querySelector("dt").textContent);
(async () => {
  const start = kessel.answer({}).facts.defender_steps;
  press(".usual", "a German unit: two"); await hear();
  const best = dropped();
  press(".choose", "stands and loses steps"); await hear();
  press(".turn", "Keep this fight for the turn"); await hear();
  press(".presets", "Start again"); await hear();
  const after = location.hash;
  history.back(); await hear();
  out({ start, best, chosen: dropped(), after,
    pressed: all('.usual [aria-pressed="true"]').map((one) => one.textContent),
    kept: new URLSearchParams(location.hash.slice(1)).getAll("fight"),
    command: document.getElementById("root").dataset.command });
})();
"""


@pytest.mark.in_turn
@needs_chromium
def test_a_reader_chooses_in_the_table_and_the_kept_fight_carries_the_choice(tmp_path: Path) -> None:
    seen = told(tmp_path, "leningrad", CHOOSE, root=True)
    assert (seen["start"], seen["best"]) == (1, [])  # a Soviet unit has one step [8.45]
    assert seen["chosen"] == ["Steps the defender loses, on average"], "of a 2 he is gone or goes, whatever he chooses"
    assert seen["pressed"] == ["a German unit: two"]
    assert seen["command"].endswith("--defender-steps 2 --defender-takes steps")
    assert seen["kept"] == ["defender_steps=2&defender_takes=steps"]
    assert seen["after"] in ("#", "")


@pytest.mark.parametrize("game", GAMES)
def test_choices_are_controls_that_a_side_answers_by_and_usual_values_may_be_set(game: str) -> None:
    explorer = explorer_of(game)
    controls = {control.id: control for control in explorer.controls}
    assert explorer.about_choices
    assert explorer.choices
    for name in explorer.choices:
        assert len(controls[name].choices) > 1
    for control in explorer.controls:
        values = [value for value, _ in control.choices] or range(control.low, control.high + 1)
        assert {value for value, _ in control.usual} <= set(values), control.id
    has_steps = explorer.ladder is not None
    assert any(control.usual for control in explorer.controls) == has_steps, "blocks have strengths"


@pytest.mark.in_turn
@pytest.mark.parametrize("game", FIGHTS)
def test_a_page_stays_small_and_results_add_up_only_where_no_law_is_a_range(game: str) -> None:
    data = explorer_data(game)
    assert len(json.dumps(data)) < 450_000
    is_exact = all(len(texts) == 1 for cell in data["cells"].values() for texts in cell["law"].values())
    assert is_exact or not data["after"]
    assert bool(data["after"]) != bool(data["ends"])
