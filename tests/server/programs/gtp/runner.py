"""Program that runs the Go engine, without a process."""

from collections.abc import Iterable

from kibitz_server.engine.compiler.memory import Memory
from kibitz_server.engine.control import SearchControl, publish, read
from kibitz_server.engine.driver import SearchResult, describe
from kibitz_server.engine.limit import Limit
from kibitz_server.games.game import Position
from kibitz_server.programs.engines.input import Input
from kibitz_server.programs.engines.strength import EngineStrength
from kibitz_server.programs.gtp.board import Board
from kibitz_server.programs.gtp.engine import GtpState, PlaySettings
from kibitz_server.programs.gtp.session import GtpSession

STRONGEST = PlaySettings(EngineStrength("mcts"))


class Searches:
    """Searches that answer at once with the first legal move, or with given ones, and keep what they were asked."""

    def __init__(self, *moves: str, score: int = 0, waits: bool = False) -> None:
        self.limits: list[Limit] = []
        self.positions: list[Position] = []
        self.algorithms: list[str] = []
        self.memories: list[Memory | None] = []
        self.score = score
        """Score that each search reports."""
        self.waits = waits
        """Whether a search goes on until it is stopped."""
        self._moves = list(moves)

    def __call__(
        self, position: Position, algorithm: str, limit: Limit, control: SearchControl, memory: Memory | None = None, /
    ) -> SearchResult:
        self.limits.append(limit)
        self.positions.append(position)
        self.algorithms.append(algorithm)
        self.memories.append(memory)
        move = position.find(self._moves.pop(0)) if self._moves else position.legal[0]
        control.nodes = 1
        publish(control, 1, self.score, [move.code])
        while self.waits and not control.stop:
            control.nodes += 1
        return describe(position, algorithm, read(control), 0.1)


class Runner:
    """Runner with an engine of its own."""

    def __init__(
        self,
        size: int = 9,
        settings: PlaySettings = STRONGEST,
        lines: Iterable[str] = (),
        searches: Searches | None = None,
    ) -> None:
        self.text = ""
        self.searches = searches or Searches()
        self.engine = GtpState(Board(size), settings, Input(lines), self._take, run=self.searches)
        self.session = GtpSession(self.engine)

    def _take(self, text: str) -> None:
        self.text += text

    def send(self, *lines: str) -> str:
        """Send lines, and return the last answer, without the empty line that ends it."""
        for line in lines:
            self.text = ""
            assert self.session.handle(line)
        assert self.text.endswith("\n\n")
        return self.text[:-2]

    def board(self) -> str:
        """Return the rows of the board from the top."""
        return "/".join(self.engine.board.rows)
