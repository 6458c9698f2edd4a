"""Compiled backend: numba makes machine code of the same functions (Lam, Pitrou and Seibert, 2015).

Only importing this module loads numba and NumPy. The code keeps to these rules, which measurements gave:

- Functions take records and numbers, never arrays, and have no closures. A record is one bare pointer, and only
  functions without closures are found again in the cache on disk.
- An entry has an explicit signature. Calls of cached recursive functions through casts crash (numba issue 6061).
- Numba finds a cache entry by file, line and qualified name alone. The label in that name holds a fingerprint of all
  sources and constants, so games never share an entry and an entry is never stale.
- No code counts from the end of an array with a negative index. Checking for that at every access costs plain searches
  a third of their speed, and numba has no switch for it: see `index_as_it_is`.
"""

import contextlib
import ctypes
import mmap
import os
import re
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import FunctionType
from typing import Any

import numba.core.compiler
import numpy as np
from llvmlite import binding, ir
from numba import float64, from_dtype, int64, njit, types, void
from numba.core.errors import NumbaError
from numba.extending import intrinsic
from numba.np import arrayobj

from kibitz_server.engine.compiler import code_cache
from kibitz_server.engine.compiler.backend import AGES, Backend, NotCompiled, UnfitForMachine
from kibitz_server.engine.compiler.inlined import CompilerForCallers
from kibitz_server.engine.control import SearchControl
from kibitz_server.games import bits, data
from kibitz_server.games.record import Struct, layout

SHORT = 16
"""Tables of up to this many numbers are tuples, which the compiler unrolls; longer ones are arrays."""

CONTROL = np.dtype(SearchControl)

INNER = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "pipeline_class": CompilerForCallers}
"""Options of functions that only other compiled functions call.

The wrappers for Python and C would take a fifth of the time to compile.
"""


@intrinsic
def popcount(_context: Any, _squares: Any) -> Any:
    """Compile to one instruction."""
    return int64(types.uint64), lambda _c, builder, _s, arguments: builder.ctpop(arguments[0])


@intrinsic
def lowest(_context: Any, _squares: Any) -> Any:
    """Compile to one instruction."""
    zero_is_undefined = ir.Constant(ir.IntType(1), 1)
    return int64(types.uint64), lambda _c, builder, _s, arguments: builder.cttz(arguments[0], zero_is_undefined)


@intrinsic
def highest(_context: Any, _squares: Any) -> Any:
    """Compile to one instruction."""
    zero_is_undefined = ir.Constant(ir.IntType(1), 1)

    def build(_c: Any, builder: Any, _s: Any, arguments: Any) -> Any:
        return builder.xor(builder.ctlz(arguments[0], zero_is_undefined), ir.Constant(ir.IntType(64), 63))

    return int64(types.uint64), build


DATA_SYMBOL = "kibitz_data_addresses"
"""Name by which machine code, also from the cache, finds the addresses of `games.data` in its process."""
binding.add_symbol(DATA_SYMBOL, ctypes.addressof(data.FILES.addresses))


@intrinsic
def byte_at(_context: Any, _data: Any, _index: Any) -> Any:
    """Compile to a load. Where no data is attached, the last word of the addresses serves as a byte of 0."""

    def load(_c: Any, builder: Any, _s: Any, arguments: Any) -> Any:
        word, byte = ir.IntType(64), ir.IntType(8)
        addresses = builder.module.globals.get(DATA_SYMBOL)
        if addresses is None:
            addresses = ir.GlobalVariable(builder.module, ir.ArrayType(word, data.MOST + 1), DATA_SYMBOL)
        zero = ir.Constant(word, 0)
        nothing = builder.gep(addresses, [zero, ir.Constant(word, data.MOST)])
        address = builder.load(builder.gep(addresses, [zero, arguments[0]]))
        there = builder.icmp_unsigned("!=", address, zero)
        base = builder.select(
            there, builder.inttoptr(address, byte.as_pointer()), builder.bitcast(nothing, byte.as_pointer())
        )
        index = builder.select(there, arguments[1], zero)
        return builder.zext(builder.load(builder.gep(base, [index])), word)

    return int64(int64, int64), load


def index_as_it_is(context: Any, builder: Any, kind: Any, index: Any, _size: Any) -> Any:
    """Return an index without numba's check of its sign. With NUMBA_BOUNDSCHECK=1 a negative one is an IndexError."""
    return context.cast(builder, index, kind, types.intp)


# Replaces a private function of numba in this process; the dependency is pinned to a minor version for this reason.
arrayobj.fix_integer_index = index_as_it_is

WORDS = {name: np.uint64(value) for name, value in vars(bits).items() if isinstance(value, bits.u64)}


def on_words(name: str) -> Any:
    """Return a function of `bits` compiled for machine words."""
    names = {**vars(bits), **WORDS, "u64": np.uint64}
    return njit(nogil=True)(FunctionType(vars(bits)[name].__code__, names, name))


IN_PLACE_OF: dict[Any, Any] = {
    bits.u64: np.uint64,
    bits.popcount: popcount,
    bits.lowest: lowest,
    bits.highest: highest,
    data.byte_at: byte_at,
    bits.mix: on_words("mix"),
    bits.next_random: on_words("next_random"),
    bits.random_below: on_words("random_below"),
}


class LoadsOnly:
    """Takes the place of numba's compiler in a process that only loads machine code."""

    def compile(self, _arguments: Any, _result: Any) -> Any:
        """Refuse to compile.

        Raises:
            NotCompiled: Always.
        """
        raise NotCompiled


class Native(Backend):
    """Backend of machine code: compiled functions, records as NumPy memory.

    Args:
        compiles: Whether a function that is not in the cache is compiled. Otherwise it raises NotCompiled.
    """

    compiled = True
    table_bits = 20

    def __init__(self, compiles: bool = True) -> None:
        self.compiles = compiles

    def constant(self, value: Any) -> Any:
        """Return machine words for u64 constants and arrays for long tables.

        Raises:
            UnfitForMachine: The value has more than 64 bits.
        """
        if isinstance(value, bits.u64):
            if value > bits.ALL:
                raise UnfitForMachine(f"{value:#x} has more than 64 bits")
            return np.uint64(value)
        if isinstance(value, tuple) and value:
            return self._table(value)
        try:
            return IN_PLACE_OF.get(value, value)
        except TypeError:  # not hashable, so it is not one of the replaced functions
            return value

    def _table(self, value: tuple[Any, ...]) -> Any:
        numbers = _numbers(value)
        if numbers is None or len(numbers) <= SHORT:
            return tuple(self.constant(item) for item in value)
        if any(number > bits.ALL for number in numbers):
            raise UnfitForMachine("a table holds a number of more than 64 bits")
        try:
            return np.array(value, dtype=np.uint64 if isinstance(numbers[0], bits.u64) else np.int64)
        except ValueError:  # rows of different lengths
            return tuple(self.constant(item) for item in value)

    def function(self, function: Callable[..., Any], inline: bool = True) -> Callable[..., Any]:
        """Return a function that is compiled with its callers and cannot be called from Python."""
        # Numba tells functions apart by numbers that begin again in each process, or go on alike in the children of
        # one. A process that loads the code of two others would run functions of the wrong size of a board.
        function.__qualname__ = f"{function.__qualname__}_{os.getpid():x}_{time.time_ns():x}"
        compiler: Any = njit  # its type stubs lack some of its options
        inner: Callable[..., Any] = compiler(nogil=True, error_model="numpy", forceinline=inline, **INNER)(function)
        return inner

    def entry(self, function: Any, hints: Mapping[str, Any], memory: np.dtype[Any], label: str) -> Callable[..., Any]:
        """Compile the entry now, or load it from the cache of an earlier process.

        Raises:
            NotCompiled: The entry is not in the cache, and this backend only loads.
            UnfitForMachine: The rules use what cannot be compiled; the text is that of the compiler.
        """
        function.targetoptions["no_cpython_wrapper"] = False
        function._compiler.pipeline_class = numba.core.compiler.Compiler
        source = function.py_func
        source.__qualname__ = f"{source.__name__}_{label}"
        kinds = {int: int64, float: float64, SearchControl: from_dtype(CONTROL), None: void, type(None): void}
        result, *arguments = (kinds.get(hints[name]) or from_dtype(memory) for name in _result_first(hints))
        # If neither the source folder nor the user's cache is writable, each process compiles for itself.
        with contextlib.suppress(RuntimeError):
            function.enable_caching()
        if not self.compiles:
            function._compiler = LoadsOnly()
        try:
            function.compile(result(*arguments))
        except NumbaError as error:
            raise UnfitForMachine(str(error)) from error
        function.disable_compile()
        if folder := self.folder(function):
            tidy = forget_older if function.stats.cache_misses else code_cache.note_use
            tidy(folder, source.__qualname__)
        return function  # type: ignore[no-any-return]

    def folder(self, entry: Any) -> Path | None:
        """Return the folder in which an entry is cached, or None if no folder can be written."""
        return Path(entry.stats.cache_path) if entry.stats.cache_path else None

    def memory(self, record: type[Struct], constants: Mapping[str, Any]) -> np.dtype[Any]:
        """Return a structured type, its fields aligned as in C."""
        fields: list[Any] = []
        for field in layout(record, constants):
            kind = field.kind if isinstance(field.kind, str) else self.memory(field.kind, constants)
            fields.append((field.name, kind) if field.length is None else (field.name, kind, (field.length,)))
        return np.dtype(fields, align=True)

    def new(self, memory: np.dtype[Any]) -> Any:
        """Return one zeroed record; pages of it that are never touched use no memory.

        NumPy does not promise that: once a record was freed, the C library may take the next one from its heap, and
        then clears all of it. That takes 7 ms for 18 MB.
        """
        if sys.platform == "win32":
            return np.zeros(1, memory)[0]
        pages = mmap.mmap(-1, memory.itemsize, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        if sys.platform == "linux":
            pages.madvise(mmap.MADV_HUGEPAGE)  # as NumPy does for large arrays
        return np.frombuffer(pages, memory)[0]

    def load(self, workspace: Any, state: Struct) -> None:
        """Copy a state into the first frame."""
        frame = workspace["frames"][0]
        for name in frame.dtype.names:
            frame[name] = getattr(state, name)

    def keep_weights(self, workspace: Any, weights: Sequence[int]) -> None:
        """Copy the weights: searches take no arrays from outside their memory."""
        workspace["weights"][:] = weights

    def grow_older(self, workspace: Any) -> None:
        """Increase the age."""
        if "age" in workspace.dtype.names:
            workspace["age"] = (workspace["age"] + 1) % AGES

    def attach(self, control: SearchControl) -> Any:
        """Return a view of the same memory."""
        return np.frombuffer(control, CONTROL)[0]  # type: ignore[call-overload]

    def line(self, workspace: Any) -> list[int]:
        """Return the best line below the root, as move codes."""
        line = workspace["lines"][0]
        return [int(move) for move in line["moves"][: line["length"]]]

    def value(self, workspace: Any) -> float:
        """Return the value of the root's best move so far."""
        return float(workspace["value"])

    def noted(self, workspace: Any) -> Sequence[int]:
        """Return what a game has noted of the ends of playouts."""
        return [int(number) for number in workspace["noted"]]

    def children(self, workspace: Any) -> Sequence[Any]:
        """Return the nodes of the moves at the root of a Monte Carlo search."""
        root = workspace["tree"][0]
        nodes = workspace["tree"][root["first"] : root["first"] + root["count"]]
        return list(nodes.view(np.recarray))


def _numbers(value: tuple[Any, ...]) -> list[Any] | None:
    """Return all numbers of a nested table in order, or None when it holds anything else."""
    found: list[Any] = []
    for item in value:
        inner = _numbers(item) if isinstance(item, tuple) else [item] if isinstance(item, int) else None
        if inner is None:
            return None
        found += inner
    return found


def _result_first(hints: Mapping[str, Any]) -> list[str]:
    return ["return", *(name for name in hints if name != "return")]


def forget_older(folder: Path, qualified: str) -> None:
    """Remove cache entries of the same function and game with another fingerprint, the last part of the name.

    Drafts stay, because another process would fail to rename its draft to the entry.
    """
    stem, _, fingerprint = qualified.rpartition("_")
    for path in folder.glob(f"*.{stem}_*"):
        if re.search(rf"\.{re.escape(stem)}_(?!{fingerprint})[0-9a-f]+-\d.*\.nb[ic]$", path.name):
            with contextlib.suppress(OSError):
                path.unlink()
