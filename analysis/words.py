"""Numbers in words, on a page and on a terminal."""

from __future__ import annotations

import re
from fractions import Fraction

from sim import verdict


def percent(p: float) -> str:
    """Return a share to a tenth of a percent, never rounded up to certainty or down to impossibility.

    >>> percent(0.99999), percent(1.0), percent(0.123)
    ('over 99.9 %', '100 %', '12.3 %')
    """
    if p in (0.0, 1.0):
        return f"{p:.0%}".replace("%", " %")
    if p > 0.999:
        return "over 99.9 %"
    return "under 0.1 %" if p < 0.001 else f"{100 * p:.1f} %"


def whole_percent(p: float) -> str:
    """Return a share in whole percent, for what is sampled or rests on assumptions.

    >>> whole_percent(0.99999), whole_percent(1.0), whole_percent(0.123), whole_percent(0.001)
    ('over 99 %', '100 %', '12 %', 'under 1 %')
    """
    return verdict.percent(Fraction(p))


_PROPER = re.compile(
    r"\b(?:german|soviet|axis|heinkel|stuka|khrushchev|zaytsev|chuikov|hoth|von richthofen)s?\b"
    r"|\b(?:aa|okh|pak|blucher)\b"
)
_SPELLED = {"pak": "PaK", "aa": "AA", "okh": "OKH", "blucher": "Blücher"}


def proper(text: str, *, first: bool = False) -> str:
    """Return words whose names have their capitals; `first`: they stand alone, so that the first has one too.

    >>> proper("heinkel 111 with von richthofen"), proper("clear, german attack", first=True)
    ('Heinkel 111 with Von Richthofen', 'Clear, German attack')
    """
    said = _PROPER.sub(lambda found: _SPELLED.get(found[0]) or found[0].title(), text)
    return said[:1].upper() + said[1:] if first else said


_MINUS, _NOTHING = re.compile(r"(?<![\w.)−-])-(?=\d)"), re.compile(r"(?<![\w.)−-])[-−+](?=0(\.0+)?(?![.\d]))")


def minus(text: str) -> str:
    """Return prose with minus signs for the hyphens before its numbers; code in it stays as it is.

    >>> minus("from -3 to 3-1, p. 11-12; `--set x=-3`")
    'from −3 to 3-1, p. 11-12; `--set x=-3`'
    """
    parts = text.split("`")
    return "`".join(part if at % 2 else _MINUS.sub("−", part) for at, part in enumerate(parts))


def signed(text: str) -> str:
    """Return a text with minus signs for the hyphens before its numbers, and none before nothing.

    >>> signed("-0.5 (-1.2 to -0.0)"), signed("3-1, p. 11-12, 2/-")
    ('−0.5 (−1.2 to 0.0)', '3-1, p. 11-12, 2/-')
    """
    return _MINUS.sub("−", _NOTHING.sub("", text))
