"""Kernels run by hand: as plain Python, some of the functions they call replaced, so that a person can be asked.

A compiled kernel cannot stop in the middle of a battle and wait for an answer. Its Python source can: the twin of a
kernel is that very source, in which the replaced functions, and whatever leads to them, run uncompiled. All else stays
compiled, so no rule is written twice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

from sim.match.barrier import Barrier
from sim.match.compiled import Kernel

Function = Callable[..., Any]


def by_hand(kernels: Mapping[str, Function], instead: Mapping[Function, Function]) -> dict[str, Function]:
    """Return the twins of some kernels by name: they do the same, but call `instead` of some functions others."""
    made = _Twins(instead)
    return {name: made.twin(kernel) for name, kernel in kernels.items()}


class _Twins:
    """Makes every twin once."""

    def __init__(self, instead: Mapping[Function, Function]) -> None:
        self._made: dict[int, Function] = {id(function): other for function, other in instead.items()}
        self._leads: dict[int, bool] = dict.fromkeys(self._made, True)

    def twin(self, function: Function) -> Function:
        """Return what stands for a function: its twin if it must not run compiled, else the function itself."""
        if id(function) in self._made:
            return self._made[id(function)]
        source = _source(function)
        if source is None or (not isinstance(function, Kernel) and not self._leads_there(function)):
            return function
        known = dict(source.__globals__)
        copy = FunctionType(source.__code__, known, source.__name__, source.__defaults__, source.__closure__)
        self._made[id(function)] = copy
        for name in source.__code__.co_names:
            known |= {name: self._stand_in(known[name], source)} if name in known else {}
        return copy

    def _stand_in(self, value: Any, caller: FunctionType) -> Any:
        """Return what a name of a caller stands for: a twin, or a module whose functions are twins."""
        if not isinstance(value, ModuleType) or not value.__name__.startswith("sim."):
            return self.twin(value) if _source(value) else value
        used = (name for name in caller.__code__.co_names if hasattr(value, name))
        return SimpleNamespace(**{name: self._stand_in(getattr(value, name), caller) for name in used})

    def _leads_there(self, function: Function) -> bool:
        """Return whether a function calls one that is replaced, at whatever remove."""
        if id(function) not in self._leads:
            self._leads[id(function)] = False
            source = _source(function)
            self._leads[id(function)] = source is not None and any(map(self._leads_there, _called(source)))
        return self._leads[id(function)]


def _source(function: Function) -> FunctionType | None:
    """Return the Python of a kernel, or of a function of ours; nothing for any other."""
    if isinstance(function, Barrier):
        function = function.kernel
    source = getattr(function, "py_func", function)
    return source if isinstance(source, FunctionType) and source.__module__.startswith("sim.") else None


def _called(source: FunctionType) -> list[Function]:
    """Return what a function may call, by its own names or those of a module that it names."""
    names = source.__code__.co_names
    values = [source.__globals__[name] for name in names if name in source.__globals__]
    modules = [value for value in values if isinstance(value, ModuleType) and value.__name__.startswith("sim.")]
    values += [getattr(module, name) for module in modules for name in names if hasattr(module, name)]
    return [value for value in values if _source(value) is not None]
