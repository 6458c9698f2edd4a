"""Driver of one search: checks that the algorithm fits the game, enforces the limit, reports in the game's notation.

It always returns a legal move, even if the search is stopped before its first node.
"""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from kibitz_server.engine import book, levels
from kibitz_server.engine.algorithms import ALGORITHMS, UnfitAlgorithm, UnknownAlgorithm, check
from kibitz_server.engine.analysis.ownership import dead_stones
from kibitz_server.engine.analysis.prospects import Prospects, prospects_of
from kibitz_server.engine.compiler.memory import Memory
from kibitz_server.engine.control import Progress, SearchControl, read
from kibitz_server.engine.limit import Limit
from kibitz_server.engine.score import wins_in
from kibitz_server.games.game import OptionValue, Position, said_line
from kibitz_server.games.registry import load, searched_as

__all__ = [
    "ALGORITHMS",
    "Job",
    "MachineCode",
    "SearchResult",
    "UnfitAlgorithm",
    "UnknownAlgorithm",
    "check",
    "describe",
    "run",
    "title",
]


MoveSource = Literal["search", "book", "random"]
SOURCES: tuple[MoveSource, ...] = ("search", "random", "book")
"""Sources by their numbers in `control`."""


class MachineCode(NamedTuple):
    """What machine code is made for: an algorithm, and a game with options."""

    algorithm: str
    game: str
    options: tuple[tuple[str, OptionValue], ...]

    @property
    def standard(self) -> bool:
        """Whether the options are the defaults of the game. There are few such codes."""
        return dict(self.options) == load(self.game).options


@dataclass(frozen=True, slots=True)
class Job:
    """Search as it is sent to a worker: everything by value, so that any process or machine can run it.

    `compile_s` is the longest wait for machine code before the search begins; None lets the pool choose. Nodes alone do
    not fix the result of a search: plain Python has a smaller table than machine code, and so other cutoffs.

    In a game with hidden information, `seen` is the position as the seat to move has seen it. Then `start` is None and
    `moves` is empty: both would tell a worker what the seat may not know.

    With `settles`, the dead stones of the position are wanted in place of a move.
    """

    game: str
    options: tuple[tuple[str, OptionValue], ...]
    start: str | None
    moves: tuple[str, ...]
    algorithm: str
    limit: Limit
    compile_s: float | None = None
    seen: Position | None = None
    settles: bool = False

    def __post_init__(self) -> None:
        if self.seen is not None and (self.start is not None or self.moves):
            raise ValueError("a job with a seen position has no start and no moves")

    @property
    def code(self) -> MachineCode:
        """The machine code that the search uses."""
        game = searched_as(load(self.game, dict(self.options)))
        return MachineCode(self.algorithm, self.game, tuple(game.options.items()))

    def shortened(self, seconds: float) -> "Job":
        """Return the job with a time limit of at most `seconds`."""
        limit = replace(self.limit, seconds=min(seconds, self.limit.seconds or seconds))
        return replace(self, limit=limit)

    def position(self) -> Position:
        """Return the position to search: the seen one, or the one that the moves lead to."""
        if self.seen is not None:
            return self.seen
        position = load(self.game, dict(self.options)).start(self.start)
        for move in self.moves:
            position = position.after(position.find(move))
        return position


@dataclass(frozen=True, slots=True)
class SearchResult:
    """Result of a search. `score` is for the side to move; `line` starts with `move`, and ends before a chance event.

    Where a chance event is due at once, the score is the average of its outcomes, `line` is empty, and so is `move`.

    `wins_in` counts the plies to a proven win (negative: loss). An `exact` score is a result in the game's own unit,
    `distance` plies away. `shares` are moves with thousandths of the visits, `fill` thousandths of the table. `source`
    is where the move comes from; a random move has no score, so its `score` is 0. A level that chose a weaker move than
    the best one reports the score of its own move. `said` is the line as people write it, empty where that is `line`.
    `dead` are the points with dead stones, if those were asked for.
    """

    algorithm: str
    move: str
    score: int
    wins_in: int | None
    depth: int
    nodes: int
    seconds: float
    line: tuple[str, ...]
    selective: int = 0
    fill: int = 0
    shares: tuple[tuple[str, int], ...] = ()
    exact: bool = False
    distance: int | None = None
    source: MoveSource = "search"
    said: tuple[str, ...] = ()
    prospects: Prospects | None = None
    dead: tuple[str, ...] = ()


def run(
    position: Position, algorithm: str, limit: Limit, control: SearchControl, memory: Memory | None = None
) -> SearchResult:
    """Search a position that is not over. Where a chance event is due, the search evaluates it and finds no move.

    Time starts when everything is compiled or loaded.

    Args:
        position: The position to search.
        algorithm: A key of ALGORITHMS.
        limit: The bounds of the search.
        control: A freshly reset control block; set its `stop` to end the search early.
        memory: Findings of earlier searches of the match, which a search that only time bounds begins with.

    Raises:
        UnknownAlgorithm: No algorithm has this name.
        UnfitAlgorithm: The algorithm cannot play this game, `limit` lacks the level of the algorithm `level`, or a
            chance event is due and the algorithm is `random`.
    """
    check(algorithm, position.game)
    if position.chances and algorithm == "random":
        raise UnfitAlgorithm("random evaluates no positions, and a chance event is due in this one")
    if algorithm == "level":
        if limit.level is None:
            raise UnfitAlgorithm("level needs a number from 1 to 10")
        limit = levels.within(limit)
        if known := from_book(position, limit):
            return known
    if limit.thorough:
        position = position.for_analysis()
    search = ALGORITHMS[algorithm].prepare(position.game)
    began = time.perf_counter()
    with stopping_after(limit.seconds, control):
        ALGORITHMS[algorithm].run(search, position, limit, control, memory)
    found = describe(position, title(algorithm, limit), read(control), time.perf_counter() - began)
    if "prospects" not in position.game.names:
        return found
    return replace(found, prospects=prospects_of(position, found, search))


def settle(position: Position, limit: Limit, control: SearchControl) -> SearchResult:
    """Return the dead stones of a position, which may be over, in `dead` of a report without a move.

    The report says the same for the same seed.
    """
    began = time.perf_counter()
    with stopping_after(limit.seconds, control):
        dead = dead_stones(position, limit.seed or 0, control)
    return SearchResult("settle", "", 0, None, 0, control.nodes, time.perf_counter() - began, (), dead=dead)


def from_book(position: Position, limit: Limit) -> SearchResult | None:
    """Return the book move that a level plays here, or None if its level or the book has none."""
    known = book.bundled(position.game) if (limit.level or 0) >= levels.BOOK_FROM else None
    chosen = known.draw(position, levels.rng(position, limit)) if known else None
    if chosen is None:
        return None
    line = (chosen.move,)
    said = said_line(position, line)
    return SearchResult("book", chosen.move, chosen.score, None, 0, 0, 0.0, line, source="book", said=said)


def without_search(position: Position) -> SearchResult:
    """Return the first legal move of a position that the pieces alone make a draw: no search finds a better one."""
    move = position.legal[0].text
    return SearchResult("rules", move, 0, None, 0, 0, 0.0, (move,))


def title(algorithm: str, limit: Limit) -> str:
    """Return the name of the algorithm, or of the level, for a report."""
    return levels.title(limit) if algorithm == "level" else algorithm


@contextmanager
def stopping_after(seconds: float | None, control: SearchControl) -> Iterator[None]:
    """Stop the search inside the block after `seconds`; never when it is None."""
    if seconds is None:
        yield
        return
    timer = threading.Timer(seconds, _stop, (control,))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def describe(position: Position, algorithm: str, progress: Progress, seconds: float) -> SearchResult:
    """Return the findings of a search in the game's own notation."""
    names = {move.code: move.text for move in position.legal}
    line, said = _texts(position, progress.line)
    return SearchResult(
        algorithm=algorithm,
        move=line[0] if line else next((move.text for move in position.legal), ""),
        score=progress.score,
        wins_in=_wins_in(progress),
        depth=progress.depth,
        nodes=progress.nodes,
        seconds=seconds,
        line=line,
        selective=progress.selective,
        fill=progress.fill,
        shares=tuple((names[code], share) for code, share in progress.shares if code in names),
        exact=progress.exact,
        distance=progress.distance,
        source=SOURCES[progress.source],
        said=said,
    )


def _texts(position: Position, codes: tuple[int, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return a line in the game's notation, and as people write it: empty where they write it as the game does."""
    line: list[str] = []
    said: list[str] = []
    at, has_said = position, position.game.has_said
    for code in codes:
        move = next((move for move in at.legal if move.code == code), None)
        if move is None:  # an inconsistent read: the moves before this one are still a valid line
            break
        line.append(move.text)
        if has_said:
            said.append(at.said(move) or move.text)
        at = at.after(move)
    return tuple(line), tuple(said)


def _wins_in(progress: Progress) -> int | None:
    if not progress.exact:
        return wins_in(progress.score)
    if progress.score == 0 or progress.distance is None:
        return None
    return progress.distance if progress.score > 0 else -progress.distance


def _stop(control: SearchControl) -> None:
    control.stop = 1
