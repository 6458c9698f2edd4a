"""Scenes of the transcripts, each for one part of the protocol."""

from collections.abc import Awaitable, Callable
from typing import Any

from tests.transcripts.scene import ME, OPEN, Scene, SceneClient

SCENES: dict[str, tuple[str, Callable[[Scene], Awaitable[None]]]] = {}

ENGINE = {"kind": "engine", "engine": {"algorithm": "alphabeta", "limit": {"depth": 4, "seed": 7}}}


def scene(name: str, title: str) -> Callable[[Callable[[Scene], Awaitable[None]]], Callable[[Scene], Awaitable[None]]]:
    """Register the decorated function as a scene."""

    def register(play: Callable[[Scene], Awaitable[None]]) -> Callable[[Scene], Awaitable[None]]:
        SCENES[name] = (title, play)
        return play

    return register


@scene("hello", "Hello, reconnecting with a token, and the refusals of an outdated version and an unknown token")
async def _(scene: Scene) -> None:
    ann, welcome = await scene.hello("ann", client="my-client/1.0")
    await ann.ask("ping")
    await ann.disconnect()
    await scene.hello("ann", token=welcome.token)
    old = await scene.connect("old")
    await old.send({"t": "hello", "oldest": 0, "newest": 0})
    await old.until_closed()
    nobody = await scene.connect("nobody")
    await nobody.send({"t": "hello", "token": "nobody-has-this-token"})
    await nobody.until_closed()


@scene("lobby", "Listing games and matches, and following changes of the lobby")
async def _(scene: Scene) -> None:
    ann, bob = await scene.client("ann"), await scene.client("bob")
    await ann.ask("games")
    await ann.ask("list", follow=True)
    await bob.ask("create", game="tictactoe", seats=[ME, OPEN])
    await ann.until("lobby")


@scene("match", "A match between two players, from its creation to its end")
async def _(scene: Scene) -> None:
    ann, bob = await scene.client("ann"), await scene.client("bob")
    code = (await ann.ask("create", game="tictactoe", seats=[ME, OPEN])).result.code
    await ann.until("snapshot")
    await bob.ask("join", match=code)
    await bob.until("snapshot")
    await ann.until("started")
    await ann.ask("move", match=code, ply=0, move="z9")
    await ann.ask("move", match=code, ply=0, move="b2")
    await ann.until("moved")
    await bob.until("moved")
    await bob.ask("move", match=code, ply=0, move="a1")
    await bob.ask("chat", match=code, text="good luck")
    await ann.until("said")
    await bob.ask("resign", match=code)
    await ann.until("finished")


@scene("watching", "Watching a match, losing the connection, and getting exactly the missed events")
async def _(scene: Scene) -> None:
    ann, _bob, code = await scene.match(show_thinking=True)
    eve, welcome = await scene.hello("eve")
    await eve.ask("watch", match=code)
    seq = (await eve.until("snapshot")).seq
    await eve.disconnect()
    await ann.ask("move", match=code, ply=0, move="b2")
    eve, _welcome = await scene.hello("eve", token=welcome.token)
    await eve.ask("watch", match=code, since=seq)
    await eve.until("moved")
    await eve.ask("unwatch", match=code)
    await eve.ask("record", match=code, since=3)
    await eve.ask("export", match=code, form="pgn", comments=False)


@scene("hosting", "A match that its host starts, and a seat that is reserved for a player")
async def _(scene: Scene) -> None:
    ann, bob, code = await scene.match(autostart=False)
    await ann.ask("start", match=code)
    await bob.until("started")
    await ann.ask("create", game="tictactoe", seats=[{"kind": "invite", "name": "bob"}, OPEN])
    await bob.until("invited")


@scene("engines", "A match against an engine, with a hint")
async def _(scene: Scene) -> None:
    ann = await scene.client("ann")
    code = (await ann.ask("create", game="tictactoe", seats=[ME, ENGINE])).result.code
    await ann.until("snapshot")
    await ann.ask("hint", match=code, engine={"algorithm": "alphabeta", "limit": {"depth": 3, "seed": 7}})
    await ann.ask("move", match=code, ply=0, move="b2")
    await ann.until("moved")
    await ann.until("moved")
    await ann.ask("resign", match=code)
    await ann.until("finished")


@scene("offers", "A draw declined, a takeback, a pause, and a rematch")
async def _(scene: Scene) -> None:
    ann, bob, code = await scene.match()
    await ann.ask("offer", match=code, offer="draw")
    await bob.until("offered")
    await bob.ask("decline", match=code)
    await ann.until("declined")
    await ann.ask("move", match=code, ply=0, move="b2")
    await ann.ask("offer", match=code, offer="takeback")
    await bob.ask("accept", match=code)
    await ann.until("taken_back")
    await bob.ask("offer", match=code, offer="pause")
    await bob.ask("withdraw", match=code)
    await ann.until("withdrawn")
    await ann.ask("claim", match=code)
    await ann.ask("resign", match=code)
    await bob.until("finished")
    await ann.ask("offer", match=code, offer="rematch")
    await bob.ask("accept", match=code)
    await bob.until("next")


@scene("settle", "Two players of Go agree which stones are dead")
async def _(scene: Scene) -> None:
    ann, bob = await scene.client("ann"), await scene.client("bob")
    board: dict[str, Any] = {"options": {"size": 3, "komi": 0.5}, "position": "-B-/BBB/--W B"}
    code = (await ann.ask("create", game="go", **board, seats=[ME, OPEN])).result.code
    await bob.ask("join", match=code)
    await ann.ask("move", match=code, ply=0, move="pass")
    await bob.ask("move", match=code, ply=1, move="pass")
    await ann.until("paused")
    await ann.ask("offer", match=code, offer="settle", dead=[8])
    await bob.until("offered")
    await bob.ask("offer", match=code, offer="settle", dead=[8])
    await ann.until("finished")


async def first_draw(host: SceneClient, guest: SceneClient, **fields: Any) -> tuple[str, Any]:
    """Play a match to its first chance event. Return its code, and the state that the guest got with the event."""
    code: str = (await host.ask("create", **fields, seats=[ME, OPEN])).result.code
    await host.until("snapshot")
    await host.ask("give_client_seed", match=code, client_seed="x0Yh-3ffQ_r")
    await guest.ask("join", match=code)
    await guest.until("snapshot")
    await guest.ask("give_client_seed", match=code, client_seed="7pWk2-b8dC1")
    return code, (await guest.until("chance_decided")).state


@scene("chance", "A match with dice: client seeds of the players, chance events, and the seed after the end")
async def _(scene: Scene) -> None:
    ann, bob = await scene.client("ann"), await scene.client("bob")
    code, state = await first_draw(ann, bob, game="backgammon")
    player = (ann, bob)[state.to_move]
    await player.ask("move", match=code, ply=0, move=state.legal[0])
    await bob.until("chance_decided")
    await bob.ask("offer", match=code, offer="takeback")
    await bob.ask("resign", match=code)
    await bob.until("seed_revealed")


@scene("hidden", "A match with hidden cards: what one player and a spectator get, and all chance events after the end")
async def _(scene: Scene) -> None:
    ann, bob, eve = await scene.client("ann"), await scene.client("bob"), await scene.client("eve")
    code, state = await first_draw(ann, bob, game="kuhn", options={"hands": 1})
    while state.chances or state.to_move is None:
        state = (await bob.until("chance_decided")).state
    await eve.ask("watch", match=code)
    await eve.until("snapshot")
    player, other = (ann, bob) if state.to_move == 0 else (bob, ann)
    await player.ask("explain", of={"kind": "match", "match": code})
    await player.ask("move", match=code, ply=0, move="bet")
    await other.until("moved")
    await other.ask("move", match=code, ply=1, move="fold")
    await eve.until("seed_revealed")


@scene("away", "A player who disconnects")
async def _(scene: Scene) -> None:
    ann, bob, _code = await scene.match()
    await bob.disconnect()
    await ann.until("presence")


@scene("pairing", "Matchmaking, and hiding the chat of a player")
async def _(scene: Scene) -> None:
    ann, bob = await scene.client("ann"), await scene.client("bob")
    await ann.ask("seek", game="tictactoe")
    await ann.ask("unseek")
    await ann.ask("seek", game="tictactoe")
    await bob.ask("seek", game="tictactoe")
    await bob.until("paired")
    await bob.ask("mute", name="ann")


@scene("archive", "Searching finished matches, and the ratings")
async def _(scene: Scene) -> None:
    ann, bob, code = await scene.match()
    await ann.ask("move", match=code, ply=0, move="b2")
    await bob.ask("resign", match=code)
    await ann.until("finished")
    await ann.ask("archive", game="tictactoe", limit=5)
    await ann.ask("ratings", game="tictactoe")
    await ann.ask("tell_turns")


@scene("analysis", "The moves of a finished match, judged by searches")
async def _(scene: Scene) -> None:
    ann, bob, code = await scene.match()
    await ann.ask("move", match=code, ply=0, move="b2")
    await ann.ask("analyse", match=code)
    await bob.ask("resign", match=code)
    await ann.until("finished")
    await ann.ask("analyse", match=code, effort="quick")


@scene("around", "The spectators of a match, and the games of its series")
async def _(scene: Scene) -> None:
    ann, bob, code = await scene.match(series=2)
    eve = await scene.client("eve")
    await eve.ask("watch", match=code)
    await ann.ask("watchers", match=code)
    await bob.ask("resign", match=code)
    await eve.until("next")
    await eve.ask("series", match=code)


@scene("explain", "The trees of small searches: of a game and of leaf values")
async def _(scene: Scene) -> None:
    ann = await scene.client("ann")
    await ann.ask("explain", of={"kind": "leaves", "tree": "[[3, 12], [2, 4]]"})
    await ann.ask("explain", of={"kind": "game", "game": "nim", "options": {"heaps": "1,2"}}, depth=2)
    await ann.ask("explain", of={"kind": "leaves", "tree": "[[3, 12], "})


@scene("local", "Two people at one keyboard, and a finished match on an analysis board")
async def _(scene: Scene) -> None:
    ann = await scene.client("ann")
    seats = [{"kind": "me", "label": "Ann"}, {"kind": "me", "label": "Bob"}]
    code = (await ann.ask("create", game="tictactoe", seats=seats)).result.code
    await ann.ask("explore", of={"kind": "match", "match": code})
    await ann.ask("move", match=code, ply=0, move="b2")
    await ann.ask("move", match=code, ply=1, move="a1")
    await ann.ask("offer", match=code, offer="takeback")
    await ann.ask("resign", match=code)
    await ann.until("finished")
    await ann.ask("explore", of={"kind": "match", "match": code})
    line = {"kind": "game", "game": "tictactoe", "moves": ["b2", "a3"]}
    await ann.ask("explore", of=line, since=1)
    await ann.ask("evaluate", of=line, engine={"algorithm": "alphabeta", "limit": {"depth": 2}})


@scene("people", "An account, its sessions and its bot")
async def _(scene: Scene) -> None:
    ann = await scene.client("ann")
    await ann.ask("rename", name="anna")
    await ann.ask("register", name="annika", password="correct horse")
    await ann.ask("login", name="annika", password="correct horse")
    await ann.ask("sessions")
    await ann.ask("change_password", old="correct horse", new="battery staple")
    await ann.ask("revoke", session=None)
    await ann.ask("make_bot", name="annabot")
    await ann.ask("bots")
    await ann.ask("renew_bot", bot="annabot")
    await ann.ask("revoke_bot", bot="annabot")
    await ann.ask("admin", action={"kind": "players"})
    await ann.send({"t": "logout", "id": "the-last"})
    await ann.until_closed()
