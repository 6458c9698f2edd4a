"""The UCI engine in chess."""

import pytest

from kibitz_server.games.registry import load
from kibitz_server.programs.uci.session import UciSession


class Runner:
    """Program that runs the engine in chess."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.session = UciSession(load("chess"), self.lines.append)

    def send(self, *lines: str) -> list[str]:
        """Send lines, and return what the engine writes until its searches have ended."""
        self.lines.clear()
        for line in lines:
            assert self.session.handle(line)
            self.session.conclude()
        return list(self.lines)


@pytest.fixture
def runner() -> Runner:
    """Return a runner with a new engine."""
    return Runner()


def test_a_mate_is_found(runner: Runner) -> None:
    """The score is the number of moves to it."""
    info, best = runner.send("position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "go depth 2")
    assert " score mate 1 " in info
    assert best == "bestmove a1a8"
    assert runner.send("position startpos moves f2f3 e7e5 g2g4", "go mate 1")[-1] == "bestmove d8h4"


def test_promotions_are_written_in_small_letters(runner: Runner) -> None:
    """As the interface has them."""
    assert runner.send("position fen 8/P7/8/8/8/8/5k1K/8 w - - 0 1", "go depth 2")[-1].startswith("bestmove a7a8q")


def test_castling_is_the_kings_move_to_its_rook_in_chess960(runner: Runner) -> None:
    """Only with the option, which also keeps the usual first position."""
    assert any(line.startswith("option name UCI_Chess960 type check") for line in runner.send("uci"))
    castles = "position startpos moves e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1h1 e8h8 d2d3"
    forced = "position fen 8/8/8/8/8/6k1/4p1p1/4K2R w K - 0 1"
    legal = runner.send(forced, "go depth 1")
    assert legal[-1].split()[1] in ("h1h3", "h1f1", "h1g1", "e1e2", "e1g1", "e1d2")
    runner.send("setoption name UCI_Chess960 value true")
    assert runner.send(castles, "go depth 1")[-1].startswith("bestmove ")
    assert runner.session._position is not None
    assert runner.session._position.text.startswith("rnbq1rk1/pppp1ppp/5n2/2b1p3/2B1P3/3P1N2/PPP2PPP/RNBQ1RK1 b - - ")


def test_a_repeated_position_is_searched(runner: Runner) -> None:
    """A runner decides whether the game is drawn."""
    shuffle = " g1f3 g8f6 f3g1 f6g8"
    moves = f"position startpos moves{3 * shuffle}"
    assert runner.send(moves, "go depth 1")[-1] != "bestmove (none)"
    assert runner.send(f"{moves} e2e4", "go depth 1")[-1] != "bestmove (none)"


def test_the_end_of_a_game_has_no_move(runner: Runner) -> None:
    """After a mate there is none."""
    told = runner.send("position startpos moves f2f3 e7e5 g2g4 d8h4", "go depth 1")
    assert told == ["info string the game is over: checkmate", "bestmove (none)"]


@pytest.mark.parametrize("quiet", [99, 100, 101, 150, 160, 9999])
def test_any_count_of_quiet_moves_has_a_move(runner: Runner, quiet: int) -> None:
    """A draw that no player claimed does not end a game, in the position as well as after moves."""
    fen = f"position fen 6k1/5ppp/8/8/8/8/8/R3K3 w Q - {quiet} 80"
    assert runner.send(fen, "go depth 2")[-1] == "bestmove a1a8"
    assert runner.send(f"{fen} moves e1e2 g8f8 e2e1 f8g8", "go depth 2")[-1] == "bestmove a1a8"


def test_many_moves_of_a_game_without_progress(runner: Runner) -> None:
    """After 100 rounds of knights an engine still has a move."""
    moves = f"position startpos moves{100 * ' g1f3 g8f6 f3g1 f6g8'}"
    assert runner.send(moves, "go depth 1")[-1] != "bestmove (none)"


@pytest.mark.parametrize(
    ("fen", "moves"),
    [("8/8/8/8/8/8/8/K1k5 w - - 0 1", ["a1a2"]), ("8/8/8/8/8/8/1K6/3k1n2 w - - 120 1", ["b2a1", "b2a2", "b2a3"])],
)
def test_a_dead_position_has_a_move(runner: Runner, fen: str, moves: list[str]) -> None:
    """While a move is legal, it is answered with, and may be played on."""
    *_, info, best = runner.send(f"position fen {fen}", "go depth 3")
    assert " score cp 0 " in info
    assert best.split()[1] in (*moves, "b2b1", "b2b3", "b2c3", "b2a3")
    after = runner.send(f"position fen {fen} moves {best.split()[1]}", "go depth 3")
    assert after[-1] != "bestmove (none)"


def test_what_is_left_out_of_a_position_is_said(runner: Runner) -> None:
    """The search goes on without rights that the pieces deny."""
    told = runner.send("position fen 7k/5K2/4R3/8/8/8/8/8 w KQkq - 0 0", "go depth 2")
    assert told[0].startswith("info string castling right 'K' is left out")
    assert told[-1] == "bestmove e6h6"


def test_some_moves_alone_are_searched(runner: Runner) -> None:
    """The answer is the best of them, with the rest of its line; illegal ones are reported."""
    assert runner.send("position startpos", "go searchmoves e2e4 depth 2")[-1].startswith("bestmove e2e4")
    *_, info, best = runner.send("go searchmoves a2a3 h2h4 depth 3")
    assert best.split()[1] in ("a2a3", "h2h4")
    assert f" pv {best.split()[1]} " in info
    assert " depth 3 " in info
    mate = "position startpos moves f2f3 e7e5 g2g4"
    assert " score mate 1 " in runner.send(mate, "go searchmoves a7a6 d8h4 depth 2")[-2]
    assert runner.send(mate, "go searchmoves a7a6 a7a5 nodes 3")[-1].split()[1] in ("a7a6", "a7a5")
    told = runner.send("position startpos", "go searchmoves e2e5 depth 1")
    assert told[0] == "info string searchmoves: a pawn does not move from e2 to e5"
    assert told[-1] != "bestmove (none)"
