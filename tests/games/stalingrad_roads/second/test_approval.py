"""Approval, Manstein and the OKH a second time: one game at a time, step by step from the rulebook's sections."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from sim.factors import whole, wholes
from sim.games.stalingrad_roads.systems.approval import CHAIN, SYSTEM
from sim.numbers.tables import load_list

ROLLS = [(a, b) for a in range(1, 7) for b in range(1, 7)]


class Plain:
    """One game of sections 15 and 16 in plain numbers; a crisis splits it into the 36 rolls of two dice."""

    def __init__(self, factors: Mapping[str, int], moves: bool, storm: int, blow: int) -> None:
        self.factors, self.moves, self.storm, self.blow = factors, moves, storm, blow

    def lose(self, game: dict[str, int], boxes: int) -> list[tuple[dict[str, int], Fraction]]:
        """Take boxes from approval; a crisis where it comes to 0 [15.3]."""
        if game["gone"] or not boxes:
            return [(game, Fraction(1))]
        game["approval"] = max(0, game["approval"] - boxes)
        if game["approval"]:
            return [(game, Fraction(1))]
        if game["crisis"]:
            game["manstein"] = max(0, game["manstein"] - 1) if game["there"] else game["manstein"]
            return [(game, Fraction(1))]
        split = []
        for a, b in ROLLS:
            row, after = load_list("stalingrad_roads", "okh_crisis")[str(a + b)], dict(game, crisis=1)
            after["approval"] = int(row["approval_box"])
            if after["there"]:
                after["manstein"] = max(0, after["manstein"] + int(row["manstein_change"]))
            after["owed"], after["prize"] = int(row["armored_attacks_min"]), int(row["armored_attacks_manstein_change"])
            split.append((after, Fraction(1, 36)))
        return split

    def soviet(self, game: dict[str, int], turn: int) -> list[tuple[dict[str, int], Fraction]]:
        f = self.factors
        cities = (turn == f["first_city_turn"]) + (turn == f["second_city_turn"])
        losses = 2 * cities + (f["first_turn_losses"] if turn == 1 else 0)
        losses += 1 if turn > 1 and f["loss_every"] and (turn - 2) % f["loss_every"] == 0 else 0
        if game["there"]:
            game["manstein"] = max(0, game["manstein"] - cities - (turn == f["both_hexes_turn"]))
        return self.lose(game, losses)

    def axis(self, game: dict[str, int], turn: int) -> list[tuple[dict[str, int], Fraction]]:
        f, declared = self.factors, turn == self.factors["declared_turn"]
        game["crisis"] = 0
        if turn == self.blow and game["there"]:
            game.update(there=0, manstein=0, approval=7, back=turn + 2)
        if declared and game["there"]:
            game["manstein"] = max(0, game["manstein"] - 1)
        supplied_again = turn == f["resupplied_turn"]
        if supplied_again and game["there"]:
            game["manstein"] = min(7, game["manstein"] + 1)
        fallen = 2 if turn >= f["both_hexes_turn"] else 1 if turn >= f["one_hex_turn"] else 0
        held = (
            {0: int(turn >= f["declared_turn"] and not supplied_again), 1: 2, 2: 3}[fallen]
            if turn <= 6
            else int(fallen == 2 and turn <= 11)
        )
        return self.lose(game, held + declared)

    def finish(self, game: dict[str, int], turn: int) -> dict[str, int]:
        f = self.factors
        is_ready = turn >= f["divisions_ready_turn"] and f["supports_held"] >= 2
        if self.storm and self.storm <= turn <= 6 and is_ready and game["there"] and not game["storm"]:
            game["storm"] = turn  # DEC IV is turn 6 [16.3.1]
        if not game["gone"]:
            for _ in range(f["hq_moves"] if self.moves and 2 <= turn <= 6 else 0):
                game["approval"] -= game["approval"] > 1
            game["approval"] = min(7, game["approval"] + min(f["armored_gain"], 2))
            game["approval"] = min(7, game["approval"] + (2 if turn == f["city_retaken_turn"] else 0))
        if game["there"]:
            game["manstein"] += game["prize"] if game["owed"] and f["armored_attacks"] >= game["owed"] else 0
            rises = int(turn == f["city_retaken_turn"])
            rises += game["storm"] > 0 and turn <= 6 and turn == game["storm"] + f["storm_opens_after"]
            game["manstein"] = min(7, game["manstein"] + rises)
        if game["back"] == turn:
            lost = [name for name in ("first", "second") if f[f"{name}_city_turn"] <= self.blow]  # else none to retake
            won = min(f["backhand_difference"], len(lost))
            manstein, game["approval"] = {0: (0, 2), 1: (5, 5), 2: (7, 7)}[won]
            game.update(manstein=manstein, there=int(manstein > 0), back=0)
        if game["there"] and game["manstein"] == 0:
            game.update(there=0, gone=turn, approval=3)
        return game | {"owed": 0, "prize": 0}

    def law(self) -> dict[tuple[int, int, int], Fraction]:
        """Return the law of approval, Manstein and the turn of his dismissal after MAR III."""
        start = {"approval": 7, "manstein": 5, "there": 1, "gone": 0, "crisis": 0, "owed": 0, "prize": 0, "back": 0}
        start["storm"] = 0
        games = {tuple(start.items()): Fraction(1)}
        for turn in range(1, 18):
            for step in (self.soviet, self.axis):
                after: dict[Any, Fraction] = {}
                for game, p in games.items():
                    for left, share in step(dict(game), turn):
                        after[tuple(left.items())] = after.get(tuple(left.items()), Fraction(0)) + p * share
                games = after
            ended: dict[Any, Fraction] = {}
            for game, p in games.items():
                key = tuple(self.finish(dict(game), turn).items())
                ended[key] = ended.get(key, Fraction(0)) + p
            games = ended
        found: dict[tuple[int, int, int], Fraction] = {}
        for game, p in games.items():
            last = dict(game)
            end = (last["approval"], last["manstein"], last["gone"])
            found[end] = found.get(end, Fraction(0)) + p
        return found


@pytest.mark.in_turn
@pytest.mark.parametrize("policy", ["general_retreat", "stand_fast", "early_blow", "no_blow", "no_offensives"])
@pytest.mark.parametrize(
    "changed",
    [
        {}, {"first_turn_losses": 4, "loss_every": 1, "armored_attacks": 3}, {"armored_gain": 1, "hq_moves": 2},
        {"both_hexes_turn": 7, "one_hex_turn": 4, "first_city_turn": 9, "second_city_turn": 9, "declared_turn": 3},
        {"storm_opens_after": 1, "armored_attacks": 2, "backhand_difference": 2, "loss_every": 3},
        {"divisions_ready_turn": 6, "storm_opens_after": 0, "resupplied_turn": 3, "loss_every": 1, "supports_held": 3},
        {"city_retaken_turn": 13, "both_hexes_turn": 9, "armored_attacks": 2, "supports_held": 1},
        {"backhand_difference": 0, "both_hexes_turn": 18, "one_hex_turn": 18, "armored_attacks": 2},
    ],
)  # fmt: skip
def test_the_track_played_twice(changed: dict[str, int], policy: str) -> None:
    chosen = SYSTEM.setting(changed, {"axis": policy})
    decided = chosen.policies["axis"].decide(None, 1)
    moves, storm, blow = (whole(decided, name) for name in ("moves_hqs", "storm_from", "backhand_turn"))
    second = Plain(wholes(chosen.factors), bool(moves), storm, blow).law()
    assert dict(CHAIN.last(chosen).law("approval", "manstein", "dismissal_turn")) == second
