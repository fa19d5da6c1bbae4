"""Kernels behind a barrier: compiled alone and called by address, so that no caller compiles them again.

Numba optimizes whatever a kernel calls anew inside each caller, level after level; a game of a hundred kernels would
compile for minutes. A kernel behind a barrier takes a world and whole numbers, gives back a whole number, and is called
through the address that the world carries in `calls`. Its place there is its rank among all barriers in the sources, so
that code from the cache fits whatever was imported first. Without compilation the barrier is not there.
"""

from __future__ import annotations

import ctypes
import gc
import re
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from typing import Any, TypeVar, cast

import numba
from llvmlite import ir  # type: ignore[import-untyped]
from numba.core import types
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import lower_builtin

from sim.match.compiled import is_compiled, make_kernel, module_of, sources

F = TypeVar("F", bound=Callable[..., object])

MOST = 192
"""Kernels behind a barrier at most."""

_NUMBA: Any = numba
_TYPES: Any = types
_LOWER: Any = lower_builtin
_INFER: Any = infer_global
_TEMPLATE: Any = AbstractTemplate
_SIGNATURE: Any = signature
_KNOWN: list[Barrier] = []
_DEFINED = re.compile(r"^@barrier\n(?:@busy\n)?def (\w+)", re.MULTILINE)


@cache
def _places() -> dict[tuple[str, str], int]:
    """Return the place of every barrier by module and name."""
    found = [(module_of(path), name) for path in sources() for name in _DEFINED.findall(path.read_text("utf8"))]
    assert len(found) <= MOST, "too many kernels behind barriers"
    return {key: place for place, key in enumerate(sorted(found))}


class Barrier:
    """A kernel behind a barrier, as compiled code and Python call it."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.kernel = make_kernel(function, cached=True)
        self.module, self.__name__, self.__doc__ = function.__module__, function.__name__, function.__doc__
        self.n = function.__code__.co_argcount - 1
        self.place = _places()[self.module, self.__name__]
        self.addresses: dict[tuple[Any, ...], int] = {}
        """Of what this process has compiled or loaded, by the types of the arguments."""

    def address_of(self, args: tuple[Any, ...]) -> int:
        """Return where the machine code begins that was compiled for arguments of these types."""
        if args not in self.addresses:
            made = self.kernel.overloads[args]
            self.addresses[args] = int(made.library.get_pointer_to_function(made.fndesc.llvm_cfunc_wrapper_name))
        return self.addresses[args]

    def __call__(self, world: Any, *numbers: int) -> int:
        """Call it from Python, the lock released, on a world into which `install` wrote the addresses."""
        address = int(world.calls[self.place])
        if not address:
            raise RuntimeError(f"{self.module}.{self.__name__} is not installed in this world")
        call = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, *([ctypes.c_int64] * self.n))(address)
        at = world.calls.ctypes.data - world.dtype.fields["calls"][1]
        return int(call(at, *(int(number) for number in numbers)))


def _teach(made: Barrier | Later) -> None:
    """Tell numba what a call takes and gives, and how to make it: load the address, call."""

    class Template(_TEMPLATE):  # type: ignore[misc]
        key = made

        def generic(self, args: Any, kws: Any) -> Any:
            if kws or len(args) != made.n + 1:
                return None
            return _SIGNATURE(types.int64, args[0], *([types.int64] * made.n))

    _INFER(made, _TYPES.Function(Template))

    @_LOWER(made, _TYPES.Record, _TYPES.VarArg(_TYPES.Any))  # type: ignore[untyped-decorator]
    def call(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        whole, byte = ir.IntType(64), ir.IntType(8)
        at = ir.Constant(ir.IntType(64), sig.args[0].offset("calls") + 8 * made.place)
        slot = builder.gep(builder.bitcast(args[0], byte.as_pointer()), [at])
        address = builder.load(builder.bitcast(slot, whole.as_pointer()))
        shape = ir.FunctionType(whole, [args[0].type, *([whole] * made.n)])
        return builder.call(builder.inttoptr(address, shape.as_pointer()), args)


def barrier(function: F) -> F:
    """Compile a kernel on its own; callers reach it through the world. It must return a whole number."""
    if not is_compiled():
        return function
    made = Barrier(function)
    _KNOWN.append(made)
    _teach(made)
    return cast(F, made)


class Later:
    """A kernel behind a barrier as one calls it that it calls itself: by its name, since its module comes later."""

    def __init__(self, module: str, name: str, n: int) -> None:
        self.module, self.__name__, self.n = module, name, n
        self.place = _places()[module, name] if is_compiled() else -1

    def __call__(self, world: Any, *numbers: int) -> int:
        """Call it from Python."""
        return int(getattr(import_module(self.module), self.__name__)(world, *numbers))


def later(module: str, name: str, n: int) -> Any:
    """Return a kernel behind a barrier that is defined in a module that imports this one; it takes n whole numbers."""
    made = Later(module, name, n)
    if is_compiled():
        _teach(made)
    return made


def install(world: Any, rooms: tuple[str, ...], without: Collection[str] = ()) -> None:
    """Compile what lies behind barriers for worlds of this shape, or load it, and write the addresses into the world.

    Only kernels of the packages `rooms` are meant, since each game has worlds of its own shape; those of the modules
    named in `without` are left out as well: nothing that runs may call them.
    """
    if not is_compiled():
        return
    within = tuple(f"{room}." for room in rooms)
    calls = world.calls  # a look into a record costs more than all that is asked of it
    wanted = [
        made for made in _KNOWN
        if not calls[made.place] and made.module.startswith(within) and made.module not in without
    ]  # fmt: skip
    if not wanted:
        return
    shape = _NUMBA.typeof(world)
    with _no_collection():
        signs = [(made, (shape, *([types.int64] * made.n))) for made in wanted]
        for made, args in [
            (made, args)
            for made, args in signs
            if args not in made.addresses and not made.kernel.compile_unless_busy(_SIGNATURE(types.int64, *args))
        ]:
            made.kernel.compile(_SIGNATURE(types.int64, *args))  # somebody else was at it: it is done, or soon will be
        for made, args in signs:
            calls[made.place] = made.address_of(args)


@contextmanager
def _no_collection() -> Iterator[None]:
    """Put off the collection of garbage: a compiler makes millions of objects, and keeps most of them."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()
