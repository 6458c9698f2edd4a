"""Mixed load: players and engines play, spectators come and go, and visitors request what a server computes."""

import asyncio
import contextlib
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

from bench.chaos.load import LoadClient, Record, play_matches, run_engine_matches
from kibitz_client.errors import RefusedError
from kibitz_client.network.client import NetworkClient
from kibitz_client.network.connection import Pace
from kibitz_client.requests import new_id
from kibitz_protocol import to_server
from kibitz_protocol.commands.archive import SearchArchive, ShowRatings
from kibitz_protocol.commands.explain import Explain, OfGame
from kibitz_protocol.commands.match_info import ShowWatchers
from kibitz_protocol.values.engines import EngineSpec
from kibitz_protocol.values.seats import Engine, Me

PAIRS = 6
ENGINE_MATCHES = 3
WATCHERS = 4
VISITORS = 4
PAUSE_S = (0.05, 0.5)
"""Pause of a visitor between two commands: its bounds in seconds."""
COMMANDS_OF_A_VISIT = 12
FORGET_AFTER_S = 5.0
NEW_OPTIONS_EVERY = 40
"""Visits between two that play with options that may be new to the server, which it then compiles."""
PACE = Pace(first_delay_s=0.05, longest_delay_s=1.0, give_up_after_s=60.0)


class Load:
    """Clients of one server, until they are cancelled. `counts` has the commands by kind, and the refusals by code."""

    def __init__(self, address: str, seed: int) -> None:
        self.counts: Counter[str] = Counter()
        self.record = Record()
        self._clients: list[LoadClient] = []
        self._address = address
        self._rng = random.Random(seed)
        self._visits = 0

    async def run(self) -> None:
        """Play and visit until cancelled. An error of a client ends the run."""
        async with contextlib.AsyncExitStack() as stack, asyncio.TaskGroup() as tasks:

            async def connect(name: str) -> LoadClient:
                client = LoadClient(await stack.enter_async_context(self._client(name)), self.record)
                self._clients.append(client)
                tasks.create_task(client.read())
                return client

            watchers = [await connect(f"watcher {number}") for number in range(WATCHERS)]
            for number in range(PAIRS):
                pair = await connect(f"ann {number}"), await connect(f"bob {number}")
                tasks.create_task(play_matches(*pair, random.Random(self._rng.random()), watchers))
            host = await connect("starter")
            for _ in range(ENGINE_MATCHES):
                tasks.create_task(run_engine_matches(host, random.Random(self._rng.random()), watchers))
            for _ in range(VISITORS):
                tasks.create_task(self._visit_for_ever())
            tasks.create_task(self._forget())

    def _client(self, name: str) -> NetworkClient:
        return NetworkClient(self._address, name, pace=PACE, client="soak")

    async def _forget(self) -> None:
        """Drop what the clients recorded: the generator must not grow either."""
        before: set[str] = set()
        while True:
            await asyncio.sleep(FORGET_AFTER_S)
            self.record.seen.clear()
            self.record.accepted.clear()
            # A client may still wait for the end of a match that has just ended.
            for client in self._clients:
                for match in [match for match, state in client.states.items() if state.over and match in before]:
                    del client.states[match]
            before = set(self.record.over)

    async def _visit_for_ever(self) -> None:
        while True:
            self._visits += 1
            async with self._client(f"visitor {self._visits}") as client:
                reader = asyncio.create_task(_discard(client))
                try:
                    await self._visit(client)
                finally:
                    reader.cancel()

    async def _visit(self, client: NetworkClient) -> None:
        rng = self._rng
        actions: list[Callable[[NetworkClient], Awaitable[object]]] = [
            lambda each: each.ask(to_server.ListMatches(id=new_id(), follow=True)),
            lambda each: each.ask(to_server.ListGames(id=new_id())),
            lambda each: each.ask(SearchArchive(id=new_id(), game=rng.choice(("connect4", "reversi", None)))),
            lambda each: each.ask(ShowRatings(id=new_id())),
            lambda each: each.ask(Explain(id=new_id(), of=OfGame(game="tictactoe"), depth=rng.randint(1, 3))),
            self._chat,
            self._watch,
            self._read_record,
            self._play_engine,
        ]
        if self._visits % NEW_OPTIONS_EVERY == 0:
            await self._count(self._play_new_options, client)
        for _ in range(COMMANDS_OF_A_VISIT):
            await self._count(rng.choice(actions), client)
            await asyncio.sleep(rng.uniform(*PAUSE_S))

    async def _count(self, action: Callable[[NetworkClient], Awaitable[object]], client: NetworkClient) -> None:
        try:
            await action(client)
            self.counts["accepted"] += 1
        except RefusedError as error:
            self.counts[error.refused.code] += 1

    def _match(self, live: bool) -> str:
        matches = self.record.live if live else self.record.over
        return self._rng.choice(sorted(matches)[-20:] or ["none"])

    async def _chat(self, client: NetworkClient) -> None:
        await client.ask(to_server.FollowLobbyChat(id=new_id()))
        await client.ask(to_server.SayInLobby(id=new_id(), text="good evening"))

    async def _watch(self, client: NetworkClient) -> None:
        match = self._match(live=True)
        await client.ask(to_server.Watch(id=new_id(), match=match))
        await client.ask(ShowWatchers(id=new_id(), match=match))
        await client.ask(to_server.Unwatch(id=new_id(), match=match))

    async def _read_record(self, client: NetworkClient) -> None:
        await client.ask(to_server.Record(id=new_id(), match=self._match(live=False)))

    async def _play_engine(self, client: NetworkClient) -> None:
        await self._against_engine(client, game="tictactoe", options={})

    async def _play_new_options(self, client: NetworkClient) -> None:
        options: dict[str, Any] = {"columns": self._rng.randint(4, 9), "rows": self._rng.randint(4, 9), "connect": 4}
        await self._against_engine(client, game="mnk", options=options)

    async def _against_engine(self, client: NetworkClient, game: str, options: dict[str, Any]) -> None:
        """Begin a match against an engine that moves first, and leave."""
        engine = Engine(engine=EngineSpec.parse("alphabeta:seconds=0.05"))
        create = to_server.Create(id=new_id(), game=game, options=options, seats=[engine, Me()])
        entered = await client.ask(create)
        await client.ask(to_server.Resign(id=new_id(), match=entered.match))


async def _discard(client: NetworkClient) -> None:
    async for _ in client.messages():
        pass
