import random
from typing import cast

import pytest

from kibitz_server.engine.compiler import select
from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.driver import SearchResult, run
from kibitz_server.engine.limit import Limit
from kibitz_server.games.dots.rules import State
from kibitz_server.games.game import BadPosition, IllegalMove, LegalMove, Position
from tests.server.engine.helpers import native
from tests.server.games import naive
from tests.server.games.helpers import game_of, perft, play
from tests.server.games.naive_dots import dots

GAME = game_of("dots")


@pytest.mark.parametrize(("columns", "rows"), [(3, 3), (1, 1), (2, 1), (1, 3), (4, 2), (9, 9)])
def test_perft(columns: int, rows: int) -> None:
    """A game has its lines in every order, and the second implementation counts the same."""
    game, lines = game_of(f"dots columns={columns} rows={rows}"), 2 * columns * rows + columns + rows
    deep = 3 if lines < 30 else 2
    assert perft(game, deep) == [lines, lines * (lines - 1), lines * (lines - 1) * (lines - 2)][:deep]
    if lines < 30:
        assert perft(game, 2) == [naive.perft(dots(columns, rows), plies) for plies in (1, 2)]


def test_a_closed_box_moves_again() -> None:
    """The player who closes a box owns it and is still to move."""
    position = play(game_of("dots columns=2 rows=1").start(), "a1b1 a2b2 a1a2")
    assert position.to_move == 1
    closed = play(position, "b1b2")
    assert (closed.to_move, closed.picture.counters) == (1, (("A", 0), ("B", 1)))
    assert closed.text == "+|+-+/|B|.-/+|+-+ B"
    assert closed.last == (7,)


def test_a_line_may_close_two_boxes() -> None:
    """Both boxes count, and the player moves once more."""
    position = play(game_of("dots columns=2 rows=2").start(), "a1b1 a2b2 a1a2 b1c1 b2c2 c1c2 b1b2")
    assert (position.to_move, position.picture.counters) == (0, (("A", 2), ("B", 0)))


def test_equal_numbers_of_boxes_are_a_draw() -> None:
    """The game ends with the last line; a box does not end it."""
    position = play(game_of("dots columns=2 rows=1").start(), "b1b2 a2b2 b2c2 a1a2 a1b1 c1c2 b1c1")
    assert position.outcome is not None
    assert (position.outcome.winner, position.outcome.reason, position.outcome.points) == (
        None,
        "all boxes closed",
        (1, 1),
    )


@pytest.mark.parametrize("text", ["b1a1", "a1 b1", "A1-B1", "b1 - a1", "a01b01"])
def test_either_order_and_dashes_are_read(text: str) -> None:
    """A line may be named from either of its ends."""
    assert GAME.start().find(text).text == "a1b1"


def test_the_order_of_dots_with_two_digits() -> None:
    """On the largest board, the ninth row is below the tenth one."""
    position = game_of("dots columns=9 rows=9").start()
    assert position.find("j10j9").text == "j9j10"
    assert position.find("j9 i9").text == "i9j9"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a1c1", "a1 and c1 are not neighbours"),
        ("a1b2", "a1 and b2 are not neighbours"),
        ("a1a1", "a1 and a1 are not neighbours"),
        ("a1e1", "there is no dot e1; dots are a1 to d4"),
        ("a0a1", "there is no dot a0"),
        ("b2b1", "the line b1b2 is drawn already"),
        ("left", "is not a move here; a move names two neighbouring dots"),
    ],
)
def test_refused_moves(text: str, reason: str) -> None:
    """A refusal says what is wrong with the dots."""
    with pytest.raises(IllegalMove, match=reason):
        play(GAME.start(), "b1b2").find(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("+-+/-.-/+-+/-.- A", "the board must be 3 rows of 3 symbols"),
        ("+-+/-.-/+-+ C", "the side to move must be A or B"),
        ("+-+/-.-/+-+ B", "after 0 lines and 0 closed boxes it cannot be B's turn"),
        ("+|+/|A|/+|+ A", "after 4 lines and 1 closed boxes it cannot be A's turn"),
        ("+|+/|.|/+|+ B", "a box must have an owner if its four lines are drawn"),
        ("+|+/|A|/+-+ B", "and no owner otherwise"),
        ("|-+/-.-/+-+ A", "'|' cannot be in row 1, column 1; write '\\+' there"),
        ("+A+/-.-/+-+ A", "'A' cannot be in row 1, column 2; write '-' there"),
        ("+-+/-+-/+-+ A", "'\\+' cannot be in row 2, column 2; write '.' there"),
    ],
)
def test_refused_positions(text: str, reason: str) -> None:
    """A position that cannot be read is refused with the place."""
    with pytest.raises(BadPosition, match=reason):
        game_of("dots columns=1 rows=1").start(text)


def test_who_can_still_win() -> None:
    """A side with half of the boxes cannot be overtaken by the other."""
    position = play(game_of("dots columns=2 rows=1").start(), "a1b1 a2b2 a1a2 b1b2")
    assert [position.can_win(seat) for seat in (0, 1)] == [False, True]
    assert [GAME.start().can_win(seat) for seat in (0, 1)] == [True, True]


# -- what a search tries


def state_of(position: Position) -> State:
    """Return the state of a position of this game."""
    return cast(State, position.state)


def tried(position: Position) -> list[str]:
    """Return the moves that a search tries, the best-looking first."""
    rules, state = position.game.rules, position.state.copy()
    moves, scores = [0] * rules.MAX_MOVES, [0] * rules.MAX_MOVES
    end = rules.ordered(state, moves, scores, 0)
    assert all(getattr(state, field.name) == getattr(position.state, field.name) for field in position.game.fields)
    return [rules.move_text(state, moves[i]) for i in sorted(range(end), key=lambda i: -scores[i])]


def test_boxes_of_a_long_chain_are_taken() -> None:
    """All but the last two boxes of a chain are closed. These two are closed, or left by the line behind them."""
    position = game_of("dots columns=4 rows=1").start("+|+|+|+|+/|.-.-.-.-/+|+|+|+|+ B")
    assert tried(position) == ["b1b2"]
    position = play(position, "b1b2 c1c2")
    assert tried(position) == ["d1d2", "e1e2"]


def test_of_two_short_chains_one_is_taken() -> None:
    """A player needs only one chain to leave two boxes of, so the other one is closed first."""
    position = game_of("dots columns=2 rows=3").start("+|+|+/|.-.-/+|+|+/-.-.-/+|+|+/|.-.-/+|+|+ A")
    assert len(tried(position)) == 1


def test_a_ring_of_four_is_taken_or_left() -> None:
    """The line across the middle of a ring that was opened leaves four boxes."""
    position = game_of("dots columns=2 rows=2").start("+|+|+/|.|.|/+-+-+/|.-.|/+|+|+ B")
    assert tried(position) in (["a2b2", "b1b2"], ["b2c2", "b1b2"])


def test_each_chain_is_given_away_in_one_way() -> None:
    """Safe lines come first, then the shorter chains. A chain of two boxes is opened between these."""
    position = game_of("dots columns=3 rows=2").start("+|+|+|+/|.-.-.-/+|+|+|+/-.-.-.|/+|+|+-+ A")
    assert tried(position)[0] in ("b2b3", "c2c3", "d2d3")
    position = game_of("dots columns=2 rows=2").start("+|+|+/-.-.-/+|+|+/-.-.-/+|+|+ A")
    assert tried(position) == ["b2b3", "b1b2"]


@pytest.mark.parametrize("spec", ["dots columns=2 rows=2", "dots columns=3 rows=1", "dots columns=3 rows=2", "dots"])
def test_a_best_move_is_always_tried(spec: str) -> None:
    """In late positions of random games, one of the moves that a search tries is as good as any."""
    game, rng, known = game_of(spec), random.Random(5), dict[tuple[object, ...], int]()

    def value(position: Position) -> int:
        """Return by how many boxes the side to move gains on the other from here."""
        key = tuple(state_of(position).lines)
        if key not in known:
            known[key] = max((of_move(position, move.text) for move in position.legal), default=0)
        return known[key]

    def of_move(position: Position, text: str) -> int:
        after = play(position, text)
        rules, same = position.game.rules, after.state.turn == position.state.turn
        gained = rules.secured(after.state) * (1 if same else -1) - rules.secured(position.state)
        return int(gained + (value(after) if same else -value(after)))

    for _ in range(25):
        position = game.start()
        while state_of(position).left > 9:
            position = position.after(rng.choice(position.legal))
        while position.legal:
            assert max(of_move(position, text) for text in tried(position)) == value(position), position.text
            position = position.after(rng.choice(position.legal))


# -- the evaluation


def test_the_evaluation_counts_chains() -> None:
    """The side that has to give away two chains of three boxes loses one and then three boxes more."""
    position = game_of("dots columns=3 rows=2").start("+|+|+|+/-.-.-.-/+|+|+|+/-.-.-.-/+|+|+|+ B")
    # The taker leaves two boxes of the first chain: 1 to 2, and then 3.
    assert position.game.rules.future(position.state) == -200
    one = game_of("dots columns=3 rows=1").start("+|+|+|+/-.-.-.-/+|+|+|+ A")
    assert one.game.rules.future(one.state) == -300
    ring = game_of("dots columns=2 rows=2").start("+|+|+/|.-.|/+-+-+/|.-.|/+|+|+ A")
    assert ring.game.rules.future(ring.state) == -400


def test_the_evaluation_leaves_the_position_alone() -> None:
    """All that the evaluation draws for a moment is put back."""
    for spec in ("dots", "dots columns=5 rows=4"):
        game, rng = game_of(spec), random.Random(1)
        position = game.start()
        while position.legal:
            state = position.state.copy()
            game.rules.evaluate(state)
            assert all(getattr(state, field.name) == getattr(position.state, field.name) for field in game.fields)
            position = position.after(rng.choice(position.legal))


# -- exact results

VALUES = {(1, 1): -1, (2, 1): 0, (3, 1): -1, (4, 1): 0, (2, 2): 2, (3, 2): -2, (3, 3): -3}
"""By how many boxes the first player leads under best play, from another program that solves all sets of lines."""


def solved(columns: int, rows: int) -> SearchResult:
    """Return the report of the solver for an empty board."""
    control = SearchControl()
    control.reset(None)
    return run(game_of(f"dots columns={columns} rows={rows}").start(), "solve", Limit(), control)


@pytest.mark.parametrize("size", [size for size in VALUES if size != (3, 3)])
def test_values_of_small_boards(size: tuple[int, int]) -> None:
    """The solver finds the known values, also of the board on its side."""
    for columns, rows in (size, size[::-1]):
        report = solved(columns, rows)
        assert (report.exact, report.score) == (True, VALUES[size])
        assert len(report.line) == 2 * columns * rows + columns + rows


@pytest.mark.io
@pytest.mark.timeout(300)
@pytest.mark.compiled
def test_the_value_of_the_usual_board() -> None:
    """The second player wins by three boxes on 3x3, which the solver finds within ten million positions."""
    select.use(native())
    report = solved(3, 3)
    assert (report.exact, report.score) == (True, VALUES[3, 3])
    assert report.nodes < 10_000_000


def greedy(position: Position, rng: random.Random) -> LegalMove:
    """Return a greedy move: close a box, otherwise draw a safe line, otherwise give away the shortest chain."""
    rules, state = position.game.rules, state_of(position)

    def boxes(move: LegalMove) -> list[int]:
        beside = rules.BESIDE[2 * move.code : 2 * move.code + 2]
        return [state.sides[box] for box in beside if box >= 0]

    moves = rng.sample(position.legal, len(position.legal))
    closing = [move for move in moves if 3 in boxes(move)]
    safe = [move for move in moves if 2 not in boxes(move)]
    shortest = [move for move in moves if move.text == tried(position)[0]]
    return (closing or safe or shortest)[0]


@pytest.mark.io
@pytest.mark.timeout(300)
@pytest.mark.compiled
def test_a_greedy_player_loses() -> None:
    """A search beats a player who only closes boxes and gives away as little as possible."""
    select.use(native())
    game, rng = game_of("dots columns=4 rows=4"), random.Random(3)
    points = 0
    for seat in (0, 1) * 5:
        position = game.start()
        while position.legal:
            if position.to_move == seat:
                control = SearchControl()
                control.reset(3_000)
                position = play(position, run(position, "alphabeta", Limit(nodes=3_000), control).move)
            else:
                position = position.after(greedy(position, rng))
        assert position.outcome is not None
        points += position.outcome.winner == seat
    assert points >= 9
