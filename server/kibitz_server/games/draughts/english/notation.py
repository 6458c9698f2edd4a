"""Moves and positions of English draughts as text: numbers of squares, as in PDN."""

import re

from kibitz_server.games.bits import popcount
from kibitz_server.games.draughts.english.rules import CROWN, GAME, MAX_MOVES, State, legal, remember, shift, side
from kibitz_server.games.draughts.fen import BETWEEN, read_pieces
from kibitz_server.games.typed.meant import listed


def landing_squares(move: int) -> list[int]:
    """Return the PDN numbers of the squares from the origin to the end of the move."""
    at = 1 << (move & 31)
    jumps = (move >> 5) & 15
    numbers = [at.bit_length()]
    for jump in range(max(jumps, 1)):
        way = (move >> (9 + 2 * jump)) & 3
        at = shift(shift(at, way), way) if jumps else shift(at, way)
        numbers.append(at.bit_length())
    return numbers


def move_text(_s: State, move: int) -> str:
    """Return origin and target; for a capture, every landing square."""
    return ("x" if move >> 5 & 15 else "-").join(str(number) for number in landing_squares(move))


def all_moves(s: State) -> list[int]:
    """Return the legal moves."""
    buffer = [0] * MAX_MOVES
    return buffer[: legal(s, buffer, 0)]


def read_numbers(text: str) -> list[int]:
    """Return the squares that a move's text names; empty when it names none."""
    parts = re.split(BETWEEN, text)
    return [int(part) for part in parts] if all(re.fullmatch("[0-9]{1,2}", part) for part in parts) else []


def alias(s: State, text: str) -> str:
    """Accept any separator, and for a capture its origin and end, if only one capture has them."""
    numbers = read_numbers(text)
    paths = {move: landing_squares(move) for move in all_moves(s)}
    found = [move for move, path in paths.items() if path == numbers]
    if not found and len(numbers) == 2:
        found = [move for move, path in paths.items() if [path[0], path[-1]] == numbers]
    return move_text(s, found[0]) if len(found) == 1 else text


def why_not(s: State, text: str) -> str | None:
    """Return a sentence for the most common mistakes."""
    numbers = read_numbers(text)
    if len(numbers) < 2:
        return None
    if not all(1 <= number <= 32 for number in numbers):
        return "squares are numbered 1 to 32"
    origin, target = 1 << (numbers[0] - 1), 1 << (numbers[-1] - 1)
    if not side(s, s.turn) & origin:
        what = "is the opponent's" if side(s, 1 - s.turn) & origin else "is empty"
        return f"square {numbers[0]} {what}"
    paths = {move: landing_squares(move) for move in all_moves(s)}
    captures = [move_text(s, move) for move in paths if move >> 5 & 15]
    if captures:
        longer = [move_text(s, move) for move, path in paths.items() if path[: len(numbers)] == numbers]
        if longer:
            return f"the jump must be carried to its end: {listed(longer)}"
        same_ends = [move_text(s, m) for m, path in paths.items() if [path[0], path[-1]] == [numbers[0], numbers[-1]]]
        if same_ends:
            return f"name every landing square: {listed(same_ends)}"
        return f"a capture is compulsory: {listed(captures)}"
    if (s.black | s.white) & target:
        return f"square {numbers[-1]} is occupied"
    return f"the piece on square {numbers[0]} cannot move to square {numbers[-1]}"


def meant(s: State, _text: str) -> tuple[str, list[int]] | None:
    """Return the captures, where one is compulsory."""
    captures = [move for move in all_moves(s) if move >> 5 & 15]
    return ("captures", captures) if captures else None


def position_text(s: State, _rows: tuple[str, ...]) -> str:
    """Return PDN FEN: the side to move, White's and Black's squares, K before a king."""
    texts = []
    for letter, pieces in (("W", s.white), ("B", s.black)):
        numbers = [n + 1 for n in range(32) if pieces >> n & 1]
        texts.append(letter + ",".join(f"K{n}" if s.kings >> (n - 1) & 1 else str(n) for n in numbers))
    return f"{'BW'[s.turn]}:{texts[0]}:{texts[1]}"


def read_position(s: State, text: str) -> None:
    """Fill a state from the text that `position_text` writes.

    Ranges such as 21-32 and a full stop at the end are accepted.

    Raises:
        ValueError: The text cannot be read, or no game can reach the position.
    """
    turn, pieces = read_pieces(text, "B:W18,24,K31:B1,2,K9", "18 or K31")
    s.turn = "BW".index(turn)
    for piece in pieces:
        add_piece(s, "BW".index(piece.side), piece.square, piece.king)
    for seat in (0, 1):
        if popcount(side(s, seat)) > 12:
            raise ValueError(f"{GAME.seats[seat]} has more than 12 pieces")
    if not side(s, 1 - s.turn):
        raise ValueError(f"{GAME.seats[1 - s.turn]} has no pieces and cannot have moved last")
    remember(s, True)


def add_piece(s: State, seat: int, name: str, king: bool) -> None:
    """Put a piece on a square.

    Raises:
        ValueError: The square does not exist or is occupied, or a man would stand on its crowning row.
    """
    if not (name.isdecimal() and 1 <= int(name) <= 32):
        raise ValueError(f"there is no square {name}; squares are 1 to 32")
    square = 1 << (int(name) - 1)
    if (s.black | s.white) & square:
        raise ValueError(f"square {name} is named twice")
    if not king and square & CROWN[seat]:
        raise ValueError(f"a man of {GAME.seats[seat]} on {name} would be a king")
    if seat == 0:
        s.black |= square
    else:
        s.white |= square
    if king:
        s.kings |= square
