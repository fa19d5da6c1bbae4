"""Shortcuts through numba's compiler: the same numbers, without machine code that nobody calls."""

from typing import Any

import numpy as np
import pytest
from numba.core import compiler

from sim.match import shortcuts
from sim.match.compiled import Cached, kernel

Flags: Any = compiler.Flags


@kernel
def half_of(number: Any) -> Any:
    return number / 2


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
