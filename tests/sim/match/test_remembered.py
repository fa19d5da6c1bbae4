"""What numba finds for a call is the same whether it looks or remembers."""

import operator
from typing import Any

import numba
import pytest
from numba.core.errors import TypingError
from numba.core.registry import cpu_target
from numba.core.types import BaseFunction

from sim.match import compiled  # noqa: F401 - with it numba begins to remember

types: Any = numba.types
KINDS: tuple[Any, ...] = (
    types.int64, types.uint64, types.float64, types.boolean, types.literal(3), types.literal(4),
    types.Array(types.int8, 2, "C"),
)  # fmt: skip
CALLS = (operator.add, operator.lt, max)


def known(call: Any) -> Any:
    """Return what numba knows a function as, once it has read all that it can compile."""
    cpu_target.typing_context.refresh()
    return cpu_target.typing_context.resolve_value_type(call)


def said(ask: Any, function: Any, args: tuple[Any, ...]) -> Any:
    try:
        return ask(function, cpu_target.typing_context, args, {})
    except TypingError:
        return None


@pytest.mark.parametrize("call", CALLS, ids=lambda one: one.__name__)
def test_every_pair_of_types_is_typed_as_numba_types_it(call: Any) -> None:
    remembered: Any = BaseFunction.get_call_type
    looked_up = remembered.__wrapped__
    function = known(call)
    pairs = [(a, b) for a in KINDS for b in KINDS]
    as_numba = [said(looked_up, function, pair) for pair in pairs]
    assert len({str(one) for one in as_numba}) > 2
    for _ in range(2):  # found, then remembered
        assert [said(remembered, function, pair) for pair in pairs] == as_numba


def test_what_was_found_is_not_looked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    function = known(operator.add)
    first = function.get_call_type(cpu_target.typing_context, (types.int64, types.int64), {})

    def never(*_: object) -> None:
        raise AssertionError("numba looks again")

    for template in function.templates:
        monkeypatch.setattr(template, "apply", never)
    assert function.get_call_type(cpu_target.typing_context, (types.int64, types.int64), {}) is first
