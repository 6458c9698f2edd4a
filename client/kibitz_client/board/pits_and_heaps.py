"""Boards of numbers: pits to sow from, heaps to take from. Their layouts, and the appearance of their cells. Pure."""

from collections.abc import Iterator

from kibitz_client.board.geometry import LINED, Box, Layout, Text
from kibitz_client.board.marks import BoardView, marked_text, marks_of
from kibitz_protocol.values.boards import Heaps, Pits

PIT_HEIGHTS = {5: (3, 7), 6: (3, 8), 7: (3, 9), 9: (4, 9), 11: (5, 9), 13: (6, 9), 15: (7, 10), 17: (8, 11)}
"""For each width of a house with its wall, the least and the greatest height. The narrowest fits beside the panel."""
PIT_SIZES = (
    (4, 1),
    (4, 2),
    *((wide, high) for wide, (low, top) in PIT_HEIGHTS.items() for high in range(low, top + 1)),
)
"""Sizes of a house with its wall, if it has one: the widest that fits, and of these the highest that fits."""

HEAP_STEPS = ((1, 1), (1, 2), (2, 2), (2, 3), (3, 4), (4, 5))
"""The width of an object and the height of a heap, by size."""
ASCII_HEAP_SIZES = 4
"""How many of them there are in ASCII."""
HEADING = "heap {unit}s"
BEFORE_OBJECTS = 12
"""Columns of a heap's name and count."""


def pits_size(pits: Pits, size: int) -> tuple[int, int]:
    """Return the width and height of all houses at a size."""
    return PIT_SIZES[size][0] * pits.houses, PIT_SIZES[size][1] * 2


def pits_layout(pits: Pits, size: int, *, flipped: bool, ascii_only: bool, **_: bool) -> Layout:
    """Return two rows of houses between two stores; `flipped` has the second seat at the bottom."""
    width, height = PIT_SIZES[size]
    lined = size >= LINED
    wall, houses = int(lined), pits.houses
    names = [pits.cell_names[store].removesuffix(" store") for store in (houses, 2 * houses + 1)]
    store = max(width, *(len(name) + 1 for name in names))
    # Between the rows is a wall, or without walls the row of the stores.
    far_y, near_y = 1 + wall, 1 + wall + height + (0 if lined else 1)
    xs = [store + place * width for place in range(houses + 1)]
    inner = width - wall, height - wall
    near = [Box(xs[place] + wall, near_y, *inner) for place in range(houses)]
    far = [Box(xs[houses - 1 - place] + wall, far_y, *inner) for place in range(houses)]
    tall = (far_y, 2 * height - 1) if lined else (far_y + height, 1)
    east, west = Box(xs[-1] + wall, tall[0], store - wall, tall[1]), Box(wall, tall[0], store - wall, tall[1])
    boxes = (*far, west, *near, east) if flipped else (*near, east, *far, west)
    bottom = near_y + height
    fixed = list(_pit_labels(pits, boxes, near_y, bottom, lined))
    if lined:
        fixed += _walls([0, *xs, xs[-1] + store], far_y - 1, near_y - 1, bottom - 1, ascii_only)
    area = Box(0, 1, xs[-1] + store + wall, bottom - 1)
    return Layout(area.width, bottom + 1, size, boxes, tuple(fixed), discs=lined and not ascii_only, area=area)


def _pit_labels(pits: Pits, boxes: tuple[Box, ...], near_y: int, bottom: int, lined: bool) -> Iterator[Text]:
    """Yield the name that a player types outside each house, and the owner above each store."""
    for number, box in enumerate(boxes):
        middle = box.x + box.width // 2
        if not is_house(pits, number):
            owner = pits.cell_names[number].removesuffix(" store")
            yield Text(middle - len(owner) // 2, box.y - 1 - lined, owner, "label")
        else:
            label = pits.cell_labels[number]
            yield Text(middle + 1 - len(label), bottom if box.y == near_y else 0, label, "label")


def _walls(xs: list[int], top: int, middle: int, bottom: int, ascii_only: bool) -> Iterator[Text]:
    """Yield a frame, and walls between the houses but not through the stores."""
    across, down = ("-", "|") if ascii_only else ("\u2500", "\u2502")
    corners = {top: "+++", middle: "+++", bottom: "+++"} if ascii_only else {top: "┌┬┐", middle: "├┼┤", bottom: "└┴┘"}
    for y in range(top, bottom + 1):
        first, last = (xs[1], xs[-2]) if y == middle else (xs[0], xs[-1])
        for x in xs:
            if y in corners and first <= x <= last:
                yield Text(x, y, corners[y][0 if x == first else 2 if x == last else 1], "line")
                yield Text(x + 1, y, across * (_next(xs, x) - x - 1) if x != last else "", "line")
            else:
                yield Text(x, y, down, "line")


def _next(xs: list[int], x: int) -> int:
    return xs[min(xs.index(x) + 1, len(xs) - 1)]


def is_house(pits: Pits, number: int) -> bool:
    """Return whether a cell is a house and not a store, which the rules alone fill."""
    return number % (pits.houses + 1) != pits.houses


def pit_texts(pits: Pits, layout: Layout, view: BoardView, number: int) -> list[Text]:
    """Return the texts of a pit: its count, the change by the last move, and its objects if there is room for all."""
    box, count = layout.boxes[number], view.position.counts[number]
    role = "first" if number <= pits.houses else "second"
    texts = []
    gained = view.gained(number)
    # The count is in the upper third, because the objects are below it.
    at = (box.height - 1) // 3
    across, rows = box.width // 2, box.height - at - 2
    if layout.size >= LINED and count <= across * rows:
        seed = "•" if layout.discs else "o"
        for row in range(-(-count // across)):
            seeds = " ".join(seed * min(across, count - row * across))
            texts.append(Text(box.x + (box.width - len(seeds)) // 2, box.y + at + 1 + row, seeds, role))
    texts += marked_text(str(count), role, view.states(number), box.x + box.width // 2, box, at)
    if box.height > 1 and gained:
        note = f"{gained:+}"
        texts.append(Text(box.x + box.width // 2 + 1 - len(note), box.y + box.height - 1, note, "note"))
    return texts


def heap_sizes(_heaps: Heaps, ascii_only: bool) -> int:
    """Return how many sizes there are."""
    return ASCII_HEAP_SIZES if ascii_only else len(HEAP_STEPS)


def heaps_size(heaps: Heaps, size: int) -> tuple[int, int]:
    """Return the width and height of all heaps at a size."""
    step, height = HEAP_STEPS[size]
    return BEFORE_OBJECTS + heaps.most * step, len(heaps.cell_labels) * height


def heaps_layout(heaps: Heaps, size: int, **_: bool) -> Layout:
    """Return one line a heap: its name, its count, and a picture of it, which is wider at larger sizes."""
    height, count = HEAP_STEPS[size][1], len(heaps.cell_labels)
    heading = HEADING.format(unit=heaps.unit)
    width = max(len(heading), heaps_size(heaps, size)[0])
    fixed = (
        Text(0, 0, heading, "label"),
        *(Text(0, 1 + place * height, f"{label:>3}", "label") for place, label in enumerate(heaps.cell_labels)),
    )
    boxes = tuple(Box(4, 1 + place * height, width - 4, max(1, height - 1)) for place in range(count))
    return Layout(width, count * height + 1, size, boxes, fixed)


def heap_texts(_heaps: Heaps, layout: Layout, view: BoardView, number: int) -> list[Text]:
    """Return the texts of a heap: its count, a stroke for each object, a dot for each that the last move took.

    Strokes are as tall as the box.
    """
    box = layout.boxes[number]
    count, taken = view.position.counts[number], max(0, -view.gained(number))
    states = view.states(number)
    left, right = marks_of(states) if states else (" ", " ")
    if states == ["target"]:
        right = " "
    gap = " " * (HEAP_STEPS[layout.size][0] - 1)
    roles = " ".join(["first", *reversed(states)])
    head = f"{left}{count:>2}{right}  "
    return [
        Text(box.x, box.y, head, roles if states and states != ["target"] else "target" if states else "label"),
        *(Text(box.x + len(head), box.y + row, f"|{gap}" * count, "first") for row in range(box.height)),
        Text(box.x + len(head) + count * (1 + len(gap)), box.y, f".{gap}" * taken, "empty"),
    ]
