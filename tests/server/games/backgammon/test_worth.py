"""The value of the cube and of the score of a match."""

from typing import Any

import pytest

from kibitz_server.games.backgammon.worth import chance_in_match
from kibitz_server.games.game import Game
from kibitz_server.games.registry import load


def money() -> Game:
    """Return a single game with the cube."""
    return load("backgammon", {"cube": True})


def at_score(to: int, own: int, other: int) -> tuple[Game, Any]:
    """Return a match with the cube, and a state of it with this score."""
    game = load("backgammon", {"cube": True, "to": to})
    state: Any = game.start().state.copy()
    state.score[:] = [own, other]
    return game, state


def worth(game: Game, state: Any, p: float, cube: int = 0, owner: int = -1, gammons: float = 0.0) -> float:
    """Return what a game is worth to seat 0 before its roll."""
    found: float = game.rules.cube_worth(state, 0, p, gammons, 0.0, cube, owner)
    return found


def test_take_point() -> None:
    """Without gammons, a double is a take from about 21.6 % on, between the points of a dead and of a live cube."""
    game, state = money(), money().start().state.copy()
    for chance, take in ((0.20, False), (0.21, False), (0.222, True), (0.25, True)):
        assert (worth(game, state, 1 - chance, cube=1, owner=1) < 100) == take


def test_cube_ownership() -> None:
    """The cube is worth most to its owner, and a game at even chances is worth nothing while both may double."""
    game, state = money(), money().start().state.copy()
    mine, ours, theirs = (worth(game, state, 0.5, owner=owner) for owner in (0, -1, 1))
    assert mine > ours > theirs
    assert ours == pytest.approx(0, abs=1e-9)
    assert mine == pytest.approx(-theirs)


def test_end_of_the_range() -> None:
    """A sure win is worth a point, a sure gammon two, and at 2 ** 6 the cube is dead."""
    game, state = money(), money().start().state.copy()
    assert worth(game, state, 1.0, owner=1) == pytest.approx(100, abs=1)
    assert worth(game, state, 1.0, owner=0, gammons=1.0) == pytest.approx(200, abs=1)
    assert worth(game, state, 0.75, cube=6, owner=0) == pytest.approx(3200)


def test_plays_on_for_a_gammon() -> None:
    """A side with many gammons does better without a double than the point of a drop."""
    game, state = money(), money().start().state.copy()
    played_on = worth(game, state, 0.95, gammons=0.8)
    assert played_on > 100 == game.rules.doubled_worth(state, 0, 0.95, 0.8, 0.0)
    assert game.rules.cube_worth(state, 0, 0.05, 0.0, 0.8, 0, -1) == pytest.approx(-played_on)


@pytest.mark.parametrize("over", [False, True])
def test_chances_in_a_match_add_up(over: bool) -> None:
    """The chances of both players are 1 together; before the Crawford game, fewer points to go are never worse."""
    for away in range(1, 26):
        for other in range(1, 26):
            chance = chance_in_match(away, other, over)
            assert chance + chance_in_match(other, away, over) == pytest.approx(1)
            assert over or chance >= chance_in_match(away + 1, other, over)


@pytest.mark.parametrize(
    ("away", "other", "published"), [(1, 2, 0.68), (2, 3, 0.60), (2, 4, 0.68), (3, 5, 0.65), (5, 7, 0.63)]
)
def test_chances_in_a_match(away: int, other: int, published: float) -> None:
    """The chances are near those of published tables (Woolsey and Heinrich)."""
    assert chance_in_match(away, other, over=False) == pytest.approx(published, abs=0.025)


def test_gammons_at_the_end_of_a_match() -> None:
    """When each player needs one point, gammons and the cube are worth nothing."""
    game, state = at_score(5, 4, 4)
    assert worth(game, state, 0.6, gammons=0.5) == pytest.approx(worth(game, state, 0.6)) == pytest.approx(100)


def test_crawford() -> None:
    """The cube is dead in the Crawford game. After it, the trailing player gains by a double at once."""
    game, state = at_score(5, 1, 4)
    later = worth(game, state, 0.5)
    double = game.rules.doubled_worth(state, 0, 0.5, 0.0, 0.0)
    state.crawford = 1
    assert worth(game, state, 0.5) < later
    assert double > worth(game, state, 0.5)
