"""Games of a board as SGF, and games of SGF files on the board."""

import sys
from collections.abc import Iterator
from pathlib import Path

from kibitz_protocol.formats.sgf import values
from kibitz_protocol.formats.sgf.main_line import MainLine, line_of
from kibitz_protocol.formats.sgf.reader import read_file, read_game
from kibitz_protocol.validation.reading import open_regular
from kibitz_server.programs.gtp.board import BLACK, PASS, SYMBOLS, WHITE, Board, fixed_places
from kibitz_server.programs.gtp.commands import SYNTAX, Arguments, GtpFailure, place_of, vertex_at
from kibitz_server.programs.gtp.engine import GtpState
from kibitz_server.programs.gtp.score import score_text

MOVES_A_LINE = 10


def printsgf(engine: GtpState, arguments: Arguments) -> str:
    """Answer the game as SGF, or write it to a file that the command names.

    Raises:
        GtpFailure: The file cannot be written.
    """
    text = "\n".join(sgf_lines(engine.board, engine.version))
    name = " ".join(arguments.rest())
    if name in ("", "-"):
        return f"\n{text}"
    try:
        Path(name).write_text(f"{text}\n", encoding="utf-8")
    except (OSError, ValueError):
        raise GtpFailure("cannot write file") from None
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
    return values.LETTERS[column] + values.LETTERS[board.size - 1 - row]


def loadsgf(engine: GtpState, arguments: Arguments) -> str:
    """Set up the game of a file, up to before a move if the command has its number.

    Raises:
        GtpFailure: The file cannot be read, or its game cannot be played here.
    """
    words = arguments.rest()
    if not words:
        raise GtpFailure(SYNTAX)
    moves = None
    if len(words) > 1 and words[-1].isascii() and words[-1].isdecimal():
        words, moves = words[:-1], max(0, int(words[-1][:9]) - 1)
    try:
        with open_regular(Path(" ".join(words))) as file:
            decoded = read_file(file)
        line = line_of(read_game(decoded.text, notes=decoded.notes))
        engine.board = board_of(line, moves)
    except (OSError, ValueError):
        # Among these are BadGame and GtpFailure.
        raise GtpFailure("cannot load file") from None
    for note in line.notes:
        # The answer has no place for it.
        print(f"note: {note}", file=sys.stderr)
    engine.new_game()
    return ""


def board_of(line: MainLine, moves: int | None = None) -> Board:
    """Return the board after this many moves of a game; None for all of them.

    Raises:
        BadOption: The size is not possible.
        BadPosition: The first position is not possible.
    """
    board = Board(line.size, line.komi)
    seats = line.seats
    stones: tuple[list[str], list[str]] = ([], [])
    for (column, down), symbol in line.stones.items():
        if symbol in SYMBOLS:
            stones[SYMBOLS.index(symbol)].append(vertex_at(column, line.size - 1 - down))
    handicap = line.handicap
    if handicap and not any(stones) and BLACK not in seats[:1]:
        # The file leaves the fixed places out.
        stones = (fixed_places(line.size, handicap) or [], [])
    first = seats[0] if seats else line.side if line.side is not None else WHITE if handicap else BLACK
    board.set_up(*stones, first)
    for move, seat in list(zip(line.moves, seats, strict=True))[:moves]:
        try:
            board.play(seat, move.text)
        except GtpFailure as error:
            line.notes.add(f"move {move.number}, {move.text}: {error}; the game is read up to there")
            break
    return board


COMMANDS = {"loadsgf": loadsgf, "printsgf": printsgf}
