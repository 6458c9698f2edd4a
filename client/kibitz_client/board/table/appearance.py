"""The appearance of cards and chips on a table. Pure.

    ┌───┐┌───┐
    │10♠││░░░│  bet 4
    └───┘└───┘

A card has its rank and suit as text, so that nothing depends on colours. In ASCII, suits are letters: `10s`.
"""

from collections.abc import Iterator, Sequence
from itertools import chain
from textwrap import wrap

from kibitz_client.board.geometry import Box, Layout, Text
from kibitz_client.board.marks import BoardView
from kibitz_client.board.table.cards import card_role, card_text
from kibitz_client.board.table.layout import LAST, MIDDLE, NEAR, TABLE_SIZES, TableSize
from kibitz_client.columns import fit, width_of
from kibitz_client.match.table.card_texts import SUITS
from kibitz_client.match.table.parts import LAST as LAST_NAME
from kibitz_client.match.table.parts import TablePart, TableParts, counted, last_text, parts_of
from kibitz_protocol.values.boards import Face, Table, Tray

FRAME = "┌─┐", "│ │", "└─┘"
ASCII_FRAME = "+-+", "| |", "+-+"
BACK, ASCII_BACK = "░", ":"
LEAST_PLACES = 2
"""Cards for which each band leaves room, so that the chips of most bands stand in one column."""
FRAMED = 3
"""Rows from which on a card has a frame."""
CORNERS = 5
"""Rows from which on a card has its rank in two corners, and the suit in its middle."""


def band_texts(table: Table, layout: Layout, view: BoardView, band: int) -> list[Text]:
    """Return the texts of a band. The caller has cleared its box."""
    box, parts = layout.beside[band], parts_of(view.position, view.sides)
    if band == LAST:
        return _last_hand(table, layout, view, parts, box) if box.height else []
    if band == MIDDLE:
        return _band(table, layout, parts.middle, box)
    seat = layout.near if band == NEAR else 1 - layout.near
    return _band(table, layout, parts.side(seat), box) if seat < len(parts.sides) else []


def _band(table: Table, layout: Layout, part: TablePart, box: Box) -> list[Text]:
    size = TABLE_SIZES[layout.size]
    faces = [table.faces[key] for key in chain.from_iterable(tray.faces for tray in part.trays)]
    texts = []
    for place, face in enumerate(faces):
        x = box.x + place * (size.width + 1)
        rows = card_rows(face, size, ascii_only=layout.ascii_only)
        texts += [Text(x, box.y + row, line, card_role(face)) for row, line in enumerate(rows)]
    right = box.x + max(LEAST_PLACES, len(faces)) * (size.width + 1) + 1
    said = [tray.said for tray in part.trays if tray.said]
    lines = list(_flowed([*said, *counted(part.counters)], box.x + box.width - right, box.height))
    top = box.y + (box.height - len(lines)) // 2
    return [*texts, *(Text(right, top + row, line, "chips") for row, line in enumerate(lines))]


def card_rows(face: Face, size: TableSize, *, ascii_only: bool) -> list[str]:
    """Return the rows of a card at a size."""
    text = card_text(face, ascii_only=ascii_only)
    if size.height < FRAMED:
        return [f"[{text}]"]
    top, side, bottom = ASCII_FRAME if ascii_only else FRAME
    across = size.width - 2
    return [
        top[0] + top[1] * across + top[2],
        *(side[0] + line + side[2] for line in _inner(face, text, across, size.height - 2, ascii_only=ascii_only)),
        bottom[0] + bottom[1] * across + bottom[2],
    ]


def _inner(face: Face, text: str, across: int, down: int, *, ascii_only: bool) -> list[str]:
    """Return the rows inside the frame of a card."""
    if face.kind == "back":
        return [(ASCII_BACK if ascii_only else BACK) * across] * down
    rows = [" " * across] * down
    rank, suit = text[:-1], text[-1:]
    if down + 2 < CORNERS or not rank or face.text[-1] not in SUITS:
        rows[down // 2] = f"{text:^{across}}"
        return rows
    rows[0], rows[-1] = f"{rank:<{across}}", f"{rank:>{across}}"
    rows[down // 2] = f"{suit:^{across}}"
    return rows


def _flowed(texts: Sequence[str], columns: int, rows: int) -> Iterator[str]:
    """Yield texts one below the other, or beside each other where there are more texts than rows.

    Texts for which there is no room are left out.
    """
    if len(texts) <= rows:
        yield from (fit(text, columns).rstrip() for text in texts)
        return
    line, used = "", 0
    for text in texts:
        longer = f"{line}  {text}" if line else text
        if width_of(longer) <= columns:
            line = longer
        elif used + 1 < rows:
            yield line
            line, used = text, used + 1
    yield fit(line, columns).rstrip()


def _last_hand(table: Table, layout: Layout, view: BoardView, parts: TableParts, box: Box) -> list[Text]:
    """Return the result of the last hand, the hands that were shown in it, and the cards of the middle."""
    owned = [tray for tray in parts.last.trays if tray.owner is not None]
    rows = [owned, [tray for tray in parts.last.trays if tray.owner is None]]
    result = _result(last_text(parts.last), box.width, box.height - sum(map(bool, rows)))
    texts = [Text(box.x, box.y + row, line, "label") for row, line in enumerate(result)]
    y = box.y + len(texts)
    for trays in filter(None, rows):
        x = box.x
        for tray in trays:
            for text in _small_tray(table, tray, view.sides, x, y, ascii_only=layout.ascii_only):
                if text.x + width_of(text.text) <= box.x + box.width:
                    texts.append(text)
                x = text.x + width_of(text.text)
            x += 2
        y += 1
    return texts


def _result(text: str, columns: int, rows: int) -> list[str]:
    """Return the result of a hand in some rows. Where it is too long, what the winner held is left out."""
    lines = wrap(text, columns)
    if len(lines) <= rows:
        return lines
    winner, _, rest = text.partition(" with ")
    return [fit(f"{winner}:{rest.rpartition(':')[2]}" if rest else text, columns).rstrip()]


def _small_tray(table: Table, tray: Tray, sides: Sequence[str], x: int, y: int, *, ascii_only: bool) -> Iterator[Text]:
    """Yield a tray in one row: the side or its name, and the text of each card."""
    owner = tray.owner
    name = sides[owner] if owner is not None and owner < len(sides) else tray.name.removeprefix(LAST_NAME)
    yield Text(x, y, name, "label")
    x += width_of(name) + 1
    for key in tray.faces:
        text = card_text(table.faces[key], ascii_only=ascii_only)
        yield Text(x, y, text, "")
        x += width_of(text) + 1
