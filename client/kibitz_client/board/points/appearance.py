"""The appearance of points with their checkers, of the bar, of what was borne off, and of dice and cube. Pure.

Each cell is a small picture: a triangle that narrows to the middle of the board, checkers from its base on, and marks
beside the outermost checker. Where there are more checkers than places, the outermost one has their number.
"""

from kibitz_client.board.geometry import Box, Layout, Text
from kibitz_client.board.marks import BoardView, marks_of
from kibitz_client.board.pieces import CHARACTERS, SMALL, Rows, Shape, piece_rows
from kibitz_client.board.points.layout import CUBE, LEFT, POINT_SIZES, RIGHT
from kibitz_client.board.roles import are_black_and_white, point_roles
from kibitz_protocol.values.boards import BARS, OFF, POINTS, Face, Points, Tray

Spot = tuple[str, str]
"""A character and its role."""
BLANK: Spot = (" ", "")
LETTERS = "OX"
"""Checkers of both seats in ASCII: of White, which is light, and of Black."""
SPIKES = ("spike", "spike-other")
"""Roles of the triangles, which alternate."""
TIPS = ("tip", "tip-other")
"""Roles of the characters that a triangle fills by half."""
SHADES = "▒░"
"""Triangles where colours are missing."""
ASCII_SHADES = ":."


def checker_shape(points: Points, seat: int, *, outline: bool = False, filled: bool = False) -> Shape:
    """Return the shape of the checkers of a seat, as of the stones of a grid."""
    if filled and are_black_and_white(points):
        return "disc"
    first = point_roles(points)[seat] == "first"
    return ("thick" if outline else "disc") if first else "ring"


def point_texts(points: Points, layout: Layout, view: BoardView, number: int) -> list[Text]:
    """Return the texts of a point, a bar, or a place of checkers that were borne off."""
    if number in OFF:
        return _off(points, layout, view, number)
    box, count, size = layout.boxes[number], view.position.counts[number], POINT_SIZES[layout.size]
    # Points at the bottom, and the bar of the far side, stand on their last row.
    standing = (box.y > layout.height // 2) != (number in BARS)
    spots = _triangle(layout, view, number) if number < POINTS else _bar(layout, box)
    seat, held = (0 if count > 0 else 1), abs(count)
    role = point_roles(points)[seat]
    shown = min(held, box.height // size.checker)
    rows = checker_rows(points, layout, seat, outline=view.outline, filled=view.pictures)
    for place in range(shown):
        _put(spots[place * size.checker :], rows[::-1] if standing else rows, role)
    outermost = max(0, shown - 1) * size.checker + (size.checker - 1) // 2
    _mark(spots[outermost], view.states(number), role if held else "")
    if held > shown:
        _write(spots[outermost], str(held), f"{role} on")
    if standing:
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
        # Letters among dots are hard to read, so in ASCII a triangle is only the line in its middle.
        for column in [box.width // 2] if layout.ascii_only else inner:
            spots[column] = _spike(layout, view, other)
        if margin % 2 and layout.discs and view.pictures:
            spots[left], spots[box.width - 1 - left] = ("▐", TIPS[other]), ("▌", TIPS[other])
        rows.append(spots)
    return rows


def _spike(layout: Layout, view: BoardView, other: int) -> Spot:
    if layout.ascii_only:
        return ASCII_SHADES[other], "empty"
    return (" ", SPIKES[other]) if view.pictures else (SHADES[other], "empty")


def _bar(layout: Layout, box: Box) -> list[list[Spot]]:
    """Return the rows of an empty bar with its walls."""
    wall: Spot = ("|" if layout.ascii_only else "│", "line")
    return [[wall, *[BLANK] * (box.width - 2), wall] for _ in range(box.height)]


def checker_rows(points: Points, layout: Layout, seat: int, *, outline: bool, filled: bool = False) -> Rows:
    """Return the picture of a checker of a seat."""
    size, shape = POINT_SIZES[layout.size], checker_shape(points, seat, outline=outline, filled=filled)
    if size.checker == 1 or layout.ascii_only:
        return ((LETTERS[seat] if layout.ascii_only else CHARACTERS[shape], (False,)),)
    return SMALL[shape] if size.checker == 2 else piece_rows(shape, size.width - 2, size.checker)


def _put(spots: list[list[Spot]], rows: Rows, role: str) -> None:
    """Draw a checker in the middle of the first rows. What a ring encloses has a role of its own."""
    for row, (text, enclosed) in zip(spots, rows, strict=False):
        left = len(row) // 2 - len(text) // 2
        for column, (character, inside) in enumerate(zip(text, enclosed, strict=True), left):
            if character != " " or inside:
                row[column] = (character, f"{_ground(row[column])} {role}{' inside' * inside}".strip())


def _ground(spot: Spot) -> str:
    """Return the role of the ground under a checker: that of a triangle where it fills the character."""
    return spot[1] if spot[1] in SPIKES else ""


def _write(row: list[Spot], text: str, role: str) -> None:
    """Write a number in the middle of a row, or rather at its end, as the left mark tells more than the right one."""
    start = max(0, (len(row) + 1 - len(text)) // 2)
    for column, character in enumerate(text[: len(row) - start], start):
        row[column] = (character, role)


def _mark(row: list[Spot], states: list[str], role: str) -> None:
    """Put the marks of a point's states at the edges of its outermost checker, or a `*` on an empty target.

    `role` is that of the checker; it is empty on an empty point.
    """
    if not states:
        return
    roles, (left, right) = " ".join([role, *reversed(states)]).strip(), marks_of(states)
    if states == ["target"]:
        row[0 if role else len(row) // 2] = (left, "target")
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
    """Return the checkers that a seat has borne off: one, and their number, and towards the middle its own cube."""
    box, seat = layout.boxes[number], OFF.index(number)
    count, states, role = abs(view.position.counts[number]), view.states(number), point_roles(points)[seat]
    shape = checker_shape(points, seat, outline=view.outline, filled=view.pictures)
    glyph = LETTERS[seat] if layout.ascii_only else CHARACTERS[shape]
    spots = [[BLANK] * box.width for _ in range(box.height)]
    spots[0][box.width // 2] = glyph, role if count else "empty"
    _write(spots[1], str(count), role if count else "empty")
    _mark(spots[0], states, role)
    cube = next((face for tray, face in _faces(points, view) if face.kind == "cube" and tray.owner == seat), None)
    if cube is not None:
        _write(spots[-1], cube.text, "die")
    if box.y > layout.height // 2:
        spots = [*spots[2:][::-1], *spots[:2]]
    return _texts(spots, box)


def _faces(points: Points, view: BoardView) -> list[tuple[Tray, Face]]:
    return [(tray, points.faces[key]) for tray in view.position.trays for key in tray.faces]


def beside_texts(points: Points, layout: Layout, view: BoardView, place: int) -> list[Text]:
    """Return what lies at a place beside the cells: dice at the side of their owner, a cube without owner."""
    box = layout.beside[place]
    if place == CUBE:
        cubes = (face.text for tray, face in _faces(points, view) if face.kind == "cube" and tray.owner is None)
        return [Text(box.x, box.y + box.height // 2, f"{text:^{box.width}}"[: box.width], "die") for text in cubes][:1]
    dice = [
        _die(face, box.height, ascii_only=layout.ascii_only)
        for tray, face in _faces(points, view)
        if face.kind != "cube" and place == (LEFT if tray.owner == 1 - layout.near else RIGHT)
    ]
    while dice and sum(len(rows[0]) + 1 for rows in dice) - 1 > box.width:
        dice.pop()
    x = box.x + (box.width - sum(len(rows[0]) + 1 for rows in dice) + 1) // 2
    texts = []
    for rows in dice:
        y = box.y + (box.height - len(rows)) // 2
        texts += [Text(x, y + row, line, "die") for row, line in enumerate(rows)]
        x += len(rows[0]) + 1
    return texts


PIPS = {
    "1": ("   ", " • ", "   "),
    "2": ("•  ", "   ", "  •"),
    "3": ("•  ", " • ", "  •"),
    "4": ("• •", "   ", "• •"),
    "5": ("• •", " • ", "• •"),
    "6": ("• •", "• •", "• •"),
}


def _die(face: Face, height: int, *, ascii_only: bool) -> list[str]:
    """Return the rows of a die, or of another thing with its text."""
    if height < len(PIPS["1"]) or face.kind != "die" or face.text not in PIPS:
        return [f"[{face.text}]" if ascii_only else f" {face.text} "]
    return [f" {line} ".replace("•", "o" if ascii_only else "•") for line in PIPS[face.text]]
