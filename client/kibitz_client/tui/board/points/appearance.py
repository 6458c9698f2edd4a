"""The appearance of points with their checkers, of the bar, of what was borne off, and of dice and cube. Pure.

Each cell is a small picture: a triangle that narrows to the middle of the board, checkers from its base on, and marks
beside the outermost checker. Where there are more checkers than places, the outermost one has their number.
"""

from kibitz_client.text.boards.points import LETTERS, point_roles
from kibitz_client.tui.board.geometry import Box, Layout, Text
from kibitz_client.tui.board.marks import BoardView, marks_of
from kibitz_client.tui.board.pieces import CHARACTERS, SMALL_TEXTS, Shape, piece_rows
from kibitz_client.tui.board.points.layout import CUBE, LEFT, POINT_SIZES, RIGHT
from kibitz_protocol.values.boards import BARS, OFF, POINTS, Face, Points

Spot = tuple[str, str]
"""A character and its role."""
BLANK: Spot = (" ", "")
SPIKES = ("spike", "spike other")
"""Roles of the triangles, which alternate."""
SHADES = "▒░"
"""Triangles where colours are missing."""
ASCII_SHADES = ":."


def checker_shape(points: Points, seat: int, *, outline: bool = False) -> Shape:
    """Return the shape of the checkers of a seat, as of the stones of a grid."""
    first = point_roles(points)[seat] == "first"
    return ("thick" if outline else "disc") if first else "ring"


def point_texts(points: Points, layout: Layout, view: BoardView, number: int) -> list[Text]:
    """Return the texts of a point, a bar, or a place of checkers that were borne off."""
    if number in OFF:
        return _off(points, layout, view, number)
    box, count, size = layout.boxes[number], view.position.counts[number], POINT_SIZES[layout.size]
    spots = _triangle(layout, view, number) if number < POINTS else [[BLANK] * box.width for _ in range(box.height)]
    seat, held = (0 if count > 0 else 1), abs(count)
    shown = min(held, box.height // size.checker)
    for place in range(shown):
        _put_checker(spots, points, layout, view, seat, place)
    outermost = max(0, shown - 1) * size.checker + (size.checker - 1) // 2
    if held > shown:
        _write(spots[outermost], box.width, str(held), f"{point_roles(points)[seat]} on")
    _mark(spots[outermost], view.states(number), f"{point_roles(points)[seat]}" if held else "", held=bool(held))
    # Points at the bottom, and the bar of the far side, stand on their last row.
    if (box.y > layout.height // 2) != (number in BARS):
        spots.reverse()
    return list(_texts(spots, box))


def _triangle(layout: Layout, view: BoardView, number: int) -> list[list[Spot]]:
    """Return the rows of an empty point from its base on. A row is some half columns narrower than the one before."""
    box, other = layout.boxes[number], (number + layout.near) % 2
    rows = []
    for row in range(box.height):
        half = 2 * round(box.width * (box.height - row - 0.5) / box.height)
        margin = box.width - max(half // 2, 1)
        left = margin // 2
        spots = [BLANK] * box.width
        inner = range(left + margin % 2, box.width - left - margin % 2)
        for column in inner:
            spots[column] = _spike(layout, view, other)
        if margin % 2 and layout.discs and view.pictures:
            spots[left], spots[box.width - 1 - left] = ("▐", f"{SPIKES[other]} edge"), ("▌", f"{SPIKES[other]} edge")
        rows.append(spots)
    return rows


def _spike(layout: Layout, view: BoardView, other: int) -> Spot:
    if layout.ascii_only:
        return ASCII_SHADES[other], "empty"
    return (" ", SPIKES[other]) if view.pictures else (SHADES[other], "empty")


def _put_checker(
    spots: list[list[Spot]], points: Points, layout: Layout, view: BoardView, seat: int, place: int
) -> None:
    """Draw a checker on the spots of a point, `place` places from its base."""
    height, width, role = POINT_SIZES[layout.size].checker, len(spots[0]), point_roles(points)[seat]
    shape = checker_shape(points, seat, outline=view.outline)
    rows: tuple[str, ...]
    if layout.ascii_only or height == 1:
        letter = LETTERS[seat] if layout.ascii_only else CHARACTERS[shape]
        rows = tuple(letter if row == (height - 1) // 2 else "" for row in range(height))
    elif height == 2:
        rows = SMALL_TEXTS[shape]
    else:
        rows = tuple(text for text, _ in piece_rows(shape, width - 1, height))
    for row, text in enumerate(rows):
        left = (width + 1 - len(text)) // 2 if len(text) < width else 0
        for column, character in enumerate(text, left):
            if character != " ":
                spots_of_row = spots[place * height + row]
                spots_of_row[column] = (character, f"{_ground(spots_of_row[column])} {role}".strip())


def _ground(spot: Spot) -> str:
    """Return the role of the ground under a checker: that of a triangle where it fills the character."""
    return spot[1] if spot[1] in SPIKES else ""


def _write(row: list[Spot], width: int, text: str, role: str) -> None:
    """Write a number in the middle of a row."""
    start = max(0, (width + 1 - len(text)) // 2)
    for column, character in enumerate(text[: width - start], start):
        row[column] = (character, role)


def _mark(row: list[Spot], states: list[str], role: str, *, held: bool) -> None:
    """Put the marks of a point's states at the edges of its outermost checker, or a `*` on an empty target."""
    if not states:
        return
    roles, (left, right) = " ".join([role, *reversed(states)]).strip(), marks_of(states)
    if states == ["target"]:
        row[0 if held else (len(row) - 1) // 2 + (len(row) - 1) % 2] = (left, "target")
        return
    row[0] = (left, roles)
    if len(row) > 2:
        row[-1] = (right, roles)


def _texts(spots: list[list[Spot]], box: Box) -> list[Text]:
    """Return rows of spots as texts, one for each run of a role."""
    texts = []
    for y, row in enumerate(spots, box.y):
        start = 0
        for column in range(1, len(row) + 1):
            if column == len(row) or row[column][1] != row[start][1]:
                text = "".join(character for character, _ in row[start:column])
                if row[start] != BLANK or not text.isspace():
                    texts.append(Text(box.x + start, y, text, row[start][1]))
                start = column
    return texts


def _off(points: Points, layout: Layout, view: BoardView, number: int) -> list[Text]:
    """Return the checkers that a seat has borne off: one, and their number."""
    box, seat, count = layout.boxes[number], OFF.index(number), abs(view.position.counts[number])
    role, states = point_roles(points)[seat], view.states(number)
    shape = checker_shape(points, seat, outline=view.outline)
    glyph = LETTERS[seat] if layout.ascii_only else CHARACTERS[shape]
    row: list[Spot] = [
        BLANK,
        (glyph, role if count else "empty"),
        *((digit, role if count else "empty") for digit in f"{count:<2}"),
    ]
    y = box.y if box.y < layout.height // 2 else box.y + box.height - 1
    _mark(row, states, role, held=True)
    return _texts([row], Box(box.x, y, len(row), 1))


def beside_texts(points: Points, layout: Layout, view: BoardView, place: int) -> list[Text]:
    """Return what lies at a place beside the cells: dice at the side of their owner, the cube at the right."""
    box, at = layout.beside[place], layout.beside[place].x
    texts: list[Text] = []
    for tray in view.position.trays:
        for face in (points.faces[key] for key in tray.faces):
            if place != (CUBE if face.kind == "cube" else LEFT if tray.owner == 1 - layout.near else RIGHT):
                continue
            if face.kind == "cube":
                return _cube(face, box, tray.owner, layout)
            drawn = _die(face, box.height)
            width = len(drawn[0])
            if not texts:
                at += 1
            if at + width <= box.x + box.width:
                texts += [Text(at, box.y + row, line, "die") for row, line in enumerate(drawn)]
            at += width + 1
    return texts


PIPS = {
    "1": (" ", "•", " "),
    "2": ("•  ", "   ", "  •"),
    "3": ("•  ", " • ", "  •"),
    "4": ("• •", "   ", "• •"),
    "5": ("• •", " • ", "• •"),
    "6": ("• •", "• •", "• •"),
}


def _die(face: Face, height: int) -> list[str]:
    """Return the rows of a die, or of another thing with its text."""
    if height >= 3 and face.kind == "die" and face.text in PIPS:
        return [f"{' '.join(row):^7}" for row in PIPS[face.text]]
    return [f" {face.text} "]


def _cube(face: Face, box: Box, owner: int | None, layout: Layout) -> list[Text]:
    """Return the doubling cube, with an arrow to the side that owns it."""
    arrows = "v^" if layout.ascii_only else "▼▲"
    arrow = " " if owner is None else arrows[owner != layout.near]
    return [Text(box.x, box.y + box.height // 2, f"{arrow}{face.text:^3}"[: box.width], "die")]
