"""What the host of a server chooses while it runs: name, welcome, games, and the players who may begin matches."""

import asyncio
from collections.abc import Mapping
from typing import Literal

import sqlalchemy as sql
from pydantic import BaseModel, ConfigDict

from kibitz_protocol.refusals import Code
from kibitz_server.accounts.accounts import new_session
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.accounts.ids import new_id
from kibitz_server.accounts.names import skeleton
from kibitz_server.store import people
from kibitz_server.store.people import Account, AuditEntry, PeopleDb
from kibitz_server.store.tables import accounts, server_values

VALUE = "host"
"""Name of the value that the database has of all choices."""
NAME = "host"
"""Name of the account that the first start makes."""


class HostChoices(BaseModel):
    """The choices. `games` is None for all games, and `saved` says whether the host has made any."""

    model_config = ConfigDict(frozen=True)

    name: str = ""
    welcome: str = ""
    games: tuple[str, ...] | None = None
    create: Literal["all", "accounts", "moderators"] = "all"
    update: str = ""
    saved: bool = False


class Host:
    """The choices in force, which the database keeps."""

    def __init__(self, db: PeopleDb) -> None:
        self._db = db
        self.choices = HostChoices()
        self._changing = asyncio.Lock()

    async def load(self) -> None:
        """Load what the database has."""
        query = sql.select(server_values.c.value).where(server_values.c.name == VALUE)
        found: str | None = await self._db.read(lambda connection: connection.execute(query).scalar())
        if found is not None:
            self.choices = HostChoices.model_validate_json(found)

    async def update(self, given: Mapping[str, object]) -> None:
        """Store some choices, and keep the others, also those that another admin changes meanwhile."""
        async with self._changing:
            await self.change(self.choices.model_copy(update=dict(given)))

    async def change(self, choices: HostChoices) -> None:
        """Store other choices. They are in force once they are stored."""

        def write(connection: sql.Connection) -> None:
            connection.execute(sql.delete(server_values).where(server_values.c.name == VALUE))
            row = {"name": VALUE, "value": choices.model_dump_json()}
            connection.execute(sql.insert(server_values), [row])

        await self._db.write(write)
        self.choices = choices

    def offers(self, game: str) -> bool:
        """Return whether players may begin matches of a game."""
        return self.choices.games is None or game in self.choices.games

    def check(self, game: str | None, role: str, *, account: bool) -> None:
        """Check that a player may begin a match of a game; None is any game.

        Raises:
            CommandRefused: The host does not offer the game, or not to this player.
        """
        if role in ("moderator", "admin"):
            return
        if game is not None and not self.offers(game):
            raise CommandRefused(
                Code.NOT_ALLOWED, f"the host of this server does not offer {game}", "choose another game"
            )
        if self.choices.create == "moderators":
            raise CommandRefused(Code.NOT_ALLOWED, "only moderators begin matches on this server", "join one of theirs")
        if self.choices.create == "accounts" and not account:
            sentence = "only players with an account begin matches on this server"
            raise CommandRefused(Code.NOT_ALLOWED, sentence, "create an account, or join a match")


async def first_token(db: PeopleDb, now: float) -> str | None:
    """Return a token of a new admin; None if the database has an account of an operator, or one of that name."""

    def make(connection: sql.Connection) -> str | None:
        operators = sql.select(accounts.c.id).where(accounts.c.role.in_(("admin", "moderator"))).limit(1)
        if connection.execute(operators).first() or people.account_by_skeleton(connection, skeleton(NAME)):
            return None
        account = Account(new_id(), NAME, skeleton(NAME), None, "admin", None, now)
        session, token = new_session(account.id, "first start", now)
        people.add(connection, account)
        people.add(connection, session)
        people.add(connection, AuditEntry(now, account.id, "first start", "token", NAME, "admin"))
        return token

    return await db.write(make)
