"""`check-client` passes Kibitz's own bots, and reports the mistakes of a careless client."""

import asyncio
import json
import random
from collections.abc import AsyncIterator
from typing import Any

import pytest

from kibitz_client.bots import Bot, MatchState, Plan, TimeLeft, play
from kibitz_client.network.connection import Pace
from kibitz_server.conformance.run import MatchRefused, examine
from kibitz_server.conformance.scenarios import SCENARIOS
from tests.server.wire import WireClient, call

pytestmark = pytest.mark.io


class RandomBot(Bot):
    """Plays a random legal move."""

    def choose(self, state: MatchState, _clock: TimeLeft | None) -> str:
        return random.choice(state.position.legal)


class Examination:
    """A running examination, and the lines that it printed."""

    def __init__(self, patience_s: float = 30.0, game: str = "reversi") -> None:
        self.lines: asyncio.Queue[Any] = asyncio.Queue()
        self.running = asyncio.create_task(
            examine(game, "127.0.0.1", 0, patience_s, as_json=True, say=lambda t: self.lines.put_nowait(t))
        )

    async def ready(self) -> tuple[str, str]:
        """Return the address and the code of the match."""
        first = json.loads(await self.lines.get())
        return first["address"], first["code"]

    async def findings(self) -> tuple[int, list[dict[str, Any]]]:
        """Return the exit code and all findings."""
        code = await self.running
        return code, [json.loads(self.lines.get_nowait()) for _ in range(self.lines.qsize())]


@pytest.fixture
async def examination() -> AsyncIterator[Examination]:
    """Yield an examination with a short patience."""
    examination = Examination(patience_s=2)
    yield examination
    examination.running.cancel()


async def test_the_bot_library_passes() -> None:
    """A bot of the library passes every scenario."""
    examination = Examination()
    address, code = await examination.ready()
    assert await play(RandomBot, address, Plan(join=[code]), pace=Pace(give_up_after_s=30)) == 1
    exit_code, found = await examination.findings()
    assert [each for each in found if not each["holds"]] == []
    assert exit_code == 0
    assert len(found) == len(SCENARIOS) + 2


async def test_no_client_joins(examination: Examination) -> None:
    """The examination fails if no client joins."""
    await examination.ready()
    exit_code, found = await examination.findings()
    assert exit_code == 1
    assert (found[0]["what"], found[0]["why"]) == ("it joins the match", "it did nothing for 2 s")


async def play_simply(wire: WireClient, code: str, until: int) -> None:
    """Play the first legal move `until` this many moves are sent, and ignore everything else."""
    moved = 0
    while moved < until:
        message = json.loads(await wire.socket.recv())
        state = message.get("state")
        if message["t"] in ("snapshot", "event") and message["phase"] == "running" and state and state["to_move"] == 0:
            moved += 1
            move = {"match": code, "ply": state["ply"], "move": state["legal"][0]}
            await wire.send({"t": "move", "id": f"m{moved}", **move})


async def test_a_client_that_does_not_reconnect(examination: Examination) -> None:
    """The report names two moves for one turn, and the missing reconnection."""
    address, code = await examination.ready()
    wire = await call(address)
    await wire.send({"t": "join", "id": "j", "match": code})
    await play_simply(wire, code, 4)
    exit_code, found = await examination.findings()
    assert exit_code == 1
    assert [(each["holds"], each["why"]) for each in found[:4]] == [
        (True, None),
        (True, None),
        (False, "it sent two moves for one turn"),
        (False, "it did nothing for 2 s"),
    ]


@pytest.mark.parametrize("answers", [True, False])
async def test_a_rematch_offer_must_be_answered(examination: Examination, answers: bool) -> None:
    """A client that neither answers the offer after the match nor leaves fails."""
    address, code = await examination.ready()
    wire = await call(address)
    await wire.send({"t": "join", "id": "j", "match": code})
    await wire.send({"t": "resign", "id": "r", "match": code})
    offered = await wire.until("offered")
    assert (offered.phase, offered.event.seat, offered.event.offer) == ("finished", 1, "rematch")
    if answers:
        assert (await wire.ask("decline", match=code, offer="rematch")).t == "accepted"
    _, found = await examination.findings()
    asked = found[-2]
    assert "rematch" in asked["what"]
    assert (asked["holds"], asked["why"] is None) == (answers, answers)


async def test_invalid_messages_are_reported(examination: Examination) -> None:
    """The last finding names invalid frames, ids used twice and illegal moves."""
    address, code = await examination.ready()
    wire = await call(address)
    await wire.send({"t": "join", "id": "j", "match": code})
    await wire.send({"t": "dance", "id": "d"})
    await wire.send({"t": "ping", "id": "j"})
    await wire.send({"t": "move", "id": "m", "match": code, "ply": 0, "move": "a1"})
    _, found = await examination.findings()
    assert not found[-1]["holds"]
    for sentence in ("there is no message of type 'dance'", "the id of one command for another", "an illegal move"):
        assert sentence in found[-1]["why"]


@pytest.mark.parametrize("gives", [True, False])
async def test_a_match_with_chance_needs_a_random_text(gives: bool) -> None:
    """A client that gives none plays, but later than it could, and without a part in the draws."""
    examination = Examination(patience_s=10, game="backgammon")
    address, code = await examination.ready()
    wire = await call(address)
    await wire.send({"t": "join", "id": "j", "match": code})
    if gives:
        assert (await wire.ask("give_client_seed", match=code, client_seed="of-a-client")).t == "accepted"
    await wire.until("started")
    await wire.send({"t": "resign", "id": "r", "match": code})
    await wire.until("offered")
    await wire.send({"t": "decline", "id": "d", "match": code, "offer": "rematch"})
    _, found = await examination.findings()
    asked = next(each for each in found if "client seed" in each["what"])
    assert (asked["holds"], asked["why"] is None) == (gives, gives)


async def test_an_unknown_game() -> None:
    """An unknown game is refused before the proxy listens."""
    with pytest.raises(MatchRefused, match="no game is called 'nosuch'"):
        await examine("nosuch", "127.0.0.1", 0, 1.0, as_json=False, say=print)
