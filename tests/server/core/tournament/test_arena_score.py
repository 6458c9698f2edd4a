"""Points of games in an arena."""

import pytest

from kibitz_server.core.tournament.arena_score import ArenaGame, ArenaResult, arena_score

GAMES = {
    "W": ArenaGame(ArenaResult.WON, own_moves=30),
    "D": ArenaGame(ArenaResult.DRAWN, own_moves=30),
    "L": ArenaGame(ArenaResult.LOST, own_moves=30),
    "B": ArenaGame(ArenaResult.WON, berserk=True, own_moves=7),
    "b": ArenaGame(ArenaResult.WON, berserk=True, own_moves=6),
    "d": ArenaGame(ArenaResult.DRAWN, berserk=True, own_moves=30),
    "l": ArenaGame(ArenaResult.LOST, berserk=True, own_moves=30),
    "F": ArenaGame(ArenaResult.WON),
}


@pytest.mark.parametrize(
    ("games", "points"),
    [
        ("", ()),
        ("WWW", (2, 2, 4)),
        ("WWLWWW", (2, 2, 0, 2, 2, 4)),
        ("WWD", (2, 2, 2)),
        ("WWDD", (2, 2, 2, 0)),
        ("DLD", (1, 0, 0)),
        ("DWD", (1, 2, 1)),
        ("BWB", (3, 2, 5)),
        ("WWWWWDWWW", (2, 2, 4, 4, 4, 2, 2, 2, 4)),
        ("WWL", (2, 2, 0)),
        ("DDDWDD", (1, 0, 0, 2, 1, 0)),
        ("WWDDW", (2, 2, 2, 0, 2)),
        ("bWb", (2, 2, 4)),
        ("dl", (1, 0)),
        ("FFF", (2, 2, 4)),
    ],
)
def test_games_have_their_points(games: str, points: tuple[int, ...]) -> None:
    """Wins in a row double, draws in a row count once, and berserk adds a point to a win of seven own moves."""
    score = arena_score(GAMES[game] for game in games)
    assert score.games == points
    assert score.points == sum(points)


@pytest.mark.parametrize(("games", "points"), [("WWDD", (2, 2, 2, 1)), ("DLDD", (1, 0, 1, 1))])
def test_an_arena_may_count_all_draws(games: str, points: tuple[int, ...]) -> None:
    """With `all_draws` a draw counts also after another draw."""
    assert arena_score((GAMES[game] for game in games), all_draws=True).games == points


@pytest.mark.parametrize(
    ("games", "streak", "on_fire"), [("", 0, False), ("LW", 1, False), ("WW", 2, True), ("WWWD", 0, False)]
)
def test_two_wins_in_a_row_set_an_entrant_on_fire(games: str, streak: int, on_fire: bool) -> None:
    """An entrant is on fire from the second win in a row until a game is not won."""
    score = arena_score(GAMES[game] for game in games)
    assert (score.streak, score.on_fire) == (streak, on_fire)
