"""Clients of the server under test. Each records the messages that it receives, which are the only evidence."""

import asyncio
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from kibitz_client.errors import RefusedError
from kibitz_client.match.state import MatchState, advance
from kibitz_client.network.client import NetworkClient
from kibitz_client.network.connection import Pace
from kibitz_client.requests import new_id
from kibitz_protocol.refusals import Code
from kibitz_protocol.to_client import Event, Snapshot
from kibitz_protocol.to_server import AnyCommand, Create, Join, Move, Watch
from kibitz_protocol.values.clocks import Fischer
from kibitz_protocol.values.engines import EngineSpec
from kibitz_protocol.values.seats import Engine, Me, Open, SeatSpec

QUICK = Pace(first_delay_s=0.05, longest_delay_s=0.5, give_up_after_s=120.0)
CLOCK = Fischer(base_s=60, increment_s=2)
"""Short enough that a match would end on time if the server charged a player for its own downtime."""
ENGINE = EngineSpec.parse("alphabeta:seconds=0.05")
AGAIN_S = 0.2
GAMES = ("connect4", "tictactoe", "reversi")


@dataclass
class Record:
    """What the clients received: created matches, accepted moves, and events."""

    created: set[str] = field(default_factory=set)
    accepted: dict[tuple[str, int], tuple[int, str]] = field(default_factory=dict)
    """By match and ply: the seat and the move."""
    seen: dict[tuple[str, int], str] = field(default_factory=dict)
    """By match and number: the event as the first client received it."""
    last_event_at: dict[str, float] = field(default_factory=dict)
    over: set[str] = field(default_factory=set)
    closing: bool = False
    """Whether clients stop creating matches."""
    twice: int = 0
    gaps: int = 0
    differing: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    not_saved: int = 0
    """How often a command was refused because nothing could be saved."""
    longest_s: float = 0.0
    """The longest time without an event in a running match."""

    @property
    def live(self) -> set[str]:
        """Return the running matches."""
        return self.created - self.over

    def record_event(self, match: str) -> None:
        """Record the time of an event in a match."""
        now = time.monotonic()
        self.longest_s = max(self.longest_s, now - self.last_event_at.get(match, now))
        self.last_event_at[match] = now


class LoadClient:
    """One connection, and the matches that it follows."""

    def __init__(self, client: NetworkClient, record: Record) -> None:
        self.client = client
        self.record = record
        self.states: dict[str, MatchState] = {}
        self._changed = asyncio.Event()

    async def read(self) -> None:
        """Process the server's messages until the connection is closed."""
        async for message in self.client.messages():
            if isinstance(message, Snapshot | Event):
                self._record(message)
                state = advance(self.states.get(message.match), message)
                assert state is not None
                self.states[message.match] = state
                if state.over:
                    self.record.over.add(message.match)
                self._changed.set()
                self._changed = asyncio.Event()

    async def wait_for(self, match: str, test: Callable[[MatchState], bool]) -> MatchState:
        """Wait until the state of a match passes a test, and return the state."""
        while (state := self.states.get(match)) is None or not test(state):
            await self._changed.wait()
        return state

    def _record(self, message: Snapshot | Event) -> None:
        record, match = self.record, message.match
        record.record_event(match)
        before = self.states.get(match)
        if isinstance(message, Snapshot):
            for ply, move in enumerate(message.moves):
                self._compare(match, -1 - ply, f"{move.seat} {move.move}")
            return
        if before is not None and message.seq <= before.seq:
            record.twice += 1
        elif before is None or message.seq != before.seq + 1:
            record.gaps += 1
        self._compare(match, message.seq, _event_text(message.event))

    def _compare(self, match: str, number: int, text: str) -> None:
        known = self.record.seen.setdefault((match, number), text)
        if known != text:
            self.record.differing.append(f"{match} at {number}: {known!r} and {text!r}")


def _event_text(event: Any) -> str:
    """Return an event as text, without the times, which the server computes for each client."""
    if event.kind == "moved":
        return f"moved {event.move.ply} {event.move.seat} {event.move.move}"
    return str(event.kind)


async def play_matches(
    first: LoadClient, second: LoadClient, rng: random.Random, watchers: list[LoadClient], games: Sequence[str] = GAMES
) -> None:
    """Play one match after the other between two clients, with random moves."""
    while not first.record.closing:
        game = rng.choice(games)
        entered = await _create(first, game, [Me(), Open()])
        match = entered.match
        first.record.created.add(match)
        await _join(second, match)
        await follow(match, watchers)
        sides = (first, second)
        while True:
            state = await first.wait_for(match, lambda state: state.over or _to_move(state) is not None)
            ply, seat = state.position.ply, _to_move(state)
            if seat is None:
                break
            mover = sides[seat]
            known = await mover.wait_for(match, partial(_has_reached, ply))
            if known.over or not known.position.legal:
                continue
            await move(mover, match, ply, seat, rng.choice(known.position.legal))
            await first.wait_for(match, partial(_has_reached, ply + 1))


def _has_reached(ply: int, state: MatchState) -> bool:
    return state.over or state.position.ply >= ply


def _to_move(state: MatchState) -> int | None:
    return state.position.to_move if state.phase == "running" else None


async def move(mover: LoadClient, match: str, ply: int, seat: int, text: str) -> None:
    """Send a move and record that the server accepted it."""
    try:
        await saved(mover, lambda: Move(id=new_id(), match=match, ply=ply, move=text))
    except RefusedError as error:
        mover.record.refused.append(f"{match} ply {ply} {text}: {error.refused.code}")
        return
    mover.record.accepted[match, ply] = (seat, text)


async def run_engine_matches(
    host: LoadClient, rng: random.Random, watchers: list[LoadClient], games: Sequence[str] = GAMES
) -> None:
    """Create one match after the other between two engines."""
    seats: list[SeatSpec] = [Engine(engine=ENGINE), Engine(engine=ENGINE)]
    while not host.record.closing:
        game = rng.choice(games)
        entered = await _create(host, game, seats)
        host.record.created.add(entered.match)
        await follow(entered.match, watchers)
        await host.wait_for(entered.match, lambda state: state.over)


async def follow(match: str, watchers: list[LoadClient]) -> None:
    """Subscribe watchers to a match."""
    for watcher in watchers:
        await saved(watcher, lambda: Watch(id=new_id(), match=match))


async def saved(asking: LoadClient, make: Callable[[], AnyCommand]) -> Any:
    """Send a command, and again while the server answers that it cannot save anything now. Return the answer.

    Raises:
        RefusedError: The command is refused for another reason.
    """
    while True:
        try:
            return await asking.client.ask(make())
        except RefusedError as error:
            if error.refused.code != Code.NOT_SAVED:
                raise
        asking.record.not_saved += 1
        await asyncio.sleep(AGAIN_S)


async def _create(host: LoadClient, game: str, seats: list[SeatSpec]) -> Any:
    return await saved(host, lambda: Create(id=new_id(), game=game, seats=seats, clock=CLOCK))


async def _join(client: LoadClient, match: str) -> None:
    try:
        await saved(client, lambda: Join(id=new_id(), match=match))
    except RefusedError as error:
        # The server saved the join and was killed before it answered.
        if error.refused.code != Code.ALREADY_SEATED:
            raise
        await saved(client, lambda: Watch(id=new_id(), match=match))
