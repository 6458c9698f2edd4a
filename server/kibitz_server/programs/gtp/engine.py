"""Go engine: a board, clocks, and searches for moves."""

import math
import sys
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, replace

from kibitz_protocol.validation.durations import MILLISECOND
from kibitz_server.engine import driver
from kibitz_server.engine.algorithms import UnfitAlgorithm, searches_of
from kibitz_server.engine.analysis.win_probability import win_probability
from kibitz_server.engine.compiler.memory import Memory
from kibitz_server.engine.control import Progress
from kibitz_server.engine.driver import SearchResult
from kibitz_server.engine.levels import MAX_S
from kibitz_server.engine.limit import Limit
from kibitz_server.games.game import Position
from kibitz_server.programs.engines.input import MOST_WAITING, WAKE, Input
from kibitz_server.programs.engines.search import RunSearch, ThreadedSearch
from kibitz_server.programs.engines.strength import EngineStrength
from kibitz_server.programs.gtp.board import GAME, Board
from kibitz_server.programs.gtp.clocks import GtpClocks, expected_moves
from kibitz_server.programs.gtp.commands import GtpFailure, interrupts

POLL_S = 0.05
"""How often a search is looked at."""
LONGEST_S = 1e8
HIGHEST_RESIGN = 50.0
MOST_PLAYOUTS = 10**12
PLAYOUTS = ("mcts", "level")
"""Algorithms whose score is a mean result. Levels of Go play by `mcts`, and other algorithms report points."""
HOPELESS_MOVES = 2
"""Moves in a row that must look hopeless before the engine resigns."""


@dataclass(frozen=True, slots=True)
class PlaySettings:
    """How the engine plays.

    A search has `playouts` where that is given, and `seconds`, else MAX_S where no clock runs. The engine resigns when
    it expects to win less than `resign` percent of games; at 0 it never does.
    """

    strength: EngineStrength
    seconds: float | None = None
    playouts: int | None = None
    resign: float = 0.0

    def with_bounds(
        self, seconds: float | None = None, playouts: float | None = None, resign: float | None = None
    ) -> "PlaySettings":
        """Return the settings with other bounds; None leaves one as it is, and 0 ends it.

        Raises:
            ValueError: A number is out of range; the message is a sentence.
        """
        if seconds is not None and seconds != 0 and not MILLISECOND <= seconds < math.inf:
            raise ValueError(f"seconds must be 0, or at least {MILLISECOND}")
        if playouts is not None and (not 0 <= playouts < MOST_PLAYOUTS or playouts != int(playouts)):
            raise ValueError(f"playouts must be a whole number from 0 to {MOST_PLAYOUTS - 1:,}")
        if resign is not None and not 0 <= resign <= HIGHEST_RESIGN:
            raise ValueError(f"resign must be 0 to {HIGHEST_RESIGN:g} percent")
        return replace(
            self,
            seconds=self.seconds if seconds is None else seconds or None,
            playouts=self.playouts if playouts is None else int(playouts) or None,
            resign=self.resign if resign is None else resign,
        )

    def limit(self, clock_s: float | None) -> Limit:
        """Return the bounds of a search for which a clock allows some time; None if none runs."""
        level = self.strength.level or None
        bounds = [seconds for seconds in (self.seconds, clock_s) if seconds is not None]
        if not bounds and not self.playouts and not level:
            bounds = [MAX_S]
        # A timer has a longest time, and a runner may set a clock of any number of seconds.
        seconds = min([*bounds, LONGEST_S]) if bounds else None
        return Limit(seconds=seconds, nodes=self.playouts, level=level)


class GtpState:
    """Engine between two commands.

    Args:
        board: The board.
        settings: How it plays.
        waiting: Lines of the runner; a search looks for an interrupt among them.
        say: Writes a text, and makes sure that the runner gets it at once.
        run: Searches a position.
        begin: Called once, before searches are loaded for the first time.
    """

    def __init__(
        self,
        board: Board,
        settings: PlaySettings,
        waiting: Input,
        say: Callable[[str], None],
        run: RunSearch = driver.run,
        begin: Callable[[], object] = lambda: None,
    ) -> None:
        self.board, self.settings, self.waiting, self.say = board, settings, waiting, say
        self.clocks = GtpClocks()
        self.version = ""
        self._run, self._begin = run, begin
        self._memory = Memory()
        self._hopeless = [0, 0]

    def new_game(self) -> None:
        """Forget the last game, and prepare the searches of the board: no clock runs before the next move."""
        self._memory = Memory()
        self._hopeless = [0, 0]
        self.prepare()

    def prepare(self) -> None:
        """Load the searches of the board, or compile them."""
        begin, self._begin = self._begin, lambda: None
        begin()
        searches_of(self.settings.strength.searched_by, self.board.game)

    def move(self, seat: int, look: Callable[[Position, Progress, float], None] | None = None) -> SearchResult:
        """Return a move for a seat, by its clock, which then runs.

        Args:
            seat: The side to move.
            look: Called at intervals with the position, the findings so far, and the seconds since the search began.

        Raises:
            GtpFailure: The search failed.
        """
        began = time.perf_counter()
        moves = expected_moves("".join(self.board.rows).count("-"))
        limit = self.settings.limit(self.clocks.seconds(seat, moves))
        report = self.search(self.board.before_move(seat), limit, look)
        self.clocks.spend(seat, time.perf_counter() - began)
        return report

    def search(
        self, position: Position, limit: Limit, look: Callable[[Position, Progress, float], None] | None = None
    ) -> SearchResult:
        """Return the result of a search, which an interrupt of the runner ends early.

        Raises:
            GtpFailure: The search failed.
        """
        self.prepare()
        algorithm = self.settings.strength.searched_by
        search = ThreadedSearch(position, algorithm, limit, self._memory, self.waiting.wake, self._run)
        later: list[str | None] = []
        while not search.ended:
            if None in later or len(later) == MOST_WAITING:
                search.join(POLL_S)
            elif (line := self.waiting.next(POLL_S)) != WAKE:
                if line is not None and interrupts(line):
                    search.stop()
                else:
                    later.append(line)
            if look is not None and not search.ended:
                look(position, search.progress(), search.seconds)
        for line in reversed(later):
            self.waiting.put_back(line)
        if search.report is None:
            if not isinstance(search.error, UnfitAlgorithm):
                traceback.print_exception(search.error, file=sys.stderr)
            raise GtpFailure(f"the search failed: {search.error}")
        return search.report

    def resigns(self, seat: int, report: SearchResult) -> bool:
        """Return whether a seat gives up after a search: it has been hopeless for HOPELESS_MOVES moves."""
        chance = winning_chance(report)
        hopeless = chance is not None and 100 * chance < self.settings.resign
        self._hopeless[seat] = self._hopeless[seat] + 1 if hopeless else 0
        return self._hopeless[seat] >= HOPELESS_MOVES


def winning_chance(report: SearchResult) -> float | None:
    """Return the probability of a win for the side to move, from 0 to 1; None if the search has not found out."""
    if report.source != "search":
        return None
    if report.wins_in is not None:
        return float(report.wins_in > 0)
    if report.algorithm not in PLAYOUTS:
        return win_probability(GAME, report)
    # Monte Carlo search reports the mean result, from -1 to 1, in hundredths.
    return min(1.0, max(0.0, 0.5 + report.score / 200))
