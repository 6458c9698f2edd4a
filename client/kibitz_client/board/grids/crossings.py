"""A board of lines, on whose crossings stones stand: its boxes, and the lines where there is no stone. Pure."""

from collections.abc import Sequence

from kibitz_client.board.geometry import Box, Text, glyph_row

STAR = "•"


def crossing_boxes(xs: Sequence[int], ys: Sequence[int], width: int, height: int) -> list[Box]:
    """Return the boxes of cells of a size that begin at these columns and rows, row by row."""
    if width == 2:
        # The right mark of the last cell of a row needs a place.
        return [Box(x, y, 2 + (x == xs[-1]), 1) for y in ys for x in xs]
    # An odd number of columns and rows has a middle.
    tall = height if height == 2 or height % 2 else height - 1
    return [Box(x + 1, y, width - 1, tall) for y in ys for x in xs]


def crossing(box: Box) -> tuple[int, int]:
    """Return the column and row in which the lines through a cell cross."""
    return box.x + (1 if box.height == 1 and box.width < 4 else box.width // 2), box.y + glyph_row(box)


def board_lines(boxes: Sequence[Box], stars: Sequence[int]) -> tuple[list[Text], list[tuple[Text, ...]]]:
    """Return the lines of the whole board, and for each cell the part in its box."""
    places = [crossing(box) for box in boxes]
    xs, ys = sorted({x for x, _ in places}), sorted({y for _, y in places})
    raster = {(x, y): "─" for y in ys for x in range(xs[0], xs[-1] + 1)}
    raster |= {(x, y): "│" for x in xs for y in range(ys[0], ys[-1] + 1)}
    for x, y in places:
        across = 0 if x == xs[0] else 2 if x == xs[-1] else 1
        down = 0 if y == ys[0] else 2 if y == ys[-1] else 1
        raster[x, y] = ("┌┬┐", "├┼┤", "└┴┘")[down][across]
    raster |= {places[star]: STAR for star in stars}

    def drawn(box: Box) -> tuple[Text, ...]:
        rows = range(box.y, box.y + box.height)
        texts = ("".join(raster.get((x, y), " ") for x in range(box.x, box.x + box.width)) for y in rows)
        return tuple(Text(box.x, y, text, "line") for y, text in zip(rows, texts, strict=True))

    whole = Box(xs[0], ys[0], xs[-1] - xs[0] + 1, ys[-1] - ys[0] + 1)
    return list(drawn(whole)), [drawn(box) for box in boxes]
