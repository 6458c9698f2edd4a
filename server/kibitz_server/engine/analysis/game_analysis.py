"""Analysis of a finished game: which positions to search, and what each move lost by these searches.

It searches nothing itself. The caller takes `position`, searches it within `limit`, and passes the report to `add`
until `position` is None. First come the positions of the game, in order. A search sees one ply less from a position
than from the one before it, which alone may look like a loss. So a move that seems to lose is confirmed by two more and
deeper searches, of the positions after the best move and after the played one. What they differ by is the loss. If
they do not prove a result, and evaluations decide, a mark needs two still deeper searches. Where a search called the
played move the best one, and later ones say that it lost, the position before it is searched again first.

A move of the book, or one on the way to a position whose opening has a name, is theory, and loses nothing, unless it is
proven to lose the game.

Where a chance outcome follows a move, the position before the chance outcome is searched too. It says what the move is
worth, and the chance outcome says only how lucky its player was.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from kibitz_server.engine import book, levels
from kibitz_server.engine.algorithms import UnfitAlgorithm, check
from kibitz_server.engine.analysis.judgement import Judgement, accuracy, judged
from kibitz_server.engine.analysis.reasons import Continuation, Reason, reason_of
from kibitz_server.engine.analysis.win_probability import curve, win_probability
from kibitz_server.engine.driver import SearchResult
from kibitz_server.engine.limit import Limit
from kibitz_server.engine.rules import part_of
from kibitz_server.games.game import Position, said_line

Effort = Literal["quick", "normal", "deep"]
LIMITS: dict[Effort, Limit] = {
    "quick": Limit(seconds=1.0, nodes=10_000, thorough=True),
    "normal": Limit(seconds=3.0, nodes=100_000, thorough=True),
    "deep": Limit(seconds=10.0, nodes=1_000_000, thorough=True),
}
"""Limit of each search. Nodes bound it, so that all machines with a compiler give the same result; the seconds are for
safety. Plain Python, with its smaller table, may find other lines."""
DEEPER = 4
"""How many times as many nodes the searches have that confirm a loss, and again those that confirm the mark."""
TWICE: tuple[Effort, ...] = ("quick", "normal")
"""Efforts at which marks are confirmed twice: a search must not keep others waiting for long."""
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
    book: bool = False
    checked: int | None = None
    why: Reason | None = None
    points_lost: float | None = None


class _Step(NamedTuple):
    """Search that confirms a move: of the position after a move, or of the one before it if that is None."""

    move: str | None
    times: int = DEEPER


class _Confirmed(NamedTuple):
    """What the deeper searches found about a move: the win probability before it, its loss, and why it loses.

    The depth is that of the less deep one, and None if no search was needed.
    """

    before: float
    loss: float
    depth: int | None
    why: Reason | None
    said_line: tuple[str, ...]


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
        effort: How deep to search.

    Raises:
        CannotAnalyse: The game has no moves or too many, it hides something, or no search can play it.
    """

    def __init__(
        self, start: Position, moves: Sequence[PlayedMove], chances: Sequence[str] = (), effort: Effort = "normal"
    ) -> None:
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
        self._game = start.game
        self._moves = moves
        self._effort: Effort = effort
        self._line = [*chances, *(text for move in moves for text in (move.move, *move.chances))]
        """The texts of all moves and chance outcomes in their order."""
        self._reports: list[SearchResult] = []
        self._values: list[float] = []
        """Win probability of the first side in each of `_positions`."""
        self._doubts: list[int] | None = None
        """Places of the moves whose loss must be confirmed; None before all positions are searched."""
        self._steps: dict[int, list[_Step]] = {}
        """The searches that are due for each of them: none of a position in which the game is over."""
        self._deeper: list[SearchResult] = []
        """The deeper searches so far of the first of these: after the best move, and then after the played one."""
        self._twice: set[int] = set()
        """Places of the moves whose marks need, or had, a second confirmation."""
        self._better: dict[int, SearchResult] = {}
        """Deeper searches of the positions before moves, which found another move."""
        self._confirmed: dict[int, _Confirmed] = {}
        self._theory = 0
        """Number of moves until the last position whose opening has a name."""
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
        return self.done + sum(len(self._steps[place]) for place in self._doubts)

    @property
    def done(self) -> int:
        """Number of positions that are known."""
        return len(self._values) + len(self._extra)

    @property
    def moves_before(self) -> tuple[str, ...]:
        """The moves and chance outcomes that lead from the start to `position`."""
        if self._doubts:
            place = self._doubts[0]
            move = self._steps[place][0].move
            return (*self._line[: self._reached[self._before[place]]], *([move] if move else []))
        return tuple(self._line[: self._reached[-1]])

    @property
    def position(self) -> Position | None:
        """The position to search next; None when the analysis is complete."""
        if self._doubts:
            place = self._doubts[0]
            move = self._steps[place][0].move
            return self._after(place, move) if move else self._position(place)
        return self._positions[-1] if self._doubts is None else None

    @property
    def limit(self) -> Limit:
        """The limit of the next search."""
        limit = LIMITS[self._effort]
        if self._doubts and limit.nodes and limit.seconds:
            times = self._steps[self._doubts[0]][0].times
            limit = replace(limit, nodes=times * limit.nodes, seconds=times * limit.seconds)
        if self.algorithm == "mcts" and limit.nodes:
            return replace(limit, nodes=None, playouts=max(1, limit.nodes // levels.PLAYOUT_NODES), seed=0)
        return limit

    def add(self, report: SearchResult) -> None:
        """Add the search of `position`, and go on to the next position that needs one."""
        if self._doubts:
            self._extra.append(report)
            self._confirm(self._doubts[0], report)
            self._confirm_searched()
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
        self._theory = self._named_moves()
        self._doubts = [place for place in range(len(self._moves)) if self._doubtful(place)]
        for place in self._doubts:
            is_best = self._moves[place].move == self._best(place).move
            self._steps[place] = [_Step(None)] if is_best else self._comparison(place)
        self._confirm_searched()

    def _comparison(self, place: int, times: int = DEEPER) -> list[_Step]:
        """Return the searches that compare a move with the best one."""
        moves = (self._best(place).move, self._moves[place].move)
        return [_Step(move, times) for move in moves if self._after(place, move).outcome is None]

    def _confirm(self, place: int, report: SearchResult) -> None:
        """Note a search of the first step of a move."""
        step = self._steps[place].pop(0)
        if step.move is not None:
            self._deeper.append(report)
        elif report.move == self._moves[place].move:
            self._confirmed[place] = _Confirmed(self._of_mover(place)[0], 0.0, None, None, ())
        else:
            self._better[place] = report
            self._steps[place] = self._comparison(place)

    def _named_moves(self) -> int:
        """Return the number of moves until the last position whose opening has a name."""
        if not self._positions[0].game.has_openings:
            return 0
        named = [place for place, move in enumerate(self._moves) if self._after(place, move.move).opening_name]
        return max(named, default=-1) + 1

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
        """Return the search of the position before a move: the deeper one, if it found another move."""
        return self._better.get(place) or self._reports[self._before[place]]

    def _value(self, report: SearchResult, position: Position) -> float:
        """Return the win probability of the first side by a search of a position."""
        value = win_probability(self._game.name, report, part_of(self._game, "SCORE_OF_WIN"))
        assert value is not None, "an analysis makes no random moves"
        return value if position.state.turn == 0 else 1.0 - value

    def _doubtful(self, place: int) -> bool:
        if self._exempt(place) is not None or self._is_book(place):
            return False
        before, after = self._of_mover(place)
        later = self._before[place] + 2
        if not self._positions[0].game.chance and later < len(self._values):
            # The opponent may have played a refutation that the search after the move had not seen.
            after = min(after, self._for_mover(place, self._values[later]))
        if self._moves[place].move == self._best(place).move:
            return not self._positions[0].game.chance and judged(before - after) in ("mistake", "blunder")
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

    def _after(self, place: int, move: str) -> Position:
        """Return the position after a move in place of the one at `place`."""
        before = self._position(place)
        return before.after(before.find(move))

    def _confirm_searched(self) -> None:
        """Confirm the doubtful moves whose searches are done."""
        while self._doubts and not self._steps[self._doubts[0]]:
            place = self._doubts[0]
            if place not in self._confirmed:
                found = self._compared(place)
                if self._is_unsure(place, found.loss):
                    self._twice.add(place)
                    self._steps[place] = self._comparison(place, DEEPER * DEEPER)
                else:
                    self._confirmed[place] = found
            if place in self._confirmed:
                self._doubts.pop(0)
            self._deeper = []

    def _is_unsure(self, place: int, loss: float) -> bool:
        """Return whether the mark of a move needs another confirmation."""
        if self._effort not in TWICE or self.algorithm != "alphabeta" or place in self._twice:
            return False
        proven = any(report.wins_in is not None or report.exact for report in self._deeper)
        return bool(self._deeper) and not proven and judged(loss) != "good"

    def _compared(self, place: int) -> _Confirmed:
        reports = iter(self._deeper)
        moves = (self._best(place).move, self._moves[place].move)
        best, played = (
            Continuation(move, after, next(reports) if after.outcome is None else None)
            for move, after in ((move, self._after(place, move)) for move in moves)
        )
        after = self._worth(place, played)
        before = max(after, self._worth(place, best))
        loss = before - after
        depth = min((each.report.depth for each in (best, played) if each.report), default=None)
        if judged(loss) == "good":
            return _Confirmed(before, loss, depth, None, ())
        position = self._position(place)
        said = said_line(position, self._best(place).line[:SAID_MOVES])
        return _Confirmed(before, loss, depth, reason_of(position, played, best), said)

    def _worth(self, place: int, each: Continuation) -> float:
        """Return the win probability after a move for the side that makes it."""
        value = self._value(each.report, each.after) if each.report else _result(each.after)
        return self._for_mover(place, value)

    def _is_book(self, place: int) -> bool:
        """Return whether a move is one of theory. A move after which the game is proven to be lost is none."""
        before, after = self._of_mover(place)
        if after == 0.0 < before:
            return False
        position, known = self._position(place), book.bundled(self._positions[0].game)
        choices = known.choices(position) if known else ()
        return place < self._theory or self._moves[place].move in [choice.move for choice in choices]

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
        exempt, is_book, found = self._exempt(place), self._is_book(place), self._confirmed.get(place)
        loss = 0.0
        if found is not None:
            before, loss = found.before, found.loss
            after = before - loss
        elif played.move != report.move and exempt != "forced" and not is_book:
            loss = max(0.0, before - after)
        judgement = "good" if exempt else judged(loss)
        review = MoveReview(
            played,
            before,
            after,
            report,
            loss,
            judgement,
            exempt,
            book=is_book,
            points_lost=self._points_lost(before, loss),
        )
        if found is None or judgement == "good":
            return review
        return replace(review, said_line=found.said_line, checked=found.depth, why=found.why)

    def _points_lost(self, before: float, loss: float) -> float | None:
        """Return what a loss of win probability is in points; None in a game whose scores are not in points."""
        if "prospects" not in self._game.names or part_of(self._game, "SCORE_OF_WIN"):
            return None
        scale = curve(self._game.name, "evaluation")
        return scale.input(before) - scale.input(before - loss) if loss else 0.0


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
