"""Matches that the page shows: real ones, played by clients of the SDK."""

import random
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import cache
from typing import Any

from kibitz_client.sdk import Client, LiveMatch, MatchSetup, connect
from kibitz_server.games.game import Position
from kibitz_server.games.registry import load

MAX_SEEDS = 200
OPENING = "4 4 4 4 3 5 5 3".split()
"""Moves of Connect Four. One of 40 lines of random moves ends the match, and then the lobby shows no board."""


class Players:
    """Two clients that play each other."""

    def __init__(self, host: Client, guest: Client) -> None:
        self.host = host
        self.guest = guest

    async def match(self, game: str, options: tuple[str, ...] = ()) -> "ClientMatch":
        """Begin a match between them."""
        hosted = await self.host.create(MatchSetup(game, options=options))
        return ClientMatch((hosted, await self.guest.join(hosted.code)))


class ClientMatch:
    """A match between two clients."""

    def __init__(self, seats: tuple[LiveMatch, LiveMatch]) -> None:
        self._seats = seats
        self._random = random.Random(seats[0].code)

    @property
    def code(self) -> str:
        """The code of the match."""
        return self._seats[0].code

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self._seats[0].state.over

    async def move(self, text: str | None = None) -> None:
        """Play a move, by default a random one, at the side to move."""
        to_move = self._seats[0].state.position.to_move
        assert to_move is not None
        seat = self._seats[to_move]
        # The event may reach the two clients at different times.
        state = await seat.turn()
        assert state is not None
        await seat.move(text or self._random.choice(state.position.legal))

    async def play(self, moves: list[str] | int) -> None:
        """Play given moves, or a number of random ones."""
        for move in [None] * moves if isinstance(moves, int) else moves:
            await self.move(move)

    async def end(self) -> None:
        """Let a player resign."""
        await self._seats[0].resign()
        for seat in self._seats:
            await seat.leave()


@asynccontextmanager
async def players(address: str) -> AsyncIterator[Players]:
    """Connect two clients."""
    async with AsyncExitStack() as stack:
        host, guest = [await stack.enter_async_context(connect(address, name=name)) for name in ("ann", "bob")]
        yield Players(host, guest)


@cache
def long_match(plies: int) -> list[str]:
    """Return the moves of a match of draughts from its start that lasts at least some plies.

    Both sides avoid to be captured, and move their kings back and forth until a chance event is near. Of random games
    of this kind, the first that is long enough is taken: 600 plies are reached by a few of a hundred.
    """
    game = load("draughts")
    for seed in range(MAX_SEEDS):
        chance = random.Random(seed)
        position, moves = game.start(), list[str]()
        while position.outcome is None and len(moves) < plies:
            legal = chance.sample(position.legal, len(position.legal))
            move = min(legal, key=lambda move: _haste(position, position.after(move)))
            position = position.after(move)
            moves.append(move.text)
        if len(moves) == plies:
            return moves
    raise AssertionError(f"no match of {plies} plies was found")


LATE = 66
"""Plies without a capture or a man's move after which a man moves, before they are a chance event."""


def _haste(before: Position, after: Position) -> int:
    """Return how much a move shortens the match."""
    if after.outcome is not None:
        return 100
    captured = any("x" in reply.text for reply in after.legal)
    late = _quiet(before) >= LATE
    begun = (-60 if late and not captured else 5) if _quiet(after) == 0 else 0
    return 50 * captured + 20 * int(_state(after).repeats >= 1) + begun


def _quiet(position: Position) -> int:
    return int(_state(position).quiet)


def _state(position: Position) -> Any:
    return position.state
