"""A bot enters tournaments, is led to their games, and stays until they are over."""

import asyncio
from typing import Any

import pytest

from kibitz_client.bots.plan import Plan
from kibitz_client.bots.runner import BotRunner
from kibitz_client.errors import RefusedError
from kibitz_protocol.refusals import Code
from kibitz_protocol.to_client import Finished, Moved, Paired
from kibitz_protocol.to_server import Move, Tournament
from kibitz_protocol.tournaments.commands import EnterTournament, ShowTournament
from kibitz_protocol.values.matches import PlaceView, Result
from tests.client.samples import event, move, position
from tests.client.samples import snapshot as match_snapshot
from tests.client.tournaments import CODE, ID, done, ended, own, snapshot, standing, standings
from tests.fakes.bots import LobbyClient, ScriptedBot
from tests.fakes.client import refused

PLACE = PlaceView(tournament=ID, code=CODE, round=1, pair=1, game=1)


class EnteringClient(LobbyClient):
    """Client of a server with a tournament."""

    refusal: Code | None = None

    def _answer(self, command: Any) -> Any:
        if not isinstance(command, Tournament):
            return super()._answer(command)
        if isinstance(command.do, EnterTournament) and self.refusal is not None:
            return refused(self.refusal, "not like this")
        return done()

    @property
    def kinds(self) -> list[str]:
        """The actions that were sent."""
        return [command.do.kind for command in self.sent(Tournament)]


class Entered:
    """A bot that plays a tournament."""

    def __init__(self, plan: Plan, refusal: Code | None = None) -> None:
        self.client = EnteringClient()
        self.client.refusal = refusal
        self.log: list[str] = []
        self.runner = BotRunner(self.client, lambda: ScriptedBot("b2"), plan, 0, self.log.append, lambda _message: None)
        self.task = asyncio.create_task(self.runner.run())

    def play(self, match: str, place: PlaceView | None = PLACE) -> None:
        """Pair the bot, and end the game after its first move."""
        self.client.tell(
            Paired(match=match, code=f"CODE-{match}", seat=0, opponent="b", tournament=place),
            match_snapshot(match=match, you=0, clock=None),
        )

    async def win(self, match: str, count: int) -> None:
        """Wait for the move of a game, and end it."""
        await self.client.until(Move, count)
        won = Finished(result=Result(winner=0, reason="line"))
        self.client.tell(
            event(4, Moved(move=move(0, 4)), position("4"), match=match),
            event(5, won, position("4", to_move=None), "finished", match=match),
        )


async def test_a_bot_plays_the_games_of_its_tournament() -> None:
    """It is led to each game by the server, and ends when the tournament does."""
    bot = Entered(Plan(enter=[CODE], key="a-key"))
    await bot.client.until(Tournament, 2)
    bot.client.tell(snapshot(standing(1, 1)))
    for number in (1, 2):
        bot.play(f"m{number}")
        await bot.win(f"m{number}", number)
    assert not bot.task.done()
    bot.client.tell(ended(9))
    async with asyncio.timeout(30):
        assert await bot.task == 2
    enter, show = (command.do for command in bot.client.sent(Tournament))
    assert enter == EnterTournament(tournament=CODE, key="a-key")
    assert show == ShowTournament(tournament=CODE, key="a-key", follow=True)
    assert [command.match for command in bot.client.sent(Move)] == ["m1", "m2"]


@pytest.mark.parametrize("code", [Code.ALREADY_ENTERED, Code.ENTRY_CLOSED])
async def test_a_bot_comes_back_to_its_tournament(code: Code) -> None:
    """A bot that has entered before plays on."""
    bot = Entered(Plan(enter=[CODE]), code)
    await bot.client.until(Tournament, 2)
    bot.client.tell(ended(2))
    async with asyncio.timeout(30):
        assert await bot.task == 0
    assert f"tournament {CODE}: back in it" in bot.log


async def test_a_tournament_that_does_not_admit_bots_ends_the_command() -> None:
    """The refusal is that of the command."""
    bot = Entered(Plan(enter=[CODE]), Code.NOT_ALLOWED)
    with pytest.raises(RefusedError, match="not like this"):
        async with asyncio.timeout(30):
            await bot.task


async def test_games_of_other_tournaments_belong_to_other_clients() -> None:
    """A bot plays only games of the tournaments that it has entered."""
    bot = Entered(Plan(enter=[CODE]))
    await bot.client.until(Tournament, 2)
    bot.play("m1", PLACE.model_copy(update={"tournament": "t2"}))
    bot.client.tell(ended(2))
    async with asyncio.timeout(30):
        assert await bot.task == 0
    assert bot.client.sent(Move) == []


async def test_a_bot_that_rests_says_that_it_is_ready() -> None:
    """After a lost connection the server lets it rest; the bot says once that it is back."""
    bot = Entered(Plan(enter=[CODE]))
    await bot.client.until(Tournament, 2)
    resting = own(standing(1, 1, state="resting"))
    bot.client.tell(snapshot(standing(1, 1), own=resting), standings(standing(1, 1), own=resting))
    await bot.client.until(Tournament, 3)
    bot.client.tell(ended(2))
    async with asyncio.timeout(30):
        await bot.task
    assert bot.client.kinds == ["enter", "show", "ready"]
