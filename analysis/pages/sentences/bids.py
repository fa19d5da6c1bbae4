"""What a fair bid is, in words: points that a side gives away before the game."""

from __future__ import annotations


def handicap(bid: int, side: str) -> str:
    """Return what a bid for a side does to it, in VP.

    >>> handicap(18, "German"), handicap(-2, "German"), handicap(0, "German")
    ('18 VP against the German side', '2 VP for the German side', 'no bid')
    """
    return f"{abs(bid)} VP {'against' if bid > 0 else 'for'} the {side} side" if bid else "no bid"


def handicaps(bid: int, low: int, high: int, side: str) -> str:
    """Return a bid and how far it may be off; the side is named once where all are for it, or all against.

    >>> handicaps(18, 1, 25, "German"), handicaps(7, -2, 12, "German")
    ('18 VP (1 to 25) against the German side', '7 VP against the German side (2 VP for it to 12 VP against it)')
    """
    if bid and low * high > 0:
        near, far = sorted((abs(low), abs(high)))
        amount, _, rest = handicap(bid, side).partition(" VP ")
        return f"{amount} VP ({near} to {far}) {rest}"
    ends = " to ".join(handicap(end, side).replace(f"the {side} side", "it") for end in (low, high))
    return f"{handicap(bid, side)} ({ends})"
