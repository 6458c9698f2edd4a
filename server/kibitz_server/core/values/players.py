"""Who may sit at a seat. Identity is given by the shell, from the connection; the core never makes one up."""

from dataclasses import dataclass

from kibitz_server.core.values.time_management import Budget


@dataclass(frozen=True, slots=True)
class Human:
    """A person, or a program that plays over a connection as a person would.

    `account`: the name is theirs alone, and they can be known again; else a guest. `bot`: a program, and says so.
    """

    id: str
    name: str
    account: bool = False
    bot: bool = False


@dataclass(frozen=True, slots=True)
class Engine:
    """A search algorithm of the server and what it may spend on one move."""

    algorithm: str
    budget: Budget

    @property
    def name(self) -> str:
        """How people see it, such as `alphabeta:seconds=1`."""
        return f"{self.algorithm}:{self.budget}" if str(self.budget) else self.algorithm


@dataclass(frozen=True, slots=True)
class Invited:
    """Somebody for whom a seat is kept until they sit down: known by `who_id`, or else by name alone.

    Its fields are named unlike a human's, so that a stored one is never read as somebody who sits there.
    """

    who: str
    who_id: str | None = None
    bot: bool = False

    @property
    def name(self) -> str:
        """How people see it."""
        return self.who

    def invites(self, player: Human) -> bool:
        """Whether the seat is kept for this one."""
        if self.bot and not player.bot:
            return False
        if self.who_id is not None:
            return player.id == self.who_id
        return player.name.casefold() == self.who.casefold()


Player = Human | Engine | Invited
