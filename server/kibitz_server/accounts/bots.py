"""Bots: accounts of programs. They have no password; whoever made one makes its token, and there is one at a time."""

import sqlalchemy as sql

from kibitz_protocol.refusals import Code
from kibitz_server.accounts.accounts import BOT, checked_name, must_have_account, name_taken, new_session
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.accounts.ids import new_id
from kibitz_server.accounts.names import skeleton
from kibitz_server.core.values.players import Human
from kibitz_server.scheduler import SYSTEM_CLOCK, WallClock
from kibitz_server.store import people as kept
from kibitz_server.store.people import Account, Duplicate, PeopleDb, Session

MOST_BOTS = 16


class Bots:
    """Makes bots for accounts. All raise Denied, and the store's errors. `clock` gives seconds since 1970."""

    def __init__(self, people: PeopleDb, wall_clock: WallClock = SYSTEM_CLOCK) -> None:
        self._people = people
        self._wall_clock = wall_clock

    async def make(self, player: Human, name: str) -> tuple[Account, str]:
        """An account for a program of this player's, and its token."""
        must_have_account(player)
        if player.bot:
            raise CommandRefused(Code.NOT_ALLOWED, "bots do not make bots")
        name = checked_name(name)
        if len(await self.all(player)) >= MOST_BOTS:
            raise CommandRefused(
                Code.TOO_MANY, f"you have {MOST_BOTS} bots already", "use one of them for another program"
            )
        now = self._wall_clock()
        bot = Account(new_id(), name, skeleton(name), None, BOT, player.id, now)
        session, token = new_session(bot.id, f"by {player.name}"[:64], self._wall_clock())

        def change(connection: sql.Connection) -> None:
            kept.add(connection, bot)
            kept.add(connection, session)

        try:
            await self._people.write(change)
        except Duplicate:
            raise name_taken(name) from None
        return bot, token

    async def all(self, player: Human) -> list[tuple[Account, Session | None]]:
        """The bots of an account with their tokens, oldest first."""
        must_have_account(player)

        def ask(connection: sql.Connection) -> list[tuple[Account, Session | None]]:
            mine = kept.bots_of(connection, player.id)
            return [(bot, next(iter(kept.sessions_of(connection, bot.id)), None)) for bot in mine]

        return await self._people.read(ask)

    async def renew(self, player: Human, reference: str) -> tuple[Account, str]:
        """A new token in place of the old one."""
        bot = await self._bot(player, reference)
        session, token = new_session(bot.id, f"by {player.name}"[:64], self._wall_clock())

        def change(connection: sql.Connection) -> None:
            kept.drop_sessions(connection, bot.id)
            kept.add(connection, session)

        await self._people.write(change)
        return bot, token

    async def revoke(self, player: Human, reference: str) -> Account:
        """Leave a bot without a token."""
        bot = await self._bot(player, reference)
        await self._people.write(lambda c: kept.drop_sessions(c, bot.id))
        return bot

    async def _bot(self, player: Human, reference: str) -> Account:
        for bot, _ in await self.all(player):
            if bot.id == reference or bot.skeleton == skeleton(reference):
                return bot
        raise CommandRefused(
            Code.UNKNOWN_PLAYER, f"you have no bot {reference!r}", "`kibitz account bot list` lists them"
        )
