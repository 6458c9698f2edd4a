"""The board of backgammon as lines of text, in the form that players of GNU Backgammon and FIBS know. Pure.

    +13-14-15-16-17-18------19-20-21-22-23-24-+  X Black
    | O           X    |   | X              O |  pips 167
    | O           X    |   | X              O |  off 0
    | O           X    |   | X                |
    | O                |   | X                |
    | O                |   | X                |
    |                  |BAR|                  |  cube 1
    | X                |   | O                |
    | X                |   | O                |
    | X           O    |   | O                |  dice 3 1
    | X           O    |   | O              X |  off 0
    | X           O    |   | O              X |  pips 167
    +12-11-10--9--8--7-------6--5--4--3--2--1-+  O White

The points have the numbers of the side at the bottom, which bears off at the bottom right. The last checker of each
point that the last move changed is in brackets. Where a point has more than five checkers, the fifth row has their
number.
"""

from kibitz_client.board.points.appearance import LETTERS
from kibitz_client.board.points.layout import HALF, cells_of_rows, point_label
from kibitz_client.board.roles import point_roles
from kibitz_client.text.boards.trays import tray_text
from kibitz_client.text.style import Style
from kibitz_protocol.values.boards import BARS, OFF, POINTS, Points
from kibitz_protocol.values.fields import Seat
from kibitz_protocol.values.state import State

ROWS = 5
"""Rows of a half of the board. A point with more checkers has their number in the last row."""


def points_lines(points: Points, position: State, style: Style, near: Seat, *, targets: bool) -> list[str]:
    """Return the board as the seat `near` sees it. With `targets`, a `*` is beside each point where a step may end."""
    top, bottom = cells_of_rows(near)
    far = 1 - near
    marked = {cell for path in position.paths for cell in path[1::2]} if targets else set[int]()
    beside = [""] * (2 * ROWS + 3)
    beside[0], beside[-1] = _side(points, style, far), _side(points, style, near)
    for seat, end, step in ((far, 1, 1), (near, len(beside) - 2, -1)):
        for number, text in enumerate(_about(points, position, seat)[:ROWS]):
            beside[end + number * step] = text
    beside[ROWS + 1] = "  ".join(tray_text(points.faces, tray) for tray in position.trays if tray.owner is None)

    def row(cells: list[int], height: int, seat: Seat) -> str:
        drawn = [_checker(points, position, style, cell, height, cell in marked) for cell in cells]
        # The checkers on the bar stand next to the middle.
        bar = _checker(points, position, style, BARS[seat], ROWS - 1 - height, BARS[seat] in marked)
        return f"|{''.join(drawn[:HALF])}|{bar}|{''.join(drawn[HALF:])}|"

    lines = [
        _border(points, near, top),
        *(row(top, height, far) for height in range(ROWS)),
        f"|{'   ' * HALF}|BAR|{'   ' * HALF}|",
        *(row(bottom, height, near) for height in reversed(range(ROWS))),
        _border(points, near, bottom),
    ]
    return [f" {line}  {text}".rstrip() for line, text in zip(lines, beside, strict=True)]


def _side(points: Points, style: Style, seat: Seat) -> str:
    return style.paint(f"{LETTERS[seat]} {points.names[seat]}", point_roles(points)[seat])


def _about(points: Points, position: State, seat: Seat) -> list[str]:
    """Return the texts beside a side, from its end of the board: counters, borne-off checkers, dice and cube."""
    trays = [tray_text(points.faces, tray) for tray in position.trays if tray.owner == seat]
    return [*_counters(points, position, seat), f"off {abs(position.counts[OFF[seat]])}", *trays]


def _counters(points: Points, position: State, seat: Seat) -> list[str]:
    """Return the counters of a side without its name: `pips 167`."""
    name = f"{points.names[seat]} "
    return [f"{text.removeprefix(name)} {n}" for text, n in position.counters.items() if text.startswith(name)]


def _border(points: Points, near: Seat, cells: list[int]) -> str:
    labels = [f"{point_label(points, near, cell)[:2]:->2}-" for cell in cells]
    return f"+{''.join(labels[:HALF])}-----{''.join(labels[HALF:])}+"


def _checker(points: Points, position: State, style: Style, cell: int, height: int, target: bool) -> str:
    """Return what a row of a point shows, counted from its end of the board: three characters."""
    count = position.counts[cell]
    seat, most = (0 if count > 0 else 1), min(abs(count), ROWS)
    last = cell in position.last and height == max(0, most - 1)
    left, right = (style.paint(mark, "strong") for mark in "[]") if last else (" ", " ")
    if height < most:
        crowded = height == ROWS - 1 and abs(count) > ROWS
        text = str(abs(count)) if crowded else LETTERS[seat]
        painted = style.paint(text, point_roles(points)[seat])
        return f"{left}{painted}{right}" if len(text) == 1 else f"{painted}{right}"
    if target and height == min(most, ROWS - 1):
        return f"{left}{style.paint('*', 'strong')}{right}"
    return f"{left} {right}"


def points_in_words(points: Points, position: State, near: Seat) -> list[str]:
    """Return a line for each side with its checkers, all points numbered as the seat `near` numbers them."""
    lines = []
    order = sorted(range(POINTS), key=lambda cell: cell if near == 0 else -cell)
    for seat, name in enumerate(points.names):
        sign = (1, -1)[seat]
        held = [cell for cell in [*order, BARS[seat]] if position.counts[cell] * sign > 0]
        places = [f"{point_label(points, near, cell)} has {abs(position.counts[cell])}" for cell in held]
        rest = [f"{abs(position.counts[OFF[seat]])} off", *_counters(points, position, seat)]
        lines.append(f"{name}: {', '.join(places) or 'none'}; {', '.join(rest)}")
    return lines
