"""Table of the openings of chess: `python -m tests.openings` writes the position that each line of moves leads to.

A line of the table has the name, the moves, and the pieces with the side to move, which is how a match finds it.
"""

from kibitz_server.games.chess.opening_names.names import FILE
from kibitz_server.games.registry import load


def rows() -> list[list[str]]:
    """Return the lines of the table: name, moves and position."""
    return [line.split("\t") for line in FILE.read_text(encoding="utf-8").splitlines()]


def reached(moves: str) -> str:
    """Return the pieces and the side to move after some moves, in the notation of people."""
    position = load("chess").start()
    for move in moves.split():
        position = position.after(position.find(move))
    return " ".join(position.text.split()[:2])


def main() -> None:
    """Write the position of each line."""
    FILE.write_text("".join(f"{name}\t{moves}\t{reached(moves)}\n" for name, moves, *_ in rows()), encoding="utf-8")


if __name__ == "__main__":
    main()
