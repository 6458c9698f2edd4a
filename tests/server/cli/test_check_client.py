"""Clients put through what happens on real networks: ours holds, and a careless one is told what it did wrong."""

import asyncio
import json
import random
from collections.abc import AsyncIterator
from typing import Any

import pytest

from kibitz_client.bots import Bot, MatchState, Plan, TimeLeft, play
from kibitz_client.network.connection import Pace
from kibitz_server.conformance.run import BadGame, examine
from kibitz_server.conformance.scenarios import tasks
from tests.server.wire import Wire, call

pytestmark = pytest.mark.io


class RandomBot(Bot):
    """Any legal move."""

    def choose(self, state: MatchState, _clock: TimeLeft | None) -> str:
        return random.choice(state.position.legal)


class Kit:
    """The kit at work, and what it has said."""

    def __init__(self, patience_s: float = 30.0) -> None:
        self.said: asyncio.Queue[Any] = asyncio.Queue()
        self.running = asyncio.create_task(
            examine("reversi", "127.0.0.1", 0, patience_s, as_json=True, say=lambda t: self.said.put_nowait(t))
        )

    async def ready(self) -> tuple[str, str]:
        """Its address and the code of its match."""
        told = json.loads(await self.said.get())
        return told["address"], told["code"]

    async def findings(self) -> tuple[int, list[dict[str, Any]]]:
        """The exit code and everything that was found."""
        code = await self.running
        return code, [json.loads(self.said.get_nowait()) for _ in range(self.said.qsize())]


@pytest.fixture
async def hasty() -> AsyncIterator[Kit]:
    """A kit that does not wait for long."""
    kit = Kit(patience_s=2)
    yield kit
    kit.running.cancel()


async def test_our_own_bots_hold() -> None:
    """Every task, and what holds of the whole."""
    kit = Kit()
    address, code = await kit.ready()
    assert await play(RandomBot, address, Plan(join=[code]), pace=Pace(give_up_after_s=30)) == 1
    exit_code, found = await kit.findings()
    assert [each for each in found if not each["holds"]] == []
    assert exit_code == 0
    assert len(found) == len(list(tasks())) + 2


async def test_nobody_comes(hasty: Kit) -> None:
    """That is a failure too."""
    await hasty.ready()
    exit_code, found = await hasty.findings()
    assert exit_code == 1
    assert (found[0]["what"], found[0]["why"]) == ("it joins the match", "nothing came of it within 2 s")


async def simple(wire: Wire, code: str, until: int) -> None:
    """A client that plays the first legal move and knows nothing else; `until` it has moved so often."""
    moved = 0
    while moved < until:
        message = json.loads(await wire.socket.recv())
        state = message.get("state")
        if message["t"] in ("snapshot", "event") and message["phase"] == "running" and state and state["to_move"] == 0:
            moved += 1
            move = {"match": code, "ply": state["ply"], "move": state["legal"][0]}
            await wire.send({"t": "move", "id": f"m{moved}", **move})


async def test_a_client_that_does_not_come_back(hasty: Kit) -> None:
    """It plays until the connection breaks, and moves twice when it is told twice."""
    address, code = await hasty.ready()
    wire = await call(address)
    await wire.send({"t": "join", "id": "j", "match": code})
    await simple(wire, code, 4)
    exit_code, found = await hasty.findings()
    assert exit_code == 1
    assert [(each["holds"], each["why"]) for each in found[:4]] == [
        (True, None),
        (True, None),
        (False, "it sent two moves for one turn"),
        (False, "nothing came of it within 2 s"),
    ]


@pytest.mark.parametrize("answers", [True, False])
async def test_who_wants_a_rematch_is_answered(hasty: Kit, answers: bool) -> None:
    """After the match a client says yes or no, or leaves; who does neither leaves people waiting."""
    address, code = await hasty.ready()
    wire = await call(address)
    await wire.send({"t": "join", "id": "j", "match": code})
    await wire.send({"t": "resign", "id": "r", "match": code})
    offered = await wire.until("offered")
    assert (offered.phase, offered.event.seat, offered.event.offer) == ("finished", 1, "rematch")
    if answers:
        assert (await wire.ask("decline", match=code, offer="rematch")).t == "accepted"
    _, found = await hasty.findings()
    asked = found[-2]
    assert "rematch" in asked["what"]
    assert (asked["holds"], asked["why"] is None) == (answers, answers)


async def test_what_does_not_fit_the_protocol(hasty: Kit) -> None:
    """Wrong frames, ids used twice and illegal moves are told at the end."""
    address, code = await hasty.ready()
    wire = await call(address)
    await wire.send({"t": "join", "id": "j", "match": code})
    await wire.send({"t": "dance", "id": "d"})
    await wire.send({"t": "ping", "id": "j"})
    await wire.send({"t": "move", "id": "m", "match": code, "ply": 0, "move": "a1"})
    _, found = await hasty.findings()
    assert not found[-1]["holds"]
    for sentence in ("there is no message of type 'dance'", "the id of one command for another", "is not legal"):
        assert sentence in found[-1]["why"]


async def test_a_game_that_is_not_there() -> None:
    """Said before anything is listened to."""
    with pytest.raises(BadGame, match="no game is called 'nosuch'"):
        await examine("nosuch", "127.0.0.1", 0, 1.0, as_json=False, say=print)
