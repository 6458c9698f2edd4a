"""A bot on a real server accepts rematches as planned, and declines one too many."""

import asyncio

import pytest

from kibitz_client.bots import Bot, MatchState, Plan, TimeLeft, play
from kibitz_client.testing import local_server
from tests.server.wire import ME, OPEN, call

pytestmark = pytest.mark.io


class First(Bot):
    """Plays the first legal move."""

    def choose(self, state: MatchState, _clock: TimeLeft | None) -> str:
        return state.position.legal[0]


async def test_a_bot_plays_again_as_planned() -> None:
    """The bot plays the rematch with the seats swapped, and leaves when the plan has no room for another."""
    with local_server() as address:
        ann = await call(address, name="ann")
        code = (await ann.ask("create", game="tictactoe", seats=[ME, OPEN])).result.code
        bot = asyncio.create_task(play(First, address, Plan(join=[code], matches=2, rematch=True)))
        async with asyncio.timeout(30):
            await ann.until("started")
            await ann.ask("resign", match=code)
            assert (await ann.ask("offer", match=code, offer="rematch")).t == "accepted"
            await ann.until("next")
            again = await ann.until("snapshot")
            assert again.you == 1
            moved = await ann.until("moved")
            assert (moved.match, moved.event.move.seat) == (again.match, 0)
            await ann.ask("resign", match=again.match)
            assert await bot == 2
        await ann.socket.close()


async def test_a_bot_that_waits_for_other_matches_declines() -> None:
    """The bot declines a rematch of a match from the lobby at once."""
    with local_server() as address:
        ann = await call(address, name="ann")
        bot = asyncio.create_task(play(First, address, Plan(accept=["tictactoe"])))
        async with asyncio.timeout(30):
            code = (await ann.ask("create", game="tictactoe", seats=[ME, OPEN])).result.code
            await ann.until("started")
            await ann.ask("resign", match=code)
            await ann.ask("offer", match=code, offer="rematch")
            assert (await ann.until("declined")).event.offer == "rematch"
        bot.cancel()
        await asyncio.wait([bot])
        await ann.socket.close()
