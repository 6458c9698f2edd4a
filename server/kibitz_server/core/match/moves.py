"""Rules of a running match: moves of players and engines, and resignation."""

from kibitz_server.core.match.commands import EngineMoved, MakeOffer, PlayMove
from kibitz_server.core.match.seats import not_seated
from kibitz_server.core.match.state import MatchState
from kibitz_server.core.values.clock import MAX_LAG_S
from kibitz_server.core.values.events import Event, MatchFinished, MovePlayed, Result, SearchInfo
from kibitz_server.core.values.players import Engine
from kibitz_server.core.values.refusal import Reason, Refusal, legal_moves_text
from kibitz_server.games.game import IllegalMove, Move


def play(match: MatchState, command: PlayMove, now: float) -> list[Event] | Refusal:
    """Return the events of a move of a human player, or a refusal."""
    seat = match.seat_of(command.by)
    if seat is None:
        return not_seated("you can watch it")
    look = "look at the position again"
    if command.ply != match.ply:
        sentence = f"the match is at ply {match.ply}, your move was for ply {command.ply}"
        return Refusal(Reason.STALE_PLY, sentence, look)
    if seat != match.to_move:
        return Refusal(Reason.NOT_YOUR_TURN, "it is not your turn", "wait for the other side's move")
    if command.position is not None and command.position != match.position.id:
        return Refusal(Reason.STALE_PLY, "your move was for another position", look)
    try:
        move = match.position.find(command.move)
    except IllegalMove as error:
        return Refusal(Reason.ILLEGAL_MOVE, str(error), f"legal moves: {legal_moves_text(match.position)}")
    return _moved(match, move, None, now, command.lag_s, command.id)


def already_done(match: MatchState, command: PlayMove | MakeOffer) -> bool:
    """Return whether this command was carried out before: a client repeats it when the answer was lost.

    A move counts also if it was taken back since then.
    """
    if command.id is None:
        return False
    if isinstance(command, PlayMove) and 0 <= command.ply < match.ply:
        played = match.moves[command.ply]
        if played.command == command.id and played.seat in match.seats_of(command.by):
            return True
    if not match.earlier:
        return False
    what = command.ply if isinstance(command, PlayMove) else command.kind
    return any((seat, command.id, what) in match.earlier for seat in match.seats_of(command.by))


def engine_moved(match: MatchState, command: EngineMoved, now: float) -> list[Event] | Refusal:
    """Return the events of the move that a search found, or a refusal."""
    stale = _stale_search(match, command.turn)
    if stale:
        return stale
    try:
        move = match.position.find(command.move)
    except IllegalMove as error:
        return Refusal(Reason.ILLEGAL_MOVE, str(error), f"legal moves: {legal_moves_text(match.position)}")
    return _moved(match, move, command.search_info, now)


def engine_failed(match: MatchState, turn: int, now: float) -> list[Event] | Refusal:
    """Return the event of an engine that found no move: it loses, so that its opponent does not wait forever."""
    return _stale_search(match, turn) or [_lost(match, match.position.to_move, "engine failure", now)]


def resign(match: MatchState, by: str, now: float) -> list[Event] | Refusal:
    """Return the event of a resignation, on either side's turn, or a refusal."""
    seat = match.seat_of(by)
    if seat is None:
        return not_seated("to leave a match you watch, stop watching")
    return [_lost(match, seat, "resignation", now)]


def _moved(
    match: MatchState,
    move: Move,
    search_info: SearchInfo | None,
    now: float,
    lag_s: float = 0.0,
    command: str | None = None,
) -> list[Event]:
    seat = match.position.to_move
    assert seat is not None
    elapsed_s = match.elapsed_s(now)
    credit_s, remaining_s, periods = 0.0, None, None
    clock = match.clock
    if clock is not None:
        if match.first_move:
            remaining_s, periods = clock.remaining_s[seat], clock.periods[seat]
        else:
            credit_s = max(0.0, min(lag_s, MAX_LAG_S, elapsed_s))
            remaining_s, periods = clock.left_after_move(seat, elapsed_s - credit_s)
    played = MovePlayed(
        match.ply, seat, move.text, elapsed_s, remaining_s, search_info, periods or None, credit_s, command
    )
    events: list[Event] = [played]
    outcome = match.position.after(move).outcome
    if outcome is not None:
        events.append(MatchFinished(Result(outcome.winner, outcome.reason, outcome.points), 0.0))
    return events


def _stale_search(match: MatchState, turn: int) -> Refusal | None:
    seat = match.to_move
    if turn == match.turn.number and seat is not None and isinstance(match.seats[seat], Engine):
        return None
    return Refusal(Reason.STALE_PLY, f"this is turn {match.turn.number}, the search was for turn {turn}")


def _lost(match: MatchState, seat: int | None, reason: str, now: float) -> MatchFinished:
    assert seat is not None
    return MatchFinished(Result(1 - seat, reason), match.elapsed_s(now))
