"""What hostile clients send: for each command a generator of the messages of one client."""

import itertools
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from bench.server.generator import BOARD, MOVES

ME, OPEN = {"kind": "me"}, {"kind": "open"}
HOST: dict[str, object] = {"t": "create", "game": "connect4", "options": BOARD, "seats": [ME, OPEN]}
ALONE: dict[str, object] = {
    "t": "create",
    "game": "connect4",
    "options": BOARD,
    "seats": [ME, ME],
    "visibility": "unlisted",
}
BOARD_15 = {"kind": "game", "game": "gomoku", "options": {"size": 15}}
MIDDLE = {**BOARD_15, "moves": ["h8", "h9", "g8", "i8", "g9", "f9", "i7", "j6", "g7", "g6"]}
QUICK = {"algorithm": "alphabeta", "limit": {"depth": 2}}


@dataclass
class Stand:
    """What one hostile client knows when it writes its next message."""

    long: str
    """Code of a running match of many moves."""
    over: str
    """Code of a finished one."""
    match: str = ""
    """The last match that the client entered."""
    entered: int = 0
    """How many answers named a match."""


Message = dict[str, object] | bytes | None
"""A command without its id, bytes that are not a message, or None while the client waits for an answer."""
Messages = Callable[[Stand], Iterator[Message]]


def always(**command: object) -> Messages:
    """Return the attack that repeats one command. The values LONG and OVER stand for the matches of many moves."""

    def messages(stand: Stand) -> Iterator[Message]:
        text = json.dumps(command)
        while True:
            yield json.loads(text.replace("LONG", stand.long).replace("OVER", stand.over))

    return messages


def _entered(stand: Stand, before: int) -> Iterator[Message]:
    while stand.entered == before:
        yield None


def _watch(stand: Stand) -> Iterator[Message]:
    while True:
        yield {"t": "watch", "match": stand.long}
        yield {"t": "unwatch", "match": stand.long}


def _create(stand: Stand) -> Iterator[Message]:
    while True:
        before = stand.entered
        yield HOST
        for _ in range(200):  # the command may have been refused
            if stand.entered > before:
                yield {"t": "resign", "match": stand.match}
                break
            yield None


def _in_own_match(command: dict[str, object]) -> Messages:
    def messages(stand: Stand) -> Iterator[Message]:
        yield ALONE
        yield from _entered(stand, 0)
        while True:
            yield {**command, "match": stand.match}

    return messages


def _move(stand: Stand) -> Iterator[Message]:
    for game in itertools.count():
        yield ALONE
        yield from _entered(stand, game)
        for ply, move in enumerate(MOVES):
            yield {"t": "move", "match": stand.match, "ply": ply, "move": move}


def _wrong(_stand: Stand) -> Iterator[Message]:
    wide = json.dumps({"t": "create", "id": "1", "game": "nim", "seats": [OPEN] * 3000}).encode()
    deep = b'{"t":"create","id":"1","game":"nim","seats":' + b"[" * 30_000
    while True:
        yield wide
        yield deep


def _again(_stand: Stand) -> Iterator[Message]:
    while True:
        yield b""


NAMES = ("Ann", "Bob", "Carol", "Dave")


def _rename(_stand: Stand) -> Iterator[Message]:
    for name in itertools.cycle(NAMES):
        yield {"t": "rename", "name": name}


def _names(_stand: Stand) -> Iterator[Message]:
    for number in itertools.count():
        yield {"t": "login", "name": f"player {number % 1000}", "password": "wrong horse"}


ATTACKS: dict[str, Messages] = {
    "ping": always(t="ping"),
    "list": always(t="list"),
    "list, follow": always(t="list", follow=True),
    "list, filtered": always(t="list", player="host"),
    "games": always(t="games"),
    "record": always(t="record", match="LONG"),
    "export": always(t="export", match="LONG", form="pgn"),
    "watch and unwatch": _watch,
    "watchers": always(t="watchers", match="LONG"),
    "series": always(t="series", match="LONG"),
    "archive": always(t="archive", limit=100),
    "ratings": always(t="ratings", limit=100),
    "explain": always(t="explain", of=MIDDLE, depth=2),
    "explore": always(t="explore", of=MIDDLE),
    "explore, long": always(t="explore", of={"kind": "match", "match": "OVER"}),
    "evaluate": always(t="evaluate", of=MIDDLE, engine=QUICK),
    "analyse": always(t="analyse", match="OVER"),
    "create and withdraw": _create,
    "move": _move,
    "chat": _in_own_match({"t": "chat", "text": "hello"}),
    "hint": _in_own_match({"t": "hint", "engine": QUICK}),
    "lobby_chat": always(t="lobby_chat"),
    "seek and unseek": lambda _: itertools.cycle(({"t": "seek", "game": "gomoku"}, {"t": "unseek"})),
    "mute": always(t="mute", name="eve"),
    "rename": _rename,
    "login": _names,
    "sessions": always(t="sessions"),
    "bad messages": _wrong,
    "hello": _again,
}
"""What each hostile client sends. Empty bytes mean: connect again."""
