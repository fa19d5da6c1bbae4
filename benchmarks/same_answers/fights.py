"""Fights drawn and asked for, one fact after the other; some through the command as well."""

from __future__ import annotations

import inspect
import json
import shlex
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import accumulate
from random import Random
from typing import Any

from joblib import Parallel, delayed

from benchmarks.same_answers.asking import (
    COMMANDS,
    DRAWS,
    REFUSALS,
    RENAMED,
    Facts,
    Record,
    check_tree,
    kessel,
    line,
    record,
)
from benchmarks.same_answers.drawn import value


def apart_from(name: str, option: Any) -> int:
    """Return 0 for a fact itself, 1 for the other side's, 2 for what is named like it: they often go together."""
    other = name.replace("attack", "defen?").replace("defend", "attack").replace("defen?", "defend")
    if option.name in (name, other):
        return int(option.name == other != name)
    return 2 if option.name.split("_")[0] == name.split("_")[0] else 3


def asked_of(game: str, seed: int, at: int) -> list[Record]:
    """Build a fight fact by fact, keeping those that are not refused; return the fight, then two refusals on the way.

    Each option has streams of its own, by name: other options, or another order, change none of its values.
    """
    from analysis.odds import options

    was = {new: old for old, new in RENAMED.items()}

    def stream(of: str, what: object) -> Random:
        return Random(f"{seed} {game} {at} {was.get(of, of)} {what}")

    share = stream("all", "share").choice((0.0, 0.1, 0.2, 0.4, 0.7, 1.0))
    known = sorted(options(game), key=lambda one: stream(one.name, "order").random())
    facts: Facts = {}
    for option in sorted((one for one in known if one.default is None), key=lambda one: one.name):
        facts[option.name] = value(stream(option.name, "first"), option, facts, game)
    random = stream("all", "ratio")
    if "attack" in facts and "defense" in facts and random.random() < 0.6:
        facts["attack"] = max(1, facts["defense"] * random.randint(2, 30) // 4 + random.randint(-1, 1))
    best, refusals = fight(game, facts), []
    left = [one for one in known if one.name not in facts and stream(one.name, "share").random() < share]
    for attempt in range(2):  # what was refused may be right beside what came after it
        dropped = []
        while left:
            size = stream(left[0].name, f"size {attempt}").choice((1, 1, 2, 3))
            left.sort(key=partial(apart_from, left[0].name))
            together, left, more = left[:size], left[size:], dict(facts)
            for option in together:
                more[option.name] = value(stream(option.name, attempt), option, more, game)
            answer = fight(game, more)
            if answer["kind"] == "refused":
                dropped += together
                refusals.append(answer)
            else:
                best, facts = answer, more
        left = dropped
    return [best, *refusals[:2]]


def words_of(game: str, facts: Facts) -> list[str]:
    """Return a fight as words for the command."""
    words = ["odds", game]
    for name, told in facts.items():
        name = name.replace("_", "-")
        if isinstance(told, bool):
            words += [f"--{name}"] if told else []
        else:
            words += [part for one in (told if isinstance(told, list) else [told]) for part in (f"--{name}", str(one))]
    return [*words, "--json"]


def fight(game: str, facts: Facts) -> Record:
    """Ask for the odds of a fight as the command does."""
    from analysis.odds import as_json, odds, wider
    from sim.game import load_game

    def as_taken(by: Callable[..., object]) -> Any:
        """Return the game, or its id where an older tree takes that."""
        return load_game(game) if "Game" in str(inspect.signature(by).parameters["game"].annotation) else game

    asked = shlex.join(["kessel", *words_of(game, facts)])
    try:
        answer = odds(game, **facts)
        more = {"facts": facts} if "facts" in inspect.signature(as_json).parameters else {}
        wide = wider(as_taken(wider), facts, answer)
        shown = json.loads(json.dumps(as_json(as_taken(as_json), answer, wide, **more)))
    except Exception as error:
        is_refused = type(error).__name__ in REFUSALS
        message = line(error) if is_refused else line(f"{type(error).__name__}: {error}")
        return record(asked, "refused" if is_refused else "fault", message)
    return record(asked, "answered", shown)


def fights_of(game: str, seed: int, places: Sequence[int]) -> list[list[Record]]:
    check_tree()
    return [asked_of(game, seed, at) for at in places]


def all_fights(games: Sequence[str], wanted: int, seed: int, jobs: int) -> Iterator[tuple[str, Record]]:
    """Draw until so many fights are answered in each game; those refused on the way count as answers too."""
    for game in games:
        drawn: list[list[Record]] = []
        missing, chunk = wanted, min(25, wanted)
        while missing > 0 and len(drawn) < wanted * DRAWS:
            starts = range(len(drawn), len(drawn) + missing, chunk)  # as if none would be refused; then the rest
            parts = Parallel(n_jobs=jobs)(delayed(fights_of)(game, seed, range(at, at + chunk)) for at in starts)
            drawn += [one for part in parts for one in part]
            missing = wanted - sum(one["kind"] == "answered" for one, *_ in drawn)
        answered = accumulate(int(one["kind"] == "answered") for one, *_ in drawn)
        drawn = drawn[: bisect_left(list(answered), wanted) + 1]
        ways = [(f"{game} {at}", n, one) for at, of in enumerate(drawn) for n, one in enumerate(of)]
        named = [(key if n == 0 else f"{key}, refused {n}", one) for key, n, one in ways]
        yield from ((f"fight {key}", one) for key, one in named)
        for kind, most in zip(("answered", "refused"), COMMANDS, strict=True):
            chosen = [(key, one) for key, one in named if one["kind"] == kind][: min(most, wanted)]
            yield from ((f"command {key}", kessel(*shlex.split(one["asked"])[1:])) for key, one in chosen)
