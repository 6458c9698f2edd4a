"""What a move costs in each game, over a move of Connect Four."""

import contextlib
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.engine.figures import Figure
from bench.server.lines import connect4_setup, setup, write_connect4, write_random
from bench.server.load import in_turns, load, middle, notes, processor_us, ratio
from bench.server.processes import kibitz
from bench.server.scale import Scale
from kibitz_server.games.game import OptionValue

GAMES: dict[str, tuple[str, dict[str, OptionValue]]] = {
    "Tic-tac-toe": ("tictactoe", {}),
    "7,7,5": ("mnk", {"columns": 7, "rows": 7, "connect": 5}),
    "Reversi": ("reversi", {}),
    "English draughts": ("draughts", {}),
    "Chess": ("chess", {}),
    "Gomoku 15x15": ("gomoku", {"size": 15}),
    "Gomoku 19x19": ("gomoku", {"size": 19}),
    "Ultimate tic-tac-toe": ("ultimate", {}),
    "Kalah": ("kalah", {}),
    "Nim": ("nim", {}),
}
COMPARED = "Connect Four"
"""On the board of the other sections, whose matches all have fifty plies."""
GOALS = {"Gomoku 19x19": 1.5}
LINES = 1000
TURNS = 2
PART = 0.5
"""Of the time of a turn at full speed: there are many games."""


def games(scale: Scale) -> Iterator[Figure]:
    """Measure matches of random legal moves, in memory."""
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        server = stack.enter_context(kibitz(durable=False))
        parameters: dict[str, Any] = {"matches": scale.game_matches, "seconds": PART * scale.seconds}
        plies = scale.game_plies * scale.game_matches * (TURNS + 1)
        lines = write_connect4(folder / COMPARED, LINES)
        generators = {
            COMPARED: stack.enter_context(load("play", server, lines=lines, setup=connect4_setup(), **parameters))
        }
        for number, (title, (game, options)) in enumerate(GAMES.items()):
            lines = write_random(folder / f"{number}", game, options, plies, longest=scale.game_plies)
            generators[title] = stack.enter_context(
                load("play", server, lines=lines, setup=setup(game, options), **parameters)
            )
        found = in_turns(TURNS, generators)
    compared = found.pop(COMPARED)
    for title, turns in found.items():
        yield Figure(
            f"processor time of a move of {title}, over one of {COMPARED}",
            ratio(turns, compared, processor_us),
            "x",
            GOALS.get(title),
            False,
            f"{middle(turns, processor_us):.0f} us; {COMPARED} {middle(compared, processor_us):.0f} us; "
            f"at most {scale.game_plies} random plies of a match, in memory; {notes(**{title: turns})}",
        )
