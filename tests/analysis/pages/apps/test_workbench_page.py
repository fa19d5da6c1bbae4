"""The CRT workbench as a person uses it, in a real Chromium: typing, undoing, addresses, repairs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from analysis.crt.diagnosis import diagnose
from analysis.pages.apps.workbench import workbench_data
from analysis.pages.parts import app_script, app_style, in_script
from sim.numbers.rawfiles import RAW
from tests.analysis.commands import kessel
from tests.analysis.pages.apps.test_workbench import edited_copy, seen
from tests.analysis.pages.test_browser import CHROMIUM

pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed"),
]
PAGE = """<!doctype html><meta charset="utf-8"><style>{style}</style><body>
<div class="root" id="root"><p class="without">static</p></div>
<script>history.replaceState(null, "", {address}); {common}</script>
<script>((root, data) => {{ "use strict"; {script} }})(document.getElementById("root"), {data});</script>
<script>
const cell = (key) => document.querySelector(`input[aria-label*="${{key}},"]`);
const button = (text) => [...document.querySelectorAll("button")].find((b) => b.textContent === text);
const fill = (input, text) => {{ input.value = text; input.dispatchEvent(new Event("input")); }};
const type = (input, text) => {{ fill(input, text); input.dispatchEvent(new Event("change")); }};
const press = (input, key, more) =>
  input.dispatchEvent(new KeyboardEvent("keydown", {{ key, bubbles: true, cancelable: true, ...more }}));
const now = () => ({{
  edit: kessel.figures().diff.cells.map((c) => `${{c.row}}|${{c.column}}|${{c.after}}`),
  hash: decodeURIComponent(location.hash), text: document.getElementById("root").innerText,
  file: decodeURIComponent(document.querySelector("a[download]").href.split(",").slice(1).join(",")),
}});
const told = {{}};
{task}
document.body.dataset.told = JSON.stringify(told);
</script></body>"""


def on_page(folder: Path, game: str, task: str, address: str = "#") -> Any:
    """Return what a task tells that runs on a page with the workbench."""
    page = folder / "page.html"
    page.write_text(
        PAGE.format(
            style=app_style("workbench"), common=app_script("common"), script=app_script("workbench"), task=task,
            data=in_script(workbench_data(game)), address=json.dumps(address),
        ), encoding="utf8",
    )  # fmt: skip
    return seen(page, folder, "told")


@pytest.mark.in_turn
def test_typing_undoing_and_resetting(tmp_path: Path) -> None:
    task = """
    const at = cell("die 3, column 2-1"), below = cell("die 4, column 2-1");
    told.start = now();
    type(at, "2/1"); told.typed = now();
    type(below, "9/9"); told.refused = { ...now(), isMarked: below.matches("[aria-invalid=true]") };
    press(below, "Escape"); told.escaped = below.value;
    fill(below, "e/-"); press(below, "Enter");
    told.entered = { ...now(), isNext: document.activeElement === cell("die 5, column 2-1") };
    press(below, "z", { ctrlKey: true }); told.undone = now();
    type(at, ""); told.emptied = now();
    button("Undo").click(); told.back = now();
    button("Reset").click(); told.reset = now();
    at.focus(); told.focused = [at.value, at.placeholder]; at.blur(); told.left = [at.value, at.placeholder];
    told.isStaticHidden = getComputedStyle(document.querySelector(".without")).display === "none";
    """
    told = on_page(tmp_path, "leningrad", task)
    printed = (RAW / "leningrad" / "crt.csv").read_text(encoding="utf8")
    assert (told["start"]["edit"], told["start"]["file"], told["start"]["hash"]) == ([], printed, "")
    assert told["typed"]["edit"] == ["3|2-1|2/1"]
    assert told["typed"]["hash"] == "#cell=3|2-1|2/1"
    assert told["typed"]["file"] == printed.replace("3,-/E,-/2,-/2,1/2,2/2", "3,-/E,-/2,-/2,1/2,2/1")
    assert "1 cell edited" in told["typed"]["text"]
    assert told["refused"]["edit"] == ["3|2-1|2/1"]
    assert "9/9 is not a code here; expected -/E, -/2, -/1, 1/2" in told["refused"]["text"]
    assert told["refused"]["isMarked"]
    assert told["escaped"] == "1/1"
    assert told["entered"]["edit"] == ["3|2-1|2/1", "4|2-1|E/-"]
    assert told["entered"]["isNext"]
    assert told["undone"]["edit"] == told["back"]["edit"] == ["3|2-1|2/1"]
    assert told["emptied"]["edit"] == told["reset"]["edit"] == []
    assert (told["focused"], told["left"]) == (["", "2/2"], ["2/2", ""])
    assert told["isStaticHidden"]


def test_an_address_carries_the_edit_and_nonsense_in_it_does_no_harm(tmp_path: Path) -> None:
    nonsense = "cell=1|9:9|RR&cell=1|2:1|nonsense&cell=7&use.nothing=1&drm=999"
    address = f"#cell=1|5:1|RR&{nonsense}&use.town=1&shift=2&column=2:1&worth.town=-3"
    told = on_page(
        tmp_path, "traces_of_hubris", "told.now = now(); told.cell = cell('die 1, column 5:1').value;", address
    )
    assert told["now"]["edit"] == ["1|5:1|RR"]
    assert told["cell"] == "RR"
    assert "before: 2:1 shifted −1, resolved at 1.5:1" in told["now"]["text"]
    assert "after: 2:1 shifted −1, resolved at 1.5:1" in told["now"]["text"]
    assert "not printed" in told["now"]["text"]


@pytest.mark.in_turn
def test_the_steps_of_the_defender_are_chosen_where_losses_are_shown(tmp_path: Path) -> None:
    """One by default in Leningrad, whose Soviet units have one step [8.45]; two by hand or by address."""
    task = """
    const choice = document.querySelector(".tools select");
    const means = () => kessel.figures().columns.map((c) => c.defender_steps);
    const note = () => ({ means: means(), choice: choice && choice.value, hash: location.hash });
    told.start = note();
    if (choice) {
      choice.value = "1"; choice.dispatchEvent(new Event("change")); told.one = note();
      button("Reset").click(); told.reset = note();
    }
    """
    means = {n: [str(one.defender_steps) for one in diagnose("leningrad", n).columns] for n in (1, 2)}
    assert means[1] != means[2]
    told = on_page(tmp_path, "leningrad", task, "#steps=2")
    assert told["start"] == {"means": means[2], "choice": "2", "hash": "#steps=2"}
    assert told["one"] == told["reset"] == {"means": means[1], "choice": "1", "hash": ""}
    nowhere = on_page(tmp_path, "stalingrad_roads", task, "#steps=2")["start"]  # whose forces are of any size
    assert nowhere["choice"] is None
    assert nowhere["means"] == [str(one.defender_steps) for one in diagnose("stalingrad_roads").columns]


def test_what_an_edit_makes_worse_is_said(tmp_path: Path) -> None:
    """2-1 on a 3 that eliminates the defender: a cliff edge, and the column to the right is worse there."""
    told = on_page(tmp_path, "leningrad", "told.now = now();", "#cell=3|2-1|E/-")
    assert "new: better odds are worse: roll 3, 2-1 to 3-1: E/- becomes 1/1" in told["now"]["text"]
    assert "gone:" not in told["now"]["text"]


@pytest.mark.in_turn
def test_what_is_typed_over_a_guess_is_known_even_if_it_is_the_same(tmp_path: Path) -> None:
    task = """
    const at = cell("die 2, column 5:1");
    told.guess = at.value;
    press(at, "Enter"); told.passed = now().edit;
    fill(at, told.guess); press(at, "Enter"); told.typed = now().edit;
    """
    told = on_page(tmp_path, "traces_of_hubris", task)
    assert told["passed"] == []
    assert told["typed"] == [f"2|5:1|{told['guess']}"]


@pytest.mark.in_turn
def test_one_cell_repairs_do_what_they_say(tmp_path: Path) -> None:
    """D2 E2 DR2 in 5/1 on a 10, amid DR3, is worse than its left neighbor and than the roll before."""
    task = "told.found = kessel.repairs(); told.first = kessel.figures(told.found[0].edit);"
    told = on_page(tmp_path, "stalingrad_roads", task)
    first = told["found"][0]
    assert (first["key"], first["code"], first["moved"]) == ("10|5/1 D", "DR3", "1/12")
    raw = edited_copy("stalingrad_roads", told["first"]["csv"], tmp_path / "raw")
    expected = json.loads(kessel("crt", "stalingrad_roads", "--json", raw=raw).stdout)
    assert (first["faults"], first["dead"]) == (len(expected["faults"]), len(expected["dead_spots"]))
    assert all(one["faults"] + one["dead"] < 4 for one in told["found"])
    assert len(diagnose("stalingrad_roads").faults) == 4


def test_a_sound_table_has_nothing_to_repair(tmp_path: Path) -> None:
    assert on_page(tmp_path, "leningrad", "told.found = kessel.repairs();")["found"] == []


@pytest.mark.in_turn
@pytest.mark.parametrize(
    ("game", "says", "unknown"),
    [
        ("donnerschlag", "nothing can be told before a column is known in full", 7 + 8),
        ("traces_of_hubris", "known in full: no dead spot", 8 + 8),  # 2:1, 3:1 and 4:1 are printed [10.5]
        ("leningrad", "cliff edge: 1-2 to 1-1", 0),
    ],
)
def test_a_guessed_table_has_no_findings(tmp_path: Path, game: str, says: str, unknown: int) -> None:
    """Dead spots, cliff edges, the worth of a shift or a DRM are told of columns known in full, of no others."""
    text = on_page(tmp_path, game, "told.now = now();")["now"]["text"]
    assert says in text
    assert text.count("not known: it hangs on cells that are not printed") == unknown
    assert ("dead spot:" in text) is False


def test_buttons_that_wrap_stand_clear_of_each_other(tmp_path: Path) -> None:
    task = """
document.body.style.width = "330px";
told.places = [...document.querySelectorAll(".fight a.button")].map((one) => one.getBoundingClientRect()).map((at) => [at.left, at.top, at.right, at.bottom]);
"""  # noqa: E501
    places = on_page(tmp_path, "donnerschlag", task)["places"]
    assert len(places) == 2
    (*_, first_right, first_bottom), (left, top, *_) = places
    assert top >= first_bottom + 4 or left >= first_right + 4
