"""What an analysis gets of a match."""

import pytest

from kibitz_server.messages.analysis import played_moves
from tests.games.chance import SEED
from tests.server.core.make import make_chance_match, play


@pytest.mark.usefixtures("games_with_chance")
def test_moves_have_the_draws_after_them() -> None:
    """The draws before the first move belong to none; with the moves and their draws they are the whole line."""
    match = make_chance_match("dash", seed=SEED, options=(("opening", True),))
    play(match, "walk", "dash")
    walked, dashed = played_moves(match)
    assert (walked.move, walked.drawn) == ("walk", ())
    assert (dashed.move, len(dashed.drawn)) == ("dash", 1)
    line = (*match.history.drawn_at(0), *(text for move in (walked, dashed) for text in (move.move, *move.drawn)))
    assert line == match.history.line()
