"""Finished matches on a server, for the tests of the archive: played over the socket, which is faster than clicks."""

import contextlib
import itertools
import json
from typing import Any

from websockets import Subprotocol
from websockets.sync.client import ClientConnection, connect

MOVES = {"win": ("a1", "b1", "a2", "b2", "a3"), "draw": ("a1", "b2", "b1", "c1", "a3", "a2", "c2", "b3", "c3")}
"""Matches of Tic-tac-toe that the first side wins, and that end in a draw."""


class Player:
    """A player on a connection of its own; a name makes it one with an account, which may play rated matches."""

    def __init__(self, site: str, name: str | None = None) -> None:
        self._numbers = itertools.count(1)
        address = site.replace("http://", "ws://")
        self._open = contextlib.ExitStack()
        opening = connect(f"{address}/", subprotocols=[Subprotocol("kibitz.v1")], proxy=None)
        self._socket: ClientConnection = self._open.enter_context(opening)
        self._send({"t": "hello"})
        self.welcome = self._until("welcome")
        if name is not None:
            self.ask(t="register", name=name, password=f"a password of {name}")

    def __enter__(self) -> "Player":
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def ask(self, **command: Any) -> Any:
        """Send a command, and return its result.

        Raises:
            AssertionError: The server refused it.
        """
        number = f"c{next(self._numbers)}"
        self._send({"id": number, **command})
        while True:
            message = self._receive()
            if message.get("id") == number:
                assert message["t"] == "accepted", message
                return message["result"]

    def until_over(self, match: str) -> None:
        """Wait for the end of a match that this player follows."""
        while True:
            message = self._receive()
            if message.get("match") == match and message.get("phase") in ("finished", "aborted"):
                return

    def _until(self, kind: str) -> dict[str, Any]:
        while (message := self._receive())["t"] != kind:
            pass
        return message

    def _send(self, message: dict[str, Any]) -> None:
        self._socket.send(json.dumps(message))

    def _receive(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self._socket.recv(30))
        return found


def rated_match(first: Player, second: Player, moves: tuple[str, ...] = MOVES["win"]) -> str:
    """Play a rated match of Tic-tac-toe to its end, and return its code."""
    created = first.ask(t="create", game="tictactoe", seats=[{"kind": "me"}, {"kind": "open"}], rated=True)
    match = created["match"]
    second.ask(t="join", match=match)
    for ply, move in enumerate(moves):
        (first, second)[ply % 2].ask(t="move", match=match, ply=ply, move=move)
    code: str = created["code"]
    return code


def duel(site: str, game: str, engines: tuple[dict[str, Any], dict[str, Any]], **terms: Any) -> str:
    """Let two engines play a match to its end, and return its code."""
    with Player(site) as host:
        seats = [{"kind": "engine", "engine": engine} for engine in engines]
        created = host.ask(t="create", game=game, seats=seats, **terms)
        host.until_over(created["match"])
        code: str = created["code"]
        return code
