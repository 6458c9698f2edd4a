"""What happens when nobody does anything: the next event that time alone brings about, and when.

A flag falls, a first move does not come, an open match is not joined or loses its host. The shell has one timer a
match, for the earliest of them.
"""

from typing import NamedTuple

from kibitz_server.core.match.phase import Phase
from kibitz_server.core.match.seats import on_break
from kibitz_server.core.match.state import MatchState
from kibitz_server.core.values.events import Event, MatchAborted, MatchFinished, MatchStarted, Result, SeatLeft
from kibitz_server.core.values.players import Engine, Human
from kibitz_server.core.values.timeouts import (
    BREAK_S,
    DESERTED_TIMEOUT_S,
    PAUSED_TIMEOUT_S,
    host_timeout_s,
    open_timeout_s,
)


class Due(NamedTuple):
    """An event that is due `at`, on the clock of `now`."""

    at: float
    event: Event


def next_due(match: MatchState) -> Due | None:
    """What time brings about next, if it brings about anything."""
    match match.phase:
        case Phase.RUNNING:
            return _earliest(_turn_over(match), _everybody_left(match))
        case Phase.OPEN if on_break(match):
            return Due(match.turn.began_at + BREAK_S, MatchStarted())
        case Phase.OPEN:
            return _earliest(_not_started(match), *_left_seats(match))
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


def _left_seats(match: MatchState) -> list[Due]:
    """Who waits for the start and goes away loses the seat; the host, where the match cannot do without, the match."""
    patience_s = host_timeout_s(match.created.control)
    host = match.created.host
    due: list[Due] = []
    if patience_s is None:
        return due
    for seat, player in enumerate(match.seats):
        since = match.presence.disconnected_since(player.id) if isinstance(player, Human) and player != host else None
        if since is not None:
            due.append(Due(since + patience_s, SeatLeft(seat)))
    since = match.presence.disconnected_since(host.id)
    if since is not None and (match.seat_of(host.id) is not None or not match.created.autostart):
        due.append(Due(since + patience_s, MatchAborted(f"{host.name} left")))
    return due


def _turn_over(match: MatchState) -> Due | None:
    """The flag; or, where a first move does not come, the end of a match that never was one."""
    seat = match.to_move if match.clock is not None else None
    if seat is None or match.clock is None:
        return None
    if not match.first_move:
        until_flag_s = match.clock.until_flag_s(seat)
        return Due(match.turn.time_at(until_flag_s), MatchFinished(Result(1 - seat, "time"), until_flag_s))
    player, patience_s = match.seats[seat], match.created.first_move_s
    # An engine's first move may wait for its turn in the pool; that it does not come is no fault of anybody's here.
    if patience_s is None or player is None or isinstance(player, Engine):
        return None
    return Due(match.turn.time_at(patience_s), no_show(player.name))


def first_move_left_s(match: MatchState, now: float) -> float | None:
    """How long the side to move has for its first move; None where that is not awaited, or not by a deadline."""
    due = _turn_over(match) if match.phase is Phase.RUNNING and match.first_move else None
    return max(0.0, due.at - now) if due is not None else None


def no_show(name: str) -> MatchAborted:
    """Who never moved has not lost: there was no match."""
    return MatchAborted(f"no-show: {name} made no first move")


def _everybody_left(match: MatchState) -> Due | None:
    """Without a clock nothing else would ever end a match that all its people have left."""
    if match.clock is not None or not match.presence.disconnected:
        return None
    people = [player for player in match.seats if isinstance(player, Human)]
    since = [match.presence.disconnected_since(person.id) for person in people]
    gone = [moment for moment in since if moment is not None]
    if not people or len(gone) < len(people):
        return None
    return Due(max(gone) + DESERTED_TIMEOUT_S, MatchAborted("everybody left"))
