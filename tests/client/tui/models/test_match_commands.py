"""The commands that make sense in a state of a match."""

from kibitz_client.match.state import advance
from kibitz_client.tui.models.match_commands import NOT_IN_EVENTS, possible_commands
from tests.client.samples import snapshot
from tests.client.tui.tournaments import own_game


def test_a_game_of_a_tournament_has_nothing_to_agree_on_but_a_draw() -> None:
    """Others wait for its result: the server refuses a takeback, a pause and a rematch there."""
    usual, event = (possible_commands(advance(None, message)) for message in (snapshot("40", you=0), own_game()))
    assert NOT_IN_EVENTS & set(usual)
    assert not NOT_IN_EVENTS & set(event)
    assert {"draw", "resign"} <= set(event)
