"""Dead stones: which chains the engine proposes to take off when a game is over."""

import pytest

from kibitz_server.engine.analysis.ownership import settles
from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.driver import settle
from kibitz_server.engine.limit import Limit
from tests.server.games.helpers import game_of

FIVE = game_of("go size=5")


def proposed(text: str, seed: int = 1, stopped: bool = False) -> tuple[str, ...]:
    """Return the dead stones of a position of 5x5."""
    control = SearchControl()
    control.reset(None)
    control.stop = int(stopped)
    return settle(FIVE.start(text), Limit(seed=seed), control).dead


@pytest.mark.parametrize(
    ("text", "dead"),
    [
        ("--B--/WWWWW/BBBBB/-B-B-/BBBBB W 0-0 pass pass", ("C5",)),  # a stone without room for eyes
        ("-BWW-/-BW-W/BBWWW/-BW--/BBWW- B 0-0 pass pass", ()),  # both sides have two eyes
        ("-BW-W/BBWW-/-BWWW/BBWBB/-BW-- W 0-0 pass", ("D2", "E2")),  # two stones that white ones surround
        ("-----/-----/-----/-----/----- B 0-0 pass pass", ()),  # no stones
    ],
)
def test_dead_stones(text: str, dead: tuple[str, ...]) -> None:
    """Stones are dead that their opponent takes whichever side moves first."""
    assert proposed(text) == dead


def test_the_same_seed_proposes_the_same_stones() -> None:
    """A proposal can be repeated, and a search that is stopped proposes nothing."""
    text = "--B--/WWWWW/BBBBB/-B-B-/BBBBB W 0-0 pass pass"
    assert proposed(text, 3) == proposed(text, 3)
    assert proposed(text, stopped=True) == ()


def test_only_games_with_owners_settle() -> None:
    """Chains of stones and the ends of playouts are needed for a proposal."""
    assert settles(FIVE)
    assert not settles(game_of("hex size=3"))
