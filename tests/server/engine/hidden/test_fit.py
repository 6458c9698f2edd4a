"""Which games with hidden information the algorithms play."""

from typing import Any

import pytest

from kibitz_server.engine.algorithms import ALGORITHMS, UnfitAlgorithm, check, shallow, usual
from kibitz_server.engine.levels import strongest
from kibitz_server.games.game import Game, bind
from kibitz_server.games.registry import load
from tests.server.engine import bluff
from tests.server.engine.helpers import with_constants, with_names, without

BLUFF: Game = bind(bluff, {})
WIDE = with_constants(BLUFF, MAX_MOVES=52)


def test_only_some_algorithms_play_with_hidden_information() -> None:
    """A search that must know the position is refused where a side does not."""
    playing = {"cfr", "ismcts", "level", "random"}
    for name in playing:
        check(name, BLUFF)
    for name in ALGORITHMS.keys() - playing:
        with pytest.raises(
            UnfitAlgorithm, match=f"^{name} needs a game without (chance|hidden information), which bluff is not$"
        ):
            check(name, BLUFF)
    with pytest.raises(UnfitAlgorithm, match="mcts needs a game without hidden information, which bluff is not"):
        check("mcts", BLUFF)


def test_games_that_hide_nothing_are_left_to_other_searches() -> None:
    """Both algorithms for hidden information refuse chess, in a sentence."""
    with pytest.raises(
        UnfitAlgorithm, match="cfr needs a game with hidden information and few positions, which chess is"
    ):
        check("cfr", load("chess"))
    with pytest.raises(UnfitAlgorithm, match="ismcts needs a game with hidden information that can be guessed"):
        check("ismcts", load("chess"))


def test_a_large_game_is_refused_with_a_way_out() -> None:
    """Without a table of best play, cfr plays small games only."""
    with pytest.raises(UnfitAlgorithm, match="few positions, which bluff is not; choose ismcts"):
        check("cfr", WIDE)

    def strategy(_s: Any) -> list[int]:
        return [1, 1]

    check("cfr", with_names(WIDE, strategy=strategy))


def test_the_usual_algorithm() -> None:
    """It is cfr where that plays the game, then ismcts; a game whose blanks nothing can guess has random moves."""
    games = (BLUFF, WIDE, without(WIDE, "guess"))
    assert [usual(game) for game in games] == [strongest(game) for game in games] == ["cfr", "ismcts", "random"]
    assert [shallow(game) for game in games] == ["ismcts", "ismcts", "random"]
    open_games = [load(name) for name in ("chess", "backgammon", "go", "hex")]
    assert [usual(game) for game in open_games] == ["alphabeta", "expectiminimax", "mcts", "alphabeta"]
