"""Judgement of answers to a puzzle. A client sends all of its moves each time, so the server keeps no open attempt."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from kibitz_server.games.game import IllegalMove, Position
from kibitz_server.games.registry import load
from kibitz_server.store.archive.puzzles import StoredPuzzle


class Misplaced(ValueError):
    """Moves that do not answer the puzzle: an illegal one, or one after its end. The message is for users."""


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
    """Judge the moves of a solver, all of them from the beginning.

    Raises:
        Misplaced: A move is illegal, or comes after the end of the puzzle or after a wrong one.
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
                if waiting:
                    raise Misplaced(f"{move.text} is not the move of the puzzle, and nothing follows it")
                return _refuted(puzzle, number, (*played, move.text), after)
            expected = move.text
        played.append(expected)
        at = at.after(at.find(expected))
    if waiting:
        raise Misplaced("the puzzle is over before the last of these moves")
    return Judgement(True, True, tuple(played), at)


def _refuted(puzzle: StoredPuzzle, number: int, line: tuple[str, ...], after: Position) -> Judgement:
    answer = json.loads(puzzle.refuted).get(str(number), {}).get(line[-1])
    reply, win = answer if answer else ("", None)
    return Judgement(False, False, line, after, reply, win)


def _wins(position: Position, seat: int) -> bool:
    return position.outcome is not None and position.outcome.winner == seat


def next_move(puzzle: StoredPuzzle, moves: Sequence[str]) -> str:
    """Return the move that the solver is to find after its moves, which are right so far.

    Raises:
        Misplaced: The moves are not right, or nothing is left to find.
    """
    found = judge(puzzle, moves)
    if not found.right or found.over:
        raise Misplaced("no move of the puzzle is left after these")
    solution: str = json.loads(puzzle.line)[len(found.line)]
    return solution


def said_line(start: Position, line: Sequence[str]) -> list[str]:
    """Return moves as people write them."""
    said, at = list[str](), start
    for text in line:
        move = at.find(text)
        said.append(at.said(move) or move.text)
        at = at.after(move)
    return said
