"""Refusals of commands. A refusal is a value: a code, a sentence, and a hint."""

import re
from collections.abc import Iterable
from enum import StrEnum

from kibitz_server.core.value import value
from kibitz_server.games.game import Position

SHOWN_MOVES = 40
"""Most legal moves that a hint lists."""


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
    TOO_MANY = "too_many"


@value
class Refusal:
    """Refusal of a command. `hint` says what the player can do instead."""

    reason: Reason
    message: str
    hint: str | None = None


def legal_moves_text(position: Position) -> str:
    """Format the legal moves for a hint, in natural order, with the rest counted: `a1 b2 c3 and 12 more`."""
    return _listed(move.text for move in position.legal)


def way_on(position: Position) -> str:
    """Return a hint for a text that leads nowhere from a position: the moves there, or the draws that are due."""
    if position.draws:
        return f"a draw is due there: {_listed(draw.text for draw in position.draws)}"
    if not position.legal:
        return "leave out what comes after the end of the game"
    return f"legal there: {legal_moves_text(position)}"


def _listed(of: Iterable[str]) -> str:
    texts = sorted(of, key=_natural)
    more = f" and {len(texts) - SHOWN_MOVES} more" if len(texts) > SHOWN_MOVES else ""
    return f"{' '.join(texts[:SHOWN_MOVES])}{more}"


def _natural(text: str) -> list[tuple[int, str]]:
    """Return a sort key that puts `a2` before `a10`."""
    return [(int(part), "") if part.isdecimal() else (0, part) for part in re.split(r"(\d+)", text)]
