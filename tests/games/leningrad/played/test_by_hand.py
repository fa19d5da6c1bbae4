"""A person at the desk plays by the very rules: his officer's game is the compiled one, any game of his is legal."""

import json
import random
from collections.abc import Sequence

import pyarrow as pa
import pytest

from analysis.fights.odds import answered, complete
from sim.errors import GameError
from sim.game import load_game
from sim.games.leningrad.played import positions
from sim.games.leningrad.played.sequence import play_phase
from sim.match.log import EventLog
from sim.match.person import Desk, Question, Refused
from sim.match.saved import Saved
from sim.match.whole import Seats

GAME = load_game("leningrad")
WHOLE = GAME.whole
assert WHOLE.play_by_hand is not None
PLAY = WHOLE.play_by_hand


def begun(seats: Seats, seed: int) -> Saved:
    return next(iter(WHOLE.positions.walk(seats, seed, 0, None)))


class Usual:
    """Does what the officer would, and answers as usual."""

    def conduct(self, desk: Desk) -> None:
        desk.officer()
        desk.close()

    def choose(self, question: Question) -> str:
        return question.usual

    def hear(self, log: EventLog, turn: int, side: str) -> None:
        pass


class Anyhow(Usual):
    """Gives any orders, many of them impossible, takes some back, and answers anything."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.refused: set[str] = set()
        self.columns: list[tuple[str, str]] = []

    def choose(self, question: Question) -> str:
        return self.random.choice([*question.answers])

    def conduct(self, desk: Desk) -> None:
        {1: self.rest, 2: self.march, 3: self.fight, 4: self.place, 5: self.place, 6: self.march, 7: self.fight}[
            desk.phase
        ](desk)
        try:
            desk.close()
        except Refused as refused:
            self.refused.add(refused.rule)
            desk.officer()
            desk.close()

    def order(self, desk: Desk, *words: str) -> None:
        before = desk.log().table if self.random.random() < 0.1 else None
        try:
            expected = self.column(desk, words)
            desk.carry_out(words)
        except Refused as refused:
            self.refused.add(refused.rule)
            assert before is None or desk.log().table.equals(before)
            return
        except GameError:
            return
        if expected:
            self.columns.append((expected, json.loads(fights(desk.log().table)[-1]["note"])["column"]))
        elif before is not None and words[0] == "move":
            after = desk.log().table
            desk.undo()
            assert desk.log().table.equals(before)
            desk.carry_out(words)
            assert desk.log().table.equals(after)

    def column(self, desk: Desk, words: Sequence[str]) -> str:
        """Return the column that the exact odds name beforehand, if nothing of the fight is hidden or still to come."""
        if words[0] not in ("attack", "overrun"):
            return ""
        facts = desk.forecast(words).facts
        if facts["untried_inf"] or facts["untried_armor"] or facts["attacker"] != "german":
            return ""
        return str(answered(GAME, complete(GAME, facts)).final_column)

    def rest(self, desk: Desk) -> None:
        for one in desk.standing():
            if one.side == desk.side and one.hex:
                self.order(desk, "regenerate", one.unit)

    def march(self, desk: Desk) -> None:
        mine = [one for one in desk.standing() if one.side == desk.side]
        foes = [one.hex for one in desk.standing() if one.side != desk.side and one.hex]
        for one in self.random.sample(mine, len(mine)):
            if one.hex and self.random.random() < 0.2:
                self.order(desk, "overrun", self.random.choice(foes), "with", one.hex)
            self.order(desk, "move", one.unit, "to", self.random.choice(["2505", *foes]))
            try:
                ends = [*desk.reach(one.unit)]
            except Refused:  # it fell in an overrun
                continue
            for _ in range(self.random.randrange(3) if ends else 0):
                self.order(desk, "move", one.unit, "to", self.random.choice(ends), "via", self.random.choice(ends))
                self.order(desk, "move", one.unit, "to", self.random.choice(ends))

    def fight(self, desk: Desk) -> None:
        for hex_ in sorted({one.hex for one in desk.standing() if one.side != desk.side and one.hex}):
            if self.random.random() < 0.7:
                self.order(desk, "attack", hex_, "with", "all", "air", self.random.choice("001"))

    def place(self, desk: Desk) -> None:
        for hex_ in self.random.sample(["2604", "2505", "2404", "2304", "1707", "2704", "2206", "0101"], 8):
            self.order(desk, {4: "interdict", 5: "fort"}[desk.phase], hex_)


def fights(table: pa.Table) -> list[dict[str, str]]:
    return [row for row in table.to_pylist() if row["kind"] in ("combat", "overrun")]


@pytest.mark.in_turn
@pytest.mark.parametrize(
    ("seats", "side"), [(Seats("balanced", "bold"), "german"), (Seats("random", "strong", 3), "soviet")], ids=str
)
def test_a_game_left_to_the_officer_is_the_compiled_game_event_for_event(
    seats: Seats, side: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who looks ahead fights by habit at the table: there the game is the one in which nobody thinks in battles."""
    result, log = WHOLE.play_logged(seats, 5, 0)
    if "strong" in (seats.first, seats.second):
        monkeypatch.setattr(positions, "live_phase", play_phase)
        *_, last = positions.walk(seats, 5, 0)
        thought, (result, log, _) = result, positions.resume(last, seats)
        assert thought != result
    ended, events, _ = PLAY(begun(seats, 5), side, Usual())
    assert ended == result
    assert events.table.slice(1).equals(log.table.slice(1))


@pytest.mark.in_turn
@pytest.mark.parametrize("side", WHOLE.sides)
def test_any_orders_end_in_a_legal_game_and_odds_are_told_truly(side: str) -> None:
    person = Anyhow(4)
    _, events, _ = PLAY(begun(Seats("balanced", "bold"), 4), side, person)
    assert GAME.referee(events.table).message == "legal"
    assert {"4.1", "4.4", "7.0", "14.0"} <= person.refused
    assert {"german": {"6.3", "11.5", "14.6"}, "soviet": {"15.1", "13.4", "11.0"}}[side] <= person.refused
    assert [told for told, played in person.columns if told != played] == []
    assert len(person.columns) >= {"german": 20, "soviet": 0}[side]


@pytest.mark.verification
@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("side", WHOLE.sides)
def test_so_do_many_more(side: str, seed: int) -> None:
    person = Anyhow(seed)
    _, events, _ = PLAY(begun(Seats("strong", "tuned", seed % 3 - 1), seed), side, person)
    assert GAME.referee(events.table).message == "legal"
    assert [told for told, played in person.columns if told != played] == []
