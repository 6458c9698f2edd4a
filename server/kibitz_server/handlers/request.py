"""A client's command on its way through the server, with the means to answer it."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

import structlog

from kibitz_protocol.refusals import SENTENCES, Code
from kibitz_server.accounts.accounts import Accounts
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.accounts.moderation import Moderation
from kibitz_server.core.values.refusal import Reason, Refusal
from kibitz_server.jobs.database import Unreadable, read_and_do, unreadable
from kibitz_server.limits.client import ClientLimiter
from kibitz_server.limits.limiter import Command
from kibitz_server.messages import replies
from kibitz_server.messages.outgoing import Data
from kibitz_server.pool.interface import Search
from kibitz_server.runtime.room import Client
from kibitz_server.runtime.runtime import Runtime
from kibitz_server.store.interface import Reader

log = structlog.get_logger(__name__)

R = TypeVar("R")
T = TypeVar("T")
SomeCommand = TypeVar("SomeCommand", bound=Command, covariant=True)


@dataclass(slots=True)
class CommandContext:
    """What the handlers of one connection work with."""

    runtime: Runtime
    accounts: Accounts
    moderation: Moderation
    client: Client
    limiter: ClientLimiter | None = None
    hint_pending: bool = False
    """Whether a hint for this connection is being searched."""
    evaluation: Search | None = None
    """The search for the analysis board of this connection, while it runs."""


class Request(Generic[SomeCommand]):
    """One command of a client. Its handler answers exactly once, now or later, on the event loop.

    It calls `reply` or `refuse`, or raises CommandRefused.
    """

    __slots__ = ("_answer", "answered", "client", "context", "message", "received_at", "runtime")

    def __init__(
        self, context: CommandContext, message: SomeCommand, answer: "Callable[[Request[Command], Data], None]"
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

    def refuse_because(self, reason: CommandRefused | Refusal) -> None:
        """Refuse the command for a reason that the accounts or the core gave."""
        if isinstance(reason, CommandRefused):
            self.refuse(reason.code, str(reason), reason.hint, retry_after_s=reason.retry_after_s)
        else:
            self.refuse(reason.reason, reason.message, reason.hint)

    def charge(self, seconds: float) -> None:
        """Charge processor time that the command used in another thread."""
        if self.context.limiter is not None:
            self.context.limiter.charge_thread(self.message, seconds)

    def read(self, work: Callable[[], T], then: Callable[[T | Exception], object]) -> None:
        """Read from the store in its thread. Meanwhile other commands of this kind from the same address wait.

        Args:
            work: Called in the thread.
            then: Called once on the event loop with the result or the exception of `work`.
        """
        limiter = self.context.limiter
        if limiter is None:
            self.runtime.store.read(work, then)
            return
        end = limiter.begin_reading(self.message)
        used_s = 0.0

        def measured() -> T:
            nonlocal used_s
            began_s = time.thread_time()
            try:
                return work()
            finally:
                used_s = time.thread_time() - began_s

        def done(result: T | Exception) -> None:
            end(used_s)
            limiter.carry_on(self.message, lambda: then(result))

        self.runtime.store.read(measured, done)

    def query(
        self, read: Callable[[Reader], R], job: Callable[..., T], more: tuple[object, ...], then: Callable[[T], None]
    ) -> None:
        """Read from the database and do a job in a helper process, and refuse the command if that fails.

        Meanwhile other commands of this kind from the same address wait. If only this process can read the database, it
        does so.

        Args:
            read: A function of a module, or a `functools.partial` of one.
            job: A function of a module. It gets what was read. It may raise CommandRefused.
            more: Its further arguments, as plain data.
            then: Called once on the event loop with the result of the job, unless the command is refused.
        """
        store, limiter = self.runtime.store, self.context.limiter
        if store.url is not None:
            end = limiter.begin_reading(self.message) if limiter is not None else lambda _: None
            self._help(read_and_do, (store.url, read, job, more), then, lambda: end(0.0))
            return

        def found(result: R | Exception) -> None:
            if isinstance(result, Exception):
                self._refuse_unread(result)
            else:
                self.in_background(job, (result, *more), then)

        self.read(lambda: read(store), found)

    def in_background(
        self, job: Callable[..., T], args: tuple[object, ...], then: Callable[[T], None], *, long: bool = False
    ) -> None:
        """Do slow work in a helper process, and refuse the command if that fails.

        Args:
            job: A function of a module. It may raise CommandRefused.
            args: Its arguments, as plain data.
            then: Called once on the event loop with the result, unless the command is refused.
            long: Whether the work may take seconds.
        """
        self._help(job, args, then, long=long)

    def _refuse_unread(self, error: Exception) -> None:
        log.warning("the database cannot be read", error=str(error))
        self.refuse_because(unreadable())

    def _help(
        self,
        job: Callable[..., T],
        args: tuple[object, ...],
        then: Callable[[T], None],
        ended: Callable[[], object] = lambda: None,
        *,
        long: bool = False,
    ) -> None:
        """Do a job in a helper process as `in_background` says. `ended` is called first, whatever the outcome."""

        def answer(result: T | BaseException) -> None:
            ended()
            limiter = self.context.limiter
            if limiter is None:
                judge(result)
            else:
                limiter.carry_on(self.message, lambda: judge(result))

        def judge(result: T | BaseException) -> None:
            if isinstance(result, CommandRefused):
                self.refuse_because(result)
            elif isinstance(result, Unreadable):
                self._refuse_unread(result)
            elif isinstance(result, BaseException):
                log.error("a command failed in the background", command=type(self.message).__name__, exc_info=result)
                self.refuse(Code.INTERNAL, "the server made a mistake", "try again, or tell its operator")
            else:
                then(result)

        def spent(seconds: float) -> None:
            if self.context.limiter is not None:
                self.context.limiter.charge_help(self.message, seconds)

        try:
            self.runtime.background.start(self.client, job, args, answer, long=long, spent=spent)
        except CommandRefused as refused:
            ended()
            self.refuse_because(refused)
