"""What is told of a match in lines: what a message means, and what the state answers to a question. No I/O."""

from collections.abc import Callable
from typing import Any

from kibitz_client.absences import absence_lines
from kibitz_client.agreements import agreement_lines, standing_lines
from kibitz_client.boards import board_lines
from kibitz_client.render import legal_line, move_line, player_lines, result_line, title_line
from kibitz_client.state import MatchState
from kibitz_client.style import Style
from kibitz_client.words import invitation_text, player_text, seat_text, series_result
from kibitz_protocol.to_client import (
    Aborted,
    Event,
    Finished,
    Invitation,
    Left,
    Moved,
    Next,
    Notice,
    Presence,
    Said,
    Seated,
    Started,
)
from kibitz_protocol.values import SeriesView

Answer = Callable[[MatchState, Style, int], list[str]]
"""Lines from a state, a style, and how many milliseconds ago the position came."""

READY = "all seats are taken; type start"
IN_A_MOMENT = "the next game begins in a moment"
HELP = """a move, as the game writes it (see: legal), or one of
  board       show the board again
  legal       the legal moves, marked on the board with *
  hint        let an engine say what it would play
  moves       the moves so far
  clock       the time left
  chat TEXT   say something; mute NAME: hear somebody no longer, unmute NAME: again
  start       start the match, for its host
  resign      give up; before the start, leave
  draw        offer a draw; takeback, pause, resume, adjourn and abort likewise
              ask the other side, and rematch when the match is over
  accept      agree to what the other side offers; decline says no
  withdraw    take your own offer back
  claim       win a match that the other side has left; claim draw ends it as a draw
  quit        leave without giving up"""


def introduction(state: MatchState, style: Style) -> list[str]:
    """A match as whoever takes part in it sees it first. On one's own turn the board comes with the question."""
    lines = [title_line(state), *player_lines(state, style)]
    if state.phase == "open":
        later = state.series is not None and state.series.number > 1
        ready = IN_A_MOMENT if later else READY
        return [*lines, f"waiting for {state.empty_seats} more to join" if state.empty_seats else ready]
    if not state.your_turn:
        lines += ["", *board_lines(state.board, state.position, style)]
    return [*lines, "", result_line(state)] if state.over else [*lines, *standing_lines(state)]


def told(message: Any, state: MatchState, before: MatchState | None) -> list[str]:
    """What a message says, without boards; `state` is the one after it, `before` the one before."""
    match message:
        case Presence():
            return absence_lines(before.away if before else (), state)
        case Said(name=name, text=text):
            return [f"{name}: {text}"]
        case Notice(text=text):
            return [f"server: {text}"]
        case Invitation():
            return [invitation_text(message)]
        case Next(why="series", next=None, series=SeriesView() as series):
            return [f"the series is over: {series_result(series, state.seats)}"]
        case Next(why="tv", next=None):
            return ["nothing is on; waiting for the next match"]
        case Event(event=Seated(seat=view)):
            return [f"{player_text(view)} takes the seat {seat_text(state.game.seats, view.seat)}"]
        case Event(event=Left(seat=seat)):
            return [f"the seat {seat_text(state.game.seats, seat)} is empty again"]
        case Event(event=Started()):
            return ["the match starts"]
        case Event(event=Moved(move=move)):
            return [move_line(state, move)]
        case Event(event=fact) if (lines := agreement_lines(fact, state)) is not None:
            return lines
        case Event(event=Finished() | Aborted()):
            return [result_line(state)]
    return []


def _help(_state: MatchState, _style: Style, _elapsed_ms: int) -> list[str]:
    return HELP.splitlines()


def _board(state: MatchState, style: Style, _elapsed_ms: int) -> list[str]:
    return board_lines(state.board, state.position, style)


def _legal(state: MatchState, style: Style, _elapsed_ms: int) -> list[str]:
    return [*board_lines(state.board, state.position, style, targets=True), legal_line(state.position)]


def _moves(state: MatchState, _style: Style, _elapsed_ms: int) -> list[str]:
    return [move_line(state, move) for move in state.moves] or ["no move was played yet"]


def _clock(state: MatchState, style: Style, elapsed_ms: int) -> list[str]:
    if state.clock is None:
        return ["this match is played without a clock"]
    return player_lines(state, style, elapsed_ms)


ANSWERS: dict[str, Answer] = {
    "help": _help,
    "?": _help,
    "board": _board,
    "legal": _legal,
    "moves": _moves,
    "clock": _clock,
}
"""What can be asked of the state alone."""
