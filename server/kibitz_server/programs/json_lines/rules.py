"""Rules as data: the legal moves of a position, the side to move, the result, and the board as it is drawn."""

from kibitz_server.games.game import Outcome
from kibitz_server.programs.json_lines.lines import POSITION_FIELDS, Answer, Request, notes_of, position_of

FIELDS = POSITION_FIELDS


def rules(request: Request) -> Answer:
    """Return the answer to a line.

    `to_move` and `winner` are seats from 0. `board` has the rows of a grid as texts from the top, or the numbers in the
    pits or heaps. While a chance event is due, there are `chances` with their weights and no legal moves, and `to_move`
    is null. `notes` are sentences on what was left out of the position, if there was anything.

    Raises:
        BadLine: The line does not describe a position.
    """
    position = position_of(request)
    picture = position.picture
    chances = [{"chance": chance.text, "weight": chance.weight} for chance in position.chances]
    answer: Answer = {
        "legal": [move.text for move in position.legal],
        "to_move": position.to_move,
        "over": position.outcome is not None,
        "result": _result(position.outcome),
        "position": position.text,
        "board": picture.rows or picture.counts,
    }
    return answer | ({"chances": chances} if position.game.chance else {}) | notes_of(request)


def _result(outcome: Outcome | None) -> Answer | None:
    if outcome is None:
        return None
    return {"winner": outcome.winner, "reason": outcome.reason, "points": outcome.points}
