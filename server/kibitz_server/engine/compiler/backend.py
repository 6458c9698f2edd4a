"""Interface of a backend, which turns a template and a game into a search, and its plain Python form.

`select` chooses the backend of a process. This module never loads a compiler.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from kibitz_server.engine.control import SearchControl
from kibitz_server.games.record import Struct, plain
from kibitz_server.games.ruleset import plain_number

AGES = 1 << 15
"""Number of the ages of a workspace: they are numbers of 16 bits."""


class UnfitForMachine(Exception):
    """Game that cannot be compiled: its numbers do not fit machine words, or its rules use more than numbers."""


class NotCompiled(Exception):
    """Search whose machine code is not in the cache, in a process that only loads machine code."""


class Backend(ABC):
    """Factory of functions, constants and memory of a search.

    `compiled` says whether searches are machine code. `table_bits` is the default size of a transposition table: 2 to
    this power entries.
    """

    compiled: bool
    table_bits: int

    @abstractmethod
    def constant(self, value: Any) -> Any:
        """Return the form of a module constant that compiled functions take.

        Raises:
            UnfitForMachine: The value does not fit a machine word.
        """

    @abstractmethod
    def function(self, function: Callable[..., Any], inline: bool = True) -> Callable[..., Any]:
        """Return the form of a function that other functions of the search call.

        Args:
            function: The function.
            inline: Whether machine code of it goes into each place that calls it, however long it is.
        """

    @abstractmethod
    def entry(self, function: Any, hints: Mapping[str, Any], memory: Any, label: str) -> Callable[..., Any]:
        """Return the form of a function that Python calls.

        Args:
            function: A result of `function`.
            hints: The type hints of its arguments and its result.
            memory: The workspace type, from `memory`.
            label: A name that no other function of the same source has.
        """

    @abstractmethod
    def folder(self, entry: Callable[..., Any]) -> Path | None:
        """Return the folder in which an entry is cached, if it is."""

    @abstractmethod
    def memory(self, record: type[Struct], constants: Mapping[str, Any]) -> Any:
        """Return the memory type of a record."""

    @abstractmethod
    def new(self, memory: Any) -> Any:
        """Return zeroed memory of this type."""

    @abstractmethod
    def load(self, workspace: Any, state: Struct) -> None:
        """Copy a state into the first frame."""

    @abstractmethod
    def keep_weights(self, workspace: Any, weights: Sequence[int]) -> None:
        """Keep the weights of an evaluation in the memory of a search."""

    @abstractmethod
    def grow_older(self, workspace: Any) -> None:
        """Let all results in the workspace count as those of an earlier search, if it tells them apart."""

    @abstractmethod
    def attach(self, control: SearchControl) -> Any:
        """Return the control block in the form that searches take; it shares the same memory."""

    @abstractmethod
    def line(self, workspace: Any) -> list[int]:
        """Return the best line below the root, as move codes."""

    @abstractmethod
    def value(self, workspace: Any) -> float:
        """Return the value of the root's best move so far."""

    @abstractmethod
    def noted(self, workspace: Any) -> Sequence[int]:
        """Return what a game has noted of the ends of playouts."""

    @abstractmethod
    def children(self, workspace: Any) -> Sequence[Any]:
        """Return the nodes of the moves at the root of a Monte Carlo search."""


class PlainBackend(Backend):
    """Backend of plain Python: functions as they are, records as Python objects."""

    compiled = False
    table_bits = 14

    def constant(self, value: Any) -> Any:
        """Return plain integers."""
        return plain_number(value)

    def function(self, function: Callable[..., Any], inline: bool = True) -> Callable[..., Any]:  # noqa: ARG002
        """Return the function itself."""
        return function

    def entry(self, function: Any, _hints: Mapping[str, Any], _memory: Any, _label: str) -> Any:
        """Return the function itself."""
        return function

    def folder(self, entry: Callable[..., Any]) -> None:
        """Return None: nothing is cached."""

    def memory(self, record: type[Struct], constants: Mapping[str, Any]) -> type[Any]:
        """Return a class of records."""
        return plain(record, constants)

    def new(self, memory: type[Any]) -> Any:
        """Return an instance."""
        return memory()

    def load(self, workspace: Any, state: Struct) -> None:
        """Use the state itself as the first frame."""
        workspace.frames[0] = state

    def keep_weights(self, workspace: Any, weights: Sequence[int]) -> None:
        """Use the weights themselves, which no search changes."""
        workspace.weights = weights

    def grow_older(self, workspace: Any) -> None:
        """Increase the age."""
        if hasattr(workspace, "age"):
            workspace.age = (workspace.age + 1) % AGES

    def attach(self, control: SearchControl) -> SearchControl:
        """Return the block itself."""
        return control

    def line(self, workspace: Any) -> list[int]:
        """Return the best line below the root, as move codes."""
        line = workspace.lines[0]
        return list(line.moves[: line.length])

    def value(self, workspace: Any) -> float:
        """Return the value of the root's best move so far."""
        return float(workspace.value)

    def noted(self, workspace: Any) -> Sequence[int]:
        """Return what a game has noted of the ends of playouts."""
        return list(workspace.noted)

    def children(self, workspace: Any) -> Sequence[Any]:
        """Return the nodes of the moves at the root of a Monte Carlo search."""
        root = workspace.tree[0]
        return list(workspace.tree[root.first : root.first + root.count])
