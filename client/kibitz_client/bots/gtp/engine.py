"""Process of a program that plays Go by the Go Text Protocol, version 2 (Farnebäck, 2002)."""

import asyncio
import re
from collections.abc import Callable, Sequence
from typing import Self

from kibitz_client.bots.engines.process import STOP_S, EngineError, EngineProcess, ended_by_errors
from kibitz_client.errors import UsageError

VERSION = "2"
ANSWER_S = 60.0
"""How long a program may take for an answer; the first one may have to wait for its tables."""
MAX_LINES = 2000
"""Lines of an answer."""
LONGEST_TALK = 200
"""Characters of a command or an answer on a line of the log."""
REST_S = 2.0
"""How long the next line of an answer may take. Some programs leave out the empty line at its end."""
SHORT_REST_S = 0.2
"""The same for a program that has left it out."""
ANSWER = re.compile(r"([=?])(?![=?])(\d{0,18})(\s*)(.*)", re.ASCII)
"""First line of an answer: success or failure, the number of its command, and text, of which blanks may be missing."""
COMMENT = "#"


class GtpRefusal(EngineError):
    """The program refused a command; it goes on."""


class GtpEngine:
    """A running program. `start` makes one.

    Commands are sent one after the other, with numbers. After a `GtpRefusal` the program goes on; after another error,
    only `quit` is possible.
    """

    def __init__(self, process: EngineProcess, talk: Callable[[str], None]) -> None:
        self._process = process
        self._talk = talk
        self._number = 0
        # Whether answers have the numbers of their commands; None before the first one.
        self._numbered: bool | None = None
        self._rest_s = REST_S
        self._known: dict[str, bool] = {}
        self._complete = False

    @classmethod
    async def start(
        cls,
        command: list[str],
        first_commands: Sequence[str],
        log: Callable[[str], None],
        talk: Callable[[str], None] = lambda _line: None,
    ) -> Self:
        """Start a program and send it the first commands.

        Args:
            command: The program and its arguments.
            first_commands: Commands in addition to those of a match: `kgs-rules chinese`.
            log: Called with each line of the program's standard error.
            talk: Called with each command and its answer.

        Raises:
            EngineError: The program ends, or it does not speak GTP.
            ProgramError: The program cannot be started.
            UsageError: The program refuses one of the first commands.
        """
        engine = cls(await EngineProcess.start(command, log), talk)
        async with ended_by_errors(engine):
            await engine._handshake()
            for text in first_commands:
                try:
                    await engine.ask(text)
                except GtpRefusal as refusal:
                    raise UsageError(str(refusal), "leave out this --gtp-command, or correct it") from None
        return engine

    @property
    def name(self) -> str:
        """The program's name and version, or its file before the handshake."""
        return self._process.name

    async def ask(self, command: str, within_s: float = ANSWER_S) -> str:
        """Send a command and return the text of its answer. Lines that are not an answer are skipped.

        Raises:
            GtpRefusal: The program answers with a failure.
            EngineError: The program ended, or does not answer within `within_s` seconds.
        """
        self._number += 1
        await self._process.skip_waiting()
        await self._process.send(f"{self._number} {command}")
        try:
            async with asyncio.timeout(within_s):
                success, text = await self._answer(str(self._number))
        except TimeoutError:
            raise EngineError(f"{self.name} did not answer {command!r} within {within_s:.3g} s") from None
        self._talk(f"{command[:LONGEST_TALK]} {'=' if success else '?'} {' / '.join(text.splitlines())[:LONGEST_TALK]}")
        if not success:
            raise GtpRefusal(f"{self.name} refuses {command!r}: {text or 'no reason given'}")
        return text

    async def knows(self, name: str) -> bool:
        """Return whether the program has a command.

        Raises:
            EngineError: The program ended or does not answer.
        """
        if name not in self._known and not self._complete:
            try:
                self._known[name] = (await self.ask(f"known_command {name}")).casefold().startswith("true")
            except GtpRefusal:
                self._known[name] = False
        return self._known.get(name, False)

    async def quit(self, within_s: float = STOP_S) -> None:
        """Ask the program to end, and kill it after `within_s` seconds."""
        await self._process.quit(within_s)

    async def _handshake(self) -> None:
        """Find out the protocol, the name and the commands of the program."""
        try:
            version = await self.ask("protocol_version")
        except GtpRefusal as refusal:
            raise EngineError(str(refusal), "check that the program speaks GTP") from None
        except EngineError as error:
            raise EngineError(str(error), "check that the program speaks GTP: gnugo --mode gtp") from None
        number = re.search(r"\d+", version)
        if number is None or number[0] != VERSION:
            raise EngineError(f"{self.name} speaks version {version or '?'} of GTP, not {VERSION}")
        words = [await self._optional(command) for command in ("name", "version")]
        self._process.name = " ".join(filter(None, words))[:LONGEST_TALK] or self.name
        self._known = dict.fromkeys((await self._optional("list_commands")).split(), True)
        self._complete = bool(self._known)

    async def _optional(self, command: str) -> str:
        try:
            return await self.ask(command)
        except GtpRefusal:
            return ""

    async def _answer(self, number: str) -> tuple[bool, str]:
        """Return whether the command with this number succeeded, and the text of the answer."""
        while True:
            first = ANSWER.fullmatch(await self._process.read())
            if first is None:
                continue
            lines = [first[4]]
            while line := await self._next_line():
                lines.append(line)
                if len(lines) > MAX_LINES:
                    raise EngineError(f"{self.name} gave an answer of more than {MAX_LINES} lines")
            rest = self._rest(number, *first.groups()[1:])
            if rest is not None:
                text = "\n".join([rest, *(line for line in lines[1:] if not line.startswith(COMMENT))]).strip()
                return first[1] == "=", "".join(c for c in text if c.isprintable() or c in "\n\t")

    async def _next_line(self) -> str:
        """Return the next line of an answer; empty at its end."""
        try:
            async with asyncio.timeout(self._rest_s):
                return await self._process.read()
        except TimeoutError:
            self._rest_s = SHORT_REST_S
            return ""

    def _rest(self, number: str, given: str, blank: str, text: str) -> str | None:
        """Return the text of an answer with the given number to the command with a number; None for another command.

        Some programs leave the numbers out. An answer with another number is that to an older command.
        """
        if given == number:
            self._numbered = True
            return text
        sent = given and 1 <= int(given) <= self._number
        if given.startswith(number) and not sent and not blank:
            # Without a blank, the number of the command and a number that is the answer look like one.
            return given.removeprefix(number) + text
        if self._numbered or (given and (text or sent)):
            return None
        self._numbered = False
        return given or text
