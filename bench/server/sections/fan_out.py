"""What it costs to send each move of a match to many spectators."""

import contextlib
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bench.engine.figures import Figure
from bench.server.lines import connect4_setup, write_connect4
from bench.server.load import Turn, in_turns, load, middle, notes, processor_us, rate, ratio
from bench.server.processes import bare, c_fan, kibitz
from bench.server.scale import Scale

LINES = 50
FRAME_SIZE = 600
"""About the size of the message with a move and the state after it. A turn shows how large it was."""
MANY_PLIES = 20
GOALS = {"C": 0.7, "websockets": None}
NAMES = {"C": "a C server that writes one frame to all", "websockets": "a bare broadcast of `websockets`"}


def fan_out(scale: Scale) -> Iterator[Figure]:
    """Measure one match with many spectators, all of which get the state after each move."""
    with contextlib.ExitStack() as stack:
        lines = write_connect4(Path(stack.enter_context(tempfile.TemporaryDirectory()), "lines"), LINES)
        servers = {
            "kibitz": ("kibitz", stack.enter_context(kibitz())),
            "C": ("broadcast", stack.enter_context(c_fan())),
            "websockets": ("broadcast", stack.enter_context(bare())),
        }
        for number, watchers in enumerate(scale.watchers):
            parameters = {"watchers": watchers, "size": FRAME_SIZE, "plies": MANY_PLIES if number else 50}
            with contextlib.ExitStack() as running:
                generators = {
                    name: running.enter_context(
                        load("watch", server, protocol, lines=lines, setup=connect4_setup(), **parameters)
                    )
                    for name, (protocol, server) in servers.items()
                }
                found = in_turns(scale.turns if not number else 1, generators)
            for name in ("C", "websockets"):
                yield _row(watchers, found["kibitz"], name, found[name], GOALS[name] if not number else None)


def _row(watchers: int, kibitz: list[Turn], name: str, other: list[Turn], goal: float | None) -> Figure:
    return Figure(
        f"deliveries to {watchers} spectators, durable, over {NAMES[name]}",
        ratio(kibitz, other, rate),
        "x",
        goal,
        True,
        f"{middle(kibitz, rate):.0f}/s of {kibitz[0].size} bytes, {middle(kibitz, processor_us):.1f} us each; "
        f"other {middle(other, rate):.0f}/s of {other[0].size} bytes, {middle(other, processor_us):.1f} us; "
        f"{notes(kibitz=kibitz, other=other)}",
    )
