"""Bot that asks a program for its moves in Go. Each match has its own process."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from kibitz_client.bots.bot import TimeLeft
from kibitz_client.bots.engines.bot import OVERTIME_S, EngineBot, EngineBots, require_lines
from kibitz_client.bots.engines.process import ended_by_errors
from kibitz_client.bots.gtp.engine import GtpEngine, GtpRefusal
from kibitz_client.bots.gtp.game import GtpGame
from kibitz_client.errors import UsageError
from kibitz_client.match.state import MatchState
from kibitz_protocol.formats.games.go import SIZE
from kibitz_protocol.values.games import OptionValue

GTP = "gtp"


@dataclass(frozen=True, slots=True)
class GtpSettings:
    """A program and how it is used.

    `first_commands` are sent at its start. `move_s` are the seconds for a move in a match without a clock; without
    them, the program decides. `verbose` logs the commands and their answers.
    """

    command: Sequence[str]
    first_commands: Sequence[str] = ()
    move_s: int | None = None
    verbose: bool = False


class GtpBots(EngineBots):
    """Makes the bots of one program: call it for each match."""

    def __init__(self, settings: GtpSettings, log: Callable[[str], None]) -> None:
        """Check the settings.

        Raises:
            UsageError: A command is not one line of text, or the time for a move is not a whole number of seconds.
        """
        require_lines(*settings.first_commands)
        if not all(command.strip() for command in settings.first_commands):
            raise UsageError("a command for the program is empty", '--gtp-command "kgs-rules chinese"')
        if settings.move_s is not None and settings.move_s < 1:
            raise UsageError("a program needs at least one second for a move", "--gtp-time 5")
        self._settings = settings
        self._log = log
        self._sizes: dict[int, bool] = {}

    def __call__(self) -> "GtpBot":
        """Return the bot of a match."""
        return GtpBot(self, self._settings, self._log)

    async def check(self) -> str:
        """Start the program once and return its name, before a match depends on it.

        Raises:
            EngineError: The program fails.
            UsageError: The program refuses one of the first commands.
        """
        engine = await self.start("")
        await engine.quit()
        return engine.name

    async def start(self, code: str) -> GtpEngine:
        """Start the program.

        Args:
            code: Code of the match, for the log.

        Raises:
            EngineError: The program fails.
            UsageError: The program refuses one of the first commands.
        """
        place = f"match {code}: " if code else ""
        settings = self._settings

        def talk(line: str) -> None:
            if settings.verbose:
                self._log(place + line)

        return await GtpEngine.start(list(settings.command), settings.first_commands, self._log, talk)

    async def has_size(self, size: int) -> bool:
        """Return whether the program plays on boards of a size. It is asked once.

        Raises:
            EngineError: The program fails.
            UsageError: The program refuses one of the first commands.
        """
        if size not in self._sizes:
            engine = await self.start("")
            try:
                await engine.ask(f"boardsize {size}")
                self._sizes[size] = True
            except GtpRefusal:
                self._sizes[size] = False
            finally:
                await engine.quit()
        return self._sizes[size]


class GtpBot(EngineBot[GtpGame]):
    """Bot that plays the moves of a program, in games with GTP notation."""

    notation = GTP

    def __init__(self, bots: GtpBots, settings: GtpSettings, log: Callable[[str], None]) -> None:
        super().__init__(log)
        self._bots = bots
        self._settings = settings

    async def declines(self, _game: str, options: Mapping[str, OptionValue]) -> str | None:
        """Return that the program does not have boards of this size; None if it has.

        Raises:
            EngineError: The program fails.
            UsageError: The program refuses one of the first commands.
        """
        size = options.get(SIZE)
        # The server refuses a size that is not a number, with a better sentence.
        if not isinstance(size, int) or await self._bots.has_size(size):
            return None
        return f"My engine does not play on boards of size {size}."

    async def start_engine(self, state: MatchState) -> GtpGame:
        """Start the program for a match, with all moves that were played.

        Raises:
            EngineError: The program fails, or does not have such a board.
            UsageError: The program refuses one of the first commands.
        """
        engine = await self._bots.start(state.code)
        async with ended_by_errors(engine):
            game = GtpGame(engine, lambda text: self._log(f"match {state.code}: {text}"), self._settings.move_s)
            await game.begin(state)
        return game

    async def ask_engine(self, engine: GtpGame, state: MatchState, clock: TimeLeft | None) -> str:
        """Return the program's move.

        Raises:
            EngineError: The program fails, or its answer is not a legal move.
        """
        return await engine.move(state, clock, self.patience_s - OVERTIME_S)

    async def dead(self, state: MatchState) -> tuple[int, ...]:
        """Return the cells with stones that the program holds to be dead.

        Raises:
            EngineError: The program fails.
            UsageError: The program refuses one of the first commands.
        """
        return await (await self._ready(state)).dead(state, self.patience_s - OVERTIME_S)
