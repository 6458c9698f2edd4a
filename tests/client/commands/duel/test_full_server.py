"""A duel of several games at a time, with a server that has no room for all of them."""

import asyncio
from typing import Any

from kibitz_client.commands.duel.run import CountedDuel, DuelPlan
from kibitz_client.parsing.arguments import MatchSetup
from kibitz_protocol.refusals import Code
from kibitz_protocol.to_client import Entered, Next
from kibitz_protocol.to_server import Create
from kibitz_protocol.values.matches import Result
from tests.client.samples import MATCH, snapshot, thinking
from tests.fakes.client import FakeClient, Recorded, refused

SETUP = MatchSetup("tictactoe", seats=("random:seed=1", "random:seed=2"))


def game(match: str) -> list[Any]:
    """Return the messages of a match that is over, whose series has no other one."""
    won = Result(winner=0, reason="line")
    last = Next(match=match, why="series", next=None, code=None, series=None)
    return [snapshot("40", match=match, phase="finished", result=won), last]


async def test_a_full_server_is_asked_again_when_a_game_is_over() -> None:
    """The search info of a running game is not an occasion to ask for another match."""

    def server(command: Any) -> Any:
        if not isinstance(command, Create):
            return None
        if len(client.asked) > 1 and duel.tally.counted == 0:
            return refused(Code.TOO_MANY, "you have enough matches")
        return Entered(match=MATCH if len(client.asked) == 1 else "m2", code="K7QX", seat=None)

    client = FakeClient(server)
    duel = CountedDuel(client, Recorded().output, SETUP, DuelPlan(games=4, concurrency=2))
    client.tell(*(thinking(ply) for ply in range(5)), *game(MATCH), *game("m2"))
    async with asyncio.timeout(30):
        await duel.run()
    assert [command.t for command in client.asked] == ["create"] * 3
    assert duel.tally.counted == 2
