"""Games of a board as SGF."""

from collections.abc import Iterator
from pathlib import Path

from kibitz_server.offline.gtp.board import BLACK, PASS, SYMBOLS, Board
from kibitz_server.offline.gtp.commands import Arguments, Refused, place_of
from kibitz_server.offline.gtp.engine import Engine
from kibitz_server.offline.gtp.score import score_text

MOVES_A_LINE = 10
LETTERS = "abcdefghijklmnopqrs"


def printsgf(engine: Engine, arguments: Arguments) -> str:
    """Answer the game as SGF, or write it to a file that the command names.

    Raises:
        Refused: The file cannot be written.
    """
    text = "\n".join(sgf_lines(engine.board, engine.version))
    name = " ".join(arguments.rest())
    if name in ("", "-"):
        return f"\n{text}"
    try:
        Path(name).write_text(f"{text}\n", encoding="utf-8")
    except (OSError, ValueError):
        raise Refused("cannot write file") from None
    return ""


def sgf_lines(board: Board, version: str) -> Iterator[str]:
    """Yield the lines of a game as SGF, format 4 (Hollosi, 1999)."""
    root = f"(;FF[4]GM[1]CA[UTF-8]AP[Kibitz{f':{version}' if version else ''}]SZ[{board.size}]KM[{board.komi:.12g}]"
    black, white = board.stones
    if len(black) > 1 and not white:
        root += f"HA[{len(black)}]"
    for name, vertices in (("AB", black), ("AW", white)):
        if vertices:
            root += name + "".join(sorted(f"[{point(board, vertex)}]" for vertex in vertices))
    if board.first != BLACK:
        root += f"PL[{SYMBOLS[board.first]}]"
    if len(board.moves) > 1 and all(vertex == PASS for _, vertex in board.moves[-2:]):
        root += f"RE[{score_text(board)}]"
    yield root
    nodes = [f";{SYMBOLS[seat]}[{point(board, vertex)}]" for seat, vertex in board.moves]
    for start in range(0, len(nodes), MOVES_A_LINE):
        yield "".join(nodes[start : start + MOVES_A_LINE])
    yield ")"


def point(board: Board, vertex: str) -> str:
    """Return a vertex as SGF writes it: two letters, from the top left; a pass is empty."""
    if vertex == PASS:
        return ""
    column, row = place_of(vertex)
    return LETTERS[column] + LETTERS[board.size - 1 - row]


COMMANDS = {"printsgf": printsgf}
