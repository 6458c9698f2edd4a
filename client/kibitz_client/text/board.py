"""Boards in line mode: the pictures of the app at a small size, in ASCII, and what the app shows beside them.

The last move is in brackets, and the stones of a winning line are between two `*`. With targets, a `*` marks each cell
where a legal move ends.
"""

from collections.abc import Mapping, Sequence

from kibitz_client.board.canvas import Canvas, Run
from kibitz_client.board.geometry import Layout
from kibitz_client.board.marks import BoardView
from kibitz_client.board.points.appearance import LETTERS
from kibitz_client.board.points.layout import CUBE
from kibitz_client.board.roles import are_black_and_white, block_rows, point_roles
from kibitz_client.board.shapes import layout, shape_of
from kibitz_client.board.table.layout import FAR, MIDDLE, NEAR
from kibitz_client.columns import pad, width_of
from kibitz_client.match.owners import edge_owners
from kibitz_client.match.table.parts import parts_of
from kibitz_client.text.style import Style
from kibitz_protocol.values.boards import OFF, Board, Faces, Grid, Points, Table, Tray
from kibitz_protocol.values.fields import Seat
from kibitz_protocol.values.state import State

COLOURS = {
    "first": "first",
    "second": "second",
    "edge-first": "first",
    "edge-second": "second",
    "red": "first",
    **dict.fromkeys(("card", "last", "won", "target"), "strong"),
    **dict.fromkeys(("back", "empty", "faint", "shade"), "faint"),
}
"""The role of line mode for a role of a board. The first of these roles that a text has decides."""
NAMED_COLOURS = {"first": "black", "second": "white"}
"""The same for the sides of a board whose pieces are named after their colours."""


def board_lines(
    board: Board,
    position: State,
    style: Style,
    *,
    targets: bool = False,
    turned: bool = False,
    sides: Sequence[str] = (),
) -> list[str]:
    """Return a board of any shape, with its labels and what lies beside it.

    Args:
        board: The fixed part of the board.
        position: The position to draw.
        style: Paints the stones. Suits of cards are letters if it has only ASCII.
        targets: Whether to mark the cells where a legal move ends.
        turned: Whether to draw a board with sides as the opponent sees it.
        sides: The name of each seat, for a table of cards.
    """
    cards = isinstance(board, Table)
    found = layout(board, shape_of(board).line_size(board), flipped=turned, ascii_only=style.ascii_only or not cards)
    canvas = Canvas(board, found)
    canvas.show(BoardView(position, targets=_ends(board, position) if targets else frozenset(), sides=sides))
    colours = COLOURS | (NAMED_COLOURS if are_black_and_white(board) else {})
    rows = [_painted(canvas.runs(y), style, colours) for y in range(found.height)]
    if isinstance(board, Points):
        return _with_sides(board, position, style, found, rows)
    if isinstance(board, Table):
        return _with_names(position, sides, found, rows)
    if isinstance(board, Grid) and found.size:
        rows = list(filter(None, rows))  # where cells have no names, there is nothing below their stones
    below = [f" {_tray_text(board.faces, tray)}" for tray in position.trays]
    if isinstance(board, Grid) and position.blocks:
        owners = block_rows(board, position, flipped=turned)
        below += [f"{'boards' if number == 0 else '':>6}  {row}" for number, row in enumerate(owners)]
    if isinstance(board, Grid) and (edges := edge_owners(board, flipped=turned)):
        below.append(f" edges  {edges}")
    return [*rows, *([""] if below else []), *below]


def _ends(board: Board, position: State) -> frozenset[int]:
    """Return the cells where a legal move ends, or on a board of points a step of one. Pits and heaps have none."""
    return frozenset(cell for path in position.paths for cell in shape_of(board).ends(path))


def _painted(runs: Sequence[Run], style: Style, colours: Mapping[str, str]) -> str:
    """Return a row of a board without the blanks at its end, which no escape sequence may follow."""
    row = ""
    for text, roles in runs:
        solid = text.rstrip()
        role = next((colours[known] for known in colours if known in roles.split()), "")
        row += (style.paint(solid, role) if solid else "") + text[len(solid) :]
    return row.rstrip()


def _with_sides(points: Points, position: State, style: Style, found: Layout, rows: list[str]) -> list[str]:
    """Return a board of points with each side beside its end: its letter, and what it has borne off and rolled."""

    def beside(seat: Seat) -> str:
        trays = [_tray_text(points.faces, tray) for tray in position.trays if tray.owner == seat]
        role = point_roles(points)[seat]
        role = NAMED_COLOURS[role] if are_black_and_white(points) else role
        name = style.paint(f"{LETTERS[seat]} {points.names[seat]}", role)
        return "  ".join([name, f"off {abs(position.counts[OFF[seat]])}", *trays])

    # The picture has the faces of what belongs to no side.
    shared = " ".join(tray.name for tray in position.trays if tray.owner is None)
    texts = {0: beside(1 - found.near), found.beside[CUBE].y: shared, found.height - 1: beside(found.near)}
    return [f"{row:<{found.width}} {texts.get(y, '')}".rstrip() for y, row in enumerate(rows)]


def _with_names(position: State, sides: Sequence[str], found: Layout, rows: list[str]) -> list[str]:
    """Return a table of cards with the name of each side, and the last hand below."""
    middle = next((tray.name for tray in parts_of(position, sides).middle.trays if tray.faces), "")
    far, near = ("".join(sides[seat : seat + 1]) for seat in (1 - found.near, found.near))
    names = {FAR: far, MIDDLE: middle, NEAR: near}
    margin = max(map(width_of, names.values()))
    lines = [f" {pad(name, margin)}  {rows[found.beside[band].y]}".rstrip() for band, name in names.items()]
    last = [f" {row}" for row in rows[: found.beside[FAR].y] if row]
    return [*lines, *([""] if last else []), *last]


def _tray_text(faces: Faces, tray: Tray) -> str:
    """Return a tray as `dice 3 1`."""
    return " ".join([tray.name, *(faces[key].text for key in tray.faces)])
