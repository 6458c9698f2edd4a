"""A client's command on its way through the server, with the means to answer it."""

import time
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Generic, TypeVar

import sqlalchemy as sql
import structlog

from kibitz_protocol.refusals import SENTENCES, Code
from kibitz_server.accounts.accounts import Accounts
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.accounts.moderation import Moderation
from kibitz_server.core.values.refusal import Reason
from kibitz_server.jobs.database import Unreadable, read_and_do
from kibitz_server.limits.client import ClientLimiter
from kibitz_server.limits.limiter import DecodedCommand
from kibitz_server.messages import replies
from kibitz_server.messages.outgoing import Data
from kibitz_server.pool.interface import SubmittedSearch
from kibitz_server.runtime.room import ConnectedClient
from kibitz_server.runtime.runtime import Runtime
from kibitz_server.store.interface import StoreReader

log = structlog.get_logger(__name__)

R = TypeVar("R")
T = TypeVar("T")
SomeCommand = TypeVar("SomeCommand", bound=DecodedCommand, covariant=True)


class AwaitedOutcome(Generic[T]):
    """What a handler awaits: the outcome of work that calls back. The handler goes on within that call.

    A future of asyncio would wake it in a later turn of the event loop: behind the events that follow its answer, and
    behind the end of a server that stops.
    """

    __slots__ = ("begin",)

    def __init__(self, begin: Callable[[Callable[[T], None]], object]) -> None:
        """Describe work. `begin` starts it once the handler waits, and has it call its argument once, now or later."""
        self.begin = begin

    def __await__(self) -> "Generator[AwaitedOutcome[T], T, T]":
        return (yield self)


@dataclass(slots=True)
class CommandContext:
    """What the handlers of one connection work with."""

    runtime: Runtime
    accounts: Accounts
    moderation: Moderation
    client: ConnectedClient
    limiter: ClientLimiter | None = None
    hint_pending: bool = False
    """Whether a hint for this connection is being searched."""
    evaluation: SubmittedSearch | None = None
    """The search for the analysis board of this connection, while it runs."""


class Request(Generic[SomeCommand]):
    """One command of a client. Its handler answers exactly once, now or later, on the event loop.

    It calls `reply` or `refuse`, or raises CommandRefused or Unreadable. It may be a coroutine, which awaits an
    `AwaitedOutcome` where it has to wait.
    """

    __slots__ = ("_answer", "answered", "client", "context", "message", "received_at", "runtime")

    def __init__(
        self, context: CommandContext, message: SomeCommand, answer: "Callable[[Request[DecodedCommand], Data], None]"
    ) -> None:
        self.context = context
        self.client = context.client
        """The client that sent the command."""
        self.runtime = context.runtime
        self.message = message
        self.received_at = time.perf_counter()
        self.answered = False
        self._answer = answer

    def reply(self, result: Data | bytes | None = None) -> None:
        """Accept the command, with its result, which may be encoded."""
        self._answer(self, replies.accepted(self.message.id, result))

    def refuse(
        self,
        code: Code | Reason,
        message: str | None = None,
        hint: str | None = None,
        state: Data | None = None,
        *,
        retry_after_s: float | None = None,
    ) -> None:
        """Refuse the command. Without `message` the sentence is that of the code."""
        sentence = message or SENTENCES[Code(code.value)]
        self._answer(self, replies.refused(self.message.id, code.value, sentence, hint, state, retry_after_s))

    def refuse_because(self, refused: CommandRefused) -> None:
        """Refuse the command for a reason that was raised."""
        self.refuse(refused.code, str(refused), refused.hint, retry_after_s=refused.retry_after_s)

    def charge(self, seconds: float) -> None:
        """Charge processor time that the command used in another thread."""
        if self.context.limiter is not None:
            self.context.limiter.charge_thread(self.message, seconds)

    async def read(self, work: Callable[[], T]) -> T:
        """Read from the store in its thread. Meanwhile other commands of this kind from the same address wait.

        Args:
            work: Called in the thread.

        Raises:
            Unreadable: `work` failed.
        """
        end, used_s = self._begin_reading(), 0.0

        def measured() -> T:
            nonlocal used_s
            began_s = time.thread_time()
            try:
                return work()
            finally:
                used_s = time.thread_time() - began_s

        result: T | Exception = await AwaitedOutcome(lambda then: self.runtime.store.read(measured, then))
        end(used_s)
        if isinstance(result, Exception):
            raise Unreadable(str(result)) from result
        return result

    async def change(self, change: Callable[[sql.Connection], T]) -> T:
        """Change the database durably, and return the result. `change` may run again after a failure.

        Raises:
            CommandRefused: The change could not be stored.
        """
        results = list[T]()

        def noting(connection: sql.Connection) -> None:
            # A change that runs again adds a result each time.
            results.append(change(connection))

        error: Exception | None = await AwaitedOutcome(lambda then: self.runtime.store.change(noting, then))
        if error is not None:
            raise CommandRefused(Code.NOT_SAVED, hint="try again in a moment") from error
        return results[-1]

    async def query(self, read: Callable[[StoreReader], R], job: Callable[..., T], *more: object) -> T:
        """Read from the database and do a job in a helper process.

        Meanwhile other commands of this kind from the same address wait. If only this process can read the database, it
        does so.

        Args:
            read: A function of a module, or a `functools.partial` of one.
            job: A function of a module. It gets what was read.
            more: Its further arguments, as plain data.

        Raises:
            CommandRefused: The job refused the command, or failed.
            Unreadable: The database does not answer.
        """
        store = self.runtime.store
        if store.url is None:
            return await self.in_background(job, await self.read(lambda: read(store)), *more)
        end = self._begin_reading()
        return await self._help(read_and_do, (store.url, read, job, more), lambda: end(0.0))

    async def in_background(self, job: Callable[..., T], *args: object, long: bool = False) -> T:
        """Do slow work in a helper process.

        Args:
            job: A function of a module.
            args: Its arguments, as plain data.
            long: Whether the work may take seconds.

        Raises:
            CommandRefused: The job refused the command, or failed.
        """
        return await self._help(job, args, long=long)

    def _begin_reading(self) -> Callable[[float], None]:
        limiter = self.context.limiter
        return limiter.begin_reading(self.message) if limiter is not None else lambda _: None

    async def _help(
        self,
        job: Callable[..., T],
        args: tuple[object, ...],
        ended: Callable[[], object] = lambda: None,
        *,
        long: bool = False,
    ) -> T:
        """Do a job in a helper process as `in_background` says. `ended` is called first, whatever the outcome."""

        def spent(seconds: float) -> None:
            if self.context.limiter is not None:
                self.context.limiter.charge_help(self.message, seconds)

        start = self.runtime.background.start
        try:
            result: T | BaseException = await AwaitedOutcome(
                lambda then: start(self.client, job, args, then, long=long, spent=spent)
            )
        finally:
            ended()
        if isinstance(result, CommandRefused | Unreadable):
            raise result
        if isinstance(result, BaseException):
            log.error("a command failed in the background", command=type(self.message).__name__, exc_info=result)
            raise CommandRefused(Code.INTERNAL, "the server made a mistake", "try again, or tell its operator")
        return result
