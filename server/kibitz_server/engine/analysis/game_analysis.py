"""Analysis of a finished game: which positions to search, and what each move lost by these searches.

It searches nothing itself. The caller takes `position`, searches it within `LIMITS`, and passes the report to `add`
until `position` is None. First come the positions of the game, in order. A search sees one ply less from a position
than from the one before it, which alone may look like a loss. So a move that seems to lose is compared with the best
best move by one more search, of the position after the best move, which is as deep as the one after the played move.

Where a chance outcome follows a move, the position before the chance outcome is searched too. It says what the move is
worth, and the chance outcome says only how lucky its player was.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from kibitz_server.engine import levels
from kibitz_server.engine.algorithms import UnfitAlgorithm, check
from kibitz_server.engine.analysis.judgement import Judgement, accuracy, judged
from kibitz_server.engine.analysis.win_probability import win_probability
from kibitz_server.engine.driver import SearchResult
from kibitz_server.engine.limit import Limit
from kibitz_server.games.game import Position, said_line

Effort = Literal["quick", "normal", "deep"]
LIMITS: dict[Effort, Limit] = {
    "quick": Limit(seconds=1.0, nodes=10_000, thorough=True),
    "normal": Limit(seconds=3.0, nodes=100_000, thorough=True),
    "deep": Limit(seconds=10.0, nodes=1_000_000, thorough=True),
}
"""Limit of each search. Nodes bound it, so that all machines with a compiler give the same result; the seconds are for
safety. Plain Python, with its smaller table, may find other lines."""
MAX_MOVES = 600
"""Longest game: its result is about 200 kB of text, a fifth of what an outbox may hold."""


SAID_MOVES = 6
"""Moves of a better line that are given as people write them."""


class PlayedMove(NamedTuple):
    """A move of the game, and the texts of the chance outcomes `chances` after it.

    A `random` move was chosen by a level without a search; `said` is how people write the move.
    """

    ply: int
    seat: int
    move: str
    random: bool = False
    said: str | None = None
    chances: tuple[str, ...] = ()


class CannotAnalyse(ValueError):
    """Game that cannot be analysed; the message is for users."""


@dataclass(frozen=True, slots=True)
class MoveReview:
    """A move with the win probabilities of its side before and after it; fields as in the protocol's `AnalysedMove`."""

    played: PlayedMove
    before: float
    after: float
    report: SearchResult
    loss: float
    judgement: Judgement
    exempt: Literal["forced", "random"] | None
    said_line: tuple[str, ...] = ()


class SideReview(NamedTuple):
    """How well a side played: its accuracy in percent, and the numbers of judged moves and of errors."""

    seat: int
    accuracy: float | None
    judged: int
    inaccuracies: int
    mistakes: int
    blunders: int


@dataclass(frozen=True, slots=True)
class GameReview:
    """Complete analysis. `final` is the win probability of the first side after the last move."""

    algorithm: str
    nodes: int
    seconds: float
    moves: tuple[MoveReview, ...]
    final: float
    sides: tuple[SideReview, ...]


class GameAnalysis:
    """Analysis in progress.

    Args:
        start: Position before the first move.
        moves: Moves of the game, legal from there in this order.
        chances: Texts of the chance outcomes before the first move.

    Raises:
        CannotAnalyse: The game has no moves or too many, it hides something, or no search can play it.
    """

    def __init__(self, start: Position, moves: Sequence[PlayedMove], chances: Sequence[str] = ()) -> None:
        if start.game.hidden:
            raise CannotAnalyse(f"{start.game.name} hides something from each player, so no move can be judged alone")
        self.algorithm = levels.strongest(start.game)
        try:
            check(self.algorithm, start.game)
        except UnfitAlgorithm as error:
            raise CannotAnalyse(str(error)) from None
        if not moves:
            raise CannotAnalyse("no move was played in the match")
        if len(moves) > MAX_MOVES:
            raise CannotAnalyse(f"the match has {len(moves)} moves, and an analysis has at most {MAX_MOVES}")
        self._game = start.game.name
        self._moves = moves
        self._line = [*chances, *(text for move in moves for text in (move.move, *move.chances))]
        """The texts of all moves and chance outcomes in their order."""
        self._reports: list[SearchResult] = []
        self._values: list[float] = []
        """Win probability of the first side in each of `_positions`."""
        self._doubts: list[int] | None = None
        """Places of the moves whose loss another search must confirm; None before all positions are searched."""
        self._best_after: dict[int, float] = {}
        """Win probability after the best move, for the side that moved, by place."""
        self._said_lines: dict[int, tuple[str, ...]] = {}
        """Better lines as people write them, by place."""
        self._extra: list[SearchResult] = []
        self._positions: list[Position] = [start]
        """Positions so far: before each move, and after it if a chance event is due. The last is searched next."""
        self._reached: list[int] = [0]
        """How many moves and chance outcomes lead to each of them."""
        self._play_chances()
        self._before: list[int] = [0]
        """For each move that was reached, which of these positions is the one before it. The next one is after it."""

    @property
    def total(self) -> int:
        """Number of positions, as far as it is known: confirmations are added when the moves of the game are done."""
        if self._doubts is None:
            return len(self._moves) + sum(bool(move.chances) for move in self._moves[:-1]) + 1
        return len(self._values) + len(self._best_after) + len(self._doubts)

    @property
    def done(self) -> int:
        """Number of positions that are known."""
        return len(self._values) + len(self._best_after)

    @property
    def moves_before(self) -> tuple[str, ...]:
        """The moves and chance outcomes that lead from the start to `position`."""
        if self._doubts:
            place = self._doubts[0]
            return (*self._line[: self._reached[self._before[place]]], self._best(place).move)
        return tuple(self._line[: self._reached[-1]])

    @property
    def position(self) -> Position | None:
        """The position to search next; None when the analysis is complete."""
        if self._doubts:
            return self._after_best(self._doubts[0])
        return self._positions[-1] if self._doubts is None else None

    def limit(self, effort: Effort) -> Limit:
        """Return the limit of the next search."""
        limit = LIMITS[effort]
        if self.algorithm == "mcts" and limit.nodes:
            return replace(limit, nodes=None, playouts=max(1, limit.nodes // levels.PLAYOUT_NODES), seed=0)
        return limit

    def add(self, report: SearchResult) -> None:
        """Add the search of `position`, and go on to the next position that needs one."""
        if self._doubts:
            self._extra.append(report)
            self._confirm(self._value(report, self._after_best(self._doubts[0])))
            return
        self._reports.append(report)
        self._values.append(self._value(report, self._positions[-1]))
        self._advance()

    def _advance(self) -> None:
        """Go on to the next position of the game that needs a search. A finished one needs none."""
        if self._reached[-1] < len(self._line):
            self._step()
            at = self._positions[-1]
            if at.outcome is not None:
                self._values.append(_result(at))
            elif self._reached[-1] < len(self._line) or not self._positions[-2].chances:
                return
            else:  # the chance outcomes after the last move lead to no other one, and that move has its value
                del self._positions[-1], self._reached[-1]
        self._doubts = [place for place in range(len(self._moves)) if self._doubtful(place)]
        self._settle_finished()

    def _step(self) -> None:
        """Play the next move of the game, or the chance outcomes that are possible."""
        before, reached = self._positions[-1], self._reached[-1]
        self._positions.append(before)
        self._reached.append(reached)
        if before.chances:
            self._play_chances()
        else:
            self._positions[-1] = before.after(before.find(self._line[reached]))
            self._reached[-1] += 1
        if len(self._before) < len(self._moves) and not self._positions[-1].chances:
            self._before.append(len(self._positions) - 1)

    def _play_chances(self) -> None:
        """Replace the last position by the one after the chance outcomes that are possible and known."""
        while self._positions[-1].chances and self._reached[-1] < len(self._line):
            at = self._positions[-1]
            self._positions[-1] = at.after(at.find(self._line[self._reached[-1]]))
            self._reached[-1] += 1

    def _best(self, place: int) -> SearchResult:
        """Return the search of the position before a move."""
        return self._reports[self._before[place]]

    def _value(self, report: SearchResult, position: Position) -> float:
        """Return the win probability of the first side by a search of a position."""
        value = win_probability(self._game, report)
        assert value is not None, "an analysis makes no random moves"
        return value if position.state.turn == 0 else 1.0 - value

    def _doubtful(self, place: int) -> bool:
        if self._exempt(place) is not None or self._moves[place].move == self._best(place).move:
            return False
        before, after = self._of_mover(place)
        return judged(before - after) != "good"

    def _of_mover(self, place: int) -> tuple[float, float]:
        """Return the win probabilities before and after a move for the side that made it."""
        at = self._before[place]
        return self._for_mover(place, self._values[at]), self._for_mover(place, self._values[at + 1])

    def _position(self, place: int) -> Position:
        """Return the position before a move."""
        return self._positions[self._before[place]]

    def _for_mover(self, place: int, value: float) -> float:
        """Return a win probability of the first side as that of the side that made the move at `place`."""
        return value if self._position(place).state.turn == 0 else 1.0 - value

    def _forced(self, place: int) -> bool:
        return len(self._position(place).legal) == 1

    def _after_best(self, place: int) -> Position:
        before = self._position(place)
        return before.after(before.find(self._best(place).move))

    def _settle_finished(self) -> None:
        """Confirm doubtful moves without a search while the best move instead of them ends the game."""
        while self._doubts and (after := self._after_best(self._doubts[0])).outcome is not None:
            self._confirm(_result(after))

    def _confirm(self, value: float) -> None:
        assert self._doubts
        place = self._doubts.pop(0)
        self._said_lines[place] = said_line(self._position(place), self._best(place).line[:SAID_MOVES])
        self._best_after[place] = self._for_mover(place, value)
        self._settle_finished()

    def _exempt(self, place: int) -> Literal["forced", "random"] | None:
        return "forced" if self._forced(place) else "random" if self._moves[place].random else None

    def result(self) -> GameReview:
        """Return the complete analysis. Call it when `position` is None."""
        reviews = tuple(self._review(place) for place in range(len(self._moves)))
        searches = [*self._reports, *self._extra]
        return GameReview(
            self.algorithm,
            sum(report.nodes for report in searches),
            sum(report.seconds for report in searches),
            reviews,
            self._values[-1],
            tuple(_side(seat, reviews) for seat in range(2)),
        )

    def _review(self, place: int) -> MoveReview:
        played, report = self._moves[place], self._best(place)
        before, after = self._of_mover(place)
        loss = 0.0
        if played.move != report.move and not self._forced(place):
            # After a confirmation the lower of both estimates counts, so that only a certain loss is an error.
            loss = max(0.0, min(before, self._best_after.get(place, before)) - after)
        exempt = self._exempt(place)
        judgement = "good" if exempt else judged(loss)
        said_line = self._said_lines.get(place, ()) if judgement != "good" else ()
        return MoveReview(played, before, after, report, loss, judgement, exempt, said_line)


def _result(position: Position) -> float:
    """Return the result of a finished game for the first side: 1, 0.5 or 0."""
    assert position.outcome is not None
    winner = position.outcome.winner
    return 0.5 if winner is None else float(winner == 0)


def _side(seat: int, reviews: Sequence[MoveReview]) -> SideReview:
    own = [review for review in reviews if review.played.seat == seat and review.exempt is None]
    count = [review.judgement for review in own].count
    found = accuracy([review.loss for review in own])
    return SideReview(seat, found, len(own), count("inaccuracy"), count("mistake"), count("blunder"))
