"""Matches of every game with chance or hidden cards, brought into a phase on a whole server."""

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from kibitz_server.core.match.phase import Phase
from kibitz_server.games.declaration import Declaration
from kibitz_server.games.registry import declarations
from tests.fakes.server import settle
from tests.server.conftest import RANDOM, FakeClient, InProcessServer

ME, OPEN = {"kind": "me"}, {"kind": "open"}
CLOCKS: dict[str, dict[str, Any] | None] = {
    "no clock": None,
    "minutes": {"kind": "fischer", "base_s": 60, "increment_s": 1},
    "days": {"kind": "correspondence", "days": 1},
}
PHASES = {"drawn": 0, "one side moved": 1, "each side moved": 2, "later": 9, "paused": 3}
"""How many plies are played before the end; in `paused` both sides agree on a pause after them."""
OPPONENTS = ("person", "engine")
SEED = 3


class Situation(NamedTuple):
    """A match, and the seat that is about to end it alone."""

    game: str
    options: dict[str, Any]
    opponent: str
    clock: str
    phase: str
    seat: int
    rated: bool


def drawing_games() -> list[tuple[str, dict[str, Any]]]:
    """Return all games with chance or hidden information, each with its usual options and with others."""
    found = [game for game in declarations() if game.chance or game.hidden]
    return [(game.name, options) for game in found for options in _options(game)]


def _options(game: Declaration) -> Iterator[dict[str, Any]]:
    """Yield the usual options, and for each option another value."""
    yield {}
    for option in game.options:
        if isinstance(option.default, bool):
            yield {option.name: not option.default}
        else:
            yield {option.name: option.low if option.low != option.default else option.default + 1}


def situations(seed: int) -> Iterator[Situation]:
    """Yield situations without end, in which each game and phase comes up often."""
    rng, games = random.Random(seed), drawing_games()
    while True:
        for game, options in rng.sample(games, len(games)):
            for phase in PHASES:
                opponent = "person" if phase == "paused" else rng.choice(OPPONENTS)
                clock = rng.choice(list(CLOCKS))
                yield Situation(game, options, opponent, clock, phase, rng.randrange(2), rng.random() < 0.7)


class Played:
    """A match in a situation: `ender` has the seat of it, `other` is the opponent, None for an engine."""

    def __init__(self, situation: Situation, server: InProcessServer | None = None) -> None:
        self.server = server or InProcessServer(seed=SEED)
        self.situation, seat = situation, situation.seat
        self.ender = self.server.connect("ann", account=True)
        self.other = self.server.connect("bob", account=True) if situation.opponent == "person" else None
        self.eve = self.server.connect("eve")
        seats = [OPEN if self.other else RANDOM] * 2
        seats[seat] = ME
        fields = {"seats": seats, "options": situation.options, "rated": situation.rated}
        self.code = self.ender.host(situation.game, clock=CLOCKS[situation.clock], **fields)
        self.match = self.server.match(self.code)
        self.eve.ask("watch", match=self.code)
        if self.other is not None:
            self.other.ask("join", match=self.code)
        for player in filter(None, (self.ender, self.other)):
            player.ask("give_client_seed", match=self.code, client_seed="text")
        assert self.match.phase is Phase.RUNNING

    async def reach(self) -> None:
        """Play up to the phase. A match that would end before stays in the position before its end."""
        for _ in range(PHASES[self.situation.phase]):
            text = self.next_move()
            if text is None or self.match.over:
                break
            await self.play(text)
        if self.situation.phase == "paused" and not self.match.over:
            self.ask("offer", offer="pause")
            assert self.other is not None
            self.other.ask("accept", match=self.code)
            assert self.match.phase is Phase.PAUSED

    def next_move(self) -> str | None:
        """Return the first legal move that does not end the match; None without one."""
        position = self.match.position
        return next((move.text for move in position.legal if position.after(move).outcome is None), None)

    async def play(self, text: str | None = None) -> None:
        """Let the side to move play a move, by default one that does not end the match, if there is one."""
        seat, match = self.match.to_move, self.match
        assert seat is not None
        text = text or self.next_move() or match.position.legal[0].text
        player = self.player(seat)
        if player is None:
            ply = match.ply
            await self.server.pool.last.finish(text)
            self.server.store.commit()
            while match.ply == ply and not match.over:  # an engine with hidden cards answers later than it finds a move
                self.wait(0.5)
                await settle()
        else:
            assert player.ask("move", match=self.code, ply=match.ply, move=text).t == "accepted"

    async def give_turn(self) -> None:
        """Let the opponent play until the side that ends the match is to move."""
        while self.match.phase is Phase.RUNNING and self.match.to_move == 1 - self.situation.seat:
            await self.play()

    def player(self, seat: int) -> FakeClient | None:
        """Return the player of a seat; None for an engine."""
        return self.ender if seat == self.situation.seat else self.other

    def ask(self, t: str, **fields: Any) -> Any:
        """Let the side that ends the match send a command about it."""
        return self.ender.ask(t, match=self.code, **fields)

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self.server.scheduler.advance(seconds)
        self.server.store.commit()

    def depart(self) -> None:
        """Close the connection of the side that ends the match."""
        self.server.runtime.clients.depart(self.ender.connection)
        self.wait(3.0)

    async def go_on(self, days: int = 40) -> None:
        """Let days pass, in which the opponent moves, and ends a pause as soon as it may."""
        for _ in range(2 * days):
            if self.match.over:
                return
            if self.other is not None and self.match.phase is Phase.PAUSED:
                self.other.ask("offer", match=self.code, offer="resume")
            await self.give_turn()
            await settle()
            self.wait(43_200.0)

    def agreed(self) -> set[str]:
        """Return the offers that both sides have agreed on, as spectators have seen it."""
        events = [message.event for message in self.eve.received if message.t == "event"]
        return {event.offer for event in events if event.kind == "agreed"}
