"""The lines of the engine panel."""

import pytest

from kibitz_client.match.state import advance
from kibitz_client.tui.widgets.engine_panel import engine_panel_text
from kibitz_protocol.to_client import Moved
from tests.client.samples import event, move, position, report, snapshot

SHARES = [("b2", 640), ("a1", 360)]


@pytest.mark.parametrize(("algorithm", "line"), [("mcts", "visits b2 64% a1 36%"), ("cfr", "plays b2 64% a1 36%")])
def test_shares_are_visits_or_probabilities(algorithm: str, line: str) -> None:
    """An engine that mixes its moves reports how often it plays them; others report how often they searched them."""
    searched = report(algorithm=algorithm, shares=SHARES)
    state = advance(advance(None, snapshot("0")), event(5, Moved(move=move(1, 4, searched)), position("04")))
    assert state is not None
    lines = engine_panel_text(state, 80)
    assert lines.count(line) == 1
