"""Choice of the backend of this process: plain Python, or machine code.

A process that only searches calls `compile_searches` (an offline tool) or `load_searches` (a worker of the pool) once,
before its first search. All other processes, the server above all, never load the compiler.
"""

import importlib.util
import os

from kibitz_server.engine.compiler.backend import Backend, PlainBackend

_chosen: Backend = PlainBackend()


def compile_searches() -> bool:
    """Switch this process to compiled searches if `can_compile` allows it. Return whether searches are compiled."""
    return _choose_native(compiles=True)


def load_searches() -> bool:
    """Switch this process to searches that other processes compiled, and to plain Python for the others.

    Return whether `can_compile` allows it. A worker that compiled would keep the memory of the compiler, and delay the
    searches that share its process.
    """
    return _choose_native(compiles=False)


def use(backend: Backend) -> None:
    """Search with a backend from now on."""
    global _chosen
    _chosen = backend


def _choose_native(compiles: bool) -> bool:
    if can_compile():
        # Imported here because it loads numba and NumPy, which the server process must never do.
        from kibitz_server.engine.compiler.native import Native

        if not isinstance(_chosen, Native) or _chosen.compiles != compiles:
            use(Native(compiles))
    return _chosen.compiled


def can_compile() -> bool:
    """Return whether numba is installed and NUMBA_DISABLE_JIT does not switch it off."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0") and importlib.util.find_spec("numba") is not None


def chosen() -> Backend:
    """Return the backend of this process."""
    return _chosen
