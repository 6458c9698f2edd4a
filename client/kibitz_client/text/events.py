"""What is told of a match in lines: what a message means, and what the state answers to a question. No I/O."""

from collections.abc import Callable
from typing import Any

from kibitz_client.match.state import MatchState
from kibitz_client.text.board import board_lines
from kibitz_client.text.formatting import invitation_text, player_text, seat_text, series_result
from kibitz_client.text.match_view import legal_line, move_line, player_lines, result_line, title_line
from kibitz_client.text.style import Style
from kibitz_protocol.to_client import (
    Aborted,
    Agreed,
    Declined,
    Event,
    Finished,
    Invitation,
    Left,
    Moved,
    Next,
    Notice,
    Offered,
    Paused,
    Presence,
    RematchDropped,
    Rematched,
    Resumed,
    Said,
    Seated,
    Started,
    TakenBack,
    Withdrawn,
)
from kibitz_protocol.values import Away, OfferKind, Seat, SeriesView

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


def absence_lines(before: tuple[Away, ...], state: MatchState) -> list[str]:
    """What has changed in who is gone, for who is still there."""
    was, now = {away.seat: away for away in before}, {away.seat: away for away in state.away}
    lines = [f"{_who(state, seat)} is back" for seat in was if seat not in now and seat != state.you]
    for seat, away in now.items():
        if seat == state.you:
            continue
        if seat not in was:
            lines.append(f"{_who(state, seat)} is gone{_claim_text(state, away)}")
        elif away.claim_ms == 0 and was[seat].claim_ms != 0:
            lines.append(f"{_who(state, seat)} has not come back{_claim_text(state, away)}")
    return lines


def _claim_text(state: MatchState, away: Away) -> str:
    if away.claim_ms is None or state.you is None:
        return ""
    if away.claim_ms == 0:
        return ": type claim to win the match, or claim draw"
    return f"; in {-(-away.claim_ms // 1000)} s you may claim the match"


ASKS: dict[OfferKind, str] = {
    "draw": "a draw",
    "takeback": "to take back the last move",
    "pause": "a pause",
    "resume": "to go on",
    "adjourn": "to adjourn for another day",
    "abort": "to abort the match",
    "rematch": "a rematch",
}
"""What is offered, behind `asks for` or `offers`."""


CALLED: dict[OfferKind, str] = {
    "draw": "the draw",
    "takeback": "the takeback",
    "pause": "the pause",
    "resume": "to go on",
    "adjourn": "to adjourn",
    "abort": "to abort",
    "rematch": "the rematch",
}


def agreement_lines(fact: Any, state: MatchState) -> list[str] | None:
    """What a fact about offers, pauses, takebacks and rematches says; None for any other fact."""
    match fact:
        case Offered(seat=seat, offer=offer):
            verb = "offers" if offer in ("draw", "rematch") else "asks for" if offer == "pause" else "asks"
            answer = "  (type accept or decline)" if state.you is not None and state.you != seat else ""
            return [f"{_who(state, seat)} {verb} {ASKS[offer]}{answer}"]
        case Agreed(by=by, offer=offer):
            return [f"{_who(state, by)} agrees {'to ' if not CALLED[offer].startswith('to ') else ''}{CALLED[offer]}"]
        case Declined(by=by, offer=offer):
            refuses = "does not want" if CALLED[offer].startswith("to ") else "declines"
            return [f"{_who(state, by)} {refuses} {CALLED[offer]}"]
        case Withdrawn(seat=seat, offer=offer):
            return [f"{_who(state, seat)} no longer offers {CALLED[offer]}"]
        case TakenBack(seat=seat, plies=plies):
            moves = "the last move is" if plies == 1 else f"the last {plies} moves are"
            return [f"{moves} taken back; {_who(state, seat)} moves again"]
        case Paused(adjourned=adjourned):
            return [paused_line(state) if not adjourned else adjourned_line(state)]
        case Resumed():
            return ["the match goes on"]
        case Rematched(code=code):
            return [f"the rematch is match {code}: kibitz watch {code}"]
        case RematchDropped(reason=reason):
            return [f"there is no rematch: {reason}"]
    return None


def standing_lines(state: MatchState) -> list[str]:
    """What somebody who comes sees of it: that the match is paused, and the offers that stand."""
    lines = [adjourned_line(state) if state.adjourned else paused_line(state)] if state.phase == "paused" else []
    offered = [agreement_lines(Offered(seat=view.seat, offer=view.offer), state) or [] for view in state.offers]
    return [*lines, *(line for one in offered for line in one)]


def paused_line(state: MatchState) -> str:
    """That a match is paused, and for its players how it goes on."""
    return "the match is paused" + ("; type resume to go on" if state.you is not None else "")


def adjourned_line(state: MatchState) -> str:
    """That a match is adjourned, and for its players how it goes on."""
    if state.you is None:
        return "the match is adjourned"
    return "the match is adjourned; type resume to go on, or quit and come back another day"


def _who(state: MatchState, seat: Seat) -> str:
    view = next((view for view in state.seats if view.seat == seat), None)
    name = seat_text(state.game.seats, seat)
    return f"{name} {player_text(view)}" if view is not None else name
