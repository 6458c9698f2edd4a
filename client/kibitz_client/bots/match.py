"""One match of a bot: its state follows the messages, and whenever it is our turn the bot is asked for a move.

A bot's mistake never stalls a match: it is told in the log, asked again, and in the end the match is resigned.
"""

import asyncio
import contextlib
import traceback
from collections.abc import Callable
from enum import Enum, auto
from typing import Any

from kibitz_client.bots.bot import RESIGN, Bot, TimeLeft
from kibitz_client.bots.invoke import call
from kibitz_client.errors import ClientError, RefusedError, UsageError
from kibitz_client.match.state import MatchState, advance
from kibitz_client.network.client import Client
from kibitz_client.requests import build
from kibitz_client.text.formatting import result_text, seat_text
from kibitz_protocol.refusals import Code
from kibitz_protocol.to_client import Snapshot
from kibitz_protocol.to_server import Accept, Decline, Move, Resign
from kibitz_protocol.values import OfferKind, State

LATER = (Code.NOT_SAVED, Code.BUSY, Code.TOO_MANY)
"""Refusals that pass by themselves: the same move is sent again."""
RETRY_S = 0.5
LONGEST_RETRY_S = 10.0

Say = Callable[[str], None]


class Again(Enum):
    """Whether there is to be a rematch: no room for one; if the bot wants it; yes, unless it does not."""

    NO = auto()
    IF_WANTED = auto()
    YES = auto()


class BotMatch:
    """Give it every message of its match by `receive`, and await `play`; then `stay` for a rematch.

    `again` says whether there is room for one more match, and whether it is wanted where the bot does not say.
    """

    def __init__(
        self, link: Client, bot: Bot, snapshot: Snapshot, say: Say, again: Callable[[], Again] = lambda: Again.NO
    ) -> None:
        state = advance(None, snapshot)
        assert state is not None
        self.state: MatchState = state
        self._link = link
        self._bot = bot
        self._tell = say
        self._again = again
        self._news = asyncio.Event()
        # A takeback can bring the same position again, so turns are counted.
        self._turn, self._asked = 0, -1
        self._moving: asyncio.Task[None] | None = None
        self._answering: asyncio.Task[None] | None = None
        self._state_at = asyncio.get_running_loop().time()

    def receive(self, message: Any) -> None:
        """Take note of a message. A move that is being thought about for a position that is gone is given up."""
        before, after = self.state, advance(self.state, message)
        assert after is not None
        self.state = after
        if after.position is not before.position:
            self._state_at = asyncio.get_running_loop().time()
        here, there = (before.your_turn, before.position.ply), (after.your_turn, after.position.ply)
        if here != there or before.position.position != after.position.position:
            self._turn += 1
            if self._moving is not None:
                self._moving.cancel()
        self._news.set()
        if after.offers != before.offers:
            self._hear_offer()

    async def play(self) -> MatchState:
        """Play to the end; gives the last state."""
        if self._answering is None:
            self._hear_offer()  # one that was made while we were away
        await self._until(lambda state: state.phase != "open")
        names = self.state.game.seats
        others = [view.name or view.kind for view in self.state.seats if view.seat != self.state.you]
        self.say(f"playing {seat_text(names, self.state.you or 0)} against {' and '.join(others)}")
        await self._hook(self._bot.on_start)
        while not self.state.over:
            await self._until(lambda state: state.over or (state.your_turn and self._turn != self._asked))
            if not self.state.over:
                self._asked = self._turn
                await self._give_up_if_overtaken(self._move(self.state))
        if self._answering is not None and self.state.offered != "rematch":
            self._answering.cancel()
        await self._hook(self._bot.on_end)
        if self.state.result is not None:
            aborted = self.state.phase == "aborted"
            self.say(result_text(self.state.result, names, self.state.seats, aborted=aborted))
        return self.state

    @property
    def may_play_again(self) -> bool:
        """Whether a rematch could come of it, if the other side asked for one."""
        if not self._people or self._again() is Again.NO:
            return False
        return self._again() is Again.YES or type(self._bot).rematch is not Bot.rematch

    async def stay(self, for_s: float) -> bool:
        """Answer who asks for a rematch after the match; gives whether there is one, to which the server leads us."""
        if not self._people:
            return False
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(for_s):
                await self._until(lambda state: state.rematch is not None)
        if self._answering is not None:
            await asyncio.wait([self._answering])
        return self.state.rematch is not None

    @property
    def _people(self) -> bool:
        """Whether somebody sits opposite who can ask for something."""
        return any(view.kind == "human" for view in self.state.seats if view.seat != self.state.you)

    def say(self, text: str) -> None:
        """Tell something of this match in the log."""
        self._tell(f"match {self.state.code}: {text}")

    async def resign(self) -> None:
        """Give the match up."""
        with contextlib.suppress(RefusedError):
            await self._link.ask(build(Resign, match=self.state.match))

    def _hear_offer(self) -> None:
        """Think about what the other side offers, if it does; what stands after the end is a rematch."""
        state = self.state
        if state.offered is not None and (state.offered == "rematch" or not state.over):
            self._answering = asyncio.create_task(self._answer(state, state.offered))

    async def _answer(self, state: MatchState, offer: OfferKind) -> None:
        """Agree to an offer or decline it; a bot that makes a mistake over it declines."""
        again = offer == "rematch"
        try:
            agrees = bool(await (self._wants_rematch(state) if again else call(self._bot.agrees, state, offer)))
        except Exception as error:
            self.say(f"{'rematch' if again else 'agrees'} raised {type(error).__name__}: {error}")
            agrees = False
        self.say(f"{'agreeing to' if agrees else 'declining'} an offer: {offer}")
        answer = build(Accept, match=state.match, offer=offer) if agrees else None
        # It may have expired meanwhile.
        with contextlib.suppress(ClientError):
            await self._link.ask(answer or build(Decline, match=state.match, offer=offer))

    async def _wants_rematch(self, state: MatchState) -> bool:
        assert state.result is not None
        if self._again() is Again.NO:
            return False
        wanted = await call(self._bot.rematch, state.result)
        # It may have taken its time, so the plan has the last word.
        return self._again() is Again.YES if wanted is None else bool(wanted) and self._again() is not Again.NO

    async def _until(self, reached: Callable[[MatchState], bool]) -> None:
        while not reached(self.state):
            self._news.clear()
            await self._news.wait()

    async def _give_up_if_overtaken(self, work: Any) -> None:
        moving = self._moving = asyncio.create_task(work)
        try:
            await asyncio.wait([moving])
        finally:
            moving.cancel()
            self._moving = None
        with contextlib.suppress(asyncio.CancelledError):
            moving.result()

    async def _move(self, state: MatchState) -> None:
        for _ in range(max(1, self._bot.attempts)):
            move = await self._chosen(state)
            if move == RESIGN:
                break
            if move is not None and await self._sent(state, move):
                return
        self.say("resigning")
        await self.resign()

    async def _chosen(self, state: MatchState) -> str | None:
        """What the bot gives; None when that is nothing to play, which has been said."""
        try:
            async with asyncio.timeout(self._bot.patience_s):
                move = await call(self._bot.choose, state, self._time_left(state))
        except TimeoutError:
            self.say(f"the bot gave no move within {self._bot.patience_s:g} s at ply {state.position.ply}")
            return None
        except Exception as error:
            if isinstance(error, ClientError):
                self.say(f"{error} (at ply {state.position.ply})")
                return None
            self.say(f"the bot raised {type(error).__name__} at ply {state.position.ply}: {error}")
            for line in "".join(traceback.format_exception(error)).splitlines():
                self._tell(f"  {line}")
            return None
        if not isinstance(move, str):
            self.say(f"the bot gave {move!r} at ply {state.position.ply}, which is not a move")
            return None
        return move

    async def _sent(self, state: MatchState, text: str) -> bool:
        """Play a move; False when it is not one."""
        delay_s, position = RETRY_S, state.position
        while True:
            try:
                await self._link.ask(
                    build(Move, match=state.match, ply=position.ply, move=text, position=position.position)
                )
            except UsageError as error:
                self.say(f"the bot's move cannot be sent: {error}")
                return False
            except RefusedError as error:
                code = error.refused.code
                self.say(f"move {text!r} was refused: {error}" + (f" ({error.hint})" if error.hint else ""))
                if code not in LATER:
                    # Of any other refusal the reason is that the match has gone on, and its messages tell how.
                    return code != Code.ILLEGAL_MOVE and not _unmoved(error.refused.state, position)
                await asyncio.sleep(error.refused.retry_after_s or delay_s)
                delay_s = min(2 * delay_s, LONGEST_RETRY_S)
            else:
                return True

    async def _hook(self, hook: Callable[[MatchState], Any]) -> None:
        """A hook that fails is the log's news, and nothing else."""
        try:
            async with asyncio.timeout(self._bot.patience_s):
                await call(hook, self.state)
        except Exception as error:
            self.say(f"{hook.__name__} raised {type(error).__name__}: {error}")

    def _time_left(self, state: MatchState) -> TimeLeft | None:
        # With a delay or periods a move may take longer than the clock shows.
        left_ms = state.position.flag_ms
        if left_ms is None or state.you is None:
            return None
        since_ms = 1000 * (asyncio.get_running_loop().time() - self._state_at)
        left = [max(0.0, ms - (since_ms if seat == state.you else 0)) / 1000 for seat, ms in enumerate(left_ms)]
        return TimeLeft(left[state.you], tuple(left), str(state.clock or ""))


def _unmoved(told: State | None, known: State) -> bool:
    """Whether a refusal shows the very position that the move was for."""
    return told is not None and (told.ply, told.position) == (known.ply, known.position)
