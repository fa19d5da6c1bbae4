"""What to do at a saved position: the plan of a player that looks ahead, its moves, its attacks with exact odds."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
import pyarrow as pa
from scipy.special import stdtrit

from analysis.errors import KesselError
from analysis.fights.odds import outcomes
from analysis.matches.battles import Names
from analysis.matches.chances import fresh_seed
from analysis.matches.places import Places
from analysis.matches.record import read_record
from sim.game import Game
from sim.map.board import load_board
from sim.match.advice import Advised, PlanTried
from sim.match.play import wilson
from sim.match.saved import Saved
from sim.match.whole import WholeGame

SHOWN = 10
"""Marches, and attacks, that are told; the rest is counted."""


@dataclass(frozen=True)
class WinChance:
    """The share of n games that a side wins from here, with its 95 % Wilson interval."""

    n: int
    p: float
    low: float
    high: float

    def __str__(self) -> str:
        """Return the share with its interval in percent."""
        return f"{self.p:.0%} ({self.low:.0%} to {self.high:.0%})"


@dataclass(frozen=True)
class March:
    """Where a unit would go: its hexes by `start` and `end`, and in how many of the turns shown it ends there."""

    unit: str
    start: str
    end: str
    times: int


@dataclass(frozen=True)
class PlannedAttack:
    """An attack that the plan makes in `times` of the turns shown, on the column it came to most often.

    `law` is the exact chance of each kind of outcome on that column, the attacker's best first.
    """

    hex: str
    is_overrun: bool
    times: int
    attackers: tuple[str, ...]
    note: Mapping[str, Any]
    law: Mapping[str, float]


@dataclass(frozen=True)
class MatchAdvice:
    """What a player would do, and what it comes to for its side: chances by its habit and by its plan.

    `gain` is what the plan wins over the habit in points a game, mean and 95 % interval, paired on the same dice.
    """

    advised: Advised
    before: WinChance
    after: WinChance
    gain: tuple[float, float, float]
    marches: Sequence[March]
    attacks: Sequence[PlannedAttack]

    @property
    def plan(self) -> PlanTried:
        """The plan chosen."""
        return self.advised.plans[self.advised.chosen]


def advice(game: Game, saved: Saved, player: str, n: int) -> MatchAdvice:
    """Return what a player that looks ahead would do from a position on, from n games a plan with fresh dice.

    `KesselError` for a game whose players cannot be asked at a position.
    """
    whole = game.whole
    if whole.positions.advise is None:
        raise KesselError(f"{game.id} has no player that can be asked at a position")
    asked = whole.positions.advise(saved, player, n, fresh_seed(saved.seed, saved.game))
    habit, plan = asked.plans[0], asked.plans[asked.chosen]
    return MatchAdvice(
        asked, _chance(whole, asked.side, habit), _chance(whole, asked.side, plan), _gain(whole, asked),
        _marches(asked), _attacks(game, asked),
    )  # fmt: skip


def _chance(whole: WholeGame, side: str, plan: PlanTried) -> WinChance:
    margins = plan.margins.tolist()
    won = sum(whole.level_of(margin)[0] == side for margin in margins)
    return WinChance(len(margins), won / len(margins), *wilson(won, len(margins)))


def _gain(whole: WholeGame, asked: Advised) -> tuple[float, float, float]:
    sign = 1 if asked.side == whole.sides[0] else -1
    apart = sign * (asked.plans[asked.chosen].margins - asked.plans[0].margins)
    mean, n = float(apart.mean()), len(apart)
    half = float(apart.std(ddof=1)) / sqrt(n) * float(stdtrit(n - 1, 0.975)) if n > 1 else 0.0
    return mean, mean - half, mean + half


def _marches(asked: Advised) -> list[March]:
    """Return where each unit goes most often, those that go in most of the turns shown first."""
    ends: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for log in asked.logs:
        ways: dict[str, tuple[str, str]] = {}
        for row in _rows(log, ("move", "arrive")):
            if row["battle"] is None and row["side"] == asked.side:
                start, _ = ways.get(row["unit"], (row["from_hex"] or "", ""))
                ways[row["unit"]] = (start, row["to_hex"])
        for unit, (start, end) in ways.items():
            ends[unit, start][end] += 1
    found = [March(unit, start, *counts.most_common(1)[0]) for (unit, start), counts in ends.items()]
    return sorted(found, key=lambda one: (-one.times, one.unit))


def _attacks(game: Game, asked: Advised) -> list[PlannedAttack]:
    seen: dict[tuple[str, bool], list[tuple[Mapping[str, Any], tuple[str, ...]]]] = defaultdict(list)
    for log in asked.logs:
        groups: dict[int, list[str]] = defaultdict(list)
        for row in _rows(log, ("attack", "combat", "overrun")):
            if row["kind"] == "attack":
                groups[row["battle"]].append(row["unit"])
            else:
                key = (row["to_hex"], row["kind"] == "overrun")
                seen[key].append((json.loads(row["note"]), tuple(groups[row["battle"]])))
    found = []
    for (at, is_overrun), fights in seen.items():
        column = Counter(note["column"] for note, _ in fights).most_common(1)[0][0]
        note, attackers = next(one for one in fights if one[0]["column"] == column)
        times = min(len(fights), len(asked.logs))
        found.append(PlannedAttack(at, is_overrun, times, attackers, note, column_law(game, column)))
    return sorted(found, key=lambda one: (-one.times, -one.note["attack"]))


def column_law(game: Game, column: str) -> dict[str, float]:
    """Return the exact chance of each kind of outcome on a column, the attacker's best first, none that cannot be."""
    table = game.table
    shares: Counter[str] = Counter()
    for row in outcomes(table.column_odds(column)):
        shares[table.reading.class_of(row)] += row["p"]
    return {kind: float(shares[kind]) for kind in table.reading.classes if shares[kind]}


def _rows(log: pa.Table, kinds: tuple[str, ...]) -> list[dict[str, Any]]:
    wanted = np.isin(np.array(log["kind"].to_pylist(), dtype=object), kinds)
    rows: list[dict[str, Any]] = log.filter(pa.array(wanted)).to_pylist()
    return rows


def lines(game: Game, saved: Saved, found: MatchAdvice) -> list[str]:
    """Return the advice in words, what to do first."""
    asked, plan, whole = found.advised, found.plan, game.whole
    record = read_record(whole.positions.log(saved).table, whole.sides, whole.words)
    names, places = Names(whole.words, record), Places(load_board(game.id, saved.seats.board))
    side, shown = asked.side.capitalize(), len(asked.logs)
    mean, low, high = found.gain
    told = [
        f"{game.title}, turn {asked.turn}, phase {asked.phase}: the plan of the {asked.player} {side} player is "
        f"“{plan.name}”: it {plan.about}.",
        f"{side} chance to win: {found.after}, by habit {found.before}; the plan is worth {mean:+.1f} VP a game "
        f"({low:+.1f} to {high:+.1f}). {found.before.n} games a plan on the same dice, 95 % intervals."
        if asked.chosen
        else f"{side} chance to win: {found.before}. {found.before.n} games, 95 % interval.",
        "",
        f"Moves, and in how many of {shown} turns played with other dice:",
    ]
    told += [f"  {_march(one, asked.turn, names, places)}, {one.times} of {shown}" for one in found.marches[:SHOWN]]
    told += _more(found.marches, "moves")
    told += ["", f"Attacks, with the exact odds of their most frequent column, and in how many of the {shown}:"]
    told += [f"  {_attack(one, asked.turn, names, places)}; {one.times} of {shown}" for one in found.attacks[:SHOWN]]
    told += _more(found.attacks, "attacks") if found.attacks else ["  none"]
    return [*told, "", *_others(whole, found)]


def _more(found: Sequence[object], what: str) -> list[str]:
    return [f"  and {len(found) - SHOWN} more {what}"] if len(found) > SHOWN else []


def _march(one: March, turn: int, names: Names, places: Places) -> str:
    start = f"from {places.bare(one.start)} " if one.start else "enters and goes "
    return f"{names.one(one.unit, turn)} {start}{places.to(one.end)} ({one.end})"


def _attack(one: PlannedAttack, turn: int, names: Names, places: Places) -> str:
    note = one.note
    law = ", ".join(f"{kind} {p:.0%}" for kind, p in one.law.items())
    what = "overrun" if one.is_overrun else "attack"
    odds = f"{note['attack']} against {note['defense']} on {note['column']}"
    return f"{what} {places.at(one.hex)} ({one.hex}) with {names.those(one.attackers, turn)}: {odds}: {law}"


def _others(whole: WholeGame, found: MatchAdvice) -> list[str]:
    asked = found.advised
    told = ["All its plans, each with its chance to win and its mean margin:"]
    for at, one in enumerate(asked.plans):
        mark = " <" if at == asked.chosen else ""
        chance = _chance(whole, asked.side, one)
        told.append(f"  {one.name}: {chance}, {one.margins.mean():+.1f} VP; it {one.about}{mark}")
    return told


def as_json(found: MatchAdvice) -> dict[str, Any]:
    """Return the advice as ``kessel advise --json`` prints it."""
    asked = found.advised
    mean, low, high = found.gain
    return {
        "side": asked.side, "turn": asked.turn, "phase": asked.phase, "player": asked.player, "plan": found.plan.name,
        "about": found.plan.about, "changes": dict(found.plan.changes), "games": found.before.n,
        "p_win_before": found.before.p, "before_ci_low": found.before.low, "before_ci_high": found.before.high,
        "p_win_after": found.after.p, "after_ci_low": found.after.low, "after_ci_high": found.after.high,
        "gain_vp": mean, "gain_ci_low": low, "gain_ci_high": high, "turns_shown": len(asked.logs),
        "moves": [vars(one) for one in found.marches],
        "attacks": [
            {"hex": one.hex, "is_overrun": one.is_overrun, "times": one.times, "attackers": list(one.attackers),
             "column": one.note["column"], "attack": one.note["attack"], "defense": one.note["defense"],
             "p": dict(one.law)}
            for one in found.attacks
        ],
        "plans": {one.name: float(one.margins.mean()) for one in asked.plans},
    }  # fmt: skip
