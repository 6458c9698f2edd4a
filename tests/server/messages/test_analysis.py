"""What an analysis gets of a match."""

import json

import pytest

from kibitz_protocol.commands.analysis import Analysed
from kibitz_server.messages.analysis import complete, played_moves
from tests.client.tui.recorded_match import analysed
from tests.games.chance import SEED
from tests.server.core.make import make_chance_match, play


@pytest.mark.usefixtures("games_with_chance")
def test_moves_have_the_draws_after_them() -> None:
    """The draws before the first move belong to none; with the moves and their draws they are the whole line."""
    match = make_chance_match("dash", server_seed=SEED, options=(("opening", True),))
    play(match, "walk", "dash")
    walked, dashed = played_moves(match)
    assert (walked.move, walked.chances) == ("walk", ())
    assert (dashed.move, len(dashed.chances)) == ("dash", 1)
    line = (*match.history.chances_at(0), *(text for move in (walked, dashed) for text in (move.move, *move.chances)))
    assert line == match.history.line()


def test_an_old_stored_analysis_gets_its_evaluation() -> None:
    """A new one is sent as it is stored."""
    found = analysed()
    old = json.dumps(found.model_dump(mode="json", exclude={"evaluation"}))
    new = complete(old)
    assert Analysed.model_validate_json(new).evaluation == found.evaluated()
    assert complete(new.decode()) == new
