"""Rate limits: counts what clients and addresses take, and returns a sentence for what exceeds a limit.

Nothing is counted by identity alone, because a guest can always return as another guest. What a player may do is
counted for the player, and a multiple of it for the address block. Each count expires, so the memory is bounded.
"""

import asyncio
import math
from collections import Counter, OrderedDict
from collections.abc import Callable
from typing import NamedTuple, Protocol, get_args

from kibitz_protocol import to_server
from kibitz_protocol.commands.accounts import PeopleCommand
from kibitz_protocol.commands.archive import Export, SearchArchive, ShowRatings
from kibitz_protocol.commands.away.alerts import AlertChange, ManageAlerts
from kibitz_protocol.commands.match_info import ShowSeries
from kibitz_protocol.commands.positions import Evaluate, Explore
from kibitz_protocol.commands.puzzles import PuzzleCommand
from kibitz_protocol.commands.studies.study import CreateStudy, StudyCommand
from kibitz_protocol.commands.teaching.lessons import LessonCommand
from kibitz_protocol.refusals import Code
from kibitz_protocol.values.seats import Engine
from kibitz_server.limits.config import Limits
from kibitz_server.limits.cost import CallAt, CostQueue, Timer, Work, WorkClock
from kibitz_server.limits.token_bucket import Rate, TokenBuckets

SOON_S = 5.0
"""Suggested wait in seconds if the time until a free place is unknown."""
QUERY_PACE = Rate(0.002, 0.01)
"""Seconds of the event loop at a stretch for the queries of one address: 2 ms, then a fifth of the time."""
PLAY_PACE = Rate(0.002, 0.004)
"""The same for its commands of playing: 2 ms, then half of the time."""
REFUSALS = Rate(5, 0.5)
"""Refused messages of one connection that are answered at once: five, then ten a second."""
PLAYING = (
    to_server.Join,
    to_server.Start,
    to_server.GiveClientSeed,
    to_server.GoBerserk,
    to_server.Move,
    to_server.Ping,
    to_server.SetPace,
    to_server.Offer,
    to_server.Accept,
    to_server.Decline,
    to_server.Withdraw,
    to_server.Resign,
    to_server.Claim,
    to_server.Chat,
    to_server.SayInLobby,
)
"""Cheap commands of a match that is being played. A client may send its move right behind `join` or `start`, so these
must not wait longer than the move."""
READING = (
    to_server.Create,
    to_server.Record,
    Export,
    SearchArchive,
    ShowRatings,
    ShowSeries,
    to_server.Tournament,
    *get_args(PuzzleCommand),
    *get_args(LessonCommand),
    *get_args(StudyCommand),
)
"""Commands that read the database. `create` looks for a match that the same command made."""
HELPED = (to_server.Explain, Explore, Evaluate)
"""Commands that a helper process works for, or an engine. They have a queue of their own, so that no list of matches
waits for what one tree costs. All others are queries."""
KEPT_GUESTS = 20_000
KEPT_PLAYERS = 20_000
"""Players whose address block is known for the fair queue of searches."""
CONNECTS_PER_HANDSHAKE = 2
"""How many times the rates of new clients and pages an address may connect: up to there each gets an answer."""


class DecodedCommand(Protocol):
    """A command of the protocol, decoded in whatever way. `t` is its type."""

    @property
    def t(self) -> str: ...

    @property
    def id(self) -> str: ...


class LimitExceeded(NamedTuple):
    """A limit that a client exceeded, as a sentence, and when it may try again."""

    sentence: str
    retry_after_s: float
    code: Code = Code.TOO_MANY

    @property
    def hint(self) -> str:
        """When to try again, in words."""
        seconds = math.ceil(self.retry_after_s)
        return f"try again in {seconds} s" if seconds < 120 else f"try again in {math.ceil(seconds / 60)} minutes"


class _SharedRate:
    """A rate for each player, and a multiple of it for each address block."""

    def __init__(self, rate: Rate, per_address: int, sentence: str) -> None:
        self._players = TokenBuckets(rate)
        self._blocks = TokenBuckets(rate.times(per_address))
        self._sentence = sentence

    def take(self, player: str, block: str, now: float) -> LimitExceeded | None:
        """Count one, or return the limit that it exceeds. Called for each message, so it reads the buckets directly."""
        players, blocks = self._players, self._blocks
        player_at, block_at = players.full_at.get(player, now), blocks.full_at.get(block, now)
        player_at = (player_at if player_at > now else now) + players.each_s
        block_at = (block_at if block_at > now else now) + blocks.each_s
        if player_at - now > players.most_ahead_s or block_at - now > blocks.most_ahead_s:
            return LimitExceeded(self._sentence, max(players.wait(player, now), blocks.wait(block, now)))
        players.full_at[player], blocks.full_at[block] = player_at, block_at
        return None

    def trim(self, now: float) -> None:
        self._players.trim(now)
        self._blocks.trim(now)


def _call_at(when: float, work: Work) -> Timer:
    return asyncio.get_running_loop().call_at(when, work)


class RateLimiter:
    """Rate limits of a server.

    Args:
        limits: the configured limits.
        clock: returns a time in seconds.
        waiting: returns the number of a player's searches that wait for an engine.
        call_at: sets a timer of `clock`; by default of the running event loop.
        work_clock: measures the processor time of the event loop.
    """

    def __init__(
        self,
        limits: Limits,
        clock: Callable[[], float],
        waiting: Callable[[str], int],
        call_at: CallAt = _call_at,
        work_clock: WorkClock | None = None,
    ) -> None:
        self.limits = limits
        self.enabled = limits.enabled
        self.clock = clock
        self.waiting = waiting
        self._open = 0
        self._unfinished = 0
        self._open_by_block: Counter[str] = Counter()
        self._unfinished_by_block: Counter[str] = Counter()
        self._handshakes = TokenBuckets(limits.handshakes)
        self._pages = TokenBuckets(limits.pages)
        self._connects = TokenBuckets(limits.handshakes.plus(limits.pages).times(CONNECTS_PER_HANDSHAKE))
        self.messages = _SharedRate(limits.messages, limits.per_address, "you send more messages than the server takes")
        self.patience = TokenBuckets(limits.patience)
        self.refusals = TokenBuckets(REFUSALS)
        matches = "you create more matches than one player may"
        hints = _SharedRate(limits.hints, limits.per_address, "you ask for more hints than one player may")
        changes = _SharedRate(
            limits.changes, limits.per_address, "you change more about your account than one player may"
        )
        chat = _SharedRate(limits.chat, limits.per_address, "you send more chat lines than one player may")
        self._commands: dict[type, _SharedRate] = {
            to_server.Create: _SharedRate(limits.matches, limits.per_address, matches),
            to_server.Seek: _SharedRate(limits.matches, limits.per_address, matches),
            to_server.Hint: hints,
            Evaluate: hints,
            Explore: _SharedRate(limits.explores, limits.per_address, "you look at more positions than one player may"),
            to_server.Explain: _SharedRate(
                limits.explains, limits.per_address, "you ask for more trees than one player may"
            ),
            to_server.Analyse: _SharedRate(
                limits.analyses, limits.per_address, "you ask for more analyses than one player may"
            ),
            # One rate for both, so that the lobby does not double it.
            to_server.Chat: chat,
            to_server.SayInLobby: chat,
            **dict.fromkeys(
                get_args(PuzzleCommand),
                _SharedRate(limits.puzzles, limits.per_address, "you try more puzzles than one player may"),
            ),
            **dict.fromkeys(
                get_args(LessonCommand),
                _SharedRate(limits.lessons, limits.per_address, "you do more in lessons than one player may"),
            ),
            **dict.fromkeys(
                get_args(StudyCommand),
                _SharedRate(limits.studies, limits.per_address, "you ask for more studies than one player may"),
            ),
            CreateStudy: _SharedRate(
                limits.new_studies, limits.per_address, "you make more studies than one player may"
            ),
            # One rate for all of them, because they all write to the database.
            **dict.fromkeys((to_server.Mute, to_server.TellTurns, ManageAlerts, *get_args(PeopleCommand)), changes),
        }
        self.work_clock = work_clock or WorkClock()
        asking = limits.query_time, limits.query_time_per_client, limits.query_bytes, TokenBuckets(QUERY_PACE)
        playing = limits.play_time, limits.play_time_per_client, limits.query_bytes, TokenBuckets(PLAY_PACE)
        self.queries = CostQueue(*asking, clock, call_at)
        self.reading = CostQueue(*asking, clock, call_at)
        self.helping = CostQueue(*asking, clock, call_at)
        self.playing = CostQueue(*playing, clock, call_at)
        self.queues = self.queries, self.reading, self.helping, self.playing
        self.queue_of: dict[str, CostQueue] = {
            kind.model_fields["t"].default: queue
            for kinds, queue in ((PLAYING, self.playing), (READING, self.reading), (HELPED, self.helping))
            for kind in kinds
        }
        """The queue of a command by its type; `queries` for all others."""
        self._engine_time = TokenBuckets(limits.guest_search)
        self._guests: OrderedDict[str, str] = OrderedDict()
        self._blocks: OrderedDict[str, str] = OrderedDict()

    # -- connections

    @property
    def open(self) -> int:
        """Number of admitted connections that are open."""
        return self._open

    @property
    def crowded(self) -> bool:
        """Whether more connections are open, with and without a hello, than the limits of the server allow together."""
        limits = self.limits
        return limits.enabled and self._unfinished + self._open > limits.connections + limits.unfinished

    def begin_handshake(self, block: str) -> bool:
        """Return whether a connection may begin its handshake. If so, it counts until `end_handshake`.

        An empty `block` has no limit of its own: it stands for a trusted proxy.
        """
        if self.limits.enabled and block:
            if self._unfinished_by_block[block] >= self.limits.unfinished_per_address:
                return False
            if self._connects.take(block, self.clock()):
                return False
        self._unfinished += 1
        self._unfinished_by_block[block] += 1
        return True

    def move_handshake(self, block: str, to: str) -> LimitExceeded | None:
        """Count an unfinished handshake for another block, or return the limit that it exceeds."""
        count = self._unfinished_by_block[to]
        if self.limits.enabled and count >= self.limits.unfinished_per_address:
            return LimitExceeded(f"{count} connections from your address have not said hello", SOON_S)
        _count_down(self._unfinished_by_block, block)
        self._unfinished_by_block[to] += 1
        return None

    def end_handshake(self, block: str) -> None:
        """Stop counting a handshake that succeeded or failed."""
        self._unfinished -= 1
        _count_down(self._unfinished_by_block, block)

    def admit(self, block: str) -> LimitExceeded | None:
        """Admit a client, which counts until `release`, or return the exceeded limit."""
        if self.limits.enabled:
            if self._open >= self.limits.connections:
                return LimitExceeded("the server is full", SOON_S, Code.BUSY)
            wait = self._handshakes.take(block, self.clock())
            if wait:
                return LimitExceeded("too many new connections come from your address", wait)
            if (count := self._open_by_block[block]) >= self.limits.connections_per_address:
                return LimitExceeded(f"{count} connections from your address are open already", SOON_S)
        self._open += 1
        self._open_by_block[block] += 1
        return None

    def page(self, block: str, weight: float = 1.0) -> LimitExceeded | None:
        """Count a request that opens no WebSocket as this many requests, or return the exceeded limit."""
        weight = min(weight, self.limits.pages.amount)
        wait = self._pages.take(block, self.clock(), weight) if self.limits.enabled else 0.0
        return LimitExceeded("too many requests come from your address", wait) if wait else None

    def release(self, block: str) -> None:
        """Stop counting an admitted client, which disconnected."""
        self._open -= 1
        _count_down(self._open_by_block, block)

    # -- commands

    def note_client(self, player: str, block: str, guest: bool) -> None:
        """Note the address block of a client that said hello, which its player's searches are charged to."""
        # New keys come with new clients alone.
        self.messages.trim(self.clock())
        self._blocks[player] = block
        self._blocks.move_to_end(player)
        if len(self._blocks) > KEPT_PLAYERS:
            self._blocks.popitem(last=False)
        if guest:
            self._guests[player] = block
            self._guests.move_to_end(player)
            if len(self._guests) > KEPT_GUESTS:
                self._guests.popitem(last=False)

    def command(self, message: DecodedCommand, player: str, block: str) -> LimitExceeded | None:
        """Count a command, or return the limit that it exceeds."""
        rate = self._commands.get(type(message))
        if rate is None or not self.limits.enabled:
            return None
        # A page tells each time whether it is seen.
        if isinstance(message, ManageAlerts) and not isinstance(message.do, AlertChange):
            return None
        if _uses_engine(message):
            if self.waiting(player) >= self.limits.searches_waiting:
                return LimitExceeded("too many of your searches wait for an engine", SOON_S, Code.BUSY)
            wait = self.engine_time_in(player)
            if wait:
                return LimitExceeded("the engine time for guests at your address is used up", wait, Code.ENGINE_BUDGET)
        return rate.take(player, block, self.clock())

    # -- engine time

    def engine_time_in(self, player: str) -> float:
        """Return the seconds until this player's engines may search again; 0 means now."""
        block = self._guests.get(player)
        if block is None or not self.limits.enabled:
            return 0.0
        return self._engine_time.wait(block, self.clock(), min(1.0, self.limits.guest_search.amount))

    def block_of(self, player: str) -> str:
        """Return the address block of a player's newest connection; an empty text if it is not known."""
        return self._blocks.get(player, "")

    def forget_guest(self, player: str) -> None:
        """Stop charging a player's engine time to its address: the player has an account now."""
        self._guests.pop(player, None)

    def spend(self, player: str, seconds: float) -> None:
        """Charge engine time to a player."""
        block = self._guests.get(player)
        if block is not None:
            self._engine_time.charge(block, self.clock(), seconds)


def _uses_engine(message: DecodedCommand) -> bool:
    match message:
        case to_server.Create():
            return any(isinstance(seat, Engine) for seat in message.seats)
        case to_server.Hint() | Evaluate():
            return True
        case _:
            return False


def _count_down(counter: Counter[str], key: str) -> None:
    counter[key] -= 1
    if counter[key] <= 0:
        del counter[key]
