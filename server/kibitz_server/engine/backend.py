"""What a template and a game become: plain Python as they stand, or machine code.

A process that only searches (a worker of the pool, an offline tool) calls `compile_searches` once, before its first
search. All others, the server first of all, never load the compiler.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any

from kibitz_server.engine.control import Control
from kibitz_server.games.game import plain_number
from kibitz_server.games.record import Struct, plain


class UnfitForMachine(Exception):
    """A game whose numbers do not fit into machine words, such as a bitboard of more than 64 squares."""


class Backend(ABC):
    """How functions, constants and memory are made.

    `compiled` says whether a compiler is at work, `table_bits` how large a table the search of a move should have.
    """

    compiled: bool
    table_bits: int

    @abstractmethod
    def constant(self, value: Any) -> Any:
        """A constant of a module. Raises UnfitForMachine."""

    @abstractmethod
    def function(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """A function that others of its kind call."""

    @abstractmethod
    def entry(self, function: Any, hints: Mapping[str, Any], memory: Any, label: str) -> Callable[..., Any]:
        """A function that is called from outside; `label` tells it from all others of the same source."""

    @abstractmethod
    def memory(self, record: type[Struct], constants: Mapping[str, Any]) -> Any:
        """The kind of memory that a record needs."""

    @abstractmethod
    def new(self, memory: Any) -> Any:
        """Zeroed memory of this kind."""

    @abstractmethod
    def load(self, workspace: Any, state: Struct) -> None:
        """Put a state into the first frame."""

    @abstractmethod
    def attach(self, control: Control) -> Any:
        """The control block as searches see it: the same memory."""

    @abstractmethod
    def line(self, workspace: Any) -> list[int]:
        """The line below the root."""

    @abstractmethod
    def value(self, workspace: Any) -> float:
        """The value of the root's best move so far."""


class Plain(Backend):
    """Functions as they are, records as Python objects."""

    compiled = False
    table_bits = 14

    def constant(self, value: Any) -> Any:
        """Plain integers."""
        return plain_number(value)

    def function(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function itself."""
        return function

    def entry(self, function: Any, _hints: Mapping[str, Any], _memory: Any, _label: str) -> Any:
        """The function itself."""
        return function

    def memory(self, record: type[Struct], constants: Mapping[str, Any]) -> type[Any]:
        """A class of records."""
        return plain(record, constants)

    def new(self, memory: type[Any]) -> Any:
        """An instance."""
        return memory()

    def load(self, workspace: Any, state: Struct) -> None:
        """Put a state into the first frame."""
        workspace.frames[0] = state

    def attach(self, control: Control) -> Control:
        """The block itself."""
        return control

    def line(self, workspace: Any) -> list[int]:
        """The line below the root."""
        line = workspace.lines[0]
        return list(line.moves[: line.length])

    def value(self, workspace: Any) -> float:
        """The value of the root's best move so far."""
        return float(workspace.value)
