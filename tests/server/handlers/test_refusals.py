"""Each refusal code, provoked in memory, and those of one server over real connections."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from kibitz_protocol.refusals import SENTENCES, Close, Code
from tests import server_thread
from tests.fakes.server import settle
from tests.server.conftest import FakeClient, InProcessServer
from tests.server.handlers.refusals import ON_CONNECTIONS, ROWS, Row, provoke
from tests.server.wire import WireClient, call

MOST_CHARACTERS = 200
"""What a refusal has at most that lists things. Longer lists are counted."""
TESTS = Path(__file__).parents[1]


class InMemory:
    """Clients of a server in this process."""

    def __init__(self, server: InProcessServer) -> None:
        self._server = server
        self._clients: dict[str, FakeClient] = {}

    async def begin(self, who: str, t: str, fields: Mapping[str, Any]) -> str:
        if who not in self._clients:
            self._clients[who] = self._server.connect(who)
            self._clients[who].connection.info.role = "admin" if who == "root" else "player"
        client = self._clients[who]
        client.take()
        id = client.send(t, **fields)
        while self._server.store.waiting or self._server.people._tasks:
            self._server.store.commit()
            await settle()
        return id

    async def answer(self, who: str, id: str) -> Any:
        await settle()
        return next(m for m in self._clients[who].take() if m.t in ("accepted", "refused") and m.id == id)


class OverTheWire:
    """Clients of a listening server."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._clients: dict[str, WireClient] = {}

    async def begin(self, who: str, t: str, fields: Mapping[str, Any]) -> str:
        if who not in self._clients:
            self._clients[who] = await call(self._address, name=who)
        client = self._clients[who]
        client.ids += 1
        message = {"t": t, "id": f"{client.name}-{client.ids}", **fields}
        await client.send(message)
        return str(message["id"])

    async def answer(self, who: str, id: str) -> Any:
        while True:
            message = await self._clients[who].next()
            if message.t in ("accepted", "refused") and message.id == id:
                return message

    async def close(self) -> None:
        """Disconnect all clients."""
        for client in self._clients.values():
            await client.socket.close()


def check(refused: Any, code: str) -> None:
    """Check that an answer has the code, a sentence and, unless the sentence says it all, a hint."""
    assert (refused.t, refused.code) == ("refused", code)
    assert len(refused.message.split()) >= 3
    assert refused.hint or refused.message == SENTENCES[Code(code)]
    assert len(f"{refused.message}; {refused.hint}") <= MOST_CHARACTERS


@pytest.mark.parametrize("code", ROWS)
async def test_a_refusal_is_provoked(code: Code, server: InProcessServer) -> None:
    """The answer has the code, a sentence and a hint."""
    check(await provoke(InMemory(server), ROWS[code], server), code)


@pytest.mark.io
async def test_refusals_over_the_wire() -> None:
    """The clients of one server receive the same refusals."""
    with server_thread.serving() as address:
        for code, row in ROWS.items():
            if not in_memory_alone(row):
                stage = OverTheWire(address)
                check(await provoke(stage, row), code)
                await stage.close()


def in_memory_alone(row: Row) -> bool:
    """Return whether a row needs a changed server or an admin."""
    return row.prepare is not None or "root" in (row.who, *(who for who, *_ in (*row.early, *row.before)))


def test_every_refusal_is_in_the_table() -> None:
    """Each code has a row, or names the file of a test that provokes it on a connection."""
    missing = [code.value for code in Code if code not in {*ROWS, *ON_CONNECTIONS}]
    assert not missing, f"add a row for each to tests/server/handlers/refusals.py: {', '.join(missing)}"
    assert not set(ROWS) & set(ON_CONNECTIONS)
    assert [code for code, file in ON_CONNECTIONS.items() if f'"{code}"' not in (TESTS / file).read_text()] == []


def test_every_close_code_is_tested() -> None:
    """Each close code is named by a test of connections."""
    texts = "".join(path.read_text() for folder in ("net", "handlers") for path in (TESTS / folder).glob("test_*.py"))
    named = set(re.findall(r"\bClose\.([A-Z_]+)\b", texts))
    assert {name for name in vars(Close) if name.isupper()} - named == set()
