"""Faults of disk, machine and database under a real server: the rows of the table in docs/operating.md.

In each of them clients get a notice, nothing accepted is lost, no clock is charged, and play goes on without a restart.
"""

import asyncio
import errno
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kibitz_server.runtime.clients import CANNOT_SAVE
from kibitz_server.runtime.runtime import SAVES_AGAIN
from tests.server.faults import FaultyServer, build
from tests.server.wire import ME, OPEN, WireClient, call

pytestmark = [pytest.mark.io, pytest.mark.timeout(120)]
BOUND_S = 30.0
MOVES = ("a1", "b1", "a2", "b2", "c3", "c1")
"""Moves of tic-tac-toe after which no player has won."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FaultyServer]:
    """One server for all tests of this module, which it has to survive."""
    folder = tmp_path_factory.mktemp("faults")
    server = FaultyServer(folder, build(folder))
    server.start()
    yield server
    server.kill()


class Game:
    """A match between two clients, who play fixed moves."""

    def __init__(self, ann: WireClient, bob: WireClient, code: str, match: str) -> None:
        self.ann, self.bob, self.code, self.match = ann, bob, code, match
        self.ply = 0

    @classmethod
    async def start(cls, server: FaultyServer, clock: dict[str, Any]) -> "Game":
        """Connect two clients, and play the first two moves, which no clock is charged for."""
        ann, bob = await call(server.url, name="ann"), await call(server.url, name="bob")
        made = (await ann.ask("create", game="tictactoe", seats=[ME, OPEN], clock=clock)).result
        game = cls(ann, bob, made.code, made.match)
        await bob.ask("join", match=game.code)
        await game.play()
        await game.play()
        return game

    async def play(self) -> Any:
        """Play the next move, and return its event as the other side sees it."""
        mover, other = (self.ann, self.bob) if self.ply % 2 == 0 else (self.bob, self.ann)
        answer = await mover.ask("move", match=self.code, ply=self.ply, move=MOVES[self.ply])
        assert answer.t == "accepted", answer
        self.ply += 1
        while (moved := await other.until("moved")).event.move.ply != self.ply - 1:
            pass
        return moved

    async def send_move(self) -> None:
        """Send the next move of the first player without waiting for its answer."""
        await self.ann.send(
            {"t": "move", "id": f"m{self.ply}", "match": self.code, "ply": self.ply, "move": MOVES[self.ply]}
        )

    async def close(self) -> None:
        """Disconnect both clients."""
        await self.ann.socket.close()
        await self.bob.socket.close()


async def notice(wire: WireClient) -> str:
    """Return the text of the next notice."""
    return str((await asyncio.wait_for(wire.until("notice"), BOUND_S)).text)


def stored_moves(database: Path, match: str) -> int:
    """Return how many moves of a match another program finds in a file."""
    reader = sqlite3.connect(database)
    (count,) = reader.execute(
        "select count(*) from event where match_id = ? and kind = 'MovePlayed'", [match]
    ).fetchone()
    reader.close()
    return int(count)


@pytest.mark.parametrize(
    "fault",
    [{"sync_error": errno.EIO}, {"write_error": errno.ENOSPC}, {"write_error": errno.EROFS}],
    ids=["failing fsync", "full disk", "read-only disk"],
)
async def test_a_failing_disk(server: FaultyServer, fault: dict[str, int], tmp_path: Path) -> None:
    """While the disk fails, moves are refused, clocks stop and nothing counts as saved; then the move under way is.

    What was saved before it failed is then in the file itself, because its log may not be on the disk.
    """
    game = await Game.start(server, {"kind": "move", "move_s": 2})
    with server.disk(**fault):
        await game.send_move()
        assert await notice(game.bob) == CANNOT_SAVE
        refused = await game.bob.ask("resign", match=game.code)
        assert (refused.t, refused.code) == ("refused", "not_saved")
        await asyncio.sleep(2.5)  # longer than the clock of a move
    assert await notice(game.bob) == SAVES_AGAIN
    moved = await asyncio.wait_for(game.bob.until("moved"), BOUND_S)
    assert moved.event.move.move == MOVES[2]
    game.ply += 1
    await game.play()
    assert stored_moves(server.database, game.match) == 4
    assert stored_moves(Path(shutil.copy(server.database, tmp_path / "without-log.db")), game.match) >= 2
    assert server.syncs_failed > 0 or "sync_error" not in fault
    await game.close()


async def test_a_disk_that_hangs(server: FaultyServer) -> None:
    """A commit that takes seconds halts the clocks, and is no loss."""
    game = await Game.start(server, {"kind": "move", "move_s": 2})
    with server.disk(sync_delay_us=5_000_000):
        await game.send_move()
        assert await notice(game.bob) == CANNOT_SAVE
    assert await notice(game.bob) == SAVES_AGAIN
    assert (await asyncio.wait_for(game.bob.until("moved"), BOUND_S)).event.move.ply == 2
    game.ply += 1
    moved = await game.play()
    assert moved.event.move.ply == 3
    await game.close()


async def test_a_server_that_stands_still(server: FaultyServer) -> None:
    """A stopped process charges no clock, keeps its connections, and says so with the right clocks."""
    game = await Game.start(server, {"kind": "fischer", "base_s": 2})
    server.pause()
    await game.send_move()
    await asyncio.sleep(3.5)  # longer than the clock
    server.resume()
    assert "was stopped for" in await notice(game.bob)
    shown = await asyncio.wait_for(game.bob.until("snapshot"), BOUND_S)
    assert shown.phase == "running"
    assert min(shown.state.remaining_ms) > 1_000
    game.ply += 1
    assert min((await game.play()).state.remaining_ms) > 1_000
    await game.close()


@pytest.mark.parametrize("seconds", [86_400, -86_400])
async def test_a_clock_that_jumps(server: FaultyServer, seconds: int) -> None:
    """The time of day may jump while a match runs, and before a restart: neither is charged."""
    game = await Game.start(server, {"kind": "fischer", "base_s": 60})
    server.shift_clock(seconds)
    try:
        await game.play()
        await game.close()
        server.kill()
        server.start()
        # Guests come back with their tokens; a spectator sees the clocks as well.
        watcher = await call(server.url, name="eve")
        await watcher.ask("watch", match=game.code)
        shown = await watcher.until("snapshot") if "snapshot" not in {m.t for m in watcher.heard} else None
        snapshot = shown or next(m for m in watcher.heard if m.t == "snapshot")
        assert snapshot.phase == "running"
        assert min(snapshot.state.remaining_ms) > 50_000
        await watcher.socket.close()
    finally:
        server.shift_clock(0)
