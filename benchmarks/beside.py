"""Kessel beside the public dice libraries: the same question, the same answer as fractions, and the time it took.

Each contender answers each workload in a process of its own, so that one that takes too long can be given up. Its
answer must equal ours in every fraction before its time counts.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from importlib import import_module

from benchmarks.timing import against, median_ms, say, seconds
from benchmarks.workloads import P_ATTACKER, P_DEFENDER, WORKLOADS
from sim.pool import to_the_end, to_the_end_float

CONTENDERS = ("kessel", "icepool", "dyce")
LIMIT = 20.0
"""Seconds after which a contender is given up."""


def beside() -> None:
    for name, (what, _, _, bar) in WORKLOADS.items():
        figures = {contender: _asked(contender, name) for contender in CONTENDERS}
        ours = figures.pop("kessel")
        assert ours is not None, f"our own answer to {name} took over {LIMIT:.0f} s"
        shown = [f"{ours:8.3g} ms" if bar is None else against(ours, bar)]
        shown += [f"{who} {f'{ms:,.3g} ms' if ms else f'over {LIMIT:.0f} s, given up'}" for who, ms in figures.items()]
        say(what, "; ".join(shown))
    _floats()


def _floats() -> None:
    """Time 20 v 20 in floats, once every chance has been seen to lie where the bound says."""
    fight = 20, 20, P_ATTACKER, P_DEFENDER
    found = to_the_end_float(*fight)
    for outcome, p in to_the_end(*fight):
        low, high = found.between(outcome)
        assert low <= p <= high, outcome
    ms = against(median_ms(lambda: to_the_end_float(*fight), 200), 10)
    say("20 v 20 dice to the end, floats", f"{ms}; proven within {float(found.relative_error):.1g} of each chance")


def _asked(contender: str, name: str) -> float | None:
    """Return a contender's median time in milliseconds, `None` if it was given up."""
    words = [sys.executable, "-m", "benchmarks.beside", contender, name]
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return None
    if done.returncode:
        raise RuntimeError(f"{contender}, {name}: {done.stderr.strip()}")
    return float(done.stdout)


def _answer(contender: str, name: str) -> float:
    """Check one contender's answer and return its median time: a second's worth, the first call apart."""
    _, function, arguments, _ = WORKLOADS[name]
    theirs, ours = (getattr(import_module(f"benchmarks.with_{who}"), function) for who in (contender, "kessel"))
    start = time.perf_counter()
    found = theirs(*arguments)
    spent = [time.perf_counter() - start]
    if found != ours(*arguments):
        raise AssertionError(f"{contender} and kessel answer {name} differently")
    while sum(spent) < 1:
        spent.append(seconds(lambda: theirs(*arguments)))
    return 1_000 * statistics.median(spent[1:] or spent)


if __name__ == "__main__":
    print(_answer(*sys.argv[1:]))
