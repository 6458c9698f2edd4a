"""Files of openings, `GAME.openings`: the moves of one opening on each line, from the first position of the game.

Blanks separate the moves, or commas where a move has several words: `8/5 6/5, 31, 24/23`. Text after `#` is a comment.
Before the openings, lines may say which `game:` they are for, with which `options:`, and how they were `made:`.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from kibitz_protocol.validation.legible import legible
from kibitz_protocol.validation.reading import SMALL

FIRST_LINE = "# Kibitz openings, format 1"
HEADER = ("game", "options", "made")
MOST_OPENINGS = 10_000
"""The largest number of openings in a file."""
MOST_MOVES = 500
"""The largest number of moves of an opening, as of those that precede a match."""
LONGEST_MOVE = 200
"""The longest move, in characters."""
LONGEST_VALUE = 400
"""The longest value of the header, in characters."""
QUOTED = 40
"""Characters of a line that a sentence quotes."""
SEPARATOR = re.compile(r"[,;]")
HEAD = re.compile(r"([A-Za-z]+):(.*)", re.DOTALL)


class BadOpenings(ValueError):
    """Text that is not a file of openings. The message is for users and names the line."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line


class OpeningLine(NamedTuple):
    """Opening of a file: the number of its line, from 1, and its moves as they are written."""

    number: int
    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OpeningsFile:
    """Openings of a file. What the header leaves out is empty."""

    lines: tuple[OpeningLine, ...]
    game: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    made: str = ""


def split_moves(text: str) -> list[str]:
    """Return the moves of a text. If it has a comma or semicolon, only these separate moves; otherwise blanks do."""
    if SEPARATOR.search(text):
        return [" ".join(part.split()) for part in SEPARATOR.split(text) if part.strip()]
    return text.split()


def join_moves(moves: Iterable[str]) -> str:
    """Return moves as text that `split_moves` reads back: with commas if a move contains a blank."""
    found = list(moves)
    # A comma after a single move keeps its parts together.
    return moves_text(found) + ("," if len(found) == 1 and " " in found[0] else "")


def moves_text(moves: Iterable[str]) -> str:
    """Return moves as text to read: with commas between them if a move contains a blank."""
    found = list(moves)
    return (", " if any(" " in move for move in found) else " ").join(found)


def read_openings(text: str) -> OpeningsFile:
    """Return the openings of a text. Their moves are not checked.

    Raises:
        BadOpenings: It is too long, a line cannot be read, or it has no opening.
    """
    if len(text) > SMALL:
        raise BadOpenings(1, f"the file has more than {SMALL >> 10} KiB")
    head: dict[str, str] = {}
    found: list[OpeningLine] = []
    number = 0
    for number, line in enumerate(text.split("\n"), 1):
        content = line.partition("#")[0].strip()
        header = HEAD.fullmatch(content)
        if header is not None:
            _add_header(head, header[1].lower(), header[2].strip(), number, late=bool(found))
        elif content:
            found.append(OpeningLine(number, _moves(content, number)))
        if len(found) > MOST_OPENINGS:
            raise BadOpenings(number, f"a file has at most {MOST_OPENINGS} openings")
    if not found:
        raise BadOpenings(number, "the file ends without an opening; write the moves of one on each line")
    return OpeningsFile(tuple(found), head.get("game", ""), _options(head.get("options", "")), head.get("made", ""))


def _add_header(head: dict[str, str], name: str, value: str, number: int, *, late: bool) -> None:
    if name not in HEADER:
        raise BadOpenings(number, f"{legible(name[:QUOTED])}: is not a line of the header, which has {_names()}")
    if late:
        raise BadOpenings(number, f"{name}: belongs before the first opening")
    if name in head:
        raise BadOpenings(number, f"{name}: is there twice")
    if len(value) > LONGEST_VALUE:
        raise BadOpenings(number, f"{name}: has more than {LONGEST_VALUE} characters")
    if name == "game" and not value:
        raise BadOpenings(number, "game: has no name")
    if name == "options":
        wrong = next((item for item in value.split() if not all(item.partition("="))), None)
        if wrong is not None:
            raise BadOpenings(number, f"an option is written NAME=VALUE, not {legible(wrong[:QUOTED])!r}")
    head[name] = legible(value)


def _names() -> str:
    *first, last = [f"{name}:" for name in HEADER]
    return f"{', '.join(first)} and {last}"


def _options(text: str) -> dict[str, str]:
    return {name: value for name, _, value in (item.partition("=") for item in text.split())}


def _moves(content: str, number: int) -> tuple[str, ...]:
    moves = split_moves(content)
    if not moves:
        raise BadOpenings(number, "there is no move between its commas")
    if len(moves) > MOST_MOVES:
        raise BadOpenings(number, f"an opening has at most {MOST_MOVES} moves")
    if any(len(move) > LONGEST_MOVE for move in moves):
        raise BadOpenings(number, f"a move has more than {LONGEST_MOVE} characters")
    return tuple(moves)


def write_openings(file: OpeningsFile) -> str:
    """Return the text of openings, which `read_openings` reads."""
    options = " ".join(f"{name}={value}" for name, value in file.options.items())
    head = [FIRST_LINE, f"game: {file.game}", f"options: {options}".rstrip(), f"made: {file.made}".rstrip(), ""]
    return "\n".join([*head, *(join_moves(line.moves) for line in file.lines)]) + "\n"
