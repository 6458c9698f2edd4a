"""Chance nodes of trees: averages by weight, and draws that are left out because they cannot matter."""

import json
import math

import pytest

from kibitz_server.engine.compiler.specialise import SpecialisedSearch
from kibitz_server.engine.trees.average import Average
from kibitz_server.engine.trees.tree import TreeNode, explain
from kibitz_server.engine.trees.unpruned import unpruned
from kibitz_server.games.game import Game, bind
from tests.server.engine import dash, race
from tests.server.engine.helpers import PLAIN, games_of_chance, random_positions, searched

DASH, RACE = bind(dash, {}), bind(race, {})


@pytest.mark.parametrize("game", games_of_chance(), ids=lambda game: game.name)
def test_it_is_the_search_itself(game: Game) -> None:
    """Without pruning, a tree has the nodes and the value of expectiminimax, and its count without pruning is right."""
    search = SpecialisedSearch("expectiminimax", game, PLAIN, {"TABLE_BITS": 4, "STAR": 0})
    for position in random_positions(game, 3, seed=8):
        root = explain(position, "minimax", depth=2)
        value, control, _ = searched(search, position, 2)
        assert root.value == pytest.approx(value)
        assert sum(1 for _ in root.walk()) == control.nodes == unpruned(position, 2)


def test_a_draw_has_its_weight() -> None:
    """A chance node averages its draws by their weights and says how; a draw that is due may be the root."""
    root = explain(DASH.start("0 0 X coin"), "minimax", depth=1)
    assert (root.player, root.value, root.weight) == ("chance", 100.0, 0)
    assert [(child.move, child.weight, child.value) for child in root.children] == [("heads", 1, 300), ("tails", 2, 0)]
    assert root.why == "average of the chance outcomes by weight: (1 x 300 + 2 x 0) / 3"
    assert json.loads(json.dumps(root.as_data()))["children"][1]["weight"] == 2


def test_values_are_those_of_max() -> None:
    """The side to move at the root is MAX, also where its opponent tosses."""
    root = explain(DASH.start("0 1 O"), "minimax", depth=3)
    (dashed,) = (child for child in root.children if child.move == "dash")
    assert [node.player for node in (root, dashed, dashed.children[0])] == ["max", "chance", "min"]
    assert dashed.value == pytest.approx(sum(child.weight * (child.value or 0) for child in dashed.children) / 3)


@pytest.mark.parametrize("seed", range(5))
def test_star1_keeps_the_value(seed: int) -> None:
    """Alpha-beta with Star1 finds the value of the whole tree in fewer nodes, and says what it left out and why."""
    (position,) = random_positions(RACE, 1, seed)
    whole, pruned = explain(position, "minimax", 3), explain(position, "textbook", 3)
    assert pruned.value == pytest.approx(whole.value)
    seen = [node for node in pruned.walk() if not node.pruned]
    assert [node.node for node in seen] == list(range(len(seen)))
    assert len(seen) <= sum(1 for _ in whole.walk())


def test_cut_draws_are_shown() -> None:
    """Draws that are left out are shown with their weights, and the chance node is a bound."""
    cut = [node for node in cut_nodes() if node.player == "chance"]
    assert cut
    for node in cut:
        left = [child for child in node.children if child.pruned]
        assert node.bound in ("at most", "at least")
        assert node.why.startswith("cut off by ")
        assert "elsewhere and will not come here" in node.why
        assert all(child.weight > 0 and child.node is None and child.value is None for child in left)
        assert all(child.why.startswith("left out: no value after it brings the average ") for child in left)
        if node.bound == "at most":
            most = sum(child.weight * (200.0 if child.pruned else child.value or 0.0) for child in node.children)
            assert node.value == pytest.approx(most / sum(child.weight for child in node.children))
            assert node.alpha is not None
            assert node.value is not None
            assert node.value <= node.alpha


def test_moves_are_cut_after_a_draw() -> None:
    """A move after a draw may be so good that the average is out of reach; then the other moves are left out."""
    cut = [node for node in cut_nodes() if node.weight]
    assert cut
    assert all("what it is sure of elsewhere" in node.why for node in cut)


def cut_nodes() -> list[TreeNode]:
    """Return the nodes with something left out in trees of 60 positions."""
    roots = [explain(position, "textbook", 3) for position in random_positions(RACE, 60, seed=9)]
    return [node for root in roots for node in root.walk() if any(child.pruned for child in node.children)]


def test_a_finished_game_has_its_payoff() -> None:
    """A leaf of a finished game has the payoff, as in the search."""
    root = explain(RACE.start("98888000 X 1 9"), "textbook", depth=1)
    assert root.value == 200
    assert [child.why for child in root.children if child.value == 200] == ["X wins: goal"] * 3


@pytest.mark.parametrize(
    ("values", "bounds"), [([], (-10, 10)), ([4], (-6.5, 8.5)), ([4, 2], (-0.5, 4.5)), ([4, 2, -8], (0, 0))]
)
def test_bounds_of_an_average(values: list[float], bounds: tuple[float, float]) -> None:
    """The draws that are left may have any value within the limit."""
    average = Average([1, 2, 1], 10)
    average.values.extend(values)
    assert average.bounds == bounds
    assert average.known == (len(values) == 3)


def test_the_average_so_far() -> None:
    """Only the draws whose value is known count."""
    average = Average([1, 2, 1], 10)
    average.values.append(4)
    assert average.so_far == 4
    average.values.append(1)
    assert average.so_far == 2


def test_the_window_of_a_draw() -> None:
    """At the ends of its window a draw makes the average leave the window, whatever comes after it."""
    average = Average([1, 2, 1], 10)
    average.values.append(4)
    low, high = average.window(0, 3)
    assert (4 + 2 * low + 10) / 4 == 0
    assert (4 + 2 * high - 10) / 4 == 3
    assert average.window(-10, 10) == (-math.inf, math.inf)
