"""Fuzzing of a running server: random clients send sequences of plausible commands, and a witness plays on.

Promises that are checked: each command that has an id gets one answer, or its connection is closed with a reason; no
answer is `internal`; the witness is answered in time throughout.
"""

import asyncio
import contextlib
import itertools
import json
import time
from collections import Counter
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from kibitz_protocol import SUBPROTOCOL
from kibitz_protocol.codec import BadMessage, decode_to_client, decode_to_server
from kibitz_protocol.refusals import Code
from tests.fuzz.commands import CommandGenerator, Seen

ANSWER_S = 120.0
BURST = 8
"""Commands that a client sends before it reads."""
NAMES = ("ann", "bob", "Zoë", "carol")
OLD_ID = 0.03
"""Probability that a command has the id of an earlier one."""
RANDOM_ENGINE = {"kind": "engine", "engine": {"algorithm": "random"}}
OPEN_TRIES = 10
KINDS_OF_PLAY = ("create", "join", "move", "move", "move", "watch", "offer", "accept")


class BrokenPromiseError(AssertionError):
    """A promise of the server that was broken, with the last commands before."""


class FuzzClient:
    """One client of a run."""

    def __init__(self, address: str, name: str, generator: CommandGenerator, rng: Random, seen: Seen) -> None:
        self.codes: Counter[str] = Counter()
        self.sent = 0
        self.closed = 0
        self._address = address
        self._name = name
        self._generator = generator
        self._rng = rng
        self._seen = seen
        self._token: str | None = None
        self._socket: ClientConnection | None = None
        self._recent: list[str] = []
        self._ids: list[str] = []
        self._open_answers: Counter[str] = Counter()

    async def burst(self) -> None:
        """Send some commands, and read until each has its answer."""
        socket = self._socket or await self._open()
        waiting: set[str] = set()
        try:
            for _ in range(self._rng.randint(1, BURST)):
                text, id = self._text()
                self._recent = [*self._recent[-2 * BURST :], text]
                self.sent += 1
                await socket.send(text)
                if id is not None:
                    waiting.add(id)
                    self._open_answers[id] += 1
            await self._read_answers(socket, waiting)
        except ConnectionClosed as error:
            if error.rcvd is None:
                raise BrokenPromiseError(f"the connection broke without a reason; last sent: {self._recent}") from None
            self.closed += 1
            self._socket = None

    def _text(self) -> tuple[str, str | None]:
        """Return a message, and the id under which it is answered; None if the server cannot read an id."""
        generator, rng = self._generator, self._rng
        command = generator.command(rng.choice(KINDS_OF_PLAY) if rng.random() < 0.6 else None)
        if self._ids and rng.random() < OLD_ID:
            command["id"] = rng.choice(self._ids)
        if command["t"] == "move":
            self._make_legal(command)
        elif command["t"] == "create":
            self._make_playable(command)
        self._ids = [*self._ids[-20:], command["id"]]
        text = generator.text(command)
        try:
            return text, decode_to_server(text).id
        except BadMessage as error:
            return text, error.id

    def _make_legal(self, command: dict[str, Any]) -> None:
        """Let a move be a legal one of a position that was seen, most of the time."""
        positions = self._seen.values.get("position of match")
        if positions and self._rng.random() < 0.8:
            match, ply, legal = self._rng.choice(positions)
            command |= {"match": match, "ply": ply, "move": self._rng.choice(legal)}
            command.pop("position", None)

    def _make_playable(self, command: dict[str, Any]) -> None:
        """Let a new match be one that the server accepts, most of the time: few random ones are."""
        if self._rng.random() < 0.7:
            opponent = self._rng.choice(({"kind": "open"}, {"kind": "open"}, {"kind": "me"}, RANDOM_ENGINE))
            command["seats"] = [{"kind": "me"}, opponent]
            for name in ("options", "position", "moves", "rated", "series", "link", "bot"):
                command.pop(name, None)

    async def _read_answers(self, socket: ClientConnection, waiting: set[str]) -> None:
        while waiting:
            try:
                async with asyncio.timeout(ANSWER_S):
                    text = await socket.recv()
            except TimeoutError:
                raise BrokenPromiseError(f"no answer to {list(waiting)}; last sent: {self._recent}") from None
            message = decode_to_client(text)
            self._note(message)
            if message.t not in ("accepted", "refused") or message.id is None:
                continue
            if message.t == "refused":
                self.codes[message.code] += 1
                if message.code == Code.INTERNAL:
                    raise BrokenPromiseError(f"{message.message}; last sent: {self._recent}")
            else:
                self.codes["accepted"] += 1
            waiting.discard(message.id)
            # Two commands with one id may share an answer, while the first of them is carried out.
            self._open_answers[message.id] -= 1
            if self._open_answers[message.id] < 0:
                raise BrokenPromiseError(f"a second answer to {message.id}; last sent: {self._recent}")

    def _note(self, message: Any) -> None:
        """Keep what later commands may name."""
        seen = self._seen
        if message.t == "snapshot":
            seen.add("match", message.code)
            self._note_position(message.match, message.state)
        elif message.t == "event" and message.state is not None:
            self._note_position(message.match, message.state)
        elif message.t == "accepted" and message.result is not None:
            result = message.result
            for name in ("code", "match", "key", "token", "link"):
                value = getattr(result, name, None)
                if isinstance(value, str):
                    seen.add("match" if name == "code" else name, value)

    def _note_position(self, match: str, state: Any) -> None:
        if state.legal:
            self._seen.add("position of match", (match, state.ply, tuple(state.legal)))
        self._seen.add("ply", state.ply)
        self._seen.add("position", state.position)
        self._seen.add("position", state.text)

    async def _open(self) -> ClientConnection:
        protocols = [Subprotocol(SUBPROTOCOL)]
        for attempt in range(OPEN_TRIES):
            socket = await connect(self._address, subprotocols=protocols, compression=None, proxy=None)
            # An earlier command may have given the name to an account, or ended the token.
            hello: dict[str, Any] = {"t": "hello", "name": f"{self._name} {attempt}" if attempt else self._name}
            if self._token is not None and self._rng.random() < 0.8:
                hello["token"] = self._token
            await socket.send(json.dumps(hello))
            answer = decode_to_client(await socket.recv())
            if answer.t == "welcome":
                self._token = answer.token or self._token
                self._socket = socket
                return socket
            self.codes[f"hello: {answer.code}"] += 1
            self._token = None
            await socket.close()
        raise BrokenPromiseError(f"{OPEN_TRIES} new guests were refused; last sent: {self._recent}")

    async def close(self) -> None:
        """Close the connection."""
        if self._socket is not None:
            await self._socket.close()


class LiveFuzz:
    """A run against one server: its clients, and the slowest answer to the witness."""

    def __init__(self, address: str, seed: int) -> None:
        self.slowest_s = 0.0
        self._address = address
        seen = Seen()
        for name in NAMES:
            seen.add("player", name)
            seen.add("name", name)
        for game in ("tictactoe", "connect4", "nim", "mnk", "kalah"):
            seen.add("game", game)
        for algorithm in ("random", "alphabeta", "mcts", "level"):
            seen.add("algorithm", algorithm)
        rng = Random(seed)
        generator = CommandGenerator(rng, seen)
        self.clients = [FuzzClient(address, name, generator, rng, seen) for name in NAMES]

    async def run(self, *, bursts: int | None = None, seconds: float | None = None) -> None:
        """Send this many bursts of each client, or send for this long.

        Raises:
            BrokenPromiseError: the server broke a promise.
        """
        until = None if seconds is None else time.monotonic() + seconds
        witness = asyncio.create_task(self._witness())
        try:
            for number in itertools.count():
                if number == bursts or (until is not None and time.monotonic() > until):
                    break
                # One after the other, so that a seed gives the same commands again.
                for client in self.clients:
                    await client.burst()
                if witness.done():
                    witness.result()
        finally:
            witness.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await witness
            for client in self.clients:
                await client.close()

    async def _witness(self) -> None:
        """Send pings on a connection of its own, and note the slowest answer."""
        async with connect(self._address, subprotocols=[Subprotocol(SUBPROTOCOL)], proxy=None) as socket:
            await socket.send(json.dumps({"t": "hello", "name": "witness"}))
            await socket.recv()
            for number in itertools.count():
                began = time.monotonic()
                await socket.send(json.dumps({"t": "ping", "id": f"w{number}"}))
                try:
                    async with asyncio.timeout(ANSWER_S):
                        while decode_to_client(await socket.recv()).t != "accepted":
                            pass
                except TimeoutError:
                    raise BrokenPromiseError("the witness got no answer to its ping") from None
                self.slowest_s = max(self.slowest_s, time.monotonic() - began)

    def report(self) -> str:
        """Return what was sent and answered, in one line."""
        codes = sum((client.codes for client in self.clients), Counter[str]())
        sent = sum(client.sent for client in self.clients)
        closed = sum(client.closed for client in self.clients)
        answers = ", ".join(f"{code} {count}" for code, count in codes.most_common())
        return f"{sent} commands, {closed} connections closed, slowest ping {self.slowest_s:.3f} s; answers: {answers}"
