import pytest

from kibitz_server.games.board import Grid
from kibitz_server.games.game import BadOption, Position
from tests.server.games import naive
from tests.server.games.helpers import game_of, perft, play


def test_perft() -> None:
    """No game ends before ply 9, so the first counts are products."""
    assert perft(game_of("gomoku"), 2) == [225, 225 * 224]
    model = naive.mnk(5, 5, 5)
    assert perft(game_of("gomoku size=5"), 3) == [naive.perft(model, plies) for plies in range(1, 4)]


FIVE_OF_SIX = "a1 a3 b1 b3 c1 c3 e1 e3 f1 g3 d1"


def test_more_than_five_in_a_line() -> None:
    """Six win, but not with `exact`."""
    free = play(game_of("gomoku size=9").start(), FIVE_OF_SIX)
    assert free.outcome is not None
    assert (free.outcome.winner, free.outcome.reason) == (0, "line")
    assert play(game_of("gomoku size=9 exact=true").start(), FIVE_OF_SIX).outcome is None


def test_five_win_with_exact_too() -> None:
    """Exactly five win."""
    last = play(game_of("gomoku size=9 exact=true").start(), "a1 a3 b1 b3 c1 c3 d1 d3 e1")
    assert last.outcome is not None
    assert last.outcome.winner == 0


def test_centre_and_tiles() -> None:
    """The usual board has its centre at h8; only boards of up to 99 squares have tile numbers."""
    assert game_of("gomoku").start().find("H8").path == (112,)
    assert game_of("gomoku size=9").start().find("41").text == "e5"


@pytest.mark.parametrize("size", ["4", "20", "15.0"])
def test_refused_options(size: str) -> None:
    """A size out of range is refused with the range."""
    with pytest.raises(BadOption, match="option size is 5 to 19"):
        game_of(f"gomoku size={size}")


def candidates(position: Position) -> set[str]:
    """Return the moves that a search tries."""
    rules, state = position.game.rules, position.state
    moves, scores = [0] * rules.MAX_MOVES, [0] * rules.MAX_MOVES
    end = rules.ordered(state, moves, scores, 0)
    return {rules.move_text(state, move) for move in moves[:end]}


def test_only_the_forced_moves_are_searched() -> None:
    """With four in a line the search tries the fifth stone, against four the defence, otherwise cells near stones."""
    game = game_of("gomoku")
    assert candidates(game.start()) == {"h8"}
    assert len(candidates(play(game.start(), "h8"))) == 24
    four = play(game.start(), "e5 a1 f5 a2 g5 a3 h5")
    assert four.game.rules.unsettled(four.state) == 1
    assert candidates(four) == {"d5", "i5"}
    assert candidates(play(four, "a4")) == {"d5", "i5"}
    assert candidates(play(four, "a4 o15")) == {"a5"}


OPEN_THREE = "f8 a1 g8 a3 h8"
CROSSING = "f8 e8 g8 k8 h8 j12 j9 j6 j10 a1 j11 o15"
CLOSED_THREE = "f8 e8 g8 a1 h8"


@pytest.mark.parametrize(
    ("moves", "answers"),
    [
        (OPEN_THREE, {"d8", "e8", "i8", "j8"}),
        (f"{OPEN_THREE} a5", {"e8"}),
        (CROSSING, {"j8"}),
        (f"{CROSSING} o1", {"i8", "j7", "j8"}),
    ],
)
def test_two_ways_to_win_are_made_or_stopped(moves: str, answers: set[str]) -> None:
    """The search tries one move that makes two ways to win; against such a threat, moves in its lines alone."""
    assert candidates(play(game_of("gomoku").start(), moves)) == answers


def test_a_closed_three_leaves_the_choice() -> None:
    """A line of three that a stone stops at one end makes only one way to win, and that can wait."""
    position = play(game_of("gomoku").start(), CLOSED_THREE)
    assert len(candidates(position)) > 24
    assert position.game.rules.doubling(position.state, 0) == -1


def test_an_open_three_is_worth_a_win_to_the_side_to_move() -> None:
    """The evaluation counts two ways to win after the next move, unless the other side wins first."""
    three = play(game_of("gomoku").start(), f"{OPEN_THREE} a5")
    assert three.game.rules.evaluate(three.state) > 10_000
    four = play(game_of("gomoku").start(), f"{OPEN_THREE} a2 o1 a4")
    assert four.game.rules.evaluate(four.state) < 1_000


def test_a_six_is_not_a_threat_with_exact() -> None:
    """With `exact` a cell that would make six neither wins nor needs a defence."""
    position = play(game_of("gomoku size=9 exact=true").start(), "a1 a3 b1 b3 c1 c3 e1 e3 f1 g3")
    assert candidates(position) != {"d1"}
    assert candidates(play(position, "i9")) == {"d3"}


def test_the_line_that_won() -> None:
    """All stones of the line are listed, also if it is longer than five, and so are two lines of one move."""
    assert play(game_of("gomoku size=9").start(), FIVE_OF_SIX).lines == ((72, 73, 74, 75, 76, 77),)
    two = play(game_of("mnk columns=5 rows=5").start(), "a1 e1 b1 e2 c3 e4 c2 d4 c1")
    assert two.lines == ((20, 21, 22), (12, 17, 22))


def stars(spec: str) -> tuple[int, ...]:
    """Return the cells with a dot."""
    board = game_of(spec).board
    assert isinstance(board, Grid)
    return board.stars


def test_the_dots_of_the_board() -> None:
    """A board of 15 has five dots and one of 19 nine; a small board has at most its centre."""
    assert stars("gomoku") == (48, 56, 112, 168, 176)
    assert len(stars("gomoku size=19")) == 9
    assert stars("gomoku size=7") == (24,)
    assert stars("gomoku size=6") == ()
