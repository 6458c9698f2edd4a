"""Functions that only compiled functions call: they are part of their callers, and no machine code of their own."""

import os
from types import FunctionType
from typing import Any

import pytest
from numba import int64, njit
from numba.core.compiler import Compiler

from kibitz_server.engine.compiler.inlined import CompilerForCallers, PartOfCallers
from kibitz_server.engine.compiler.native import Native

pytestmark = [pytest.mark.io, pytest.mark.compiled]

compiler: Any = njit  # its type stubs lack some of its options
OPTIONS = {"no_cpython_wrapper": True, "pipeline_class": CompilerForCallers}


def halve(number: int) -> int:
    """Return half of a number."""
    return number // 2


@pytest.mark.parametrize("inline", [True, False])
def test_only_the_entry_becomes_machine_code(inline: bool) -> None:
    """The entry computes with the function, which has no address."""
    part = compiler(halve, forceinline=inline, **OPTIONS)

    def entry(number: int) -> Any:
        return part(number) + part(number + 2)

    assert compiler(entry, pipeline_class=Compiler)(10) == 11
    (compiled,) = part.overloads.values()
    assert isinstance(compiled.library, PartOfCallers)
    assert compiled.library.inlined == inline
    address: Any = compiled.library.get_pointer_to_function
    assert address(compiled.fndesc.llvm_func_name) == 0


def test_a_function_may_call_itself() -> None:
    """Recursion inside a part is a call inside the machine code of its entry."""

    def total(number: int) -> Any:
        return number + total(number - 1) if number > 0 else 0

    total = compiler(int64(int64), forceinline=False, **OPTIONS)(total)

    def entry(number: int) -> Any:
        return total(number)

    assert compiler(entry, pipeline_class=Compiler)(4) == 10


def test_a_function_has_a_name_of_its_own() -> None:
    """A process that loads code of two others finds for each the functions that belong to it."""
    names = {Native().function(FunctionType(halve.__code__, {}, "halve")).__qualname__ for _ in range(2)}
    assert len(names) == 2
    assert all(name.startswith(f"halve_{os.getpid():x}_") for name in names)
