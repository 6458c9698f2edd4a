"""Bot that asks a UCI engine for its moves. Each match has its own engine process."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from kibitz_client.bots.bot import TimeLeft
from kibitz_client.bots.engines.bot import MARGIN_S, OVERTIME_S, SHARE, EngineBot, EngineBots, require_lines
from kibitz_client.bots.engines.process import ended_by_errors
from kibitz_client.bots.uci.engine import BOUNDS, UciEngine, about_best_move, read_info, score_text
from kibitz_client.errors import UsageError
from kibitz_client.match.state import MatchState
from kibitz_protocol.formats.games.chess960 import ARRAY, first_fen, is_chess960
from kibitz_protocol.values.clocks import Byoyomi, Clock, Fischer, PerMove, SimpleDelay

UCI = "uci"
DEFAULT_GO = "movetime 1000"
LONGEST_INFO = 200
"""Characters of search info on a line of the log."""


@dataclass(frozen=True, slots=True)
class UciSettings:
    """An engine and how it is used.

    `options` are set at its start. `go` limits a search in a match without a clock. `verbose` logs search info.
    """

    command: Sequence[str]
    options: Mapping[str, str] = field(default_factory=dict)
    go: str = DEFAULT_GO
    verbose: bool = False


class UciBot(EngineBot[UciEngine]):
    """Bot that plays the moves of an engine, in games with UCI notation."""

    notation = UCI

    def __init__(self, settings: UciSettings, log: Callable[[str], None]) -> None:
        super().__init__(log)
        self._settings = settings

    async def start_engine(self, state: MatchState) -> UciEngine:
        """Start the engine for a match.

        Raises:
            EngineError: The engine fails, or does not play Chess960.
            UsageError: The engine does not have an option of the settings.
        """
        settings = self._settings
        engine = await UciEngine.start(list(settings.command), settings.options, self._log)
        async with ended_by_errors(engine):
            if is_chess960(state.options):
                await engine.play_chess960()
            await engine.new_game()
        return engine

    async def ask_engine(self, engine: UciEngine, state: MatchState, clock: TimeLeft | None) -> str:
        """Return the engine's move.

        Raises:
            EngineError: The engine fails.
        """
        go, stop_after_s = self._limit(state.clock, clock, state.berserk or ())
        return await engine.best_move(position_command(state), go, stop_after_s, self._info(state))

    def _limit(self, control: Clock | None, clock: TimeLeft | None, berserk: Collection[int]) -> tuple[str, float]:
        """Return the limit of a search for `go`, and after how many seconds to stop it."""
        if control is None or clock is None or not isinstance(control, Fischer | SimpleDelay | Byoyomi | PerMove):
            words = self._settings.go.split()
            if words[:1] == ["movetime"]:
                return self._settings.go, int(words[1]) / 1000 + OVERTIME_S
            return self._settings.go, self.patience_s - OVERTIME_S
        return clock_limit(control, clock, berserk), max(MARGIN_S, clock.yours_s - 2 * MARGIN_S)

    def _info(self, state: MatchState) -> Callable[[str], None]:
        """Return a function that logs the first search info of each depth, if the settings say so."""
        deepest = 0

        def log(line: str) -> None:
            nonlocal deepest
            info = read_info(line)
            depth = int(info["depth"]) if info.get("depth", "").isdecimal() else 0
            if self._settings.verbose and depth > deepest and about_best_move(info):
                # A bound is the score only until the exact one of this depth comes.
                deepest = depth if not BOUNDS.keys() & info.keys() else deepest
                rest = " ".join(f"{key} {info[key]}" for key in ("nodes", "pv") if key in info)
                text = f"depth {depth} score {score_text(info)} {rest}"
                self._log(f"match {state.code}: {text[:LONGEST_INFO]}")

        return log


class UciBots(EngineBots):
    """Makes the bots of one engine: call it for each match."""

    def __init__(self, settings: UciSettings, log: Callable[[str], None]) -> None:
        """Check the settings.

        Raises:
            UsageError: The limit for matches without a clock is invalid, or an option is not one line of text.
        """
        words = settings.go.split()
        if not words or "infinite" in words or "ponder" in words:
            raise UsageError(f"{settings.go!r} does not limit a search", '--uci-go "depth 12"')
        if words[0] == "movetime" and not (len(words) == 2 and words[1].isdecimal() and len(words[1]) < 9):
            raise UsageError(f"{settings.go!r} has no milliseconds", '--uci-go "movetime 1000"')
        require_lines(settings.go, *settings.options, *settings.options.values())
        self._settings = settings
        self._log = log

    def __call__(self) -> UciBot:
        """Return the bot of a match."""
        return UciBot(self._settings, self._log)

    async def check(self) -> str:
        """Start the engine once and return its name, before a match depends on it.

        Raises:
            EngineError: The engine fails.
            UsageError: The engine does not have an option of the settings.
        """
        engine = await UciEngine.start(list(self._settings.command), self._settings.options, self._log)
        await engine.quit()
        return engine.name


def position_command(state: MatchState) -> str:
    """Return a position with the moves that led to it, so that the engine sees repetitions: `startpos moves e2e4`.

    `startpos` is the usual array, so a match of Chess960 begins with its first position.
    """
    moves = [*state.opening, *(move.move for move in state.moves)]
    first = first_fen(state.options[ARRAY]) if state.start is None and is_chess960(state.options) else state.start
    start = f"fen {first}" if first is not None else "startpos"
    return f"{start} moves {' '.join(moves)}" if moves else start


def clock_limit(
    control: Fischer | SimpleDelay | Byoyomi | PerMove, clock: TimeLeft, berserk: Collection[int] = ()
) -> str:
    """Return a clock as UCI knows it, in milliseconds.

    UCI has no byo-yomi: the engine gets most of a period for each move, which never uses a period up. A delay is sent
    as an increment. Seats that went `berserk` have none.
    """
    if isinstance(control, PerMove | Byoyomi):
        own_s = control.move_s if isinstance(control, PerMove) else control.period_s
        return f"movetime {_ms(SHARE * min(own_s, clock.yours_s) - MARGIN_S)}"
    white, black = clock.seats_s[:2]
    each_s = control.increment_s if isinstance(control, Fischer) else control.delay_s
    times = f"wtime {_ms(white - MARGIN_S)} btime {_ms(black - MARGIN_S)}"
    white_each, black_each = (0 if seat in berserk else _ms(each_s, 0) for seat in (0, 1))
    return f"{times} winc {white_each} binc {black_each}"


def _ms(seconds: float, least: int = 1) -> int:
    return max(least, round(1000 * seconds))
