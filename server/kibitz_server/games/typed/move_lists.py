"""Moves of a list as other programs write them: numbered, run together (`f5d6c3`), and without the passes of a side
that has no other move.
"""

import re
from collections.abc import Callable, Iterable, Iterator

from kibitz_server.games.game import IllegalMove, LegalMove, Position
from kibitz_server.games.moves import PASS

NUMBERED = re.compile(r"\s*[0-9]{1,4}\s*\.+\s*(?![0-9])", re.ASCII)
"""The number of a move, in front of it or alone."""
PART = re.compile(
    r"(pass|p[as]|--|@@|swap|[a-z][0-9]{1,2}|[0-9])(?:[-.,_/|\s]|[0-9]{1,3}\.)*+", re.IGNORECASE | re.ASCII
)
"""One of the moves that are run together, and what is between them."""
SHORT_PASSES = ("p", "-", "\N{EN DASH}", "\N{EM DASH}")
"""Signs of a pass in a list. As a typed move they are too short to be meant."""
ALONE = re.compile(r"[a-z][0-9]{1,2}|[a-z]+", re.IGNORECASE | re.ASCII)
"""A move that names one cell, or a word. Where all moves are such, or are digits, they can be run together."""


class IllegalEntry(IllegalMove):
    """Move of a list that is not legal: its number from 1, its text, and the position before it."""

    def __init__(self, error: IllegalMove, number: int, text: str, at: Position) -> None:
        super().__init__(str(error))
        self.number, self.text, self.at = number, text, at


def played(
    position: Position, texts: Iterable[str], go_on: Callable[[Position], Position] = lambda position: position
) -> Iterator[tuple[LegalMove, Position]]:
    """Yield the moves of a list, each with the position after it.

    Args:
        position: The first position.
        texts: The list.
        go_on: Returns the position in which the next move is played, by that after a move.

    Raises:
        IllegalEntry: A move is not legal.
    """
    number = 0
    for text in texts:
        for part in _parts(position, text):
            for move in _found(position, part, number):
                number, position = number + 1, go_on(position.after(move))
                yield move, position


def _found(position: Position, text: str, before: int) -> Iterator[LegalMove]:
    """Yield the move that a text names, after a pass if the side to move must pass and the list leaves that out.

    Some programs write passes after the end of a game too, where the rules have none.
    """
    if text.strip().lower() in SHORT_PASSES and (position.outcome or PASS in [move.text for move in position.legal]):
        text = PASS
    if position.outcome is not None and PASS in (text.lower(), position.standard(text)):
        return
    try:
        yield position.find(text)
        return
    except IllegalMove as error:
        illegal = IllegalEntry(error, before + 1, text, position)
    if [move.text for move in position.legal] != [PASS]:
        raise illegal
    after = position.after(position.legal[0])
    try:
        move = after.find(text)
    except IllegalMove:
        raise illegal from None
    yield position.legal[0]
    yield move


def _parts(position: Position, text: str) -> list[str]:
    """Return the moves of a text: several if they are run together, and none if it is the number of a move."""
    if (found := NUMBERED.match(text)) is not None:
        return _parts(position, text[found.end() :]) if found.end() < len(text) else []
    text = text.strip()
    found = PART.match(text)
    if found is None or found.end() == len(text) or not _can_run_together(position, found[1]):
        return [text]
    parts: list[str] = []
    at = 0
    while at < len(text):
        if (found := PART.match(text, at)) is None:
            return [*parts, text[at:]]
        parts.append(found[1])
        at = found.end()
    return parts


def _can_run_together(position: Position, first: str) -> bool:
    """Return whether the end of a move can be seen without signs after it, and a text is not one move."""
    if position.game.has_words or position.chances:
        return False
    texts = [move.text for move in position.legal]
    if first.isdecimal():
        return bool(texts) and all(len(text) == 1 and text.isdecimal() for text in texts)
    return all(ALONE.fullmatch(text) for text in texts)
