"""Commands of GTP that show the board and count it. All stones on the board are alive, as in the rules of the game."""

from collections.abc import Iterator

from kibitz_server.games.board import Grid
from kibitz_server.programs.gtp.board import Board
from kibitz_server.programs.gtp.commands import COLUMNS, Arguments, GtpFailure, place_of
from kibitz_server.programs.gtp.engine import GtpState

SHOWN = {"B": "X", "W": "O"}
SIDES = ("Black (X)", "White (O)")
NO_STONES = ("dead", "seki")
"""Statuses that no stone has."""
TERRITORIES = {"black_territory": "B", "white_territory": "W", "dame": "-"}
COLOURS = {"B": "black", "W": "white", "-": '""'}
"""Colours of points, as GoGui reads them."""


def showboard(engine: GtpState, _arguments: Arguments) -> str:
    """Answer a picture of the board."""
    return "\n" + "\n".join(_picture(engine.board))


def _picture(board: Board) -> Iterator[str]:
    header = f"   {' '.join(COLUMNS[: board.size])}"
    grid, points = board.game.board, board.vertices()
    stars = {place_of(points[number]) for number in grid.stars} if isinstance(grid, Grid) else set()
    beside = [
        f"{side} has captured {count} stone{'' if count == 1 else 's'}"
        for side, count in zip(SIDES, board.state.captures, strict=True)
    ]
    beside.append(f"{SIDES[board.to_move]} to move")
    if board.moves:
        seat, vertex = board.moves[-1]
        beside.append(f"{SIDES[seat]} played {vertex}")
    yield header
    for row in reversed(range(board.size)):
        symbols = board.rows[board.size - 1 - row]
        drawn = [SHOWN.get(symbol, "+" if (column, row) in stars else ".") for column, symbol in enumerate(symbols)]
        line = board.size - 1 - row
        told = f"   {beside[line]}" if line < len(beside) else ""
        yield f"{row + 1:2} {' '.join(drawn)} {row + 1:<2}{told}"
    yield header
    for told in beside[board.size :]:
        yield told


def final_score(engine: GtpState, _arguments: Arguments) -> str:
    """Answer the result as the board is now: `B+3.5`, `W+0.5`, or `0`."""
    return score_text(engine.board)


def score_text(board: Board) -> str:
    """Return the result as the board is now."""
    score = board.score
    return "0" if score == 0 else f"{'B' if score > 0 else 'W'}+{abs(score):.12g}"


def final_status_list(engine: GtpState, arguments: Arguments) -> str:
    """Answer the vertices with a status, those of a chain on one line.

    Raises:
        GtpFailure: There is no such status.
    """
    status = arguments.word()
    board = engine.board
    if status in NO_STONES:
        return ""
    if status == "alive":
        return "\n".join(" ".join(chain) for _, chain in board.chains())
    if status not in TERRITORIES:
        raise GtpFailure("invalid status")
    stones = "".join(board.rows)
    points = zip(board.vertices(), stones, board.owners(), strict=True)
    return " ".join(at for at, stone, owner in points if stone == "-" and owner == TERRITORIES[status])


def area(engine: GtpState, _arguments: Arguments) -> str:
    """Answer the owner of each point, as GoGui shows colours on its board."""
    board, owners = engine.board, engine.board.owners()
    rows = [owners[start : start + board.size] for start in range(0, len(owners), board.size)]
    return "\n".join(["", *(" ".join(COLOURS[owner] for owner in row) for row in rows)])


COMMANDS = {
    "showboard": showboard,
    "final_score": final_score,
    "final_status_list": final_status_list,
    "kibitz-area": area,
}
