"""Where everything stands on boards of numbers: pits that are sown, heaps that are taken from. Pure."""

from collections.abc import Iterator

from kibitz_client.tui import strings
from kibitz_client.tui.board.geometry import LINED, Box, Layout, Text
from kibitz_protocol.values import Heaps, Pits

PIT_SIZES = ((4, 1), (4, 2), (6, 3), (9, 4))
"""Of a house with its wall, where there is one. The smallest two fit beside the panel on a terminal of 80 columns."""

HEAP_STEPS = ((1, 1), (1, 2), (2, 2), (2, 3))
"""How wide an object is, and how high a heap."""


def pits_layout(pits: Pits, size: int, *, flipped: bool, ascii_only: bool) -> Layout:
    """Two rows of houses between two stores; flipped, the second seat sits at the bottom."""
    width, height = PIT_SIZES[size]
    lined = size >= LINED
    wall, houses = int(lined), pits.houses
    names = [pits.cell_names[store].removesuffix(" store") for store in (houses, 2 * houses + 1)]
    store = max(width, *(len(name) + 1 + wall for name in names))
    # Between the rows lies a wall, or, where there is none, the row in which the stores stand.
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
    return Layout(xs[-1] + store + wall, bottom + 1, size, boxes, tuple(fixed))


def _pit_labels(pits: Pits, boxes: tuple[Box, ...], near_y: int, bottom: int, lined: bool) -> Iterator[Text]:
    """What a player types for each house, beyond it; whose each store is, above it."""
    for number, box in enumerate(boxes):
        middle = box.x + box.width // 2
        if number % (pits.houses + 1) == pits.houses:
            owner = pits.cell_names[number].removesuffix(" store")
            yield Text(middle - len(owner) // 2, box.y - 1 - lined, owner, "label")
        else:
            label = pits.cell_labels[number]
            yield Text(middle + 1 - len(label), bottom if box.y == near_y else 0, label, "label")


def _walls(xs: list[int], top: int, middle: int, bottom: int, ascii_only: bool) -> Iterator[Text]:
    """A box round everything, a wall between all houses, and none through the stores."""
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


def heaps_layout(heaps: Heaps, size: int) -> Layout:
    """A line a heap: its name, how much it holds, and a picture of that, which is wider at the larger sizes."""
    step, height = HEAP_STEPS[size]
    count = len(heaps.cell_labels)
    heading = strings.HEAPS_HEADING.format(unit=heaps.unit)
    width = max(len(heading), 12 + heaps.most * step)
    fixed = (
        Text(0, 0, heading, "label"),
        *(Text(0, 1 + place * height, f"{label:>3}", "label") for place, label in enumerate(heaps.cell_labels)),
    )
    boxes = tuple(Box(4, 1 + place * height, width - 4, 1) for place in range(count))
    return Layout(width, count * height + 1, size, boxes, fixed)
