"""Functions of the games of poker as machine code."""

from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import Any, TypeVar

from numba import njit

from kibitz_server.games.poker import ranking

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """Return a function as machine code."""
    compiler: Any = njit  # its type stubs know functions of one kind only
    made: Function = compiler(nogil=True)(function)
    return made


def compiled_functions(module: ModuleType) -> dict[str, Any]:
    """Return the names of a module, with its functions compiled, which call each other."""
    names: dict[str, Any] = dict(vars(module))
    for name, value in vars(module).items():
        if isinstance(value, FunctionType):
            names[name] = compiled(FunctionType(value.__code__, names, name))
    return names


hand_value: Callable[[int], int] = compiled_functions(ranking)["hand_value"]
