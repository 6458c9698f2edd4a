"""A table of cards as lines of text, and in words. Pure.

     South  [?] [?]
            bet 4  stack 196  chips -6

     board  [A♠] [K♥] [7♦]
            pot 8  hand 3 of 20

     North  [Q♣] [J♦]
            bet 4  stack 196  chips 6

     last hand won by North: 6
     South  [K♦] [2♠]
     board  [2♥] [9♦] [4♣] [10♣] [8♠]
     North  [9♠] [9♥]

The side of the viewer is at the bottom. A card that the viewer does not see is `[?]`. Where only ASCII
can be written, letters stand for the suits: `[10s]`.
"""

from collections.abc import Sequence

from kibitz_client.board.table.cards import RED, card_text
from kibitz_client.columns import pad, width_of
from kibitz_client.match.table.parts import LAST, Part, counted, last_text, parts_of
from kibitz_client.text.boards.trays import tray_in_words
from kibitz_client.text.style import Style
from kibitz_protocol.values.boards import Face, Faces, Table, Tray
from kibitz_protocol.values.fields import Seat
from kibitz_protocol.values.state import State


def table_lines(table: Table, position: State, style: Style, near: Seat, sides: Sequence[str]) -> list[str]:
    """Return the table as the seat `near` sees it.

    Args:
        table: The faces of the cards.
        position: The position to draw.
        style: Paints the cards.
        near: The seat at the bottom.
        sides: The name of each seat.
    """
    parts = parts_of(position, sides)
    order = _order(near, sides)
    margin = max(map(width_of, (*sides, *(tray.name for tray in parts.middle.trays))), default=0)
    blocks = [_block(table.faces, parts.side(owner), _name(sides, owner), style, margin) for owner in order]
    last = [last_text(parts.last)]
    for owner in order:
        for tray in parts.last.trays:
            if tray.owner == owner:
                name = sides[owner] if owner is not None else tray.name.removeprefix(LAST)
                last.append(f"{pad(name, margin)}  {_cards(table.faces, tray, style)}")
    blocks.append([line for line in last if line])
    lines: list[str] = []
    for block in filter(None, blocks):
        lines += ["", *block] if lines else block
    return [f" {line}".rstrip() for line in lines]


def table_in_words(table: Table, position: State, viewer: Seat | None, sides: Sequence[str]) -> list[str]:
    """Return a line for each tray and each part's counters, those of the viewer first."""
    parts = parts_of(position, sides)
    lines = []
    for owner in reversed(_order(viewer or 0, sides)):
        part = parts.side(owner)
        lines += [_owned(sides, owner) + tray_in_words(table.faces, tray) for tray in part.trays]
        lines += [_owned(sides, owner) + ", ".join(counted(part.counters))] if part.counters else []
    lines += [last_text(parts.last)] if parts.last.counters else []
    return [*lines, *(_owned(sides, tray.owner) + tray_in_words(table.faces, tray) for tray in parts.last.trays)]


def _order(near: Seat, sides: Sequence[str]) -> list[Seat | None]:
    """Return what is drawn from the top: the other seats, the middle, which is None, and the seat `near`."""
    return [*(seat for seat in range(len(sides)) if seat != near), None, *([near] if near < len(sides) else [])]


def _name(sides: Sequence[str], owner: Seat | None) -> str:
    return sides[owner] if owner is not None else ""


def _owned(sides: Sequence[str], owner: Seat | None) -> str:
    return f"{sides[owner]} " if owner is not None and owner < len(sides) else ""


def _block(faces: Faces, part: Part, name: str, style: Style, margin: int) -> list[str]:
    """Return the lines of a part: its trays, the first one of a side by the name of the side, and its counters."""
    trays = part.trays if name else [tray for tray in part.trays if tray.faces]
    names = [name or tray.name for tray in trays[:1]] + [tray.name for tray in trays[1:]]
    lines = [f"{pad(called, margin)}  {_cards(faces, tray, style)}" for called, tray in zip(names, trays, strict=True)]
    if not trays and name:
        lines = [name]
    return [*lines, f"{' ' * margin}  {'  '.join(counted(part.counters))}"] if part.counters else lines


def _cards(faces: Faces, tray: Tray, style: Style) -> str:
    cards = [faces[key] for key in tray.faces]
    return " ".join(style.paint(f"[{card_text(card, ascii_only=style.ascii_only)}]", _role(card)) for card in cards)


def _role(face: Face) -> str:
    """Return the colour role of a card: faint for a back, and red or bold by the suit."""
    if face.kind == "back":
        return "faint"
    return "first" if face.text[-1:] in RED else "strong"
