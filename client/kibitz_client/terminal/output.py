"""Standard output and standard error: data for programs, text for the user, a prompt, and a picture redrawn in place.

All text goes through `printable`, so that names and chat lines cannot send control characters to the terminal.
"""

import os
import re
import shutil
import sys
from collections.abc import Callable, Mapping
from typing import Protocol, TextIO

from pydantic import BaseModel

from kibitz_client.columns import cut, width_of, wrapped_fields
from kibitz_client.errors import ClientError
from kibitz_client.match.table.card_texts import SUITS, ascii_cards
from kibitz_client.text.style import Style, wants_colour
from kibitz_protocol.codec import encode
from kibitz_protocol.validation.legible import is_legible, legible

BLANKS = str.maketrans("\n\t", "  ")
COLOUR_CODE = re.compile(r"(\x1b\[[0-9;]*m)")


class OutputFailed(ClientError):
    """Standard output cannot be written, for example because the disk is full."""


class EditedLine(Protocol):
    """A line that the user edits at the bottom of the terminal. Everything else is written above it."""

    def show_prompt(self, text: str) -> None:
        """Show another prompt before the line."""

    def write_above(self, write: Callable[[], None]) -> None:
        """Write something while the line is hidden."""


def printable(text: str, *, colour: bool) -> str:
    """Return the text on one line, without characters that are not legible; with `colour`, colour codes stay."""
    if is_legible(text):
        return text
    parts = COLOUR_CODE.split(text) if colour else [text]
    # The odd parts are the colour codes.
    return "".join(part if i % 2 else legible(part.translate(BLANKS)) for i, part in enumerate(parts))


def clip(text: str, width: int) -> str:
    """Return the text cut to a width in columns; colour codes take no columns."""
    left, kept = width, ""
    for i, part in enumerate(COLOUR_CODE.split(text)):
        part = part if i % 2 else cut(part, left)
        left -= 0 if i % 2 else width_of(part)
        kept += part
    return kept


LEAST_WRAPPED = 20
"""Columns of the narrowest terminal whose lines are broken between words."""
WIDEST = 80
"""Columns of prose at most."""


class Output:
    """Output of a command.

    Text for the user goes to standard output. With `json`, data goes there, and text goes to standard error. A `plain`
    output is for screen readers and programs: one line for each event, without boards, colours, prompts and pictures.
    """

    def __init__(
        self,
        *,
        json: bool = False,
        plain: bool = False,
        stdout: TextIO | None = None,
        stderr: TextIO | None = None,
        environ: Mapping[str, str] = os.environ,
    ) -> None:
        self.json = json
        self.plain = plain
        self._stdout = stdout or sys.stdout
        self._stderr = stderr or sys.stderr
        self._text = self._stderr if json else self._stdout
        tty = self._text.isatty()
        self.style = Style(
            wants_colour(environ, tty=tty) and not plain,
            min(WIDEST, shutil.get_terminal_size().columns) if tty else WIDEST,
            ascii_only=not _writes(self._text, "".join(SUITS)),
        )
        self.in_place = tty and not json and not plain and environ.get("TERM") != "dumb"
        self.status_text = ""
        self.exit_message: list[str] = []
        """Remarks to show when the program ends, for any reason."""
        self.exit_code = 0
        """Exit code of a command that was carried out, if its result has one."""
        self._drawn: list[str] = []
        self._prompt, self._prompting = "", False
        self._edited: EditedLine | None = None

    def keep_below(self, line: EditedLine | None) -> None:
        """Write everything above a line that the user edits; None ends this."""
        self._edited = line
        self._prompting = False

    def say(self, *lines: str) -> None:
        """Write lines of text for the user. A plain output leaves out empty lines, which structure only a picture."""
        if self.plain:
            lines = tuple(filter(None, lines))
        self._end_prompt()
        self._drawn = []
        shown = "".join(f"{self._wrapped(printable(line, colour=self.style.colour))}\n" for line in lines)
        shown = ascii_cards(shown) if self.style.ascii_only else shown
        self._above(lambda: _write(self._text, shown))

    def _wrapped(self, line: str) -> str:
        """Return a line that a terminal would break inside a word, broken between words; a picture stays as it is."""
        columns = shutil.get_terminal_size().columns if self._text.isatty() else 0
        is_picture = "  " in line and not line[0].isalpha()
        if columns < LEAST_WRAPPED or is_picture or not line.isprintable() or width_of(line) <= columns:
            return line
        return "\n".join(wrapped_fields(line, columns))

    def emit(self, data: BaseModel | dict[str, object]) -> None:
        """Write an object for programs, if the output is JSON."""
        if self.json:
            _write(self._stdout, encode(data).decode() + "\n")

    def write(self, text: str) -> None:
        """Write data unchanged."""
        _write(self._stdout, text)

    def warn(self, *lines: str) -> None:
        """Write remarks to standard error."""
        self._end_prompt()
        self._drawn = []
        shown = "".join(printable(line, colour=False) + "\n" for line in lines)

        def write() -> None:
            self._stderr.write(shown)
            self._stderr.flush()

        self._above(write)

    def progress(self, text: str | None) -> None:
        """Show progress on standard error: in place on a terminal, otherwise on a line. None removes it."""
        if self._stderr.isatty():
            self._stderr.write(f"\r{printable(text or '', colour=False)}\x1b[K")
            self._stderr.flush()
        elif text is not None:
            self.warn(text)

    def status(self, _status: object, text: str) -> None:
        """Show the state of the connection: below the picture if there is one, else as a remark."""
        self.status_text = text
        prompting = self._prompting
        if not self._drawn:
            self.warn(text)
        if prompting:
            self.prompt(self._prompt)

    def prompt(self, text: str) -> None:
        """Show a prompt, unless there is one."""
        if self._prompting or self.plain:
            return
        if self._edited is not None:
            self._edited.show_prompt(text)
        else:
            _write(self._text, text)
        self._prompt, self._prompting = text, True

    def answered(self, echo: str | None) -> None:
        """End the prompt after an answer. `echo`: the answer, if no terminal has shown it."""
        if self._edited is not None:
            self._edited.show_prompt("")
        elif self._prompting and echo is not None:
            self._text.write(printable(echo, colour=False) + "\n")
        self._prompting = False

    def draw(self, lines: list[str]) -> bool:
        """Show a picture in place of the last one, and return whether all of its lines fit."""
        columns, rows = shutil.get_terminal_size()
        if self.status_text:
            lines = [*lines, self.status_text]
        if len(lines) >= rows:
            lines = [line for line in lines if line]
        # The last column and row stay free: terminals scroll after a character there.
        shown = [clip(printable(line, colour=self.style.colour), columns - 1) for line in lines[: rows - 1]]
        if shown != self._drawn:
            self._redraw(shown)
        return len(shown) == len(lines)

    def _redraw(self, lines: list[str]) -> None:
        up = f"\x1b[{len(self._drawn)}A\r" if self._drawn else ""
        body = "".join(f"{line}\x1b[K\n" for line in lines)
        _write(self._text, f"{up}{body}\x1b[J")
        self._drawn = lines

    def interrupted(self) -> None:
        """Start a new line after the `^C` that the terminal shows."""
        if not self._prompting and self._text.isatty():
            self._text.write("\n")
        self._end_prompt()

    def _above(self, write: Callable[[], None]) -> None:
        if self._edited is not None:
            self._edited.write_above(write)
        else:
            write()

    def _end_prompt(self) -> None:
        if self._prompting and self._edited is None:
            self._text.write("\n")
            self._prompting = False


def _writes(stream: TextIO, text: str) -> bool:
    """Return whether the encoding of a stream has all characters of a text."""
    try:
        text.encode(stream.encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _write(stream: TextIO, text: str) -> None:
    """Write and flush a text.

    Raises:
        OutputFailed: The stream cannot be written.
        BrokenPipeError: Its reader has closed it.
    """
    try:
        stream.write(text)
        stream.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputFailed(f"the output cannot be written: {error.strerror}") from None
