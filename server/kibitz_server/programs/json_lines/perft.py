"""Perft: numbers of move sequences for each depth, with the time of each count.

A chance event is a ply, and counts as one whatever its weight is.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, TextIO

from kibitz_server.engine.compiler.specialise import specialise
from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.rules import MAX_DEPTH
from kibitz_server.games.game import Game
from kibitz_server.games.registry import load, named_game


class BadCount(ValueError):
    """Invalid depth or option; the message is for users."""


class Count(NamedTuple):
    """Number of sequences of exactly `depth` plies, and the seconds that it took to count them."""

    depth: int
    sequences: int
    seconds: float


def counts(game: Game, depth: int) -> Iterator[Count]:
    """Yield the counts for 1, 2, ... `depth` plies from the start."""
    search = specialise("perft", game)
    control = SearchControl()
    control.reset(None)
    view, workspace = search.attach(control), search.workspace(game.start().state)
    for plies in range(1, depth + 1):
        began = time.perf_counter()
        count = int(search.run.perft(workspace, view, plies, 0, 0))
        yield Count(plies, count, time.perf_counter() - began)


def perft(name: str, options: Mapping[str, object], depth: int, output: TextIO) -> None:
    """Write a table of the counts, each line as soon as it is counted.

    Raises:
        UnknownGame: No game has this name.
        BadOption: An option is unknown or out of range.
        BadCount: The depth is out of range.
    """
    if not 1 <= depth <= MAX_DEPTH:
        raise BadCount(f"depth is 1 to {MAX_DEPTH} plies, not {depth}")
    game = load(*named_game(name, options))
    output.write(f"{'depth':>5} {'count':>20} {'seconds':>10} {'nodes/s':>14}\n")
    for plies, count, seconds in counts(game, depth):
        speed = round(count / seconds) if seconds > 0 else 0
        output.write(f"{plies:5} {count:20} {seconds:10.6f} {speed:14}\n")
        output.flush()


def read_options(texts: Sequence[str]) -> dict[str, str]:
    """Return game options as they are typed: `columns=5`, several in one text joined by commas, or several texts.

    A piece without `=` belongs to the list before it: `heaps=1,2,3,misere=false`.

    Raises:
        BadCount: A text is not an option.
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
