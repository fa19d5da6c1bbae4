"""The replay of a game of blocks and cards: the same page, filled by the game itself; what is hidden stays hidden."""

import re
from pathlib import Path
from typing import Any

import pytest

from analysis.matches.replaying import Walked, walked
from analysis.pages.replay.page import Telling, render
from sim.game import load_game
from sim.match.whole import Seats
from tests.analysis.browser import needs_chromium, visited
from tests.analysis.html_tree import tree
from tests.analysis.pages.replay.test_replay import MOST_BYTES, state

GAME = load_game("inferno_on_the_volga")
WHOLE = GAME.whole
SEED = 7


@pytest.fixture(scope="module")
def walk() -> Walked:
    return walked(WHOLE, Seats("balanced", "ai"), SEED, 0)


@pytest.fixture(scope="module")
def page(walk: Walked) -> str:
    return render(Telling(GAME, walk.played, walk.seats, walk.hidden, walk.chances(2, 1), "Stalingrad"))


@pytest.fixture(scope="module")
def data(page: str) -> Any:
    return tree(page).data("data")


def events(walk: Walked) -> list[dict[str, Any]]:
    assert walk.played.events is not None
    rows: list[dict[str, Any]] = walk.played.events.table.to_pylist()
    return rows


def test_it_needs_nothing_beside_it(page: str) -> None:
    assert len(page.encode()) < MOST_BYTES
    assert not re.search(r'(?:src|href)="(?!#|data:)', page)
    assert not re.search(r"url\((?![\"']?(?:#|data:))", page)
    assert not re.search(r"https?://(?!www\.w3\.org/)", page)


def test_blocks_end_where_the_log_leaves_them(data: Any, walk: Walked) -> None:
    last: dict[str, str] = {}
    for event in events(walk):
        if event["kind"] in ("setup", "arrive", "spawn", "move", "advance", "blitz"):
            last[event["unit"]] = event["to_hex"]
        elif event["kind"] in ("eliminated", "remove") and event["unit"] in last:
            last[event["unit"]] = ""
    found = {data["units"][unit][0]: where for unit, (where, _) in state(data).items()}
    assert {unit: data["numbers"][where] if where >= 0 else "" for unit, where in found.items()} == last


def test_every_die_of_the_log_lies_in_the_panel_of_its_fight(data: Any, walk: Walked) -> None:
    rolled: dict[int, list[int]] = {}
    for event in events(walk):
        if event["battle"] is not None:
            rolled.setdefault(event["battle"], []).extend([event["die"]] if event["kind"] == "roll" else [])
    shown = [[n for row in m["g"] for n, _ in row.get("d", [])] for m in data["moments"] if "b" in m]
    assert shown == list(rolled.values())


def test_a_soviet_block_shows_its_face_in_its_fight_and_no_longer(data: Any) -> None:
    soviets = {at for at, unit in enumerate(data["units"]) if unit[3]}
    assert {data["units"][at][1] for at in soviets} == {"soviet"}
    assert {data["units"][at][2] for at in soviets} == {"Soviet block"}
    up: set[int] = set()
    seen = 0
    for moment in data["moments"]:
        up = (up | set(moment.get("v", []))) - set(moment.get("c", []))
        fights = {at for at, *_ in moment["b"]["a"]} | set(moment["b"]["d"]) if "b" in moment else set()
        assert up == fights & soviets
        seen += len(up)
    assert seen > 10


def test_gauges_end_as_the_game_does(data: Any, walk: Walked) -> None:
    shown: dict[str, Any] = {}
    for moment in data["moments"]:
        shown |= moment.get("q", {})
    numbers = walk.played.result.numbers
    assert (shown["deck"], shown["spawn"]) == (numbers["soviet_cards_left"], numbers["spawn_hexes"])
    assert shown["dead"] == numbers["dead_points"]
    assert all("secret" in css for _, css in shown["soviet"])
    assert not any("secret" in css for _, css in shown["german"])


def test_rubble_and_ground_taken_are_marks_that_stay(data: Any, walk: Walked) -> None:
    marks: set[tuple[str, int]] = set()
    for moment in data["moments"]:
        marks = (marks | {tuple(one) for one in moment.get("on", [])}) - {tuple(one) for one in moment.get("off", [])}
    held = {"W", "X", "Y", "Z"}
    for event in events(walk):
        if event["kind"] == "control":
            (held.discard if event["value"] else held.add)(event["to_hex"])
    assert {data["numbers"][h] for mark, h in marks if mark == "held"} == held
    assert sum(mark == "rubble" for mark, _ in marks) == walk.played.result.numbers["rubble"] > 0


def test_without_a_script_the_end_stands_on_the_map(page: str, data: Any) -> None:
    left = {unit for unit, (where, _) in state(data).items() if where >= 0}
    drawn = r'<g class="u (?:first|second)(?: s1)? n\d (?:hid|tried)" id="u(\d+)" style="transform'
    assert {int(at) for at in re.findall(drawn, page)} == left
    assert "<output>6</output>" in page


LOOK = """
const key = (name) => page.dispatchEvent(new view.KeyboardEvent("keydown", { key: name, bubbles: true }));
const shown = (what) => view.getComputedStyle(what).display;
key("PageDown"); key("PageDown");
const text = (what) => page.querySelector(what).textContent;
const seen = { badge: text("#badge"), deck: text("#gauge-deck output") };
const block = page.querySelector(".kmap .u.hid:not(.none)");
seen.fog = [shown(block.querySelector(".un")), shown(block.querySelector(".re"))];
page.getElementById("fog").click();
seen.open = [shown(block.querySelector(".un")), shown(block.querySelector(".re"))];
seen.points = [...block.querySelectorAll(".p")].filter((one) => shown(one) !== "none").length;
view.location.hash = "#t=16";
await wait(100);
seen.dice = page.querySelectorAll("#now svg.die").length;
seen.cards = [...page.querySelectorAll("#now .hand b")].map((one) => one.textContent);
return seen;
"""


@pytest.mark.in_turn
@needs_chromium
def test_fog_and_gauges_on_a_phone(page: str, data: Any, tmp_path: Path) -> None:
    (tmp_path / "replay.html").write_text(page, encoding="utf8")
    found, errors = visited(tmp_path, ["replay.html"], 390, tmp_path / "profile", LOOK)
    seen = found["replay.html"]
    at = next(m for m in data["moments"] if m["t"] == 16)
    assert errors == []
    assert seen["overflow"] == 0
    assert seen["badge"].startswith("Turn 2")
    assert seen["deck"] == "28"
    assert (seen["fog"], seen["open"]) == (["inline", "none"], ["none", "inline"])
    assert seen["points"] == 1
    assert seen["dice"] == sum(len(row.get("d", [])) for row in at["g"]) > 0
    assert seen["cards"] == [text for row in at["g"] for text, _ in row.get("c", [])]
