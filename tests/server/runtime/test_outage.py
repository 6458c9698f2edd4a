"""Tests of a real server whose database cannot be written for a while."""

import asyncio
import contextlib
import sqlite3
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

from kibitz_protocol import SUBPROTOCOL
from kibitz_protocol.refusals import Close
from kibitz_server.app import running
from kibitz_server.runtime.clients import CANNOT_SAVE, UNSAVED
from kibitz_server.runtime.runtime import SAVES_AGAIN
from kibitz_server.settings import Settings
from tests.postgres import Cluster
from tests.server.wire import ME, OPEN, WireClient, call

pytestmark = pytest.mark.io
CLOCK = {"kind": "fischer", "base_s": 60}


async def notice(wire: WireClient) -> str:
    """Return the text of the next notice."""
    return str((await wire.until("notice")).text)


async def test_a_match_survives_a_database_outage(postgres: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    """During the outage no move is lost, and commands and new clients are refused. Then play goes on."""
    monkeypatch.setenv("KIBITZ_DATABASE", postgres.new_database())
    async with running(Settings.read(port=0, slots=1)) as url:
        ann, bob = await call(url, name="ann"), await call(url, name="bob")
        code = (await ann.ask("create", game="tictactoe", seats=[ME, OPEN], clock=CLOCK)).result.code
        await bob.ask("join", match=code)
        postgres.stop()
        try:
            await ann.send({"t": "move", "id": "under-way", "match": code, "ply": 0, "move": "b2"})
            async with asyncio.timeout(3):
                told = [await ann.until("notice"), await ann.until("notice")]
            assert [(each.text, each.id) for each in told] == [(CANNOT_SAVE, None), (UNSAVED, "under-way")]
            assert await notice(bob) == CANNOT_SAVE
            refused = await bob.ask("resign", match=code)
            assert (refused.code, refused.hint) == ("not_saved", "try again in a moment")
            eve = WireClient(await connect(url, subprotocols=[Subprotocol(SUBPROTOCOL)]))
            await eve.send({"t": "hello", "name": "eve"})
            assert (await eve.next()).code == "not_saved"
            await eve.socket.wait_closed()
            assert eve.socket.close_code == Close.OVERLOADED
        finally:
            await asyncio.to_thread(postgres.start)
        assert await notice(bob) == SAVES_AGAIN
        moved = await bob.until("moved")
        assert moved.event.move.move == "b2"
        assert moved.state.remaining_ms[1] == 60_000
        assert (await ann.until("accepted")).id == "under-way"
        assert (await bob.ask("move", match=code, ply=1, move="a1")).t == "accepted"
        for wire in (ann, bob):
            await wire.socket.close()


async def test_a_locked_file_refuses_changes(tmp_path: Path) -> None:
    """While another program holds the file, clients get a notice and refusals. No earlier move is lost."""
    file = tmp_path / "kibitz.db"
    async with running(Settings.read(port=0, database=str(file), slots=1)) as url:
        ann, bob = await call(url, name="ann"), await call(url, name="bob")
        code = (await ann.ask("create", game="tictactoe", seats=[ME, OPEN])).result.code
        await bob.ask("join", match=code)
        with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("begin exclusive")
            await ann.send({"t": "move", "id": "waits", "match": code, "ply": 0, "move": "b2"})
            assert (await ann.until("notice")).halted
            assert (await ann.ask("resign", match="NOSUCH")).code == "not_saved"
            other.execute("rollback")
        assert (await ann.until("moved")).event.move.move == "b2"
        for wire in (ann, bob):
            await wire.socket.close()
