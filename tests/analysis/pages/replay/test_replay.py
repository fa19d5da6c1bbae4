"""The replay of a game: it needs nothing beside it, shows what the log says, and can be walked through in a browser."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from analysis.matches.replaying import Walked, walked
from analysis.pages.replay.page import Telling, _who_goes_on, render
from sim.game import load_game
from sim.match.whole import Seats
from tests.analysis.browser import needs_chromium, visited
from tests.analysis.html_tree import tree

GAME = load_game("leningrad")
WHOLE = GAME.whole
MOST_BYTES = 1_500_000


@pytest.fixture(scope="module")
def walk() -> Walked:
    return walked(WHOLE, Seats(), 7, 0)


@pytest.fixture(scope="module")
def page(walk: Walked) -> str:
    return render(
        Telling(GAME, walk.played, walk.seats, walk.hidden, walk.chances(3, 1), "Leningrad: game 0 of seed 7")
    )


def test_it_says_who_plays_the_games_that_go_on(page: str) -> None:
    """The players of the game, unless others are quicker; in one whole game nobody looks ahead there."""
    assert "played by the same players, with fresh dice" in page
    assert _who_goes_on(WHOLE, Seats("patient", "patient")) == "strong players, who are quicker"
    assert _who_goes_on(WHOLE, Seats("patient", "bold")) == "strong and bold players, who are quicker"
    blocks = load_game("inferno_on_the_volga").whole
    assert _who_goes_on(blocks, Seats("strong", "ai")) == "the same players, without look-ahead"


@pytest.fixture(scope="module")
def data(page: str) -> Any:
    return tree(page).data("data")


def test_it_needs_nothing_beside_it(page: str) -> None:
    assert len(page.encode()) < MOST_BYTES
    assert not re.search(r'(?:src|href)="(?!#|data:)', page)
    assert not re.search(r"url\((?![\"']?(?:#|data:))", page)
    assert not re.search(r"https?://(?!www\.w3\.org/)", page)
    assert page.count("<script>") == 1


def test_the_moments_end_where_the_game_ends(data: Any, walk: Walked) -> None:
    place: dict[str, str] = {}
    for moment in data["moments"]:
        for unit, where, _ in moment["u"]:
            place[data["units"][unit][0]] = data["numbers"][where] if where >= 0 else ""
    assert walk.played.events is not None
    last: dict[str, str] = {}
    for event in walk.played.events.table.to_pylist():
        if event["kind"] in ("setup", "arrive", "move", "advance", "retreat"):
            last[event["unit"]] = event["to_hex"]
        elif event["kind"] == "eliminated":
            last[event["unit"]] = ""
    assert place == last
    numbers = walk.played.result.numbers
    for line, column in (("lost", "steps_lost"), ("vp", "vp")):
        assert data["lines"][line][-1] == " : ".join(f"{numbers[f'{side}_{column}']}" for side in WHOLE.sides)


def test_battles_carry_the_figures_of_the_log(data: Any, walk: Walked) -> None:
    assert walk.played.events is not None
    rows = [row for row in walk.played.events.table.to_pylist() if row["kind"] in ("combat", "overrun")]
    shown = [moment for moment in data["moments"] if "b" in moment]
    assert len(shown) == len(rows)
    for moment, row in zip(shown, rows, strict=True):
        note = json.loads(row["note"])
        attack, defense, words = moment["g"]
        said = [(text, css) for text, css in words["w"] if css not in ("up", "down", "to")]
        shifts = [int(text.rpartition(" ")[2].replace("−", "-")) for text, css in words["w"] if css in ("up", "down")]
        columns = [note["initial"], note["column"]] if note["shifts"] else [note["initial"]]
        assert [text for text, css in said if css == "col"] == columns
        assert said[-2:] == [(str(row["die"]), "die"), (note["result"], "out")]
        assert data["numbers"][moment["b"]["hex"]] == row["to_hex"]
        assert sum(shifts) == sum(note["shifts"].values())
        assert attack["l"].endswith(f": {note['attack']}")
        assert defense["l"].endswith(f": {note['defense']}")


def test_without_a_script_every_unit_left_stands_on_the_map(page: str, data: Any) -> None:
    left = {unit for unit, (where, _) in state(data).items() if where >= 0}
    drawn = r'<g class="u (?:first|second)(?: s1)? n\d (?:hid|tried)" id="u(\d+)" style="transform'
    shown = set(re.findall(drawn, page))
    assert {int(at) for at in shown} == left
    assert page.count("<article id=") == WHOLE.turns


def state(data: Any) -> dict[int, tuple[int, int]]:
    return {unit: (where, steps) for moment in data["moments"] for unit, where, steps in moment["u"]}


def test_what_nobody_tried_is_only_named_without_fog(data: Any, walk: Walked) -> None:
    names = {unit: under for unit, _, _, under, _ in data["units"] if under}
    for unit, counter in walk.hidden.items():
        if unit in names:
            assert names[unit] == WHOLE.words.counters[counter]
    for _, side, seen, under, _ in data["units"]:
        assert (side == "soviet") == bool(under)
        assert seen != under


LOOK = """
const key = (name) => page.dispatchEvent(new view.KeyboardEvent("keydown", { key: name, bubbles: true }));
const at = () => [Number(page.getElementById("slider").value), view.location.hash];
const unit = () => page.querySelectorAll(".kmap .u.hid:not(.none)").length;
const seen = { whole: [], last: Number(page.getElementById("slider").max) };
const keys = ["End", "Home", "ArrowRight", "ArrowRight", "ArrowLeft", "PageDown", "PageUp"];
for (const name of keys) { key(name); seen.whole.push(at()); }
view.location.hash = "#t=3.2";
await wait(100);
seen.linked = at();
const values = () => view.getComputedStyle(page.querySelector(".u.hid:not(.none) .re")).display;
seen.fog = [unit(), values()];
page.getElementById("fog").click();
seen.open = [unit(), values()];
seen.badge = page.getElementById("badge").textContent;
seen.now = page.getElementById("now").textContent;
page.querySelectorAll(".diary h3")[4].click();
seen.diary = at();
key(" ");
await wait(700);
seen.playing = page.getElementById("play").getAttribute("aria-label");
key(" ");
return seen;
"""


@pytest.mark.in_turn
@needs_chromium
@pytest.mark.parametrize("width", [390, 1440])
def test_keys_links_and_fog_in_a_browser(page: str, data: Any, width: int, tmp_path: Path) -> None:
    (tmp_path / "replay.html").write_text(page, encoding="utf8")
    found, errors = visited(tmp_path, ["replay.html"], width, tmp_path / "profile", LOOK)
    seen = found["replay.html"]
    starts = [k for k, moment in enumerate(data["moments"]) if k == 0 or moment["t"] != data["moments"][k - 1]["t"]]
    assert errors == []
    assert seen["overflow"] == 0
    last = seen["last"]
    assert last == len(data["moments"]) - 1
    assert [k for k, _ in seen["whole"]] == [last, 0, 1, 2, 1, starts[2], starts[1]]
    assert seen["whole"][1][1] == "#t=0"
    assert seen["linked"] == [starts[3] + 2, "#t=3.2"]
    assert seen["fog"][0] == seen["open"][0] > 0
    assert (seen["fog"][1], seen["open"][1]) == ("none", "inline")
    assert seen["badge"].startswith("Turn 3")
    assert data["moments"][starts[3] + 2]["h"] in seen["now"]
    assert seen["diary"][0] == starts[5]
    assert seen["playing"] == "pause"
