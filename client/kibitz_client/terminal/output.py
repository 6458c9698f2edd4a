"""Standard input and output: data and text for people, a prompt, and a picture that is redrawn in place.

Whatever is written goes through `printable`, so that no name or chat line can play tricks with the terminal.
"""

import os
import re
import shutil
import sys
from collections.abc import Mapping
from typing import TextIO

from pydantic import BaseModel

from kibitz_client.text.style import Style, wants_colour
from kibitz_protocol.codec import encode

COLOUR_CODE = re.compile(r"(\x1b\[[0-9;]*m)")


def printable(text: str, *, colour: bool) -> str:
    """The text on one line, without control characters other than, where wanted, our colours."""
    if text.isprintable():
        return text
    parts = COLOUR_CODE.split(text) if colour else [text]
    # The odd parts are what the expression found.
    return "".join(
        part if i % 2 else "".join(c if c.isprintable() else " " for c in part) for i, part in enumerate(parts)
    )


def clip(text: str, width: int) -> str:
    """The text cut to so many columns, colours not counted."""
    left, kept = width, ""
    for i, part in enumerate(COLOUR_CODE.split(text)):
        kept += part if i % 2 else part[:left]
        left -= 0 if i % 2 else min(len(part), left)
    return kept


class Output:
    """Where a command writes.

    People read standard output, unless it carries data (`json`): then they read standard error.
    """

    def __init__(
        self,
        *,
        json: bool = False,
        stdout: TextIO | None = None,
        stderr: TextIO | None = None,
        environ: Mapping[str, str] = os.environ,
    ) -> None:
        self.json = json
        self._stdout = stdout or sys.stdout
        self._stderr = stderr or sys.stderr
        self._people = self._stderr if json else self._stdout
        tty = self._people.isatty()
        self.style = Style(wants_colour(environ, tty=tty))
        self.in_place = tty and not json and environ.get("TERM") != "dumb"
        self.status_text = ""
        self.farewell: list[str] = []
        """Remarks to be made at the end, however it comes."""
        self._drawn: list[str] = []
        self._prompt, self._prompting = "", False

    def say(self, *lines: str) -> None:
        """Write lines for people."""
        self._end_prompt()
        self._drawn = []
        for line in lines:
            self._people.write(printable(line, colour=self.style.colour) + "\n")
        self._people.flush()

    def emit(self, data: BaseModel | dict[str, object]) -> None:
        """Write an object for programs, when they are who reads."""
        if self.json:
            self._stdout.write(encode(data).decode() + "\n")
            self._stdout.flush()

    def write(self, text: str) -> None:
        """Write data as it is."""
        self._stdout.write(text)
        self._stdout.flush()

    def warn(self, *lines: str) -> None:
        """Write a remark for people that is not part of the output."""
        self._end_prompt()
        self._drawn = []
        for line in lines:
            self._stderr.write(printable(line, colour=False) + "\n")
        self._stderr.flush()

    def status(self, _status: object, text: str) -> None:
        """Say how the connection is: below the picture where there is one, else as a remark."""
        self.status_text = text
        asked = self._prompting
        if not self._drawn:
            self.warn(text)
        if asked:
            self.prompt(self._prompt)

    def prompt(self, text: str) -> None:
        """Ask for a line, unless that is being done."""
        if not self._prompting:
            self._people.write(text)
            self._people.flush()
            self._prompt, self._prompting = text, True

    def answered(self, echo: str | None) -> None:
        """Take note that the prompt was answered. `echo` is the answer, where no terminal has shown it."""
        if self._prompting and echo is not None:
            self._people.write(printable(echo, colour=False) + "\n")
        self._prompting = False

    def draw(self, lines: list[str]) -> bool:
        """Show a picture in the place of the one before. Returns whether there was room for all of its lines."""
        columns, rows = shutil.get_terminal_size()
        if self.status_text:
            lines = [*lines, self.status_text]
        if len(lines) >= rows:
            lines = [line for line in lines if line]
        # The last column and row stay free, because writing there makes terminals scroll.
        shown = [clip(printable(line, colour=self.style.colour), columns - 1) for line in lines[: rows - 1]]
        if shown != self._drawn:
            self._redraw(shown)
        return len(shown) == len(lines)

    def _redraw(self, lines: list[str]) -> None:
        up = f"\x1b[{len(self._drawn)}A\r" if self._drawn else ""
        body = "".join(f"{line}\x1b[K\n" for line in lines)
        self._people.write(f"{up}{body}\x1b[J")
        self._people.flush()
        self._drawn = lines

    def interrupted(self) -> None:
        """Begin a new line behind the `^C` that the terminal shows."""
        if not self._prompting and self._people.isatty():
            self._people.write("\n")
        self._end_prompt()

    def _end_prompt(self) -> None:
        if self._prompting:
            self._people.write("\n")
            self._prompting = False
