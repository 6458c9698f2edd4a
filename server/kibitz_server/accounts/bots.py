"""Bots: accounts for programs. A bot has no password. Its owner makes its token, and it has one token at a time."""

import sqlalchemy as sql

from kibitz_protocol.refusals import Code
from kibitz_server.accounts.accounts import BOT, checked_name, must_have_account, name_taken, new_session
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.accounts.ids import new_id
from kibitz_server.accounts.names import skeleton
from kibitz_server.core.values.players import Human
from kibitz_server.scheduler import SYSTEM_CLOCK, WallClock
from kibitz_server.store import people
from kibitz_server.store.people import Account, Duplicate, LoginSession, PeopleDb

MAX_BOTS = 16


class BotAccounts:
    """Commands of an account for its bots. Every method raises CommandRefused for a guest, and the store's errors."""

    def __init__(self, db: PeopleDb, wall_clock: WallClock = SYSTEM_CLOCK) -> None:
        self._db = db
        self._wall_clock = wall_clock

    async def make(self, player: Human, name: str) -> tuple[Account, str]:
        """Return a new bot of a player and its token.

        Raises:
            CommandRefused: The player is a guest or a bot, has too many bots, or the name is not allowed.
        """
        must_have_account(player)
        if player.bot:
            raise CommandRefused(Code.NOT_ALLOWED, "bots do not make bots")
        name = checked_name(name)
        if len(await self.all(player)) >= MAX_BOTS:
            raise CommandRefused(
                Code.TOO_MANY, f"you have {MAX_BOTS} bots already", "use one of them for another program"
            )
        now = self._wall_clock()
        bot = Account(new_id(), name, skeleton(name), None, BOT, player.id, now)
        session, token = new_session(bot.id, f"by {player.name}"[:64], self._wall_clock())

        def change(connection: sql.Connection) -> None:
            people.add(connection, bot)
            people.add(connection, session)

        try:
            await self._db.write(change)
        except Duplicate:
            raise name_taken(name) from None
        return bot, token

    async def all(self, player: Human) -> list[tuple[Account, LoginSession | None]]:
        """Return the bots of an account with their sessions, oldest first."""
        must_have_account(player)

        def query(connection: sql.Connection) -> list[tuple[Account, LoginSession | None]]:
            bots = people.bots_of(connection, player.id)
            return [(bot, next(iter(people.sessions_of(connection, bot.id)), None)) for bot in bots]

        return await self._db.read(query)

    async def renew(self, player: Human, reference: str) -> tuple[Account, str]:
        """Replace the token of a bot, by its id or name, and return the bot and the new token."""
        bot = await self._bot(player, reference)
        session, token = new_session(bot.id, f"by {player.name}"[:64], self._wall_clock())

        def change(connection: sql.Connection) -> None:
            people.drop_sessions(connection, bot.id)
            people.add(connection, session)

        await self._db.write(change)
        return bot, token

    async def revoke(self, player: Human, reference: str) -> Account:
        """Revoke the token of a bot, by its id or name, and return the bot."""
        bot = await self._bot(player, reference)
        await self._db.write(lambda c: people.drop_sessions(c, bot.id))
        return bot

    async def _bot(self, player: Human, reference: str) -> Account:
        for bot, _ in await self.all(player):
            if bot.id == reference or bot.skeleton == skeleton(reference):
                return bot
        raise CommandRefused(
            Code.UNKNOWN_PLAYER, f"you have no bot {reference!r}", "`kibitz account bot list` lists them"
        )
