"""The table of decisions in backgammon, and what levels lose by it."""

from bench.backgammon.decisions import GOALS, RANDOM, decisions, figure, losses
from kibitz_server.games.registry import load


def test_decisions_have_a_loss_for_each_play() -> None:
    """Every play has its loss, and the best one loses nothing."""
    game = load("backgammon")
    for decision in decisions()[:20]:
        assert {move.text for move in game.start(decision.position).legal} == decision.losses.keys()
        assert min(decision.losses.values()) == 0


def test_the_loss_of_a_player_has_an_error_and_a_goal() -> None:
    """A random player loses more than any level may, and has no goal."""
    found = losses(RANDOM, 60, 1)
    assert found == losses(RANDOM, 60, 1)
    assert sum(found) / len(found) > GOALS[0]
    assert figure(RANDOM, found).goal is None
    assert figure(9, [0, 10, 20]).met
    assert figure(9, [0, 10, 20]).detail == "10.0 ± 11.3 (95 %) in 3 decisions; 0 % lose 100 or more"
