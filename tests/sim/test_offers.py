"""What a game offers is checked when it is loaded, and what is missing is said in one line."""

from dataclasses import replace
from pathlib import Path

import pytest

from sim import game as games
from sim.combat import Option
from sim.errors import GameError
from sim.game import Game, lazily, load_game

TEMPLATE = load_game("_template")
COMBAT = TEMPLATE.combat
SIEGE = TEMPLATE.system("siege")


def test_the_template_has_nothing_to_complain_of() -> None:
    assert COMBAT.complaint() == ""
    assert SIEGE.complaint(TEMPLATE.sides) == ""


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"options": (*COMBAT.options, COMBAT.options[0])}, "expected each name once"),
        ({"options": ()}, "options are none"),
        ({"example": {**COMBAT.example, "moon": True}}, "example has 'moon'"),
        ({"options": (*COMBAT.options, Option("weather", "text", None, "weather"))}, "example has no weather"),
        ({"table": replace(COMBAT.table, situations={"mud": ({}, {"mud": True})})}, "situation mud has 'mud'"),  # type: ignore[type-var]
        ({"table": replace(COMBAT.table, widest="monotone")}, "expected an option `family`"),  # type: ignore[type-var]
    ],
)
def test_a_combat_that_is_not_whole_is_named(change: dict[str, object], said: str) -> None:
    combat = replace(COMBAT, **change)  # type: ignore[arg-type]
    assert said in combat.complaint()
    with pytest.raises(GameError, match=f"_template, combat: .*{said.split()[-1]}"):
        _ = replace(TEMPLATE, offers_combat=lambda: combat).combat


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"question": "Does the fort hold"}, "expected a question"),
        ({"rules": ()}, "rules is empty"),
        ({"tables": ()}, "tables is empty"),
        ({"good_for": "nobody"}, "good_for is 'nobody'; expected one of"),
        ({"course": replace(SIEGE.course, id="other")}, "another id"),  # type: ignore[type-var]
        (
            {"course": None, "factors": {"bands": replace(SIEGE.factors["bands"], lasts="band_turns")}},
            "lasts 'band_turns'; expected one of bands",
        ),
    ],
)
def test_a_system_that_is_not_whole_is_named(change: dict[str, object], said: str) -> None:
    assert said in replace(SIEGE, **change).complaint(TEMPLATE.sides)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "GAME is NoneType; expected a Game"),
        ("GAME = 3", "GAME is int; expected a Game"),
        ("GAME = Game('other', 'T', 'E', 1, ('a', 'b'))", "the id of GAME is 'other'; expected 'broken'"),
        ("GAME = Game('broken', 'T', 'E', 1, ('a', 'a'))", "two sides"),
    ],
)
def test_a_game_that_is_none_is_named(text: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "broken"
    folder.mkdir()
    (folder / "__init__.py").write_text(f"from sim.game import Game\n{text}\n")
    monkeypatch.setattr(games, "GAMES", tmp_path)
    monkeypatch.setattr("sim.games.__path__", [str(tmp_path)])
    games.game_ids.cache_clear()
    try:
        with pytest.raises(GameError, match=said):
            load_game.__wrapped__("broken")
    finally:
        monkeypatch.undo()
        games.game_ids.cache_clear()
        import sys

        sys.modules.pop("sim.games.broken", None)


def test_what_a_game_lacks_is_said_with_those_that_have_it() -> None:
    bare = Game("bare", "Bare", "none", 1, ("a", "b"))
    with pytest.raises(GameError, match=r"bare has no combat yet; games that have: .*leningrad"):
        _ = bare.combat
    with pytest.raises(GameError, match="has no system 'x'; expected one of untried"):
        load_game("leningrad").system("x")


def test_what_a_game_offers_but_does_not_hold_is_named() -> None:
    assert lazily("sim.games._template.combat", "COMBAT")() is COMBAT
    for offers, said in (("COMBATS", "sim.games._template.combat has no COMBATS"), ("x", "combat has no x; expected")):
        with pytest.raises(GameError, match=said):
            _ = replace(TEMPLATE, offers_combat=lazily("sim.games._template.combat", offers)).combat
