"""Deadlines of a match: the next event that happens without any command, and its time.

Examples are a fallen flag, a missing first move, an open match that does not start or loses its host. The runtime has
one timer for each match, set to the earliest deadline.
"""

from typing import NamedTuple

from kibitz_server.core.match.phase import Phase
from kibitz_server.core.match.seats import awaits_client_seed, on_break
from kibitz_server.core.match.state import MatchState
from kibitz_server.core.settling import settle_s
from kibitz_server.core.values.clock import Clock
from kibitz_server.core.values.endings import ABANDONED, HOPELESS, LEFT, NO_SHOW, TIME
from kibitz_server.core.values.events import Event, MatchAborted, MatchFinished, MatchStarted, Result, SeatLeft
from kibitz_server.core.values.players import Engine, Human
from kibitz_server.core.values.timeouts import (
    BREAK_S,
    CLIENT_SEED_S,
    PAUSED_TIMEOUT_S,
    UNTIMED_TURN_S,
    open_timeout_s,
)
from kibitz_server.games.game import Outcome


def next_at(match: MatchState) -> float | None:
    """Return when the next event happens that time alone causes; None if there is none. Asked several times a move."""
    if match.phase is Phase.RUNNING:
        return _untimed_end_at(match) if match.clock is None else _turn_ends_at(match, match.clock)
    if match.phase is Phase.OPEN:
        return _before_start(match).at
    if match.phase is Phase.PAUSED:
        return match.turn.began_at + (settle_s(match.created.control) if match.settling else PAUSED_TIMEOUT_S)
    return None


def due_event(match: MatchState) -> Event:
    """Return the event that happens at `next_at`, which is not None."""
    if match.phase is Phase.OPEN:
        return _before_start(match).event
    if match.phase is Phase.PAUSED:
        return _not_resumed(match) if (outcome := match.position.outcome) is None else finished(outcome)
    seat, at = match.to_move, next_at(match)
    assert seat is not None
    assert at is not None
    if match.clock is None and at == _all_disconnected_at(match):
        return all_left(match, at)
    if match.first_move:
        return no_show(match, seat, at)
    elapsed_s = match.elapsed_s(at) if match.clock is None else match.clock.until_flag_s(seat)
    return MatchFinished(given_up(match, seat, TIME), elapsed_s)


def first_move_left_s(match: MatchState, now: float) -> float | None:
    """Return the time left for the side to move to make its first move; None if it has no such deadline."""
    if match.phase is not Phase.RUNNING or not match.first_move:
        return None
    at = _first_move_ends_at(match)
    return max(0.0, at - now) if at is not None else None


def settle_left_s(match: MatchState, now: float) -> float | None:
    """Return the time left until a board that players settle counts as it stands; None in any other match."""
    at = next_at(match) if match.settling else None
    return max(0.0, at - now) if at is not None else None


def no_show(match: MatchState, seat: int, now: float) -> MatchAborted | MatchFinished:
    """Return the event that ends a match in which a player never moved: lost if the match has begun, else aborted."""
    if match.begun:
        return MatchFinished(given_up(match, seat, NO_SHOW), match.elapsed_s(now))
    player = match.seats[seat]
    assert player is not None
    return MatchAborted(f"{NO_SHOW}: {player.name} made no first move", seat)


def all_left(match: MatchState, now: float) -> MatchAborted | MatchFinished:
    """Return the event that ends a match that all its human players have left.

    If it has begun, the side that had to move loses: its opponent waited for it. An engine never loses this way.
    """
    seat = _awaited(match)
    if match.begun and seat is not None:
        return MatchFinished(given_up(match, seat, ABANDONED), match.elapsed_s(now))
    return MatchAborted(LEFT, seat)


def finished(outcome: Outcome) -> MatchFinished:
    """Return the event that ends a match as its game ended by the rules."""
    return MatchFinished(Result(outcome.winner, outcome.reason, outcome.points), 0.0)


def given_up(match: MatchState, seat: int, reason: str) -> Result:
    """Return the result when a seat plays no further without resigning: a draw if the opponent cannot win any more."""
    if not match.position.can_win(1 - seat):
        return Result(None, f"{reason}{HOPELESS}")
    return Result(1 - seat, reason)


def _not_resumed(match: MatchState) -> MatchAborted | MatchFinished:
    """Return the end of a pause that no player has ended in all its time. Against an engine, the player loses."""
    engine = any(isinstance(player, Engine) for player in match.seats)
    if engine and match.created.terms.rated and match.begun and (seat := _awaited(match)) is not None:
        return MatchFinished(given_up(match, seat, ABANDONED), match.turn.spent_s)
    return MatchAborted("nobody took it up again")


def _awaited(match: MatchState) -> int | None:
    """Return the seat of the human player that the match waits for, first the side to move; None without any."""
    at_move = match.to_move
    if at_move is not None and isinstance(match.seats[at_move], Human):
        return at_move
    return next((seat for seat, player in enumerate(match.seats) if isinstance(player, Human)), None)


class _Due(NamedTuple):
    """An event that is due at time `at`, on the clock of `now`."""

    at: float
    event: Event


def _before_start(match: MatchState) -> _Due:
    """Return the next event of an open match: its start, an end, or a seat that becomes free."""
    if on_break(match):
        return _Due(match.turn.began_at + BREAK_S, MatchStarted())
    if awaits_client_seed(match):
        return _Due(match.seated_at + CLIENT_SEED_S, MatchStarted())
    timeout_s = open_timeout_s(match.created.control)
    not_started = _Due(match.turn.began_at + timeout_s, MatchAborted("it did not start in time"))
    return min([not_started, *_disconnected_seats(match)], key=lambda due: due.at)


def _disconnected_seats(match: MatchState) -> list[_Due]:
    """Return when seats of disconnected players become free, and when a match without its host is aborted."""
    timeout_s = match.patience.of_open(match.created.control)
    host = match.created.host
    due: list[_Due] = []
    if timeout_s is None:
        return due
    for seat, player in enumerate(match.seats):
        if not isinstance(player, Human) or player.id == host.id:
            continue
        since = match.presence.disconnected_since(player.id)
        if since is not None:
            due.append(_Due(since + timeout_s, SeatLeft(seat)))
    since = match.presence.disconnected_since(host.id)
    if since is not None and (match.seat_of(host.id) is not None or not match.created.autostart):
        due.append(_Due(since + timeout_s, MatchAborted(f"{host.name} left", match.seat_of(host.id))))
    return due


def _turn_ends_at(match: MatchState, clock: Clock) -> float | None:
    """Return when the flag of the seat to move falls or, for a free first move, when the match is aborted."""
    seat = match.to_move
    if seat is None:
        return None
    return _first_move_ends_at(match) if match.first_move else match.turn.time_at(clock.until_flag_s(seat))


def _first_move_ends_at(match: MatchState) -> float | None:
    """Return when a first move is too late; None if it has no deadline."""
    seat = match.to_move
    if seat is None:
        return None
    player, timeout_s = match.seats[seat], match.created.first_move_s
    # An engine's first move may have to wait for a free slot of the pool: no player is to blame for that.
    if timeout_s is None or player is None or isinstance(player, Engine):
        return None
    return match.turn.time_at(timeout_s)


def _untimed_end_at(match: MatchState) -> float | None:
    """Return when a running match without a clock ends if nothing happens; None if it goes on without a bound.

    A player of a rated match must move within `UNTIMED_TURN_S`, and so must one of a tournament, whose first moves have
    a deadline too. Otherwise a player who stays connected and never moves would not lose.
    """
    left_at, seat, terms = _all_disconnected_at(match), match.to_move, match.created.terms
    turn_ends_at = None
    if match.first_move:
        turn_ends_at = _first_move_ends_at(match)
    elif (terms.tournament is not None or (terms.rated and match.begun)) and seat is not None:
        turn_ends_at = match.turn.time_at(UNTIMED_TURN_S) if isinstance(match.seats[seat], Human) else None
    return min((at for at in (left_at, turn_ends_at) if at is not None), default=None)


def _all_disconnected_at(match: MatchState) -> float | None:
    """Return when a match without a clock ends because no human player is connected."""
    if not match.presence.disconnected:
        return None
    humans = [player for player in match.seats if isinstance(player, Human)]
    times = [match.presence.disconnected_since(player.id) for player in humans]
    disconnected = [at for at in times if at is not None]
    if not humans or len(disconnected) < len(humans):
        return None
    return max(disconnected) + left_timeout_s(match)


def left_timeout_s(match: MatchState) -> float:
    """Return how long a match without a clock goes on after all its human players have left it."""
    moved = any(isinstance(match.seats[seat], Human) for seat in match.history.moved)
    return match.patience.of_left(moved=moved)
