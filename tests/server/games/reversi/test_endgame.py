"""The last moves of Reversi, compared with a search of all moves by the rules' own functions."""

from collections.abc import Iterator

import pytest

from kibitz_server.engine.control import SearchControl
from kibitz_server.games.game import ONGOING, Game
from kibitz_server.games.record import Record
from tests.server.games.helpers import game_of, playout


def late(game: Game, empty: int, games: int) -> Iterator[Record]:
    """Yield the states of random games that have this many empty squares, also those that are over."""
    for seed in range(games):
        yield from (at.state for at in playout(game, seed) if at.text.count("-") == empty)


def by_trying_all(game: Game, state: Record) -> int:
    """Return the result for the side to move, in discs."""
    rules = game.rules
    if rules.outcome(state) != ONGOING:
        return int(rules.result(state))
    moves = [0] * rules.MAX_MOVES
    best: int = -rules.CELLS
    for move in moves[: rules.legal(state, moves, 0)]:
        after = state.copy()
        rules.play(after, move)
        best = max(best, -by_trying_all(game, after))
    return best


@pytest.mark.parametrize("empty", [0, 1, 2, 3, 5])
@pytest.mark.parametrize("game", [game_of("reversi size=6"), game_of("reversi")], ids=["6", "8"])
def test_results_are_those_of_all_moves(game: Game, empty: int) -> None:
    """`finish` is exact inside its window, also after passes and in games that end early, and a bound outside it."""
    control = SearchControl()
    control.reset(None)
    finish, cells = game.rules.finish, game.rules.CELLS
    for state in late(game, empty, games=12):
        value = by_trying_all(game, state)
        assert finish(state, control, -cells, cells) == value
        for alpha in range(max(-cells, value - 4), min(cells, value + 4)):
            bound = finish(state, control, alpha, alpha + 1)
            assert value <= bound <= alpha if value <= alpha else alpha < bound <= value


def test_only_the_last_moves_are_finished_without_a_table() -> None:
    """`nearly_over` holds from the constant FEW of empty squares on."""
    game = game_of("reversi")
    for empty, wanted in ((game.rules.FEW + 1, False), (game.rules.FEW, True), (1, True)):
        assert [game.rules.nearly_over(state) for state in late(game, empty, games=2)] == [wanted] * 2


def test_nodes_are_counted() -> None:
    """Every position that `finish` looks at counts as a node."""
    game, control = game_of("reversi"), SearchControl()
    control.reset(None)
    game.rules.finish(next(late(game, 4, games=1)), control, -64, 64)
    assert control.nodes > 4


def test_boards_beyond_a_machine_word_have_none() -> None:
    """The rules of the largest board leave these functions out, because its state has other fields."""
    names = game_of("reversi size=10").names
    assert not {"finish", "nearly_over", "sound"} & set(names)
