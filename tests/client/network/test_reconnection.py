"""What a client does when its connection ends, with a scripted server."""

import asyncio

import pytest

from kibitz_client.errors import NetworkError, RefusedError
from kibitz_client.network.client import NetworkClient, Status
from kibitz_client.network.connection import Pace
from kibitz_protocol.refusals import Close, Code
from kibitz_protocol.to_client import (
    Lobby,
    LobbyChatLog,
    LobbySaid,
    Matches,
    Notice,
    Pong,
    Snapshot,
    Started,
)
from kibitz_protocol.to_server import Create, FollowLobbyChat, ListMatches, Ping, Unwatch, Watch
from kibitz_protocol.values.seats import Me
from tests.client.network.scripts import ENTERED, QUICK, next_seq, numbered, row, watched
from tests.client.samples import CODE, MATCH, event, snapshot
from tests.fakes.client import TOKEN, FakeServer, refused, welcome

pytestmark = pytest.mark.io


async def test_a_server_that_cannot_look_us_up_is_asked_again(server: FakeServer) -> None:
    """A transient refusal of a hello is an error at first, and is retried after a disconnection."""
    async with NetworkClient(server.url, pace=QUICK) as client:
        peer = await server.peer()
        answers = [refused(Code.NOT_SAVED, "not now"), refused(Code.BUSY, "full")]
        server.greet = lambda hello: answers.pop(0) if answers else welcome(hello)
        peer.drop()
        asked = asyncio.create_task(client.ask(Ping(id="p")))
        for _ in range(2):
            await server.peer()
        await (await server.peer()).accept(Pong(at=1.0))
        assert (await asked).at == 1.0
    server.greet = lambda _hello: refused(Code.NOT_SAVED, "not now")
    with pytest.raises(NetworkError, match="refuses new connections now: not now"):
        await NetworkClient(server.url, pace=QUICK).__aenter__()


async def test_an_unanswered_command_is_sent_again(server: FakeServer) -> None:
    """A command without an answer is sent again with its id and token."""
    async with NetworkClient(server.url, pace=QUICK) as client:
        peer = await server.peer()
        asked = asyncio.create_task(client.ask(Ping(id="once")))
        assert (await peer.receive()).id == "once"
        peer.drop()
        peer = await server.peer()
        assert peer.hello.token == TOKEN
        assert (await peer.accept(Pong(at=1.0))).id == "once"
        assert (await asked).at == 1.0


async def test_after_a_break_only_the_gap_is_fetched(server: FakeServer) -> None:
    """A new connection requests the events after the last known one, and drops known ones."""
    async with NetworkClient(server.url, pace=QUICK) as client:
        peer = await server.peer()
        await watched(client, peer)
        await peer.send(numbered(4))
        messages = client.messages()
        assert await next_seq(messages) == 4
        peer.drop()
        peer = await server.peer()
        again = await peer.accept(ENTERED)
        assert (again.t, again.match, again.since) == ("watch", MATCH, 4)
        await peer.send(numbered(4), numbered(5))
        assert await next_seq(messages) == 5


async def test_clocks_that_stood_still_run_on_a_new_connection(server: FakeServer) -> None:
    """A server repeats that clocks are halted, but not that they run, so the client adds that notice."""
    async with NetworkClient(server.url, pace=QUICK) as client:
        peer = await server.peer()
        await peer.send(Notice(text="cannot save", halted=True))
        messages = client.messages()
        assert await anext(messages) == Notice(text="cannot save", halted=True)
        peer.drop()
        peer = await server.peer()
        told = await anext(messages)
        assert isinstance(told, Notice)
        assert told.halted is False
        await peer.send(Notice(text="cannot save", halted=True))
        assert await anext(messages) == Notice(text="cannot save", halted=True)


@pytest.mark.parametrize("code", [Close.RESTART, Close.OVERLOADED, 1001])
async def test_a_transient_close(server: FakeServer, code: int) -> None:
    """After a restart of the server, or a slow client's close, the client reconnects and resumes."""
    async with NetworkClient(server.url, pace=QUICK) as client:
        peer = await server.peer()
        await watched(client, peer)
        await peer.close(code)
        again = await (await server.peer()).receive()
        assert (again.match, again.since) == (MATCH, 3)


@pytest.mark.parametrize("code", [Close.POLICY, Close.BAD_MESSAGE, 4409])
async def test_a_permanent_close(server: FakeServer, code: int) -> None:
    """After a permanent close, commands and messages raise the reason."""
    async with NetworkClient(server.url, pace=QUICK) as client:
        peer = await server.peer()
        asked = asyncio.create_task(client.ask(Ping(id="p")))
        await peer.receive()
        await peer.close(code, "enough")
        with pytest.raises(NetworkError, match="ended the connection: enough"):
            await anext(client.messages())
        for question in (asked, client.ask(Ping(id="q"))):
            with pytest.raises(NetworkError, match="enough"):
                await question
    assert len(server.hellos) == 1


async def test_a_guest_that_was_forgotten_comes_as_another(server: FakeServer) -> None:
    """If the server does not know a guest's token, the client reconnects without it."""
    async with NetworkClient(server.url, pace=QUICK):
        peer = await server.peer()
        server.greet = lambda hello: Close.UNKNOWN_TOKEN if hello.token else welcome(hello)
        peer.drop()
        await server.peer()
    assert [hello.token for hello in server.hellos] == [None, TOKEN, None]


async def test_a_server_that_does_not_come_back(server: FakeServer) -> None:
    """After the last attempt, the client raises the reason."""
    impatient = Pace(first_delay_s=0.001, longest_delay_s=0.002, give_up_after_s=0.01)
    async with NetworkClient(server.url, pace=impatient) as client:
        await server.peer()
        await server.shut()
        with pytest.raises(NetworkError, match="no Kibitz server answers"):
            await anext(client.messages())
    await server.listen()


async def test_status_changes_are_reported(server: FakeServer) -> None:
    """`on_status` is called after a disconnection and after a reconnection."""
    told: list[Status] = []
    back = asyncio.Event()

    def note(status: Status, _text: str) -> None:
        told.append(status)
        if status is Status.ONLINE:
            back.set()

    async with NetworkClient(server.url, pace=QUICK, on_status=note):
        (await server.peer()).drop()
        await back.wait()
    assert told == [Status.OFFLINE, Status.ONLINE]


async def test_a_match_made_before_a_break_is_watched_after_it(server: FakeServer) -> None:
    """If the server answers from memory, the client requests the snapshot that was lost."""
    create = Create(id="c", game="tictactoe", seats=[Me()])
    async with NetworkClient(server.url, pace=QUICK) as client:
        peer = await server.peer()
        asked = asyncio.create_task(client.ask(create))
        await peer.receive()
        peer.drop()
        peer = await server.peer()
        assert await peer.accept(ENTERED) == create
        assert await asked == ENTERED
        assert (await peer.accept(ENTERED)).t == "watch"


async def test_a_match_that_was_left_is_not_resumed(server: FakeServer) -> None:
    """After `unwatch`, a match is not resumed."""
    async with NetworkClient(server.url, pace=QUICK) as client:
        peer = await server.peer()
        await watched(client, peer)
        asked = asyncio.create_task(client.ask(Unwatch(id="u", match=CODE)))
        await peer.accept()
        await asked
        again = asyncio.create_task(client.ask(Ping(id="p")))
        await peer.receive()
        peer.drop()
        assert (await (await server.peer()).accept(Pong(at=0.0))).t == "ping"
        await again


async def test_a_finished_match_may_be_unknown(server: FakeServer) -> None:
    """An unknown finished match is ignored on resuming, and an unknown live one is an error."""
    for phase, harmless in (("finished", True), ("running", False)):
        async with NetworkClient(server.url, pace=QUICK) as client:
            peer = await server.peer()
            await watched(client, peer)
            await peer.send(event(4, Started(), phase=phase))
            messages = client.messages()
            await anext(messages)
            peer.drop()
            peer = await server.peer()
            asked = await peer.receive()
            await peer.send(refused(Code.UNKNOWN_MATCH, "gone", id=asked.id), Notice(text="still here"))
            if harmless:
                assert await anext(messages) == Notice(text="still here")
            else:
                with pytest.raises(RefusedError, match="gone"):
                    await anext(messages)


async def test_a_busy_server_is_asked_again_for_a_match(server: FakeServer) -> None:
    """A match that the server cannot send at the moment is requested again. It is not lost."""
    async with NetworkClient(server.url, pace=QUICK) as client:
        peer = await server.peer()
        await watched(client, peer)
        peer.drop()
        peer = await server.peer()
        for code in (Code.TOO_MANY, Code.BUSY, Code.NOT_SAVED):
            asked = await peer.receive()
            assert (asked.t, asked.match, asked.since) == ("watch", "m1", 3)
            await peer.send(refused(code, "not now", id=asked.id))
        asked = await peer.receive()
        await peer.send(refused(Code.UNKNOWN_MATCH, "gone", id=asked.id))
        with pytest.raises(RefusedError, match="gone"):
            await anext(client.messages())


async def test_the_lobby_is_followed_across_a_break(server: FakeServer) -> None:
    """After a reconnection, the new list of the lobby is delivered as a change."""
    async with NetworkClient(server.url, pace=QUICK) as client:
        peer = await server.peer()
        asked = asyncio.create_task(client.ask(ListMatches(id="l", follow=True)))
        await peer.accept(Matches(matches=[row("a"), row("b")]))
        assert len((await asked).matches) == 2
        peer.drop()
        peer = await server.peer()
        again = await peer.accept(Matches(matches=[row("b"), row("c")]))
        assert (again.t, again.follow) == ("list", True)
        assert await anext(client.messages()) == Lobby(changed=[row("b"), row("c")], gone=["a"])


async def test_a_long_list_is_one_answer(server: FakeServer) -> None:
    """The client requests all pages, again from the first one on a new connection. A refused page is a refused list."""
    async with NetworkClient(server.url, pace=QUICK) as client:
        peer = await server.peer()
        asked = asyncio.create_task(client.ask(ListMatches(id="l", follow=True)))
        await peer.accept(Matches(matches=[row("a")], next="x"))
        assert (await peer.receive()).cursor == "x"
        peer.drop()
        peer = await server.peer()
        assert (await peer.accept(Matches(matches=[row("a")], next="x"))).id == "l"
        await peer.accept(Matches(matches=[row("b")]))
        assert [each.match for each in (await asked).matches] == ["a", "b"]
        peer.drop()
        peer = await server.peer()
        await peer.accept(Matches(matches=[row("b")], next="x"))
        await peer.accept(Matches(matches=[row("c")]))
        assert await anext(client.messages()) == Lobby(changed=[row("b"), row("c")], gone=["a"])
        asked = asyncio.create_task(client.ask(ListMatches(id="m")))
        await peer.accept(Matches(matches=[row("a")], next="x"))
        await peer.send(refused(Code.TOO_MANY, "later", id=(await peer.receive()).id))
        with pytest.raises(RefusedError, match="later"):
            await asked


async def test_a_snapshot_that_went_down_with_the_connection_is_asked_for(server: FakeServer) -> None:
    """A match whose snapshot was lost with the connection is watched on the next one."""
    async with NetworkClient(server.url, pace=QUICK) as client:
        peer = await server.peer()
        asked = asyncio.create_task(client.ask(Watch(id="w", match=CODE)))
        await peer.accept(ENTERED)
        await asked
        peer.drop()
        again = await server.peer()
        watch = await again.accept(ENTERED)
        assert isinstance(watch, Watch)
        assert (watch.match, watch.since) == (MATCH, None)
        await again.send(snapshot())
        assert isinstance(await anext(client.messages()), Snapshot)


async def test_the_lobby_chat_goes_on_after_a_reconnection(server: FakeServer) -> None:
    """The chat of the lobby is followed again, and what was said meanwhile arrives."""
    async with NetworkClient(server.url, pace=QUICK) as client:
        peer = await server.peer()
        asked = asyncio.create_task(client.ask(FollowLobbyChat(id="c")))
        await peer.accept(LobbyChatLog(said=[]))
        assert (await asked).said == []
        peer.drop()
        again = await server.peer()
        said = LobbySaid(name="mia", text="lunch?", at=1.0)
        command = await again.accept(LobbyChatLog(said=[said]))
        assert command.t == "lobby_chat"
        assert await anext(client.messages()) == said
