"""What a referee comes to: legal, or the rule that a log breaks first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from sim.referee.breach import Breach


@dataclass(frozen=True)
class Judged:
    """Legal or not; if not, the rule broken first and where; and how often each rule was seen to fire."""

    is_legal: bool
    rule: str = ""
    seq: int = -1
    message: str = "legal"
    rules_seen: Counter[str] = field(default_factory=Counter)


def verdict_of(replay: Callable[[Counter[str]], None]) -> Judged:
    """Return what a replay of a log comes to: it counts the rules that fire, and raises `Breach` at one broken."""
    seen: Counter[str] = Counter()
    try:
        replay(seen)
    except Breach as breach:
        return Judged(False, breach.rule, breach.seq, breach.message(), seen)
    return Judged(True, rules_seen=seen)
