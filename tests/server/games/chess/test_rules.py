"""Rules of chess and Chess960."""

import random

import pytest

from kibitz_server.engine.compiler.specialise import SpecialisedSearch
from kibitz_server.engine.control import SearchControl
from kibitz_server.games.chess.arrays import first_row
from kibitz_server.games.game import BadPosition, Game, Position
from kibitz_server.games.record import Record
from tests.server.engine.helpers import native
from tests.server.games import naive
from tests.server.games.helpers import game_of, play
from tests.server.games.naive_chess import Chess, chess

GAME = game_of("chess")
CHESS960 = game_of("chess array=0")
CLAIMS = game_of("chess claims=true")

COUNTS = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1": "20 400 8902 197281 4865609",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1": "48 2039 97862 4085603",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1": "14 191 2812 43238 674624 11030083",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1": "6 264 9467 422333 15833292",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8": "44 1486 62379 2103487",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10": "46 2079 89890 3894594",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1": "26 568 13744 314346 7594526",
    "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3": "30 959 28579 908001",
    "3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1": "18 92 1670 10138 185429",
    "8/8/4k3/8/2p5/8/B2P1K2/8 w - - 0 1": "13 102 1284 10375",
    "8/8/2k5/5q2/5n2/8/5K2/8 b - - 0 1": "37 183 6559 23527",
    "K1k5/8/P7/8/8/8/8/8 w - - 0 1": "2 6 13 63 382",
}
"""Numbers of move sequences, counted by Stockfish 15."""
COUNTS_960 = {
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9": "21 528 12189 326672",
    "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9": "21 807 18002 667366",
    "b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9": "20 479 10471 273318",
    "qbbnnrkr/2pp2pp/p7/1p2pp2/8/P3PP2/1PPP1KPP/QBBNNR1R w hf - 0 9": "22 593 13440 382958",
    "1nbbnrkr/p1p1ppp1/3p4/1p3P1p/3Pq2P/8/PPP1P1P1/QNBBNRKR w HFhf - 0 9": "28 1120 31058 1171749",
}


def sequences(game: Game, counts: dict[str, str]) -> dict[str, str]:
    """Return the numbers of move sequences from each position, as deep as the given ones, by machine code."""
    search, control = SpecialisedSearch("perft", game, native(), {"TABLE_BITS": 1}), SearchControl()
    control.reset(None)
    found = {}
    for text, wanted in counts.items():
        workspace, depths = search.workspace(game.start(text).state), len(wanted.split())
        view = search.attach(control)
        found[text] = " ".join(str(search.run.perft(workspace, view, depth + 1, 0, 0)) for depth in range(depths))
    return found


@pytest.mark.compiled
def test_perft() -> None:
    """The counts of another program, in positions with castling, en passant, promotions, pins and checks."""
    assert sequences(GAME, COUNTS) == COUNTS


@pytest.mark.compiled
def test_perft_of_chess960() -> None:
    """The counts of another program, with kings and rooks on other columns."""
    assert sequences(CHESS960, COUNTS_960) == COUNTS_960


def test_perft_in_plain_python() -> None:
    """The plain rules count the same, and without the rule of dead positions also after promotions to minor pieces."""

    def count(state: Record, left: int) -> int:
        moves = GAME.rules.all_moves(state)
        if left == 1:
            return len(moves)
        total = 0
        for move in moves:
            after = state.copy()
            GAME.rules.play(after, move)
            total += count(after, left - 1)
        return total

    def counts(text: str, depth: int) -> list[int]:
        return [count(GAME.start(text).state, plies) for plies in range(1, depth + 1)]

    assert counts("8/P1k5/K7/8/8/8/8/8 w - - 0 1", 4) == [6, 27, 273, 1329]
    assert counts("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 2) == [48, 2039]


def agree(game: Game, model: Chess, seed: int, plies: int) -> Position:
    """Compare a random game with the second implementation, and return its last position."""
    rng, position = random.Random(seed), game.start()
    for _ in range(plies):
        assert position.text == model.text
        if position.outcome is not None:
            winner = position.outcome.winner
            assert model.winner == (naive.DRAWN if winner is None else winner), position.text
            break
        assert model.winner is None, position.text
        assert {move.text for move in position.legal} == set(model.moves), position.text
        # Captures and moves of pawns come more often than by chance, so that games get somewhere.
        eager = (
            []
            if rng.random() > 0.3
            else [move for move in position.legal if position.after(move).text.split()[4] == "0"]
        )
        move = rng.choice(eager or position.legal)
        position, model = position.after(move), model.after(move.text)
    return position


@pytest.mark.parametrize("seed", range(4))
def test_random_games_agree_with_the_second_implementation(seed: int) -> None:
    """The rules and the naive rules give the same positions, moves and results."""
    agree(GAME, chess(), seed, 200)


@pytest.mark.parametrize("array", [0, 111, 356, 481, 604, 738, 803, 959])
def test_random_games_of_chess960_agree_with_the_second_implementation(array: int) -> None:
    """The same for other first rows."""
    agree(game_of(f"chess array={array}"), chess(first_row(array)), array, 90)


def test_first_rows() -> None:
    """The numbers are those of Scharnagl, and each row is another one with the king between the rooks."""
    assert (first_row(0), first_row(518), first_row(959)) == ("BBQNNRKR", "RNBQKBNR", "RKRNNQBB")
    rows = {first_row(number) for number in range(960)}
    assert len(rows) == 960
    for row in rows:
        assert row.index("R") < row.index("K") < row.rindex("R")
        assert row.index("B") % 2 != row.rindex("B") % 2
    assert game_of("chess array=0").start().text == "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1"


def outcome(position: Position) -> tuple[int | None, str] | None:
    """Return winner and reason of a finished game."""
    return None if position.outcome is None else (position.outcome.winner, position.outcome.reason)


ROUND = "Nf3 Nf6 Ng1 Ng8"


def test_the_third_time_is_a_draw() -> None:
    """The third occurrence of a position is a draw; the start counts."""
    twice = play(GAME.start(), f"{ROUND} Nf3 Nf6 Ng1")
    assert outcome(twice) is None
    assert outcome(play(twice, "Ng8")) == (None, "threefold repetition")


def test_a_position_with_other_rights_is_another() -> None:
    """Castling rights and a possible capture en passant make another position of the same pieces."""
    start = GAME.start("4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1")
    once = play(start, "Rg1 Rg8 Rh1 Rh8")
    again = play(once, "Rg1 Rg8 Rh1 Rh8")
    assert outcome(again) is None
    assert outcome(play(again, "Rg1 Rg8")) == (None, "threefold repetition")
    passing = GAME.start("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1")
    twice = play(play(passing, "e4 Kd8 Kd1 Ke8 Ke1"), "Kd8 Kd1 Ke8 Ke1")
    assert outcome(twice) is None, "the first occurrence had a capture en passant"


def test_fifty_moves() -> None:
    """The 100th ply without a capture or a pawn's move is a draw, unless it mates."""
    position = GAME.start("7k/8/5K2/8/8/8/8/R7 w - - 98 90")
    assert outcome(play(position, "Rb1 Kh7")) == (None, "50-move rule")
    position = GAME.start("7k/8/6K1/8/8/8/8/R7 w - - 99 90")
    assert outcome(play(position, "Ra8#")) == (0, "checkmate")
    assert outcome(play(position, "Rb1")) == (None, "50-move rule")
    assert outcome(GAME.start("7k/8/6K1/8/8/8/8/R7 w - - 100 90")) == (None, "50-move rule")


def test_draws_that_must_be_claimed() -> None:
    """With `claims`, the fifth occurrence and 75 moves end the game; before, the player to move may claim."""
    start = CLAIMS.start()
    twice = play(start, ROUND)
    assert CLAIMS.rules.claimable(twice.state) == ""
    third = play(twice, ROUND)
    assert outcome(third) is None
    assert CLAIMS.rules.claimable(third.state) == "threefold repetition"
    assert CLAIMS.rules.claimable(play(third, "a3").state) == ""
    assert outcome(play(third, f"{ROUND} {ROUND}")) == (None, "fivefold repetition")
    position = CLAIMS.start("7k/8/5K2/8/8/8/8/R7 w - - 99 90")
    assert CLAIMS.rules.claimable(position.state) == ""
    assert CLAIMS.rules.claimable(play(position, "Rb1").state) == "50-move rule"
    assert outcome(play(CLAIMS.start("7k/8/5K2/8/8/8/8/R7 w - - 149 90"), "Rb1")) == (None, "75-move rule")
    assert GAME.rules.claimable(GAME.start("7k/8/5K2/8/8/8/8/R7 w - - 99 90").state) == ""


@pytest.mark.parametrize(
    "pieces", ["8/8/8/8/8/8/8/K1k5", "8/8/8/8/8/8/8/KNk5", "8/8/8/8/8/8/8/K1kb4", "b7/1B6/8/8/8/8/8/K1k4B"]
)
def test_dead_positions(pieces: str) -> None:
    """Kings with one minor piece at most, or with bishops of one colour, are a draw at once."""
    assert outcome(GAME.start(f"{pieces} w - - 0 1")) == (None, "dead position")


@pytest.mark.parametrize(
    "pieces", ["8/8/8/8/8/8/8/KNkn4", "8/8/8/8/8/8/8/KBk1b3", "8/8/8/8/8/8/P7/K1k5", "8/8/8/8/8/8/8/KNkN4"]
)
def test_positions_that_are_not_dead(pieces: str) -> None:
    """Where a mate is possible with the help of the other side, the game goes on."""
    assert outcome(GAME.start(f"{pieces} b - - 0 1")) is None


@pytest.mark.parametrize(
    ("pieces", "white", "black"),
    [
        ("k7/8/8/8/8/8/8/KQ6", 1, 0),
        ("k7/8/8/8/8/8/P7/K7", 1, 0),
        ("k7/8/8/8/8/8/8/KNq5", 0, 1),
        ("k7/p7/8/8/8/8/8/KN6", 1, 1),
        ("kn6/8/8/8/8/8/8/KN6", 1, 1),
        ("k7/8/8/8/8/8/8/KNN5", 1, 0),
        ("kb6/8/8/8/8/8/8/KB6", 1, 1),
        ("kr6/8/8/8/8/8/8/KB6", 0, 1),
        ("kn6/8/8/8/8/8/8/KB6", 1, 1),
    ],
)
def test_who_can_win(pieces: str, white: int, black: int) -> None:
    """A side without the pieces for any mate cannot win."""
    state = GAME.start(f"{pieces} w - - 0 1").state
    assert (GAME.rules.can_win(state, 0), GAME.rules.can_win(state, 1)) == (white, black)


def test_mate_and_stalemate() -> None:
    """Without a legal move, a king in check is mated, and one that is not in check is stalemated."""
    assert outcome(play(GAME.start(), "f3 e5 g4 Qh4")) == (1, "checkmate")
    assert outcome(GAME.start("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")) == (None, "stalemate")


def test_a_king_that_can_only_castle_is_not_stalemated() -> None:
    """In Chess960 castling may be the only legal move, because the king may stay where it is."""
    position = CHESS960.start("k7/8/8/8/8/p7/P3pPPP/6KR w H - 0 1")
    assert [move.text for move in position.legal if move.text.startswith("g1")] == ["g1h1"]
    blocked = CHESS960.start("k7/8/8/8/6p1/p4pPp/P3pP1P/6KR w H - 0 1")
    assert ({move.text for move in blocked.legal}, blocked.outcome) == ({"g1h1"}, None)


def test_castling_takes_the_usual_places() -> None:
    """In Chess960 king and rook end where they do in ordinary chess; the king may stand still."""
    start = CHESS960.start("rk5r/8/8/8/8/8/8/RK4R1 w GAha - 0 1")
    assert {"b1a1", "b1g1"} <= {move.text for move in start.legal}
    assert play(start, "b1a1").text == "rk5r/8/8/8/8/8/8/2KR2R1 b ha - 1 1"
    assert play(start, "b1g1").text == "rk5r/8/8/8/8/8/8/R4RK1 b ha - 1 1"
    assert play(start, "O-O O-O-O").text == "2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2"


def test_a_leaving_rook_may_uncover_an_attack() -> None:
    """A rook that stands between the king and an attacker may not castle away."""
    hidden = CHESS960.start("4k3/8/8/8/8/8/8/rRK5 w B - 0 1")
    assert "c1b1" not in {move.text for move in hidden.legal}
    assert "c1b1" in {move.text for move in CHESS960.start("4k3/8/8/8/8/8/8/1RK5 w B - 0 1").legal}


def test_castling_rights_are_lost() -> None:
    """A king's move loses both rights, a rook's move or capture one."""
    start = GAME.start("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    assert play(start, "Ke2").text.split()[2] == "kq"
    assert play(start, "Rb1").text.split()[2] == "Kkq"
    assert play(start, "Rxh8").text.split()[2] == "Qq"
    assert play(GAME.start("r3k2r/7P/8/8/8/8/6K1/R7 w kq - 0 1"), "Ra7").text.split()[2] == "kq"
    takes = play(CHESS960.start("4k2r/6K1/8/8/8/8/8/8 w h - 0 1"), "Kxh8")
    assert takes.text.split()[2] == "-", "a king takes a rook that may castle"


def test_en_passant_that_is_not_legal_is_not_written() -> None:
    """The square is written only if a capture there is legal: neither without a pawn, nor when it uncovers a check."""
    assert play(GAME.start(), "e4").text.split()[3] == "-"
    assert play(GAME.start(), "e4 a6 e5 d5").text.split()[3] == "d6"
    assert play(GAME.start("3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1"), "d5").text.split()[3] == "-"
    assert play(GAME.start("8/8/4k3/8/2p5/8/B2P1K2/8 w - - 0 1"), "d4").text.split()[3] == "-"
    written = GAME.start("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1")
    assert written.text.split()[3] == "-", "any square is read"
    assert written.id == play(GAME.start(), "e4").id


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("8/8/8/8/8/8/8/K7 w - - 0 1", "Black must have one king"),
        ("8/8/8/8/8/8/8/KK1k4 w - - 0 1", "White must have one king"),
        ("P7/8/8/8/8/8/8/K1k5 w - - 0 1", "a pawn cannot be on the first or the last row"),
        ("8/8/8/8/8/8/8/KQk5 w - - 0 1", "Black's king is attacked, but it is White's turn"),
        ("8/8/8/8/8/1k6/2K5/8 w - - 0 1", "the kings are on squares next to each other"),
        ("8/8/8/8/8/8/8/K1k5 x - - 0 1", "the side to move must be w or b"),
        ("8/8/8/8/8/8/K1k5 w - - 0 1", "the board must be 8 rows"),
        ("8/8/8/8/8/8/8/K1k6 w - - 0 1", "row 1 has 9 squares instead of 8"),
        ("8/8/8/8/8/8/8/K1kx4 w - - 0 1", "'x' is not a piece"),
        ("4k3/8/8/8/8/8/8/3K3R w K - 0 1", "others need the option array"),
        ("8/8/8/8/8/PP6/PPPPPPPP/K1k5 w - - 0 1", "White has more pieces than eight pawns"),
        ("8/8/8/8/8/QQ6/PPPPPPPP/K1k5 w - - 0 1", "White has more pieces than eight pawns"),
        ("1k6/8/8/K7 w - - 0 1", "it must be FEN"),
        ("", "it must be FEN"),
    ],
)
def test_refused_positions(text: str, reason: str) -> None:
    """An impossible position is refused with the reason."""
    with pytest.raises(BadPosition, match=reason):
        GAME.start(text)


def test_castling_rights_are_read_in_three_ways() -> None:
    """Rights may be written as in FEN, as in X-FEN and as by Shredder; Shredder's are written in Chess960."""
    board = "rk5r/8/8/8/8/8/8/RK4R1 w"
    for rights in ("KQkq", "GAha", "GQkq", "AGah"):
        assert CHESS960.start(f"{board} {rights} - 0 1").text == f"{board} GAha - 0 1"
    two = "1k6/8/8/8/8/8/8/1K3R1R w"
    assert CHESS960.start(f"{two} K - 0 1").text == f"{two} H - 0 1"
    assert CHESS960.start(f"{two} F - 0 1").text == f"{two} F - 0 1"
    usual = "r3k2r/8/8/8/8/8/8/R3K2R w"
    assert GAME.start(f"{usual} HAha - 0 1").text == f"{usual} KQkq - 0 1"
    assert CHESS960.start(f"{two} HF - 0 1").text == f"{two} H - 0 1"


def test_short_fen() -> None:
    """The counts may be missing, and the rights and the square, too."""
    for text in ("4k3/8/8/8/8/8/4P3/4K3 w", "4k3/8/8/8/8/8/4P3/4K3 w - -", "4k3/8/8/8/8/8/4P3/4K3 w - - 0"):
        assert GAME.start(text).text == "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"


def test_a_text_is_complete() -> None:
    """A position read from its text has the hash and the score of one that was played, in both variants."""
    for game in (GAME, CHESS960):
        position, rng = game.start(), random.Random(3)
        for _ in range(60):
            if position.outcome:
                break
            position = position.after(rng.choice(position.legal))
            read = game.start(position.text).state
            for field in ("hash", "score", "checks", "pinned", "passant", "castling", "quiet", "number"):
                assert getattr(read, field) == getattr(position.state, field), (field, position.text)
