"""What the first chart of a system's page sets side by side: it is there, and it is what the headline compares."""

from dataclasses import replace

import polars as pl
import pytest

from analysis.charts import count_bars
from analysis.errors import KesselError
from analysis.pages.sentences.compared import compared, followed, own_law
from analysis.pages.sentences.system import SystemPage, system_page
from analysis.systems.ask import ask
from sim.game import game_ids, load_game

EVERY_SYSTEM = [(game, name) for game in game_ids(hidden=True) for name in load_game(game).systems]
SHOWING = [(game, name) for game, name in EVERY_SYSTEM if load_game(game).system(name).shows]


def shown_of(game: str, name: str) -> SystemPage:
    return system_page(ask(game, name))


@pytest.mark.parametrize(("game", "name"), SHOWING)
def test_what_a_system_shows_is_there_and_of_one_kind(game: str, name: str) -> None:
    system = load_game(game).system(name)
    if set(system.shows) <= set(system.policies):
        assert any(len(system.policies[side]) > 1 for side in system.shows)
        return
    if len(system.shows) == 1 and system.shows[0] in system.factors:
        return
    found = {one.id: one for one in system.find(system.setting())}
    assert set(system.shows) <= set(found)
    assert len(system.shows) == 1 or all(found[one].number is not None for one in system.shows)


def test_ways_to_play_stand_side_by_side_with_the_numbers_of_the_headline() -> None:
    shown = shown_of("donnerschlag", "pair")
    beside = compared(shown)
    assert beside is not None
    assert beside.frame["said"].to_list() == ["91 %", "65 %", "14 %"]  # nine games in ten, one in seven
    assert beside.frame["n"][0] == pytest.approx(float(shown.answer.headline))
    assert beside.claim == "How the Soviet side plays moves the answer from 14 % to 91 %"


@pytest.mark.in_turn
def test_ways_to_the_same_answer_have_one_bar() -> None:
    beside = compared(shown_of("stalingrad_roads", "ju52"))
    assert beside is not None
    assert len(set(beside.frame["said"])) == len(beside.frame)


def test_figures_stand_under_what_tells_them_apart() -> None:
    beside = compared(shown_of("inferno_on_the_volga", "cards"))
    assert beside is not None
    assert beside.title == "steps that each takes on average, AA and missing targets counted in"
    assert beside.frame["label"].to_list() == ["Howitzer", "Heinkel 111", "Pioneer", "Stuka", "Sniper", "Pak"]
    assert (
        beside.claim == "Steps that each takes on average, AA and missing targets counted in, Howitzer: 3.0; Pak: 0.3"
    )


def test_an_assumption_or_a_law_is_drawn_as_such() -> None:
    draw, line = shown_of("stalingrad_roads", "support_draw"), shown_of("leningrad", "untried")
    assert compared(draw) is None is compared(line)
    span, law = followed(draw), own_law(line)
    assert span is not None
    assert span.factor == "wanted"
    assert law is not None
    assert law.id == "defense"


def test_what_is_not_there_is_refused_with_its_name() -> None:
    shown = shown_of("inferno_on_the_volga", "cards")
    odd = replace(shown.answer.system, shows=("steps_of_howitzer", "steps_of_katyusha"))
    with pytest.raises(KesselError, match="cards shows 'steps_of_katyusha'; expected a side, a factor or findings"):
        compared(replace(shown, answer=replace(shown.answer, system=odd)))


@pytest.mark.parametrize(("n", "is_chance"), [([0.2, -2.7], False), ([3.0, 1.0], False), ([0.99, 0.5], True)])
def test_a_number_beside_the_longest_bar_has_room_on_a_narrow_screen(n: list[float], is_chance: bool) -> None:
    frame = pl.DataFrame({"label": ["one", "other"], "n": n, "said": ["0.17", "-2.68"]})
    bars = count_bars(frame, "turns", is_chance=is_chance).to_dict()["layer"][0]
    low, high = bars["encoding"]["x"]["scale"]["domain"]
    ends = [0.0, *n]
    assert high - max(ends) > 0.14 * (max(ends) - min(ends))
    assert low <= min(ends)
