"""Algorithms and levels that a runner chooses."""

import pytest

from kibitz_server.games.registry import load
from kibitz_server.programs.engines.strength import EngineStrength


def test_a_level_takes_the_place_of_the_algorithm() -> None:
    """0 ends it."""
    strongest = EngineStrength.of(load("hex"))
    assert (strongest.searched_by, strongest.level) == ("mcts", 0)
    seventh = strongest.at_level("7")
    assert (seventh.searched_by, seventh.level, seventh.algorithm) == ("level", 7, "mcts")
    assert seventh.at_level("0") == strongest
    assert seventh.by("random").at_level("0").searched_by == "random"


@pytest.mark.parametrize("text", ["11", "-1", "", "seven", "1.5", "٣", "9" * 5000])
def test_a_level_is_a_number_up_to_ten(text: str) -> None:
    """The sentence says which."""
    with pytest.raises(ValueError, match="a level is 0 to 10"):
        EngineStrength("mcts").at_level(text)


@pytest.mark.parametrize("name", ["cfr", "level", "solve", "oracle", ""])
def test_other_algorithms_are_refused(name: str) -> None:
    """The sentence lists those that there are."""
    with pytest.raises(ValueError, match="there are alphabeta, mcts, minimax, random, textbook"):
        EngineStrength("mcts").by(name)
