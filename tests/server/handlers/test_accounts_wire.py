"""Accounts on a real server: over connections, across a restart, and in its log."""

import asyncio
import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from kibitz_protocol.refusals import Close
from kibitz_server.accounts.names import skeleton
from kibitz_server.app import running
from kibitz_server.settings import Settings
from kibitz_server.store import people as kept
from kibitz_server.store.database import connect as connect_database
from tests.fakes.server import cheap_passwords
from tests.server.wire import WireClient, call

pytestmark = pytest.mark.io

GOOD = "correct horse"


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Return settings of a server with a database file."""
    return Settings.read(port=0, database=str(tmp_path / "k.db"), slots=1)


@pytest.fixture
async def address(settings: Settings) -> AsyncIterator[str]:
    """Return the address of a running server whose password hashes are cheap."""
    async with running(settings, cheap_passwords()) as url:
        yield url


async def refused(address: str, **hello: Any) -> tuple[str, str, int]:
    """Send a hello that is refused; return the code, the hint and the close code."""
    socket = await connect(address, proxy=None)
    await socket.send(json.dumps({"t": "hello", **hello}))
    answer = json.loads(await socket.recv())
    with pytest.raises(ConnectionClosed) as info:
        await socket.recv()
    assert info.value.rcvd
    return answer["code"], answer["hint"], info.value.rcvd.code


async def end_of(wire: WireClient) -> int:
    """Read until the connection ends."""
    with pytest.raises(ConnectionClosed) as info:
        await wire.until("the end")
    assert info.value.rcvd
    return info.value.rcvd.code


async def test_an_account_survives_a_restart(settings: Settings) -> None:
    """An account logs in at a new server on the same database, and has its seat again."""
    async with running(settings, cheap_passwords()) as address:
        ann = await call(address, name="ann", client="test 1")
        you = (await ann.ask("register", name="Ann", password=GOOD)).result.you
        code = (await ann.ask("create", game="tictactoe", seats=[{"kind": "me"}, {"kind": "open"}])).result.code
        token = (await ann.ask("login", name="Ann", password=GOOD)).result.token
        await ann.socket.close()
    async with running(settings, cheap_passwords()) as address:
        back = await call(address, token=token)
        assert back.heard[0].you == you
        assert (await back.ask("watch", match=code)).result.seat == 0
        labels = [row.label for row in (await back.ask("sessions")).result.sessions]
        assert labels == ["test 1", "test 1"]
        await back.socket.close()


async def test_a_guest_cannot_use_the_name_of_an_account(address: str) -> None:
    """Hello with that name, or one that looks like it, is refused with a hint."""
    ann = await call(address, name="ann")
    await ann.ask("register", name="Ann", password=GOOD)
    code, hint, close = await refused(address, name="ANN")
    assert (code, close) == ("name_taken", Close.POLICY)
    assert "kibitz account login" in hint
    assert (await refused(address, name="Admin"))[0] == "bad_name"
    await ann.socket.close()


async def test_logging_out_closes_the_connection(address: str) -> None:
    """The answer comes before the close, and the token is unknown afterwards."""
    ann = await call(address)
    await ann.ask("register", name="Ann", password=GOOD)
    token = (await ann.ask("login", name="Ann", password=GOOD)).result.token
    back = await call(address, token=token)
    assert (await back.ask("logout")).t == "accepted"
    assert await end_of(back) == Close.UNKNOWN_TOKEN
    assert (await refused(address, token=token))[::2] == ("unknown_token", Close.UNKNOWN_TOKEN)
    assert (await ann.ask("ping")).t == "accepted"
    await ann.socket.close()


async def test_the_older_connection_of_a_bot_closes_with_4409(address: str) -> None:
    """A new connection of a bot closes the old one."""
    ann = await call(address)
    await ann.ask("register", name="Ann", password=GOOD)
    token = (await ann.ask("make_bot", name="Annbot")).result.token
    first = await call(address, token=token)
    second = await call(address, token=token)
    assert await end_of(first) == Close.ELSEWHERE
    assert second.heard[0].you.role == "bot"
    for wire in (ann, second):
        await wire.socket.close()


async def test_a_banned_player_is_told_until_when(settings: Settings) -> None:
    """A ban closes with 4403 and refuses hello, also after a restart, and only for that player."""
    async with running(settings, cheap_passwords()) as address:
        eve, root = await call(address, name="eve"), await call(address, name="boss")
        token = eve.heard[0].token
        refusal = await root.ask("admin", action={"kind": "ban", "target": "eve"})
        assert (refusal.t, refusal.code) == ("refused", "not_allowed")
        await root.ask("register", name="boss", password=GOOD)
        boss = (await root.ask("login", name="boss", password=GOOD)).result.token
        promote(settings, "boss")
        root = await call(address, token=boss)
        assert root.heard[0].you.role == "admin"
        ban = {"kind": "ban", "target": "eve", "for_s": 3600, "reason": "cheating ☹ " * 15}
        assert (await root.ask("admin", action=ban)).t == "accepted"
        assert await end_of(eve) == Close.BANNED
        await root.socket.close()
    async with running(settings, cheap_passwords()) as address:
        code, hint, close = await refused(address, token=token)
        assert (code, hint, close) == ("banned", "come back then", Close.BANNED)
        await (await call(address, name="ann")).socket.close()


async def test_a_database_that_is_away_closes_the_connection(settings: Settings, tmp_path: Path) -> None:
    """The close code asks a client whose token cannot be looked up to come back."""
    async with running(settings, cheap_passwords()) as address:
        with sqlite3.connect(tmp_path / "k.db") as other:
            tables = other.execute("select name from sqlite_master where type = 'table' and name not like 'sqlite%'")
            for (table,) in tables.fetchall():
                other.execute(f'alter table "{table}" rename to "{table}_away"')
        other.close()
        code, _, close = await refused(address, token="a-token-that-nobody-can-look-up")
        assert (code, close) == ("not_saved", Close.OVERLOADED)


async def test_a_ban_applies_to_the_client_behind_the_proxy(tmp_path: Path) -> None:
    """With a trusted proxy, the banned address is the one in its header."""
    settings = Settings.read(port=0, database=str(tmp_path / "k.db"), slots=1, trusted_proxy=["127.0.0.0/8"])
    async with running(settings, cheap_passwords()) as address:
        socket = await connect(address, additional_headers={"X-Forwarded-For": "6.6.6.6, 203.0.113.7"}, proxy=None)
        eve = WireClient(socket)
        await eve.send({"t": "hello", "name": "eve"})
        await eve.next()
        root = await call(address, name="boss")
        await root.ask("register", name="boss", password=GOOD)
        promote(settings, "boss")
        token = (await root.ask("login", name="boss", password=GOOD)).result.token
        admin = await call(address, token=token)
        rows = (await admin.ask("admin", action={"kind": "connections"})).result.connections
        assert [row.address for row in rows] == ["203.0.113.7", "127.0.0.1", "127.0.0.1"]
        ban = {"kind": "ban", "scope": "address", "target": "203.0.113.0/24"}
        assert (await admin.ask("admin", action=ban)).t == "accepted"
        assert await end_of(eve) == Close.BANNED
        assert (await root.ask("ping")).t == "accepted"
        for wire in (root, admin):
            await wire.socket.close()


def promote(settings: Settings, name: str) -> None:
    """Make an account an admin with the operator's command."""
    assert settings.database_url
    engine = connect_database(settings.database_url)
    with engine.begin() as connection:
        account = kept.account_by_skeleton(connection, skeleton(name))
        assert account
        kept.change_account(connection, account.id, role="admin")
    engine.dispose()


async def test_no_secret_reaches_the_log(tmp_path: Path) -> None:
    """With the most verbose log, no password or token of any message is in it."""
    secrets = [GOOD, "wrong horse", "battery staple", "kbz_made-up-but-looks-like-one"]
    command = [sys.executable, "-m", "kibitz_server", "serve", "--port", "0", "--log-level", "debug"]
    log = (tmp_path / "log").open("wb")
    environ = {**os.environ, "KIBITZ_DATABASE": str(tmp_path / "k.db")}
    popen = partial(subprocess.Popen, command, stdout=subprocess.PIPE, stderr=log, env=environ, text=True)
    with await asyncio.to_thread(popen) as process:
        assert process.stdout
        address = (await asyncio.to_thread(process.stdout.readline)).split()[-1]
        ann = await call(address, name="ann")
        secrets.append(ann.heard[0].token)
        await ann.ask("register", name="Ann", password=GOOD)
        for password in (GOOD, "wrong horse"):
            answer = await ann.ask("login", name="Ann", password=password)
            if answer.t == "accepted":
                secrets.append(answer.result.token)
        secrets.append((await ann.ask("make_bot", name="Annbot")).result.token)
        await ann.ask("change_password", old=GOOD, new="battery staple")
        await ann.send({"t": "login", "id": "x", "name": "Ann", "password": ["battery staple"]})
        await ann.send('{"t":"login","id":"y","password":"battery staple"')
        await ann.ask("ping")
        await refused(address, token="kbz_made-up-but-looks-like-one")
        back = await call(address, token=secrets[-1])
        for wire in (ann, back):
            await wire.socket.close()
        process.terminate()
    log.close()
    said = (tmp_path / "log").read_text()
    assert "listening" in said
    assert len(secrets) == 7
    assert not [secret for secret in secrets if secret in said]
    for heard in (message for wire in (ann, back) for message in wire.heard if message.t == "refused"):
        assert not any(secret in heard.message + (heard.hint or "") for secret in secrets)
