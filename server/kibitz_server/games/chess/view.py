"""Board of chess: squares and pieces."""

from kibitz_server.games.bits import lowest
from kibitz_server.games.board import LETTERS, Grid, Picture
from kibitz_server.games.chess.attacks import KING
from kibitz_server.games.chess.moves import CASTLING, can_move, king_goal
from kibitz_server.games.chess.opening_names import names
from kibitz_server.games.chess.rules import CHESS960, GAME, State
from kibitz_server.games.chess.strength import attackers
from kibitz_server.games.chess.text import fen


def move_path(_s: State, move: int) -> tuple[int, ...]:
    """Return the cells of origin and target."""
    origin, target = ends(move)
    return (origin ^ 56, target ^ 56)


def ends(move: int) -> tuple[int, int]:
    """Return the squares that a move's text names."""
    origin, target = move & 63, move >> 6 & 63
    return origin, king_goal(origin, target) if move >> 12 == CASTLING and not CHESS960 else target


def board() -> Grid:
    """Return eight by eight cells; Black is at the top."""
    kinds = ("pawn", "knight", "bishop", "rook", "queen", "king")
    pieces = {
        letter: f"{side} {name}"
        for side, letters in (("white", "PNBRQK"), ("black", "pnbrqk"))
        for letter, name in zip(letters, kinds, strict=True)
    }
    return Grid(
        column_labels=tuple(LETTERS[:8]),
        row_labels=tuple("87654321"),
        symbols={"-": "empty", **pieces},
        top=1,
        owners={letter: int(letter.islower()) for letter in pieces},
        glyphs={letter: f"{glyph}\ufe0e" for letter, glyph in zip(pieces, "♙♘♗♖♕♔♟♞♝♜♛♚", strict=True)},
        ground="checkered",
    )


def picture(s: State) -> Picture:
    """Return the pieces, the king in check, and by how much a side is ahead in material: a pawn counts 1, a queen 9."""
    rows = fen.rows(s)
    attacked = (lowest(s.kings & (s.black if s.turn else s.white)) ^ 56,) if s.checks else ()
    ahead = sum(WORTHS[symbol] for symbol in "".join(rows))
    counters = ((f"{GAME.seats[ahead < 0]} ahead", abs(ahead)),) if ahead else ()
    return Picture(rows, counters, attacked=attacked)


def final_attacks(s: State) -> tuple[tuple[int, int], ...]:
    """Return the attacks on a king that cannot move, and one on each square next to it that its own men leave free."""
    if can_move(s):
        return ()
    own, other = (s.black, s.white) if s.turn else (s.white, s.black)
    king = s.kings & own
    square = lowest(king)
    # A king that steps back along a line is still attacked, so it hides nothing.
    occupied = (s.white | s.black) & ~king
    found = [(attacker ^ 56, square ^ 56) for attacker in members(s.checks)]
    for near in members(KING[square] & ~own):
        attacking = members(attackers(s, near, occupied) & other)
        # The pieces that give check are drawn already.
        fresh = [attacker for attacker in attacking if not s.checks >> attacker & 1]
        found += [(attacker ^ 56, near ^ 56) for attacker in (fresh or attacking)[:1]]
    return tuple(found)


def members(squares: int) -> list[int]:
    """Return the squares of a set."""
    return [square for square in range(64) if squares >> square & 1]


def opening_name(s: State) -> str:
    """Return the name of the opening whose position this is; empty if it has none."""
    if s.number > names.MOST_MOVES:
        return ""
    return names.name_of(" ".join(fen.fen(fen.rows(s), s.turn, "-", 0, 0, 0).split()[:2]))


WORTHS = {"-": 0, "P": 1, "N": 3, "B": 3, "R": 5, "Q": 9, "K": 0, "p": -1, "n": -3, "b": -3, "r": -5, "q": -9, "k": 0}
"""What each piece is worth in pawns, those of Black below 0."""
