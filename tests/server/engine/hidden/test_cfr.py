"""CFR+ converges to best play."""

import numpy as np
import pytest

from kibitz_server.engine.hidden.best_response import exploitability, value
from kibitz_server.engine.hidden.cfr import Cfr
from kibitz_server.engine.hidden.flat_tree import whole_tree
from kibitz_server.games.game import bind
from tests.server.engine import bluff

TREE = whole_tree(bind(bluff, {}))


def test_the_average_converges() -> None:
    """In Kuhn poker the exploitability falls below 0.0001 antes, and the value is -1/18."""
    cfr, found = Cfr(TREE), []
    assert exploitability(TREE, cfr.average()) == pytest.approx(11 / 24)
    for count in (10, 90, 900):
        cfr.iterate(count)
        found.append(exploitability(TREE, cfr.average()))
    assert found[0] > 10 * found[1] > 100 * found[2]
    assert found[-1] <= 0.0001
    assert value(TREE, cfr.average()) == pytest.approx(-1 / 18, abs=0.0001)


def test_iterations_may_be_made_in_parts() -> None:
    """The strategy after some iterations does not depend on how they were asked for."""
    whole, parts = Cfr(TREE), Cfr(TREE)
    whole.iterate(30)
    for count in (1, 9, 20):
        parts.iterate(count)
    assert np.array_equal(whole.average(), parts.average())
    assert parts.iterations == 30
