"""Counting move sequences, depth by depth, with the time it takes."""

import time
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, TextIO

from kibitz_server.engine.compiler.specialise import specialise
from kibitz_server.engine.control import Control
from kibitz_server.engine.rules import MAX_DEPTH
from kibitz_server.games.game import Game
from kibitz_server.games.registry import load


class BadCount(ValueError):
    """A count that cannot be asked for; the text is a sentence for people."""


class Count(NamedTuple):
    """How many sequences of exactly `depth` plies there are, and how long it took to count them."""

    depth: int
    sequences: int
    seconds: float


def counts(game: Game, depth: int) -> Iterator[Count]:
    """The counts for 1, 2, ... `depth` plies from the start."""
    search = specialise("perft", game)
    control = Control()
    control.reset(None)
    view, workspace = search.attach(control), search.workspace(game.start().state)
    for plies in range(1, depth + 1):
        began = time.perf_counter()
        count = int(search.run.perft(workspace, view, plies, 0, 0))
        yield Count(plies, count, time.perf_counter() - began)


def perft(name: str, options: Mapping[str, object], depth: int, output: TextIO) -> None:
    """Write a table of them, each line as soon as it is counted. Raises UnknownGame, BadOption and BadCount."""
    if not 1 <= depth <= MAX_DEPTH:
        raise BadCount(f"depth is 1 to {MAX_DEPTH} plies, not {depth}")
    game = load(name, options)
    output.write(f"{'depth':>5} {'count':>20} {'seconds':>10} {'nodes/s':>14}\n")
    for plies, count, seconds in counts(game, depth):
        speed = round(count / seconds) if seconds > 0 else 0
        output.write(f"{plies:5} {count:20} {seconds:10.6f} {speed:14}\n")
        output.flush()


def read_options(texts: Sequence[str]) -> dict[str, str]:
    """Options of a game as they are typed: `columns=5`, several in one text joined by commas, or several texts.

    A piece without `=` belongs to the list before it: `heaps=1,2,3,misere=false`. Raises BadCount.
    """
    options: dict[str, str] = {}
    for text in texts:
        name = ""
        for piece in text.split(","):
            before, equals, value = (part.strip() for part in piece.partition("="))
            if equals and before and value:
                name = before
                options[name] = value
            elif name and piece.strip() and not equals:
                options[name] += f",{piece.strip()}"
            else:
                raise BadCount(f"{text!r} is not an option of a game; write it like -o columns=5")
    return options
