"""What steers a terminal: the pattern against the categories of Unicode, sign for sign."""

import unicodedata

from sim.border import is_control, plain


def test_the_pattern_has_the_categories_and_the_signs_that_turn_the_direction() -> None:
    turned = {sign for sign in map(chr, range(0x10000)) if unicodedata.bidirectional(sign) in _TURNING}
    refused = {sign for sign in map(chr, range(0x10000)) if is_control(sign)}
    assert len(turned) == 9
    assert refused == {sign for sign in map(chr, range(0x10000)) if _is_control(sign)} | turned


def test_every_control_is_written_out_and_nothing_else_changes() -> None:
    assert plain("red: \x1b[31m, é, \u202eback\ttab\n") == "red: \\x1b[31m, é, \\u202eback\ttab\n"


_TURNING = {"LRE", "RLE", "PDF", "LRO", "RLO", "LRI", "RLI", "FSI", "PDI"}


def _is_control(sign: str) -> bool:
    return unicodedata.category(sign) in ("Cc", "Cs") and sign not in "\t\n\r"
