"""Bot that asks an engine for its moves. Each match has its own engine process."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Generic, TypeVar

from kibitz_client.bots.bot import Bot, TimeLeft
from kibitz_client.bots.engines.process import STOP_S, EngineError, RunningEngine
from kibitz_client.errors import UsageError
from kibitz_client.match.state import MatchState

MARGIN_S = 0.1
"""Clock time that is reserved for the round trip to the server."""
SHARE = 0.95
"""Part of a move's own time that an engine may use."""
OVERTIME_S = 5.0
"""How long an engine may exceed its limit in a match without a clock."""


EngineT = TypeVar("EngineT", bound=RunningEngine)


class EngineBot(Bot, ABC, Generic[EngineT]):
    """Bot that plays the moves of an engine, in games with one notation."""

    notation: str

    def __init__(self, log: Callable[[str], None]) -> None:
        self._log = log
        self._engine: EngineT | None = None

    @abstractmethod
    async def start_engine(self, state: MatchState) -> EngineT:
        """Start an engine for a match.

        Raises:
            EngineError: The engine fails, or cannot play this match.
            UsageError: The engine does not accept the settings.
        """

    @abstractmethod
    async def ask_engine(self, engine: EngineT, state: MatchState, clock: TimeLeft | None) -> str:
        """Return the engine's move.

        Raises:
            EngineError: The engine fails.
        """

    async def choose(self, state: MatchState, clock: TimeLeft | None) -> str:
        """Ask the engine for a move, and start it again if it has ended.

        Raises:
            EngineError: The game has another notation, or the engine fails.
            UsageError: The engine does not accept the settings.
        """
        if state.game.notation != self.notation:
            raise EngineError(f"{state.game.name} has no {self.notation.upper()} notation, so an engine cannot play it")
        try:
            # An engine that is started again does so in the time for its move.
            began = asyncio.get_running_loop().time()
            engine = await self._ready(state)
            spent = asyncio.get_running_loop().time() - began
            return await self.ask_engine(engine, state, clock and clock.after(spent, state.you))
        except BaseException:
            # A late answer would be taken for the answer to the next question.
            await self._quit(0)
            raise

    async def on_start(self, state: MatchState) -> None:
        """Start the engine, also while the opponent is to move."""
        if state.game.notation == self.notation:
            await self._ready(state)

    async def on_end(self, _state: MatchState) -> None:
        """End the engine."""
        await self._quit()

    async def _ready(self, state: MatchState) -> EngineT:
        if self._engine is None:
            self._engine = await self.start_engine(state)
        return self._engine

    async def _quit(self, within_s: float = STOP_S) -> None:
        engine, self._engine = self._engine, None
        if engine is not None:
            await engine.quit(within_s)


class EngineBots(ABC):
    """Makes the bots of one engine: call it for each match."""

    @abstractmethod
    def __call__(self) -> Bot:
        """Return the bot of a match."""

    @abstractmethod
    async def check(self) -> str:
        """Start the engine once and return its name, before a match depends on it.

        Raises:
            EngineError: The engine fails.
            UsageError: The engine does not accept the settings.
        """


def require_lines(*texts: str) -> None:
    """Check texts that are sent to an engine.

    Raises:
        UsageError: A text is not one line.
    """
    for text in texts:
        if not text.isprintable():
            raise UsageError(f"{text!r} is not one line of text")
