"""Moves of chess as files have them: with figurines, the letters of any language, signs, and without blanks."""

import re
from collections.abc import Sequence
from contextlib import suppress

from kibitz_protocol.formats.games.chess_letters import (
    ENGLISH,
    NULL,
    NUMBERED,
    TAIL,
    Alphabet,
    first_moves,
    fitting,
    standard,
)
from kibitz_protocol.formats.moves import WrittenMove
from kibitz_server.games.game import IllegalMove, LegalMove, Position
from kibitz_server.records.moves.legal_part import LegalPart, legal_part

MOST_DIVISIONS = 100
"""Most moves that are played to divide a text without blanks."""
SQUARE = re.compile("[a-h][1-8]|O-O|[a-h]x?[a-h]")


def chess_part(position: Position, moves: Sequence[WrittenMove]) -> tuple[LegalPart, Alphabet]:
    """Return the legal moves from a position on, and the alphabet by which most moves are legal, at best English."""
    best, language = LegalPart(position), ENGLISH
    for alphabet in fitting(move.text for move in moves):
        found = legal_part(position, moves, lambda at, text, letters=alphabet: _read(at, text, letters))  # type: ignore[misc]
        if alphabet is ENGLISH or len(found.moves) > len(best.moves):
            best, language = found, alphabet
        if found.stopped is None or found.over:
            break
    return best, language


def _read(position: Position, text: str, alphabet: Alphabet) -> list[LegalMove]:
    """Return the legal moves of a text.

    Raises:
        IllegalMove: There are none.
    """
    if text.lower() in NULL:
        raise IllegalMove("it moves nothing, so what follows is a line of an analysis")
    plain = standard(text, alphabet)
    if alphabet is not ENGLISH and not SQUARE.search(plain):
        raise IllegalMove("it names no square")
    try:
        return [position.find(plain)]
    except IllegalMove as error:
        reason = error
    for other in dict.fromkeys((TAIL.sub("", plain), NUMBERED.sub("", plain), NUMBERED.sub("", TAIL.sub("", plain)))):
        if other and other != plain:
            try:
                return [position.find(other)]
            except IllegalMove:
                pass
    if found := _by_columns(position, plain):
        return found
    if found := _divided(position, TAIL.sub("", plain)):
        return found
    raise reason


def _by_columns(position: Position, text: str) -> list[LegalMove]:
    """Return the capture of a pawn that is written by two columns, such as `ed`, if there is only one."""
    columns = re.fullmatch("([a-h])[x:]?([a-h])[+#]?", text)
    if columns is None:
        return []
    found = []
    for row in "12345678":
        with suppress(IllegalMove):
            found.append(position.find(f"{columns[1]}x{columns[2]}{row}"))
    return found if len(found) == 1 else []


def _divided(position: Position, text: str) -> list[LegalMove]:
    """Return moves that follow each other without blanks; none where the text cannot be divided into legal moves."""
    waiting: list[tuple[Position, str, list[LegalMove]]] = [(position, text, [])]
    for _ in range(MOST_DIVISIONS):
        if not waiting:
            break
        position, rest, found = waiting.pop()
        if not rest:
            return found
        following = []
        for first, after in first_moves(rest):
            with suppress(IllegalMove):
                move = position.find(first)
                following.append((position.after(move), after, [*found, move]))
        waiting += reversed(following)
    return []
