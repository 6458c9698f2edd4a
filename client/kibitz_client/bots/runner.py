"""Runner of bots: find matches, play several at once, and continue them after a restart of the server.

The client reconnects by itself. The runner handles one more case: if a server no longer knows a match, it starts again
with the same token.
"""

import asyncio
import contextlib
import math
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from kibitz_client.bots.bot import Bot
from kibitz_client.bots.events import EnteredEvents
from kibitz_client.bots.greetings import Greetings
from kibitz_client.bots.invoke import call
from kibitz_client.bots.match import BotMatch, RematchPolicy
from kibitz_client.bots.plan import Plan, games_to_play, with_named_games
from kibitz_client.errors import ClientError, LostSync, RefusedError
from kibitz_client.network.client import NetworkClient
from kibitz_client.network.connection import Pace
from kibitz_client.parsing.arguments import create, seek
from kibitz_client.requests import build
from kibitz_client.storage.files import keep_token
from kibitz_client.text.seeks import seeks_end
from kibitz_protocol.refusals import Code
from kibitz_protocol.to_client import Entered, Invitation, Lobby, Paired, Seeks, Snapshot
from kibitz_protocol.to_server import Chat, Join, ListGames, ListMatches, Unwatch, Watch
from kibitz_protocol.values.clocks import Correspondence
from kibitz_protocol.values.matches import MatchRow

PATIENT = Pace(give_up_after_s=math.inf)
RESTART_S = 1.0
REMATCH_S = 60.0
"""How long a bot stays after a match to answer an offer of a rematch.

It stays only if it may accept a rematch or waits for other matches anyway.
"""
MAX_FINISHED = 16
"""In how many finished matches a bot stays at most."""
MAX_EXPLAINED = 256
"""For how many matches the runner remembers that it has explained why it does not join them."""
MAX_REST = 100
"""How many matches with silent opponents may go on besides the others."""
SEEK_AGAIN_S = 10.0
"""After what time a seek is tried again that the server refused because the player plays a match with a clock."""
BUSY = "I play enough matches at the moment. I join when one of them ends."
DECLINED = "I do not accept this match."


async def play(
    make: Callable[[], Bot],
    url: str,
    plan: Plan,
    *,
    name: str | None = None,
    token: str | None = None,
    token_file: Path | None = None,
    renewals: Callable[[], Sequence[str]] | None = None,
    say: Callable[[str], None] = lambda _text: None,
    on_message: Callable[[Any], None] = lambda _message: None,
    pace: Pace = PATIENT,
    cafile: str | None = None,
    on_failure: Callable[[str], None] = lambda _code: None,
) -> int:
    """Play the matches of a plan, and return how many were played.

    Args:
        make: Creates the bot of a match, such as the bot's class.
        url: Address of the server, such as `ws://127.0.0.1:8765`.
        plan: Which matches to play.
        name: The bot's name as a guest.
        token: Token of the bot's account, or of the guest that it was before.
        token_file: A file that gets the token of a new guest.
        renewals: Returns tokens that the bot may have got by another program, after its own has ended.
        say: Called with each line of the log.
        on_message: Called with each message of the server. Both run on the event loop's thread.
        pace: Timeouts and reconnection delays.
        cafile: File of certificate authorities to trust besides those of the system.
        on_failure: Called with the code of each match that was resigned because of errors of the bot.

    Raises:
        NetworkError: The server cannot be reached.
        RefusedError: The server refuses the connection, or a match of the plan.
        UsageError: The plan is invalid.
    """
    plan.challenges.check()
    Greetings(plan.greeting, plan.farewell).check()
    played = 0
    while True:
        client = NetworkClient(
            url,
            name,
            token,
            on_status=lambda _s, text: say(text),
            pace=pace,
            client="kibitz bot",
            cafile=cafile,
            renewals=renewals,
        )
        async with client:
            if token_file is not None and client.welcome.token is not None:
                keep_token(token_file, client.welcome.token)
            runner = BotRunner(client, make, plan, played, say, on_message, on_failure)
            try:
                return await runner.run()
            except LostSync as error:
                say(f"{error}; starting again")
            except UnknownMatch as error:
                say(f"the server no longer knows a match ({error}); starting again")
        played, token = runner.played, client.token
        await asyncio.sleep(RESTART_S)


class UnknownMatch(Exception):
    """The server no longer knows a match that the bot played."""


class BotRunner:
    """The matches of one connection, with one bot object a match."""

    def __init__(
        self,
        client: NetworkClient,
        make: Callable[[], Bot],
        plan: Plan,
        played: int,
        log: Callable[[str], None],
        on_message: Callable[[Any], None],
        on_failure: Callable[[str], None] = lambda _code: None,
    ) -> None:
        self.played = played
        self._client = client
        self._make = make
        self._plan = plan
        self._log = log
        self._on_message = on_message
        self._on_failure = on_failure
        self._matches: dict[str, BotMatch] = {}
        self._tasks: dict[str, asyncio.Task[Any]] = {}
        # Finished matches where the opponent may still offer a rematch.
        self._finished: dict[str, BotMatch] = {}
        self._lobby: dict[str, MatchRow] = {}
        # Matches with a seat of ours whose first snapshot has not come yet.
        self._entered: set[str] = set()
        # A match may be over before the answer to `join` is handled.
        self._ended: deque[str] = deque(maxlen=64)
        self._changed = asyncio.Event()
        # Matches of the lobby whose refusal was logged and explained: their rows may come again.
        self._explained: deque[str] = deque(maxlen=MAX_EXPLAINED)
        # Matches of the player that another client plays.
        self._others: deque[str] = deque(maxlen=64)
        self._greetings = Greetings(plan.greeting, plan.farewell)
        self._events = EnteredEvents(client, log)
        # Games of tournaments, which take no place of the plan.
        self._led: set[str] = set()
        # The games that the bot can play; None for all.
        self._playable: set[str] | None = None
        # `_paired`: `Paired` came before the answer to `seek`.
        self._seeks, self._seeking, self._paired = 0, False, False
        self._seek_at = 0.0

    async def run(self) -> int:
        """Play the plan, and return how many matches were played in all.

        Raises:
            UnknownMatch: The server no longer knows a match.
            LostSync: Events of a match are missing, and a new snapshot did not restore them.
            RefusedError: The server refuses a match of the plan.
            UsageError: The bot cannot play a game of the plan.
        """
        listener = asyncio.create_task(self._listen())
        try:
            await self._start()
            while not self._done:
                self._changed.clear()
                await self._find_matches()
                changed = asyncio.create_task(self._changed.wait())
                await asyncio.wait([listener, changed], return_when=asyncio.FIRST_COMPLETED)
                changed.cancel()
                if listener.done() and not self._done:  # the server may stop once everything is played
                    listener.result()
            return self.played
        finally:
            self._events.cancel()
            for task in (listener, *self._tasks.values()):
                task.cancel()

    @property
    def _done(self) -> bool:
        if self._matches or self._entered or any(match.may_play_again for match in self._finished.values()):
            return False
        return self._all_begun or not (self._endless or self._events.open)

    @property
    def _running(self) -> int:
        """Number of matches that are played or entered, without those of tournaments."""
        return len((self._entered | self._matches.keys()) - self._led)

    @property
    def _dormant(self) -> int:
        """Number of matches with a silent opponent that the bot does not wait for."""
        return sum(match.dormant for match in self._matches.values())

    @property
    def _all_begun(self) -> bool:
        """Whether all matches of the plan are played or begun."""
        return self._plan.matches is not None and self.played + self._running >= self._plan.matches

    @property
    def _endless(self) -> bool:
        """Whether the plan can always bring another match."""
        return bool(self._plan.accept or self._plan.invited or self._plan.seek)

    def _rematch_policy(self) -> RematchPolicy:
        """Return the plan's answer to an offer of a rematch."""
        if self._all_begun:
            return RematchPolicy.NO
        return RematchPolicy.YES if self._plan.rematch else RematchPolicy.IF_BOT_WANTS

    async def _start(self) -> None:
        """Return to the bot's matches from an earlier run, then join and host those of the plan."""
        await self._check_games()
        rows = (await self._client.ask(build(ListMatches, follow=bool(self._plan.accept)))).matches
        for row in rows:
            # A change may have been read before this goes on, and is newer than the list.
            self._lobby.setdefault(row.match, row)
            if any(seat.name == self._client.welcome.you.name for seat in row.seats):
                await self._return_to(row)
        for code in self._plan.join:
            await self._join(code)
        await self._events.enter(self._plan.enter, self._plan.key)
        for setup in self._plan.host:
            # A program needs no time to follow, so the engines answer it at once.
            entered = await self._client.ask(create(replace(setup, engine_pace=setup.engine_pace or 0.0)))
            self._log(f"match {entered.code}: hosting {setup.game}; to join: kibitz join {entered.code}")
            self._expect(entered)

    async def _check_games(self) -> None:
        """Find the games of the plan and those that the bot can play. Ask it about those that it is to host or seek.

        Raises:
            UsageError: The server does not have a game of the plan, or the bot cannot play it.
        """
        bot, plan = self._make(), self._plan
        asked = bot.notation is not None or type(bot).declines is not Bot.declines
        if not (asked or plan.host or plan.accept or plan.seek or plan.challenges.games):
            return
        listed = (await self._client.ask(build(ListGames))).games
        self._plan = with_named_games(plan, listed)
        if asked:
            self._playable = await games_to_play(bot, self._plan, listed)

    async def _return_to(self, row: MatchRow) -> None:
        """Watch a match with a player of the bot's name, and leave it again if that player is not the bot."""
        try:
            entered = await self._client.ask(build(Watch, match=row.match))
        except RefusedError:
            return
        if entered.seat is None:
            await self._client.ask(build(Unwatch, match=row.match))
        else:
            self._log(f"match {row.code}: resumed")
            self._expect(entered)

    async def _join(self, reference: str) -> None:
        try:
            entered = await self._client.ask(build(Join, match=reference))
        except RefusedError as error:
            if error.refused.code != Code.ALREADY_SEATED:
                raise
            entered = await self._client.ask(build(Watch, match=reference))
        self._expect(entered)

    def _expect(self, entered: Entered) -> None:
        if entered.seat is not None and entered.match not in self._matches and entered.match not in self._ended:
            self._entered.add(entered.match)

    async def _find_matches(self) -> None:
        """Join matches of the lobby and seek an opponent, while the plan has room."""
        for row in list(self._lobby.values()):
            self._lobby.pop(row.match, None)
            if not self._is_wanted(row):
                continue
            playable = self._playable is None or row.game in self._playable
            reason = self._plan.challenges.reason(row) if playable else f"I do not play {row.game}."
            if reason is not None:
                await self._explain(row, reason)
                continue
            if not self._has_room:
                self._lobby[row.match] = row
                if row.for_you and not self._all_begun:
                    await self._explain(row, BUSY)
                continue
            bot = self._make()
            try:
                if (reason := await call(bot.declines, row.game, row.options)) is not None:
                    await self._explain(row, reason)
                elif await call(bot.accepts, row):
                    await self._join(row.match)
                elif row.for_you:
                    await self._explain(row, DECLINED)
            except RefusedError as error:
                # Another player was faster, or the match does not admit the bot.
                self._log(f"match {row.code}: not joined: {error}")
            except Exception as error:
                self._log(f"match {row.code}: not joined: the bot raised {type(error).__name__}: {error}")

        if self._plan.seek and self._has_room and not self._occupied:
            await self._seek(self._plan.seek[self._seeks % len(self._plan.seek)])

    async def _explain(self, row: MatchRow, reason: str) -> None:
        """Log why a match is not joined, and tell it the player who has reserved a seat for the bot."""
        if row.match in self._explained:
            return
        self._explained.append(row.match)
        self._log(f"match {row.code}: not joined: {reason}")
        if row.for_you:
            # The match may be without chat, or already gone.
            with contextlib.suppress(RefusedError):
                await self._client.ask(build(Watch, match=row.match))
                await self._client.ask(build(Chat, match=row.match, text=reason))
            with contextlib.suppress(RefusedError):
                await self._client.ask(build(Unwatch, match=row.match))

    @property
    def _has_room(self) -> bool:
        """Whether the bot may enter or seek one more match."""
        busy, aside = self._running + self._seeking, self._dormant
        all_begun = self._plan.matches is not None and self.played + busy >= self._plan.matches
        places = self._plan.at_once + min(aside, MAX_REST)
        return busy < places and not all_begun and not self._seeking

    @property
    def _occupied(self) -> bool:
        """Whether the server lets the bot seek nobody: it plays a match with a clock, not one of days for a move."""
        clocks = [match.state.clock for match in self._matches.values() if match.state.phase == "running"]
        plays = any(clock is not None and not isinstance(clock, Correspondence) for clock in clocks)
        return plays or asyncio.get_running_loop().time() < self._seek_at

    async def _seek(self, game: str) -> None:
        """Look for an opponent. The client renews the seek after a reconnection; `Paired` announces the opponent."""
        try:
            found = await self._client.ask(seek(game, (), self._plan.clock, rated=False))
        except RefusedError as error:
            if error.refused.code != Code.PLAYING:
                raise
            # Another client of the player plays, so no message says when that match ends.
            loop = asyncio.get_running_loop()
            self._seek_at = loop.time() + SEEK_AGAIN_S
            loop.call_at(self._seek_at, self._changed.set)
            return
        self._seeks += 1
        if isinstance(found, Entered):
            self._expect(found)
        elif not self._paired:
            self._seeking = True
            self._log(f"looking for an opponent at {game}")
        self._paired = False

    def _is_wanted(self, row: MatchRow) -> bool:
        """Return whether a match has a free seat that the plan includes."""
        if row.phase != "open" or row.match in self._matches:
            return False
        if row.for_you:
            return self._plan.invited
        free = any(seat.kind == "open" and seat.kept_for is None for seat in row.seats)
        return free and row.game in self._plan.accept

    async def _listen(self) -> None:
        try:
            async for message in self._client.messages():
                self._on_message(message)
                self._receive(message)
        except RefusedError as error:
            if error.refused.code == Code.UNKNOWN_MATCH:
                raise UnknownMatch(str(error)) from None
            raise

    def _receive(self, message: Any) -> None:
        if isinstance(message, Invitation):
            self._lobby[message.row.match] = message.row
            self._changed.set()
            return
        if isinstance(message, Seeks):
            if self._seeking and self._client.ends_search(message):
                self._seeking = False
                self._log(seeks_end(message))
                self._changed.set()
            return
        if self._events.receive(message):
            self._changed.set()
            return
        if isinstance(message, Paired) and self._events.leads_to(message):
            self._log(f"match {message.code}: paired with {message.opponent}")
            self._led.add(message.match)
            self._expect(Entered(match=message.match, code=message.code, seat=message.seat))
            return
        if isinstance(message, Paired) and not self._plan.seek:
            # The player has another client, which plays this match.
            self._others.append(message.match)
            return
        if isinstance(message, Paired):
            self._paired, self._seeking = not self._seeking, False
            self._log(f"match {message.code}: found {message.opponent}")
            self._expect(Entered(match=message.match, code=message.code, seat=message.seat))
            self._changed.set()
            return
        if isinstance(message, Lobby):
            for gone in message.gone:
                self._lobby.pop(gone, None)
            self._lobby.update({row.match: row for row in message.changed})
            self._changed.set()
            return
        id = getattr(message, "match", None)
        if id in self._matches:
            self._matches[id].receive(message)
        elif id in self._finished:
            self._receive_after_end(self._finished[id], message)
        elif isinstance(message, Snapshot) and message.you is not None and id not in self._others:
            self._entered.discard(message.match)
            match = BotMatch(
                self._client,
                self._make(),
                message,
                self._log,
                self._rematch_policy,
                self._greetings,
                self._plan.leave_after_s,
                self._changed.set,
            )
            self._matches[message.match] = match
            self._tasks[message.match] = asyncio.create_task(self._play(message.match, match))

    def _receive_after_end(self, match: BotMatch, message: Any) -> None:
        """Apply a message of a finished match. If it announces a rematch, expect the rematch's snapshot."""
        before = match.state.rematch
        match.receive(message)
        after = match.state.rematch
        if after is not None and before is None and after.match not in self._matches:
            self._entered.add(after.match)

    async def _play(self, id: str, match: BotMatch) -> None:
        """Play a match, then leave it. Resign after an internal error, so that the opponent does not wait."""
        try:
            await match.play()
        except ClientError:
            # The connection failed, which `_listen` reports, or the server has evicted the match.
            pass
        except Exception as error:
            match.log(f"resigning after an internal error: {error!r}")
            match.failed = True
            await match.resign()
        finally:
            if match.failed:
                self._on_failure(match.state.code)
            self._finished[id] = match
            del self._matches[id]
            self._ended.append(id)
            self.played += 1
            self._changed.set()
        await self._leave(id, match)

    async def _leave(self, id: str, match: BotMatch) -> None:
        """Unsubscribe from a finished match, once no rematch can follow."""
        try:
            stays = (self._endless and not self._all_begun) or match.may_play_again
            if not (stays and len(self._finished) <= MAX_FINISHED and await match.wait_for_rematch(REMATCH_S)):
                await self._client.ask(build(Unwatch, match=id))
        except ClientError:
            pass  # see `_play`
        finally:
            del self._finished[id], self._tasks[id]
            self._changed.set()
