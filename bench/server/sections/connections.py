"""What a connection costs: to accept it, and to keep it."""

import contextlib
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bench.engine.figures import Figure
from bench.server.lines import connect4_setup, write_connect4
from bench.server.load import in_turns, load, middle, notes, processor_us, rate, ratio
from bench.server.processes import bare, kibitz
from bench.server.scale import Scale

PLIES = 4
"""Plies that each match has played when its memory is measured."""


def accepted(scale: Scale) -> Iterator[Figure]:
    """Measure connections that are opened, say hello and wait for the answer."""
    with bare() as echo, kibitz() as server, contextlib.ExitStack() as running:
        found = in_turns(
            scale.turns,
            {
                "bare": running.enter_context(load("connect", echo, "echo", count=scale.accepted)),
                "kibitz": running.enter_context(load("connect", server, count=scale.accepted)),
            },
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
    with bare() as server:
        before = server.resident_kb
        with load("idle", server, "echo", count=count):
            bare_kb = (server.resident_kb - before) / count
    with kibitz() as server:
        before = server.resident_kb
        with load("idle", server, count=count):
            idle_kb = (server.resident_kb - before) / count
    with tempfile.TemporaryDirectory() as folder:
        lines = write_connect4(Path(folder, "lines"), count)
        playing_kb, match_kb = _playing(count, lines)
        spectator_kb = _spectator(count, lines)
    resident = f"growth of the resident memory, {count} connections"
    yield Figure(
        "idle connection after hello", idle_kb, "kB", 10, False, f"{resident}; bare `websockets` {bare_kb:.1f} kB"
    )
    yield Figure(
        "playing connection",
        playing_kb,
        "kB",
        14,
        False,
        f"{resident} in {count // 2} matches after {PLIES} plies, without the matches: {match_kb:.1f} kB each, the "
        f"growth by a second match of the same players",
    )
    yield Figure("spectator", spectator_kb, "kB", 10, False, f"{resident}, all in one match of {PLIES} plies")


def _playing(count: int, lines: Path) -> tuple[float, float]:
    """Return the memory of a connection that plays, without that of its match, and the memory of a match, in kB."""
    pairs = count // 2
    with kibitz() as server:
        before = server.resident_kb
        with load("play", server, matches=pairs, lines=lines, setup=connect4_setup()) as generator:
            grown = []
            for _ in range(2):
                generator.command("prepare")
                generator.command(f"advance={PLIES}")
                grown.append(server.resident_kb)
    match_kb = (grown[1] - grown[0]) / pairs
    return (grown[0] - before) / (2 * pairs) - match_kb / 2, match_kb


def _spectator(count: int, lines: Path) -> float:
    """Return the memory of a spectator, in kB."""
    with kibitz() as server:
        before = server.resident_kb
        with load(
            "watch", server, watchers=count, lines=lines, plies=PLIES, leave=0, setup=connect4_setup()
        ) as generator:
            generator.turn()
            return (server.resident_kb - before) / count
