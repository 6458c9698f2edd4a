"""Running a bot: finding its matches, playing several at once, and staying there.

The link below mends a broken connection by itself. Here it is only noticed when a server has forgotten a match: then
everything begins anew, under the same token.
"""

import asyncio
import math
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from kibitz_client.bots.bot import Bot
from kibitz_client.bots.invoke import call
from kibitz_client.bots.match import Again, BotMatch
from kibitz_client.errors import ClientError, LostSync, RefusedError
from kibitz_client.network.client import Client
from kibitz_client.network.connection import Pace
from kibitz_client.parsing.arguments import MatchSetup, create, seek
from kibitz_client.requests import build
from kibitz_protocol.refusals import Code
from kibitz_protocol.to_client import Entered, Invitation, Lobby, Paired, Snapshot
from kibitz_protocol.to_server import Join, ListMatches, Unwatch, Watch
from kibitz_protocol.values import MatchRow

PATIENT = Pace(give_up_after_s=math.inf)
AGAIN_S = 1.0
REMATCH_S = 60.0
"""For so long after a match a bot stays to answer who wants to play again, where a rematch may come of it or the bot is
there anyway."""
MOST_OVER = 16
"""And in no more matches that are over than this."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Which matches to play: those with codes to join, those to host, open ones of the games to accept, seats that are
    kept for the bot, and opponents who look for one at a game to `seek`, one after the other.

    At most `at_once` of the last three kinds at a time. `rematch`: play again with whoever asks, unless the bot itself
    says otherwise. Ends after `matches`; without that number, when nothing is left
    to wait for, which with any of the three is never.
    """

    join: Sequence[str] = ()
    host: Sequence[MatchSetup] = ()
    accept: Sequence[str] = ()
    invited: bool = False
    seek: Sequence[str] = ()
    clock: str | None = None
    at_once: int = 4
    matches: int | None = None
    rematch: bool = False


async def play(
    make: Callable[[], Bot],
    url: str,
    plan: Plan,
    *,
    name: str | None = None,
    token: str | None = None,
    say: Callable[[str], None] = lambda _text: None,
    heard: Callable[[Any], None] = lambda _message: None,
    pace: Pace = PATIENT,
    cafile: str | None = None,
) -> int:
    """Let bots play as planned; gives how many matches were played. `make` makes a bot for each match.

    `say` gets the log line by line, `heard` every message of the server. Raises NetworkError and RefusedError.
    """
    played = 0
    while True:
        link = Client(
            url, name, token, on_status=lambda _s, text: say(text), pace=pace, client="kibitz bot", cafile=cafile
        )
        async with link:
            crew = BotRunner(link, make, plan, played, say, heard)
            try:
                return await crew.run()
            except LostSync as error:
                say(f"{error}; beginning anew")
            except ForgottenError as error:
                say(f"the server has forgotten a match ({error}); beginning anew")
        played, token = crew.played, link.token
        await asyncio.sleep(AGAIN_S)


class ForgottenError(Exception):
    """A match that was followed is no longer there."""


class BotRunner:
    """The bots of one connection: one object a match."""

    def __init__(
        self,
        link: Client,
        make: Callable[[], Bot],
        plan: Plan,
        played: int,
        say: Callable[[str], None],
        heard: Callable[[Any], None],
    ) -> None:
        self.played = played
        self._link = link
        self._make = make
        self._plan = plan
        self._say = say
        self._heard = heard
        self._tables: dict[str, BotMatch] = {}
        self._tasks: dict[str, asyncio.Task[Any]] = {}
        # Those that are over, where somebody may still ask for a rematch.
        self._over: dict[str, BotMatch] = {}
        self._open: dict[str, MatchRow] = {}
        self._awaited: set[str] = set()
        # A match may be over before the answer to `join` is looked at.
        self._left: deque[str] = deque(maxlen=64)
        self._changed = asyncio.Event()
        # `_paired`: an opponent was found before the answer to `seek` was looked at.
        self._sought, self._seeking, self._paired = 0, False, False

    async def run(self) -> int:
        """Play as planned; gives how many matches were played in all."""
        pump = asyncio.create_task(self._listen())
        try:
            await self._begin()
            while not self._done:
                self._changed.clear()
                await self._fill()
                changed = asyncio.create_task(self._changed.wait())
                await asyncio.wait([pump, changed], return_when=asyncio.FIRST_COMPLETED)
                changed.cancel()
                if pump.done() and not self._done:  # a server may be gone once everything is played
                    pump.result()
            return self.played
        finally:
            for task in (pump, *self._tasks.values()):
                task.cancel()

    @property
    def _done(self) -> bool:
        if self._tables or self._awaited or any(table.may_play_again for table in self._over.values()):
            return False
        return self._enough or not self._endless

    @property
    def _enough(self) -> bool:
        """Whether all matches of the plan are played or begun."""
        begun = self.played + len(self._tables) + len(self._awaited - self._tables.keys())
        return self._plan.matches is not None and begun >= self._plan.matches

    @property
    def _endless(self) -> bool:
        """Whether there is always something to wait for."""
        return bool(self._plan.accept or self._plan.invited or self._plan.seek)

    def _again(self) -> Again:
        """Whether the plan has room for a rematch, and wants it."""
        return Again.NO if self._enough else Again.YES if self._plan.rematch else Again.IF_WANTED

    async def _begin(self) -> None:
        """Take up what was left, then what is planned."""
        rows = (await self._link.ask(build(ListMatches, follow=bool(self._plan.accept)))).matches
        self._open = {row.match: row for row in rows}
        for row in rows:
            if any(seat.name == self._link.welcome.you.name for seat in row.seats):
                await self._come_back(row)
        for code in self._plan.join:
            await self._join(code)
        for arrangement in self._plan.host:
            entered = await self._link.ask(create(arrangement))
            self._say(f"match {entered.code}: hosting {arrangement.game}; to join: kibitz join {entered.code}")
            self._expect(entered)

    async def _come_back(self, row: MatchRow) -> None:
        """Watch a match where somebody of our name plays, and leave it again when that is not us."""
        try:
            entered = await self._link.ask(build(Watch, match=row.match))
        except RefusedError:
            return
        if entered.seat is None:
            await self._link.ask(build(Unwatch, match=row.match))
        else:
            self._say(f"match {row.code}: back at the board")
            self._expect(entered)

    async def _join(self, reference: str) -> None:
        try:
            entered = await self._link.ask(build(Join, match=reference))
        except RefusedError as error:
            if error.refused.code != Code.ALREADY_SEATED:
                raise
            entered = await self._link.ask(build(Watch, match=reference))
        self._expect(entered)

    def _expect(self, entered: Entered) -> None:
        if entered.seat is not None and entered.match not in self._tables and entered.match not in self._left:
            self._awaited.add(entered.match)

    async def _fill(self) -> None:
        """Take free seats of the lobby as long as there is room for more."""
        for row in list(self._open.values()):
            self._open.pop(row.match, None)
            if not self._wanted(row):
                continue
            if not self._room:
                self._open[row.match] = row
                return
            try:
                if await call(self._make().accepts, row):
                    await self._join(row.match)
            except RefusedError as error:
                # Somebody else was faster, or the match is not for us.
                self._say(f"match {row.code}: not joined: {error}")
            except Exception as error:
                self._say(f"match {row.code}: accepts raised {type(error).__name__}: {error}")

        if self._plan.seek and self._room:
            await self._seek(self._plan.seek[self._sought % len(self._plan.seek)])

    @property
    def _room(self) -> bool:
        """Whether one more match may be looked for."""
        busy = len(self._tables) + len(self._awaited - self._tables.keys()) + self._seeking
        enough = self._plan.matches is not None and self.played + busy >= self._plan.matches
        return busy < self._plan.at_once and not enough and not self._seeking

    async def _seek(self, game: str) -> None:
        """Look for an opponent; the link does so again after a break, and `Paired` tells when there is one."""
        self._sought += 1
        found = await self._link.ask(seek(game, (), self._plan.clock, rated=False))
        if isinstance(found, Entered):
            self._expect(found)
        elif not self._paired:
            self._seeking = True
            self._say(f"looking for an opponent at {game}")
        self._paired = False

    def _wanted(self, row: MatchRow) -> bool:
        """Whether a match has a free seat that the plan is after."""
        if row.phase != "open" or row.match in self._tables:
            return False
        if row.for_you:
            return self._plan.invited
        free = any(seat.kind == "open" and seat.kept_for is None for seat in row.seats)
        return free and row.game in self._plan.accept

    async def _listen(self) -> None:
        try:
            async for message in self._link.messages():
                self._heard(message)
                self._receive(message)
        except RefusedError as error:
            if error.refused.code == Code.UNKNOWN_MATCH:
                raise ForgottenError(str(error)) from None
            raise

    def _receive(self, message: Any) -> None:
        if isinstance(message, Invitation):
            self._open[message.row.match] = message.row
            self._changed.set()
            return
        if isinstance(message, Paired):
            self._paired, self._seeking = not self._seeking, False
            self._say(f"match {message.code}: found {message.opponent}")
            self._expect(Entered(match=message.match, code=message.code, seat=message.seat))
            self._changed.set()
            return
        if isinstance(message, Lobby):
            for gone in message.gone:
                self._open.pop(gone, None)
            self._open.update({row.match: row for row in message.changed})
            self._changed.set()
            return
        match = getattr(message, "match", None)
        if match in self._tables:
            self._tables[match].receive(message)
        elif match in self._over:
            self._hear_of_rematch(self._over[match], message)
        elif isinstance(message, Snapshot) and message.you is not None:
            self._awaited.discard(message.match)
            table = self._tables[message.match] = BotMatch(self._link, self._make(), message, self._say, self._again)
            self._tasks[message.match] = asyncio.create_task(self._sit(message.match, table))

    def _hear_of_rematch(self, table: BotMatch, message: Any) -> None:
        """Whom the server leads to a rematch gets its snapshot, and then plays it as any match."""
        before = table.state.rematch
        table.receive(message)
        after = table.state.rematch
        if after is not None and before is None and after.match not in self._tables:
            self._awaited.add(after.match)

    async def _sit(self, match: str, table: BotMatch) -> None:
        """Play a match, and leave it. A mistake of ours gives it up, so that nobody waits for us."""
        try:
            await table.play()
        except ClientError:
            # The link has failed, which `_listen` tells; or the server has let the match go, which is as well.
            pass
        except Exception as error:
            table.say(f"left for a mistake of ours: {error!r}")
            await table.resign()
        finally:
            self._over[match] = table
            del self._tables[match]
            self._left.append(match)
            self.played += 1
            self._changed.set()
        await self._part(match, table)

    async def _part(self, match: str, table: BotMatch) -> None:
        """Leave a match that is over, once nobody asks for another any more."""
        try:
            stays = (self._endless and not self._enough) or table.may_play_again
            if not (stays and len(self._over) <= MOST_OVER and await table.stay(REMATCH_S)):
                await self._link.ask(build(Unwatch, match=match))
        except ClientError:
            pass  # as while it was played
        finally:
            del self._over[match], self._tasks[match]
            self._changed.set()
