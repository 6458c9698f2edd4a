"""Refusals of commands. A refusal is a value: a code, a sentence, and a hint."""

from enum import StrEnum

from kibitz_server.core.value import value
from kibitz_server.games.game import Position
from kibitz_server.games.typed.meant import listed


class Reason(StrEnum):
    """Refusal codes of the core: a subset of the protocol's closed list, with the same names."""

    UNKNOWN_GAME = "unknown_game"
    DRAINING = "draining"
    BAD_OPTION = "bad_option"
    BAD_POSITION = "bad_position"
    BAD_MOVES = "bad_moves"
    BAD_SEATS = "bad_seats"
    CANNOT_RATE = "cannot_rate"
    MATCH_FULL = "match_full"
    SEAT_TAKEN = "seat_taken"
    SEAT_KEPT = "seat_kept"
    ALREADY_SEATED = "already_seated"
    NOT_SEATED = "not_seated"
    NOT_HOST = "not_host"
    NOT_OPEN = "not_open"
    NOT_RUNNING = "not_running"
    SEATS_EMPTY = "seats_empty"
    NOT_YOUR_TURN = "not_your_turn"
    STALE_PLY = "stale_ply"
    ILLEGAL_MOVE = "illegal_move"
    NO_OFFER = "no_offer"
    OFFER_OPEN = "offer_open"
    TOO_SOON = "too_soon"
    NO_MOVE = "no_move"
    NOT_PAUSED = "not_paused"
    NOT_OVER = "not_over"
    NOT_CLAIMABLE = "not_claimable"
    NO_CHANCE = "no_chance"
    UNKNOWN_TOURNAMENT = "unknown_tournament"
    NOT_ORGANISER = "not_organiser"
    ENTRY_CLOSED = "entry_closed"
    NOT_ENTERED = "not_entered"
    ALREADY_ENTERED = "already_entered"
    TOURNAMENT_FULL = "tournament_full"
    BAD_FORMAT = "bad_format"
    NO_PAIRING = "no_pairing"
    ALREADY_PAIRED = "already_paired"
    NOT_ALLOWED = "not_allowed"
    NO_BERSERK = "no_berserk"
    TOO_MANY = "too_many"


@value
class Refusal:
    """Refusal of a command. `hint` says what the player can do instead."""

    reason: Reason
    message: str
    hint: str | None = None


def way_on(position: Position, text: str, sentence: str = "") -> str | None:
    """Return a hint for a text that leads nowhere from a position: moves that it may mean, or chance outcomes.

    Args:
        position: The position.
        text: What should have been played there.
        sentence: Why that is not possible. Moves that it names are not repeated.
    """
    if position.chances:
        return f"a chance event is due there: {listed(chance.text for chance in position.chances)}"
    if not position.legal:
        return "leave out what comes after the end of the game"
    return position.instead_of(text, sentence)
