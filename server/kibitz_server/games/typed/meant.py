"""Legal moves that a player may have meant by a text that is not legal, and short lists of them. Pure."""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from kibitz_server.games.board import Board, Grid
from kibitz_server.games.moves import LegalMove

MOST_SHOWN = 6
"""Most moves that a refusal names."""
ROOM = 116
"""How many characters a refusal with its hint may have, about two lines of a narrow terminal."""
MOST_NAMED = 8
"""Most names of other things that a refusal lists."""
SPAN = 3
"""Fewest moves with numbers in a row that are listed as one."""
NEAR = 2
"""How many rows and columns away a move may be to be near a cell."""
LONGEST = 60
"""Longest text in which moves are looked for."""
LONGEST_QUOTED = 20
"""Longest typed text that a refusal quotes whole."""
PARTS = re.compile(r"[a-z]+[0-9]+|[a-z]+|[0-9]+")
"""What names a cell, a heap or a word in the text of a move."""


class Meant(NamedTuple):
    """What the moves have in common, such as `the queen on d1`, and the moves, the likeliest first."""

    words: str
    moves: Sequence[LegalMove]


NOTHING = Meant("", ())


def by_text(legal: Sequence[LegalMove], text: str, board: Board) -> Meant:
    """Return the moves that begin as a text does, or name its first or last cell; where there are none, the nearest.

    Args:
        legal: The legal moves of the position.
        text: A text that is none of them, in the standard form of the game.
        board: The board of the game.
    """
    parts = PARTS.findall(text[:LONGEST].lower())
    if not parts:
        return NOTHING
    texts = [(move, PARTS.findall(move.text.lower())) for move in legal]
    first, last = parts[0], parts[-1]
    begins = [move for move, own in texts if own[:1] == [first]]
    if begins:
        return Meant(f"from {first}" if len(begins[0].path) > 1 else f"with {first}", _in_order(begins))
    for name in dict.fromkeys((first, last)):
        if found := [move for move, own in texts if name in own]:
            return Meant(f"with {name}", _in_order(found))
    return _nearest(legal, first, board)


def _in_order(moves: Iterable[LegalMove]) -> list[LegalMove]:
    return sorted(moves, key=lambda move: natural(move.text))


def _nearest(legal: Sequence[LegalMove], name: str, board: Board) -> Meant:
    """Return the moves on the cells next to a named one, or with the numbers next to a number."""
    if name.isdecimal() and all(move.text.isdecimal() for move in legal):
        by_number = sorted(legal, key=lambda move: abs(int(move.text) - int(name)))
        return Meant("nearest", by_number)
    if not isinstance(board, Grid) or any(len(move.path) > 1 for move in legal):
        return NOTHING
    across = len(board.column_labels)
    names = board.cell_labels or [f"{column}{row}" for row in board.row_labels for column in board.column_labels]
    cell = next((cell for cell, each in enumerate(names) if each and each.lower() == name), None)
    if cell is None:
        return NOTHING

    def far(move: LegalMove) -> tuple[int, int]:
        (down, right), (at_row, at_column) = divmod(move.path[0], across), divmod(cell, across)
        rows, columns = abs(down - at_row), abs(right - at_column)
        return max(rows, columns), rows + columns

    near = [move for move in legal if move.path and far(move)[0] <= NEAR]
    return Meant(f"near {names[cell]}", sorted(_in_order(near), key=far))


def listed(texts: Iterable[str], most: int = MOST_SHOWN) -> str:
    """Return texts in natural order with commas, and the rest counted: `a1, b2 and 12 more`.

    Three numbers in a row or more, alone or after the same word, become a span: `call, fold, raise 10 to 100`.
    """
    return joined(spans(sorted(texts, key=natural)), most)


def joined(texts: Sequence[str], most: int = MOST_SHOWN) -> str:
    """Return texts in their order with commas between them, and the rest counted."""
    more = f" and {len(texts) - most} more" if len(texts) > most else ""
    return f"{', '.join(texts[:most])}{more}"


def spans(texts: Iterable[str]) -> list[str]:
    """Return texts in which moves such as `raise 4`, `raise 5` and `raise 6` are one: `raise 4 to 6`."""
    found: list[list[str]] = []
    for text in texts:
        if found and _follows(found[-1][-1], text):
            found[-1].append(text)
        else:
            found.append([text])
    runs = [[f"{run[0]} to {run[-1].rpartition(' ')[2]}"] if len(run) >= SPAN else run for run in found]
    return [text for run in runs for text in run]


def _follows(text: str, after: str) -> bool:
    """Return whether two moves have the same word or none, and the second one the next number."""
    (word, _, number), (other, _, next_number) = text.rpartition(" "), after.rpartition(" ")
    return word == other and number.isdecimal() and next_number == str(int(number) + 1)


def quoted(text: str) -> str:
    """Return a typed text in quotation marks, cut where it is long."""
    typed = text.strip()
    return repr(typed if len(typed) <= LONGEST_QUOTED else f"{typed[: LONGEST_QUOTED - 3]}...")


def natural(text: str) -> list[tuple[int, str]]:
    """Return a sort key that puts `a2` before `a10`."""
    return [(int(part), "") if part.isdecimal() else (0, part) for part in re.split(r"(\d+)", text)]


def offer(meant: Meant, legal: Sequence[LegalMove], written: Callable[[LegalMove], str], room: int) -> str:
    """Return what can be played instead: all moves where they are few, otherwise some of those meant.

    Args:
        meant: The moves that may have been meant.
        legal: The legal moves, at least one.
        written: Returns a legal move as players write it.
        room: How many characters the text may have. It has one move at least.
    """
    every = spans(sorted((move.text for move in legal), key=natural))
    if len(every) <= MOST_SHOWN:
        # A span has no other notation.
        texts = every if len(every) < len(legal) else sorted(map(written, legal), key=natural)
        complete = f"{'legal moves' if len(legal) > 1 else 'the only legal move'}: {', '.join(texts)}"
        if len(complete) <= room or len(every) < len(legal):
            return complete
    rest = f"`legal` lists all {len(legal)}"
    if not meant.moves:
        return f"{meant.words}: no move; {rest}" if meant.words else f"{rest} moves"
    shown = [written(move) for move in meant.moves[:MOST_SHOWN]]
    while len(shown) > 1 and len(f"{meant.words}: {', '.join(shown)}; {rest}") > room:
        shown.pop()
    return f"{meant.words}: {', '.join(shown)}; {rest}"
