"""Do the same commands still give the same answers? For moves that must not change any: write, move, write, compare.

    python benchmarks/same_answers.py write before.json.gz        # in the tree as it was, 1,000 fights a game
    python benchmarks/same_answers.py write after.json.gz         # in the tree as it is
    python benchmarks/same_answers.py compare before.json.gz after.json.gz

The tree that is asked is the one in the current folder, wherever this script lies (so it is one file, and may be run
on an old worktree), through what users have: the `kessel` command, `analysis.odds`, the warehouse. What a move renames
on purpose goes into `RENAMED`; with ``--words-may-differ`` prose and the words of a refusal are not compared.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import inspect
import io
import json
import os
import shlex
import sys
import tempfile
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from functools import partial
from itertools import accumulate
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import duckdb
import pyarrow as pa
from joblib import Parallel, delayed

RENAMED: dict[str, str] = {}
"""Old name -> new name of what a move renamed: fields of JSON, options, columns, tables as ``core.run``."""
PROSE = ("about", "title", "question", "measured")
"""Fields and columns that are worded for people."""
NAMES_THE_CODE = ("code_digest", "tables_digest", "numpy_version", "commit_id", "finished_at")
"""Columns that say which code made a row, and when; ``run_id`` too, for which the study's name stands."""
REFUSALS = ("GameError", "RuleDataError", "KesselError")
ROWS_KEPT = 2_000
"""Tables up to this size are kept row by row, so that a difference can be shown; of larger ones a hash a column."""
DRAWS = 40
"""Fights drawn at most for each that is to be answered."""
COMMANDS = (15, 5)
"""Fights a game that go through the command as well: answered ones, refused ones."""

Record = dict[str, Any]
Facts = dict[str, Any]


# --- asking ------------------------------------------------------------------------------------------------------


def record(asked: str, kind: str, answer: Any) -> Record:
    """Keep what was asked and answered; `kind` is answered, refused, or fault for what should never come up."""
    return {"asked": asked, "kind": kind, "sha256": digest(answer), "answer": answer}


def digest(answer: Any) -> str:
    return hashlib.sha256(canonical(answer).encode()).hexdigest()


def canonical(answer: Any) -> str:
    return json.dumps(answer, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def now(name: str) -> str:
    return RENAMED.get(name, name)


def line(error: object) -> str:
    """Return a message without the folders of this machine."""
    folders = {os.environ["KESSEL_DATA"]: "$KESSEL_DATA", str(Path.cwd()): "."}
    text = str(error).strip()
    for folder, short in folders.items():
        text = text.replace(folder, short)
    return text


def check_tree() -> None:
    """End where another tree would answer than that of the current folder, such as the one installed."""
    import analysis

    if not Path(str(analysis.__file__)).is_relative_to(Path.cwd()):
        sys.exit(f"{analysis.__file__} would answer; expected the tree in {Path.cwd()}")


def kessel(*words: str) -> Record:
    """Run the command in this process; what it printed is its answer."""
    check_tree()
    from analysis.cli import main

    out, err = io.StringIO(), io.StringIO()
    with patch.object(sys, "argv", ["kessel", *words]), redirect_stdout(out), redirect_stderr(err):
        try:
            main()
            code: Any = 0
        except SystemExit as end:
            code = end.code or 0
        except Exception as error:
            code = f"{type(error).__name__}: {error}"
    asked, printed = shlex.join(["kessel", *words]), out.getvalue()
    if code == 0:
        return record(asked, "answered", json.loads(printed) if "--json" in words else line(printed))
    return record(asked, "refused" if code == 2 else "fault", line(err.getvalue() if code == 2 else code))


# --- fights ------------------------------------------------------------------------------------------------------


def number(random: Random, option: Any) -> int:
    """Return a number as people tell them, now and then a bound or one beyond."""
    what = random.random()
    if what < 0.02:
        return random.choice((option.low - 1, option.high + 1))
    if what < (0.12 if option.also else 0.07):
        return random.choice((option.low, option.high, *option.also, *option.also))
    least, most = (-6, 60) if what < (0.5 if option.default is None else 0.15) else (-3, 9)
    told = random.randint(max(option.low, least), max(option.low, min(option.high, most)))
    return told if told != option.default else min(told + 1, option.high)


def value(random: Random, option: Any, facts: Facts, game: str) -> Any:
    if option.kind == "int":
        return number(random, option)
    if option.kind == "yes_no":
        return not option.default
    if option.kind == "text":
        return random.choice(option.choices or ("x",))
    if (game, option.name) in WORDS:
        return WORDS[game, option.name](random, facts)
    return random.choices(option.choices or ("1", "2"), k=random.choice((1, 1, 2, 3)))


def blocks(random: Random, kinds: str, unknown: Sequence[str], at: str) -> list[str]:
    told = [f"unknown{random.choice(unknown)}"] if unknown and random.random() < 0.1 else []
    for _ in range(random.choice((1, 1, 2) if told else (1, 1, 2, 3))):
        full = random.randint(1, 4)
        strength = random.choice((f"{full}", f"{random.randint(1, full)}/{full}"))
        colors = random.choices(("SF", "DF", "TF", "black"), k=random.choice((1, full)) if "/" in strength else 1)
        told.append(f"{random.choice(('', '', '', '2x '))}{random.choice(kinds.split())} {strength} {'-'.join(colors)}")
    return [one + random.choice(("", "", "", at)) for one in told]


def side(random: Random, facts: Facts, *, attacks: bool) -> list[str]:
    """Return blocks of Inferno, mostly of the side that the kind of attack asks for."""
    if attacks and random.random() < 0.7:
        facts["attack"] = random.choice(("german_deliberate", "german_hasty", "soviet_hasty", "soviet_deliberate"))
    at = " @2" if attacks and "deliberate" in facts.get("attack", "deliberate") else ""
    is_german = facts.get("attack", "german").startswith("german") == attacks
    if is_german == (random.random() < 0.97):
        return blocks(random, "panzer panzer_grenadier motorized_infantry infantry", (), at)
    return blocks(random, "tank infantry marine guard", ("", " infantry", " tank", " marine"), at)


def attackers(random: Random, facts: Facts) -> list[str]:
    """Return attacking hexes of Donnerschlag; their strengths mostly add up to the attack."""
    hexes, total = [], 0
    for _ in range(random.choice((1, 2, 2, 3))):
        units = [random.randint(1, 9) for _ in range(random.choice((1, 2, 2)))]
        kinds = [random.choice(("", "t", "m", "m")) + random.choice(("", "", "o")) for _ in units]
        total += sum(units)
        river = "/river" if random.random() < 0.2 and "t" not in "".join(kinds) else ""
        hexes.append("+".join(f"{unit}{kind}" for unit, kind in zip(units, kinds, strict=True)) + river)
    if random.random() < 0.9:
        facts["attack"] = total
    return hexes


def cards(random: Random, facts: Facts) -> list[str]:
    """Return combat cards of Donnerschlag; few that move the column where a marker lets a die be rolled again."""
    effects = ["no-river", "drm+1", "drm-2"]
    if facts.get("schlachtenglueck", "none") == "none":
        effects += ["shift+1", "shift-2", "attack+3", "defense+2"]
    told = []
    for _ in range(random.choice((1, 1, 2, 3))):
        dice = f"1-{random.randint(1, 6)}"
        name = random.choice(("sturmpioniere", "m1937", "attacker", "defender", "garde", "luftflotte_4"))
        parts = [random.choice((dice, dice, dice, "box", f"{dice}:rolled-{random.randint(1, 6)}"))]
        parts += random.sample(effects, k=random.choice((1, 1, 2)))
        told.append(":".join([name, *parts]) if random.random() < 0.9 else name)
    return told


def some(words: str, most: int) -> Any:
    return lambda random, facts: random.choices(words.split(), k=random.randint(1, most))


INFERNO = "inferno_on_the_volga"
WORDS: Mapping[tuple[str, str], Any] = {
    ("donnerschlag", "attackers"): attackers,
    ("donnerschlag", "card"): cards,
    (INFERNO, "attacker"): lambda random, facts: side(random, facts, attacks=True),
    (INFERNO, "defender"): lambda random, facts: side(random, facts, attacks=False),
    (INFERNO, "soviet_cards_seen"): some("tommy_gunner volga_flotilla aa sniper anti_tank infiltration t34_dug_in", 6),
    (INFERNO, "german_card"): some("heinkel_111 stuka howitzer pioneer pioneer pioneer_672 sniper pak", 1),
    ("leningrad", "seen"): some("2-2-5 2-3-5 1-1-5 3-4-5 4-4-5 4-3-5 5-5-7 4-4-7 2-2-7 10-4-7", 4),
    ("traces_of_hubris", "across_river"): some("1 2 3 4 5 6 7 8 9 10 12 15", 3),
}
"""Free texts: game and option -> how to word one. An option that is not here gets a few of its choices."""


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

    takes_game = "Game" in str(inspect.signature(wider).parameters["game"].annotation)  # older trees took the id
    known: Any = load_game(game) if takes_game else game
    asked = shlex.join(["kessel", *words_of(game, facts)])
    try:
        answer = odds(game, **facts)
        more = {"facts": facts} if "facts" in inspect.signature(as_json).parameters else {}
        shown = json.loads(json.dumps(as_json(game, answer, wider(known, facts, answer), **more)))
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


# --- systems, runs -----------------------------------------------------------------------------------------------


def system(game: str, name: str) -> list[tuple[str, Record]]:
    """Ask a system as it stands, with all factors at their ends, and under each other policy."""
    key = f"system {game} {name}"
    first = kessel("track", game, name, "--json")
    found = [(key, first)]
    if first["kind"] != "answered":
        return found
    spans = {one[now("factor")]: [int(at) for at in one[now("measures")]] for one in first["answer"][now("ranges")]}
    for end in (min, max) if spans else ():
        told = [word for factor in sorted(spans) for word in ("--set", f"{factor}={end(spans[factor])}")]
        found.append((f"{key}, {end.__name__}", kessel("track", game, name, *told, "--no-ranges", "--json")))
    for player, chosen in first["answer"][now("policies")].items():
        refusal = kessel("track", game, name, "--policy", f"{player}=?", "--no-ranges")["answer"]  # names them all
        for policy in sorted({*refusal.rpartition("one of ")[2].split(", ")} - {chosen}):
            told = ["--policy", f"{player}={policy}", "--no-ranges", "--json"]
            found.append((f"{key}, {player} {policy}", kessel("track", game, name, *told)))
    return found


def all_runs(games: int, jobs: int) -> Iterator[tuple[str, Record]]:
    """Play every small shipped study and read each table of the warehouse."""
    played = kessel("run", "--all", "--games", str(games), "--jobs", str(jobs))
    if played["kind"] != "answered":
        sys.exit(f"{played['asked']}: {played['answer']}")
    with duckdb.connect(Path(os.environ["KESSEL_DATA"]) / "warehouse.duckdb", read_only=True) as db:
        known: dict[str, dict[str, str]] = {}
        for name, column, kind in db.execute(
            "SELECT schema_name || '.' || table_name AS name, column_name, data_type FROM duckdb_columns()"
            " SEMI JOIN duckdb_tables() USING (schema_name, table_name) WHERE NOT internal ORDER BY name, column_index"
        ).fetchall():
            known.setdefault(name, {})[column] = kind
        for name in known.keys() - {"core.built_table"}:
            columns = {column: kind for column, kind in known[name].items() if column not in NAMES_THE_CODE}
            yield f"table {name}", record(f"rows of {name}", "answered", rows_of(db, name, columns))


def rows_of(db: duckdb.DuckDBPyConnection, name: str, columns: Mapping[str, str]) -> Record:
    """Return what a table holds, in an order that only its values decide, prose last: rows, or a hash a column."""
    shown = []
    for column, kind in columns.items():
        text = "(SELECT study FROM core.run r WHERE r.run_id = t.run_id)" if column == "run_id" else f't."{column}"'
        is_whole = kind == "BOOLEAN" or kind.endswith("INT") or kind.endswith("INTEGER")
        shown.append(f'({text})::{"BIGINT" if is_whole else "DOUBLE" if kind == "DOUBLE" else "VARCHAR"} AS "{column}"')
    by = sorted(range(1, len(shown) + 1), key=lambda at: list(columns)[at - 1] in PROSE)
    schema, table = name.split(".", 1)
    query = db.sql(f'SELECT {", ".join(shown)} FROM "{schema}"."{table}" t ORDER BY {", ".join(map(str, by))}')
    hashes = {column: hashlib.sha256() for column in columns}
    rows: list[Record] = []
    n = 0
    for batch in query.to_arrow_reader(100_000):
        n += batch.num_rows
        rows += batch.to_pylist() if n <= ROWS_KEPT else []
        for column, values in zip(columns, batch.columns, strict=True):
            hashes[column].update(values.is_valid().to_numpy(zero_copy_only=False).tobytes())
            if pa.types.is_string(values.type):
                hashes[column].update("".join(f"{one}\x1f" for one in values.to_pylist()).encode())
            else:
                hashes[column].update(values.fill_null(0).to_numpy(zero_copy_only=False).tobytes())
    kept = {"rows": rows} if n <= ROWS_KEPT else {"columns": {column: of.hexdigest() for column, of in hashes.items()}}
    return {"n_rows": n, **kept}


# --- writing and comparing ---------------------------------------------------------------------------------------


def write(to: Path, only: Sequence[str], fights: int, seed: int, games: int, systems: int | None, jobs: int) -> None:
    """Ask everything and keep it; say how long each part took."""
    answers: dict[str, Record] = {}
    made: Record = {"tree": str(Path.cwd()), "fights": fights, "seed": seed, "games": games, "seconds": {}}
    listed = kessel("track", "--json")
    if listed["kind"] != "answered":
        sys.exit(f"{listed['asked']}: {listed['answer']}")
    known = [(one[now("game")], one[now("track")]) for one in listed["answer"]]
    for part in only:
        start, before = time.perf_counter(), set(answers)
        if part == "fights":
            answers |= all_fights(sorted({game for game, _ in known}), fights, seed, jobs)
        elif part == "systems":
            asked = (delayed(system)(*one) for one in known[:systems])
            answers |= [one for found in Parallel(n_jobs=jobs)(asked) for one in found]
        else:
            answers |= all_runs(games, jobs)
        made["seconds"][part] = round(time.perf_counter() - start, 1)
        kinds = Counter(answers[key]["kind"] for key in answers.keys() - before)
        counts = ", ".join(f"{n:,} {kind}" for kind, n in sorted(kinds.items()))
        print(f"{part}: {counts}; {made['seconds'][part]} s", flush=True)
    text = json.dumps({"made": made, "answers": answers}, ensure_ascii=False).encode()
    to.write_bytes(gzip.compress(text, 6, mtime=0) if to.suffix == ".gz" else text)
    print(f"wrote {to}: {len(answers):,} answers")


def read(path: Path) -> dict[str, Record]:
    """Return the answers of a file under the names of now."""
    text = path.read_bytes()
    answers = json.loads(gzip.decompress(text) if path.suffix == ".gz" else text)["answers"]
    return {" ".join(now(word) for word in key.split(" ")): one for key, one in answers.items()}


def said(answer: Any, *, words: bool) -> Any:
    """Return an answer under the names of now; with `words`, without what is only worded for people."""
    if isinstance(answer, list):
        return [said(one, words=words) for one in answer]
    if isinstance(answer, dict):
        kept = {now(name): one for name, one in answer.items() if not (words and name in PROSE)}
        return {name: said(one, words=words) for name, one in kept.items()}
    return answer


def apart(old: Any, new: Any, place: str = "") -> Iterator[str]:
    """Yield each place at which two answers differ, with what stands there."""
    if isinstance(old, dict) and isinstance(new, dict):
        for name in sorted(old.keys() | new.keys()):
            yield from apart(old.get(name, "(nothing)"), new.get(name, "(nothing)"), f"{place}.{name}")
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for at, (one, other) in enumerate(zip(old, new, strict=True)):
            yield from apart(one, other, f"{place}[{at}]")
    elif canonical(old) != canonical(new):
        yield f"{place or 'answer'}: {canonical(old)[:2_000]} -> {canonical(new)[:2_000]}"


def compare(first: Path, second: Path, shown: int, *, words: bool) -> None:
    """Say in one line that all answers are equal, or what differs; end with 1 if anything does."""
    old, new = read(first), read(second)
    differ: list[tuple[str, list[str]]] = []
    equal: Counter[str] = Counter()
    for key in sorted(old.keys() | new.keys()):
        one, other = old.get(key), new.get(key)
        if one is None or other is None:
            differ.append((key, [f"only in {first if other is None else second}: {(one or other or {})['asked']}"]))
        elif one["sha256"] == other["sha256"] and one["kind"] == other["kind"]:
            equal[one["kind"]] += 1
        elif words and one["kind"] == other["kind"] == "refused":
            equal["refused in other words"] += 1
        elif one["kind"] != other["kind"]:
            places = [*apart(one["kind"], other["kind"], "kind")]
            differ.append((key, [other["asked"], *places, *apart(one["answer"], other["answer"])]))
        elif places := [*apart(said(one["answer"], words=words), said(other["answer"], words=words))]:
            asked = [one["asked"], other["asked"]] if one["asked"] != other["asked"] else [one["asked"]]
            differ.append((key, [*asked, *places]))
        else:
            equal[f"{one['kind']} under new names" + " or in other words" * words] += 1
    for key, places in differ[:shown]:
        print(f"{key}\n  " + "\n  ".join(places[:10]) + (f"\n  and {len(places) - 10:,} more" * (len(places) > 10)))
    counts = ", ".join(f"{n:,} {kind}" for kind, n in sorted(equal.items()))
    if differ:
        kinds = Counter(" ".join(key.split(" ")[:2]).split(".")[0] for key, _ in differ)
        print(f"{len(differ):,} of {len(old.keys() | new.keys()):,} answers differ: "
              + ", ".join(f"{n:,} {kind}" for kind, n in sorted(kinds.items())))  # fmt: skip
        sys.exit(1)
    print(f"all {equal.total():,} answers are equal: {counts}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    writes, compares = commands.add_parser("write"), commands.add_parser("compare")
    parts = ("fights", "systems", "runs")
    writes.add_argument("file", type=Path)
    writes.add_argument("--fights", type=int, default=1_000, help="answered fights a game")
    writes.add_argument("--seed", type=int, default=7, help="of the fights")
    writes.add_argument("--games", type=int, default=3_000, help="games a cell of each study")
    writes.add_argument("--systems", type=int, help="only so many systems")
    writes.add_argument("--jobs", type=int, default=2)
    writes.add_argument("--only", choices=parts, action="append")
    compares.add_argument("first", type=Path)
    compares.add_argument("second", type=Path)
    compares.add_argument("--shown", type=int, default=5, help="differences that are shown in full")
    compares.add_argument("--words-may-differ", action="store_true", help="in refusals and in prose")
    told = parser.parse_args()
    if told.command == "compare":
        compare(told.first, told.second, told.shown, words=told.words_may_differ)
        return
    sys.path[0] = str(Path.cwd())  # instead of the folder of this script
    with tempfile.TemporaryDirectory() as folder:
        os.environ["KESSEL_DATA"] = folder
        write(told.file, told.only or parts, told.fights, told.seed, told.games, told.systems, told.jobs)


if __name__ == "__main__":
    main()
