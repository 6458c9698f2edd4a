"""Icons of the installed app as PNG, drawn from the page's SVG: some systems take no SVG.

The icon has circles and one path of smooth curves, which become polygons. A polygon is filled row by row, with four
rows for each row of pixels and exact edges within a row.
"""

import math
import re
import struct
import zlib
from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate, groupby

SIZES = {
    "/icon-192.png": ("icon.svg", 192),
    "/icon-512.png": ("icon.svg", 512),
    "/icon-maskable-192.png": ("icon-maskable.svg", 192),
    "/icon-maskable-512.png": ("icon-maskable.svg", 512),
    "/apple-touch-icon.png": ("icon-maskable.svg", 180),
}
"""Addresses of the pictures, each with its drawing and its size in pixels."""
SHAPE = re.compile(r"<(circle|path)\b([^>]*)/>")
ATTRIBUTE = re.compile(r'([\w-]+)="([^"]*)"')
STEP = re.compile(r"([MmSsHhVvZz])([^MmSsHhVvZz]*)")
NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
ROWS = 4
SIDE = 32.0
"""Units of the drawing's side."""
Point = tuple[float, float]


@lru_cache(maxsize=len(SIZES))
def picture(drawing: str, size: int) -> bytes:
    """Return a drawing as PNG with a transparent ground.

    Args:
        drawing: SVG with circles and paths of the commands M, s, S, h, v, H, V and z, on a square of 32 units.
        size: Pixels of a side.
    """
    pixels = [bytearray(4 * size) for _ in range(size)]
    scale = size / SIDE
    for polygons, colour in _shapes(drawing):
        _fill(pixels, [[(x * scale, y * scale) for x, y in polygon] for polygon in polygons], colour, size)
    raw = b"".join(b"\x00" + row for row in pixels)
    head = struct.pack("!IIBBBBB", size, size, 8, 6, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(raw, 6)), (b"IEND", b""))
    chunks = (
        struct.pack("!I", len(data)) + kind + data + struct.pack("!I", zlib.crc32(kind + data)) for kind, data in parts
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def _shapes(drawing: str) -> Iterator[tuple[list[list[Point]], tuple[int, int, int]]]:
    """Yield the polygons of each shape with their colour. A circle of a line is a ring."""
    for kind, text in SHAPE.findall(drawing):
        values = dict(ATTRIBUTE.findall(text))
        if kind == "path":
            yield [_path(values["d"])], _colour(values["fill"])
            continue
        x, y, radius = (float(values[name]) for name in ("cx", "cy", "r"))
        if values["fill"] == "none":
            half = float(values["stroke-width"]) / 2
            yield [_circle(x, y, radius + half), _circle(x, y, radius - half)], _colour(values["stroke"])
        else:
            yield [_circle(x, y, radius)], _colour(values["fill"])


def _colour(text: str) -> tuple[int, int, int]:
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def _circle(x: float, y: float, radius: float) -> list[Point]:
    turns = (2 * math.pi * step / 120 for step in range(120))
    return [(x + radius * math.cos(turn), y + radius * math.sin(turn)) for turn in turns]


def _path(text: str) -> list[Point]:
    """Return the polygon of a path."""
    points: list[Point] = []
    x = y = 0.0
    control: Point | None = None
    for command, numbers in STEP.findall(text):
        values = [float(number) for number in NUMBER.findall(numbers)]
        before = (x, y) if command.islower() else (0.0, 0.0)
        if command in "Ss":
            for first in range(0, len(values), 4):
                dx, dy = (x, y) if command == "s" else (0.0, 0.0)
                second = (values[first] + dx, values[first + 1] + dy)
                end = (values[first + 2] + dx, values[first + 3] + dy)
                mirrored = (x, y) if control is None else (2 * x - control[0], 2 * y - control[1])
                points += _curve((x, y), mirrored, second, end)
                (x, y), control = end, second
            continue
        control = None
        if command in "Mm":
            x, y = values[0] + before[0], values[1] + before[1]
        elif command in "Hh":
            x = values[0] + before[0]
        elif command in "Vv":
            y = values[0] + before[1]
        if command not in "Zz":
            points.append((x, y))
    return points


def _curve(start: Point, first: Point, second: Point, end: Point) -> list[Point]:
    found = []
    for step in range(1, 33):
        t = step / 32
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        parts = zip(weights, (start, first, second, end), strict=True)
        x, y = 0.0, 0.0
        for weight, (px, py) in parts:
            x, y = x + weight * px, y + weight * py
        found.append((x, y))
    return found


def _fill(pixels: list[bytearray], polygons: list[list[Point]], colour: tuple[int, int, int], size: int) -> None:
    """Paint polygons, where an odd number of them covers a place."""
    edges = [edge for polygon in polygons for edge in zip(polygon, polygon[1:] + polygon[:1], strict=True)]
    opaque = bytes((*colour, 255))
    for row in range(size):
        near = [(a, b) for a, b in edges if min(a[1], b[1]) < row + 1 and max(a[1], b[1]) > row]
        if not near:
            continue
        # How much of each pixel is covered: changes of whole parts, which are summed up, and the edges themselves.
        changes, partly = [0.0] * (size + 1), dict[int, float]()
        for part in range(ROWS):
            y = row + (part + 0.5) / ROWS
            crossings = sorted(
                a[0] + (y - a[1]) * (b[0] - a[0]) / (b[1] - a[1]) for a, b in near if (a[1] <= y) != (b[1] <= y)
            )
            for left, right in zip(crossings[::2], crossings[1::2], strict=True):
                _cover(changes, partly, max(0.0, left), min(float(size), right))
        whole = list(accumulate(changes))
        _paint(pixels[row], whole, partly, colour, opaque)


def _paint(
    line: bytearray, whole: list[float], partly: dict[int, float], colour: tuple[int, int, int], opaque: bytes
) -> None:
    """Paint a row of pixels: runs that are covered all over at once, and the others one by one."""
    x = 0
    for covered, run in groupby(whole[:-1]):
        length = len(list(run))
        if covered >= ROWS:
            line[4 * x : 4 * (x + length)] = opaque * length
        elif covered:
            for each in range(x, x + length):
                _blend(line, 4 * each, colour, min(1.0, (covered + partly.pop(each, 0.0)) / ROWS))
        x += length
    for each, covered in partly.items():
        if whole[each] < ROWS:
            _blend(line, 4 * each, colour, min(1.0, covered / ROWS))


def _cover(changes: list[float], partly: dict[int, float], left: float, right: float) -> None:
    """Add a part of a row, with the parts of the pixels at its ends."""
    first, last = int(left), min(int(right), len(changes) - 2)
    if first >= last:
        if left < right:
            partly[first] = partly.get(first, 0.0) + right - left
        return
    partly[first] = partly.get(first, 0.0) + first + 1 - left
    changes[first + 1] += 1.0
    changes[last] -= 1.0
    partly[last] = partly.get(last, 0.0) + right - last


def _blend(line: bytearray, at: int, colour: tuple[int, int, int], alpha: float) -> None:
    if alpha <= 0.0:
        return
    below = line[at + 3] / 255
    whole = alpha + below * (1 - alpha)
    for channel in range(3):
        value = (colour[channel] * alpha + line[at + channel] * below * (1 - alpha)) / whole
        line[at + channel] = round(value)
    line[at + 3] = round(255 * whole)
