"""Conversion of analyses of finished matches to protocol data."""

from collections.abc import Sequence
from dataclasses import asdict

from pydantic_core import from_json

from kibitz_protocol.commands.analysis import Analysed
from kibitz_server.core.match.match import Match
from kibitz_server.core.values.events import MovePlayed
from kibitz_server.engine.analysis.game_analysis import GameAnalysis, GameReview, MoveReview, PlayedMove
from kibitz_server.games.game import Declaration
from kibitz_server.messages.encoding import encode
from kibitz_server.messages.outgoing import Data
from kibitz_server.messages.searches import prospects_data

LINE = 8
"""Moves of a line that are sent and stored."""


def played_moves(match: Match) -> list[PlayedMove]:
    """Return the moves of a match with the chance events after each."""
    chances_at = match.history.chances_at
    return [
        PlayedMove(move.ply, move.seat, move.move, _random(move), move.said, chances_at(plies))
        for plies, move in enumerate(match.moves, 1)
    ]


def _random(move: MovePlayed) -> bool:
    return move.thought is not None and move.thought.source == "random"


def analysis_data(
    match_id: str, code: str, game: Declaration, players: Sequence[str | None], effort: str, review: GameReview
) -> Data:
    """Return an `Analysed` result. `players` are the shown names of the players by seat, as far as they are known."""
    data = {
        "kind": "analysed",
        "match": match_id,
        "code": code,
        "game": game.name,
        "algorithm": review.algorithm,
        "effort": effort,
        "nodes": review.nodes,
        "seconds": round(review.seconds, 3),
        "moves": [_move_data(move) for move in review.moves],
        "final": round(review.final, 4),
        "sides": [
            side._asdict()
            | {"points_lost": _points_lost(review, side.seat)}
            | {"accuracy": _rounded(side.accuracy), "name": game.seats[side.seat], "player": players[side.seat]}
            for side in review.sides
        ],
    }
    return _with_evaluation(data)


def complete(body: str) -> bytes:
    """Return a stored analysis as clients get it. An old one has no evaluation yet."""
    return body.encode() if '"evaluation":' in body else encode(_with_evaluation(from_json(body)))


def _with_evaluation(data: Data) -> Data:
    return data | {"evaluation": Analysed.model_validate(data).evaluated().model_dump()}


def progress_data(match_id: str, analysis: GameAnalysis, waiting: int) -> Data:
    """Return an `Analysing` message."""
    return {"t": "analysing", "match": match_id, "done": analysis.done, "total": analysis.total, "waiting": waiting}


def _move_data(move: MoveReview) -> Data:
    report = move.report
    return {
        "ply": move.played.ply,
        "seat": move.played.seat,
        "move": move.played.move,
        "before": round(move.before, 4),
        "after": round(move.after, 4),
        "best": report.move,
        "line": list(report.line[:LINE]),
        "score": report.score,
        "wins_in": report.wins_in,
        "exact": report.exact,
        "depth": report.depth,
        "loss": round(move.loss, 4),
        "judgement": move.judgement,
        "exempt": move.exempt,
        "said": move.played.said,
        "said_line": list(move.said_line),
        "prospects": prospects_data(report.prospects),
        "points_lost": None if move.points_lost is None else round(move.points_lost, 4),
        "book": move.book,
        "checked": move.checked,
        "why": asdict(move.why) if move.why else None,
    }


def _points_lost(review: GameReview, seat: int) -> float | None:
    """Return the points that the judged moves of a side lost together."""
    own = [move for move in review.moves if move.played.seat == seat and move.exempt is None]
    lost = [move.points_lost for move in own if move.points_lost is not None]
    return round(sum(lost), 4) if lost else None


def _rounded(accuracy: float | None) -> float | None:
    return None if accuracy is None else round(accuracy, 1)
