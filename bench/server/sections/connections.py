"""What a connection costs: to accept it, and to keep it."""

import contextlib
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.engine.figures import Figure
from bench.server.lines import connect4_setup, write_connect4
from bench.server.load import in_turns, load, middle, notes, processor_us, rate, ratio
from bench.server.processes import ServerProcess, bare, kibitz
from bench.server.scale import Scale

PLIES = 4
"""Plies that each match has played when its memory is measured."""
MOST_MATCHES = 2000
"""Matches that a server runs at most."""
SETTLE_S = 0.5
"""Time in which a server ends the connections that were closed. The servers share a core."""
WARM_UP = 50
"""Connections that use everything once before the memory is read: the first use of a thing costs more than the next."""


def accepted(scale: Scale) -> Iterator[Figure]:
    """Measure connections that are opened, say hello and wait for the answer."""
    with bare() as echo, kibitz() as server, contextlib.ExitStack() as running:
        found = in_turns(
            scale.turns,
            {
                "bare": running.enter_context(load("connect", echo, "echo", count=scale.accepted)),
                "kibitz": running.enter_context(load("connect", server, count=scale.accepted)),
            },
            settle_s=SETTLE_S,
        )
    ours, other = found["kibitz"], found["bare"]
    yield Figure(
        "connections accepted, with hello and welcome, over bare handshakes of `websockets`",
        ratio(ours, other, rate),
        "x",
        0.8,
        True,
        f"{middle(ours, rate):.0f}/s, {middle(ours, processor_us):.0f} us of processor each; "
        f"bare {middle(other, rate):.0f}/s, {middle(other, processor_us):.0f} us; {notes(**found)}",
    )


def memory(scale: Scale) -> Iterator[Figure]:
    """Measure the growth of the resident memory of a server by its connections."""
    count = scale.connections
    pairs = min(count // 2, MOST_MATCHES // 2)
    with tempfile.TemporaryDirectory() as folder:
        lines = write_connect4(Path(folder, "lines"), 2 * pairs)
        with bare() as server:
            bare_kb = _idle(server, "echo", count)
        with kibitz() as server:
            idle_kb = _idle(server, "kibitz", count)
        with kibitz() as server:
            playing_kb, match_kb = _playing(server, pairs, lines)
        with kibitz() as server:
            spectator_kb = _spectator(server, count, lines)
    resident = "growth of the resident memory"
    yield Figure(
        *("idle connection after hello", idle_kb, "kB", 10, False),
        f"{resident} with {count} connections; bare `websockets` {bare_kb:.1f} kB",
    )
    yield Figure(
        *("playing connection", playing_kb, "kB", 14, False),
        f"{resident} with {2 * pairs} connections in {pairs} matches after {PLIES} plies, without the matches: "
        f"{match_kb:.1f} kB each, the growth when the same players have begun a second one",
    )
    yield Figure(
        *("spectator", spectator_kb, "kB", 10, False),
        f"{resident} with {count} connections that watch one match of {PLIES} plies",
    )


def _idle(server: ServerProcess, protocol: str, count: int) -> float:
    """Return the memory of a connection in kB."""
    with load("idle", server, protocol, count=WARM_UP):
        pass
    before = server.resident_kb
    with load("idle", server, protocol, count=count):
        return (server.resident_kb - before) / count


def _playing(server: ServerProcess, pairs: int, lines: Path) -> tuple[float, float]:
    """Return the memory of a connection that plays, without that of its match, and the memory of a match, in kB."""
    parameters: dict[str, Any] = {"lines": lines, "setup": connect4_setup()}
    with load("play", server, matches=WARM_UP, seconds=0, **parameters) as generator:
        generator.turn()
    grown = [server.resident_kb]
    with load("play", server, matches=pairs, **parameters) as generator:
        for _ in range(2):
            generator.command("prepare")
            generator.command(f"advance={PLIES}")
            grown.append(server.resident_kb)
    match_kb = (grown[2] - grown[1]) / pairs
    return (grown[1] - grown[0]) / (2 * pairs) - match_kb / 2, match_kb


def _spectator(server: ServerProcess, count: int, lines: Path) -> float:
    """Return the memory of a spectator in kB."""
    parameters: dict[str, Any] = {"lines": lines, "setup": connect4_setup(), "plies": PLIES}
    with load("watch", server, watchers=WARM_UP, **parameters) as generator:
        generator.turn()
    before = server.resident_kb
    with load("watch", server, watchers=count, leave=0, **parameters) as generator:
        generator.turn()
        return (server.resident_kb - before) / count
