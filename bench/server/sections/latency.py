"""Times of a move at a steady pace, and what a followed lobby costs."""

import contextlib
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.engine.figures import Figure
from bench.server.lines import connect4_setup, write_connect4
from bench.server.load import Turn, in_turns, load, middle, notes, ratio
from bench.server.processes import fsync_ms, kibitz
from bench.server.scale import Scale

LINES = 1000
SLOTS = 2
MEMORY = Path("/dev/shm")
"""Folder of files in memory. A disk alone makes a 99th percentile several times longer, for seconds at a time."""


def p50(turn: Turn) -> float:
    """Return the median time of a move in ms."""
    return turn.p50_ms


def p99(turn: Turn) -> float:
    """Return the 99th percentile of the time of a move in ms."""
    return turn.p99_ms


def paced(scale: Scale) -> Iterator[Figure]:
    """Measure latency at a steady pace: the cost of durability, and the effect of searching engines."""
    with contextlib.ExitStack() as stack:
        lines = write_connect4(Path(stack.enter_context(tempfile.TemporaryDirectory()), "lines"), LINES)
        parameters: dict[str, Any] = {
            **{"matches": scale.paced_matches, "seconds": scale.paced_s, "per_s": scale.per_s},
            **{"lines": lines, "setup": connect4_setup()},
        }
        memory, durable = stack.enter_context(kibitz(durable=False)), stack.enter_context(kibitz())
        in_memory = stack.enter_context(load("pace", memory, **parameters))
        on_disk = stack.enter_context(load("pace", durable, **parameters))
        found = in_turns(scale.turns, {"memory": in_memory, "durable": on_disk})
        engines = stack.enter_context(kibitz(slots=SLOTS, folder_of=MEMORY if MEMORY.is_dir() else None))
        beside = stack.enter_context(load("pace", engines, searching=SLOTS, **parameters))
        beside.turn()
        quiet, busy = [], []
        for _ in range(scale.turns):
            quiet.append(beside.turn())
            beside.command("search")
            busy.append(beside.turn())
            beside.command("rest")
    disk = fsync_ms()
    pace = f"{scale.per_s:g} moves/s"
    without, with_disk = middle(found["memory"], p50), middle(found["durable"], p50)
    yield Figure(
        f"added by durability at {pace}, p50",
        with_disk - without,
        "ms",
        round(2 * disk + 0.5, 2),
        False,
        f"{without:.2f} to {with_disk:.2f} ms; the disk keeps 4 kB in {disk:.2f} ms; {notes(**found)}",
    )
    yield Figure(
        f"p99 at {pace}, all engine slots busy, over idle ones",
        ratio(busy, quiet, p99),
        "x",
        1.2,
        False,
        f"{middle(quiet, p99):.2f} to {middle(busy, p99):.2f} ms; p50 {middle(quiet, p50):.2f} to "
        f"{middle(busy, p50):.2f} ms; {notes(busy=busy, quiet=quiet)}",
    )


def followed_lobby(scale: Scale) -> Iterator[Figure]:
    """Measure the cost of a lobby whose rows change with the moves of many matches."""
    followers = scale.watchers[0]
    with contextlib.ExitStack() as stack:
        lines = write_connect4(Path(stack.enter_context(tempfile.TemporaryDirectory()), "lines"), LINES)
        parameters: dict[str, Any] = {
            **{"matches": scale.paced_matches, "seconds": 2 * scale.paced_s, "per_s": scale.lobby_per_s},
            **{"lines": lines, "setup": connect4_setup()},
        }
        servers = {0: stack.enter_context(kibitz()), followers: stack.enter_context(kibitz())}
        running = {
            str(count): stack.enter_context(load("pace", server, followers=count, **parameters))
            for count, server in servers.items()
        }
        found = in_turns(1, running)
    (alone,), (followed,) = found["0"], found[str(followers)]
    yield Figure(
        f"{followers} followers of the lobby, {scale.lobby_per_s:g} moves/s",
        1000 * (followed.server_share - alone.server_share),
        "ms/s",
        50,
        False,
        f"processor time of the server beyond {1000 * alone.server_share:.0f} ms/s without followers; "
        f"{notes(with_followers=[followed])}",
    )
