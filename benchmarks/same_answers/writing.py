"""Everything asked and kept in one file."""

from __future__ import annotations

import gzip
import json
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from joblib import Parallel, delayed

from benchmarks.same_answers.asking import Record, kessel, now
from benchmarks.same_answers.fights import all_fights
from benchmarks.same_answers.runs import all_runs
from benchmarks.same_answers.systems import system


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
