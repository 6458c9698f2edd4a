"""Who may sit at a seat. Identity is given by the shell, from the connection; the core never makes one up."""

from dataclasses import dataclass

from kibitz_server.core.clock import Budget


@dataclass(frozen=True, slots=True)
class Human:
    """A person, or a program that plays over a connection as a person would."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Engine:
    """A search algorithm of the server and what it may spend on one move."""

    algorithm: str
    budget: Budget

    @property
    def name(self) -> str:
        """How people see it, such as `alphabeta:seconds=1`."""
        return f"{self.algorithm}:{self.budget}" if str(self.budget) else self.algorithm


Player = Human | Engine
