"""What a move costs at full speed, over an echo of the library and over servers of other projects."""

import contextlib
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.engine.figures import Figure, absent
from bench.server import peers
from bench.server.lines import connect4_setup, write_connect4
from bench.server.load import Turn, in_turns, load, middle, notes, processor_us, rate, ratio
from bench.server.processes import ServerProcess, bare, kibitz
from bench.server.scale import Scale

LINES = 2000
ECHO_SIZE = 104
"""About the size of a command to make a move."""
MANY_PLIES = 20
"""Plies of each of very many matches: enough moves for a turn."""
FIRST_GOALS = {"in memory": 1.2, "durable": 1.7}
WARM_UP = 2
"""Turns in which node compiles what it runs often."""
PEER_GOALS = {peers.COLYSEUS: 0.6, peers.BOARDGAME: 4.0}
CLOCK = {"kind": "fischer", "base_s": 3600, "increment_s": 2}


def full_speed(scale: Scale) -> Iterator[Figure]:
    """Measure matches without a clock at full speed."""
    with contextlib.ExitStack() as stack:
        lines = write_connect4(Path(stack.enter_context(tempfile.TemporaryDirectory()), "lines"), LINES)
        servers: dict[str, tuple[str, ServerProcess]] = {
            "echo": ("echo", stack.enter_context(bare())),
            "in memory": ("kibitz", stack.enter_context(kibitz(durable=False))),
            "durable": ("kibitz", stack.enter_context(kibitz())),
        }
        if not peers.missing():
            servers |= {name: (name, stack.enter_context(peers.peer(name))) for name in peers.TITLES}
        for number, matches in enumerate(scale.matches):
            parameters: dict[str, Any] = {
                "matches": matches,
                "seconds": scale.seconds,
                "lines": lines,
                "setup": connect4_setup(),
            }
            if number:
                parameters["plies"] = MANY_PLIES
            with contextlib.ExitStack() as running:
                generators = {
                    name: running.enter_context(load("play", server, protocol, size=ECHO_SIZE, **parameters))
                    for name, (protocol, server) in servers.items()
                }
                found = in_turns(scale.turns if not number else 1, generators, warm_up=WARM_UP if not number else 1)
            yield from _over_echo(matches, found, FIRST_GOALS if not number else {})
            yield from _over_peers(matches, found, PEER_GOALS if not number else {})


def _over_echo(matches: int, found: dict[str, list[Turn]], goals: dict[str, float]) -> Iterator[Figure]:
    echo = found["echo"]
    for how in ("in memory", "durable"):
        turns = found[how]
        yield Figure(
            f"processor time of a move, {matches} matches, {how}, over a bare echo",
            ratio(turns, echo, processor_us),
            "x",
            goals.get(how),
            False,
            f"{middle(turns, processor_us):.0f} us, {middle(turns, lambda turn: turn.whole_us):.0f} with its part of "
            f"creating and ending the match; echo {middle(echo, processor_us):.0f} us; "
            f"{middle(turns, rate):.0f} moves/s, p50 {middle(turns, lambda turn: turn.p50_ms):.1f} ms, "
            f"p99 {middle(turns, lambda turn: turn.p99_ms):.1f} ms; {notes(kibitz=turns, echo=echo)}",
        )


def _over_peers(matches: int, found: dict[str, list[Turn]], goals: dict[str, float]) -> Iterator[Figure]:
    ours = found["durable"]
    for name, title in peers.TITLES.items():
        quantity = f"moves/s, {matches} matches, durable, over {title} in memory"
        goal = goals.get(name)
        if why := peers.missing():
            yield absent(quantity, why, goal)
            continue
        theirs = found[name]
        yield Figure(
            quantity,
            ratio(ours, theirs, rate),
            "x",
            goal,
            True,
            f"{middle(ours, rate):.0f} moves/s, {middle(ours, processor_us):.0f} us of processor each; {title} "
            f"{middle(theirs, rate):.0f}, {middle(theirs, processor_us):.0f} us; "
            f"{notes(kibitz=ours, **{title: theirs})}",
        )


def clock(scale: Scale) -> Iterator[Figure]:
    """Measure what a clock adds to a move."""
    with tempfile.TemporaryDirectory() as folder, kibitz(durable=False) as server, contextlib.ExitStack() as running:
        lines = write_connect4(Path(folder, "lines"), LINES)
        parameters: dict[str, Any] = {"matches": scale.matches[0], "seconds": scale.seconds, "lines": lines}
        found = in_turns(
            scale.turns,
            {
                name: running.enter_context(load("play", server, setup=setup, **parameters))
                for name, setup in (("without", connect4_setup()), ("with", connect4_setup(clock=CLOCK)))
            },
        )
    yield Figure(
        "processor time of a move with a Fischer clock, over one without, in memory",
        ratio(found["with"], found["without"], processor_us),
        "x",
        1.15,
        False,
        f"{middle(found['with'], processor_us):.0f} us; without {middle(found['without'], processor_us):.0f} us; "
        f"{notes(**found)}",
    )
