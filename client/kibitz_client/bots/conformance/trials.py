"""The trials of `kibitz bot check`, in the order of a connection's life."""

from collections.abc import Callable
from typing import Any

from kibitz_client.bots.conformance.checker import Broken as BrokenError
from kibitz_client.bots.conformance.checker import Check, Place, Script, Wire, closes, expect, is_version
from kibitz_protocol import SUBPROTOCOL
from kibitz_protocol.codec import MAX_BYTES
from kibitz_protocol.refusals import Close, Code

TRIALS: list[Check] = []
BAD_FRAMES = (
    "{",
    "[]",
    '"hello"',
    '{"t":"move","id":"1","match":"x","ply":"one","move":"a1"}',
    b"\x00\x01",
    "[" * 9000,
)
MOST_BAD = 100


def trial(sentence: str) -> Callable[[Script], Script]:
    """Enter a script into the list."""

    def enter(script: Script) -> Script:
        TRIALS.append(Check(sentence, script))
        return script

    return enter


# -- hello


@trial("a connection selects the subprotocol kibitz.v1")
async def _(place: Place) -> None:
    expect((await place.stranger()).socket.subprotocol, SUBPROTOCOL, "the subprotocol")


@trial("hello is answered with welcome: a version, who we are, and a token for a new guest")
async def _(place: Place) -> None:
    _, welcome = await place.greeted(name="checker")
    expect(welcome.t, "welcome", "the answer to hello")
    expect(is_version(welcome.version), True, "whether the version is one of ours")
    expect(welcome.you.name, "checker", "our name")
    expect(bool(welcome.token), True, "whether there is a token")


@trial("the token brings the same player back, and is not told again")
async def _(place: Place) -> None:
    _, first = await place.greeted(name="checker")
    _, again = await place.greeted(token=first.token)
    expect(again.t, "welcome", "the answer to hello with the token")
    expect((again.you.id, again.token), (first.you.id, None), "who we are, and the token")


@trial("a version range that reaches into ours is welcome")
async def _(place: Place) -> None:
    _, welcome = await place.greeted(oldest=0, newest=99)
    expect(welcome.t, "welcome", "the answer to hello")
    expect(is_version(welcome.version), True, "whether the version is one of ours")


async def _refused_and_closed(wire: Wire, code: Code, close: int) -> Any:
    refused = await wire.next()
    expect(refused.t, "refused", "the answer")
    expect(refused.code, code, "the code")
    expect(bool(refused.hint), True, "whether it has a hint")
    expect(closes(await wire.closed()), closes(close), "the close code")
    return refused


@trial("a client too old or too new is told what to do, and closed with 1008")
async def _(place: Place) -> None:
    for version in (0, 99):
        wire = await place.stranger()
        await wire.send({"t": "hello", "oldest": version, "newest": version})
        await _refused_and_closed(wire, Code.WRONG_VERSION, Close.POLICY)


@trial("an unknown token is refused with unknown_token and closed with 4401")
async def _(place: Place) -> None:
    wire = await place.stranger()
    await wire.send({"t": "hello", "token": "nobody-has-this-token"})
    await _refused_and_closed(wire, Code.UNKNOWN_TOKEN, Close.UNKNOWN_TOKEN)


@trial("a first message that is no hello is refused with hello_first and closed with 4400")
async def _(place: Place) -> None:
    wire = await place.stranger()
    await wire.send({"t": "ping", "id": "1"})
    await _refused_and_closed(wire, Code.HELLO_FIRST, Close.BAD_MESSAGE)


# -- frames


@trial("a frame that is not the protocol's is refused with bad_message, and the connection goes on")
async def _(place: Place) -> None:
    wire = await place.guest()
    for frame in BAD_FRAMES:
        await wire.send(frame)
        refused = await wire.until(lambda m: m.t == "refused")
        expect(refused.code, Code.BAD_MESSAGE, f"the code for {frame[:40]!r}")
    await wire.done("ping")


@trial("a message of an unknown type, or with an unknown field, is refused under its id")
async def _(place: Place) -> None:
    wire = await place.guest()
    await wire.refused(Code.UNKNOWN_TYPE, "dance")
    await wire.refused(Code.BAD_MESSAGE, "ping", extra=1)


@trial("who goes on sending nonsense is closed with 4400")
async def _(place: Place) -> None:
    wire = await place.guest()
    for _number in range(MOST_BAD):
        await wire.send("{")
    expect(closes(await wire.closed()), closes(Close.BAD_MESSAGE), "the close code")


@trial("a frame that is too long ends the connection with 1009")
async def _(place: Place) -> None:
    wire = await place.guest()
    await wire.send(" " * (MAX_BYTES + 1))
    expect(await wire.closed(), 1009, "the close code")


# -- commands


@trial("games are listed with their seats and options")
async def _(place: Place) -> None:
    games = (await (await place.guest()).done("games")).games
    expect(bool(games), True, "whether there are games")
    expect(all(game.seats and game.move_help for game in games), True, "whether each has seats and help")


@trial("many commands at once are each answered once, under their ids")
async def _(place: Place) -> None:
    wire = await place.guest()
    ids = [f"at-once-{number}" for number in range(20)]
    for id in ids:
        await wire.send({"t": "ping", "id": id})
    answers = [(await wire.until(lambda m: m.t == "accepted")).id for _ in ids]
    expect(sorted(answers), sorted(ids), "the ids of the answers")


@trial("a command that comes again under its id is answered again and not done twice")
async def _(place: Place) -> None:
    wire = await place.guest()
    made = {"game": place.game, "seats": [{"kind": "me"}, {"kind": "open"}], "listed": False}
    first = (await wire.ask("create", id="the-same", **made)).result
    again = (await wire.ask("create", id="the-same", **made)).result
    expect(again, first, "the second answer")


@trial("an unknown game and an unknown match have their codes")
async def _(place: Place) -> None:
    wire = await place.guest()
    await wire.refused(Code.UNKNOWN_GAME, "create", game="no-such-game", seats=[{"kind": "me"}, {"kind": "open"}])
    await wire.refused(Code.UNKNOWN_MATCH, "watch", match="no-such-match")


# -- matches


@trial("a match is joined by its code, however it is written, and gives a snapshot and a seat")
async def _(place: Place) -> None:
    one, other = await place.guest(), await place.guest("checker-two")
    made = await one.done("create", game=place.game, seats=[{"kind": "me"}, {"kind": "open"}], listed=False)
    joined = await other.done("join", match=made.code.lower())
    expect((made.seat, joined.seat), (0, 1), "the seats")
    snapshot = await other.until(lambda m: m.t == "snapshot")
    expect((snapshot.match, snapshot.you), (made.match, 1), "whose snapshot it is, and our seat in it")


@trial("both players see the same events, numbered without a gap")
async def _(place: Place) -> None:
    one, other, code = await place.match()
    for ply in range(2):
        state = await (one, other)[ply].state(ply)
        await (one, other)[ply].done("move", match=code, ply=ply, move=state.legal[0])
    seen = []
    for wire in (one, other):
        await wire.state(2)
        seen.append([m.seq for m in wire.heard if m.t == "event" and m.event.kind == "moved"])
    expect(seen[0], seen[1], "the numbers of the moves")
    expect(seen[0][1], seen[0][0] + 1, "the number after the first move's")


@trial("a move for another ply is refused with stale_ply and the state")
async def _(place: Place) -> None:
    one, _, code = await place.match()
    state = await one.state(0)
    refused = await one.refused(Code.STALE_PLY, "move", match=code, ply=7, move=state.legal[0])
    expect(refused.state is not None and refused.state.ply, 0, "the ply of the state")


@trial("an illegal move, and one out of turn, are refused and change nothing")
async def _(place: Place) -> None:
    one, other, code = await place.match()
    state = await one.state(0)
    refused = await one.refused(Code.ILLEGAL_MOVE, "move", match=code, ply=0, move="no such move")
    expect(bool(refused.hint), True, "whether it has a hint")
    await other.refused(Code.NOT_YOUR_TURN, "move", match=code, ply=0, move=state.legal[0])
    await one.done("move", match=code, ply=0, move=state.legal[0])


@trial("who watches from elsewhere sees the match and may not move")
async def _(place: Place) -> None:
    one, _, code = await place.match()
    state = await one.state(0)
    eve = await place.guest("checker-three")
    expect((await eve.done("watch", match=code)).seat, None, "the seat of who watches")
    await eve.refused(Code.NOT_SEATED, "move", match=code, ply=0, move=state.legal[0])
    await one.done("move", match=code, ply=0, move=state.legal[0])
    await eve.until(lambda m: m.t == "event" and m.event.kind == "moved")


# -- coming back


@trial("after a drop, `since` brings exactly the events that were missed")
async def _(place: Place) -> None:
    one, other, code = await place.match()
    eve, welcome = await place.greeted(name="checker-three")
    await eve.done("watch", match=code)
    known = (await eve.until(lambda m: m.t == "snapshot")).seq
    eve.socket.transport.abort()
    for ply in range(2):
        state = await (one, other)[ply].state(ply)
        await (one, other)[ply].done("move", match=code, ply=ply, move=state.legal[0])
    back = await place.guest(token=welcome.token)
    await back.done("watch", match=code, since=known)
    seqs = [(await back.until(lambda m: m.t in ("event", "snapshot"))) for _ in range(2)]
    if seqs[0].t == "snapshot":
        raise BrokenError("it sent a snapshot for a gap of two events")
    expect([event.seq for event in seqs], [known + 1, known + 2], "the numbers of the events")


@trial("a `since` that cannot be known brings a snapshot")
async def _(place: Place) -> None:
    _, _, code = await place.match()
    eve = await place.guest("checker-three")
    await eve.done("watch", match=code, since=9999)
    await eve.until(lambda m: m.t == "snapshot")


@trial("a move sent again over a new connection is answered again and played once")
async def _(place: Place) -> None:
    one, welcome = await place.greeted(name="checker-one")
    other = await place.guest("checker-two")
    seats = [{"kind": "me"}, {"kind": "open"}]
    code = (await one.done("create", game=place.game, seats=seats, listed=False)).code
    await other.done("join", match=code)
    move = {"match": code, "ply": 0, "move": (await one.state(0)).legal[0]}
    await one.ask("move", id="the-move", **move)
    one.socket.transport.abort()
    back = await place.guest(token=welcome.token)
    expect((await back.ask("move", id="the-move", **move)).t, "accepted", "the answer to the same move")
    await back.done("watch", match=code)
    snapshot = await back.until(lambda m: m.t == "snapshot")
    expect(len(snapshot.moves), 1, "how many moves were played")
    expect(snapshot.you, 0, "our seat")


# -- the rest


@trial("resigning ends the match for the other side, and then no move is taken")
async def _(place: Place) -> None:
    one, other, code = await place.match()
    state = await one.state(0)
    await one.done("resign", match=code)
    finished = await other.until(lambda m: m.t == "event" and m.event.kind == "finished")
    expect(finished.event.result.winner, 1, "the winner")
    await one.refused(Code.NOT_RUNNING, "move", match=code, ply=0, move=state.legal[0])


@trial("a rematch that both want is a new match, seats swapped, to which both are led")
async def _(place: Place) -> None:
    one, other, code = await place.match()
    await one.state(0)
    await one.done("resign", match=code)
    await other.done("offer", match=code, offer="rematch")
    offered = await one.until(lambda m: m.t == "event" and m.event.kind == "offered")
    expect((offered.event.seat, offered.event.offer), (1, "rematch"), "whose offer it is, and of what")
    await one.done("accept", match=code, offer="rematch")
    await _led_on(one, 1)
    await _led_on(other, 0)


async def _led_on(wire: Wire, seat: int) -> None:
    led = await wire.until(lambda m: m.t == "next")
    snapshot = await wire.until(lambda m: m.t == "snapshot" and m.match == led.next)
    expect((snapshot.phase, snapshot.you), ("running", seat), "the phase of the next match, and our seat in it")


@trial("an engine's seat answers with a legal move")
async def _(place: Place) -> None:
    wire = await place.guest()
    engine = {"kind": "engine", "engine": {"algorithm": "random"}}
    made = await wire.done("create", game=place.game, seats=[{"kind": "me"}, engine], listed=False)
    state = await wire.state(0)
    await wire.done("move", match=made.code, ply=0, move=state.legal[0])
    legal = (await wire.state(1)).legal
    moved = await wire.until(lambda m: m.t == "event" and m.event.kind == "moved" and m.event.move.ply == 1)
    expect(moved.event.move.move in legal, True, "whether the engine's move was legal")


@trial("what one player says the other hears")
async def _(place: Place) -> None:
    one, other, code = await place.match()
    await one.done("chat", match=code, text="good luck")
    expect((await other.until(lambda m: m.t == "said")).text, "good luck", "what was said")


@trial("who follows the lobby hears of a new match")
async def _(place: Place) -> None:
    one, other = await place.guest(), await place.guest("checker-two")
    await one.done("list", follow=True)
    made = await other.done("create", game=place.game, seats=[{"kind": "me"}, {"kind": "open"}])
    await one.until(lambda m: m.t == "lobby" and any(row.match == made.match for row in m.changed))
    await other.done("resign", match=made.code)
