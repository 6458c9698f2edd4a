"""Conformance checks of `kibitz bot check`, from hello to the end of a match."""

from collections.abc import Callable
from typing import Any

from kibitz_client.bots.conformance.checker import (
    Check,
    CheckConnection,
    Script,
    ServerUnderTest,
    Violation,
    describe_close,
    expect,
    is_supported_version,
)
from kibitz_protocol import SUBPROTOCOL
from kibitz_protocol.codec import MAX_BYTES
from kibitz_protocol.refusals import Close, Code

CHECKS: list[Check] = []
BAD_FRAMES = (
    "{",
    "[]",
    '"hello"',
    '{"t":"move","id":"1","match":"x","ply":"one","move":"a1"}',
    b"\x00\x01",
    "[" * 9000,
)
BAD_MESSAGES = 100


def check(sentence: str) -> Callable[[Script], Script]:
    """Return a decorator that adds a script to `CHECKS`."""

    def register(script: Script) -> Script:
        CHECKS.append(Check(sentence, script))
        return script

    return register


# -- hello


@check("a connection selects the subprotocol kibitz.v1")
async def _(server: ServerUnderTest) -> None:
    expect((await server.connect()).socket.subprotocol, SUBPROTOCOL, "the subprotocol")


@check("hello is answered with welcome: a version, the client's identity, and a token for a new guest")
async def _(server: ServerUnderTest) -> None:
    _, welcome = await server.say_hello(name="checker")
    expect(welcome.t, "welcome", "the answer to hello")
    expect(is_supported_version(welcome.version), True, "whether the client supports the version")
    expect(welcome.you.name, "checker", "the client's name")
    expect(bool(welcome.token), True, "whether there is a token")


@check("the token returns the same player, and is not sent again")
async def _(server: ServerUnderTest) -> None:
    _, first = await server.say_hello(name="checker")
    _, again = await server.say_hello(token=first.token)
    expect(again.t, "welcome", "the answer to hello with the token")
    expect((again.you.id, again.token), (first.you.id, None), "the player and the token")


@check("a version range that includes a supported version is accepted")
async def _(server: ServerUnderTest) -> None:
    _, welcome = await server.say_hello(oldest=0, newest=99)
    expect(welcome.t, "welcome", "the answer to hello")
    expect(is_supported_version(welcome.version), True, "whether the client supports the version")


async def _refused_and_closed(connection: CheckConnection, code: Code, close: int) -> Any:
    refused = await connection.next()
    expect(refused.t, "refused", "the answer")
    expect(refused.code, code, "the code")
    expect(bool(refused.hint), True, "whether it has a hint")
    expect(describe_close(await connection.closed()), describe_close(close), "the close code")
    return refused


@check("a client that is too old or too new gets a hint, and is closed with 1008")
async def _(server: ServerUnderTest) -> None:
    for version in (0, 99):
        connection = await server.connect()
        await connection.send({"t": "hello", "oldest": version, "newest": version})
        await _refused_and_closed(connection, Code.WRONG_VERSION, Close.POLICY)


@check("an unknown token is refused with unknown_token and closed with 4401")
async def _(server: ServerUnderTest) -> None:
    connection = await server.connect()
    await connection.send({"t": "hello", "token": "nobody-has-this-token"})
    await _refused_and_closed(connection, Code.UNKNOWN_TOKEN, Close.UNKNOWN_TOKEN)


@check("a first message other than hello is refused with hello_first and closed with 4400")
async def _(server: ServerUnderTest) -> None:
    connection = await server.connect()
    await connection.send({"t": "ping", "id": "1"})
    await _refused_and_closed(connection, Code.HELLO_FIRST, Close.BAD_MESSAGE)


# -- frames


@check("an invalid frame is refused with bad_message, and the connection stays open")
async def _(server: ServerUnderTest) -> None:
    connection = await server.guest()
    for frame in BAD_FRAMES:
        await connection.send(frame)
        refused = await connection.until(lambda m: m.t == "refused")
        expect(refused.code, Code.BAD_MESSAGE, f"the code for {frame[:40]!r}")
    await connection.accepted("ping")


@check("a message of an unknown type or with an unknown field is refused with its id")
async def _(server: ServerUnderTest) -> None:
    connection = await server.guest()
    await connection.refused(Code.UNKNOWN_TYPE, "dance")
    await connection.refused(Code.BAD_MESSAGE, "ping", extra=1)


@check("a client that keeps sending invalid frames is closed with 4400")
async def _(server: ServerUnderTest) -> None:
    connection = await server.guest()
    for _number in range(BAD_MESSAGES):
        await connection.send("{")
    expect(describe_close(await connection.closed()), describe_close(Close.BAD_MESSAGE), "the close code")


@check("a frame that is too long closes the connection with 1009")
async def _(server: ServerUnderTest) -> None:
    connection = await server.guest()
    await connection.send(" " * (MAX_BYTES + 1))
    expect(await connection.closed(), 1009, "the close code")


# -- commands


@check("games are listed with their seats and options")
async def _(server: ServerUnderTest) -> None:
    games = (await (await server.guest()).accepted("games")).games
    expect(bool(games), True, "whether there are games")
    expect(all(game.seats and game.move_help for game in games), True, "whether each has seats and help")


@check("many commands at once are each answered once, with their ids")
async def _(server: ServerUnderTest) -> None:
    connection = await server.guest()
    ids = [f"at-once-{number}" for number in range(20)]
    for id in ids:
        await connection.send({"t": "ping", "id": id})
    answers = [(await connection.until(lambda m: m.t == "accepted")).id for _ in ids]
    expect(sorted(answers), sorted(ids), "the ids of the answers")


@check("a command that is sent again with its id is answered again and not executed twice")
async def _(server: ServerUnderTest) -> None:
    connection = await server.guest()
    created = {"game": server.game, "seats": [{"kind": "me"}, {"kind": "open"}], "listed": False}
    first = (await connection.ask("create", id="the-same", **created)).result
    again = (await connection.ask("create", id="the-same", **created)).result
    expect(again, first, "the second answer")


@check("an unknown game and an unknown match are refused with their codes")
async def _(server: ServerUnderTest) -> None:
    connection = await server.guest()
    await connection.refused(Code.UNKNOWN_GAME, "create", game="no-such-game", seats=[{"kind": "me"}, {"kind": "open"}])
    await connection.refused(Code.UNKNOWN_MATCH, "watch", match="no-such-match")


# -- matches


@check("a match code is accepted in any case, and joining gives a snapshot and a seat")
async def _(server: ServerUnderTest) -> None:
    one, other = await server.guest(), await server.guest("checker-two")
    created = await one.accepted("create", game=server.game, seats=[{"kind": "me"}, {"kind": "open"}], listed=False)
    joined = await other.accepted("join", match=created.code.lower())
    expect((created.seat, joined.seat), (0, 1), "the seats")
    snapshot = await other.until(lambda m: m.t == "snapshot")
    expect((snapshot.match, snapshot.you), (created.match, 1), "the match of the snapshot, and the client's seat")


@check("both players receive the same events, numbered without a gap")
async def _(server: ServerUnderTest) -> None:
    one, other, code = await server.match()
    for ply in range(2):
        state = await (one, other)[ply].state(ply)
        await (one, other)[ply].accepted("move", match=code, ply=ply, move=state.legal[0])
    seen = []
    for connection in (one, other):
        await connection.state(2)
        seen.append([m.seq for m in connection.received if m.t == "event" and m.event.kind == "moved"])
    expect(seen[0], seen[1], "the numbers of the moves' events")
    expect(seen[0][1], seen[0][0] + 1, "the number of the second move's event")


@check("a move for another ply is refused with stale_ply and the state")
async def _(server: ServerUnderTest) -> None:
    one, _, code = await server.match()
    state = await one.state(0)
    refused = await one.refused(Code.STALE_PLY, "move", match=code, ply=7, move=state.legal[0])
    expect(refused.state is not None and refused.state.ply, 0, "the ply of the state")


@check("an illegal move and a move out of turn are refused and change nothing")
async def _(server: ServerUnderTest) -> None:
    one, other, code = await server.match()
    state = await one.state(0)
    refused = await one.refused(Code.ILLEGAL_MOVE, "move", match=code, ply=0, move="no such move")
    expect(bool(refused.hint), True, "whether it has a hint")
    await other.refused(Code.NOT_YOUR_TURN, "move", match=code, ply=0, move=state.legal[0])
    await one.accepted("move", match=code, ply=0, move=state.legal[0])


@check("a spectator sees the match and may not move")
async def _(server: ServerUnderTest) -> None:
    one, _, code = await server.match()
    state = await one.state(0)
    spectator = await server.guest("checker-three")
    expect((await spectator.accepted("watch", match=code)).seat, None, "the spectator's seat")
    await spectator.refused(Code.NOT_SEATED, "move", match=code, ply=0, move=state.legal[0])
    await one.accepted("move", match=code, ply=0, move=state.legal[0])
    await spectator.until(lambda m: m.t == "event" and m.event.kind == "moved")


# -- reconnection


@check("after a disconnection, `since` brings exactly the missed events")
async def _(server: ServerUnderTest) -> None:
    one, other, code = await server.match()
    spectator, welcome = await server.say_hello(name="checker-three")
    await spectator.accepted("watch", match=code)
    known = (await spectator.until(lambda m: m.t == "snapshot")).seq
    spectator.socket.transport.abort()
    for ply in range(2):
        state = await (one, other)[ply].state(ply)
        await (one, other)[ply].accepted("move", match=code, ply=ply, move=state.legal[0])
    back = await server.guest(token=welcome.token)
    await back.accepted("watch", match=code, since=known)
    seqs = [(await back.until(lambda m: m.t in ("event", "snapshot"))) for _ in range(2)]
    if seqs[0].t == "snapshot":
        raise Violation("it sent a snapshot for a gap of two events")
    expect([event.seq for event in seqs], [known + 1, known + 2], "the numbers of the events")


@check("an unknown `since` brings a snapshot")
async def _(server: ServerUnderTest) -> None:
    _, _, code = await server.match()
    spectator = await server.guest("checker-three")
    await spectator.accepted("watch", match=code, since=9999)
    await spectator.until(lambda m: m.t == "snapshot")


@check("a move that is sent again over a new connection is answered again and played once")
async def _(server: ServerUnderTest) -> None:
    one, welcome = await server.say_hello(name="checker-one")
    other = await server.guest("checker-two")
    seats = [{"kind": "me"}, {"kind": "open"}]
    code = (await one.accepted("create", game=server.game, seats=seats, listed=False)).code
    await other.accepted("join", match=code)
    move = {"match": code, "ply": 0, "move": (await one.state(0)).legal[0]}
    await one.ask("move", id="the-move", **move)
    one.socket.transport.abort()
    back = await server.guest(token=welcome.token)
    expect((await back.ask("move", id="the-move", **move)).t, "accepted", "the answer to the same move")
    await back.accepted("watch", match=code)
    snapshot = await back.until(lambda m: m.t == "snapshot")
    expect(len(snapshot.moves), 1, "the number of moves")
    expect(snapshot.you, 0, "the client's seat")


# -- the end of a match, engines, chat and lobby


@check("resigning ends the match for both players, and later moves are refused")
async def _(server: ServerUnderTest) -> None:
    one, other, code = await server.match()
    state = await one.state(0)
    await one.accepted("resign", match=code)
    finished = await other.until(lambda m: m.t == "event" and m.event.kind == "finished")
    expect(finished.event.result.winner, 1, "the winner")
    await one.refused(Code.NOT_RUNNING, "move", match=code, ply=0, move=state.legal[0])


@check("a rematch that both accept is a new match with the seats swapped, and both are redirected to it")
async def _(server: ServerUnderTest) -> None:
    one, other, code = await server.match()
    await one.state(0)
    await one.accepted("resign", match=code)
    await other.accepted("offer", match=code, offer="rematch")
    offered = await one.until(lambda m: m.t == "event" and m.event.kind == "offered")
    expect((offered.event.seat, offered.event.offer), (1, "rematch"), "the seat of the offer, and its kind")
    await one.accepted("accept", match=code, offer="rematch")
    await _expect_redirect(one, 1)
    await _expect_redirect(other, 0)


async def _expect_redirect(connection: CheckConnection, seat: int) -> None:
    redirect = await connection.until(lambda m: m.t == "next")
    snapshot = await connection.until(lambda m: m.t == "snapshot" and m.match == redirect.next)
    expect((snapshot.phase, snapshot.you), ("running", seat), "the phase of the next match, and the client's seat")


@check("an engine answers with a legal move")
async def _(server: ServerUnderTest) -> None:
    connection = await server.guest()
    engine = {"kind": "engine", "engine": {"algorithm": "random"}}
    created = await connection.accepted("create", game=server.game, seats=[{"kind": "me"}, engine], listed=False)
    state = await connection.state(0)
    await connection.accepted("move", match=created.code, ply=0, move=state.legal[0])
    legal = (await connection.state(1)).legal
    moved = await connection.until(lambda m: m.t == "event" and m.event.kind == "moved" and m.event.move.ply == 1)
    expect(moved.event.move.move in legal, True, "whether the engine's move was legal")


@check("a player's chat message reaches the opponent")
async def _(server: ServerUnderTest) -> None:
    one, other, code = await server.match()
    await one.accepted("chat", match=code, text="good luck")
    expect((await other.until(lambda m: m.t == "said")).text, "good luck", "the text of the chat message")


@check("a client that follows the lobby is notified of a new match")
async def _(server: ServerUnderTest) -> None:
    one, other = await server.guest(), await server.guest("checker-two")
    await one.accepted("list", follow=True)
    created = await other.accepted("create", game=server.game, seats=[{"kind": "me"}, {"kind": "open"}])
    await one.until(lambda m: m.t == "lobby" and any(row.match == created.match for row in m.changed))
    await other.accepted("resign", match=created.code)
