"""Exhibition matches: what is on the bill can be played, and nothing else is an exhibition."""

import pytest

from kibitz_server.core.lobby.exhibition import HOST, LINEUP, exhibition, is_exhibition
from kibitz_server.core.lobby.registry import MatchRegistry
from kibitz_server.core.match.phase import Phase
from tests.server.core.make import made, make_match


@pytest.mark.parametrize("number", range(len(LINEUP)))
def test_everything_on_the_bill_can_be_played(number: int) -> None:
    """Each is a match that starts at once, open to watch and never rated, between two as strong as each other."""
    match, _ = made(MatchRegistry(), exhibition(number, "m1", "K7QX42", 1.0))
    assert match.phase is Phase.RUNNING
    assert match.seats[0] == match.seats[1]
    assert match.created.show_thinking
    assert match.created.listed
    assert not match.created.terms.rated
    assert is_exhibition(match.created)
    assert match.created.host == HOST


def test_games_take_turns() -> None:
    """Whoever watches for long sees every game of the bill."""
    games = [exhibition(number, "m1", "K7QX42", 1.0).game for number in range(len(LINEUP))]
    assert len(set(games)) == len(LINEUP)
    assert exhibition(len(LINEUP), "m1", "K7QX42", 1.0).game == games[0]


def test_what_people_make_is_none() -> None:
    """A match of a guest is not an exhibition."""
    assert not is_exhibition(make_match().created)
