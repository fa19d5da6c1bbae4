"""Shortcuts through numba's compiler for kernels: less work for the same machine code.

Numba makes machine code for every function that it compiles, so that Python can call it. A kernel without a way in is
only ever linked into others: its code is worked out as far as the compiler's own language, and no further. Passes that
find nothing in kernels are left out, options are compared without looking up every one, variables are listed without
asking of a place in a source whether it is one, nobody is told of each call of LLVM, and indices count from the start.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import llvmlite.binding  # type: ignore[import-untyped]
from numba.core import compiler, typed_passes, types, untyped_passes
from numba.core import ir as numba_ir
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_machinery import PassManager
from numba.core.targetconfig import TargetConfig
from numba.np import arrayobj

F = TypeVar("F", bound=Callable[..., object])

_ARRAYS: Any = arrayobj
_TYPES: Any = types
_ASKED: list[Any] = []
"""What lists variables in numba."""
_LLVM: Any = llvmlite.binding
_STATEMENTS: Any = numba_ir
_HOLDS_NONE = frozenset({str, int, bool, float, type(None), numba_ir.Loc})
_BASE_COMPILER: Any = compiler.CompilerBase
_BASE_LIBRARY: Any = JITCodeLibrary
_OPTIONS: Any = TargetConfig
_PASSES: Any = compiler.DefaultPassBuilder
_MANAGER: Any = PassManager
_UNTYPED: Any = untyped_passes
_TYPED: Any = typed_passes

_NOT_NEEDED = (
    _UNTYPED.WithLifting, _UNTYPED.InlineClosureLikes, _UNTYPED.RewriteDynamicRaises,
    _UNTYPED.MakeFunctionToJitFunction, _UNTYPED.InlineInlinables, _UNTYPED.FindLiterallyCalls,
    _UNTYPED.LiteralUnroll, _UNTYPED.LiteralPropagationSubPipelinePass, _TYPED.InlineOverloads,
    _TYPED.DumpParforDiagnostics,
)  # fmt: skip
"""What the compiler looks for in vain: kernels have no `with`, no functions within, and raise nothing."""


BUSY: set[Any] = set()
"""Kernels worth the third level of optimization, since games spend their time there [`busy`]."""


def busy(function: F) -> F:
    """Let the compiler take more time over a kernel, as only pays where games spend theirs."""
    BUSY.add(function)
    return function


class Library(_BASE_LIBRARY):  # type: ignore[misc]
    """A piece of compiled code: what it only names is not optimized, and counts no references to prune."""

    is_busy = False

    def _optimize_functions(self, module: Any) -> None:
        """Optimize each function that stands in a module; those that it calls are elsewhere."""
        module.data_layout = self._codegen._data_layout
        for function in module.functions:
            if not function.is_declaration:
                passes, builder = self._codegen._function_pass_manager()
                passes.run(function, builder)

    def _optimize_final_module(self) -> None:
        options = {"opt": 3} if self.is_busy else {}
        passes, builder = self._codegen._module_pass_manager(**options)
        passes.run(self._final_module, builder)


class Linked(Library):
    """A piece of compiled code that others take in: no machine code is made of it alone."""

    def _optimize_final_module(self) -> None:
        """Leave it as it is: what takes it in optimizes it with its own code."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True


class Compiler(_BASE_COMPILER):  # type: ignore[misc]
    """Numba's compiler without the passes that kernels do not need."""

    def define_pipelines(self) -> list[Any]:
        """Return the one list of passes."""
        passes = _MANAGER("kernel")
        passes.passes = [
            one for one in _PASSES.define_nopython_pipeline(self.state).passes if one[0] not in _NOT_NEEDED
        ]
        passes.finalize()
        return [passes]

    def compile_extra(self, func: Any) -> Any:
        """Compile a function for the arguments that are known."""
        if self.state.library is None:
            self.state.library = Library(self.state.targetctx.codegen(), func.__qualname__)
            self.state.library.is_busy = func in BUSY
            self.state.library.enable_object_caching()
        return super().compile_extra(func)


class LinkedCompiler(Compiler):
    """The same for a kernel that is only linked into others."""

    def compile_extra(self, func: Any) -> Any:
        """Compile a function for the arguments that are known."""
        self.state.flags.no_compile = True
        self.state.library = Linked(self.state.targetctx.codegen(), func.__qualname__)
        return super().compile_extra(func)


def list_quickly() -> None:
    """Let numba list the variables of a statement, as it does seven times, without a call for what can hold none."""
    ask = _STATEMENTS.Inst._rec_list_vars
    if ask is _variables:
        return
    _ASKED.append(ask)
    _STATEMENTS.Inst._rec_list_vars = _variables


def _variables(self: Any, value: Any) -> list[Any]:
    kind = type(value)
    if kind is not dict and kind is not list and kind is not tuple:
        return [value] if kind is _STATEMENTS.Var else _ASKED[0](self, value)
    found: list[Any] = []
    for one in value.values() if kind is dict else value:
        held = type(one)
        if held is _STATEMENTS.Var:
            found.append(one)
        elif held not in _HOLDS_NONE:
            found += _variables(self, one)
    return found


def tell_nobody() -> None:
    """Let numba's compiler call LLVM, as it does 100,000 times a game, without telling its own clocks of each one."""
    lock = _LLVM.ffi.lib._lock
    for begin, end in [*lock._cblist]:
        _LLVM.ffi.unregister_lock_callback(begin, end)


def compare_cheaply() -> None:
    """Let numba take sets of options for equal where what was set is, before it looks up what was not."""
    _OPTIONS.__hash__ = lambda _: 1  # few sets of options, and hardly two that differ
    _OPTIONS.__eq__ = _is_same


def _is_same(ours: Any, other: Any) -> bool:
    is_option = isinstance(other, _OPTIONS)
    return is_option and (ours._values == other._values or ours.values() == other.values())


def index_plainly() -> None:
    """Let numba look numbers up by index as it stands, instead of asking of each one whether it counts from the end.

    Kernels look up little else, and are a tenth faster for it. No kernel may count from the end of an array, nor look
    up what is nowhere (-1), which would be a mistake in any case; what plain Python finds there differs, and shows it.
    """
    _ARRAYS.fix_integer_index = _as_it_stands


def _as_it_stands(context: Any, builder: Any, kind: Any, index: Any, _size: Any) -> Any:
    return context.cast(builder, index, kind, _TYPES.intp if kind.signed else _TYPES.uintp)
