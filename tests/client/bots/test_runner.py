"""A bot finds matches by code, by hosting, in the lobby, and from an earlier run."""

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest

from kibitz_client.bots import ChallengeFilter, MatchSetup, play
from kibitz_client.bots.plan import Plan
from kibitz_client.bots.runner import BUSY, MAX_FINISHED, BotRunner, UnknownMatch
from kibitz_client.errors import RefusedError, UsageError
from kibitz_protocol.refusals import Code
from kibitz_protocol.to_client import Finished, Invitation, Lobby, Moved, Offered, Paired, Presence, Rematched
from kibitz_protocol.to_server import (
    Accept,
    Chat,
    Claim,
    Create,
    Decline,
    Join,
    ListMatches,
    Move,
    Resign,
    Seek,
    Unwatch,
    Watch,
)
from kibitz_protocol.values.clocks import parse_clock
from kibitz_protocol.values.games import OptionValue
from kibitz_protocol.values.matches import MatchRow, Result
from kibitz_protocol.values.seats import Away
from tests.client.samples import CODE, MATCH, OPEN, OTTER, event, move, position, snapshot
from tests.fakes.bots import LobbyClient, ScriptedBot
from tests.fakes.client import refused
from tests.fakes.server import settle

DRAWN = Finished(result=Result(winner=None, reason="full board"))


def row(match: str = MATCH, game: str = "tictactoe", phase: str = "open", **changes: Any) -> MatchRow:
    """Return a match of the lobby with a free seat."""
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


class SmallBot(ScriptedBot):
    """Bot that plays on small boards only."""

    async def declines(self, game: str, options: Mapping[str, OptionValue]) -> str | None:
        """Decline boards of more than three columns."""
        return None if options.get("columns") == 3 else f"I do not play {game} with {options.get('columns')} columns."


class Running:
    """A runner that plays a plan on a fake server."""

    def __init__(self, client: LobbyClient, plan: Plan, kind: type[ScriptedBot] = ScriptedBot) -> None:
        self.client = client
        self._kind = kind
        self.log: list[str] = []
        self.bots: list[ScriptedBot] = []
        self.runner = BotRunner(client, self._make, plan, 0, self.log.append, lambda _message: None)
        self.task = asyncio.create_task(self.runner.run())

    def _make(self) -> ScriptedBot:
        self.bots.append(self._kind("b2"))
        return self.bots[-1]

    def enter(self, match: str = MATCH, **changes: Any) -> None:
        """Send the first snapshot of a match that the bot entered."""
        self.client.tell(snapshot(you=0, match=match, **changes))

    def offer_rematch(self, match: str) -> None:
        """Send an offer of a rematch by the opponent."""
        self.client.tell(event(5, Offered(seat=1, offer="rematch"), phase="finished", match=match))

    def end(self, match: str = MATCH) -> None:
        """Send the end of a match."""
        self.client.tell(event(4, DRAWN, position("", to_move=None), "finished", match))


async def test_a_match_is_joined_played_and_left() -> None:
    """A plan with one code ends after its match, from which the bot unsubscribes."""
    running = Running(LobbyClient(), Plan(join=["K7QX"]))
    await running.client.until(Join)
    running.enter()
    await running.client.until(Move)
    running.end()
    assert await running.task == 1
    assert [command.match for command in running.client.sent(Unwatch)] == [MATCH]


async def test_a_match_is_hosted() -> None:
    """The log says how to join a hosted match."""
    running = Running(LobbyClient(), Plan(host=[MatchSetup("tictactoe")]))
    (command,) = await running.client.until(Create)
    assert [seat.kind for seat in command.seats] == ["me", "open"]
    running.enter()
    await running.client.until(Move)
    running.end()
    assert await running.task == 1
    assert f"match {CODE}: hosting tictactoe; to join: kibitz join {CODE}" in running.log


async def test_open_matches_of_accepted_games_are_joined() -> None:
    """Full matches and other games are not joined; a match that appears later is."""
    full = row("m2", seats=[OTTER, OTTER.model_copy(update={"seat": 1, "name": "mia"})])
    running = Running(LobbyClient(row("m1"), full, row("m3", "nim")), Plan(accept=["tictactoe"], matches=2))
    await running.client.until(Join)
    assert running.client.sent(ListMatches)[0].follow
    running.enter("m1")
    running.client.tell(Lobby(changed=[row("m4"), row("m5", "nim")], gone=[]))
    await running.client.until(Join, 2)
    running.enter("m4")
    running.end("m1")
    running.end("m4")
    assert await running.task == 2
    assert [command.match for command in running.client.sent(Join)] == ["m1", "m4"]


class BusyLobby(LobbyClient):
    """Client whose lobby changes right after its list: both reach the bot before it goes on."""

    async def ask(self, command: Any) -> Any:
        """Answer, with a change that is read before the caller sees the answer."""
        answer = await super().ask(command)
        if isinstance(command, ListMatches):
            self.tell(Lobby(changed=[row("m1")], gone=[]))
            await settle()
        return answer


async def test_a_match_that_appears_right_after_the_list_is_joined() -> None:
    """A host that is waiting already sends no further change."""
    running = Running(BusyLobby(), Plan(accept=["tictactoe"], matches=1))
    async with asyncio.timeout(10):
        await running.client.until(Join)
    running.enter("m1")
    running.end("m1")
    assert await running.task == 1


async def test_no_more_matches_than_asked_for() -> None:
    """While `at_once` matches run, the next one waits in the lobby."""
    running = Running(LobbyClient(row("m1"), row("m2")), Plan(accept=["tictactoe"], at_once=1, matches=2))
    await running.client.until(Join)
    running.enter("m1")
    await running.client.until(Move)
    assert len(running.client.sent(Join)) == 1
    running.end("m1")
    await running.client.until(Join, 2)
    running.enter("m2")
    await running.client.until(Move, 2)
    running.end("m2")
    assert await running.task == 2


async def test_reserved_seats_are_taken() -> None:
    """The bot takes seats reserved at the start and by later invitations, and none reserved for others."""
    kept = row("m1", for_you=True)
    others = row("m2", seats=[OTTER, OPEN.model_copy(update={"kept_for": "mia"})])
    running = Running(LobbyClient(kept, others), Plan(invited=True, accept=["tictactoe"], matches=2))
    await running.client.until(Join)
    running.enter("m1")
    running.client.tell(Invitation(by="mia", row=row("m3", "nim", for_you=True)))
    await running.client.until(Join, 2)
    running.enter("m3")
    running.end("m1")
    running.end("m3")
    assert await running.task == 2
    assert [command.match for command in running.client.sent(Join)] == ["m1", "m3"]


async def test_opponents_are_sought_one_after_the_other() -> None:
    """The bot seeks the next opponent once one is found, and no more than planned."""
    running = Running(LobbyClient(), Plan(seek=["tictactoe", "reversi"], at_once=2, matches=2))
    await running.client.until(Seek)
    for match in ("m1", "m2"):
        running.client.tell(Paired(match=match, code=match.upper(), seat=0, opponent="mia"))
        running.enter(match, clock=None)
        await running.client.until(Move, int(match[1]))
    running.end("m1")
    running.end("m2")
    assert await running.task == 2
    assert [command.game for command in running.client.sent(Seek)] == ["tictactoe", "reversi"]
    assert "match M1: found mia" in running.log


async def test_a_seat_that_another_player_took_is_no_error() -> None:
    """A seat that is taken is logged, and the bot waits for the next match."""
    client = LobbyClient(row("m1"))
    answer = client.script
    client.script = lambda c: refused(Code.MATCH_FULL, "it is full") if isinstance(c, Join) else answer(c)
    running = Running(client, Plan(accept=["tictactoe"], matches=1))
    await client.until(Join)
    client.script = answer
    client.tell(Lobby(changed=[row("m2")], gone=[]))
    await client.until(Join, 2)
    running.enter("m2")
    await client.until(Move)
    running.end("m2")
    assert await running.task == 1
    assert "match M1: not joined: it is full" in running.log


async def test_a_bot_returns_to_its_matches() -> None:
    """The bot looks at matches with a player of its name, and continues those with a seat of its own."""
    ours, namesake = row("m1", phase="running", seats=[OTTER]), row("m2", phase="running", seats=[OTTER])
    running = Running(LobbyClient(ours, namesake, row("m3"), seats={"m1": 0, "m2": None}), Plan())
    await running.client.until(Watch, 2)
    running.enter("m1")
    await running.client.until(Move)
    running.end("m1")
    assert await running.task == 1
    assert [command.match for command in running.client.sent(Watch)] == ["m1", "m2"]
    assert running.client.sent(Unwatch)[0].match == "m2"


async def test_a_refused_code_is_an_error() -> None:
    """A planned match that cannot be joined ends the bot with the server's sentence."""
    client = LobbyClient()
    answer = client.script
    client.script = lambda c: refused(Code.UNKNOWN_MATCH, "there is no match") if isinstance(c, Join) else answer(c)
    running = Running(client, Plan(join=["NOSUCH"]))
    with pytest.raises(RefusedError, match="there is no match"):
        await running.task


async def test_an_unknown_match_has_its_own_error() -> None:
    """A client that fails because the server no longer knows a match raises UnknownMatch."""

    class Forgetful(LobbyClient):
        async def messages(self) -> Any:
            yield snapshot(you=0)
            raise RefusedError(refused(Code.UNKNOWN_MATCH, "there is no match"))

    running = Running(Forgetful(), Plan(accept=["tictactoe"]))
    with pytest.raises(UnknownMatch):
        await running.task


async def test_a_challenge_is_declined_with_a_reason() -> None:
    """The player who reserved a seat reads the reason once, although the row comes again; the seat is not taken."""
    rated = row("m1", for_you=True, rated=True)
    plan = Plan(invited=True, accept=["tictactoe"], matches=1, challenges=ChallengeFilter(mode="casual"))
    running = Running(LobbyClient(rated, row("m2", rated=True)), plan)
    (said,) = await running.client.until(Chat)
    assert (said.match, said.text) == ("m1", "I play casual matches only.")
    await running.client.until(Unwatch)
    running.client.tell(Lobby(changed=[rated.model_copy(update={"watchers": 1}), row("m3")], gone=[]))
    await running.client.until(Join)
    running.enter("m3")
    running.end("m3")
    assert await running.task == 1
    assert [command.match for command in running.client.sent(Join)] == ["m3"]
    assert len(running.client.sent(Chat)) == 1
    assert [line for line in running.log if "not joined" in line] == [
        "match M1: not joined: I play casual matches only.",
        "match M2: not joined: I play casual matches only.",
    ]


async def test_a_bot_declines_options_with_a_reason() -> None:
    """The player who reserved a seat reads the bot's own reason."""
    rows = (row("m1", for_you=True, options={"columns": 5}), row("m2", options={"columns": 4}))
    plan = Plan(invited=True, accept=["tictactoe"], matches=1)
    running = Running(LobbyClient(*rows, row("m3", options={"columns": 3})), plan, SmallBot)
    await running.client.until(Join)
    running.enter("m3")
    running.end("m3")
    assert await running.task == 1
    assert [command.match for command in running.client.sent(Join)] == ["m3"]
    assert [said.text for said in running.client.sent(Chat)] == ["I do not play tictactoe with 5 columns."]
    assert [line for line in running.log if "not joined" in line] == [
        "match M1: not joined: I do not play tictactoe with 5 columns.",
        "match M2: not joined: I do not play tictactoe with 4 columns.",
    ]


async def test_a_bot_is_asked_before_it_hosts_or_seeks() -> None:
    """Options that are not given have the game's default: 3 columns."""
    fitting = Running(LobbyClient(), Plan(host=[MatchSetup("tictactoe")]), SmallBot)
    await fitting.client.until(Create)
    fitting.task.cancel()
    plans = [
        (Plan(host=[MatchSetup("tictactoe", ["columns=5"])]), "tictactoe with 5 columns"),
        (Plan(seek=["reversi"]), "reversi with None columns"),
    ]
    for plan, what in plans:
        running = Running(LobbyClient(), plan, SmallBot)
        with pytest.raises(UsageError, match=f"the bot does not play this .*: I do not play {what}"):
            await running.task
        assert running.client.sent(Create) == running.client.sent(Seek) == []


async def test_a_busy_bot_says_so_and_comes_later() -> None:
    """A challenger reads that the bot is busy; the bot joins once another match has ended."""
    plan = Plan(invited=True, at_once=1, matches=2)
    running = Running(LobbyClient(row("m1", for_you=True), row("m2", for_you=True)), plan)
    await running.client.until(Join)
    running.enter("m1")
    await running.client.until(Move)
    running.client.tell(Lobby(changed=[row("m2", for_you=True, watchers=1)], gone=[]))
    (said,) = await running.client.until(Chat)
    assert (said.match, said.text) == ("m2", BUSY)
    running.end("m1")
    await running.client.until(Join, 2)
    running.enter("m2")
    running.end("m2")
    assert await running.task == 2
    assert len(running.client.sent(Chat)) == 1


async def test_a_bot_greets_its_opponents() -> None:
    """The greeting comes at the start and the farewell at the end, with their placeholders, and to engines neither."""
    plan = Plan(join=["K7QX"], greeting="Hello {opponent}, I am {name}.", farewell="{result} Bye!")
    running = Running(LobbyClient(), plan)
    await running.client.until(Join)
    running.enter(seats=HUMANS)
    await running.client.until(Move)
    running.end()
    assert await running.task == 1
    assert [said.text for said in running.client.sent(Chat)] == [
        "Hello mia, I am otter.",
        "Draw: the board is full. Bye!",
    ]
    running = Running(LobbyClient(), plan)
    await running.client.until(Join)
    running.enter()
    await running.client.until(Move)
    running.end()
    assert await running.task == 1
    assert not running.client.sent(Chat)


async def test_a_plan_is_checked_first() -> None:
    """An unknown placeholder and an impossible filter are errors before any connection."""
    for plan in (Plan(greeting="{nobody}"), Plan(challenges=ChallengeFilter(fastest="5+0", slowest="1+0"))):
        with pytest.raises(UsageError):
            await play(ScriptedBot, "ws://127.0.0.1:1", plan)


HUMANS = [OTTER, OTTER.model_copy(update={"seat": 1, "name": "mia"})]


async def test_a_rematch_is_played_as_planned() -> None:
    """The bot waits for the rematch and plays it; without room for another it unsubscribes."""
    running = Running(LobbyClient(), Plan(join=["K7QX"], matches=2, rematch=True))
    await running.client.until(Join)
    running.enter(seats=HUMANS)
    await running.client.until(Move)
    running.end()
    running.offer_rematch(MATCH)
    await running.client.until(Accept)
    running.client.tell(event(6, Rematched(match="m2", code="NEXT"), phase="finished"))
    running.enter("m2", seats=HUMANS)
    await running.client.until(Move, 2)
    running.end("m2")
    assert await running.task == 2
    assert [command.match for command in running.client.sent(Unwatch)] == ["m2"]


async def test_a_bot_without_rematches_declines() -> None:
    """A bot that waits for other matches stays and declines, so that its opponent does not wait."""
    running = Running(LobbyClient(row("m1")), Plan(accept=["tictactoe"], matches=2))
    await running.client.until(Join)
    running.enter("m1", seats=HUMANS)
    await running.client.until(Move)
    running.end("m1")
    running.offer_rematch("m1")
    (command,) = await running.client.until(Decline)
    assert (command.match, command.offer) == ("m1", "rematch")
    running.client.tell(Lobby(changed=[row("m3")], gone=[]))
    await running.client.until(Join, 2)
    running.enter("m3", seats=HUMANS)
    await running.client.until(Move, 2)
    running.end("m3")
    assert await running.task == 2


async def test_a_bot_stays_in_few_finished_matches() -> None:
    """A bot stays in at most MAX_FINISHED finished matches."""
    running = Running(
        LobbyClient(*(row(f"m{n}") for n in range(MAX_FINISHED + 1))), Plan(accept=["tictactoe"], at_once=50)
    )
    await running.client.until(Join, MAX_FINISHED + 1)
    for number in range(MAX_FINISHED + 1):
        running.enter(f"m{number}", seats=HUMANS)
        await running.client.until(Move, number + 1)
        running.end(f"m{number}")
    assert len(await running.client.until(Unwatch)) == 1
    running.task.cancel()
    await asyncio.wait([running.task])


SILENT: dict[str, Any] = {
    "you": 1,
    "seats": [OTTER.model_copy(update={"name": "mia"}), OTTER.model_copy(update={"seat": 1})],
}
"""A match whose human opponent is to move."""


def at_once(limit: float = 0.02) -> Plan:
    """Return a plan with one place, which waits a moment for a move."""
    return Plan(accept=["tictactoe"], at_once=1, leave_after_s=limit)


async def test_a_silent_opponent_does_not_keep_the_place() -> None:
    """The bot claims, asks, and leaves; the log says so, and the next match is joined."""
    running = Running(LobbyClient(row("m1"), row("m2")), at_once())
    await running.client.until(Join)
    running.client.tell(snapshot(match="m1", **SILENT))
    await running.client.until(Resign)
    assert [command.match for command in running.client.sent(Claim)] == ["m1"]
    assert [command.text for command in running.client.sent(Chat)] == [
        "Are you there? I do not wait longer than 0.01 s more for your move."
    ]
    assert running.log[-1].endswith("leaving: mia made no move for 0.02 s")
    running.end("m1")
    assert [command.match for command in await running.client.until(Join, 2)] == ["m1", "m2"]
    running.task.cancel()


async def test_a_gone_opponent_is_claimed_when_that_is_allowed() -> None:
    """In matches with a clock too, and without a limit to the wait."""
    running = Running(LobbyClient(row("m1")), at_once(0.0))
    await running.client.until(Join)
    away = [Away(seat=0, away_ms=120_000, claim_ms=0)]
    running.client.tell(snapshot(match="m1", **SILENT, clock=parse_clock("5+3")))
    running.client.tell(Presence(match="m1", away=away))
    assert [command.match for command in await running.client.until(Claim)] == ["m1"]
    await settle()
    assert running.log[-1].endswith("claimed: mia is gone")
    assert not running.client.sent(Resign)
    running.task.cancel()


async def test_a_match_that_can_wait_takes_no_place() -> None:
    """A match with days for a move goes on beside the next one, and is answered when its opponent moves."""
    running = Running(LobbyClient(row("m1"), row("m2")), at_once())
    await running.client.until(Join)
    running.client.tell(snapshot(match="m1", **SILENT, clock=parse_clock("3days")))
    assert [command.match for command in await running.client.until(Join, 2)] == ["m1", "m2"]
    assert "not waited for any more" in running.log[-1]
    running.client.tell(event(5, Moved(move=move(0, 0)), position("0"), match="m1"))
    assert (await running.client.until(Move))[0].match == "m1"
    assert not running.client.sent(Resign)
    running.task.cancel()


async def test_a_bot_seeks_when_its_match_with_a_clock_is_over() -> None:
    """It does not ask the server for what that refuses, and its other places stay free."""
    running = Running(LobbyClient(), Plan(seek=["tictactoe"], clock="5+3", at_once=3))
    await running.client.until(Seek)
    running.client.tell(Paired(match="m1", code="M1", seat=0, opponent="mia"))
    running.enter("m1", seats=SILENT["seats"], clock=parse_clock("5+3"))
    await settle()
    assert len(running.client.sent(Seek)) == 1
    running.end("m1")
    await running.client.until(Seek, 2)
    running.task.cancel()


async def test_a_match_that_another_client_sought_is_left_to_it() -> None:
    """A bot that seeks nobody does not play the match of a seek of its player."""
    running = Running(LobbyClient(), Plan(accept=["tictactoe"]))
    await running.client.until(ListMatches)
    running.client.tell(Paired(match="m1", code="M1", seat=0, opponent="mia"))
    running.enter("m1")
    await settle()
    assert not running.bots or not running.bots[0].began
    assert not running.client.sent(Move)
    running.task.cancel()
