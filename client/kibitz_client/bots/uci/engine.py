"""Process of a UCI engine: a chess program that answers text commands (Universal Chess Interface, Huber and
Meyer-Kahlen, 2000).
"""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from typing import Self

from kibitz_client.bots.engines.process import STOP_S, EngineError, EngineProcess, ended_by_errors
from kibitz_client.errors import UsageError
from kibitz_client.text.formatting import some_of

HANDSHAKE_S = 10.0
READY_S = 60.0
"""How long an engine may take to load its tables."""
CHESS960 = "UCI_Chess960"
NO_MOVE = ("(none)", "0000")


class UciEngine:
    """A running engine. `start` makes one.

    Commands are sent one after the other. After an error, only `quit` is possible.
    """

    def __init__(self, process: EngineProcess) -> None:
        self.options: dict[str, str] = {}
        """Names of the options that the engine has, with their types as UCI has them, such as `spin`."""
        self._process = process
        self._unanswered = 0
        """Searches that the engine still owes a move: earlier ones are answered first."""

    @classmethod
    async def start(cls, command: list[str], options: Mapping[str, str], log: Callable[[str], None]) -> Self:
        """Start an engine and set its options.

        Args:
            command: The program and its arguments.
            options: Values of options by name, which may be in upper or lower case.
            log: Called with each line of the engine's standard error.

        Raises:
            EngineError: The program cannot be started, or it does not speak UCI.
            UsageError: The engine has no such option.
        """
        engine = cls(await EngineProcess.start(command, log))
        async with ended_by_errors(engine):
            await engine._handshake()
            for name, value in options.items():
                await engine._process.send(
                    f"setoption name {engine._option(name)}" + (f" value {value}" if value else "")
                )
            await engine._ready()
        return engine

    @property
    def name(self) -> str:
        """The engine's name, or its program before the handshake."""
        return self._process.name

    async def new_game(self) -> None:
        """Let the engine forget the last game.

        Raises:
            EngineError: The engine ended or does not answer.
        """
        await self._process.send("ucinewgame")
        await self._ready()

    async def play_chess960(self) -> None:
        """Let the engine read and write castling as the king's move to its rook.

        Raises:
            EngineError: The engine does not play Chess960, or it ended.
        """
        known = {option.casefold(): option for option in self.options}
        if (name := known.get(CHESS960.casefold())) is None:
            raise EngineError(f"{self.name} does not play Chess960", f"use an engine with the option {CHESS960}")
        await self._process.send(f"setoption name {name} value true")

    async def best_move(
        self, position: str, go: str, stop_after_s: float, on_info: Callable[[str], None] = lambda _line: None
    ) -> str:
        """Let the engine search a position, and return its move.

        Args:
            position: What follows `position`: `startpos moves e2e4`.
            go: What follows `go`: `wtime 60000 btime 60000`.
            stop_after_s: Seconds until the engine gets `stop`.
            on_info: Called with each line of search info, without its first word.

        Raises:
            EngineError: The engine ended, has no move, or gives none within `STOP_S` after `stop`.
        """
        if not self._unanswered:
            await self._process.skip_waiting()
        await self._process.send(f"position {position}")
        await self._process.send(f"go {go}")
        self._unanswered += 1
        try:
            async with asyncio.timeout(stop_after_s):
                return await self._await_move(on_info)
        except TimeoutError:
            await self._process.send("stop")
        try:
            async with asyncio.timeout(STOP_S):
                return await self._await_move(on_info)
        except TimeoutError:
            raise EngineError(f"{self.name} gave no move within {stop_after_s:.1f} s and ignored stop") from None

    async def quit(self, within_s: float = STOP_S) -> None:
        """Ask the engine to end, and kill it after `within_s` seconds."""
        await self._process.quit(within_s)

    async def _handshake(self) -> None:
        await self._process.send("uci")
        try:
            async with asyncio.timeout(HANDSHAKE_S):
                while (line := await self._process.read()) != "uciok":
                    words = line.split()
                    if words[:2] == ["id", "name"]:
                        self._process.name = " ".join(words[2:]) or self.name
                    elif words[:2] == ["option", "name"] and "type" in words:
                        split = words.index("type")
                        self.options[" ".join(words[2:split])] = " ".join(words[split + 1 : split + 2])
        except TimeoutError:
            raise EngineError(
                f"{self.name} did not answer uci with uciok within {HANDSHAKE_S:g} s", "check that it is a UCI engine"
            ) from None

    async def _ready(self) -> None:
        await self._process.send("isready")
        try:
            async with asyncio.timeout(READY_S):
                while await self._process.read() != "readyok":
                    pass
        except TimeoutError:
            raise EngineError(f"{self.name} did not answer isready within {READY_S:g} s") from None

    def _option(self, name: str) -> str:
        """Return the name of an option as the engine writes it."""
        found = next((option for option in self.options if option.casefold() == name.casefold()), None)
        if found is None:
            known = f"choose one of {some_of(sorted(self.options))}" if self.options else "start it without options"
            raise UsageError(f"{self.name} has no option {name!r}", known)
        return found

    async def _await_move(self, on_info: Callable[[str], None]) -> str:
        """Return the move of the last search. What belongs to earlier ones is left out."""
        while True:
            word, _, rest = (await self._process.read()).partition(" ")
            if word == "info" and self._unanswered == 1:
                on_info(rest)
            elif word == "bestmove":
                self._unanswered -= 1
                if self._unanswered:
                    continue
                move = next(iter(rest.split()), NO_MOVE[0])
                if move in NO_MOVE:
                    raise EngineError(f"{self.name} found no move")
                return move


BOUNDS = {"lowerbound": ">=", "upperbound": "<="}
"""Words that say on which side of a bound the score lies, and how that is written."""
LENGTHS = {"score": 2, "lowerbound": 0, "upperbound": 0}
"""Words that belong to a keyword; one for others, and all that are left for `pv`."""


def read_info(line: str) -> dict[str, str]:
    """Return the fields of a line of search info: `depth`, `score` (`cp 34`, `mate -3`), `nodes`, `pv` and others."""
    words = line.split()
    fields: dict[str, str] = {}
    for key, place in _keys(words):
        length = len(words) if key == "pv" else LENGTHS.get(key, 1)
        fields[key] = " ".join(words[place + 1 : place + 1 + length])
    return fields


def about_best_move(info: Mapping[str, str]) -> bool:
    """Return whether search info has a score for the best line, and not for another one that was asked for as well."""
    return "score" in info and info.get("multipv", "1") == "1"


def _keys(words: list[str]) -> Iterator[tuple[str, int]]:
    """Yield each keyword with its place. Everything after `pv` and `string` belongs to them."""
    for place, word in enumerate(words):
        if word == "string":
            return
        if word in ("depth", "seldepth", "score", "nodes", "nps", "time", "multipv", "pv", *BOUNDS):
            yield word, place
            if word == "pv":
                return


def score_text(info: Mapping[str, str]) -> str:
    """Return a score such as `cp 34` in pawns (`+0.34`), and `mate -3` as `mate in -3`; another text unchanged.

    A bound is marked: `>= +0.34`.
    """
    bound = "".join(f"{sign} " for word, sign in BOUNDS.items() if word in info)
    kind, _, number = info["score"].partition(" ")
    try:
        return bound + {"cp": f"{int(number) / 100:+.2f}", "mate": f"mate in {int(number)}"}.get(kind, info["score"])
    except ValueError:
        return bound + info["score"]
