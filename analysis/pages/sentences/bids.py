"""What a fair bid is, in words: points that a side gives away before the game."""

from __future__ import annotations


def handicap(bid: int, side: str) -> str:
    """Return what a bid for a side does to it, in VP.

    >>> handicap(18, "German"), handicap(-2, "German"), handicap(0, "German")
    ('18 VP against the German side', '2 VP for the German side', 'no bid')
    """
    return f"{abs(bid)} VP {'against' if bid > 0 else 'for'} the {side} side" if bid else "no bid"


def handicaps(low: int, high: int, side: str) -> str:
    """Return from which bid to which; the side is named once where both are for it, or both against.

    >>> handicaps(1, 25, "German"), handicaps(-2, 12, "German")
    ('1 to 25 VP against the German side', '2 VP for the German side to 12 VP against the German side')
    """
    if low * high > 0:
        near, far = sorted((low, high), key=abs)
        return f"{abs(near)} to {handicap(far, side)}"
    return f"{handicap(low, side)} to {handicap(high, side)}"
