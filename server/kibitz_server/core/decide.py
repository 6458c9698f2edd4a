"""What a command leads to: the rules of a match, as pure functions of the match, the command and `now`.

Each returns the events that follow, or a refusal. Nothing here changes the match.
"""

from typing import TYPE_CHECKING, assert_never

from kibitz_server.core.commands import (
    Abort,
    Command,
    EngineFailed,
    EngineMoved,
    LookAtClock,
    PlayMove,
    Resign,
    StartMatch,
    TakeSeat,
)
from kibitz_server.core.events import (
    Event,
    MatchAborted,
    MatchFinished,
    MatchStarted,
    MovePlayed,
    Result,
    SeatLeft,
    SeatTaken,
    Thought,
)
from kibitz_server.core.phase import ALLOWED, Phase
from kibitz_server.core.players import Engine, Human
from kibitz_server.core.refusal import Reason, Refusal
from kibitz_server.games.game import IllegalMove, Move

if TYPE_CHECKING:
    from kibitz_server.core.match import Match

SHOWN_MOVES = 40
"""How many legal moves a hint names."""


def decide(match: "Match", command: Command, now: float) -> list[Event] | Refusal:
    """The events that a command leads to, or why it is not done. Deadlines are the caller's business."""
    if match.phase not in ALLOWED[type(command)]:
        return _wrong_phase(match, command)
    match command:
        case TakeSeat(player, seat):
            return _take_seat(match, player, seat)
        case StartMatch(by):
            return _start(match, by)
        case PlayMove():
            return _play(match, command, now)
        case Resign(by):
            return _resign(match, by, now)
        case EngineMoved(ply, move, thought):
            return _engine_moved(match, ply, move, thought, now)
        case EngineFailed(ply):
            return _stale_search(match, ply) or [_lost(match, match.position.to_move, "engine failure", now)]
        case LookAtClock():
            return []
        case Abort(reason):
            return [MatchAborted(reason)]
        case _:
            assert_never(command)


def deadline_event(match: "Match") -> Event:
    """What happens when the match's deadline has passed."""
    seat = match.to_move
    if match.phase is Phase.OPEN or seat is None or match.clock is None:
        return MatchAborted("it did not start in time")
    return MatchFinished(Result(1 - seat, "time"), match.clock.remaining_s[seat])


def _take_seat(match: "Match", player: Human, seat: int | None) -> list[Event] | Refusal:
    if match.seat_of(player.id) is not None:
        return Refusal(Reason.ALREADY_SEATED, "you already sit in this match", "wait for the others to join")
    free = [number for number, sitting in enumerate(match.seats) if sitting is None]
    if not free:
        return Refusal(Reason.MATCH_FULL, "every seat of this match is taken", "you can watch it")
    if seat is not None and seat not in free:
        names = ", ".join(f"{number} ({match.game.declaration.seats[number]})" for number in free)
        return Refusal(Reason.SEAT_TAKEN, f"seat {seat} is not free", f"free: {names}")
    events: list[Event] = [SeatTaken(free[0] if seat is None else seat, player)]
    if len(free) == 1 and match.created.autostart:
        events.append(MatchStarted())
    return events


def _start(match: "Match", by: str) -> list[Event] | Refusal:
    host = match.created.host
    if by != host.id:
        return Refusal(Reason.NOT_HOST, f"only {host.name}, who made the match, can start it", "wait for the host")
    if None in match.seats:
        return Refusal(Reason.SEATS_EMPTY, "a seat is still empty", f"give the code {match.created.code} to someone")
    return [MatchStarted()]


def _play(match: "Match", command: PlayMove, now: float) -> list[Event] | Refusal:
    seat = match.seat_of(command.by)
    if seat is None:
        return Refusal(Reason.NOT_SEATED, "you do not sit in this match", "you can watch it")
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
        return Refusal(Reason.ILLEGAL_MOVE, str(error), _legal_moves(match))
    return _moved(match, move, None, now)


def _moved(match: "Match", move: Move, thought: Thought | None, now: float) -> list[Event]:
    seat = match.position.to_move
    assert seat is not None
    elapsed_s = match.elapsed_s(now)
    remaining_s = match.clock.pressed(seat, elapsed_s).remaining_s[seat] if match.clock else None
    events: list[Event] = [MovePlayed(match.ply, seat, move.text, elapsed_s, remaining_s, thought)]
    outcome = match.position.after(move).outcome
    if outcome is not None:
        events.append(MatchFinished(Result(outcome.winner, outcome.reason, outcome.points), 0.0))
    return events


def _resign(match: "Match", by: str, now: float) -> list[Event] | Refusal:
    seat = match.seat_of(by)
    if match.phase is Phase.OPEN and by == match.created.host.id:
        return [MatchAborted(f"{match.created.host.name} withdrew it")]
    if seat is None:
        return Refusal(Reason.NOT_SEATED, "you do not sit in this match", "to leave a match you watch, stop watching")
    if match.phase is Phase.OPEN:
        return [SeatLeft(seat)]
    return [_lost(match, seat, "resignation", now)]


def _engine_moved(match: "Match", ply: int, text: str, thought: Thought | None, now: float) -> list[Event] | Refusal:
    stale = _stale_search(match, ply)
    if stale:
        return stale
    try:
        move = match.position.find(text)
    except IllegalMove as error:
        return Refusal(Reason.ILLEGAL_MOVE, str(error), _legal_moves(match))
    return _moved(match, move, thought, now)


def _stale_search(match: "Match", ply: int) -> Refusal | None:
    seat = match.to_move
    if ply == match.ply and seat is not None and isinstance(match.seats[seat], Engine):
        return None
    return Refusal(Reason.STALE_PLY, f"the match is at ply {match.ply}, the search was for ply {ply}")


def _lost(match: "Match", seat: int | None, reason: str, now: float) -> MatchFinished:
    assert seat is not None
    return MatchFinished(Result(1 - seat, reason), match.elapsed_s(now))


def _legal_moves(match: "Match") -> str:
    texts = [move.text for move in match.position.legal]
    more = f" and {len(texts) - SHOWN_MOVES} more" if len(texts) > SHOWN_MOVES else ""
    return f"legal moves: {' '.join(texts[:SHOWN_MOVES])}{more}"


def _wrong_phase(match: "Match", command: Command) -> Refusal:
    match match.phase:
        case Phase.OPEN:
            return Refusal(Reason.NOT_RUNNING, "the match has not started yet", "wait until every seat is taken")
        case Phase.FINISHED | Phase.ABORTED:
            why = match.result.reason if match.result else "it was given up"
            return Refusal(Reason.NOT_RUNNING, f"the match is over: {why}", "start another one")
        case _ if isinstance(command, TakeSeat):
            return Refusal(Reason.MATCH_FULL, "every seat of this match is taken", "you can watch it")
        case _:
            return Refusal(Reason.NOT_OPEN, "the match has already started", "you can watch it")
