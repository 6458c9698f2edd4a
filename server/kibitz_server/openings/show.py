"""Openings as lines of text."""

from kibitz_protocol.formats.openings import moves_text
from kibitz_server.openings.read import GameOpening, GameOpenings


def described(found: GameOpenings) -> list[str]:
    """Return what is known of openings, and a line for each of them: its number, moves, and name if it has one."""
    made = [f"made: {found.file.made}"] if found.file.made else []
    head = [f"{found.game.declaration.title}: {len(found.openings)} openings", *made, f"SHA-256: {found.sha256}"]
    width = len(str(len(found.openings)))
    rows = enumerate(found.openings, 1)
    return [*head, *(f"{number:>{width}}  {moves_text(opening.texts)}{_name(opening)}" for number, opening in rows)]


def _name(opening: GameOpening) -> str:
    name = opening.position.opening_name
    return f"  ({name})" if name else ""


def drawn(found: GameOpenings, number: int) -> list[str]:
    """Return the moves of an opening, from 1, and the position after them."""
    opening = found.openings[number - 1]
    position, seats = opening.position, found.game.declaration.seats
    mover = f"{seats[position.to_move]} to move" if position.to_move is not None else "the game is over"
    rows = position.picture.rows or [" ".join(map(str, position.picture.counts))]
    moves = f"line {opening.line}: {moves_text(opening.texts)}{_name(opening)}"
    return [moves, *(f"  {row}" for row in rows), f"{position.text} ({mover})"]
