"""A match for the twin test, played on a whole server while every channel is recorded."""

import asyncio
import re
from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import structlog

from kibitz_server.core.match import moves
from kibitz_server.games.game import PUBLIC, BadPosition
from kibitz_server.games.registry import load
from kibitz_server.messages.encoding import encode
from kibitz_server.messages.outgoing import OutgoingMessage
from kibitz_server.mqtt.feed import BrokerFeed
from kibitz_server.pool.interface import Priority
from tests.fakes.server import RecordingConnection, found, settle
from tests.server.conftest import FakeClient, InProcessServer
from tests.server.mqtt.test_feed import Recorder
from tests.simulation.planted import Planted
from tests.twins.asking import ADMIN_LISTS, EXPORTS, QUESTIONS, pages, positions_of
from tests.twins.deals import Script

Channels = dict[tuple[int, str], list[bytes]]
"""What left the server, by viewer (a seat, or PUBLIC) and channel."""

NAMES = ("ann", "bob")
ME, ENGINE = {"kind": "me"}, {"kind": "engine", "engine": {"algorithm": "random", "limit": {"seed": 7}}}
HASHES = re.compile(rb'(?<="server_seed_hash":")[0-9a-f]{64}')
DURATIONS = re.compile(
    rb"^kibitz_(?:answer|commit|loop_lag)_seconds.*\n|^kibitz_\w+_created.*\n|^kibitz_memory_blocks.*\n", re.MULTILINE
)
"""Metrics of the real time of this process, and its memory."""
SEARCH_S = 0.22
"""Least time of an engine's search, in which viewers of other games get search info."""


class BytesConnection(RecordingConnection):
    """Connection that keeps the bytes of its messages, each with the time at which it was sent."""

    def __init__(self, name: str, clock: Callable[[], float]) -> None:
        super().__init__(name)
        self.bytes: list[bytes] = []
        self._clock = clock

    def send(self, letter: OutgoingMessage) -> None:
        self.bytes.append(f"{self._clock():.6f} ".encode() + letter.data)
        super().send(letter)


class Trial:
    """One match with its players, spectators, a viewer of TV, a client in the lobby, a moderator and a broker.

    `engine` puts an engine into the seat of the second player.
    """

    def __init__(self, script: Script, *, engine: bool = False, **terms: Any) -> None:
        self.script = script
        self.channels: Channels = defaultdict(list)
        self.server = self._new_server(None)
        self.players = [self._connect(name) for name in NAMES[: 1 if engine else 2]]
        seats = {"seats": [ME, ENGINE], "show_thinking": True} if engine else {}
        self.code = self.players[0].host(script.game, options=script.options, **seats, **terms)
        self.match = self.server.match(self.code)
        self.eve, self.lobby = self._connect("eve"), self._connect("lou")
        self.lobby.ask("list", follow=True)
        if not engine:
            self.players[1].ask("join", match=self.code)
        for player in self.players:
            player.ask("give_client_seed", match=self.code, client_seed="text")
        self.eve.ask("watch", match=self.code)
        self.tv = self._connect("tom")
        self.tv.ask("watch", match="tv")
        self.moderator = self._connect("mod")
        self.moderator.connection.info.role = "admin"

    @classmethod
    async def played(
        cls, script: Script, deal: Sequence[int], then: "Then | None" = None, *, engine: bool = False, **terms: Any
    ) -> Channels:
        """Play a match, and return what left the server.

        Args:
            script: The match.
            deal: The place of each draw among those that are due.
            then: What happens after the moves of the script; everything is asked for again behind that.
            engine: Whether the second player is an engine.
            terms: Fields of the command that creates the match.
        """
        left = list(enumerate(deal, 1))

        def decide(_right: Any, _seeds: Any, number: int, _weights: Any) -> int:
            """Return the next place of the deal; in later matches, the first place."""
            return left.pop(0)[1] if left and left[0][0] == number else 0

        with (
            Planted(moves, "decide", decide, ()).in_place(),
            structlog.testing.capture_logs() as logs,
        ):
            trial = cls(script, engine=engine, **terms)
            await trial.play(then)
        trial.channels[PUBLIC, "log"] += [repr(sorted(line.items())).encode() for line in logs]
        return {where: [trial.normal(each) for each in found] for where, found in trial.channels.items()}

    def _new_server(self, store: Any) -> InProcessServer:
        server = InProcessServer(store=store, seed=1, make_sink=BrokerFeed, wall_clock=lambda: 1e9)
        self.recorder = Recorder(server)
        self.recorder.feed.open()
        return server

    def _connect(self, name: str) -> FakeClient:
        connection = BytesConnection(name, self.server.scheduler.time)
        self.server.runtime.clients.arrive(connection)
        return FakeClient(self.server, connection)

    def restart(self) -> None:
        """Go on with a server that begins with what this one has stored, and let all clients come back."""
        self.server = self._new_server(self.server.store)
        self.server.runtime.loading.run()
        for number, player in enumerate(self.players):
            self.players[number] = self._connect(player.connection.player.name)
        self.eve, self.lobby, self.tv = (self._connect(name) for name in ("eve", "lou", "tom"))
        self.moderator = self._connect("mod")
        self.moderator.connection.info.role = "admin"
        self.lobby.ask("list", follow=True)

    def reconnect(self, seat: int) -> None:
        """Let a player come back who has left."""
        self._note(self._viewers(), "time")
        self.players[seat] = self._connect(NAMES[seat])

    async def play(self, then: "Then | None" = None) -> None:
        """Play the script, with all that a viewer may ask between the moves."""
        await self._pass()
        for ply in range(self.script.plies):
            seat = self.match.to_move
            if seat is None or self.match.ply != ply:
                break  # a planted leak has ended the match, or accepted a guess, and not in both twins
            if seat < len(self.players):
                await self._move(seat, ply)
            else:
                await self._search(ply)
            await self._pass()
        if then is not None:
            await then(self)
            self._note(self._viewers(), "end")
            await self._pass()
            await self._ask()

    async def _move(self, seat: int, ply: int) -> None:
        """Let a player move who has asked for everything, and has guessed."""
        self._refusals(seat, ply)
        if self.match.ply > ply:
            return
        if ply in (1, self.script.plies - 1):
            await self._ask()
        await self._boards()
        await self._hint(seat)
        text = self.script.move(self.match.position.seen_by(PUBLIC), ply)
        self.players[seat].ask("move", match=self.code, ply=ply, move=text)
        self._note(self._viewers(), "moves")
        if len(self.players) > 1:
            self._offers(seat, ply, text)
        else:
            self.players[0].ask("offer", match=self.code, offer="draw")
            self._note(self._viewers(), "offers")

    async def _search(self, ply: int) -> None:
        """Let the engine move, after a search whose time and findings follow from its cards."""
        search, scheduler = self.server.pool.last, self.server.scheduler
        self.channels[1, "job"].append(job_of(search))
        text = self.script.move(self.match.position.seen_by(PUBLIC), ply)
        number = int(self.match.position.seen_by(1).id, 16)
        took_s = SEARCH_S + number % 100 / 1000
        search.seen = found(search.position, text, score=number % 1000, nodes=number)
        scheduler.advance(took_s)
        search.result.set_result(search.seen)
        await settle()
        scheduler.advance(1.0 - took_s)
        self.server.store.commit()
        self._note(self._viewers(), "search")

    def _viewers(self) -> list[tuple[int, FakeClient]]:
        viewers = [(PUBLIC, each) for each in (self.eve, self.tv, self.lobby, self.moderator)]
        return [*enumerate(self.players), *viewers]

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

    async def _ask(self) -> None:
        """Ask for all that is known of the match."""
        match = {"match": self.code}
        for client in (*self.players, self.eve, self.tv):
            for since in (None, 1, self.match.seq - 2, self.match.seq - 1):
                client.ask("watch", **match, since=since)
            client.ask("watch", **match, preview=True)
            self._note(self._viewers(), "watch")
        for client in (*self.players, self.eve):
            for after in (0, 2):
                client.ask("record", **match, since=after)
            for form in EXPORTS:
                client.ask("export", **match, form=form)
            self._note(self._viewers(), "record")
            for t, fields in QUESTIONS:
                await self._answered(client, t, **fields(self.code))
            self._note(self._viewers(), "questions")
        for kind in ADMIN_LISTS:
            await self._answered(self.moderator, "admin", action={"kind": kind})
        self._note(self._viewers(), "admin")
        self.channels[PUBLIC, "pages"] += pages().of(self.server, self.code)
        self.channels[PUBLIC, "metrics"] += self.normal(self.server.runtime.metrics.text()).splitlines()

    async def _boards(self) -> None:
        """Let each player study what it has seen on a board of its own, and an engine search that."""
        for seat, player in enumerate(self.players):
            for position in positions_of(self.match, self.script, seat):
                of = {"kind": "game", "game": self.script.game, "options": self.script.options, "moves": []}
                player.ask("explore", of={**of, "position": position})
                player.send("evaluate", of={**of, "position": position}, engine={"algorithm": "random"})
                await self._finish_searches(seat)
            self._note(self._viewers(), "board")

    async def _answered(self, client: FakeClient, t: str, **fields: Any) -> None:
        """Send a command, and wait until it is answered."""
        client.send(t, **fields)
        await settle()
        self.server.store.commit()
        await self.server.runtime.background.settled()
        await self.server.people.settled()
        self.server.store.commit()

    async def _finish_searches(self, seat: int) -> None:
        """End the searches that a player has asked for. Keep what the pool sends to another process."""
        for search in self.server.pool.searches:
            if not search.result.done() and search.priority is Priority.HINT:
                self.channels[seat, "job"].append(job_of(search))
                await search.finish()

    async def _hint(self, seat: int) -> None:
        """Let all players ask for a hint, which the one to move gets."""
        for player in self.players:
            player.send("hint", match=self.code, engine={"algorithm": "random"})
        await self._finish_searches(seat)
        self._note(self._viewers(), "hint")

    def _offers(self, seat: int, ply: int, text: str) -> None:
        """Offer a draw, a takeback and a pause, which the other side declines or accepts. Play the move again."""
        mover, other, match = self.players[seat], self.players[1 - seat], {"match": self.code}
        for offer in ("draw", "takeback"):
            mover.ask("offer", **match, offer=offer)
            other.ask("decline" if offer == "draw" or ply % 2 else "accept", **match, offer=offer)
        if self.match.ply == ply:
            mover.ask("move", **match, ply=ply, move=text)
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

    def normal(self, data: bytes) -> bytes:
        """Return a message without what two matches may differ in: ids, codes, and the hash of the seed."""
        created, rematch = self.match.created, self.match.rematch
        names = [created.id, created.code, *((rematch.match, rematch.code) if rematch else ())]
        for number, name in enumerate(names):
            data = data.replace(name.encode(), f"NAME{number // 2}".encode())
        data = DURATIONS.sub(b"", data)
        return HASHES.sub(b"HASH", data)


Then = Callable[[Trial], Awaitable[None]]


def job_of(search: Any) -> bytes:
    """Return what the pool sends to another process."""
    job = search.job
    numbers: Any = search.position.__reduce__()[1]
    return repr((job.game, job.options, job.start, job.moves, job.position().text, numbers[2:])).encode()


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
