"""Claims are counted in logs as they say: against the results of real games, and on made-up logs one fact at a time."""

from typing import Any

import pyarrow as pa
import pytest

from sim.game import load_game
from sim.games.leningrad.map.record.log import level_of
from sim.games.leningrad.map.tables import table
from sim.games.leningrad.played.claims import CLAIMS, FORCE, _chronicle, _west, check
from sim.match.claims import Answer
from sim.match.log import EventLog
from sim.match.play import play_game
from sim.match.whole import Seats

WHOLE = load_game("leningrad").whole
COLUMNS = ("turn", "phase", "side", "kind", "unit", "from_hex", "to_hex", "value", "die", "battle", "note")


def log(*events: dict[str, Any], margin: int = -5) -> pa.Table:
    """Return a log of these events and of an end with this margin."""
    rows = [*events, {"turn": 12, "kind": "end", "value": margin}]
    seen = [{name: {"phase": 0, "side": "", "turn": 0}.get(name) for name in COLUMNS} | row for row in rows]
    return EventLog.of({name: [row[name] for row in seen] for name in COLUMNS}).table


def goes(unit: str, to: str, turn: int) -> dict[str, Any]:
    return {"turn": turn, "kind": "move", "unit": unit, "to_hex": to}


@pytest.mark.parametrize("game", range(4))
def test_what_is_read_from_a_log_is_what_the_game_counted(game: int) -> None:
    played = play_game(WHOLE, 31, game, Seats("random" if game % 2 else "tuned", "tuned"))
    assert played.events is not None
    seen = _chronicle(played.events.table)
    assert seen.steps_lost == played.result.numbers["german_steps_lost"]
    assert seen.cities == played.result.numbers["cities"].bit_count()
    assert seen.margin == played.result.margin
    assert played.turns is not None
    units = list(WHOLE.turn_columns).index("german_units")
    assert [len(seen.germans(turn)) for turn in range(1, 13)] == played.turns[1:, units].tolist()


def test_every_claim_is_answered_and_known() -> None:
    made = [one.id for one in CLAIMS.made]
    assert len(made) == len(set(made)) == 10
    assert set(check(log())) == {one.id for one in CLAIMS.made if not one.by_rule}
    assert {one.basis for one in CLAIMS.made} == {"rulebook", "published"}


def test_what_the_notes_tell_a_player_to_do_is_advice() -> None:
    """By the notes the divisions "must" be destroyed and Novgorod held, and the German "should strive" for the Luga."""
    advice = [one for one in CLAIMS.made if one.is_advice]
    assert [one.id for one in advice] == ["frontier_destroyed", "luga_reached", "novgorod_held"]
    assert {one.basis for one in advice} == {"rulebook"}
    assert all(bool(one.pays) == bool(one.otherwise) for one in advice)


def test_the_frontier_falls_on_turn_one_or_not_at_all() -> None:
    def gone(n: int, turn: int) -> list[dict[str, Any]]:
        return [{"turn": turn, "kind": "eliminated", "unit": f"s{k:02d}"} for k in range(n)]

    assert check(log(*gone(9, 1)))["frontier_destroyed"] == Answer(True, 9)
    assert check(log(*gone(8, 1)))["frontier_destroyed"] == Answer(False, 8)
    assert check(log(*gone(9, 2)))["frontier_destroyed"] == Answer(False, 0)


def test_the_luga_takes_a_force_of_the_two_corps_in_time() -> None:
    corps = ("1-41", "6-41", "8-56")
    assert len(corps) == FORCE
    assert check(log(*(goes(unit, "2206", 5) for unit in corps)))["luga_reached"] == Answer(True, 3)
    assert check(log(*(goes(unit, "2206", 6) for unit in corps)))["luga_reached"] == Answer(False, 0)
    assert check(log(*(goes(unit, "2206", 5) for unit in ("1-41", "6-41", "12-39"))))["luga_reached"] == Answer(
        False, 2
    )


def test_the_dvina_divides_the_map() -> None:
    assert {"0908", "0909", "0012", "1112"} <= _west()
    assert not {"1008", "1009", "1113", "1909", "2604"} & _west()
    over = [goes(unit, "1008", 3) for unit in ("1-41", "6-41", "8-56")]
    assert check(log(*over))["dvina_denied"] == Answer(None, None, True)
    assert check(log(*over[:2]))["dvina_denied"] == Answer(True)
    assert check(log(*over[:2], margin=40))["dvina_denied"] == Answer(False)


def test_panzers_alone_and_losses() -> None:
    city = {"turn": 12, "kind": "vp", "note": "hex 2604", "value": 30}
    attack = {"turn": 9, "kind": "attack", "to_hex": "2604"}
    assert check(log(city, attack | {"unit": "1-41"}))["panzers_alone"].holds is False
    assert check(log(attack | {"unit": "1-41"}))["panzers_alone"] == Answer(True)
    assert check(log(city, attack | {"unit": "21"}))["panzers_alone"] == Answer(None, None, False)
    assert check(log(attack | {"unit": "21"}))["panzers_alone"] == Answer(None, None, True)
    assert check(log(city))["panzers_alone"] == Answer()
    lost = [{"turn": 3, "kind": "step_loss", "unit": f"{n}", "value": 1} for n in range(20, 30)]
    assert check(log(*lost, margin=9))["german_losses_if_winning"] == Answer(True, 10)
    assert check(log(*lost[:7], margin=9))["german_losses_if_winning"] == Answer(False, 7)
    assert check(log(*lost))["german_losses_if_winning"] == Answer()


def test_whoever_only_isolates_the_city_loses_by_the_rules() -> None:
    """No German point comes from anything but a hex of Leningrad, and a margin of 0 is a Soviet win [16.2, 16.3]."""
    assert [one.id for one in CLAIMS.made if one.by_rule] == ["isolation_alone"]
    german = [row for row in table("vp_schedule").rows if row["side"] == "german"]
    assert german
    assert {row["id"].removeprefix("hex_") for row in german} == {
        row["hex"] for row in table("hexes").rows if row["name"] == "Leningrad"
    }
    assert level_of(0)[0] == "soviet"
