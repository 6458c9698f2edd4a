"""Puzzles from finished games: which positions may be one, and whether a position has exactly one good move.

It searches nothing itself. The caller takes `PuzzleCheck.position`, searches it within `limit`, and passes the report
to `add` until `position` is None. In turn come the position of the puzzle, the one after its best move, and those after
every other move. A move is the only good one if it leaves a good result, and each other move loses `MARGIN` of win
probability or more against it. Where the side of the solver can go on after the best reply, and again one move alone is
good, the line goes on. So every line that is published was searched move by move.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple, Protocol

from kibitz_server.engine import levels
from kibitz_server.engine.algorithms import UnfitAlgorithm, check
from kibitz_server.engine.analysis.win_probability import win_probability
from kibitz_server.engine.driver import SearchResult
from kibitz_server.engine.limit import Limit
from kibitz_server.engine.rules import part_of
from kibitz_server.games.game import Position

MISSED = 0.20
"""Win probability that a move must lose, so that the positions before and after it may be puzzles: a blunder."""
MARGIN = 0.25
"""How much more the only good move must be worth than every other one."""
GOOD = 0.72
"""Least win probability after the only good move, unless it saves a game that every other move loses."""
SAVED, LOST = 0.45, 0.10
"""Least win probability after a move that saves the game, and the most after any other move then."""
FIRST = 4
"""Moves of a game before its first puzzle."""
OF_A_GAME = 4
"""Most positions of one game that are checked."""
FEWEST_LEGAL, MOST_LEGAL = 3, 230
"""Legal moves of a puzzle."""
STEPS = 5
"""Most moves of a solver."""
NODES = 400_000
"""Nodes of the search of a position of a line. The searches of all other moves together have ten times as many."""
OTHERS = 10
FEWEST_NODES = 2_000
SECONDS = 3.0
"""Longest search, for safety: nodes bound each one, so that a slot is free again soon."""
GLANCES = (1, 3)
"""Depths of short searches. A move that they do not find makes a harder puzzle."""
EASIEST = 1100.0
HARDER_BY_MISS, HARDER_BY_STEP, HARDER_BY_CHOICE = 150.0, 130.0, 40.0
EASIER_AT_ONCE = 350.0
"""What a win in one move, or the only way to prevent one, is easier by."""


class Judged(Protocol):
    """A judged move of an analysis: a `MoveReview`, or the `AnalysedMove` of a stored one."""

    @property
    def before(self) -> float: ...
    @property
    def loss(self) -> float: ...
    @property
    def exempt(self) -> str | None: ...


def candidates(moves: Sequence[Judged]) -> list[int]:
    """Return the numbers of moves after which a position may be a puzzle, the most promising first.

    They are the positions in which a player missed the best move, and those in which the opponent can punish that.
    """
    found: dict[int, float] = {}
    for place, move in enumerate(moves):
        if move.loss < MISSED:
            continue
        for number in (place, place + 1):
            if FIRST <= number < len(moves) and moves[number].exempt != "forced":
                found[number] = max(found.get(number, 0.0), move.loss)
    return sorted(found, key=lambda number: (-found[number], number))[:OF_A_GAME]


class Refutation(NamedTuple):
    """What a wrong move leads to: the best reply, and the win probability that the solver is left with."""

    reply: str
    win: float


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A checked puzzle.

    Attributes:
        line: The moves of both sides, from the position of the puzzle on. It ends with a move of the solver.
        refuted: For each position of the line in which the solver moves, by its number in the line, the other moves.
        win: Win probability of the solver after the first move.
        wins_in: Plies to a proven win; None without a proof.
        saves: Whether every other move loses, and this one does not.
        rating: First guess of the difficulty, on the scale of shown ratings.
    """

    line: tuple[str, ...]
    refuted: dict[int, dict[str, Refutation]]
    win: float
    wins_in: int | None
    saves: bool
    rating: float

    @property
    def themes(self) -> tuple[str, ...]:
        """What the puzzle is about: `win`, `save` or `advantage`, with `short` or `long`."""
        kind = "win" if self.wins_in is not None else "save" if self.saves else "advantage"
        return kind, "long" if len(self.refuted) > 1 else "short"


@dataclass(slots=True)
class _Step:
    """A position of the line in which the solver moves, as far as it is checked."""

    position: Position
    best: SearchResult | None = None
    after: SearchResult | None = None
    others: list[str] = field(default_factory=list)
    """Moves that are not searched yet."""
    answers: dict[str, Refutation] = field(default_factory=dict)
    second: float = 0.0


class PuzzleCheck:
    """Check of a position in progress. When `position` is None, `result` has the puzzle, or None."""

    def __init__(self, start: Position, nodes: int = NODES) -> None:
        """Begin with the position of the puzzle.

        Args:
            start: The position, with a side to move.
            nodes: Nodes of the search of a position of the line.
        """
        self._start = start
        self._nodes = nodes
        self._seat: int = start.state.turn
        self._line: list[str] = []
        self._refuted: dict[int, dict[str, Refutation]] = {}
        self._first: SearchResult | None = None
        self._win = 0.0
        self._saves = False
        self._glances: list[int] = []
        self._missed = 0
        self._at: tuple[str, ...] = ()
        """The moves from the start to the position that is searched."""
        self._searched: Position | None = None
        self._replying = False
        self._over = False
        self.algorithm = levels.strongest(start.game)
        if _fits(start, self.algorithm):
            self._glances = list(GLANCES) if self.algorithm == "alphabeta" else []
            self._begin(start, ())
        else:
            self._over = True

    @property
    def _blocks(self) -> bool:
        """Return whether each other first move loses to the same reply, which the solver only has to prevent."""
        replies = [answer.reply for answer in self._refuted[0].values()]
        return self._saves and len(set(replies)) == 1

    @property
    def position(self) -> Position | None:
        """The position to search next; None when the check is complete."""
        return None if self._over else self._searched

    @property
    def moves_before(self) -> tuple[str, ...]:
        """The moves that lead from the start to `position`."""
        return self._at

    @property
    def limit(self) -> Limit:
        """The limit of the next search."""
        if self._glances and self._step.best is not None and not self._line and not self._step.answers:
            return Limit(seconds=SECONDS, depth=self._glances[0], nodes=self._nodes, thorough=True)
        nodes = self._nodes
        if self._step.best is not None and self._step.after is not None and self._step.others:
            nodes = max(FEWEST_NODES, min(nodes // 4, OTHERS * nodes // len(self._step.position.legal)))
        limit = Limit(seconds=SECONDS, nodes=nodes, thorough=True)
        if self.algorithm == "mcts":
            return replace(limit, nodes=None, playouts=max(1, nodes // levels.PLAYOUT_NODES), seed=0)
        return limit

    def add(self, report: SearchResult) -> None:
        """Add the search of `position`, and go on to the next position that needs one."""
        step = self._step
        if self._replying:
            self._reply(report)
        elif step.best is None:
            self._found_best(report)
        elif self._glances and not self._line and not step.answers and self._searched is step.position:
            self._missed += report.move != step.best.move
            self._glances.pop(0)
            self._compare()
        elif step.after is None:
            self._found_after(report)
        else:
            self._answer(step.others.pop(0), self._worth(report), report.move)

    def result(self) -> Puzzle | None:
        """Return the puzzle, or None for a position that is not one. Call it when `position` is None."""
        if not self._line or self._first is None:
            return None
        choices = len(self._start.legal)
        rating = EASIEST + HARDER_BY_MISS * self._missed + HARDER_BY_STEP * (len(self._refuted) - 1)
        rating += HARDER_BY_CHOICE * math.log2(choices)
        wins_in = self._first.wins_in
        if wins_in == 1 or self._blocks:
            rating = min(EASIEST, rating - EASIER_AT_ONCE)
        return Puzzle(
            tuple(self._line),
            self._refuted,
            self._win,
            wins_in if wins_in is not None and wins_in > 0 else None,
            self._saves,
            round(rating, 1),
        )

    def _begin(self, position: Position, moves: tuple[str, ...]) -> None:
        """Check a position in which the solver moves."""
        self._step = _Step(position)
        self._base = moves
        self._look(position, moves)

    def _look(self, position: Position, moves: tuple[str, ...]) -> None:
        self._searched, self._at = position, moves

    def _found_best(self, report: SearchResult) -> None:
        step = self._step
        step.best = report
        value = self._value(report, step.position)
        if value < SAVED or report.move not in (move.text for move in step.position.legal):
            self._end()
            return
        self._compare()

    def _compare(self) -> None:
        """Search the position after the best move, unless the game is over there."""
        step = self._step
        assert step.best is not None
        if self._glances and not self._line:
            self._look(step.position, self._base)
            return
        after = _after(step.position, step.best.move)
        step.others = [move.text for move in step.position.legal if move.text != step.best.move]
        if after.chances:
            self._end()
        elif after.outcome is not None:
            step.after = step.best
            self._next_other()
        else:
            self._look(after, (*self._base, step.best.move))

    def _found_after(self, report: SearchResult) -> None:
        self._step.after = report
        if self._best_value() < SAVED:
            self._end()
        else:
            self._next_other()

    def _best_value(self) -> float:
        """Return what the best move is worth: the worse one of the searches before and after it."""
        step = self._step
        assert step.best is not None
        assert step.after is not None
        after = _after(step.position, step.best.move)
        if after.outcome is not None:
            return self._result(after)
        return min(self._value(step.best, step.position), self._value(step.after, after))

    def _next_other(self) -> None:
        """Search the position after the next other move. A finished one needs no search."""
        step = self._step
        while step.others:
            after = _after(step.position, step.others[0])
            if after.chances:
                self._end()
                return
            if after.outcome is None:
                self._look(after, (*self._base, step.others[0]))
                return
            move = step.others.pop(0)
            step.answers[move] = Refutation("", round(self._result(after), 3))
            step.second = max(step.second, self._result(after))
            if not self._alone():
                self._end()
                return
        self._accept()

    def _answer(self, move: str, worth: float, reply: str) -> None:
        """Note what another move is worth."""
        step = self._step
        same_side = self._searched is not None and self._searched.state.turn == self._seat
        step.answers[move] = Refutation("" if same_side else reply, round(worth, 3))
        step.second = max(step.second, worth)
        if self._alone():
            self._next_other()
        else:
            self._end()

    def _alone(self) -> bool:
        """Return whether the best move is the only good one among those that were searched."""
        best, second = self._best_value(), self._step.second
        if best - second < MARGIN:
            return False
        return best >= GOOD or (best >= SAVED and second <= LOST)

    def _accept(self) -> None:
        """Add the best move to the line, and go on after the reply."""
        step = self._step
        assert step.best is not None
        if not self._line:
            self._first, self._win = step.best, self._best_value()
            self._saves = self._win < GOOD
        self._line = [*self._base, step.best.move]
        self._refuted[len(self._base)] = step.answers
        after = _after(step.position, step.best.move)
        if after.outcome is not None or len(self._refuted) == STEPS or self._saves:
            self._end()
        elif after.state.turn == self._seat:
            self._go_on(after, tuple(self._line))
        else:
            assert step.after is not None
            self._look(after, tuple(self._line))
            self._reply(step.after)

    def _reply(self, report: SearchResult) -> None:
        """Play the reply of the opponent, as often as it moves, and then go on."""
        at = self._searched
        assert at is not None
        self._replying = False
        after, moves = _after(at, report.move), (*self._at, report.move)
        if after.chances or after.outcome is not None:
            self._end()
        elif after.state.turn == self._seat:
            self._go_on(after, moves)
        else:
            self._replying = True
            self._look(after, moves)

    def _go_on(self, position: Position, moves: tuple[str, ...]) -> None:
        """Check the next position of the solver: one with a choice."""
        if len(position.legal) < 2 or len(position.legal) > MOST_LEGAL:
            self._end()
        else:
            self._begin(position, moves)

    def _end(self) -> None:
        self._over = True

    def _worth(self, report: SearchResult) -> float:
        assert self._searched is not None
        return self._value(report, self._searched)

    def _value(self, report: SearchResult, position: Position) -> float:
        """Return the win probability of the solver by a search of a position."""
        game = self._start.game
        value = win_probability(game.name, report, part_of(game, "SCORE_OF_WIN"))
        assert value is not None, "a check makes no random moves"
        return value if position.state.turn == self._seat else 1.0 - value

    def _result(self, position: Position) -> float:
        assert position.outcome is not None
        winner = position.outcome.winner
        return 0.5 if winner is None else float(winner == self._seat)


def _fits(start: Position, algorithm: str) -> bool:
    """Return whether a position may be a puzzle: no chance and nothing hidden in its game, and a real choice."""
    if start.game.hidden or start.game.chance or start.outcome is not None:
        return False
    try:
        check(algorithm, start.game)
    except UnfitAlgorithm:
        return False
    return FEWEST_LEGAL <= len(start.legal) <= MOST_LEGAL


def _after(position: Position, move: str) -> Position:
    return position.after(position.find(move))
