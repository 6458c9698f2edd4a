"""A real server on loopback, over real connections."""

import asyncio
import json
import urllib.error
import urllib.request
from collections.abc import AsyncIterator
from email.message import Message
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Origin, Subprotocol

from kibitz_protocol import SUBPROTOCOL, VERSION
from kibitz_protocol.codec import MAX_BYTES
from kibitz_protocol.refusals import Close
from kibitz_server.app import running
from kibitz_server.net.bind import CannotListen
from kibitz_server.settings import Settings
from tests.server.wire import ME, OPEN, WireClient, call, engine

pytestmark = pytest.mark.io


@pytest.fixture
async def address() -> AsyncIterator[str]:
    """Return the address of a server with one engine slot, in memory."""
    async with running(Settings.read(port=0, database=":memory:", slots=1)) as url:
        yield url


async def test_two_players_play_a_match(address: str) -> None:
    """Both players receive the same numbered events from the first move to the result."""
    ann, bob = await call(address, name="ann"), await call(address, name="bob")
    code = (await ann.ask("create", game="tictactoe", seats=[ME, OPEN])).result.code
    await ann.until("snapshot")
    assert (await bob.ask("join", match=code)).result.seat == 1
    for ply, move in enumerate(["b2", "a1", "a3", "c1", "c3", "b1"]):
        mover = ann if ply % 2 == 0 else bob
        assert (await mover.ask("move", match=code, ply=ply, move=move)).t == "accepted"
        for wire in (ann, bob):
            while not wire.events() or getattr(wire.events()[-1].state, "ply", 0) <= ply:
                await wire.next()
    for wire in (ann, bob):
        if wire.events()[-1].event.kind != "finished":
            await wire.until("finished")
    assert ann.events()[-1].event.result.model_dump() == {
        "winner": 1,
        "reason": "line",
        "points": None,
        "ratings": None,
        "uncounted": None,
    }
    shared = {event.seq: event for event in ann.events()}
    assert all(shared[event.seq] == event for event in bob.events() if event.seq in shared)
    for wire in (ann, bob):
        await wire.socket.close()


async def test_a_player_plays_an_engine(address: str) -> None:
    """The engine answers each move, and its search info stays hidden until the end."""
    ann = await call(address)
    code = (await ann.ask("create", game="tictactoe", seats=[ME, engine(depth=3)])).result.code
    state = (await ann.until("snapshot")).state
    while state.to_move is not None:
        await ann.ask("move", match=code, ply=state.ply, move=state.legal[0])
        while True:
            last = ann.events()[-1] if ann.events() else None
            if last is not None and last.state.ply > state.ply and (last.state.to_move in (0, None)):
                break
            await ann.next()
        state = ann.events()[-1].state
    moves = [event.event.move for event in ann.events() if event.event.kind == "moved"]
    assert any(move.seat == 1 for move in moves)
    assert all(move.search is None for move in moves[:-1])
    if ann.events()[-1].event.kind != "finished":
        await ann.until("finished")
    await ann.ask("watch", match=code)
    snapshot = await ann.until("snapshot")
    assert all(move.search is not None for move in snapshot.moves if move.seat == 1)
    await ann.socket.close()


async def test_ten_spectators_receive_the_same_events(address: str) -> None:
    """All spectators receive the same events without a gap, and the search info."""
    host = await call(address)
    # In this time minimax cannot search the empty board to its end, but it can search later positions.
    seats = [engine("minimax", seconds=0.5), engine(depth=2)]
    board = {"columns": 4, "rows": 3, "connect": 4}
    code = (await host.ask("create", game="mnk", options=board, seats=seats, autostart=False)).result.code
    watchers = [await call(address) for _ in range(10)]
    for watcher in watchers:
        await watcher.ask("watch", match=code)
    await host.ask("start", match=code)
    await asyncio.gather(*(watcher.until("finished") for watcher in watchers))
    first = [event.model_dump() for event in watchers[0].events()]
    assert [event["seq"] for event in first] == list(range(first[0]["seq"], first[0]["seq"] + len(first)))
    for watcher in watchers[1:]:
        assert [event.model_dump() for event in watcher.events()] == first
    thinking = [message for message in watchers[0].heard if message.t == "thinking"]
    assert thinking
    assert all(message.search.depth > 0 and message.search.nodes > 0 for message in thinking)
    for wire in (host, *watchers):
        await wire.socket.close()


async def test_a_client_that_reconnects_has_its_seat(address: str) -> None:
    """With its token a client is the same player, and receives only the missed events."""
    ann = WireClient(await connect(address, proxy=None))
    await ann.send({"t": "hello", "name": "ann"})
    token = (await ann.next()).token
    bob = await call(address)
    code = (await ann.ask("create", game="tictactoe", seats=[ME, OPEN])).result.code
    await bob.ask("join", match=code)
    seq = (await ann.until("started")).seq
    ann.socket.transport.abort()
    back = await call(address, token=token)
    await back.ask("move", match=code, ply=0, move="b2")
    await back.ask("watch", match=code, since=seq)
    assert (await back.until("moved")).seq == seq + 1
    await bob.until("moved")
    for wire in (back, bob):
        await wire.socket.close()


@pytest.mark.parametrize(
    ("frame", "code", "id"),
    [
        ("{", "bad_message", None),
        ("[]", "bad_message", None),
        ('{"t":"dance","id":"1"}', "unknown_type", "1"),
        ('{"t":"ping","id":"1","extra":1}', "bad_message", "1"),
        ('{"t":"move","id":"1","match":"x","ply":"one","move":"a1"}', "bad_message", "1"),
        (b"\x00\x01", "bad_message", None),
        ('{"t":"hello"}', "bad_message", None),
        ("[" * 30_000, "bad_message", None),
    ],
)
async def test_a_malformed_frame_is_refused(address: str, frame: str | bytes, code: str, id: str | None) -> None:
    """The refusal has a sentence, a hint and the id of a command, and the connection stays open."""
    wire = await call(address)
    await wire.send(frame)
    answer = await wire.next()
    assert (answer.t, answer.code, answer.id) == ("refused", code, id)
    assert answer.message
    assert answer.hint
    assert (await wire.ask("ping")).t == "accepted"
    await wire.socket.close()


async def closed_with(wire: WireClient) -> int | None:
    """Read until the connection ends; return the close code."""
    try:
        while True:
            await wire.next()
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else None


async def test_ten_invalid_messages_close_the_connection(address: str) -> None:
    """The connection closes after ten invalid messages."""
    wire = await call(address)
    for _ in range(10):
        await wire.send("{")
    assert await closed_with(wire) == Close.BAD_MESSAGE
    assert [message.t for message in wire.heard].count("refused") == 10


async def test_a_frame_too_long_ends_the_connection(address: str) -> None:
    """A frame above the limit is not read."""
    wire = await call(address)
    await wire.send("x" * (MAX_BYTES + 1))
    assert await closed_with(wire) == 1009


@pytest.mark.parametrize(
    ("first", "code", "close"),
    [
        ({"t": "ping", "id": "1"}, "hello_first", Close.BAD_MESSAGE),
        ({"t": "hello", "oldest": 9, "newest": 9}, "wrong_version", Close.POLICY),
        ({"t": "hello", "oldest": 0, "newest": 0}, "wrong_version", Close.POLICY),
        ({"t": "hello", "token": "nobody-has-this-token"}, "unknown_token", Close.UNKNOWN_TOKEN),
        ("{", "bad_message", Close.BAD_MESSAGE),
    ],
)
async def test_a_wrong_hello_is_refused_with_a_hint(address: str, first: Any, code: str, close: int) -> None:
    """The client gets a refusal before the connection closes."""
    wire = WireClient(await connect(address, proxy=None))
    await wire.send(first)
    answer = await wire.next()
    assert (answer.t, answer.code) == ("refused", code)
    assert answer.hint
    assert await closed_with(wire) == close


@pytest.mark.parametrize(("offered", "selected"), [(SUBPROTOCOL, SUBPROTOCOL), ("kibitz.v9", None)])
async def test_the_subprotocol_is_selected(address: str, offered: str, selected: str | None) -> None:
    """The server selects its own subprotocol. An unknown one does not close the connection."""
    socket = await connect(address, subprotocols=[Subprotocol(offered)], proxy=None)
    assert socket.subprotocol == selected
    await socket.close()


async def test_a_hello_is_answered_with_welcome(address: str) -> None:
    """A new guest gets a version from its range, its name and a token, which is not sent to it again."""
    first = await call(address, name="ann", oldest=0, newest=99)
    (welcome,) = first.heard
    assert (welcome.version, welcome.you.name) == (VERSION, "ann")
    assert welcome.token
    back = await call(address, token=welcome.token)
    assert (back.heard[0].you, back.heard[0].token) == (welcome.you, None)
    for wire in (first, back):
        await wire.socket.close()


async def test_other_origins_are_refused(address: str) -> None:
    """A page of another origin gets a 403."""
    with pytest.raises(InvalidStatus) as info:
        await connect(address, origin=Origin("https://evil.example"), proxy=None)
    assert info.value.response.status_code == 403


async def test_http_pages_are_served(address: str) -> None:
    """Plain HTTP gets a health check, a welcome page, invitations to matches, and 404 for an unknown match."""

    def get(path: str) -> str:
        with urllib.request.urlopen(address.replace("ws://", "http://") + path) as response:
            text: str = response.read().decode()
            return text

    assert await asyncio.to_thread(get, "/healthz") == "ok\n"
    assert "Kibitz" in await asyncio.to_thread(get, "/")
    assert "kibitz.v1: messages from a client" in await asyncio.to_thread(get, "/protocol/to_server.schema.json")
    ann = await call(address)
    code = (await ann.ask("create", game="tictactoe", seats=[ME, OPEN])).result.code
    invited = await asyncio.to_thread(get, f"/{code.lower()}")
    assert f"kibitz join {code} --server {address}" in invited
    assert f"To install:  {Settings().install_hint}\n" in invited
    with pytest.raises(urllib.error.HTTPError, match="404"):
        await asyncio.to_thread(get, "/zzzzzz")
    await ann.socket.close()


async def test_a_taken_port_is_reported(address: str) -> None:
    """A second server on the same port does not start, and says why."""
    port = int(address.rsplit(":", 1)[1])
    with pytest.raises(CannotListen, match=f"port {port} on 127.0.0.1 is taken"):
        async with running(Settings.read(port=port, database=":memory:", slots=1)):
            pass


async def test_stopping_closes_with_1012() -> None:
    """Clients get a notice first, and a running search does not delay the stop."""
    async with running(Settings.read(port=0, database=":memory:", slots=1)) as address:
        wire = await call(address)
        await wire.ask("create", game="connect4", seats=[engine(seconds=30), engine(seconds=30)])
        await wire.until("thinking")
    assert await closed_with(wire) == Close.RESTART
    assert wire.heard[-1].t == "notice"


@pytest.mark.parametrize(
    ("limits", "seconds", "awaited", "code"),
    [({"searches_waiting": "1"}, 30, "snapshot", "busy"), ({"guest_search": "1/3600s"}, 1, "moved", "engine_budget")],
)
async def test_searches_of_a_client_are_limited(limits: dict[str, str], seconds: int, awaited: str, code: str) -> None:
    """A server counts the searches of its pool and their time, and says when to try again."""
    async with running(Settings.read(port=0, database=":memory:", slots=1, limits=limits)) as address:
        ann = await call(address)
        seats = [engine("minimax", seconds=seconds)] * 2
        while (answer := await ann.ask("create", game="connect4", seats=seats)).t == "accepted":
            await ann.until(awaited)
        assert (answer.code, answer.retry_after_s > 0) == (code, True)
        await ann.socket.close()


def got(address: str, path: str, accept: str = "*/*", **headers: str) -> tuple[Message, str]:
    """Return headers and text of a page."""
    url, more = address.replace("ws://", "http://") + path, {name.replace("_", "-"): headers[name] for name in headers}
    with urllib.request.urlopen(urllib.request.Request(url, headers={"Accept": accept, **more})) as response:
        return response.headers, response.read().decode()


async def read(address: str, path: str, accept: str = "*/*") -> tuple[Message, str]:
    """Return headers and text of a page that a server reads first: it says so if that takes longer."""
    async with asyncio.timeout(30):
        while True:
            try:
                return await asyncio.to_thread(got, address, path, accept)
            except urllib.error.HTTPError as error:
                if error.code != 503:
                    raise


async def test_tournaments_are_served(address: str) -> None:
    """A browser gets the page with its tables, a program the snapshot, and a terminal the commands."""

    def get(path: str, accept: str = "*/*") -> tuple[str, str]:
        headers, text = got(address, path, accept)
        return headers["Content-Type"], text

    ann = await call(address)
    terms = {"game": "tictactoe", "format": "round-robin", "kinds": ["engine"]}
    names = [{"name": name, "engine": {"algorithm": "random", "limit": {}}} for name in ("ada", "bea")]
    made = await ann.ask("tournament", do={"kind": "create", "name": "Friday", "terms": terms, "engines": names})
    code = made.result.code
    kind, page = await asyncio.to_thread(get, f"/t/{code}", "text/html")
    assert kind.startswith("text/html")
    assert "<h1>Friday</h1>" in page
    kind, file = await asyncio.to_thread(get, f"/t/{code}.json")
    assert (kind, json.loads(file)["tournament"]["code"]) == ("application/json", code)
    assert (await asyncio.to_thread(get, f"/t/{code}.json", "text/html"))[1] == file
    for path in (f"/{code}", f"/t/{code}"):
        assert f"kibitz play {code} --server {address}\n" in (await asyncio.to_thread(get, path))[1]
    for path in ("/t/T-ZZZZZZ.json", "/t/T-ZZZZZZ"):
        with pytest.raises(urllib.error.HTTPError, match="404"):
            await asyncio.to_thread(get, path)
    await ann.socket.close()


async def test_tournaments_that_ended_before_the_start_are_served(tmp_path: Path) -> None:
    """A server reads them from the archive when they are asked for; a private one stays unknown."""
    settings = Settings.read(port=0, database=str(tmp_path / "kibitz.db"), slots=1)
    terms = {"game": "tictactoe", "format": "round-robin", "kinds": ["engine"]}
    names = [{"name": name, "engine": {"algorithm": "random", "limit": {}}} for name in ("ada", "bea")]
    codes = []
    async with running(settings) as address:
        ann = await call(address)
        for private in (False, True):
            do = {"kind": "create", "name": "Friday", "terms": {**terms, "private": private}, "engines": names}
            codes.append((await ann.ask("tournament", do=do)).result.code)
            assert (await ann.ask("tournament", do={"kind": "cancel", "tournament": codes[-1]})).t == "accepted"
        await ann.socket.close()
    open_, private = codes
    async with running(settings) as address:
        headers, page = await read(address, f"/t/{open_}?screen=1", "text/html")
        assert "<h1>Friday</h1>" in page
        with pytest.raises(urllib.error.HTTPError, match="304"):
            await asyncio.to_thread(got, address, f"/t/{open_}", "text/html", If_None_Match=headers["ETag"])
    async with running(settings) as address:
        # Several at once wait for one reading.
        found = await asyncio.gather(*(read(address, f"/t/{open_}.json") for _ in range(4)))
        assert {json.loads(text)["tournament"]["state"] for _, text in found} == {"cancelled"}
        assert len({headers["ETag"] for headers, _ in found}) == 1
        assert "ada" in (await asyncio.to_thread(got, address, f"/t/{open_}"))[1]
        assert "Friday" not in (await read(address, f"/t/{private}", "text/html"))[1]
        for path in (f"/t/{private}.json", "/t/T-ZZZZZZ", "/t/T-ZZZZZZ.json"):
            with pytest.raises(urllib.error.HTTPError, match="404"):
                await asyncio.to_thread(got, address, path)
