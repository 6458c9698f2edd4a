"""Judgement of answers to a puzzle. A client sends all of its moves each time, so the server keeps no open attempt.

The first move that decides counts, whatever follows it: otherwise moves could be tried by answers that are refused.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from kibitz_server.games.game import IllegalMove, Position
from kibitz_server.games.registry import load
from kibitz_server.store.archive.puzzles import StoredPuzzle


class Misplaced(ValueError):
    """Moves that do not answer the puzzle, such as an illegal one. The message is for users."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a list of moves of a solver has come to.

    Attributes:
        right: Whether all of the moves are those of the puzzle.
        over: Whether nothing is left to find.
        line: The moves of both sides, with the replies: as far as they are right, and the wrong one at the end.
        position: The position after `line`.
        reply: The best reply to a wrong move; empty if none is known.
        win: Win probability of the solver after a wrong move; None if it is not known.
    """

    right: bool
    over: bool
    line: tuple[str, ...]
    position: Position
    reply: str = ""
    win: float | None = None


def first_position(puzzle: StoredPuzzle) -> tuple[Position, Position]:
    """Return the position before the move that leads to a puzzle, and the position of the puzzle.

    Both are the same if no move leads there.
    """
    before = load(puzzle.game, json.loads(puzzle.options)).start(puzzle.position)
    return before, before.after(before.find(puzzle.lead)) if puzzle.lead else before


def judge(puzzle: StoredPuzzle, moves: Sequence[str]) -> Judgement:
    """Judge the moves of a solver, all of them from the beginning, as far as one is wrong or the last right one.

    Raises:
        Misplaced: A move is illegal.
    """
    _, at = first_position(puzzle)
    solver, line = at.state.turn, json.loads(puzzle.line)
    waiting, played = list(moves), list[str]()
    for number, expected in enumerate(line):
        if at.state.turn == solver:
            if not waiting:
                return Judgement(True, False, tuple(played), at)
            typed = waiting.pop(0)
            try:
                move = at.find(typed)
            except IllegalMove as error:
                raise Misplaced(str(error)) from None
            after = at.after(move)
            # At the end any move that wins at once is right, if the expected one does so too.
            last = number == len(line) - 1 and _wins(at.after(at.find(expected)), solver)
            if move.text != expected and not (last and _wins(after, solver)):
                return _refuted(puzzle, number, (*played, move.text), after)
            expected = move.text
        played.append(expected)
        at = at.after(at.find(expected))
    return Judgement(True, True, tuple(played), at)


def _refuted(puzzle: StoredPuzzle, number: int, line: tuple[str, ...], after: Position) -> Judgement:
    answer = json.loads(puzzle.refuted).get(str(number), {}).get(line[-1])
    reply, win = answer if answer else ("", None)
    return Judgement(False, False, line, after, reply, win)


def _wins(position: Position, seat: int) -> bool:
    return position.outcome is not None and position.outcome.winner == seat


def next_move(puzzle: StoredPuzzle, found: Judgement) -> str:
    """Return the move that the solver is to find after its moves, which are right so far.

    Raises:
        Misplaced: The moves are not right, or nothing is left to find.
    """
    if not found.right or found.over:
        raise Misplaced("no move of the puzzle is left after these")
    solution: str = json.loads(puzzle.line)[len(found.line)]
    return solution


def own_moves(puzzle: StoredPuzzle) -> list[str]:
    """Return the moves of the solver in the line of a puzzle."""
    _, at = first_position(puzzle)
    solver, own = at.state.turn, list[str]()
    for move in json.loads(puzzle.line):
        if at.state.turn == solver:
            own.append(move)
        at = at.after(at.find(move))
    return own


def said_line(start: Position, line: Sequence[str]) -> list[str]:
    """Return moves as people write them."""
    said, at = list[str](), start
    for text in line:
        move = at.find(text)
        said.append(at.said(move) or move.text)
        at = at.after(move)
    return said
