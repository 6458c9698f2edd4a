"""The engine of a match for which the user names none."""

import pytest

from kibitz_client.commands.play import first_accepted, usual_opponents
from kibitz_client.errors import RefusedError
from kibitz_client.parsing.arguments import MatchSetup, create
from kibitz_protocol.refusals import Code
from kibitz_protocol.to_client import Entered, Games
from kibitz_protocol.to_server import Create, ListGames
from tests.client.cards import CARDS
from tests.client.samples import GAME
from tests.fakes.client import FakeClient, refused

ENTERED = Entered(match="m1", code="K7QX", seat=0)


async def test_the_usual_engines_of_a_game() -> None:
    """A game with hidden information has two; the second one plays all such games."""
    cards = CARDS.model_copy(update={"name": "kuhn"})
    backgammon = GAME.model_copy(update={"name": "backgammon", "chance": True})
    go = GAME.model_copy(update={"name": "go", "notation": "gtp"})
    games = Games(games=[cards, backgammon, go, GAME])
    client = FakeClient(lambda command: games if type(command) is ListGames else None)
    assert await usual_opponents(client, "kuhn") == ["cfr:seconds=1", "ismcts:seconds=1"]
    assert await usual_opponents(client, "backgammon") == ["expectiminimax:seconds=1"]
    assert await usual_opponents(client, "go") == ["mcts:seconds=1"]
    assert await usual_opponents(client, "tictactoe") == ["alphabeta:seconds=1"]


def commands() -> list[Create]:
    """Return matches against both engines."""
    return [create(MatchSetup("holdem", opponent=engine)) for engine in ("cfr:seconds=1", "ismcts:seconds=1")]


async def test_an_engine_that_cannot_play_the_game_is_replaced() -> None:
    """The next engine is tried when the server refuses the first one for this game."""
    first, second = commands()
    client = FakeClient(
        lambda command: refused(Code.UNFIT_ENGINE, "cfr cannot play holdem") if command == first else ENTERED
    )
    assert await first_accepted(client, [first, second]) == ENTERED
    assert client.asked == [first, second]


async def test_other_refusals_end_the_command() -> None:
    """A wrong option is refused with each engine, so it is not tried again."""
    client = FakeClient(lambda _command: refused(Code.BAD_OPTION, "no such option"))
    with pytest.raises(RefusedError):
        await first_accepted(client, commands())
    assert len(client.asked) == 1
