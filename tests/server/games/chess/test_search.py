"""What chess gives to searches: evaluation, order of moves, exchanges, and skipped moves."""

import random
from typing import Any

import pytest

from kibitz_server.games.game import Position
from tests.server.games.helpers import game_of, play, playout

GAME = game_of("chess")
RULES = GAME.rules


def mirrored(text: str) -> str:
    """Return FEN with the sides exchanged."""
    board, side, rights, passant, *counts = text.split()
    rows = "/".join(row.swapcase() for row in reversed(board.split("/")))
    passant = passant.replace("3", "x").replace("6", "3").replace("x", "6")
    order = "".join(sorted(rights.swapcase(), key="KQkq-".index))
    return " ".join((rows, "wb"["bw".index(side)], order, passant, *counts))


def test_an_evaluation_has_no_side() -> None:
    """A position with the sides exchanged has the same value for its side to move, and its moves look as good."""
    for seed in range(3):
        for position in list(playout(GAME, seed))[:150:10]:
            other = GAME.start(mirrored(position.text))
            assert RULES.evaluate(other.state) == RULES.evaluate(position.state), position.text
            assert sorted(promises(other).values()) == sorted(promises(position).values()), position.text


def promises(position: Position) -> dict[str, int]:
    """Return how good each legal move looks."""
    moves, scores = [0] * 256, [0] * 256
    end = RULES.ordered(position.state, moves, scores, 0)
    return {RULES.move_text(position.state, moves[i]): scores[i] for i in range(end)}


def test_evaluation() -> None:
    """More material is better, pawns near promotion and pieces in the centre too."""

    def worth(text: str) -> int:
        value = RULES.evaluate(GAME.start(f"{text} w - - 0 1").state)
        assert isinstance(value, int)
        return value

    assert abs(worth("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")) < 40
    assert worth("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1") < -300
    assert worth("4k3/8/8/8/8/8/8/Q3K3") > worth("4k3/8/8/8/8/8/8/R3K3") > 400
    assert worth("4k3/p7/8/8/8/8/8/B3K3") < 80 < worth("4k3/p7/8/8/8/8/P7/B3K3")
    assert worth("4k3/1P6/8/8/8/8/8/4K3") > worth("4k3/8/8/8/8/8/1P6/4K3") > 50


EXCHANGES = [
    ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100),
    ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", -220),
    ("4k3/8/3p4/4p3/8/8/8/K3Q3 w - - 0 1", "e1e5", -860),
    ("4k3/8/8/4p3/8/8/4R3/K3Q3 w - - 0 1", "e2e5", 100),
    ("4k3/4r3/8/4p3/8/8/4R3/K3Q3 w - - 0 1", "e2e5", 100),
    ("4k3/4r3/4q3/4p3/8/8/4R3/K3R3 w - - 0 1", "e2e5", 60),
    ("7k/8/8/3pP3/8/8/8/K7 w - d6 0 1", "e5d6", 100),
    ("4k3/8/8/3p4/4P3/8/8/K7 w - - 0 1", "e4d5", 100),
    ("4k3/3p4/4p3/3p4/4P3/8/8/K7 w - - 0 1", "e4d5", 0),
    ("4k3/8/8/8/8/8/3p4/2K5 w - - 0 1", "c1d2", 100),
    ("4k3/3r4/8/8/8/8/8/2KN4 w - - 0 1", "d1f2", 0),
]


@pytest.mark.parametrize(("text", "move", "gain"), EXCHANGES)
def test_exchanges(text: str, move: str, gain: int) -> None:
    """A capture gains what the exchange on its square wins, with pieces behind others, and not more."""
    position = GAME.start(text)
    code = position.find(move).code
    assert RULES.gains(position.state, code, gain)
    assert not RULES.gains(position.state, code, gain + 1)


def test_checks_are_seen_before_they_are_played() -> None:
    """A move alarms if and only if it gives check, directly or by leaving a line; special moves always do."""
    checks = 0
    for seed in range(4):
        for position in list(playout(GAME, seed))[:120:3]:
            for move in position.legal:
                after = position.after(move).state
                assert RULES.alarming(position.state, move.code) == bool(RULES.unsettled(after) or move.code >> 12)
                checks += RULES.unsettled(after)
    assert checks > 20


VALUES = dict(zip("pnbrqk", (100, 320, 330, 500, 960, 20000), strict=True))


def held(position: Position) -> bool:
    """Return whether a check or a pin limits the side to move."""
    state: Any = position.state
    return bool(state.checks or state.pinned)


def exchange(position: Position, square: int) -> int:
    """Return what the side to move wins on a square if both sides take there as long as it pays, always legal moves."""
    board = position.picture.rows
    best = 0
    for move in position.legal:
        victim = board[7 - square // 8][square % 8].lower()
        if move.path[-1] == square ^ 56 and victim in VALUES and move.code >> 12 == 0:
            best = max(best, VALUES[victim] - exchange(position.after(move), square))
    return best


def test_exchanges_agree_with_all_orders_of_captures() -> None:
    """Without pins and promotions, the result is that of trying all captures on the square."""
    rng, compared = random.Random(1), 0
    for seed in range(6):
        for position in list(playout(GAME, seed))[10:120:4]:
            board = "".join(position.picture.rows)
            captures = [move for move in position.legal if board[move.path[-1]] != "-" and not move.code >> 12]
            if not captures:
                continue
            move = rng.choice(captures)
            target = move.path[-1]
            after = position.after(move)
            if target // 8 in (0, 7) or after.outcome or held(position) or held(after):
                continue
            gain = VALUES[board[target].lower()] - exchange(after, target ^ 56)
            assert RULES.gains(position.state, move.code, gain), (position.text, move.text, gain)
            assert not RULES.gains(position.state, move.code, gain + 1), (position.text, move.text, gain)
            compared += 1
    assert compared > 10


def test_good_captures_come_first() -> None:
    """Captures that win come before quiet moves, and those that lose after them."""
    looks = promises(GAME.start("4k3/1p6/p2q4/1P6/4P3/3R4/8/3QK3 w - - 0 1"))
    assert looks["b5a6"] > looks["d3d4"] == 0
    assert looks["d3d6"] == max(looks.values())
    looks = promises(GAME.start("4k3/2p5/3p4/8/8/3R4/8/4K3 w - - 0 1"))
    assert looks["d3d6"] == min(looks.values()) < 0
    looks = promises(GAME.start("8/4P2k/8/8/8/8/8/4K3 w - - 0 1"))
    assert looks["e7e8q"] > looks["e1e2"] > looks["e7e8n"]


def test_forcing_moves() -> None:
    """Captures that lose nothing and promotions to a queen are worth a search beyond the limit."""

    def forced(text: str) -> set[str]:
        state = GAME.start(text).state
        moves, scores = [0] * 256, [0] * 256
        return {RULES.move_text(state, moves[i]) for i in range(RULES.forcing(state, moves, scores, 0))}

    assert forced("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1") == set()
    assert forced("8/4P2k/8/8/8/8/8/4K3 w - - 0 1") == {"e7e8q"}
    assert forced("3r4/4P2k/8/8/8/8/8/4K3 w - - 0 1") == {"e7d8q"}
    assert forced("4k3/2p5/3p4/8/8/3R4/8/4K3 w - - 0 1") == set()
    assert forced("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1") == {"e5d6"}
    assert forced("4k3/8/8/8/8/8/3p4/4K3 w - - 0 1") == {"e1d2"}


def test_a_skipped_move() -> None:
    """The other side is to move in the same position; in check, and with pawns alone, nothing is skipped."""
    position = play(GAME.start(), "e4 a6 e5 d5")
    state: Any = position.state.copy()
    assert RULES.skip(state) == 1
    read = GAME.start(position.text.replace(" w ", " b ").replace("d6", "-")).state
    for field in ("turn", "hash", "score", "checks", "pinned", "passant"):
        assert getattr(state, field) == getattr(read, field), field
    for text in ("4k3/8/8/8/8/8/4r3/4K2R w - - 0 1", "4k3/4r3/8/8/8/8/4P3/4K3 w - - 0 1"):
        state = GAME.start(text).state.copy()
        before = state.hash
        assert (RULES.skip(state), state.hash) == (0, before)


def test_recurring() -> None:
    """A position recurs if it has occurred since the last capture or pawn's move."""
    start = GAME.start()
    assert RULES.recurring(start.state) == 0
    assert RULES.recurring(play(start, "Nf3 Nf6 Ng1").state) == 0
    assert RULES.recurring(play(start, "Nf3 Nf6 Ng1 Ng8").state) == 1
    assert RULES.recurring(play(start, "Nf3 Nf6 Ng1 Ng8 e4").state) == 0


def test_unsettled() -> None:
    """A side in check is unsettled."""
    assert RULES.unsettled(GAME.start().state) == 0
    assert RULES.unsettled(play(GAME.start(), "e4 e5 Qh5 Nc6 Qxf7").state) == 1
