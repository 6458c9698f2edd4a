"""Deadlines of a match: the next event that happens without any command, and its time.

Examples are a fallen flag, a missing first move, an open match that does not start or loses its host. The runtime has
one timer for each match, set to the earliest deadline.
"""

from typing import NamedTuple

from kibitz_server.core.match.phase import Phase
from kibitz_server.core.match.seats import on_break
from kibitz_server.core.match.state import MatchState
from kibitz_server.core.values.events import Event, MatchAborted, MatchFinished, MatchStarted, Result, SeatLeft
from kibitz_server.core.values.players import Engine, Human
from kibitz_server.core.values.timeouts import (
    BREAK_S,
    PAUSED_TIMEOUT_S,
    deserted_timeout_s,
    host_timeout_s,
    open_timeout_s,
)


class Due(NamedTuple):
    """An event that is due at time `at`, on the clock of `now`."""

    at: float
    event: Event


def next_due(match: MatchState) -> Due | None:
    """Return the next event that is caused by time alone; None if there is none."""
    match match.phase:
        case Phase.RUNNING:
            return _earliest(_turn_deadline(match), _all_disconnected(match))
        case Phase.OPEN if on_break(match):
            return Due(match.turn.began_at + BREAK_S, MatchStarted())
        case Phase.OPEN:
            return _earliest(_not_started(match), *_disconnected_seats(match))
        case Phase.PAUSED:
            return Due(match.turn.began_at + PAUSED_TIMEOUT_S, MatchAborted("nobody took it up again"))
        case _:
            return None


def _earliest(*dues: Due | None) -> Due | None:
    earliest = None
    for due in dues:
        if due is not None and (earliest is None or due.at < earliest.at):
            earliest = due
    return earliest


def _not_started(match: MatchState) -> Due:
    return Due(match.turn.began_at + open_timeout_s(match.created.control), MatchAborted("it did not start in time"))


def _disconnected_seats(match: MatchState) -> list[Due]:
    """Return when seats of disconnected players become free, and when a match without its host is aborted."""
    timeout_s = host_timeout_s(match.created.control)
    host = match.created.host
    due: list[Due] = []
    if timeout_s is None:
        return due
    for seat, player in enumerate(match.seats):
        if not isinstance(player, Human) or player.id == host.id:
            continue
        since = match.presence.disconnected_since(player.id)
        if since is not None:
            due.append(Due(since + timeout_s, SeatLeft(seat)))
    since = match.presence.disconnected_since(host.id)
    if since is not None and (match.seat_of(host.id) is not None or not match.created.autostart):
        due.append(Due(since + timeout_s, MatchAborted(f"{host.name} left")))
    return due


def _turn_deadline(match: MatchState) -> Due | None:
    """Return when the flag of the seat to move falls or, for a free first move, when the match is aborted."""
    seat = match.to_move if match.clock is not None else None
    if seat is None or match.clock is None:
        return None
    if not match.first_move:
        until_flag_s = match.clock.until_flag_s(seat)
        return Due(match.turn.time_at(until_flag_s), MatchFinished(Result(1 - seat, "time"), until_flag_s))
    player, timeout_s = match.seats[seat], match.created.first_move_s
    # An engine's first move may have to wait for a free slot of the pool: no player is to blame for that.
    if timeout_s is None or player is None or isinstance(player, Engine):
        return None
    return Due(match.turn.time_at(timeout_s), no_show(player.name))


def first_move_left_s(match: MatchState, now: float) -> float | None:
    """Return the time left for the side to move to make its first move; None if it has no such deadline."""
    due = _turn_deadline(match) if match.phase is Phase.RUNNING and match.first_move else None
    return max(0.0, due.at - now) if due is not None else None


def no_show(name: str) -> MatchAborted:
    """Return the event that ends a match in which a player never moved: aborted, not lost."""
    return MatchAborted(f"no-show: {name} made no first move")


def _all_disconnected(match: MatchState) -> Due | None:
    """Return when a match without a clock is aborted because no human player is connected: nothing else ends it."""
    if match.clock is not None or not match.presence.disconnected:
        return None
    humans = [player for player in match.seats if isinstance(player, Human)]
    times = [match.presence.disconnected_since(player.id) for player in humans]
    disconnected = [at for at in times if at is not None]
    if not humans or len(disconnected) < len(humans):
        return None
    moved = any(isinstance(match.seats[move.seat], Human) for move in match.moves)
    return Due(max(disconnected) + deserted_timeout_s(moved=moved), MatchAborted("everybody left"))
