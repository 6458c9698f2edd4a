"""Before a match runs: who sits down, who stands up, and who starts it."""

from kibitz_server.core.match.phase import Phase
from kibitz_server.core.match.state import MatchState
from kibitz_server.core.values.events import Event, MatchAborted, MatchStarted, SeatLeft, SeatTaken
from kibitz_server.core.values.players import Human, Invited
from kibitz_server.core.values.refusal import Reason, Refusal


def empty_seats(match: MatchState) -> list[int]:
    """The seats at which nobody sits yet; some may be kept for somebody."""
    return [seat for seat, player in enumerate(match.seats) if player is None or isinstance(player, Invited)]


def kept_for(match: MatchState, player: Human) -> list[int]:
    """The empty seats that are kept for somebody."""
    return [seat for seat, kept in enumerate(match.seats) if isinstance(kept, Invited) and kept.invites(player)]


def on_break(match: MatchState) -> bool:
    """Whether it starts by itself in a moment: a later game of a series, in which people play."""
    series = match.created.terms.series
    later = series is not None and series.number > 1 and match.phase is Phase.OPEN
    return later and not empty_seats(match) and any(isinstance(player, Human) for player in match.seats)


def take_seat(match: MatchState, player: Human, seat: int | None) -> list[Event] | Refusal:
    """Sit down: unless a seat is named, at one that is kept for the player, else at the first that is free for all."""
    if match.seat_of(player.id) is not None:
        return Refusal(Reason.ALREADY_SEATED, "you already sit in this match", "wait for the others to join")
    if match.created.terms.rated and not player.account:
        return Refusal(Reason.CANNOT_RATE, "rated matches are for accounts", "kibitz account register")
    empty = empty_seats(match)
    if not empty:
        return Refusal(Reason.MATCH_FULL, "every seat of this match is taken", "you can watch it")
    free = [*kept_for(match, player), *(number for number in empty if match.seats[number] is None)]
    names = ", ".join(f"{number} ({match.game.declaration.seats[number]})" for number in free)
    if seat is not None and seat not in empty:
        return Refusal(Reason.SEAT_TAKEN, f"seat {seat} is not free", f"free: {names}" if free else "you can watch it")
    if not free or seat not in (None, *free):
        kept = match.seats[empty[0] if seat is None else seat]
        assert kept is not None
        hint = f"free: {names}" if free else "`kibitz lobby --open` lists seats that are free for all"
        return Refusal(Reason.SEAT_KEPT, f"that seat is kept for {kept.name}", hint)
    events: list[Event] = [SeatTaken(free[0] if seat is None else seat, player)]
    if len(empty) == 1 and match.created.autostart:
        events.append(MatchStarted())
    return events


def start(match: MatchState, by: str) -> list[Event] | Refusal:
    """Start a match that waits for its host."""
    host = match.created.host
    if by != host.id:
        return Refusal(Reason.NOT_HOST, f"only {host.name}, who made the match, can start it", "wait for the host")
    if empty_seats(match):
        return Refusal(Reason.SEATS_EMPTY, "a seat is still empty", f"give the code {match.created.code} to someone")
    return [MatchStarted()]


def leave(match: MatchState, by: str) -> list[Event] | Refusal:
    """Stand up before the start; the host takes the whole match back."""
    seat = match.seat_of(by)
    if on_break(match) and seat is not None:
        leaver = match.seats[seat]
        assert leaver is not None
        return [MatchAborted(f"{leaver.name} left the series")]
    if by == match.created.host.id:
        return [MatchAborted(f"{match.created.host.name} withdrew it")]
    return [SeatLeft(seat)] if seat is not None else not_seated("to leave a match you watch, stop watching")


def not_seated(hint: str) -> Refusal:
    """Who asked does not play here."""
    return Refusal(Reason.NOT_SEATED, "you do not sit in this match", hint)
