"""Chess moves as people write them, and why a move is not legal."""

import random

import pytest

from kibitz_server.games.game import IllegalMove, Position
from tests.server.games.helpers import game_of, play, playout

GAME = game_of("chess")
CHESS960 = game_of("chess array=0")
KINGS = "4k3/8/8/8/8/8/8/4K3"


def said(position: Position, move: str) -> str:
    """Return a move in algebraic notation."""
    text = position.game.rules.said(position.state, position.find(move).code)
    assert isinstance(text, str)
    return text


@pytest.mark.parametrize(
    ("text", "move", "expected"),
    [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "g1f3", "Nf3"),
        ("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "e4d5", "exd5"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"),
        ("3nk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", "exd8=Q+"),
        ("7k/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", "a8=N"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "O-O"),
        ("3k4/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", "O-O-O+"),
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8#"),
        ("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", "b1d2", "Nbd2"),
        ("4k3/8/1N6/8/1N6/8/8/4K3 w - - 0 1", "b6d5", "N6d5"),
        ("1k6/8/8/8/Q6Q/8/8/K6Q w - - 0 1", "h4d4", "Qhd4"),
        ("k7/8/8/8/1Q5Q/8/8/1Q5K w - - 0 1", "b4e4", "Qb4e4+"),
        ("3rk3/8/8/8/8/3N4/8/1N1K4 w - - 0 1", "b1d2", "Nd2"),
        ("k7/8/8/8/1b6/8/3N4/1N2K3 w - - 0 1", "b1a3", "Na3"),
        ("k7/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2", "Ne2"),
    ],
)
def test_said(text: str, move: str, expected: str) -> None:
    """A move is distinguished from legal ones of its kind alone, by column, row or both."""
    assert said(GAME.start(text), move) == expected


def test_what_is_said_is_read() -> None:
    """Each legal move is found by its text in algebraic notation, with and without signs, in both variants."""
    for game in (GAME, CHESS960):
        for position in list(playout(game, 7))[:60:4]:
            for move in position.legal:
                text = game.rules.said(position.state, move.code)
                assert position.find(text) == move, (text, position.text)
                bare = "".join(sign for sign in text if sign not in "+#=x")
                assert position.find(bare) == move, (bare, position.text)


@pytest.mark.parametrize("text", ["O-O", "0-0", "o-o", "OO", "e1g1", "E1G1", "e1h1", "e1-g1", "Kg1", "O-O+", "0-0!?"])
def test_castling_is_written_in_many_ways(text: str) -> None:
    """Letters or zeros, the king's way, or the rook's square; `Kg1` is read as no other move is."""
    position = GAME.start("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    if text == "Kg1":
        with pytest.raises(IllegalMove):
            position.find(text)
    else:
        assert position.find(text).text == "e1g1"


@pytest.mark.parametrize("text", ["e7e8q", "e7-e8=Q", "e8=Q", "e8Q", "e8q", "e7e8=q", "e8=Q+", "E8(Q)"])
def test_promotions_are_written_in_many_ways(text: str) -> None:
    """With or without the sign, the origin and the check."""
    assert GAME.start("8/4P2k/8/8/8/8/8/4K3 w - - 0 1").find(text).text == "e7e8q"


def test_a_small_b_is_a_column() -> None:
    """The case of a letter decides between a bishop and a pawn where both can take."""
    position = GAME.start("4k3/8/8/8/2p5/1P1B4/8/4K3 w - - 0 1")
    assert position.find("bxc4").text == "b3c4"
    assert position.find("Bxc4").text == "d3c4"
    assert GAME.start("4k3/8/8/8/2p5/3B4/8/4K3 w - - 0 1").find("bxc4").text == "d3c4"
    assert {GAME.start().find(text).text for text in ("NF3", "nf3", "Ng1-f3", "Nf3!?")} == {"g1f3"}
    assert {GAME.start().find(text).text for text in ("E4", "Pe4", "pe4", "e2-e4")} == {"e2e4"}
    with pytest.raises(IllegalMove):
        GAME.start().find("Bb3")


def test_chess960_castling_is_written_in_two_ways() -> None:
    """The king takes its rook, or moves to its place if no other move does so."""
    position = CHESS960.start("4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1")
    assert {position.find(text).text for text in ("O-O", "e1g1")} == {"e1g1"}
    assert {position.find(text).text for text in ("O-O-O", "e1b1", "e1c1")} == {"e1b1"}


@pytest.mark.parametrize(
    ("text", "move", "reason"),
    [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e3e4", "there is no piece on e3"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e7e5", "Black's piece is on e7"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "a1a2", "your own pawn is on a2"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "a1a5", "the pawn on a2 is in the way"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "b1b3", "a knight does not move from b1 to b3"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e5", "a pawn does not move from e2 to e5"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2d3", "only to take a piece"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4q", "only a pawn that reaches the last row"),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "e1g1",
            "the bishop on f1 is in the way of castling",
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "O-O",
            "the bishop on f1 is in the way of castling",
        ),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "Bb3", "no bishop of yours can move to b3"),
        ("4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1", "Nc3", "the knight on e2 is pinned"),
        ("4k3/4r3/8/8/8/8/8/4K2N w - - 0 1", "Ng3", "the king is in check by the rook on e7"),
        ("4k3/3r4/8/8/8/8/8/4K2N w - - 0 1", "Kd1", "the king would be in check on d1"),
        ("4k3/8/8/8/8/8/N6P/4K3 w - - 0 1", "Nbc3", "the knight of this text is not on a2"),
        ("4k3/8/8/8/8/8/N6P/4K3 w - - 0 1", "hello", "is not a move here"),
        ("4k3/8/8/8/4p3/8/4P3/4K3 w - - 0 1", "e2e4", "the pawn on e4 is in the way"),
        ("4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1", "e2c3", "the knight on e2 is pinned"),
        ("4k3/4r3/8/8/8/8/8/4K2N w - - 0 1", "h1g3", "the king is in check by the rook on e7"),
        ("4k3/4r3/8/8/7b/8/8/4K2N w - - 0 1", "h1g3", "the king is in check by two pieces, so it must move"),
        ("4k3/3r4/8/8/8/8/8/4K3 w - - 0 1", "e1d1", "the king would be in check on d1"),
        ("4k3/4r3/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "a king in check may not castle"),
        ("4k3/5r2/8/8/8/8/8/4K2R w K - 0 1", "O-O", "may not castle through check: f1 is attacked"),
        ("4k3/6r1/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "the king would be in check on g1"),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1g1", "not possible any more: the king or the rook has moved"),
        ("8/4P2k/8/8/8/8/8/4K3 w - - 0 1", "e7e8", "several moves fit 'e7e8': e8=Q, e8=R, e8=B, e8=N"),
        ("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", "Nd2", "several moves fit 'Nd2': Nbd2, Nfd2"),
        ("8/8/8/K2pP2q/8/8/8/4k3 w - d6 0 1", "e5d6", "only to take a piece"),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e1e1", "two different squares"),
    ],
)
def test_refused_moves(text: str, move: str, reason: str) -> None:
    """The refusal says what is wrong with a move."""
    with pytest.raises(IllegalMove, match=reason.replace("?", r"\?")):
        GAME.start(text).find(move)


def test_any_text_of_two_squares_has_a_reason() -> None:
    """No text of two squares lacks a reason, in random positions."""
    rng = random.Random(5)
    for position in list(playout(GAME, 8))[:80:8]:
        legal = {move.text for move in position.legal}
        for _ in range(200):
            move = "".join(rng.choice("abcdefgh") + rng.choice("12345678") for _ in range(2))
            if move not in legal and not any(text.startswith(move) for text in legal):
                assert GAME.rules.why_not(position.state, move), (position.text, move)


def test_the_path_of_a_move() -> None:
    """A move touches its origin and target; castling the king's two squares, or in Chess960 king and rook."""
    assert GAME.start().find("e4").path == (52, 36)
    assert GAME.start("4k3/8/8/8/8/8/8/4K2R w K - 0 1").find("O-O").path == (60, 62)
    assert CHESS960.start("4k3/8/8/8/8/8/8/4K2R w H - 0 1").find("O-O").path == (60, 63)
    assert play(GAME.start(), "e4").last == (52, 36)
