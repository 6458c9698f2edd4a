"""Golden games, one text file each: the options, then for each move the board, the side to move and the legal moves.

A line `from ...` after the first one gives a start position. Only the first lines and the moves, which begin with `>`,
are input; the rest of a file is output. `python -m tests.server.games.playthroughs` rewrites all files.
"""

import textwrap
from pathlib import Path

from kibitz_server.games.game import Position
from tests.server.games.helpers import drawn, game_of

FOLDER = Path(__file__).parent
FEW = 24
"""Largest number of legal moves that are listed; more are only counted."""


def retold(text: str) -> str:
    """Return a playthrough with everything except its input recomputed."""
    head, *lines = text.splitlines()
    game = game_of(head)
    options = " ".join(f"{name}={str(value).lower()}" for name, value in game.options.items())
    start = lines[0].removeprefix("from ") if lines and lines[0].startswith("from ") else None
    position = game.start(start)
    told = [f"{game.name} {options}".strip(), *([f"from {start}"] if start else []), *scene(position)]
    for line in lines:
        if line.startswith("> "):
            position = position.after(position.find(line[2:]))
            told += ["", f"> {line[2:]}", *scene(position)]
    return "\n".join(told) + "\n"


def scene(position: Position) -> list[str]:
    """Return a position as lines: its board, and the legal moves, the chance outcomes, or the result."""
    seats = position.game.declaration.seats
    lines = ["", *drawn(position), f"position {position.text}"]
    if position.to_move is not None:
        texts = [move.text for move in position.legal]
        moves = (", " if any(" " in text for text in texts) else " ").join(texts)
        listed = moves if len(position.legal) <= FEW else f"{len(position.legal)} moves"
        return lines + textwrap.wrap(f"{seats[position.to_move]} to move: {listed}", 110, subsequent_indent="    ")
    if position.chances:
        return [*lines, f"{len(position.chances)} chance events due"]
    result = position.outcome
    assert result is not None
    who = "draw" if result.winner is None else f"{seats[result.winner]} wins"
    count = f" ({' to '.join(str(points) for points in result.points)})" if result.points else ""
    return [*lines, f"result: {who}, {result.reason}{count}"]
