"""Process of an engine that reads commands and writes answers, one line each, and logs to standard error."""

import asyncio
import contextlib
import signal
from collections.abc import AsyncIterator, Callable
from typing import Protocol, Self

from kibitz_client.bots.subprocess_bot import start_program, stderr_lines, wait_or_kill
from kibitz_client.errors import ClientError

STOP_S = 2.0
"""How long an engine may take to answer an order to stop, and to end after `quit`."""
LONGEST_QUOTE = 60
"""Characters of a text that an error quotes."""
LAST_LINES = 3
"""How many lines of an engine's standard error a message about its end has."""


class EngineError(ClientError):
    """An engine ended, did not answer in time, or gave an invalid answer."""


class RunningEngine(Protocol):
    """A running engine."""

    async def quit(self, within_s: float = STOP_S) -> None:
        """Ask the engine to end, and kill it after `within_s` seconds."""


@contextlib.asynccontextmanager
async def ended_by_errors(engine: RunningEngine) -> AsyncIterator[None]:
    """Kill an engine if the block that prepares it fails, because nothing else would end it."""
    try:
        yield
    except BaseException:
        await engine.quit(0)
        raise


class EngineProcess:
    """A running engine. `start` makes one.

    `name` is what its error messages call it: the program, until a protocol learns the engine's own name.
    """

    def __init__(self, command: list[str], process: asyncio.subprocess.Process, log: Callable[[str], None]) -> None:
        self.name = command[0]
        self._process = process
        self._log = log
        self._stderr = asyncio.create_task(self._copy_stderr())
        self._last_lines: list[str] = []

    @classmethod
    async def start(cls, command: list[str], log: Callable[[str], None]) -> Self:
        """Start an engine.

        Args:
            command: The program and its arguments.
            log: Called with each line of the engine's standard error.

        Raises:
            ProgramError: The program cannot be started.
        """
        return cls(command, await start_program(command), log)

    async def send(self, line: str) -> None:
        """Write a line to the engine.

        Raises:
            EngineError: The engine ended, or the text has line breaks or other control characters.
        """
        if not line.isprintable():
            # Moves and positions come from the server: it must not give commands to an engine, which may write files.
            raise EngineError(f"{line[:LONGEST_QUOTE]!r} is not one line of text")
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line.encode() + b"\n")
            await self._process.stdin.drain()
        except (BrokenPipeError, ConnectionResetError):
            raise await self._ended() from None

    async def read(self) -> str:
        """Return the next line of the engine, without blanks around it.

        Raises:
            EngineError: The engine ended, or the line is too long.
        """
        assert self._process.stdout is not None
        try:
            line = await self._process.stdout.readline()
        except ValueError:
            raise EngineError(f"{self.name} wrote a line that is too long") from None
        if not line:
            raise await self._ended()
        return line.decode(errors="replace").strip()

    async def skip_waiting(self) -> None:
        """Skip the lines that the engine has written already: they answer nothing that is sent later."""
        with contextlib.suppress(TimeoutError):
            # A line that has arrived is read without waiting, and so before the timeout.
            async with asyncio.timeout(0):
                while True:
                    await self.read()

    async def quit(self, within_s: float = STOP_S) -> None:
        """Send `quit` to the engine, and kill it after `within_s` seconds."""
        if self._process.returncode is None:
            with contextlib.suppress(EngineError):
                await self.send("quit")
            await wait_or_kill(self._process, within_s)
        self._stderr.cancel()

    async def _ended(self) -> EngineError:
        """Return the error for an engine that has ended or closed its output."""
        try:
            async with asyncio.timeout(STOP_S):
                code = await self._process.wait()
                await self._stderr
        except TimeoutError:
            return EngineError(f"{self.name} has closed its input or output")
        how = f"exit code {code}" if code >= 0 else f"signal {-code}, {_signal_name(-code)}"
        last = f": {' / '.join(self._last_lines)}" if self._last_lines else ""
        return EngineError(f"{self.name} has ended ({how}){last}")

    async def _copy_stderr(self) -> None:
        async for line in stderr_lines(self._process):
            self._log(f"  {line}")
            self._last_lines = [*self._last_lines, line][-LAST_LINES:]


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return "unknown"
