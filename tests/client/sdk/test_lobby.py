"""A view of the lobby says what changed."""

from kibitz_client.match.state import advance, row_of
from kibitz_client.sdk import LobbyView
from kibitz_protocol.to_client import Lobby
from kibitz_protocol.values.matches import MatchRow
from tests.client.samples import snapshot


def row(match: str, ply: int = 0) -> MatchRow:
    """Return a row of the lobby."""
    state = advance(None, snapshot(match=match))
    assert state is not None
    return row_of(state).model_copy(update={"ply": ply})


def test_a_change_adds_replaces_and_removes_rows() -> None:
    """New matches come first, changed ones keep their place, and `gone` has the last row of removed ones."""
    view = LobbyView.of([row("a"), row("b"), row("c")])
    assert view.added == view.rows
    after = view.after(Lobby(changed=[row("d"), row("b", ply=3)], gone=["c", "unknown"]))
    assert [(each.match, each.ply) for each in after.rows] == [("d", 0), ("a", 0), ("b", 3)]
    assert (after.added, after.changed, after.gone) == ((row("d"),), (row("b", ply=3),), (row("c"),))


def test_the_same_rows_again_are_no_change() -> None:
    """A list after a reconnection that equals the known one changes nothing."""
    view = LobbyView.of([row("a")])
    assert view.after(Lobby(changed=[row("a")], gone=[])).unchanged
