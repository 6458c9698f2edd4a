"""Players that can have a seat. The caller derives identities from connections; the core never creates one."""

from kibitz_server.core.value import value
from kibitz_server.core.values.time_management import Budget


@value
class Human:
    """A human player, or a bot that plays over a connection.

    `account` is False for a guest, who has no reserved name. `bot` marks a program that identifies itself as one.
    `label` names one side of a match in which the same player has all sides, for two people at one keyboard. `owner` is
    the id of the account that a bot belongs to; None in old events.
    """

    id: str
    name: str
    account: bool = False
    bot: bool = False
    label: str | None = None
    owner: str | None = None

    @property
    def person(self) -> str:
        """Id of the account that is responsible: that of the owner for a bot."""
        return self.owner or self.id

    @property
    def shown(self) -> str:
        """The name with the mark of an account, as lists show it: `@ann`."""
        return f"@{self.name}" if self.account else self.name


@value
class Engine:
    """A search algorithm of the server, with its budget for one move."""

    algorithm: str
    budget: Budget

    @property
    def name(self) -> str:
        """Name without a mark, such as `alphabeta:seconds=1`."""
        return f"{self.algorithm}:{self.budget}" if str(self.budget) else self.algorithm

    @property
    def shown(self) -> str:
        """The name with the mark of an engine, as lists show it: `engine level:5`. No player's name has this mark."""
        return f"engine {self.name}"


@value
class Invited:
    """An invited player for whom a seat is kept: the account or guest with the id `who_id`.

    Matches of older servers may have an invitation without an id. Only an account of that name can accept it.
    The fields are named unlike those of `Human`, so that a stored invitation is never read as a seated player.
    """

    who: str
    who_id: str | None = None
    bot: bool = False

    @property
    def name(self) -> str:
        """Display name."""
        return self.who

    @property
    def shown(self) -> str:
        """Display name. An invitation does not tell whether the player has an account."""
        return self.who

    def invites(self, player: Human) -> bool:
        """Return whether the seat is kept for this player."""
        if self.bot and not player.bot:
            return False
        if self.who_id is not None:
            return player.id == self.who_id
        return player.account and player.name.casefold() == self.who.casefold()

    def admits(self, player: Human) -> bool:
        """Return whether the player may know of the match without its key: a name alone does not identify a player."""
        return self.who_id is not None and self.invites(player)


Player = Human | Engine | Invited
