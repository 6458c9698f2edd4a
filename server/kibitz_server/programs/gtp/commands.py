"""Lines of the Go Text Protocol, version 2 (Farnebäck, 2002): commands, their arguments, and answers."""

import math
import re
from collections.abc import Iterable
from typing import NamedTuple

MAX_LINE = 1 << 16
"""Longest line, in characters."""
MOST = 10**9
"""Largest number of an argument; a larger one counts as this."""
LONGEST_ID = 18
COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
"""Letters of the columns, which leave out I."""
COLOURS = {"b": 0, "black": 0, "w": 1, "white": 1}
"""Seats by what a command calls them."""
SYNTAX = "syntax error"
INTERRUPT = "# interrupt"
"""Comment by which GoGui asks for the end of a running command."""
CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
VERTEX = re.compile(r"([a-hj-z])([1-9][0-9]?)", re.IGNORECASE)
WHOLE = re.compile(r"-?[0-9]+")
NUMBER = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)(e[+-]?[0-9]{1,3})?", re.IGNORECASE)


class GtpFailure(ValueError):
    """Command that fails; the message is the answer, in the words of the protocol where it has any."""


class ParsedCommand(NamedTuple):
    """Command of a line. `id` is the number that the answer repeats, as text, or empty."""

    id: str
    name: str
    words: tuple[str, ...]


def read_command(line: str) -> ParsedCommand | None:
    """Return the command on a line; None for an empty line and for a comment.

    Control characters are left out, tabs are blanks, and `#` begins a comment. The name of a line that is too long is
    empty.
    """
    words = CONTROL.sub("", line[: MAX_LINE + 1]).partition("#")[0].split()
    if not words:
        return None
    number = ""
    if words[0].isascii() and words[0].isdecimal() and len(words[0]) <= LONGEST_ID:
        number = words.pop(0)
    if not words or len(line) > MAX_LINE:
        return ParsedCommand(number, "", ())
    return ParsedCommand(number, words[0], tuple(words[1:]))


def interrupts(line: str) -> bool:
    """Return whether a line asks for the end of a running command."""
    return line.strip() == INTERRUPT


def answer(command: ParsedCommand, text: str) -> str:
    """Return the answer to a command that has succeeded, with the empty line at its end."""
    return f"{opened(command)}{_after(text)}\n\n"


def opened(command: ParsedCommand) -> str:
    """Return the beginning of the answer to a command that succeeds and goes on."""
    return f"={command.id}"


def failure(command: ParsedCommand, text: str) -> str:
    """Return the answer to a command that has failed."""
    return f"?{command.id}{_after(text)}\n\n"


def _after(text: str) -> str:
    """Return a text as it follows the sign of an answer, without the empty lines that would end it."""
    lines = [line.rstrip() for line in CONTROL.sub(_kept, text).split("\n")]
    shown = "\n".join([lines[0], *(line for line in lines[1:] if line)])
    return f" {shown}" if shown else ""


def _kept(found: re.Match[str]) -> str:
    return "\n" if found[0] == "\n" else ""


class Arguments:
    """Arguments of a command, read from the left. Further ones are left out."""

    def __init__(self, words: Iterable[str]) -> None:
        self._words = list(words)

    def __len__(self) -> int:
        """Return how many arguments are left."""
        return len(self._words)

    def word(self) -> str:
        """Return the next argument.

        Raises:
            GtpFailure: There is none.
        """
        if not self._words:
            raise GtpFailure(SYNTAX)
        return self._words.pop(0)

    def rest(self) -> tuple[str, ...]:
        """Return all arguments that are left."""
        words, self._words = tuple(self._words), []
        return words

    def colour(self) -> int:
        """Return the seat of a colour.

        Raises:
            GtpFailure: It is not a colour.
        """
        return seat_of(self.word())

    def has_colour(self) -> bool:
        """Return whether the next argument is a colour."""
        return bool(self._words) and self._words[0].lower() in COLOURS

    def vertex(self) -> str:
        """Return the next vertex as the game writes moves, such as `D4` or `pass`.

        Raises:
            GtpFailure: It is not a vertex.
        """
        return read_vertex(self.word())

    def whole(self) -> int:
        """Return the next whole number; a large one counts as MOST.

        Raises:
            GtpFailure: It is not a whole number.
        """
        word = self.word()
        if not WHOLE.fullmatch(word):
            raise GtpFailure(SYNTAX)
        value = int(word) if len(word) <= len(str(MOST)) else MOST * (-1 if word.startswith("-") else 1)
        return max(-MOST, min(MOST, value))

    def number(self) -> float:
        """Return the next number.

        Raises:
            GtpFailure: It is not a finite number.
        """
        word = self.word()
        value = float(word) if len(word) < 40 and NUMBER.fullmatch(word) else math.inf
        if not math.isfinite(value):
            raise GtpFailure(SYNTAX)
        return value


def seat_of(word: str) -> int:
    """Return the seat of a colour.

    Raises:
        GtpFailure: It is not a colour.
    """
    if word.lower() not in COLOURS:
        raise GtpFailure(SYNTAX)
    return COLOURS[word.lower()]


def read_vertex(word: str) -> str:
    """Return a vertex as the game writes moves, such as `D4` or `pass`. It may lie outside the board.

    Raises:
        GtpFailure: It is not a vertex.
    """
    if word.lower() == "pass":
        return "pass"
    if not VERTEX.fullmatch(word):
        raise GtpFailure(SYNTAX)
    return word.upper()


def vertex_at(column: int, row: int) -> str:
    """Return the vertex of a column and a row, both from 0 at the bottom left."""
    return f"{COLUMNS[column]}{row + 1}"


def place_of(vertex: str) -> tuple[int, int]:
    """Return the column and the row of a vertex, both from 0 at the bottom left."""
    return COLUMNS.index(vertex[0]), int(vertex[1:]) - 1
