"""Two files of answers set side by side."""

from __future__ import annotations

import gzip
import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.same_answers.asking import PROSE, Record, canonical, now


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
