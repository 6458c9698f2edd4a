"""Bot in any language: a program that reads JSON lines on standard input and answers on standard output.

One process plays one match. It reads these lines:

    {"t":"start","match":…,"code":…,"game":…,"options":{…},"seats":[…],"you":0}
    {"t":"choose","ply":4,"legal":["a1",…],"to_move":0,"state":{…},"clock":{…}}      answer: {"move":"a1"}
    {"t":"choose",…,"may_berserk":true}       answer, to give up half of the time: {"berserk":true}; it is asked again
    {"t":"end","result":{…}}                                                          then standard input closes

Its standard error goes to the log. A program that ends early is started again for the next attempt.
"""

import asyncio
import codecs
import contextlib
import errno
import json
import shlex
from collections.abc import AsyncIterator, Callable
from typing import Any

from kibitz_client.bots.bot import BERSERK, RESIGN, Bot, TimeLeft
from kibitz_client.errors import ClientError, UsageError
from kibitz_client.match.state import MatchState, can_go_berserk

MAX_LINE_BYTES = 64 * 1024
MAX_LOG_LINE = 4096
STOP_S = 2.0
"""How long a program may run after the end of its match."""


class ProgramError(ClientError):
    """The program gave an invalid answer, or none."""


class ProgramBot(Bot):
    """Bot that asks a program for its moves.

    Args:
        command: The program and its arguments.
        log: Called with each line of the program's standard error.
    """

    def __init__(self, command: list[str], log: Callable[[str], None]) -> None:
        self._command = command
        self._log = log
        self._process: asyncio.subprocess.Process | None = None
        self._log_task: asyncio.Task[None] | None = None

    async def choose(self, state: MatchState, clock: TimeLeft | None) -> str:
        """Ask the program for a move, and start it again if it has ended.

        Raises:
            ProgramError: The program gives no valid answer.
        """
        try:
            return await self._ask(state, clock)
        except BaseException:
            # A late line of it would be taken for the answer to the next question.
            await self._stop(0)
            raise

    async def on_start(self, state: MatchState) -> None:
        """Start the program."""
        await self._start(state)

    async def on_end(self, state: MatchState) -> None:
        """Send the result, and stop the program if it does not exit within `STOP_S`."""
        if self._process is not None:
            result = state.result.model_dump() if state.result else None
            with contextlib.suppress(ProgramError):
                await self._write({"t": "end", "match": state.match, "result": result})
            await self._stop(STOP_S)

    async def _ask(self, state: MatchState, clock: TimeLeft | None) -> str:
        if self._process is None:
            await self._start(state)
        position = state.position
        await self._write(
            {
                "t": "choose",
                "match": state.match,
                "ply": position.ply,
                "legal": position.legal,
                "to_move": position.to_move,
                "moves": [move.move for move in state.moves],
                "chance_events": [{"ply": chance.ply, "text": chance.text} for chance in state.chance_events],
                "state": position.model_dump(),
                "may_berserk": can_go_berserk(state),
                "clock": clock and {"yours_s": clock.yours_s, "seats_s": clock.seats_s, "control": clock.control},
            }
        )
        answer = await self._read()
        if answer.get("resign") is True:
            return RESIGN
        if answer.get("berserk") is True:
            return BERSERK
        if not isinstance(answer.get("move"), str):
            raise ProgramError(f'the program answered {json.dumps(answer)[:200]}, not {{"move": …}}')
        return str(answer["move"])

    async def _start(self, state: MatchState) -> None:
        self._process = await start_program(self._command)
        self._log_task = asyncio.create_task(self._copy_stderr(self._process))
        await self._write(
            {
                "t": "start",
                "match": state.match,
                "code": state.code,
                "game": state.game.name,
                "options": dict(state.options),
                "board": state.board.model_dump(),
                "seats": [seat.model_dump() for seat in state.seats],
                "you": state.you,
            }
        )

    async def _write(self, data: dict[str, Any]) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(data, separators=(",", ":")).encode() + b"\n")
            await self._process.stdin.drain()
        except (BrokenPipeError, ConnectionResetError):
            raise ProgramError("the program has closed its standard input") from None

    async def _read(self) -> dict[str, Any]:
        assert self._process is not None
        assert self._process.stdout is not None
        try:
            line = await self._process.stdout.readline()
        except ValueError:
            raise ProgramError(f"the program wrote more than {MAX_LINE_BYTES} bytes on one line") from None
        if not line:
            raise ProgramError("the program ended without an answer")
        try:
            answer = json.loads(line)
        except ValueError:
            raise ProgramError(f"the program wrote {line[:200].decode(errors='replace')!r}, not JSON") from None
        if not isinstance(answer, dict):
            raise ProgramError("the program's answer is not a JSON object")
        return answer

    async def _copy_stderr(self, process: asyncio.subprocess.Process) -> None:
        async for line in stderr_lines(process):
            self._log(f"  {line}")

    async def _stop(self, within_s: float) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None
        process.stdin.close()
        await wait_or_kill(process, within_s)
        if self._log_task is not None:
            self._log_task.cancel()


async def start_program(command: list[str]) -> asyncio.subprocess.Process:
    """Start a program with pipes for standard input, output and error.

    Raises:
        ProgramError: The program cannot be started.
    """
    pipe = asyncio.subprocess.PIPE
    try:
        return await asyncio.create_subprocess_exec(
            *command, stdin=pipe, stdout=pipe, stderr=pipe, limit=MAX_LINE_BYTES
        )
    except OSError as error:
        script = ": a script needs a first line such as #!/bin/sh" if error.errno == errno.ENOEXEC else ""
        raise ProgramError(f"{command[0]} cannot be started: {error.strerror}{script}") from None


async def wait_or_kill(process: asyncio.subprocess.Process, within_s: float) -> None:
    """Wait for the end of a program, and kill it after `within_s` seconds."""
    try:
        async with asyncio.timeout(within_s):
            await process.wait()
    except TimeoutError:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()


async def stderr_lines(process: asyncio.subprocess.Process) -> AsyncIterator[str]:
    """Yield each line of a program's standard error; a line longer than `MAX_LOG_LINE` characters in parts."""
    assert process.stderr is not None
    rest = ""
    decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
    while chunk := await process.stderr.read(4096):
        *lines, rest = (rest + decoder.decode(chunk)).split("\n")
        for line in lines:
            yield line.rstrip("\r")
        if len(rest) > MAX_LOG_LINE:
            yield rest
            rest = ""
    if rest:
        yield rest


def split_command(text: str, option: str = "--exec") -> list[str]:
    """Split a command line into arguments, as a shell does.

    Raises:
        UsageError: The quotes do not match, or there is no program.
    """
    try:
        command = shlex.split(text)
    except ValueError as error:
        raise UsageError(f"{text!r} is not a command: {error}") from None
    if not command:
        raise UsageError(f"{option} needs a program", f"{option} 'node my-bot.mjs'")
    return command
