"""How a bot finds its matches: by code, by hosting, in the lobby, and those it played before."""

import asyncio
from typing import Any

import pytest

from kibitz_client.bots.runner import MOST_OVER, BotRunner, ForgottenError, Plan
from kibitz_client.errors import RefusedError
from kibitz_client.parsing.arguments import MatchSetup
from kibitz_protocol.refusals import Code
from kibitz_protocol.to_client import Finished, Invitation, Offered, Paired, Rematched
from kibitz_protocol.to_client import Lobby as LobbyChange
from kibitz_protocol.to_server import Accept, Create, Decline, Join, ListMatches, Move, Seek, Unwatch, Watch
from kibitz_protocol.values import MatchRow, Result
from tests.client.bots.fakes import Lobby, ScriptedBot
from tests.client.fakes import refused
from tests.client.samples import CODE, MATCH, OPEN, OTTER, event, position, snapshot

DRAWN = Finished(result=Result(winner=None, reason="full board"))


def row(match: str = MATCH, game: str = "tictactoe", phase: str = "open", **changes: Any) -> MatchRow:
    """A match of the lobby with a free seat."""
    fields: dict[str, Any] = {
        "match": match,
        "code": match.upper(),
        "game": game,
        "options": {},
        "phase": phase,
        "seats": [OTTER.model_copy(update={"name": "mia"}), OPEN],
        "ply": 0,
        "clock": None,
        "watchers": 0,
        "result": None,
    }
    return MatchRow(**{**fields, **changes})


class Running:
    """A crew at work on a lobby."""

    def __init__(self, link: Lobby, plan: Plan) -> None:
        self.link = link
        self.log: list[str] = []
        self.bots: list[ScriptedBot] = []
        self.crew = BotRunner(link, self._make, plan, 0, self.log.append, lambda _message: None)
        self.task = asyncio.create_task(self.crew.run())

    def _make(self) -> ScriptedBot:
        self.bots.append(ScriptedBot("b2"))
        return self.bots[-1]

    def sit(self, match: str = MATCH, **changes: Any) -> None:
        """The server sends the match that a seat was taken in."""
        self.link.tell(snapshot(you=0, match=match, **changes))

    def ask_again(self, match: str) -> None:
        """Mia offers a rematch of a match that is over."""
        self.link.tell(event(5, Offered(seat=1, offer="rematch"), phase="finished", match=match))

    def end(self, match: str = MATCH) -> None:
        """A match ends."""
        self.link.tell(event(4, DRAWN, position("", to_move=None), "finished", match))


async def test_a_match_is_joined_played_and_left() -> None:
    """With a code and nothing else the bot ends with its match, which it no longer follows."""
    running = Running(Lobby(), Plan(join=["K7QX"]))
    await running.link.until(Join)
    running.sit()
    await running.link.until(Move)
    running.end()
    assert await running.task == 1
    assert [command.match for command in running.link.said(Unwatch)] == [MATCH]


async def test_a_match_is_hosted() -> None:
    """The log says how to join it."""
    running = Running(Lobby(), Plan(host=[MatchSetup("tictactoe")]))
    (command,) = await running.link.until(Create)
    assert [seat.kind for seat in command.seats] == ["me", "open"]
    running.sit()
    await running.link.until(Move)
    running.end()
    assert await running.task == 1
    assert f"match {CODE}: hosting tictactoe; to join: kibitz join {CODE}" in running.log


async def test_open_matches_of_accepted_games_are_joined() -> None:
    """Others are not, nor what is full; what comes up later is."""
    full = row("m2", seats=[OTTER, OTTER.model_copy(update={"seat": 1, "name": "mia"})])
    running = Running(Lobby(row("m1"), full, row("m3", "nim")), Plan(accept=["tictactoe"], matches=2))
    await running.link.until(Join)
    assert running.link.said(ListMatches)[0].follow
    running.sit("m1")
    running.link.tell(LobbyChange(changed=[row("m4"), row("m5", "nim")], gone=[]))
    await running.link.until(Join, 2)
    running.sit("m4")
    running.end("m1")
    running.end("m4")
    assert await running.task == 2
    assert [command.match for command in running.link.said(Join)] == ["m1", "m4"]


async def test_no_more_matches_than_asked_for() -> None:
    """While `at_once` are played the next waits in the lobby, and is taken when a place is free."""
    running = Running(Lobby(row("m1"), row("m2")), Plan(accept=["tictactoe"], at_once=1, matches=2))
    await running.link.until(Join)
    running.sit("m1")
    await running.link.until(Move)
    assert len(running.link.said(Join)) == 1
    running.end("m1")
    await running.link.until(Join, 2)
    running.sit("m2")
    await running.link.until(Move, 2)
    running.end("m2")
    assert await running.task == 2


async def test_seats_that_are_kept_for_the_bot_are_taken() -> None:
    """Those that are there at the start, and those it is invited to later; seats kept for others are not."""
    kept = row("m1", for_you=True)
    others = row("m2", seats=[OTTER, OPEN.model_copy(update={"kept_for": "mia"})])
    running = Running(Lobby(kept, others), Plan(invited=True, accept=["tictactoe"], matches=2))
    await running.link.until(Join)
    running.sit("m1")
    running.link.tell(Invitation(by="mia", row=row("m3", "nim", for_you=True)))
    await running.link.until(Join, 2)
    running.sit("m3")
    running.end("m1")
    running.end("m3")
    assert await running.task == 2
    assert [command.match for command in running.link.said(Join)] == ["m1", "m3"]


async def test_opponents_are_looked_for_one_after_the_other() -> None:
    """As soon as one is found the next is looked for, while there is room; no more than asked for."""
    running = Running(Lobby(), Plan(seek=["tictactoe", "nim"], at_once=2, matches=2))
    await running.link.until(Seek)
    for match in ("m1", "m2"):
        running.link.tell(Paired(match=match, code=match.upper(), seat=0, opponent="mia"))
        running.sit(match)
        await running.link.until(Move, int(match[1]))
    running.end("m1")
    running.end("m2")
    assert await running.task == 2
    assert [command.game for command in running.link.said(Seek)] == ["tictactoe", "nim"]
    assert "match M1: found mia" in running.log


async def test_who_was_faster_is_no_trouble() -> None:
    """A seat that is gone is told, and the bot waits for the next."""
    link = Lobby(row("m1"))
    answer = link.script
    link.script = lambda c: refused(Code.MATCH_FULL, "it is full") if isinstance(c, Join) else answer(c)
    running = Running(link, Plan(accept=["tictactoe"], matches=1))
    await link.until(Join)
    link.script = answer
    link.tell(LobbyChange(changed=[row("m2")], gone=[]))
    await link.until(Join, 2)
    running.sit("m2")
    await link.until(Move)
    running.end("m2")
    assert await running.task == 1
    assert "match M1: not joined: it is full" in running.log


async def test_a_bot_that_comes_back_finds_its_matches() -> None:
    """Live matches where somebody of its name sits are looked at; those that are its own it plays on."""
    ours, namesake = row("m1", phase="running", seats=[OTTER]), row("m2", phase="running", seats=[OTTER])
    running = Running(Lobby(ours, namesake, row("m3"), seats={"m1": 0, "m2": None}), Plan())
    await running.link.until(Watch, 2)
    running.sit("m1")
    await running.link.until(Move)
    running.end("m1")
    assert await running.task == 1
    assert [command.match for command in running.link.said(Watch)] == ["m1", "m2"]
    assert running.link.said(Unwatch)[0].match == "m2"


async def test_a_refused_code_is_an_error() -> None:
    """What was named on the command line and cannot be joined ends the bot with the server's sentence."""
    link = Lobby()
    answer = link.script
    link.script = lambda c: refused(Code.UNKNOWN_MATCH, "there is no match") if isinstance(c, Join) else answer(c)
    running = Running(link, Plan(join=["NOSUCH"]))
    with pytest.raises(RefusedError, match="there is no match"):
        await running.task


async def test_a_forgotten_match_is_told_apart() -> None:
    """When the link fails because the server no longer knows a match, the bot can begin anew."""

    class Forgetful(Lobby):
        async def messages(self) -> Any:
            yield snapshot(you=0)
            raise RefusedError(refused(Code.UNKNOWN_MATCH, "there is no match"))

    running = Running(Forgetful(), Plan(accept=["tictactoe"]))
    with pytest.raises(ForgottenError):
        await running.task


PEOPLE = [OTTER, OTTER.model_copy(update={"seat": 1, "name": "mia"})]


async def test_a_rematch_is_played_as_planned() -> None:
    """The bot stays for it, is led there, and when the plan has no room for another it leaves, and says so."""
    running = Running(Lobby(), Plan(join=["K7QX"], matches=2, rematch=True))
    await running.link.until(Join)
    running.sit(seats=PEOPLE)
    await running.link.until(Move)
    running.end()
    running.ask_again(MATCH)
    await running.link.until(Accept)
    running.link.tell(event(6, Rematched(match="m2", code="NEXT"), phase="finished"))
    running.sit("m2", seats=PEOPLE)
    await running.link.until(Move, 2)
    running.end("m2")
    assert await running.task == 2
    assert [command.match for command in running.link.said(Unwatch)] == ["m2"]


async def test_a_bot_without_a_wish_to_play_again_says_no() -> None:
    """While it waits for other matches it stays for that, so that nobody waits in vain."""
    running = Running(Lobby(row("m1")), Plan(accept=["tictactoe"], matches=2))
    await running.link.until(Join)
    running.sit("m1", seats=PEOPLE)
    await running.link.until(Move)
    running.end("m1")
    running.ask_again("m1")
    (command,) = await running.link.until(Decline)
    assert (command.match, command.offer) == ("m1", "rematch")
    running.link.tell(LobbyChange(changed=[row("m3")], gone=[]))
    await running.link.until(Join, 2)
    running.sit("m3", seats=PEOPLE)
    await running.link.until(Move, 2)
    running.end("m3")
    assert await running.task == 2


async def test_a_bot_stays_in_few_matches_that_are_over() -> None:
    """However many it plays."""
    running = Running(Lobby(*(row(f"m{n}") for n in range(MOST_OVER + 1))), Plan(accept=["tictactoe"], at_once=50))
    await running.link.until(Join, MOST_OVER + 1)
    for number in range(MOST_OVER + 1):
        running.sit(f"m{number}", seats=PEOPLE)
        await running.link.until(Move, number + 1)
        running.end(f"m{number}")
    assert len(await running.link.until(Unwatch)) == 1
    running.task.cancel()
    await asyncio.wait([running.task])
