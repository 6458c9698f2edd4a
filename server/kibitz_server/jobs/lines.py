"""Lines of an analysis board: their positions, and the answer to `explore`.

A client steps through a line by sending all its moves each time, because the text of a position need not say everything
about it.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from kibitz_protocol.refusals import Code
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.core.match.match import Match
from kibitz_server.core.values.events import Result
from kibitz_server.core.values.refusal import way_on
from kibitz_server.games.ends.studies import drawn, going_on, longer
from kibitz_server.games.game import BadPosition, Game, IllegalMove, LegalMove, Position
from kibitz_server.games.typed.move_lists import IllegalEntry, played
from kibitz_server.messages import games, match_data
from kibitz_server.messages.encoding import encode
from kibitz_server.messages.outgoing import Data


class LineStep(NamedTuple):
    """A position, and the move that leads to it; None for the first position."""

    move: LegalMove | None
    position: Position


Steps = list[LineStep]


class PlayedAgain(Exception):
    """The rules of the kept position end the line, and others may not."""


@dataclass(frozen=True, slots=True)
class AnalysisLine:
    """Moves and chance events of a game from a first position on; without `start` that of the game. Both are plies."""

    game: Game
    start: str | None
    moves: tuple[str, ...]

    def one_by_one(self, found: "Steps", since: int) -> "AnalysisLine":
        """Return the line with its moves one by one, given its positions from ply `since` on."""
        moves = (*self.moves[:since], *(step.move.text for step in found if step.move is not None))
        return replace(self, moves=moves)

    def key(self, ply: int) -> tuple[object, ...]:
        """Return what the position after some of the moves is kept by."""
        return self.game.name, tuple(self.game.options.items()), self.start, self.moves[:ply]


def line_of_match(match: Match) -> AnalysisLine:
    """Return the line that leads to the position of a match."""
    return AnalysisLine(match.game, match.created.position, (*match.created.opening, *match.history.line()))


def positions(line: AnalysisLine, since: int, kept: Position | None = None) -> Steps:
    """Return the positions of a line from ply `since` on.

    Args:
        line: The moves. Those from `since` on may be written as lists of other programs have them.
        since: The ply of the first position that is wanted.
        kept: The position at that ply, if it is known.

    If the game has drawn the last position or one before it, rules that end it later take its place, if there are any:
    no draw is claimed on an analysis board. Where there are none, the game goes on as if it began there.

    Raises:
        CommandRefused: The first position or a move is not valid.
        PlayedAgain: A position was kept that is of no use, because rules that end the game later are needed.
    """
    rules = line.game if kept is None else kept.game
    ended: Steps | None = None
    for game in (rules, *longer(rules)):
        found = _played(replace(line, game=game), since, kept)
        if found is not None and not drawn(found[-1].position):
            return found
        ended = ended or found
        if kept is not None and longer(rules):
            raise PlayedAgain
    assert ended is not None
    return ended


def _played(line: AnalysisLine, since: int, kept: Position | None) -> Steps | None:
    """Return the positions of a line by the rules of its game; None if others let it go on after a draw."""
    since = min(since, len(line.moves))
    # A game without such rules goes on without the history that made the draw, such as earlier occurrences.
    on: Callable[[Position], Position] = _same if longer(line.game) else partial(going_on, game=line.game)
    at = kept if kept is not None else on(_start(line))
    number = since if kept is not None else 0
    found: Steps = [LineStep(None, at)]
    try:
        for text in line.moves[number:since]:
            if drawn(at) and longer(line.game):
                return None
            number += 1
            at = on(at.after(at.find(text)))
            found = [LineStep(None, at)]
        found += [LineStep(move, after) for move, after in played(at, line.moves[since:], on)]
    except IllegalEntry as error:
        if drawn(error.at) and longer(line.game):
            return None
        raise _illegal(line, since + error.number, since, error.text, error, error.at) from None
    except IllegalMove as error:
        raise _illegal(line, number, since, line.moves[number - 1], error, at) from None
    return found


def _same(position: Position) -> Position:
    return position


def reached(line: AnalysisLine) -> tuple[AnalysisLine, Position]:
    """Return a line with its moves one by one, and the position after it.

    Raises:
        CommandRefused: The first position or a move is not valid.
    """
    found = positions(line, 0)
    return line.one_by_one(found, 0), found[-1].position


def last_position(line: AnalysisLine) -> Position:
    """Return the position after all moves of a line.

    Raises:
        CommandRefused: The first position or a move is not valid.
    """
    return reached(line)[1]


def explored(
    line: AnalysisLine, since: int, at: int | None, seats: list[Data] | None = None
) -> tuple[bytes, AnalysisLine, Position]:
    """Return an encoded `Explored`, the line with its moves one by one, and its last position.

    The arguments are those of `explored_data`.

    Raises:
        CommandRefused: The first position or a move is not valid.
    """
    found = positions(line, since)
    data = explored_data(line, found, since, at)
    answer = encode(data if seats is None else {**data, "seats": seats})
    return answer, line.one_by_one(found, since), found[-1].position


def explored_data(line: AnalysisLine, found: Steps, since: int, ply: int | None) -> Data:
    """Return an `Explored`.

    Args:
        line: The line.
        found: Its positions from `since` on, each with the move that leads to it.
        since: The ply of the first of these positions.
        ply: The ply whose state is shown; None for the last one.
    """
    if ply is None:
        ply = since + len(found) - 1
    shown = found[ply - since][1]
    outcome = shown.outcome
    result = Result(outcome.winner, outcome.reason, outcome.points) if outcome is not None else None
    return {
        "kind": "explored",
        "game": games.game_data(shown.game.declaration),
        "options": shown.game.options,
        "board": games.board_data(shown.game.board),
        "start": line.game.written(line.start),
        "since": since,
        "line": _line_data(found),
        "ply": ply,
        "state": match_data.state_data(shown, ply, outcome is not None, match_data.NO_TIMES),
        "result": match_data.result_data(result),
    }


def _line_data(found: Steps) -> list[Data]:
    """Return a list of `Reached`."""
    data: list[Data] = [{"move": None, "seat": None, "position": found[0].position.text, "said": None, "chance": False}]
    for (_, before), (move, after) in pairwise(found):
        assert move is not None
        told = {"said": before.said(move), "opening": after.opening_name, "chance": bool(before.chances)}
        data.append({"move": move.text, "seat": before.to_move, "position": after.text, **told})
    return data


def _start(line: AnalysisLine) -> Position:
    try:
        return line.game.start(line.start)
    except BadPosition as error:
        hint = "leave the position out to start from the beginning"
        raise CommandRefused(Code.BAD_POSITION, str(error), hint) from None


def _illegal(
    line: AnalysisLine, number: int, since: int, text: str, error: IllegalMove, at: Position
) -> CommandRefused:
    # A single new move needs no number.
    alone = number == since + 1 == len(line.moves) and text == line.moves[since]
    sentence = str(error) if alone else f"move {number}, {text!r}: {error}"
    return CommandRefused(Code.BAD_MOVES, sentence, way_on(at, text, str(error)))
