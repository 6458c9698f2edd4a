"""Refusals of commands. A refusal is a value: a code, a sentence, and a hint."""

import re
from collections.abc import Iterable
from enum import StrEnum

from kibitz_server.core.value import value
from kibitz_server.games.game import Position

SHOWN_MOVES = 40
"""Most legal moves that a hint lists."""
SPAN = 3
"""Fewest moves with numbers in a row that are listed as one."""


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
    return listed(move.text for move in position.legal)


def way_on(position: Position) -> str:
    """Return a hint for a text that leads nowhere from a position: the moves or chance outcomes there."""
    if position.chances:
        return f"a chance event is due there: {listed(chance.text for chance in position.chances)}"
    if not position.legal:
        return "leave out what comes after the end of the game"
    return f"legal there: {legal_moves_text(position)}"


def listed(of: Iterable[str]) -> str:
    """Return texts in natural order, with the rest counted. Moves of a word with numbers in a row are one text.

    Three moves or more become a span: `call, fold, raise 10 to 100`.
    """
    texts = _spans(sorted(of, key=_natural))
    more = f" and {len(texts) - SHOWN_MOVES} more" if len(texts) > SHOWN_MOVES else ""
    separator = ", " if any(" to " in text for text in texts) else " "
    return f"{separator.join(texts[:SHOWN_MOVES])}{more}"


def _spans(texts: list[str]) -> list[str]:
    """Return texts in which moves such as `raise 4`, `raise 5` and `raise 6` are one: `raise 4 to 6`."""
    found: list[list[str]] = []
    for text in texts:
        if found and _follows(found[-1][-1], text):
            found[-1].append(text)
        else:
            found.append([text])
    spans = [[f"{run[0]} to {run[-1].partition(' ')[2]}"] if len(run) >= SPAN else run for run in found]
    return [text for span in spans for text in span]


def _follows(text: str, after: str) -> bool:
    """Return whether two moves have the same word, and the second one the next number."""
    (word, _, number), (other, _, next_number) = text.partition(" "), after.partition(" ")
    return word == other and number.isdecimal() and next_number == str(int(number) + 1)


def _natural(text: str) -> list[tuple[int, str]]:
    """Return a sort key that puts `a2` before `a10`."""
    return [(int(part), "") if part.isdecimal() else (0, part) for part in re.split(r"(\d+)", text)]
