"""Exhibition matches: each game of the line-up is playable, and no other match is an exhibition."""

import pytest

from kibitz_server.core.lobby.exhibition import HOST, LINEUP, exhibition, is_exhibition
from kibitz_server.core.lobby.registry import MatchRegistry
from kibitz_server.core.match.phase import Phase
from tests.server.core.make import create, make_match


@pytest.mark.parametrize("number", range(len(LINEUP)))
def test_each_game_of_the_line_up_can_be_played(number: int) -> None:
    """Each exhibition starts at once, is listed and unrated, and has two engines of equal strength."""
    command = exhibition(number, "m1", "K7QX42", 1.0).with_seed(lambda: "5a" * 32, repeatable=False)
    match, _ = create(MatchRegistry(), command)
    assert match.phase is Phase.RUNNING
    assert match.seats[0] == match.seats[1]
    assert match.created.show_thinking
    assert match.created.listed
    assert not match.created.terms.rated
    assert is_exhibition(match.created)
    assert match.created.host == HOST


def test_games_rotate() -> None:
    """Consecutive exhibitions show each game of the line-up in rotation."""
    games = [exhibition(number, "m1", "K7QX42", 1.0).game for number in range(len(LINEUP))]
    assert len(set(games)) == len(LINEUP)
    assert exhibition(len(LINEUP), "m1", "K7QX42", 1.0).game == games[0]


def test_a_match_of_a_guest_is_not_an_exhibition() -> None:
    """A match of a guest is not an exhibition."""
    assert not is_exhibition(make_match().created)
