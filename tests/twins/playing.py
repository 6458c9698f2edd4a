"""A match for the twin test, played on a whole server while every channel is recorded."""

import asyncio
import re
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import structlog

from kibitz_server.core.match import moves
from kibitz_server.games.game import PUBLIC, BadPosition
from kibitz_server.games.registry import load
from kibitz_server.messages.encoding import encode
from kibitz_server.messages.outgoing import OutgoingMessage
from kibitz_server.mqtt.feed import BrokerFeed
from kibitz_server.net.pages.previews import match_preview
from tests.fakes.server import RecordingConnection, settle
from tests.server.conftest import FakeClient, InProcessServer
from tests.server.mqtt.test_feed import Recorder
from tests.simulation.planted import Planted
from tests.twins.deals import Script

Channels = dict[tuple[int, str], list[bytes]]
"""What left the server, by viewer (a seat, or PUBLIC) and channel."""

NAMES = ("ann", "bob")


class BytesConnection(RecordingConnection):
    """Connection that keeps the bytes of its messages."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.bytes: list[bytes] = []

    def send(self, letter: OutgoingMessage) -> None:
        self.bytes.append(letter.data)
        super().send(letter)


class Trial:
    """One match with its players, spectators, a viewer of TV, a client in the lobby and a broker."""

    def __init__(self, script: Script, **terms: Any) -> None:
        self.script = script
        self.channels: Channels = defaultdict(list)
        self.server = InProcessServer(seed=1, make_sink=BrokerFeed, wall_clock=lambda: 1e9)
        self.recorder = Recorder(self.server)
        self.recorder.feed.open()
        self.players = [self._connect(name) for name in NAMES]
        self.code = self.players[0].host(script.game, options=script.options, **terms)
        self.match = self.server.match(self.code)
        self.eve, self.lobby = self._connect("eve"), self._connect("lou")
        self.lobby.ask("list", follow=True)
        self.players[1].ask("join", match=self.code)
        for player in self.players:
            player.ask("give_client_seed", match=self.code, client_seed="text")
        self.eve.ask("watch", match=self.code)
        self.tv = self._connect("tom")
        self.tv.ask("watch", match="tv")

    @classmethod
    async def played(cls, script: Script, deal: Sequence[int], **terms: Any) -> Channels:
        """Play a match, and return what left the server. `deal` has the place of each draw among those that are due."""
        with Planted(moves, "decide", lambda _right, _seeds, number, _weights: deal[number - 1], ()).in_place():
            return await cls(script, **terms).play()

    def _connect(self, name: str) -> FakeClient:
        connection = BytesConnection(name)
        self.server.runtime.clients.arrive(connection)
        return FakeClient(self.server, connection)

    async def play(self) -> Channels:
        """Play the script, with all that a viewer may ask between the moves, and return what left the server."""
        with structlog.testing.capture_logs() as logs:
            await self._pass()
            for ply in range(self.script.plies):
                seat = self.match.to_move
                assert seat is not None
                assert self.match.ply == ply
                self._refusals(seat, ply)
                if self.match.ply > ply:
                    break  # a guess was accepted, and not the same one in a twin
                await self._ask(seat)
                text = self.script.move(self.match.position.seen_by(PUBLIC), ply)
                self.players[seat].ask("move", match=self.code, ply=ply, move=text)
                self._note(self._viewers(), "moves")
                self._offers(seat)
                await self._pass()
        assert not self.match.over
        self.channels[PUBLIC, "log"] += [repr(sorted(line.items())).encode() for line in logs]
        return {where: [self._normal(each) for each in found] for where, found in self.channels.items()}

    def _viewers(self) -> list[tuple[int, FakeClient]]:
        return [*enumerate(self.players), (PUBLIC, self.eve), (PUBLIC, self.tv), (PUBLIC, self.lobby)]

    def _note(self, clients: Sequence[tuple[int, FakeClient]], channel: str) -> None:
        """Keep the bytes that clients have received since the last call."""
        for viewer, client in clients:
            connection = client.connection
            assert isinstance(connection, BytesConnection)
            self.channels[viewer, channel] += connection.bytes
            connection.bytes.clear()

    def _refusals(self, seat: int, ply: int) -> None:
        """Send moves that cannot be played, also those of a player who guesses the whole position."""
        match = {"match": self.code}
        for text in ("nonsense", "fold", "check", "call", "raise 3", "?"):
            for number, player in enumerate(self.players):
                if number != seat or text not in [move.text for move in self.match.position.legal]:
                    player.send("move", **match, ply=ply, move=text)
            self.eve.send("move", **match, ply=ply, move=text)
        for player in (*self.players, self.eve):
            player.send("move", **match, ply=ply + 1, move="check")
            player.send("move", **match, ply=ply, move="nonsense", position="0" * 12)
            player.send("accept", **match, offer="draw")
            player.send("claim", **match)
            player.send("join", **match)
        legal = self.match.position.legal[0].text
        for guess in self._guesses(seat):
            self.players[seat].send("move", **match, ply=ply, move=legal, position=guess)
        self.server.store.commit()
        self._note(self._viewers(), "refusals")

    def _guesses(self, seat: int) -> list[str]:
        """Return the ids of the positions that the side to move holds possible, with each card for the hidden one."""
        game, text = load(self.script.game, self.script.options), self.match.position.seen_by(seat).text
        found = []
        for card in "23456":
            try:
                found.append(game.start(text.replace("?", card)).id)
            except BadPosition:
                continue
        return found

    async def _ask(self, seat: int) -> None:
        """Ask for all that is known of the match, and for help."""
        match, of = {"match": self.code}, {"kind": "match", "match": self.code}
        for client in (*self.players, self.eve, self.tv):
            for since in (None, 1, self.match.seq - 2, self.match.seq - 1):
                client.ask("watch", **match, since=since)
            self._note(self._viewers(), "watch")
            for after in (0, 2):
                client.ask("record", **match, since=after)
            for form in ("record", "pgn"):
                client.ask("export", **match, form=form)
            self._note(self._viewers(), "record")
            for t, fields in (("explain", {"of": of}), ("explore", {"of": of}), ("analyse", match), ("list", {})):
                client.ask(t, **fields)
            self._note(self._viewers(), "questions")
        hints = [player.send("hint", **match, engine={"algorithm": "random"}) for player in self.players]
        assert len(hints) == 2
        search = self.server.pool.last
        job = search.job
        # What the pool sends to another process.
        numbers: Any = search.position.__reduce__()[1]
        told = (job.game, job.options, job.start, job.moves, job.position().text, numbers[2:])
        self.channels[seat, "job"].append(repr(told).encode())
        await search.finish()
        self._note(self._viewers(), "hint")
        self.channels[PUBLIC, "preview"].append(repr(match_preview(self._room().public)).encode())

    def _room(self) -> Any:
        return self.server.runtime.rooms.find(self.code)

    def _offers(self, seat: int) -> None:
        """Offer a draw, a takeback and a pause, which the other side declines or accepts."""
        mover, other, match = self.players[seat], self.players[1 - seat], {"match": self.code}
        for offer in ("draw", "takeback"):
            mover.ask("offer", **match, offer=offer)
            other.ask("decline", **match, offer=offer)
        for offer in ("pause", "resume"):
            mover.ask("offer", **match, offer=offer)
            other.ask("accept", **match, offer=offer)
        mover.ask("chat", **match, text="well")
        self._note(self._viewers(), "offers")

    async def _pass(self) -> None:
        """Let time pass, and the broker be served."""
        self.server.scheduler.advance(6.0)
        await settle()
        first = len(self.recorder.sent)
        await asyncio.wait_for(self.recorder.flush(), 30)
        self._note(self._viewers(), "time")
        for publication in self.recorder.sent[first:]:
            self.channels[PUBLIC, "broker"].append(encode({"topic": publication.topic}) + publication.payload)

    def _normal(self, data: bytes) -> bytes:
        """Return a message without what two matches may differ in: ids, codes, and the hash of the seed."""
        created = self.match.created
        for name in (created.id, created.code):
            data = data.replace(name.encode(), b"NAME")
        return re.sub(rb'"server_seed_hash": ?"[0-9a-f]{64}"', b'"server_seed_hash":"HASH"', data)


def differences(one: Channels, other: Channels, viewer: int) -> dict[str, tuple[bytes, bytes]]:
    """Return the first message in which two matches differ for a viewer, by channel."""
    found = {}
    for audience, channel in sorted(one.keys() | other.keys()):
        if audience in (viewer, PUBLIC):
            mine, theirs = (of.get((audience, channel), []) for of in (one, other))
            pairs = [(a, b) for a, b in zip(mine, theirs, strict=False) if a != b]
            if pairs:
                found[channel] = pairs[0]
            elif len(mine) != len(theirs):
                found[channel] = (str(len(mine)).encode(), str(len(theirs)).encode())
    return found
