"""A frame of the demo: the board, both engines beside it, and one bar for both sides below. Pure.

Kibitz demo  Connect Four                                        move 12  0:14
 1   2   3   4                 X alphabeta                     searching 0.4 s
┌───┬───┬───┬───┐                depth 17/24  4.1M nodes/s
│   │ X │   │   │                expects 4 3 4 5
"""

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from kibitz_client.board.canvas import Canvas, Run
from kibitz_client.board.engine_line import engine_line
from kibitz_client.board.marks import BoardView
from kibitz_client.board.roles import side_role
from kibitz_client.board.shapes import fitting
from kibitz_client.columns import fit, width_of
from kibitz_client.match.moves.numbering import number_at, numbered
from kibitz_client.match.state import MatchState
from kibitz_client.parsing.move_list import moves_text
from kibitz_client.text.formatting import count_text, search_text
from kibitz_client.text.match_view import played_text
from kibitz_client.tui.demo.balance import balance, history
from kibitz_client.tui.models.win_graph import graph, graph_characters
from kibitz_client.tui.widgets.player_bar import stone_mark
from kibitz_protocol.values.engines import SearchReport
from kibitz_protocol.values.fields import Seat
from kibitz_protocol.values.matches import MoveView
from kibitz_protocol.values.seats import seat_text
from kibitz_protocol.values.state import State

MARGIN = 2
GAP = 3
"""Columns left of the board, and between the board and the engines."""
PANEL = 28
"""Fewest columns for the engines; a narrower terminal shows them below the board."""
ABOVE, BELOW = 1, 3
"""Rows above the board, and below it: the title of the bar, the bar, and the remark."""
LINE_ROWS, MORE = 2, " ..."
"""Rows of an expected line, and the end of one that is longer."""
BETWEEN = 2
"""Fewest columns between the texts at both ends of a row."""
AROUND = 4
"""Rows of the last picture around its board."""
WIDEST, LEAST_BAR = 110, 76
"""Most columns of a frame, and the columns of the last bar below a narrow board."""
BARS, ASCII_BARS = ("█", "░"), ("#", "-")
HIDDEN = "Cards are hidden, so what the engines think is not shown before the end."

Row = list[Run]


class Drawing(NamedTuple):
    """How a terminal can draw: with ASCII alone, and with pictures of chessmen, which need colours."""

    ascii_only: bool = False
    pictures: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """What a frame shows: the match so far, `before` the position of the ply before, and a remark at the bottom.

    Before the match begins, there is only the remark.
    """

    opening: str = ""
    remark: str = ""
    right: str = ""
    state: MatchState | None = None
    before: State | None = None
    seconds: float = 0.0


def frame(scene: Scene, columns: int, rows: int, drawing: Drawing) -> list[Row]:
    """Return the rows of a frame: exactly `rows`, each of fewer than `columns` columns."""
    width = min(columns, WIDEST) - 1
    area = _middle(scene, width, max(1, rows - ABOVE - BELOW), drawing)
    if scene.state is not None:
        area += bar_rows(scene.state, width, drawing)
    else:
        area += [[], []]
    foot = _ends([(scene.remark, "strong")], [(scene.right, "faint")], width)
    return [_clipped(row, width) for row in [_title(scene, width), *area, foot][-rows:]]


def last_rows(scene: Scene, columns: int, rows: int, drawing: Drawing) -> list[Row]:
    """Return the picture that stays at the end, in at most `rows` rows: title, board and bar.

    The board is alone if for the others it would have to be of the smallest size.
    """
    assert scene.state is not None
    width = min(columns, WIDEST) - 1
    # What an engine expected does not belong to the last position.
    still = replace(scene, state=replace(scene.state, searches={}))
    room = width - MARGIN
    large, small = (
        fitting(scene.state.board, room, most, ascii_only=drawing.ascii_only) for most in (rows, rows - AROUND)
    )
    if small.height > rows - AROUND or (small.size == 0 and large.size > 0):
        return board_rows(still, room, max(1, rows), drawing)
    board = board_rows(still, room, rows - AROUND, drawing)
    across = max(map(_width, board), default=0)
    bar = bar_rows(scene.state, min(width, max(across, LEAST_BAR)), drawing)
    return [_title(scene, width), *board, [], *bar]


def _title(scene: Scene, width: int) -> Row:
    state = scene.state
    if state is None:
        return _ends([("Kibitz demo", "strong")], [], width)
    minutes, seconds = divmod(int(scene.seconds), 60)
    left: Row = [(f"Kibitz demo  {state.game.title}", "strong")]
    if scene.opening:
        left.append((f"  {scene.opening}", "faint"))
    return _ends(left, [(f"move {_moves_made(state)}  {minutes}:{seconds:02}", "faint")], width)


def _moves_made(state: MatchState) -> int:
    """Return the number of the last move as game scores count, 0 before the first one."""
    return number_at(state, len(state.moves) - 1).number if state.moves else 0


def _middle(scene: Scene, width: int, height: int, drawing: Drawing) -> list[Row]:
    """Return the board with the engines beside it, or below it in a narrow terminal; `height` rows."""
    state = scene.state
    if state is None:
        return [[] for _ in range(height)]
    beside = width - MARGIN - GAP >= 2 * PANEL
    room = width - MARGIN - (GAP + PANEL if beside else 0)
    board = board_rows(scene, room, height, drawing)
    across = max((_width(row) for row in board), default=0)
    lines = panel_rows(state, width - MARGIN - GAP - across, height, drawing) if beside else []
    found = []
    for at in range(height):
        row = list(board[at]) if at < len(board) else []
        if at < len(lines) and lines[at]:
            row = [*row, (" " * (MARGIN + across + GAP - _width(row)), ""), *lines[at]]
        found.append(row)
    return found


def board_rows(scene: Scene, columns: int, rows: int, drawing: Drawing) -> list[Row]:
    """Return the board as large as it fits, with the line that the engine to move expects as numbers on it."""
    state = scene.state
    if state is None:
        return []
    layout = fitting(state.board, columns, rows, ascii_only=drawing.ascii_only)
    canvas = Canvas(state.board, layout, shades=drawing.pictures)
    mover = state.position.to_move
    info = state.searches.get(mover) if mover is not None else None
    search = info.search if info is not None and info.live and not state.over else None
    expected = engine_line(state.board, state.position, search)
    canvas.show(
        BoardView(
            state.position,
            numbers=expected.numbers,
            before=scene.before,
            pictures=drawing.pictures,
            sides=state.game.seats,
        )
    )
    return [[(" " * MARGIN, ""), *canvas.runs(y)] for y in range(min(layout.height, rows))]


def panel_rows(state: MatchState, width: int, height: int, drawing: Drawing) -> list[Row]:
    """Return what both engines think, and below it the last moves; at most `height` rows."""
    found: list[Row] = []
    for view in state.seats:
        found += [*_engine(state, view.seat, width, drawing), []]
    if state.game.hidden:
        found += [*([(line, "faint")] for line in textwrap.wrap(HIDDEN, width)), []]
    left = height - len(found) - 1
    if left > 0:
        lines = textwrap.wrap(played_text(state) or "-", width, break_on_hyphens=False)
        found += [[("moves", "faint")], *([(line, "")] for line in lines[-left:])]
    return found[:height]


def _engine(state: MatchState, seat: Seat, width: int, drawing: Drawing) -> list[Row]:
    """Return the rows of an engine, always as many: its name and what it does, depth and speed, and its line."""
    view, info = state.seats[seat], state.searches.get(seat)
    name = (view.name or "").partition(":")[0]
    side = stone_mark(state, seat, drawn=not drawing.ascii_only)
    free = width - width_of(f"{side} {name}") - 2
    does = next((text for text in _doings(state, seat) if width_of(text) <= free), "")
    head = _ends([(side, f"{seat_role(state, seat)} strong"), (f" {name}", "strong")], [(does, "faint")], width)
    if state.game.hidden and not state.over:
        return [head]
    rows: list[Row] = [head, [("  " + fit(facts_text(info.search) if info is not None else "-", width - 2), "")]]
    label = line_label(info.search) if info is not None else ""
    room = max(1, width - 2 - width_of(label))
    line = moves_text(numbered(state, info.search.written, info.ply)) if info is not None else ""
    wrapped = textwrap.wrap(line, room, break_on_hyphens=False)
    if len(wrapped) > LINE_ROWS:
        last = wrapped[LINE_ROWS - 1][: room - len(MORE)].rpartition(" ")[0]
        wrapped = [*wrapped[: LINE_ROWS - 1], last + MORE]
    wrapped += [""] * (LINE_ROWS - len(wrapped))
    for number, text in enumerate(wrapped):
        rows.append([("  " + (label if number == 0 else " " * width_of(label)), "faint"), (text, "")])
    return rows


def _doings(state: MatchState, seat: Seat) -> list[str]:
    """Return what an engine does or did last, at length and in short."""
    info = state.searches.get(seat)
    if info is not None and info.live:
        return [f"searching {info.search.seconds:.1f} s", f"{info.search.seconds:.1f} s"]
    if state.phase == "running" and state.position.to_move == seat:
        return ["to move"]
    played = _last_move(state, seat)
    return [f"played {played.written}", played.written] if played is not None else []


def _last_move(state: MatchState, seat: Seat) -> MoveView | None:
    return next((move for move in reversed(state.moves[-len(state.seats) :]) if move.seat == seat), None)


def facts_text(search: SearchReport) -> str:
    """Return depth and speed of a search: `depth 17/24  4.1M nodes/s`; for a move without a search its source."""
    if search.source != "search":
        return search_text(search)
    deepest = f"/{search.selective}" if search.selective > search.depth else ""
    speed = f"  {count_text(search.nodes / search.seconds)} nodes/s" if search.seconds >= 0.001 and search.nodes else ""
    return f"depth {search.depth}{deepest}{speed}"


def line_label(search: SearchReport) -> str:
    """Return what precedes an expected line: the number of plies to the result where that is proven."""
    if search.wins_in is None or not search.line:
        return "expects " if search.line else ""
    return f"{'wins' if search.wins_in >= 0 else 'loses'} in {abs(search.wins_in)} "


def seat_role(state: MatchState, seat: Seat) -> str:
    """Return the role of the text of a seat: that of its colour if the seat is named after one."""
    name = seat_text(state.game.seats, seat)
    return name.lower() if name in ("White", "Black") else side_role(name, seat)


def bar_rows(state: MatchState, width: int, drawing: Drawing) -> list[Row]:
    """Return two rows: the title with the course of the match, and the bar between both sides."""
    shown = balance(state)
    names = [seat_text(state.game.seats, seat) for seat in (0, 1)]
    left, right = (f"{name} {text:>4}" for name, text in zip(names, shown.texts, strict=True))
    inside = max(1, width - MARGIN - width_of(left) - width_of(right) - 2)
    filled = round(inside * shown.first)
    full, rest = ASCII_BARS if drawing.ascii_only else BARS
    bar: Row = [
        (" " * MARGIN + left + " ", seat_role(state, 0)),
        (full * filled, seat_role(state, 0)),
        (rest * (inside - filled), seat_role(state, 1)),
        (" " + right, seat_role(state, 1)),
    ]
    title, label = " " * MARGIN + shown.what, f"{names[0]} so far "
    course = "" if state.game.hidden else graph(history(state), graph_characters(ascii_only=drawing.ascii_only))
    room = width - width_of(title) - width_of(label) - BETWEEN
    so_far: Row = [(label, "faint"), (course[-room:], seat_role(state, 0))] if course and room > 0 else []
    return [_ends([(title, "faint")], so_far, width), bar]


def _ends(left: Sequence[Run], right: Sequence[Run], width: int) -> Row:
    """Return a row with texts at both ends; the left ones are cut where they do not fit."""
    right = [run for run in right if run[0]]
    free = max(0, width - _width(right) - (BETWEEN if right else 0))
    row: Row = []
    for text, role in left:
        text = text if width_of(text) <= free else fit(text, free)
        row.append((text, role))
        free -= width_of(text)
    if right:
        row.append((" " * (free + BETWEEN), ""))
    return [*row, *right]


def _clipped(row: Row, width: int) -> Row:
    """Return a row cut to a width."""
    if _width(row) <= width:
        return row
    found: Row = []
    for text, role in row:
        found.append((fit(text, min(width_of(text), width)), role))
        width -= width_of(found[-1][0])
    return found


def _width(row: Sequence[Run]) -> int:
    return sum(width_of(text) for text, _ in row)
