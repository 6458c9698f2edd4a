"""Lines of moves for the load generator, made before a run. A file has a match in each line."""

import json
import random
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from kibitz_server.games.game import ONGOING, Game
from kibitz_server.games.registry import load

COLUMNS, ROWS, CONNECT = 5, 10, 6
BOARD = {"columns": COLUMNS, "rows": ROWS, "connect": CONNECT}
"""Connect Four in which a line of six fits only into a column. Matches without such a line have fifty moves."""
COMPLETE = "."
"""Last word of a line whose moves end the game."""


def connect4_columns(count: int, first_seed: int = 0) -> Iterator[list[int]]:
    """Yield the columns, from 1, of random games on BOARD that end with a full board."""
    seed = first_seed
    while count:
        line = [column for column in range(1, COLUMNS + 1) for _ in range(ROWS)]
        random.Random(seed).shuffle(line)
        seed += 1
        if not _has_column_of_six(line):
            count -= 1
            yield line


def _has_column_of_six(line: list[int]) -> bool:
    last, run = [-1] * (COLUMNS + 1), [0] * (COLUMNS + 1)
    for ply, column in enumerate(line):
        run[column] = run[column] + 1 if last[column] == ply % 2 else 1
        last[column] = ply % 2
        if run[column] == CONNECT:
            return True
    return False


def write_connect4(path: Path, count: int) -> Path:
    """Write random games on BOARD, and return the file."""
    rows = (
        " ".join(f"{ply % 2}{column}" for ply, column in enumerate(line)) + f" {COMPLETE}\n"
        for line in connect4_columns(count)
    )
    path.write_text("".join(rows))
    return path


def random_line(game: Game, rng: random.Random, longest: int) -> str:
    """Return a line of random legal moves, up to a number of plies."""
    rules, state = game.rules, game.new_state()
    rules.setup(state)
    buffer = [0] * rules.MAX_MOVES
    words: list[str] = []
    while rules.outcome(state) == ONGOING and len(words) < longest:
        code = rng.choice(buffer[: rules.legal(state, buffer, 0)])
        words.append(f"{state.turn}{rules.move_text(state, code)}")
        rules.play(state, code)
    if rules.outcome(state) != ONGOING:
        words.append(COMPLETE)
    return " ".join(words)


def write_random(path: Path, name: str, options: Mapping[str, object], plies: int, longest: int) -> Path:
    """Write lines of random legal moves with a number of plies in all, and return the file."""
    game, rng = load(name, options), random.Random(name)
    with path.open("w") as file:
        while plies > 0:
            line = random_line(game, rng, longest)
            plies -= line.count(" ") + 1
            file.write(f"{line}\n")
    return path


def connect4_setup(**fields: Any) -> str:
    """Return the fields of `create` for a match on BOARD, with further fields, as the generator takes them."""
    return setup("connect4", BOARD, **fields)


def setup(game: str, options: Mapping[str, object], **fields: Any) -> str:
    """Return the fields of `create` that name a game and its options, with further fields."""
    return json.dumps({"game": game, "options": options, **fields}, separators=(",", ":"))[1:-1]
