"""What a person types at the table, and what he is told: scripts of orders, refusals by rule, saves, questions."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from analysis.matches.at_the_table import Left, Terminal, orders_of
from sim.game import load_game
from sim.match.person import Forecast
from sim.match.saved import Saved
from sim.match.whole import Seats

GAME = load_game("leningrad")
WHOLE = GAME.whole
OPENING = """
move 93 to 0108        # an enemy is there
move 12 to 0208
overrun 0213 with 0113
none
undo
move 254 to 0010
undo
move 254 253 to 0010   # only one of them has room
move 254 to 0010
"""


@pytest.fixture(scope="module")
def start() -> Saved:
    return next(iter(WHOLE.positions.walk(Seats(), 4, 0, None)))


def table(lines: str, saved: Saved, side: str = "german", **more: object) -> list[str]:
    said: list[str] = []
    odds: Callable[[Forecast, bool], list[str]] = lambda forecast, in_full: [f"odds for {forecast.hexes[0]}"]  # noqa: E731
    person = Terminal(GAME, lines.splitlines(keepends=True), said.append, odds, **more)  # type: ignore[arg-type]
    assert WHOLE.play_by_hand is not None
    with pytest.raises(Left):
        WHOLE.play_by_hand(saved, side, person)
    return said


def after(said: Sequence[str], order: str) -> str:
    """Return what was said to an order, the last time that it was given."""
    at = max(at for at, line in enumerate(said) if line.strip() == f"> {order}")
    return said[at + 1].strip()


def test_orders_are_carried_out_refused_by_rule_and_taken_back(start: Saved) -> None:
    said = table(OPENING + "show 254\nmove 254 to 0007\n", start)
    assert after(said, "move 93 to 0108").startswith("no: 4.4: ")
    assert after(said, "overrun 0213 with 0113") == "odds for 0213"
    assert [line for line in said if "(0213) Totenkopf" in line] != []
    undone = [said[at + 1] for at, line in enumerate(said) if line == "> undo"]
    assert undone[0].startswith("  no: nothing to undo")
    assert undone[1] == "  taken back"
    assert after(said, "move 254 253 to 0010").startswith("no: 4.6: ")
    assert after(said, "show 254").startswith("0010: 254 6-6, 2 steps, 3 mp left, moved")
    assert after(said, "move 254 to 0007").startswith("no: 4.7: no way for 254")


def test_what_is_typed_wrong_is_answered_in_one_line(start: Saved) -> None:
    wrong = {
        "march 93 to 0008": "no order 'march'", "move 93": "expected move UNIT", "move 93 to 9999": "no hex '9999'",
        "move 999 to 0008": "no unit '999'", "move s00 to 0008": "4.0: s00 is not yours", "show me": "nothing called",
        "attack 0108 with all": "3.0: attack belongs", "overrun 0213 with 0113 air 9": "air is '9'",
        "overrun 0213 with 0113 air 2": "11.5: 2 air units", "officer army": "officer 'army'", "save": "expected save",
        "odds move 93 to 0008": "no odds",
    }  # fmt: skip
    said = table("\n".join(wrong), start)
    for order, answer in wrong.items():
        assert answer in after(said, order)


def test_a_question_may_be_answered_left_to_the_usual_or_not_foreseen(start: Saved) -> None:
    fight = OPENING + "end\nattack 0108 with all\n"
    asked = next(line for line in table(fight, start) if "advance into 0108" in line)
    none = table(fight + "none\n", start)
    assert after(none, "none").startswith("At Kretinga (0108)")
    assert "advanced to Kretinga" not in after(none, "none")
    for said in (table(fight + "auto\nauto\nauto\nauto\n", start), table(fight + "show\n", start)):
        assert asked in said
        assert any("advanced to Kretinga" in line for line in said)


def test_a_saved_phase_goes_on_as_it_was_left(start: Saved, tmp_path: Path) -> None:
    file = tmp_path / "game.toml"
    fight = OPENING + "end\nattack 0108 with all\nnone\n"
    said = table(f"{fight}save {file}\nshow all\n", start)
    assert "the game before phase 3 of turn 1, and 2 orders since" in after(said, f"save {file}")
    text = file.read_text()
    again = table("show all\n", WHOLE.positions.read(text, "a file"), begun=orders_of(text))
    assert said[said.index("> show all") :] == again[again.index("> show all") :]


def test_who_types_is_asked_before_an_attack_and_told_what_the_rival_did(start: Saved) -> None:
    live = table("end\nattack 0108 with all\nno\nofficer turn\nofficer turn\n", start, is_live=True)
    assert "  not made" in live
    assert [line for line in live if "Soviet turn:" in line] == ["Turn 1, the Soviet turn:", "Turn 2, the Soviet turn:"]
    said = table("officer\nofficer\nofficer\nshow\nmap\nshow coming\nshow 0111\n", start)
    told = said[said.index("Turn 1, the Soviet turn:") :]
    assert any("attacks by the Soviets" in line for line in told)


def test_a_soviet_person_must_close_and_attack_on_turn_1(start: Saved) -> None:
    said = table("end\nofficer\nend\nofficer\n", start, side="soviet")
    assert any(line.startswith("  no: 14.5: ") or line.startswith("  no: 15.1: ") for line in said)
    assert any(line.startswith("  no: 15.2: ") for line in said)
