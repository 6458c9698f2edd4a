"""Reasons of mistakes: facts that the lines after the played move and after the best move prove, and no others."""

import pytest

from kibitz_server.engine.analysis.prospects import Prospects
from kibitz_server.engine.analysis.reasons import Continuation, Reason, reason_of
from kibitz_server.engine.driver import SearchResult
from kibitz_server.games.game import Position
from kibitz_server.games.registry import load


def after(before: Position, line: str, wins_in: int | None = None) -> Continuation:
    """Return the first move of a line, with a search of the position after it that expects the others."""
    move, *rest = line.split()
    report = SearchResult("alphabeta", rest[0] if rest else "", 0, wins_in, 9, 10, 0.1, tuple(rest))
    position = before.after(before.find(move))
    return Continuation(position.text and move, position, None if position.outcome else report)


def reason(
    game: str,
    played: str,
    best: str,
    start: str | None = None,
    moves: str = "",
    wins: tuple[int | None, int | None] = (None, None),
) -> Reason | None:
    """Return the reason why a move is worse than the best one, given both lines.

    Args:
        game: Name of the game.
        played: The played move and the expected line after it.
        best: The same of the best move.
        start: Text of the first position.
        moves: Moves from there.
        wins: Plies until the side to move after the played move, and after the best one, has won.
    """
    before = load(game).start(start)
    for text in moves.split():
        before = before.after(before.find(text))
    return reason_of(before, after(before, played, wins[0]), after(before, best, wins[1]))


OPEN = "e2e4 e7e5 g1f3 b8c6"


@pytest.mark.parametrize(
    ("played", "best", "expected"),
    [
        ("f3e5 c6e5 d2d4 e5g6 b1c3", "f1b5 a7a6 b5a4", Reason("loses", 0, ("knight",), ("pawn",), "e5")),
        ("f3g5 d8g5 b1c3 g8f6", "f1b5 a7a6 b5a4", Reason("loses", 0, ("knight",), (), "g5")),
        ("f1a6 b7a6 b1c3 g8f6", "f1b5 a7a6 b5a4", Reason("loses", 0, ("bishop",), (), "a6")),
        ("f1b5 a7a6 b5c6 d7c6 b1c3", "d2d4 e5d4 f3d4 g8f6", None),
        ("f1b5 a7a6 b5c6", "d2d4 e5d4 f3d4 g8f6", None),
    ],
)
def test_pieces_of_chess(played: str, best: str, expected: Reason | None) -> None:
    """A lost piece is named with its square and its price; an exchange, or one that is not over, is no reason."""
    assert reason("chess", played, best, moves=OPEN) == expected


def test_a_piece_that_moved_has_no_place() -> None:
    """A piece that the move leaves elsewhere, and that is lost on its next square, is named without a square."""
    lines = ("h2h3 a7a6 f3g5 d8g5 b1c3 g8f6", "f1b5 a7a6 b5a4 g8f6")
    assert reason("chess", *lines, moves=OPEN) == Reason("loses", what=("knight",))


def test_the_square_is_that_of_the_piece_that_stays_lost() -> None:
    """Queens are exchanged, and the knight that the first move takes is not won back: its square is named."""
    start = "2k2b1r/ppp2ppp/4nN2/5Q2/1q1B4/1PP4P/P4PP1/3R2K1 b - - 0 21"
    played = "g7g6 f5e6 f7e6 c3b4 f8b4 d1c1 h8d8 d4a7 d8d2 f6h7 d2a2"
    best = "b4d6 f6d5 d6d7 d4e5 f8d6 d5c7 d7c7 e5d6 c7d7 g2g3"
    assert reason("chess", played, best, start=start) == Reason("loses", what=("knight",), at="e6")


def test_a_piece_that_is_taken_at_once_says_enough() -> None:
    """A pawn that falls later is not named beside the rook that the move gives away."""
    start = "2k5/ppp4p/4p1p1/4r3/6P1/1P5P/P2R1PK1/8 w - - 4 32"
    played, best = "d2e2 e5e2 a2a3 e2a2 a3a4 a2b2 g2f3 b2b3 f3e4 h7h6 e4d4", "g2f3 e5d5 d2e2 c8d7 f3g3 d7d6"
    assert reason("chess", played, best, start=start) == Reason("loses", what=("rook",), at="e2")


def test_the_larger_part_of_a_loss_is_named() -> None:
    """The played move loses a pawn in the end; that the best one wins a rook for a bishop is the larger part."""
    start = "2k4r/ppp4p/4p1p1/8/1b1BN3/1P5P/P4PP1/3R2K1 b - - 1 24"
    played = "h8f8 d1c1 c8b8 e4g5 b4d2 g5e6 f8e8 c1d1 e8e6 d1d2 e6d6"
    best = "h8d8 a2a3 b4a5 g1h2 a5b6 d4b6 d8d1 b6e3 b7b6 e4d2 c8d7"
    assert reason("chess", played, best, start=start) == Reason("misses", what=("rook",), price=("bishop",))


def test_what_is_lost_anyway_is_no_reason() -> None:
    """A piece that the best move loses too does not explain a mistake."""
    moves = f"{OPEN} f3g5 a7a6"
    assert reason("chess", "h2h3 d8g5 b1c3 g8f6", "a2a3 d8g5 b1c3 g8f6", moves=moves) is None


def test_a_piece_that_was_not_won() -> None:
    """A move that leaves what the best move takes is explained by that piece."""
    moves = "e2e4 e7e5 g1f3 d8g5"
    assert reason("chess", "b1c3 g5d8 f3e5 g8f6 d2d4", "f3g5 b8c6 d2d4 g8f6", moves=moves) == Reason(
        "misses", what=("queen",), at="g5"
    )


@pytest.mark.parametrize(
    ("wins", "expected"),
    [
        ((3, None), Reason("allows_win", moves=2, what=("mate",))),
        ((1, None), Reason("allows_win", moves=1, what=("mate",), at="a7a6")),
        ((None, -4), Reason("misses_win", moves=3, what=("mate",))),
        ((3, 5), None),
        ((-6, -4), None),
    ],
)
def test_forced_results(wins: tuple[int | None, int | None], expected: Reason | None) -> None:
    """A forced result explains a move that allows or misses it, but not where the best move has the same."""
    assert reason("chess", "a2a3 a7a6", "h2h3 a7a6", moves=OPEN, wins=wins) == expected


def test_a_missed_win_at_once() -> None:
    """A move that would have ended the game needs no search."""
    assert reason("tictactoe", "c1 a3", "a3", moves="a1 b2 a2 b1") == Reason("misses_win", moves=1)


def test_points_of_a_turn() -> None:
    """The seeds that the opponent makes in its next turn are counted, unless it makes as many after the best move."""
    moves = "6 2 6 5"
    assert reason("kalah", "2 6 1 3", "4 2 3 2", moves=moves) == Reason("concedes", what=("seed",), count=8)
    assert reason("kalah", "2 6 1 3", "2 6 1 3", moves=moves) is None


def test_a_corner_of_reversi() -> None:
    """The corner that the opponent takes next is named, unless it takes one anyway."""
    moves = "d3 c3 c4 e3 e2 c5 b3 a2 f3 f1 d1 g3 a3 c2 g4 g5 h5 e1 g1 a4"
    assert reason("reversi", "g2 h1 b5 d2", "h3 g2 e6 f2", moves=moves) == Reason("corner", at="h1")
    assert reason("reversi", "h3 g2 e6 f2", "g2 h1 b5 d2", moves=moves) is None


def test_stones_of_go() -> None:
    """The stones that the opponent captures next are counted, with one of their points."""
    start = "---------/---------/---------/---W-----/--WBBW---/---WW----/---------/---------/--------- B"
    assert reason("go", "A1 E6", "E6 A1", start=start) == Reason("group", count=2, at="d5")
    assert reason("go", "A1 B1", "E6 A1", start=start) is None


def test_men_of_draughts() -> None:
    """A man that is lost without another one is named; an exchange that goes on is no reason."""
    moves = "10-15 23-19"
    played, best = "6-10 27-23 9-14 31-27 12-16 19x12 2-6 22-17", "7-10 22-17 15-18 27-23 18x27 32x23 9-14 31-27"
    assert reason("draughts", played, best, moves=moves) == Reason("loses", what=("man",))
    assert reason("draughts", best, played, moves=moves) is None


def backgammon(text: str, played: str, best: str) -> Reason | None:
    """Return the reason of a move of backgammon, without chances of searches."""
    before = load("backgammon", {"cube": True}).start()
    for move in text.split(", "):
        before = before.after(before.find(move))
    return reason_of(before, after_dice(before, played), after_dice(before, best))


def after_dice(before: Position, move: str, prospects: Prospects | None = None) -> Continuation:
    """Return a move, with a search before the roll that follows."""
    report = SearchResult("expectiminimax", "", 0, None, 3, 10, 0.1, (), prospects=prospects)
    return Continuation(move, before.after(before.find(move)), report)


def test_rolls_that_hit() -> None:
    """Blots two and four pips away are hit by 23 rolls of 36, and the points that 31 makes by none."""
    assert backgammon("31", "6/5 6/3", "8/5 6/5") == Reason("shots", count=23)


def test_decision_about_the_cube() -> None:
    """A double that is wrong is explained by the right decision."""
    assert backgammon("31, 8/5 6/5", "double", "roll") == Reason("cube", what=("roll",))


def test_chances() -> None:
    """Without more rolls that hit, the chance is named that differs most; small differences are no reason."""
    before = load("backgammon").start()
    before = before.after(before.find("31"))
    played, best = (
        after_dice(before, "8/5 6/5", Prospects(lose, gammon, 0.0, 0.1, 0.0))
        for lose, gammon in ((0.45, 0.3), (0.44, 0.1))
    )
    assert reason_of(before, played, best) == Reason("gammons_lost", count=30, best=10)
    assert reason_of(before, best, played) is None
    assert reason_of(before, best._replace(report=None), played) is None
