"""Programs watch, list and play on a real server, also over a connection that breaks."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator

import pytest

from kibitz_client.sdk import (
    Finished,
    Invitation,
    LiveMatch,
    LobbyView,
    MatchSetup,
    Moved,
    NetworkError,
    Next,
    RefusedError,
    Said,
    SeekEnded,
    Snapshot,
    Status,
    UsageError,
    connect,
    line_texts,
    seed_fits,
)
from kibitz_protocol.refusals import Code
from kibitz_protocol.to_server import Ping
from tests.client.sdk.relay import relayed
from tests.server_thread import serving

pytestmark = pytest.mark.io

BOUND_S = 30.0


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Yield the address of one server for all tests."""
    with serving(limits="off") as address:
        yield address


async def test_a_match_is_watched_to_its_end(address: str) -> None:
    """The stream begins with a snapshot, has every event in order with the state after it, and ends with the match."""
    async with asyncio.timeout(BOUND_S), connect(address) as client, connect(address, name="mia") as other:
        hosted = await other.create(MatchSetup("tictactoe", opponent="random:seed=1"))
        playing = asyncio.create_task(play_first_moves(hosted))
        updates = [update async for update in client.watch(hosted.code)]
        await playing
    assert isinstance(updates[0].message, Snapshot)
    assert isinstance(updates[-1].fact, Finished)
    assert updates[-1].state.result == updates[-1].fact.result
    plies = [update.fact.move.ply for update in updates if isinstance(update.fact, Moved)]
    known = len(updates[0].state.moves)
    assert plies == list(range(known, len(updates[-1].state.moves)))


async def play_first_moves(match: LiveMatch) -> None:
    """Play the first legal move at each turn."""
    while (state := await match.turn()) is not None:
        await match.move(state.position.legal[0])


async def test_a_match_with_chance_events(address: str) -> None:
    """The client gives its seed by itself, a move returns after the chance events, and the server seed fits."""
    async with asyncio.timeout(BOUND_S), connect(address, name="mia") as client:
        match = await client.create(MatchSetup("backgammon", opponent="random:seed=1"))
        state = await match.turn()
        assert state is not None
        assert (state.position.chances, len(state.chance_events) > 0, state.client_seeds[0] is not None) == (
            [],
            True,
            True,
        )
        after = await match.move(state.position.legal[0])
        assert (after.position.chances, after.chance_events[-1].ply) == ([], len(after.moves))
        await match.resign()
        end = await match.over()
    assert seed_fits(end) is True
    assert len(line_texts(end)) == len(end.moves) + len(end.chance_events)


async def test_a_stream_survives_a_disconnection(address: str) -> None:
    """A connection that breaks in the middle of a match loses and repeats no event, and both sides play on."""
    said: list[Status] = []
    async with (
        asyncio.timeout(BOUND_S),
        relayed(address) as relay,
        connect(relay.url, on_status=lambda status, _text: said.append(status)) as watcher,
        connect(relay.url, name="mia") as player,
    ):
        match = await player.create(MatchSetup("reversi", opponent="random:seed=1"))
        playing = asyncio.create_task(play_first_moves(match))
        plies: list[int] = []
        first = 0
        async for update in watcher.watch(match.code):
            if isinstance(update.message, Snapshot):
                assert not plies, "the missed events come, not a snapshot"
                first = len(update.state.moves)
            if isinstance(update.fact, Moved):
                plies.append(update.fact.move.ply)
                if len(plies) in (5, 20):
                    relay.cut()
        await playing
        assert relay.connections >= 4
    assert plies == list(range(first, match.state.position.ply))
    assert said[:2] == [Status.OFFLINE, Status.ONLINE]
    assert match.state.over


async def test_a_client_that_gives_up_says_so(address: str) -> None:
    """If no new connection opens, streams, seats and commands raise NetworkError."""
    async with asyncio.timeout(BOUND_S), contextlib.AsyncExitStack() as stack:
        relay = await (relaying := contextlib.AsyncExitStack()).enter_async_context(relayed(address))
        client = await stack.enter_async_context(connect(relay.url, give_up_after_s=0.0))
        match = await client.create("tictactoe")
        stream = match.events()
        assert isinstance((await anext(stream)).message, Snapshot)
        await relaying.aclose()
        with pytest.raises(NetworkError, match="no Kibitz server answers"):
            await anext(stream)
        with pytest.raises(NetworkError):
            await match.turn()
        with pytest.raises(NetworkError):
            await client.games()
        with pytest.raises(NetworkError):
            await anext(client.lobby())


async def test_two_programs_play_talk_and_agree(address: str) -> None:
    """A seat moves, chats, offers and answers offers; refusals have a code."""
    async with asyncio.timeout(BOUND_S), connect(address, name="ann") as ann, connect(address, name="bob") as bob:
        hers = await ann.create(MatchSetup("tictactoe", clock="5+3", help=True))
        his = await bob.join(hers.code)
        assert (hers.seat, his.seat) == (0, 1)
        with pytest.raises(RefusedError) as caught:
            await his.move("b2")
        assert caught.value.refused.code == Code.NOT_YOUR_TURN
        assert (await hers.turn()) is hers.state
        assert (await hers.move("b2")).position.ply == 1
        state = await his.turn()
        assert state is not None
        assert state.moves[-1].move == "b2"
        stream = his.events()
        assert (await anext(stream)).state.your_turn
        await hers.chat("good luck")
        update = await anext(stream)
        assert isinstance(update.message, Said)
        assert update.message.text == "good luck"
        assert (await his.hint("random")).move in state.position.legal
        await his.offer("draw")
        async for update in hers.events():
            if update.state.offered == "draw":
                await hers.accept()
        assert (await his.over()).result == hers.state.result
        assert hers.state.result is not None
        assert hers.state.result.winner is None
        assert await hers.turn() is None


async def test_joining_again_returns_to_the_seat(address: str) -> None:
    """A player who has a seat in the match gets it back, also with the token of an earlier run."""
    async with asyncio.timeout(BOUND_S):
        async with connect(address, name="zoe") as client:
            code, token = (await client.create("tictactoe")).code, client.token
        async with connect(address, token=token) as client:
            assert client.you.name == "zoe"
            assert (await client.join(code)).seat == 0
            assert (await client.back(code)).seat == 0
            with pytest.raises(RefusedError, match="there is no match"):
                await client.join("NOSUCH")


async def test_a_stream_that_ends_early_leaves_the_match(address: str) -> None:
    """After `break` the client is no longer a spectator, unless another stream or seat needs the match."""
    async with asyncio.timeout(BOUND_S), connect(address, name="host") as host, connect(address) as client:
        match = await host.create("tictactoe")
        other = client.watch(match.code)
        await anext(other)
        async for _ in client.watch(match.code):
            break
        assert [row.watchers for row in await host.matches() if row.code == match.code] == [1]
        await other.aclose()
        while [row.watchers for row in await host.matches() if row.code == match.code] != [0]:
            await client.ask(Ping(id="p"))
        async for update in client.watch(match.code):
            assert update.state.code == match.code
            break
        async for _ in match.events():
            break
        await host.ask(Ping(id="p"))
        await match.chat("still here")


async def test_a_series_is_followed_and_played(address: str) -> None:
    """`follow` goes on with the next game until the series is over; `next` returns the seat in the next game."""
    async with asyncio.timeout(BOUND_S), connect(address, name="sam") as player, connect(address) as watcher:
        match = await player.create(MatchSetup("tictactoe", opponent="random:seed=3", games=2))
        first_code, codes = match.code, []

        async def play_all() -> None:
            following: LiveMatch | None = match
            while following is not None:
                codes.append(following.code)
                await play_first_moves(following)
                following = await following.next()

        playing = asyncio.create_task(play_all())
        updates = [update async for update in watcher.watch(first_code, follow=True)]
        await playing
    assert len(codes) == 2
    assert list(dict.fromkeys(update.state.code for update in updates)) == codes
    assert isinstance(updates[-1].message, Next)


async def test_the_lobby_is_live(address: str) -> None:
    """The first view has every match that the filters select; later ones say what was added, changed and removed."""
    async with asyncio.timeout(BOUND_S), connect(address, name="kim") as host, connect(address) as client:
        before = await host.create("nim")
        await host.create("tictactoe")
        lobby = client.lobby(game="nim", phase="open")
        view = await anext(lobby)
        assert {row.game for row in view.rows} == {"nim"}
        assert before.code in {row.code for row in view.added}
        after = await host.create("nim")
        view = await changed(lobby, after.code)
        assert view.rows[0].code == after.code
        await after.resign()
        while after.code in {row.code for row in view.rows}:
            view = await anext(lobby)
        assert after.code in {row.code for row in view.gone}
        with pytest.raises(UsageError, match="follows the lobby already"):
            await anext(client.lobby())
        await lobby.aclose()
        assert (await anext(client.lobby())).rows


async def changed(lobby: AsyncIterator[LobbyView], code: str) -> LobbyView:
    """Return the first view with a match."""
    async for view in lobby:
        if code in {row.code for row in view.rows}:
            return view
    raise AssertionError("the lobby has no end")


async def test_lists_and_records(address: str) -> None:
    """Games, filtered matches and the record of a match are lists of protocol models."""
    async with asyncio.timeout(BOUND_S), connect(address, name="pia") as client:
        assert "reversi" in {game.name for game in await client.games()}
        assert "alphabeta" in client.engines
        match = await client.create(MatchSetup("tictactoe", opponent="random:seed=1"))
        await match.resign()
        last = await match.over()
        record = await client.record(match.code)
        assert isinstance(record[0], Snapshot)
        assert record[-1].seq == last.seq
        open_match = await client.create("tictactoe")
        rows = await client.matches(player="PIA", phase="open")
        assert open_match.code in {row.code for row in rows}
        assert all(row.phase == "open" for row in rows)


async def test_opponents_are_sought(address: str) -> None:
    """Two seekers of the same game get seats in one match; a cancelled search ends at the server too."""
    async with asyncio.timeout(BOUND_S), connect(address, name="ada") as ada, connect(address, name="ben") as ben:
        cancelled = asyncio.create_task(ada.seek("nim"))
        await ada.games()
        with pytest.raises(UsageError, match="looks for an opponent already"):
            await ada.seek("nim")
        cancelled.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await cancelled
        waiting = asyncio.create_task(ben.seek("nim"))
        await ben.games()
        assert not waiting.done()
        hers, his = await asyncio.gather(ada.seek("nim"), waiting)
        assert hers.code == his.code
        assert {hers.seat, his.seat} == {0, 1}


async def test_a_search_ends_with_the_player_and_not_with_a_client(address: str) -> None:
    """Two clients of a player search side by side; a match with a clock of one ends the searches of both."""
    async with (
        asyncio.timeout(BOUND_S),
        connect(address, name="una") as one,
        connect(address, token=one.token) as other,
    ):
        searches = [asyncio.create_task(one.seek("nim")), asyncio.create_task(other.seek("hex"))]
        await asyncio.gather(one.games(), other.games())
        searches.pop().cancel()
        await asyncio.gather(one.games(), other.games())
        assert not searches[0].done()
        await other.create(MatchSetup("tictactoe", opponent="random", clock="5+3"))
        with pytest.raises(SeekEnded, match="match with a clock"):
            await searches[0]


async def test_invitations_are_announced(address: str) -> None:
    """A seat that is reserved for the program arrives as an announcement, and `join` takes it."""
    async with asyncio.timeout(BOUND_S), connect(address, name="ivy") as ivy, connect(address, name="lea") as lea:
        announcements = ivy.announcements()
        waiting = asyncio.ensure_future(anext(announcements))
        await ivy.games()
        match = await lea.create(MatchSetup("tictactoe", opponent="@ivy"))
        invitation = await waiting
        assert isinstance(invitation, Invitation)
        assert invitation.by == "lea"
        assert (await ivy.join(invitation.row.match)).code == match.code


async def test_tv_goes_on_with_the_next_match() -> None:
    """A stream of TV goes on with another match after the end of one."""
    shown: list[str] = []
    with serving(limits="off") as address:
        async with asyncio.timeout(BOUND_S), connect(address, name="tim") as player, connect(address) as watcher:
            first = await player.create(MatchSetup("reversi", opponent="random:seed=1"))
            await first.move(first.state.position.legal[0])
            async for update in watcher.watch("tv"):
                if update.state.code not in shown:
                    shown.append(update.state.code)
                    if len(shown) == 2:
                        break
                    await player.create(MatchSetup("tictactoe", seats=["random", "me"]))
                    await first.resign()
            assert shown[0] == first.code


async def test_an_address_is_checked() -> None:
    """A text that is not an address and a server that does not answer have different errors."""
    with pytest.raises(UsageError, match="not the address"):
        connect("no address")
    with pytest.raises(NetworkError, match="no Kibitz server answers"):
        async with connect("ws://127.0.0.1:1"):
            pass
