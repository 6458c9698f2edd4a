"""Moves beyond the depth limit: the side to move may decline all of them."""

import pytest

from kibitz_server.engine.compiler.specialise import SpecialisedSearch
from kibitz_server.engine.score import PROVEN, WIN
from kibitz_server.games.game import ONGOING, Game, Position
from tests.server.engine.helpers import PLAIN, native, random_positions, searched, small_games

BITS = {"TABLE_BITS": 8}
BEYOND = 3
GAMES = [game for game in small_games() if game.name in ("connect4", "reversi", "ultimate")]


def curious(game: Game) -> Game:
    """Return the game with all its moves as forcing ones, for BEYOND plies."""
    return Game(game.declaration, game.options, game.names | {"forcing": game.names["ordered"], "BEYOND": BEYOND})


def declining(position: Position, plies: int, ply: int = 0) -> int:
    """Return the value when each side may stop at its evaluation; written without any pruning."""
    rules = position.game.rules
    result = int(rules.outcome(position.state))
    if result != ONGOING:
        return result * (WIN - ply)
    best = max(1 - PROVEN, min(PROVEN - 1, int(rules.evaluate(position.state))))
    if plies == 0:
        return best
    for move in position.legal:
        after = position.after(move)
        value = declining(after, plies - 1, ply + 1)
        best = max(best, value if after.state.turn == position.state.turn else -value)
    return best


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_forcing_moves_are_searched_beyond_the_depth(game: Game) -> None:
    """At depth 0 the value is the best of the evaluation and the forcing moves, for as many plies as allowed."""
    search = SpecialisedSearch("alphabeta", curious(game), PLAIN, BITS)
    for position in random_positions(game, 12, seed=5):
        assert searched(search, position, 0)[0] == declining(position, BEYOND), position.text


@pytest.mark.compiled
def test_compiled_and_plain_agree_beyond_the_depth() -> None:
    """Machine code visits the same nodes beyond the depth limit, and finds the same line."""
    game = curious(GAMES[0])
    plain, compiled = (SpecialisedSearch("alphabeta", game, backend, BITS) for backend in (PLAIN, native()))
    for position in random_positions(game, 6, seed=6):
        slow_value, slow, slow_ws = searched(plain, position, 2)
        fast_value, fast, fast_ws = searched(compiled, position, 2)
        assert (slow_value, bytes(slow)) == (fast_value, bytes(fast))
        assert plain.line(slow_ws) == compiled.line(fast_ws)
