"""Hex: small boards are solved as published, and Blue swaps a strong first stone."""

import pytest

from kibitz_server.engine.compiler.specialise import SpecialisedSearch
from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.driver import run
from kibitz_server.engine.limit import Limit
from kibitz_server.games.registry import load
from tests.server.engine.helpers import native


def solved(position: str, **options: object) -> int:
    """Return the proven result for the side to move."""
    control = SearchControl()
    control.reset(None)
    report = run(load("hex", options).start(position), "solve", Limit(), control)
    assert report.exact
    return report.score


def test_the_first_player_wins_without_a_swap() -> None:
    """The first player wins (Nash, 1952), with any cell of the short diagonal, but not with an acute corner."""
    assert solved("---/---/--- R", size=3, swap=False) == 1
    for strong in ("--R/---/--- B", "---/-R-/--- B", "---/---/R-- B"):
        assert solved(strong, size=3, swap=False) == -1
    for weak in ("R--/---/--- B", "---/---/--R B"):
        assert solved(weak, size=3, swap=False) == 1


def test_the_second_player_wins_with_a_swap() -> None:
    """Blue takes over a strong first stone, and beats a weak one."""
    assert solved("---/---/--- R", size=3) == -1
    for first in ("---/-R-/--- B", "R--/---/--- B"):
        assert solved(first, size=3) == 1


@pytest.mark.compiled
@pytest.mark.io
@pytest.mark.timeout(300)
@pytest.mark.parametrize(("first", "swaps"), [("c3", True), pytest.param("a1", False, marks=pytest.mark.long)])
def test_blue_swaps_a_strong_stone(first: str, swaps: bool) -> None:
    """On 5x5 Monte Carlo search takes over the centre, and leaves a corner to Red."""
    game = load("hex", {"size": 5})
    search, control = SpecialisedSearch("mcts", game, native(), {"TABLE_BITS": 16}), SearchControl()
    control.reset(None)
    start = game.start()
    position = start.after(start.find(first))
    workspace, view = search.workspace(position.state), search.attach(control)
    search.run.start(workspace, view, 7)
    search.run.search(workspace, view, 20_000)
    search.run.report(workspace, view)
    assert (control.line[0] == position.find("swap").code) == swaps
