"""Conversion of puzzles to protocol data."""

import json

from kibitz_server.games.game import Position
from kibitz_server.messages import games, match_data
from kibitz_server.messages.outgoing import Data
from kibitz_server.puzzles.judging import Judgement, first_position, said_line
from kibitz_server.store.archive.puzzles import Attempt, SolverStanding, StoredPuzzle


def solver_data(game: str, solver: SolverStanding) -> Data:
    """Return a `SolverRating`."""
    rating = solver.rating
    return {
        "game": game,
        "rating": rating.shown,
        "deviation": rating.deviation,
        "attempts": rating.matches,
        "solved": solver.solved,
        "streak": solver.streak,
        "best": solver.best,
    }


def puzzle_data(puzzle: StoredPuzzle, solver: SolverStanding, attempt: Attempt | None, day: str | None) -> Data:
    """Return a `PuzzleShown`. It tells nothing of the players, the match and the solution."""
    before, at = first_position(puzzle)
    led = puzzle.lead is not None and before is not at
    return {
        "kind": "puzzle",
        "puzzle": puzzle.id,
        "game": games.game_data(at.game.declaration),
        "options": at.game.options,
        "board": games.board_data(at.game.board),
        "before": _state(before, 0) if led else None,
        "lead": said_line(before, [puzzle.lead])[0] if led and puzzle.lead is not None else None,
        "state": _state(at, int(led)),
        "seat": at.state.turn,
        "rating": puzzle.rating.shown,
        "you": solver_data(puzzle.game, solver),
        "day": day,
        "counts": attempt is None,
        "result": attempt.result if attempt else None,
    }


def judged_data(
    puzzle: StoredPuzzle, found: Judgement, solver: SolverStanding, attempt: Attempt | None, made: bool
) -> Data:
    """Return a `PuzzleJudged`.

    Args:
        puzzle: The puzzle, with its rating after the attempt.
        found: What the moves have come to.
        solver: The player after the attempt.
        attempt: The attempt that counts; None while it is open.
        made: Whether this answer made it.
    """
    before, at = first_position(puzzle)
    said = said_line(at, found.line)
    solution = json.loads(puzzle.line)
    reply = said_line(found.position, [found.reply])[0] if found.reply and found.position.outcome is None else None
    data: Data = {
        "kind": "puzzle_judged",
        "puzzle": puzzle.id,
        "right": found.right,
        "over": found.over,
        "line": said,
        "state": _state(found.position, int(before is not at) + len(found.line)),
        "reply": reply,
        "win": found.win,
        "result": attempt.result if attempt else None,
        "counted": made,
        "change": attempt.after - attempt.before if attempt and made else 0,
        "you": solver_data(puzzle.game, solver),
        "rating": puzzle.rating.shown,
    }
    if attempt is not None:
        data["themes"] = puzzle.themes.split()
        data["source"] = {"players": json.loads(puzzle.players), "code": puzzle.code, "ply": puzzle.ply}
    if found.over:
        data["solution"] = said_line(at, solution)
        data["start"] = puzzle.position
        data["moves"] = [*([puzzle.lead] if puzzle.lead is not None else []), *solution]
    return data


def attempt_data(attempt: Attempt) -> Data:
    """Return a `PuzzleAttempt`."""
    return {
        "puzzle": attempt.puzzle_id,
        "game": attempt.game,
        "at": attempt.at,
        "result": attempt.result,
        "before": attempt.before,
        "after": attempt.after,
    }


def _state(position: Position, ply: int) -> Data:
    return match_data.state_data(position, ply, position.outcome is not None, match_data.NO_TIMES)
