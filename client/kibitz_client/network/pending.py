"""Unanswered commands of a client, and how long each may stay unanswered. No I/O."""

import asyncio
from collections.abc import Iterator

from kibitz_client.errors import NetworkError
from kibitz_client.network.connection import Pace
from kibitz_protocol.commands.analysis import Analyse, Analysing
from kibitz_protocol.commands.explain import Explain
from kibitz_protocol.commands.positions import Evaluate
from kibitz_protocol.to_client import Notice, Outcome
from kibitz_protocol.to_server import AnyCommand, Hint

COMPUTED = (Analyse, Evaluate, Explain, Hint)
"""Commands that wait for a processor of the server."""


class Pending:
    """An unanswered command. `tries` counts the connections that it was sent on."""

    def __init__(self, command: AnyCommand) -> None:
        self.command = command
        self.answer: asyncio.Future[Outcome | None] = asyncio.get_running_loop().create_future()
        self.tries = 0
        self.sent_at = 0.0
        self.timer: asyncio.TimerHandle | None = None

    def settle(self, answer: Outcome | Exception | None) -> None:
        """Pass the result or the exception to the caller of `ask`. Only the first call has an effect."""
        self.stop()
        if self.answer.done():
            return
        if isinstance(answer, Exception):
            self.answer.set_exception(answer)
        else:
            self.answer.set_result(answer)

    def stop(self) -> None:
        """End the time limit."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None


class PendingCommands:
    """The unanswered commands by id.

    Each has a time limit on every connection, so that a server that answers pings alone does not hold up a caller
    without end. It is longer for a command that the server computes, and while the server says that it cannot save.
    """

    def __init__(self, server: str, pace: Pace) -> None:
        self._server = server
        self._pace = pace
        self._commands: dict[str, Pending] = {}
        self._halted = False

    def __iter__(self) -> Iterator[Pending]:
        return iter(list(self._commands.values()))

    def add(self, command: AnyCommand) -> Pending:
        """Add a command that is about to be sent."""
        pending = self._commands[command.id] = Pending(command)
        return pending

    def remove(self, pending: Pending) -> None:
        """Forget a command that is answered or whose caller has gone."""
        pending.stop()
        del self._commands[pending.command.id]

    def get(self, id: str | None) -> Pending | None:
        """Return the unanswered command with this id."""
        return None if id is None else self._commands.get(id)

    def sending(self, pending: Pending) -> None:
        """Count a try, and start the time limit on this connection."""
        pending.tries += 1
        pending.sent_at = asyncio.get_running_loop().time()
        self._limit(pending)

    def disconnected(self) -> None:
        """End all time limits until the commands are sent on the next connection."""
        self._halted = False
        for pending in self:
            pending.stop()

    def observe(self, message: object) -> None:
        """Extend time limits when the server reports progress of analyses, or that it cannot save or can again."""
        match message:
            case Notice(halted=bool(halted)):
                self._halted = halted
                for pending in self:
                    self._limit(pending)
            case Analysing():
                for pending in self:
                    if isinstance(pending.command, Analyse):
                        pending.sent_at = asyncio.get_running_loop().time()
                        self._limit(pending)

    def fail(self, error: Exception) -> None:
        """Pass an error to all callers."""
        for pending in self:
            pending.settle(error)

    def _limit(self, pending: Pending) -> None:
        """Start the time limit again, no further than the longest one from the moment of sending."""
        longest, loop = self._pace.computed_s, asyncio.get_running_loop()
        slow = self._halted or isinstance(pending.command, COMPUTED)
        most_s = longest if slow else self._pace.answer_s
        until = min(loop.time() + most_s, pending.sent_at + longest)
        sentence = f"the server at {self._server} did not answer the command {pending.command.t!r} within {most_s:g} s"
        error = NetworkError(sentence, "try again, or use another server")
        pending.stop()
        pending.timer = loop.call_at(until, pending.settle, error)
