"""Rules of an open match: taking and leaving seats, the client seeds of its players, and the start.

A match with chance and a human player does not start before each human player has given a client seed, or
`CLIENT_SEED_S` seconds have passed.
"""

import math

from kibitz_server.core.match.phase import Phase
from kibitz_server.core.match.state import MatchState
from kibitz_server.core.values.events import ClientSeedGiven, Event, MatchAborted, MatchStarted, SeatLeft, SeatTaken
from kibitz_server.core.values.players import Human, Invited
from kibitz_server.core.values.refusal import Reason, Refusal
from kibitz_server.core.values.timeouts import CLIENT_SEED_S


def empty_seats(match: MatchState) -> list[int]:
    """Return the seats without a player, including those kept for an invited one."""
    return [seat for seat, player in enumerate(match.seats) if player is None or isinstance(player, Invited)]


def kept_for(match: MatchState, player: Human) -> list[int]:
    """Return the empty seats that are kept for a player."""
    return [seat for seat, kept in enumerate(match.seats) if isinstance(kept, Invited) and kept.invites(player)]


def is_invited(match: MatchState, player: Human) -> bool:
    """Return whether an invitation identifies a player, who then needs neither the listing nor the key of the match."""
    return any(isinstance(kept, Invited) and kept.admits(player) for kept in match.seats)


def on_break(match: MatchState) -> bool:
    """Return whether the match is in the break before a later game of a series with human players."""
    series = match.created.terms.series
    later = series is not None and series.number > 1 and match.phase is Phase.OPEN
    return later and not empty_seats(match) and any(isinstance(player, Human) for player in match.seats)


def take_seat(match: MatchState, player: Human, seat: int | None) -> list[Event] | Refusal:
    """Return the events of taking a seat, or a refusal.

    If `seat` is None, it is a seat that is kept for the player, otherwise the first free one.
    """
    if match.seat_of(player.id) is not None:
        return Refusal(Reason.ALREADY_SEATED, "you already sit in this match", "wait for the others to join")
    empty = empty_seats(match)
    if not empty:
        return Refusal(Reason.MATCH_FULL, "every seat of this match is taken", "you can watch it")
    if match.created.terms.rated and not player.account:
        return Refusal(Reason.CANNOT_RATE, "rated matches are for accounts", "kibitz account register")
    if match.created.terms.rated and (refusal := match.rated_rules.refusal(player, you=True)) is not None:
        return refusal
    free = [*kept_for(match, player), *(number for number in empty if match.seats[number] is None)]
    names = ", ".join(f"{number} ({match.game.declaration.seats[number]})" for number in free)
    if seat is not None and seat not in empty:
        return Refusal(Reason.SEAT_TAKEN, f"seat {seat} is not free", f"free: {names}" if free else "you can watch it")
    if not free or seat not in (None, *free):
        hint = f"free: {names}" if free else "`kibitz lobby --open` lists seats that are free for all"
        # The client may know neither the players nor the invited ones.
        return Refusal(Reason.SEAT_KEPT, "that seat is kept for another player", hint)
    events: list[Event] = [SeatTaken(free[0] if seat is None else seat, player)]
    # In a match with chance, this player must give a client seed first.
    if len(empty) == 1 and match.created.autostart and not match.chance:
        events.append(MatchStarted())
    return events


def client_seed_missing(match: MatchState, given_by: str | None = None) -> Human | None:
    """Return a human player whose client seed the match still needs; None if there is none.

    Args:
        match: The match.
        given_by: The id of a player who is about to give it.
    """
    if not match.chance:
        return None
    seated = zip(match.seats, match.client_seeds, strict=True)
    missing = (player for player, text in seated if isinstance(player, Human) and text is None)
    return next((player for player in missing if player.id != given_by), None)


def awaits_client_seed(match: MatchState) -> bool:
    """Return whether the match waits for the client seed of a player before it starts, at most `CLIENT_SEED_S`."""
    startable = match.phase is Phase.OPEN and match.created.autostart and not empty_seats(match)
    return startable and not on_break(match) and client_seed_missing(match) is not None


def give_client_seed(match: MatchState, by: str, text: str) -> list[Event] | Refusal:
    """Return the events of a player's client seed, or a refusal. The match starts if it waited for this text alone."""
    if not match.chance:
        sentence = f"nothing is left to chance in {match.game.declaration.title}"
        return Refusal(Reason.NO_CHANCE, sentence, "only a game with chance needs a client seed")
    events: list[Event] = [ClientSeedGiven(seat, text) for seat in match.seats_of(by)]
    if awaits_client_seed(match) and client_seed_missing(match, by) is None:
        events.append(MatchStarted())
    return events


def start(match: MatchState, by: str, now: float) -> list[Event] | Refusal:
    """Return the event of the host starting the match, or a refusal."""
    if by != match.created.host.id:
        return not_host()
    if empty_seats(match):
        hint = f"give the code {match.created.code} to another player"
        return Refusal(Reason.SEATS_EMPTY, "a seat is still empty", hint)
    player, wait_s = client_seed_missing(match), math.ceil(match.seated_at + CLIENT_SEED_S - now)
    if player is not None and wait_s > 0:
        sentence = f"{player.name} has not given a client seed yet"
        return Refusal(Reason.TOO_SOON, sentence, f"a client sends it by itself; start the match in {wait_s} s")
    return [MatchStarted()]


def leave(match: MatchState, by: str) -> list[Event] | Refusal:
    """Return the event of leaving before the start, or a refusal. If the host leaves, the match is aborted."""
    seat = match.seat_of(by)
    if on_break(match) and seat is not None:
        leaver = match.seats[seat]
        assert leaver is not None
        return [MatchAborted(f"{leaver.name} left the series", seat)]
    if match.created.terms.tournament is not None and seat is not None:
        leaver = match.seats[seat]
        assert leaver is not None
        return [MatchAborted(f"{leaver.name} left the game", seat)]
    if by == match.created.host.id:
        return [MatchAborted(f"{match.created.host.name} withdrew it", seat)]
    return [SeatLeft(seat)] if seat is not None else not_seated("to leave a match you watch, stop watching")


def not_host() -> Refusal:
    """Return the refusal for a client that is not the host of the match. The client may not know the players."""
    return Refusal(Reason.NOT_HOST, "only the host of the match can start it", "wait for the host")


def not_seated(hint: str) -> Refusal:
    """Return the refusal for a client that is not a player of the match."""
    return Refusal(Reason.NOT_SEATED, "you do not sit in this match", hint)
