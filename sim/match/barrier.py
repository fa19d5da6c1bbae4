"""Kernels behind a barrier: compiled alone and called by address, so that no caller compiles them again.

Numba optimizes whatever a kernel calls anew inside each caller, level after level; a game of a hundred kernels would
compile for minutes. A kernel behind a barrier takes a world and whole numbers, gives back a whole number, and is called
through the address that the world carries in `calls`. Without compilation the barrier is not there.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, TypeVar, cast

import numba
from llvmlite import ir  # type: ignore[import-untyped]
from numba.core import cgutils, types
from numba.extending import intrinsic

from sim.match.compiled import is_compiled, kernel

F = TypeVar("F", bound=Callable[..., object])

MOST = 64
"""Kernels behind a barrier at most."""

_CGUTILS: Any = cgutils
_NUMBA: Any = numba
_TYPES: Any = types
_KNOWN: list[tuple[Any, int]] = []


@intrinsic
def _call(typing_context: Any, address: Any, world: Any, arguments: Any) -> Any:
    """Call the kernel at an address with a world and whole numbers."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        target, record, packed = values
        numbers = _CGUTILS.unpack_tuple(builder, packed, len(signature.args[2].types))
        widened = [
            context.cast(builder, value, kind, types.int64)
            for value, kind in zip(numbers, signature.args[2].types, strict=True)
        ]
        whole = ir.IntType(64)
        shape = ir.FunctionType(whole, [context.get_value_type(signature.args[1]), *([whole] * len(widened))])
        return builder.call(builder.inttoptr(target, shape.as_pointer()), [record, *widened])

    return types.int64(address, world, arguments), generate


_CALL: Any = _call


def _stub(place: int) -> Any:
    def call(w, *numbers):  # type: ignore[no-untyped-def]
        return _CALL(w.calls[place], w, numbers)

    return kernel(call)


def barrier(function: F) -> F:
    """Compile a kernel on its own; callers reach it through the world. It must return a whole number."""
    if not is_compiled():
        return function
    place = len(_KNOWN)
    _KNOWN.append((kernel(function), function.__code__.co_argcount - 1))
    assert place < MOST, "too many kernels behind barriers"
    return cast(F, _stub(place))


def install(world: Any, without: Collection[str] = ()) -> None:
    """Compile what lies behind barriers for worlds of this shape, or load it, and write the addresses into the world.

    Kernels of the modules named in `without` are left out: nothing that runs may call them.
    """
    if not is_compiled():
        return
    shape = _NUMBA.typeof(world)
    for place, (function, n) in enumerate(_KNOWN):
        if world.calls[place] or function.py_func.__module__ in without:
            continue
        signature = (shape, *([types.int64] * n))
        function.compile(signature)
        compiled = function.overloads[signature]
        assert _TYPES.unliteral(compiled.signature.return_type) == types.int64, function.py_func.__name__
        world.calls[place] = compiled.library.get_pointer_to_function(compiled.fndesc.llvm_cfunc_wrapper_name)
