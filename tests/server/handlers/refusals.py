"""Scripts that provoke the refusals of connections, matches and moves."""

import contextlib
import sqlite3
from typing import Any

from kibitz_protocol.codec import MAX_BYTES
from kibitz_protocol.refusals import Close, Code
from tests.server.handlers.provocation import DATABASE, Scene, close_code, provokes
from tests.server.wire import ME, OPEN, engine

SEATS = [ME, OPEN]
BRITTLE = """
from dataclasses import replace
from kibitz_server.games.mnk import rules

BASE = rules
GAME = replace(rules.GAME, name="brittle", title="Brittle")
constants = rules.constants

def play(s, move):
    raise RuntimeError("this game is broken")
"""
FRIENDLY = """
from dataclasses import replace
from kibitz_server.games.mnk import rules

BASE = rules
GAME = replace(rules.GAME, name="friendly", title="Friendly", zero_sum=False)
constants = rules.constants
"""


# -- hello


@provokes(Code.HELLO_FIRST)
async def hello_first(scene: Scene) -> Any:
    return await scene.greeted({"t": "ping", "id": "1"})


@provokes(Code.WRONG_VERSION)
async def wrong_version(scene: Scene) -> Any:
    newer = await scene.greeted({"t": "hello", "oldest": 9, "newest": 9})
    assert "update the server" in newer.hint
    older = await scene.greeted({"t": "hello", "oldest": 0, "newest": 0})
    assert "update the client" in older.hint
    return older


@provokes(Code.UNKNOWN_TOKEN)
async def unknown_token(scene: Scene) -> Any:
    return await scene.greeted({"t": "hello", "token": "nobody-has-this-token"})


@provokes(Code.BAD_MESSAGE)
async def bad_message(scene: Scene) -> Any:
    ann = await scene.call()
    await ann.send("{")
    return await ann.next()


@provokes(Code.UNKNOWN_TYPE)
async def unknown_type(scene: Scene) -> Any:
    return await (await scene.call()).ask("dance")


@provokes(Code.ID_REUSED)
async def id_reused(scene: Scene) -> Any:
    ann, code = await scene.hosted()
    for text in ("hello", "good bye"):
        await ann.send({"t": "chat", "id": "same", "match": code, "text": text})
    return await ann.until("refused")


# -- creating a match


@provokes(Code.UNKNOWN_GAME)
async def unknown_game(scene: Scene) -> Any:
    return await (await scene.call()).ask("create", game="nosuch", seats=SEATS)


@provokes(Code.BAD_OPTION)
async def bad_option(scene: Scene) -> Any:
    return await (await scene.call()).ask("create", game="mnk", options={"columns": 99}, seats=SEATS)


@provokes(Code.BAD_POSITION)
async def bad_position(scene: Scene) -> Any:
    return await (await scene.call()).ask("create", game="tictactoe", position="XXX", seats=SEATS)


@provokes(Code.BAD_MOVES)
async def bad_moves(scene: Scene) -> Any:
    return await (await scene.call()).ask("create", game="tictactoe", moves=["b2", "b2"], seats=SEATS)


@provokes(Code.BAD_SEATS)
async def bad_seats(scene: Scene) -> Any:
    return await (await scene.call()).ask("create", game="tictactoe", seats=[ME])


@provokes(Code.CANNOT_RATE)
async def cannot_rate(scene: Scene) -> Any:
    return await (await scene.call()).ask("create", game="tictactoe", seats=SEATS, rated=True, moves=["b2"])


@provokes(Code.UNKNOWN_ENGINE)
async def unknown_engine(scene: Scene) -> Any:
    return await (await scene.call()).ask("create", game="tictactoe", seats=[ME, engine("nosuch")])


@provokes(Code.UNFIT_ENGINE, game=FRIENDLY)
async def unfit_engine(scene: Scene) -> Any:
    return await (await scene.call()).ask("create", game="friendly", seats=[ME, engine("alphabeta")])


# -- joining and watching


@provokes(Code.UNKNOWN_MATCH)
async def unknown_match(scene: Scene) -> Any:
    return await (await scene.call()).ask("watch", match="NOSUCH")


@provokes(Code.BAD_CURSOR)
async def bad_cursor(scene: Scene) -> Any:
    return await (await scene.call()).ask("archive", cursor="page two")


@provokes(Code.BAD_TREE)
async def bad_tree(scene: Scene) -> Any:
    return await (await scene.call()).ask("explain", of={"kind": "leaves", "tree": "[3, []]"})


@provokes(Code.TREE_TOO_LARGE)
async def tree_too_large(scene: Scene) -> Any:
    of = {"kind": "game", "game": "connect4"}
    return await (await scene.call()).ask("explain", of=of, algorithm="minimax", depth=9)


@provokes(Code.WRONG_KEY)
async def wrong_key(scene: Scene) -> Any:
    _, code = await scene.hosted(visibility="private")
    return await (await scene.call("bob")).ask("watch", match=code, key="not-the-key")


@provokes(Code.NO_WATCHERS)
async def no_watchers(scene: Scene) -> Any:
    _, code = await scene.hosted(watchable=False)
    return await (await scene.call("eve")).ask("watch", match=code)


@provokes(Code.NO_HELP)
async def no_help(scene: Scene) -> Any:
    ann = await scene.call("ann")
    assert (await ann.ask("register", name="annika", password="correct horse")).t == "accepted"
    made = await ann.ask("create", game="tictactoe", seats=[ME, {"kind": "open"}], rated=True)
    return await ann.ask("explain", of={"kind": "match", "match": made.result.code})


@provokes(Code.MATCH_FULL)
async def match_full(scene: Scene) -> Any:
    _, _, code = await scene.running(autostart=False)
    return await (await scene.call("eve")).ask("join", match=code)


@provokes(Code.SEAT_TAKEN)
async def seat_taken(scene: Scene) -> Any:
    _, code = await scene.hosted()
    return await (await scene.call("bob")).ask("join", match=code, seat=0)


@provokes(Code.SEAT_KEPT)
async def seat_kept(scene: Scene) -> Any:
    await scene.call("mia")
    _, code = await scene.hosted(seats=[ME, {"kind": "invite", "name": "mia"}])
    return await (await scene.call("eve")).ask("join", match=code)


@provokes(Code.ALREADY_SEATED)
async def already_seated(scene: Scene) -> Any:
    ann, code = await scene.hosted()
    return await ann.ask("join", match=code)


@provokes(Code.NOT_HOST)
async def not_host(scene: Scene) -> Any:
    _, bob, code = await scene.running(autostart=False)
    return await bob.ask("start", match=code)


@provokes(Code.NO_CHANCE)
async def no_chance(scene: Scene) -> Any:
    ann, code = await scene.hosted()
    return await ann.ask("give_client_seed", match=code, client_seed="ann-3_x9")


@provokes(Code.SEATS_EMPTY)
async def seats_empty(scene: Scene) -> Any:
    ann, code = await scene.hosted(autostart=False)
    return await ann.ask("start", match=code)


@provokes(Code.NOT_OPEN)
async def not_open(scene: Scene) -> Any:
    ann, _, code = await scene.running()
    return await ann.ask("start", match=code)


@provokes(Code.NOT_CLAIMABLE)
async def not_claimable(scene: Scene) -> Any:
    ann, _, code = await scene.running()
    return await ann.ask("claim", match=code)


@provokes(Code.NOT_RUNNING)
async def not_running(scene: Scene) -> Any:
    ann, code = await scene.hosted()
    return await ann.ask("move", match=code, ply=0, move="b2")


# -- playing


@provokes(Code.NOT_SEATED)
async def not_seated(scene: Scene) -> Any:
    _, _, code = await scene.running()
    return await (await scene.call("eve")).ask("move", match=code, ply=0, move="b2")


@provokes(Code.NOT_YOUR_TURN)
async def not_your_turn(scene: Scene) -> Any:
    _, bob, code = await scene.running()
    return await bob.ask("move", match=code, ply=0, move="b2")


@provokes(Code.STALE_PLY)
async def stale_ply(scene: Scene) -> Any:
    ann, _, code = await scene.running()
    refused = await ann.ask("move", match=code, ply=4, move="b2")
    assert refused.state.ply == 0
    return refused


@provokes(Code.ILLEGAL_MOVE)
async def illegal_move(scene: Scene) -> Any:
    ann, _, code = await scene.running()
    refused = await ann.ask("move", match=code, ply=0, move="z9")
    assert "b2" in refused.hint
    return refused


@provokes(Code.NOT_WATCHING)
async def not_watching(scene: Scene) -> Any:
    _, code = await scene.hosted()
    return await (await scene.call("eve")).ask("chat", match=code, text="hello")


@provokes(Code.CHAT_OFF)
async def chat_off(scene: Scene) -> Any:
    ann, code = await scene.hosted(chat=False)
    return await ann.ask("chat", match=code, text="hello")


@provokes(Code.TOO_MANY)
async def too_many(scene: Scene) -> Any:
    ann, _, code = await scene.running("connect4")
    slow = {"algorithm": "alphabeta", "limit": {"seconds": 5}}
    await ann.send({"t": "hint", "id": "first", "match": code, "engine": slow})
    return await ann.ask("hint", match=code, engine=slow)


@provokes(Code.INTERNAL, game=BRITTLE)
async def internal(scene: Scene) -> Any:
    ann, _, code = await scene.running("brittle")
    refused = await ann.ask("move", match=code, ply=0, move="b2")
    # Only the match with the fault has ended.
    assert [event.event.kind for event in ann.events()][-1] == "aborted"
    assert (await ann.ask("create", game="tictactoe", seats=SEATS)).t == "accepted"
    return refused


@provokes(Code.NOT_SAVED, on_disk=True, alone=True)
async def not_saved(scene: Scene) -> Any:
    ann, _, code = await scene.running()
    with contextlib.closing(sqlite3.connect(scene.folder / DATABASE, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        await ann.send({"t": "move", "id": "waits", "match": code, "ply": 0, "move": "b2"})
        assert (await ann.until("notice")).halted
        refused = await ann.ask("resign", match="NOSUCH")
        other.execute("ROLLBACK")
    # Earlier moves are not lost.
    assert (await ann.until("moved")).event.move.move == "b2"
    return refused


# -- offers


@provokes(Code.NO_FEED)
async def no_feed(scene: Scene) -> Any:
    """The server has no MQTT broker."""
    return await (await scene.call()).ask("tell_turns")


@provokes(Code.NO_OFFER)
async def no_offer(scene: Scene) -> Any:
    ann, bob, code = await scene.running()
    await ann.ask("offer", match=code, offer="draw")
    await ann.ask("move", match=code, ply=0, move="b2")
    # The move has ended the offer.
    return await bob.ask("accept", match=code)


@provokes(Code.OFFER_OPEN)
async def offer_open(scene: Scene) -> Any:
    ann, _, code = await scene.running()
    await ann.ask("offer", match=code, offer="draw")
    return await ann.ask("offer", match=code, offer="draw")


@provokes(Code.TOO_SOON)
async def too_soon(scene: Scene) -> Any:
    ann, bob, code = await scene.running()
    await ann.ask("offer", match=code, offer="draw")
    await bob.ask("decline", match=code)
    return await ann.ask("offer", match=code, offer="draw")


@provokes(Code.NO_MOVE)
async def no_move(scene: Scene) -> Any:
    ann, _, code = await scene.running()
    return await ann.ask("offer", match=code, offer="takeback")


@provokes(Code.NOT_PAUSED)
async def not_paused(scene: Scene) -> Any:
    ann, _, code = await scene.running()
    return await ann.ask("offer", match=code, offer="resume")


@provokes(Code.NO_ANALYSIS)
async def no_analysis(scene: Scene) -> Any:
    ann, code = await scene.hosted()
    await ann.ask("resign", match=code)
    return await ann.ask("analyse", match=code)


@provokes(Code.NOT_OVER)
async def not_over(scene: Scene) -> Any:
    ann, _, code = await scene.running()
    return await ann.ask("offer", match=code, offer="rematch")


# -- how connections end


@provokes(Close.BAD_MESSAGE)
async def closed_for_nonsense(scene: Scene) -> Any:
    ann = await scene.call()
    for _ in range(10):
        await ann.send("{")
    return await close_code(ann)


@provokes(Close.UNKNOWN_TOKEN)
async def closed_for_its_token(scene: Scene) -> Any:
    wire = await scene.stranger()
    await wire.send({"t": "hello", "token": "nobody-has-this-token"})
    return await close_code(wire)


@provokes(Close.POLICY)
async def closed_for_its_version(scene: Scene) -> Any:
    wire = await scene.stranger()
    await wire.send({"t": "hello", "oldest": 9, "newest": 9})
    return await close_code(wire)


@provokes(Close.SLOW_HELLO)
async def closed_for_saying_nothing(scene: Scene) -> Any:
    return await close_code(await scene.stranger())


@provokes(Close.RESTART, alone=True, process=True)
async def closed_for_a_restart(scene: Scene) -> Any:
    ann = await scene.call()
    scene.stop()
    return await close_code(ann)


@provokes(1009)
async def closed_for_a_frame_too_long(scene: Scene) -> Any:
    ann = await scene.call()
    await ann.send("x" * (MAX_BYTES + 1))
    return await close_code(ann)
