"""The account of the windows compared with the stones on the board, and the moves that solvers leave out."""

import random
from typing import Any

import pytest

from kibitz_server.games.game import ONGOING, Game
from kibitz_server.games.mnk.wide import lines
from kibitz_server.games.record import Record
from tests.server.games.helpers import game_of, play, playout

SPECS = [
    "gomoku size=8",
    "gomoku size=8 exact=true",
    "mnk columns=5 rows=4 connect=3",
    "mnk columns=13 rows=9 connect=7",
    "mnk columns=4 rows=4 connect=4 exact=true",
]


@pytest.mark.parametrize("spec", SPECS)
def test_incremental_counts_equal_a_recount(spec: str) -> None:
    """The windows and their counts, updated move by move, equal those of the stones alone."""
    for position in playout(game_of(spec), 3):
        rules = position.game.rules
        state: Any = position.state
        counts = [0] * rules.CODES
        counts[0] = -rules.WINDOWS
        for number, window in enumerate(lines(rules.COLUMNS, rules.ROWS, rules.CONNECT)):
            first, second = ([state.cells[cell] for cell in window].count(seat) for seat in (1, 2))
            code = rules.DEAD if first and second else first + (rules.CONNECT + second if second else 0)
            assert state.windows[number] == code
            counts[code] += 1
        assert state.counts == counts


def value(game: Game, state: Record, moves_of: str) -> int:
    """Return the value of a position by all moves that a function of the game writes: the sooner a win, the higher."""
    result = game.rules.outcome(state)
    if result != ONGOING:
        return 100 * int(result)
    moves, best = [0] * 2 * game.rules.MAX_MOVES, -1000
    arguments = (moves, 0) if moves_of == "legal" else (moves, list(moves), 0)
    for move in moves[: getattr(game.rules, moves_of)(state, *arguments)]:
        after = state.copy()
        game.rules.play(after, move)
        found = -value(game, after, moves_of)
        best = max(best, found - (found > 0) + (found < 0))
    return best


@pytest.mark.parametrize("spec", [*SPECS, "mnk columns=4 rows=5 connect=3 exact=true", "gomoku size=5"])
def test_solvers_leave_out_no_move_that_matters(spec: str) -> None:
    """Result and distance are the same with the moves for solvers and with all moves, near the end of random games."""
    game, rng, fewer = game_of(spec), random.Random(4), 0
    for _ in range(40):
        position = game.start()
        while len(position.legal) > 6:
            position = position.after(rng.choice(position.legal))
        if position.legal:
            moves = [0] * game.rules.MAX_MOVES
            fewer += game.rules.sound(position.state, moves, list(moves), 0) < len(position.legal)
            assert value(game, position.state, "sound") == value(game, position.state, "legal"), position.text
    assert fewer


def test_a_line_to_complete_leaves_no_choice() -> None:
    """With a line to complete that is the only move; against one, only its cells are."""
    game = game_of("mnk columns=6 rows=6 connect=4")
    moves = [0] * 36
    threatened = play(game.start(), "b2 a6 c2 a5 d2")
    for name in ("ordered", "sound"):
        end = getattr(game.rules, name)(threatened.state, moves, [0] * 36, 0)
        assert {game.rules.move_text(threatened.state, move) for move in moves[:end]} == {"a2", "e2"}
        own = play(threatened, "a4 a1")
        end = getattr(game.rules, name)(own.state, moves, [0] * 36, 0)
        assert [game.rules.move_text(own.state, move) for move in moves[:end]] == ["a3"]
