"""Earlier positions of a running match."""

from kibitz_client.match.state import MatchState, advance
from kibitz_client.tui.models.browsing import MoveBrowser, first_ply
from tests.client.samples import snapshot

CELLS = "4081"


def at(ply: int) -> MatchState:
    """Return a match after some moves."""
    state = advance(None, snapshot(CELLS[:ply]))
    assert state is not None
    return state


def browser(ply: int) -> tuple[MoveBrowser, MatchState]:
    """Return a browser that knows all positions of a match after some moves."""
    found, live = MoveBrowser(), at(ply)
    found.note(*map(at, range(ply)))
    found.update(live)
    return found, live


def test_an_earlier_position_stays_while_the_match_goes_on() -> None:
    """A viewed ply stays in view after a move. The last ply is the live position, and the first one has none before."""
    moves, live = browser(3)
    assert first_ply(live) == 0
    assert moves.go(1, live)
    moves.update(at(4))
    assert moves.viewed == at(1)
    assert moves.go(-1, live)
    assert moves.viewed == at(0)
    assert moves.go(3, live)
    assert moves.ply is None
    assert moves.viewed is None


def test_a_takeback_ends_the_view_of_later_positions() -> None:
    """A takeback to the viewed position, or to one before it, shows the live one. Later positions are forgotten."""
    for viewed, left in ((2, 2), (2, 1), (1, 2)):
        moves, live = browser(3)
        assert moves.go(viewed, live)
        moves.update(at(left))
        assert moves.ply == (viewed if viewed < left else None)
    moves.update(at(1))
    assert not moves.go(2, at(3))
    assert moves.viewed is None
    moves.clear()
    assert moves.ply is None
