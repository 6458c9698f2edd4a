"""Standard algebraic notation against another program, in positions with many pieces of a kind."""

import random

import chess
import pytest

from kibitz_protocol.formats.moves import WrittenMove
from kibitz_server.games.game import IllegalMove, Position
from kibitz_server.records.moves.chess import chess_part
from tests.effort import cases
from tests.server.games.helpers import game_of

GAME = game_of("chess")
KINDS = "BBBBBNNNRRQQPPPP"


def can_have(board: chess.Board, side: chess.Color) -> bool:
    """Return whether the promotions of a side's missing pawns give its pieces."""
    usual = {chess.KNIGHT: 2, chess.ROOK: 2, chess.QUEEN: 1}
    more = [len(board.pieces(kind, side)) - most for kind, most in usual.items()]
    bishops = board.pieces(chess.BISHOP, side)
    more += [len(bishops & squares) - 1 for squares in (chess.BB_LIGHT_SQUARES, chess.BB_DARK_SQUARES)]
    return sum(max(0, number) for number in more) <= 8 - len(board.pieces(chess.PAWN, side))


def crowded(seed: int) -> chess.Board:
    """Return a legal position with up to eight promoted pieces of each side, and pawns near promotion."""
    rng = random.Random(seed)
    while True:
        board = chess.Board.empty()
        board.turn = rng.random() < 0.5
        squares = rng.sample(range(64), 18)
        for square, symbol in zip(squares, "Kk", strict=False):
            board.set_piece_at(square, chess.Piece.from_symbol(symbol))
        for square in squares[2:]:
            kind = rng.choice(KINDS)
            if kind == "P" and square // 8 in (0, 7):
                continue
            board.set_piece_at(square, chess.Piece.from_symbol(kind if rng.random() < 0.6 else kind.lower()))
        if board.is_valid() and any(board.legal_moves) and all(can_have(board, side) for side in chess.COLORS):
            return board


@pytest.mark.property
def test_every_move_is_read_and_written_as_by_another_program() -> None:
    """All legal moves of crowded positions, in each form that names them without doubt."""
    for seed in range(cases(40, 400)):
        board = crowded(seed)
        position = GAME.start(board.fen())
        if position.outcome is not None:
            continue
        for move in board.legal_moves:
            san, text = board.san(move), move.uci()
            assert position.find(san).text == text, (board.fen(), san)
            assert position.said(position.find(text)) == san
            piece = board.piece_at(move.from_square)
            assert piece is not None
            square = chess.square_name(move.from_square)
            long = f"{piece.symbol().upper() if piece.piece_type != chess.PAWN else ''}{square}{text[2:4]}"
            for each in (text, text.upper(), f"{text[:2]}-{text[2:]}", f"{long}{text[4:]}"):
                found = position.find(each).text
                assert found == text, (board.fen(), each)


@pytest.mark.long
@pytest.mark.timeout(300)
@pytest.mark.parametrize("part", [0, *(pytest.param(part, marks=pytest.mark.nightly) for part in range(1, 8))])
def test_what_another_program_writes_is_read(part: int) -> None:
    """All legal moves of 2,500 crowded positions (nightly 20,000) as typed, and those of a B or b in a file too."""
    for seed in range(1000 + 2500 * part, 3500 + 2500 * part):
        board = crowded(seed)
        position = GAME.start(board.fen())
        if position.outcome is not None:
            continue
        for move in board.legal_moves:
            san, text = board.san(move), move.uci()
            assert position.find(san).text == text, (board.fen(), san)
            if san[0] in "Bb":
                found, _ = chess_part(position, [WrittenMove(number=1, text=san)])
                assert [each.text for each in found.moves] == [text], (board.fen(), san)


def start(pieces: str) -> Position:
    """Return a position with White to move, its pieces and further ones such as `Bd8 pc3`."""
    board = chess.Board("8/7p/8/7k/8/8/8/6K1 w - - 0 1")
    for piece in pieces.split():
        board.set_piece_at(chess.parse_square(piece[1:]), chess.Piece.from_symbol(piece[0]))
    return GAME.start(board.fen())


@pytest.mark.parametrize(
    ("pieces", "text", "move"),
    [
        # Two bishops of one colour, and what the small letter names: two squares, or a pawn of the b column.
        ("Bd8 Bd6", "B8e7", "d8e7"),
        ("Bd8 Bd6", "B6e7", "d6e7"),
        ("Bd8 Bd6 pe7", "B8xe7", "d8e7"),
        ("Bd8 Bd6 pe7", "b8xe7", "d8e7"),
        ("Bd8 Bd6", "b8e7", "d8e7"),
        ("Be1 Ba5 Nb1", "B1c3", "e1c3"),
        ("Be1 Ba5 Nb1", "b1c3", "b1c3"),
        ("Be1 Ba5 Nb1", "B1C3", "b1c3"),
        ("Nb1", "B1c3", "b1c3"),
        ("Be1 Nb1", "Bc3", "e1c3"),
        ("Be1 Nb1", "bc3", "e1c3"),
        ("Be1 Pb2 pc3", "Bxc3", "e1c3"),
        ("Be1 Pb2 pc3", "bxc3", "b2c3"),
        ("Be1 Pb2", "b4", "b2b4"),
        ("Be1 Pb2", "bb4", "b2b4"),
        ("Be1 Pb2", "Bb4", "e1b4"),
        ("Bb8 Bd6", "Bb8c7", "b8c7"),
        ("Bb8 Bd6", "b8c7", "b8c7"),
        ("Bb8 Ba5", "B5c7", "a5c7"),
        ("Bb8 Ba5", "B8c7", "b8c7"),
        ("Rb8 Bd6", "B8b7", "b8b7"),
    ],
)
def test_a_capital_b_is_a_bishop_first(pieces: str, text: str, move: str) -> None:
    """With its row it is one as well; a small letter names a column first, and all capitals say nothing."""
    assert start(pieces).find(text).text == move


def test_a_bishop_with_a_row_has_its_reason() -> None:
    """A move of a bishop that is not legal is spoken of as one."""
    with pytest.raises(IllegalMove, match="no bishop of yours can move to e7"):
        start("").find("B8e7")
