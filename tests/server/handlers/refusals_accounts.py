"""Scripts that provoke the refusals of names, accounts, bots and moderation."""

import asyncio
import itertools
import os
import sqlite3
from typing import Any

from kibitz_protocol.refusals import Close, Code
from kibitz_server.__main__ import app
from tests.commands import run
from tests.server.handlers.provocation import DATABASE, Scene, close_code, provokes
from tests.server.wire import WireClient, call

PASSWORD = "correct horse battery"
TOKENS = itertools.count()


async def account(scene: Scene, name: str) -> WireClient:
    """Return a client with an account of this name."""
    wire = await scene.call(name)
    answer = await wire.ask("register", name=name, password=PASSWORD)
    assert answer.t == "accepted", answer
    return wire


async def admin(scene: Scene) -> WireClient:
    """Return an admin, with a token made by the command line, which needs a database in a file."""
    file = scene.folder / f"token-{next(TOKENS)}"
    command = ("admin", "token", str(file), "--database", str(scene.folder / DATABASE))
    made = await asyncio.to_thread(run, app, *command, env=os.environ)
    assert made.exit_code == 0, made.output
    wire = await call(scene.address, token=file.read_text().strip())
    scene.wires.append(wire)
    return wire


async def done(wire: WireClient, kind: str, **fields: Any) -> None:
    """Send an action that only an admin may do."""
    answer = await wire.ask("admin", action={"kind": kind, **fields})
    assert answer.t == "accepted", answer


# -- names and accounts


@provokes(Code.BAD_NAME)
async def bad_name(scene: Scene) -> Any:
    return await (await scene.call()).ask("rename", name="server")


@provokes(Code.NAME_TAKEN)
async def name_taken(scene: Scene) -> Any:
    await account(scene, "namesake")
    return await (await scene.call("bob")).ask("rename", name="NameSake")


@provokes(Code.BAD_PASSWORD)
async def bad_password(scene: Scene) -> Any:
    return await (await scene.call()).ask("register", name="careless", password="1234")


@provokes(Code.WRONG_PASSWORD)
async def wrong_password(scene: Scene) -> Any:
    await account(scene, "owner")
    return await (await scene.call("thief")).ask("login", name="owner", password="something else")


@provokes(Code.ALREADY_ACCOUNT)
async def already_account(scene: Scene) -> Any:
    return await (await account(scene, "settled")).ask("register", name="again", password=PASSWORD)


@provokes(Code.NOT_ACCOUNT)
async def not_account(scene: Scene) -> Any:
    return await (await scene.call()).ask("make_bot", name="guestbot")


@provokes(Code.UNKNOWN_SESSION)
async def unknown_session(scene: Scene) -> Any:
    return await (await account(scene, "keeper")).ask("revoke", session="no-such-session")


# -- moderation


@provokes(Code.NOT_ALLOWED)
async def not_allowed(scene: Scene) -> Any:
    return await (await scene.call()).ask("admin", action={"kind": "players"})


@provokes(Code.UNKNOWN_PLAYER, on_disk=True)
async def unknown_player(scene: Scene) -> Any:
    return await (await admin(scene)).ask("admin", action={"kind": "mute", "player": "nobody-of-that-name"})


@provokes(Code.UNKNOWN_SANCTION, on_disk=True)
async def unknown_sanction(scene: Scene) -> Any:
    return await (await admin(scene)).ask("admin", action={"kind": "unban", "target": "nobody-of-that-name"})


@provokes(Code.MUTED, on_disk=True)
async def muted(scene: Scene) -> Any:
    ann, code = await scene.hosted()
    await ann.ask("rename", name="shouter")
    await done(await admin(scene), "mute", player="shouter", reason="shouting")
    return await ann.ask("chat", match=code, text="HELLO")


@provokes(Code.BANNED, on_disk=True)
async def banned(scene: Scene) -> Any:
    await done(await admin(scene), "ban", scope="name", target="scoundrel")
    return await scene.greeted({"t": "hello", "name": "scoundrel"})


@provokes(Code.DRAINING, on_disk=True, alone=True)
async def draining(scene: Scene) -> Any:
    ann = await scene.call()
    await done(await admin(scene), "drain", on=True)
    return await ann.ask("create", game="tictactoe", seats=[{"kind": "me"}, {"kind": "open"}])


# -- how connections end


@provokes(Close.BANNED, on_disk=True)
async def closed_for_a_ban(scene: Scene) -> Any:
    rascal = await scene.call("rascal")
    await done(await admin(scene), "ban", target="rascal")
    return await close_code(rascal)


@provokes(Close.ELSEWHERE)
async def closed_for_its_other_self(scene: Scene) -> Any:
    token = (await (await account(scene, "maker")).ask("make_bot", name="makerbot")).result.token
    first = await scene.call("bot", token=token)
    await scene.call("bot", token=token)
    return await close_code(first)


@provokes(Close.OVERLOADED, on_disk=True, alone=True)
async def closed_for_a_database_that_is_away(scene: Scene) -> Any:
    with sqlite3.connect(scene.folder / DATABASE) as other:
        tables = other.execute("select name from sqlite_master where type = 'table' and name not like 'sqlite%'")
        for (table,) in tables.fetchall():
            other.execute(f'alter table "{table}" rename to "{table}_away"')
    other.close()
    wire = await scene.stranger()
    await wire.send({"t": "hello", "token": "a-token-that-nobody-can-look-up"})
    return await close_code(wire)
