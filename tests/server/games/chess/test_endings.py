"""Endings against a lone king: published facts, the rules of another program, and play to the end."""

import lzma
import random

import chess
import pytest

from kibitz_server.engine.data.endings import ending, plies_to_end
from kibitz_server.engine.data.files import attach_data, path_of
from kibitz_server.games.chess import endings
from kibitz_server.games.game import DRAW, UNKNOWN, Position
from tests.effort import cases
from tests.server.games.helpers import game_of

GAME = game_of("chess")
attach_data(GAME)
KINDS = ("Q", "R", "P", "BN")
LONGEST = (10, 16, 28, 33)
"""Moves to mate at most, with either side to move (Nalimov's tables)."""


def board(pieces: str, rng: random.Random, strong: chess.Color, turn: chess.Color) -> chess.Board:
    """Return a random legal position of a side's king and pieces against a king."""
    while True:
        found = chess.Board.empty()
        squares = rng.sample(range(64), 2 + len(pieces))
        for square, symbol in zip(squares, f"K{pieces}", strict=False):
            found.set_piece_at(square, chess.Piece(chess.Piece.from_symbol(symbol).piece_type, strong))
        found.set_piece_at(squares[-1], chess.Piece(chess.KING, not strong))
        found.turn = turn
        if found.is_valid() and not found.is_game_over():
            return found


def test_the_longest_wins_are_those_that_are_published() -> None:
    """The bytes of each ending say how many moves its longest win takes. The file is small."""
    start, content = 0, lzma.decompress(path_of("chess-endings").read_bytes())
    for (name, size), moves in zip(endings.SIZES.items(), LONGEST, strict=True):
        assert max(content[start : start + size]) - endings.SHIFT == moves, name
        start += size
    assert start == len(content)
    assert path_of("chess-endings").stat().st_size < 400_000


@pytest.mark.property
@pytest.mark.parametrize("pieces", KINDS)
def test_values_follow_from_those_of_the_successors(pieces: str) -> None:
    """Of the moves that another program finds legal, the best one has the value of the position, a move nearer."""
    rng = random.Random(pieces)
    for _ in range(cases(12, 300)):
        at = board(pieces, rng, rng.random() < 0.5, rng.random() < 0.5)
        found = plies_to_end(GAME.start(at.fen()))
        assert found != UNKNOWN
        values = []
        for move in at.legal_moves:
            at.push(move)
            if at.is_checkmate():
                values.append(1)
            elif at.is_game_over():
                values.append(DRAW)
            else:
                plies = -plies_to_end(GAME.start(at.fen()))
                values.append(plies + (plies > 0) - (plies < 0))
            at.pop()
        wins, losses = [value for value in values if value > 0], [value for value in values if value < 0]
        assert found == (min(wins) if wins else DRAW if DRAW in values else min(losses)), at.fen()


def played(position: Position, plies: int) -> int:
    """Play the best moves of both sides, and return the plies to mate."""
    count = 0
    while position.outcome is None:
        best = ending(position)
        assert best is not None
        assert abs(plies_to_end(position)) == plies - count
        position = position.after(best.line[0])
        count += 1
    assert position.outcome.reason == "checkmate"
    return count


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("8/8/2K5/8/3k4/8/8/7R b - - 0 1", 13),
        ("8/8/8/3k4/8/8/8/KQ6 b - - 0 1", 9),
        pytest.param("7k/8/8/8/8/8/8/KBN5 w - - 0 1", 29, marks=pytest.mark.long),
    ],
)
def test_won_endings_are_won_in_time(text: str, moves: int) -> None:
    """Both sides play by the table, and mate comes when it says."""
    position = GAME.start(text)
    plies = abs(plies_to_end(position))
    assert (plies + 1) // 2 == moves
    assert played(position, plies) == plies


def test_a_win_that_comes_too_late_is_none() -> None:
    """The 50-move rule ends the game before a far mate, so that the table does not say; in the corner it is a draw."""
    assert plies_to_end(GAME.start("7k/8/8/8/8/8/8/KBN5 w - - 40 90")) > 0
    assert plies_to_end(GAME.start("7k/8/8/8/8/8/8/KBN5 w - - 60 90")) == UNKNOWN
    assert plies_to_end(GAME.start("k7/8/1K6/8/P7/8/8/8 b - - 0 1")) == DRAW


def test_positions_with_more_pieces_are_unknown() -> None:
    """A second piece of another kind, or one of the other side, has no table; one look tells."""
    for text in (
        "8/8/2K5/8/3k4/8/8/6RR b - - 0 1",
        "8/8/2K5/8/3k4/8/7b/7R b - - 0 1",
        "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1",
    ):
        assert plies_to_end(GAME.start(text)) == UNKNOWN
    assert ending(GAME.start()) is None
