"""What it costs to send each move of a match to many spectators."""

import contextlib
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bench.engine.figures import Figure, absent
from bench.server import peers
from bench.server.lines import connect4_setup, write_connect4
from bench.server.load import Turn, in_turns, load, middle, notes, processor_us, rate, ratio
from bench.server.processes import bare, c_fan, kibitz
from bench.server.scale import Scale

LINES = 50
FRAME_SIZE = 600
"""About the size of the message with a move and the state after it. A turn shows how large it was."""
MANY_PLIES = 20
C, WEBSOCKETS = "C", "websockets"
NAMES = {
    peers.COLYSEUS: "Colyseus in memory",
    C: "a C server that writes one frame to all",
    WEBSOCKETS: "a bare broadcast of `websockets`",
}
GOALS = {peers.COLYSEUS: 1.0, C: 0.7}


def fan_out(scale: Scale) -> Iterator[Figure]:
    """Measure one match with many spectators, who all get the state after each move."""
    with contextlib.ExitStack() as stack:
        lines = write_connect4(Path(stack.enter_context(tempfile.TemporaryDirectory()), "lines"), LINES)
        servers = {
            "kibitz": ("kibitz", stack.enter_context(kibitz())),
            C: ("broadcast", stack.enter_context(c_fan())),
            WEBSOCKETS: ("broadcast", stack.enter_context(bare())),
        }
        if not peers.missing():
            servers[peers.COLYSEUS] = (peers.COLYSEUS, stack.enter_context(peers.peer(peers.COLYSEUS)))
        for number, watchers in enumerate(scale.watchers):
            parameters = {"watchers": watchers, "size": FRAME_SIZE, "plies": MANY_PLIES if number else 50}
            with contextlib.ExitStack() as running:
                generators = {
                    name: running.enter_context(
                        load("watch", server, protocol, lines=lines, setup=connect4_setup(), **parameters)
                    )
                    for name, (protocol, server) in servers.items()
                    if not number or name != peers.COLYSEUS  # each of its spectators needs a request over HTTP
                }
                found = in_turns(scale.turns if not number else 1, generators)
            for name in NAMES:
                goal = None if number else GOALS.get(name)
                if name in found:
                    yield _row(watchers, found["kibitz"], name, found[name], goal)
                elif why := peers.missing():
                    yield absent(_quantity(watchers, name), why, goal)


def _quantity(watchers: int, name: str) -> str:
    return f"deliveries to {watchers} spectators, durable, over {NAMES[name]}"


def _row(watchers: int, kibitz: list[Turn], name: str, other: list[Turn], goal: float | None) -> Figure:
    return Figure(
        _quantity(watchers, name),
        ratio(kibitz, other, rate),
        "x",
        goal,
        True,
        f"{middle(kibitz, rate):.0f}/s of {kibitz[0].size} bytes, {middle(kibitz, processor_us):.1f} us each; "
        f"other {middle(other, rate):.0f}/s of {other[0].size} bytes, {middle(other, processor_us):.1f} us; "
        f"{notes(kibitz=kibitz, other=other)}",
    )
