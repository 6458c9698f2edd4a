"""One match of a bot: its state follows the server's messages, and the bot chooses a move at each of its turns.

A mistake of the bot never stalls a match. It is logged, the bot is asked again, and finally the match is resigned.
"""

import asyncio
import contextlib
import traceback
from collections.abc import Callable, Coroutine
from dataclasses import replace
from enum import Enum, auto
from typing import Any

from kibitz_client.bots.bot import BERSERK, RESIGN, Bot, TimeLeft
from kibitz_client.bots.greetings import Greetings
from kibitz_client.bots.invoke import call
from kibitz_client.bots.silence import Reaction, Silence
from kibitz_client.errors import ClientError, RefusedError, UsageError
from kibitz_client.match.state import MatchState, advance, can_go_berserk
from kibitz_client.network.client import NetworkClient
from kibitz_client.requests import build
from kibitz_client.text.match_view import result_line
from kibitz_protocol.refusals import Code
from kibitz_protocol.to_client import Snapshot
from kibitz_protocol.to_server import Accept, Chat, Claim, Decline, GoBerserk, Move, Offer, Ping, Resign
from kibitz_protocol.values.matches import OfferKind
from kibitz_protocol.values.seats import name_text, seat_text
from kibitz_protocol.values.state import State

RETRY_CODES = (Code.NOT_SAVED, Code.BUSY, Code.TOO_MANY)
"""Refusals with a passing reason: the same move is sent again."""
RETRY_S = 0.5
LONGEST_RETRY_S = 10.0

NO_GREETINGS = Greetings()

Log = Callable[[str], None]
"""Write a line to the bot's log. Called on the event loop's thread."""


class RematchPolicy(Enum):
    """Answer to a rematch offer: no (the plan has no room), as the bot decides, or yes unless the bot declines."""

    NO = auto()
    IF_BOT_WANTS = auto()
    YES = auto()


class BotMatch:
    """One match that a bot plays.

    Pass every message of the match to `receive`, and await `play`. Then await `wait_for_rematch`.

    Args:
        policy: Returns the plan's current answer to a rematch offer. Called before and after the bot decides.
        greetings: What the bot says to its opponents.
        leave_after_s: How long to wait for a move of an opponent in a match without a clock; 0 for no limit.
        dormant: Called when the bot begins or ceases to wait for the match.
    """

    def __init__(
        self,
        client: NetworkClient,
        bot: Bot,
        snapshot: Snapshot,
        log: Log,
        policy: Callable[[], RematchPolicy] = lambda: RematchPolicy.NO,
        greetings: Greetings = NO_GREETINGS,
        leave_after_s: float = 0.0,
        dormant: Callable[[], None] = lambda: None,
    ) -> None:
        state = advance(None, snapshot)
        assert state is not None
        self.state: MatchState = state
        self.failed = False
        """Whether the match was resigned because the bot raised errors or returned no legal move."""
        self._client = client
        self._bot = bot
        self._log = log
        self._policy = policy
        self._greetings = greetings
        self._changed = asyncio.Event()
        # A takeback can restore the same position, so turns are counted.
        self._turn, self._asked_turn = 0, -1
        self._move_task: asyncio.Task[None] | None = None
        self._offer_task: asyncio.Task[None] | None = None
        self._settle_task: asyncio.Task[None] | None = None
        self._state_at = asyncio.get_running_loop().time()
        self._leave_after_s, self._on_dormant = leave_after_s, dormant
        self._silence = Silence(state, self._state_at, leave_after_s)

    @property
    def dormant(self) -> bool:
        """Whether the match goes on without the bot waiting for it, because its opponent is silent."""
        return self._silence.dormant

    def receive(self, message: Any) -> None:
        """Apply a message to the state, and cancel the choice of a move for an outdated position."""
        before, after = self.state, advance(self.state, message)
        assert after is not None
        self.state = after
        if after.position is not before.position:
            self._state_at = asyncio.get_running_loop().time()
        old_turn, new_turn = (before.your_turn, before.position.ply), (after.your_turn, after.position.ply)
        if old_turn != new_turn or before.position.position != after.position.position:
            self._turn += 1
            if self._move_task is not None:
                self._move_task.cancel()
        was_aside = self.dormant
        if self._silence.observe(after, asyncio.get_running_loop().time()) and was_aside:
            self._on_dormant()
        self._changed.set()
        if after.offers != before.offers:
            self._start_answer()
        if after.settling and not before.settling:
            self._settle_task = asyncio.create_task(self._settle(after))

    async def play(self) -> MatchState:
        """Play until the match is over, and return its last state."""
        attending = asyncio.create_task(self._attend())
        try:
            return await self._play()
        finally:
            attending.cancel()

    async def _play(self) -> MatchState:
        if self._offer_task is None:
            self._start_answer()  # to an offer made while the bot was disconnected
        if self.state.settling:
            self._settle_task = asyncio.create_task(self._settle(self.state))
        await self._until(lambda state: state.phase != "open")
        names = self.state.game.seats
        others = [name_text(view) for view in self.state.seats if view.seat != self.state.you]
        self.log(f"playing {seat_text(names, self.state.you or 0)} against {' and '.join(others)}")
        await self._say(self._greetings.at_start(self.state))
        await self._run_hook(self._bot.on_start)
        while not self.state.over:
            await self._until(lambda state: state.over or (state.your_turn and self._turn != self._asked_turn))
            if not self.state.over:
                self._asked_turn = self._turn
                await self._run_until_outdated(self._move(self.state))
        await self._until(lambda state: not state.awaits_seed)
        if self._offer_task is not None and self.state.offered != "rematch":
            self._offer_task.cancel()
        await self._say(self._greetings.at_end(self.state))
        await self._run_hook(self._bot.on_end)
        if self.state.result is not None:
            self.log(result_line(replace(self.state, you=None)))
        return self.state

    @property
    def may_play_again(self) -> bool:
        """Whether an offer of a rematch could be accepted."""
        if not self._has_human_opponent or self._policy() is RematchPolicy.NO:
            return False
        return self._policy() is RematchPolicy.YES or type(self._bot).rematch is not Bot.rematch

    async def wait_for_rematch(self, for_s: float) -> bool:
        """Answer an offer of a rematch within `for_s` seconds, and return whether a rematch was created."""
        if not self._has_human_opponent:
            return False
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(for_s):
                await self._until(lambda state: state.rematch is not None)
        if self._offer_task is not None:
            await asyncio.wait([self._offer_task])
        return self.state.rematch is not None

    @property
    def _has_human_opponent(self) -> bool:
        """Whether an opponent can make offers; engines cannot."""
        return any(view.kind == "human" for view in self.state.seats if view.seat != self.state.you)

    def log(self, text: str) -> None:
        """Log a line with the match's code."""
        self._log(f"match {self.state.code}: {text}")

    async def resign(self) -> None:
        """Resign the match."""
        with contextlib.suppress(RefusedError):
            await self._client.ask(build(Resign, match=self.state.match))

    async def _say(self, text: str | None) -> None:
        """Send a chat line, if there is an opponent who reads it."""
        if text and self._has_human_opponent:
            # The match may be without chat.
            with contextlib.suppress(RefusedError):
                await self._client.ask(build(Chat, match=self.state.match, text=text))

    def _start_answer(self) -> None:
        """Start to answer a pending offer. After the end of a match only a rematch can be offered."""
        state = self.state
        if state.offered is not None and state.offered != "settle" and (state.offered == "rematch" or not state.over):
            self._offer_task = asyncio.create_task(self._answer(state, state.offered))

    async def _answer(self, state: MatchState, offer: OfferKind) -> None:
        """Accept or decline an offer; a bot that raises declines."""
        is_rematch = offer == "rematch"
        try:
            agrees = bool(await (self._wants_rematch(state) if is_rematch else call(self._bot.agrees, state, offer)))
        except Exception as error:
            self.log(f"{'rematch' if is_rematch else 'agrees'} raised {type(error).__name__}: {error}")
            agrees = False
        self.log(f"{'accepting' if agrees else 'declining'} an offer: {offer}")
        answer = build(Accept, match=state.match, offer=offer) if agrees else None
        # The offer may have expired meanwhile.
        with contextlib.suppress(ClientError):
            await self._client.ask(answer or build(Decline, match=state.match, offer=offer))

    async def _settle(self, state: MatchState) -> None:
        """Propose what the bot holds to be dead, and so agree to the same of the opponent; nothing if it raises."""
        try:
            dead = await call(self._bot.dead, state)
        except Exception as error:
            self.log(f"dead raised {type(error).__name__}: {error}")
            dead = ()
        # The opponent may play on meanwhile.
        with contextlib.suppress(ClientError):
            await self._client.ask(build(Offer, match=state.match, offer="settle", dead=sorted(dead)))

    async def _wants_rematch(self, state: MatchState) -> bool:
        assert state.result is not None
        if self._policy() is RematchPolicy.NO:
            return False
        wanted = await call(self._bot.rematch, state.result)
        # The bot may have taken long, so the policy is read again: the plan may have no room any more.
        policy = self._policy()
        return policy is RematchPolicy.YES if wanted is None else bool(wanted) and policy is not RematchPolicy.NO

    async def _attend(self) -> None:
        """Do what is due while the opponent is silent."""
        clock = asyncio.get_running_loop().time
        while not self.state.over:
            due = self._silence.next()
            self._changed.clear()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout_at(None if due is None else due.at):
                    await self._changed.wait()
            if due is None or clock() < due.at or due != self._silence.next():
                continue
            # What happened while the connection was lost arrives before this answer.
            with contextlib.suppress(ClientError):
                await self._client.ask(build(Ping))
                await asyncio.sleep(0)
            if due == self._silence.next():
                self._silence.done(due.step)
                await self._carry_out(due.step)

    async def _carry_out(self, step: Reaction) -> None:
        opponent = next((view.name for view in self.state.seats if view.seat != self.state.you and view.name), "")
        limit = f"{self._leave_after_s:g} s"
        match step:
            case Reaction.CLAIM | Reaction.CLAIM_NO_SHOW:
                why = f"{opponent} is gone" if step is Reaction.CLAIM else f"{opponent} made no first move"
                try:
                    await self._client.ask(build(Claim, match=self.state.match))
                except ClientError as error:
                    self.log(f"{why}, but the match cannot be claimed: {error}")
                else:
                    self.log(f"claimed: {why}")
            case Reaction.WARN:
                left = f"{self._leave_after_s / 2:g} s"
                await self._say(f"Are you there? I do not wait longer than {left} more for your move.")
            case Reaction.LEAVE:
                self.log(f"leaving: {opponent} made no move for {limit}")
                await self.resign()
            case Reaction.REST:
                self.log(f"not waited for any more: nothing happened for {limit}; it goes on without taking a place")
                self._on_dormant()

    async def _until(self, reached: Callable[[MatchState], bool]) -> None:
        while not reached(self.state):
            self._changed.clear()
            await self._changed.wait()

    async def _run_until_outdated(self, work: Coroutine[Any, Any, None]) -> None:
        """Await the choice of a move; `receive` cancels it when the position changes."""
        task = self._move_task = asyncio.create_task(work)
        try:
            await asyncio.wait([task])
        finally:
            task.cancel()
            self._move_task = None
        with contextlib.suppress(asyncio.CancelledError):
            task.result()

    async def _move(self, state: MatchState) -> None:
        for _ in range(max(1, self._bot.attempts)):
            move = await self._choose(self.state)
            if move == BERSERK:
                move = await self._choose(self.state) if await self._go_berserk() else None
            if move == RESIGN:
                break
            if move not in (None, BERSERK) and await self._send(state, move):
                return
        else:
            self.failed = True
        self.log("resigning")
        await self.resign()

    async def _go_berserk(self) -> bool:
        """Give up half of the time, and return whether that was possible and the clock of the match shows it."""
        if not can_go_berserk(self.state):
            self.log("the bot cannot go berserk now")
            return False
        try:
            await self._client.ask(build(GoBerserk, match=self.state.match))
        except ClientError as error:
            self.log(f"the bot cannot go berserk: {error}")
            return False
        self.log("going berserk")
        await self._until(lambda state: not can_go_berserk(state))
        return True

    async def _choose(self, state: MatchState) -> str | None:
        """Return the bot's move, or None after logging why there is none."""
        try:
            async with asyncio.timeout(self._bot.patience_s):
                move = await call(
                    self._bot.choose, state, TimeLeft.of(state, asyncio.get_running_loop().time() - self._state_at)
                )
        except TimeoutError:
            self.log(f"the bot returned no move within {self._bot.patience_s:g} s at ply {state.position.ply}")
            return None
        except Exception as error:
            if isinstance(error, ClientError):
                self.log(f"{error} (at ply {state.position.ply})")
                return None
            self.log(f"the bot raised {type(error).__name__} at ply {state.position.ply}: {error}")
            for line in "".join(traceback.format_exception(error)).splitlines():
                self._log(f"  {line}")
            return None
        if not isinstance(move, str):
            self.log(f"the bot returned {move!r} at ply {state.position.ply}, which is not a move")
            return None
        return move

    async def _send(self, state: MatchState, text: str) -> bool:
        """Send a move; return False if the bot must choose another one."""
        delay_s, position = RETRY_S, state.position
        while True:
            try:
                await self._client.ask(
                    build(Move, match=state.match, ply=position.ply, move=text, position=position.position)
                )
            except UsageError as error:
                self.log(f"the bot's move cannot be sent: {error}")
                return False
            except RefusedError as error:
                code = error.refused.code
                self.log(f"move {text!r} was refused: {error}" + (f" ({error.hint})" if error.hint else ""))
                if code not in RETRY_CODES:
                    # Any other refusal but an illegal move means that the match has changed; its messages say how.
                    return code != Code.ILLEGAL_MOVE and not _same_position(error.refused.state, position)
                await asyncio.sleep(error.refused.retry_after_s or delay_s)
                delay_s = min(2 * delay_s, LONGEST_RETRY_S)
            else:
                return True

    async def _run_hook(self, hook: Callable[[MatchState], Any]) -> None:
        """Call a hook; log its failure and go on."""
        try:
            async with asyncio.timeout(self._bot.patience_s):
                await call(hook, self.state)
        except Exception as error:
            self.log(f"{hook.__name__} raised {type(error).__name__}: {error}")


def _same_position(refused: State | None, known: State) -> bool:
    """Return whether a refusal shows the position that the move was for."""
    return refused is not None and (refused.ply, refused.position) == (known.ply, known.position)
