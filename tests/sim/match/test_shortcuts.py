"""Shortcuts through numba's compiler: the same numbers, without machine code that nobody calls."""

import ast
from typing import Any

import numpy as np
import pytest
from numba.core import compiler

from sim.match import shortcuts
from sim.match.compiled import Cached, is_compiled, kernel, sources

Flags: Any = compiler.Flags


@kernel
def half_of(number: Any) -> Any:
    return number / 2


@kernel
def both_at(row: Any, table: Any, at: Any) -> Any:
    return row[at] + table[1, at]


@kernel
def middle_of(low: Any, high: Any) -> Any:
    return half_of(low) + half_of(high + 0.5)


def test_only_the_kernel_that_python_calls_becomes_machine_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Cached, "enable_caching", lambda _: None)  # what is loaded was compiled in another run
    assert middle_of(1, 4) == 2.75
    linked = half_of.overloads.values()  # type: ignore[attr-defined,unused-ignore]
    (called,) = middle_of.way_in.overloads.values()  # type: ignore[attr-defined,unused-ignore]
    engine = called.library.codegen._engine
    assert engine.is_symbol_defined(called.fndesc.llvm_func_name)
    assert len(linked) == 2  # a whole number and one with a fraction
    for inner in linked:
        assert isinstance(inner.library, shortcuts.Linked)
        assert not engine.is_symbol_defined(inner.fndesc.llvm_func_name)


def test_a_kernel_inside_another_takes_each_kind_of_number_as_it_is() -> None:
    """What numba found for whole numbers is not taken for those with a fraction."""
    assert [middle_of(low, 4) for low in (1, 1.5, np.float64(2), 2)] == [2.75, 3.0, 3.25, 3.25]


def test_options_are_the_same_where_all_their_values_are() -> None:
    plain, said, other = Flags(), Flags(), Flags()
    said.nrt = False  # as it is without being said
    other.nrt = True
    assert plain == said
    assert hash(plain) == hash(said) == hash(other)
    assert plain != other
    assert plain != "nrt"


def test_an_index_is_taken_as_it_stands() -> None:
    """A row of a table that begins after the row: what lies before it is what -1 finds, not its last number."""
    numbers = np.arange(12)
    row, table = numbers[4:8], numbers.reshape(3, 4)
    assert [both_at(row, table, at) for at in range(4)] == [8, 10, 12, 14]
    if is_compiled():
        assert both_at(row, table, -1) == 3 + 3


def test_no_kernel_counts_from_the_end() -> None:
    found = [
        f"{path.name}:{node.lineno}"
        for path in sources()
        for function in ast.walk(ast.parse(path.read_text("utf8")))
        if isinstance(function, ast.FunctionDef) and {"kernel", "barrier"} & {_name(d) for d in function.decorator_list}
        for node in ast.walk(function)
        if isinstance(node, ast.Subscript) and any(_is_below_zero(index) for index in _indices(node))
    ]
    assert not found


def _name(decorator: ast.expr) -> str:
    return decorator.id if isinstance(decorator, ast.Name) else ""


def _indices(node: ast.Subscript) -> list[ast.expr]:
    return node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]


def _is_below_zero(index: ast.expr) -> bool:
    return isinstance(index, ast.UnaryOp) and isinstance(index.op, ast.USub)
