"""Where passwords come from: a file, standard input, or the terminal without echo. Never from the command line."""

import getpass
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TextIO

from kibitz_client.errors import UsageError

VARIABLE = "KIBITZ_PASSWORD_FILE"
LONGEST = 256


class Passwords:
    """Gives one password after the other: a line of the file or of standard input each, or what is typed."""

    def __init__(
        self,
        environ: Mapping[str, str],
        stdin: TextIO | None = None,
        ask: Callable[[str], str] = getpass.getpass,
    ) -> None:
        stdin = stdin or sys.stdin
        file = environ.get(VARIABLE)
        self._ask = ask
        self._lines: Iterator[str] | None = None
        self._source = file or "standard input"
        if file:
            try:
                self._lines = iter(Path(file).read_text().splitlines())
            except (OSError, UnicodeDecodeError) as error:
                raise UsageError(f"the password file {file} of {VARIABLE} cannot be read: {error}") from None
        elif stdin is None or not stdin.isatty():
            self._lines = iter(stdin) if stdin is not None else iter(())

    def next(self, what: str, *, new: bool = False) -> str:
        """A password; a `new` one is typed twice. Raises Misuse."""
        if self._lines is not None:
            line = next(self._lines, "").rstrip("\r\n")
            if not line:
                raise UsageError(
                    f"{self._source} has no line for the {what}", "write it there, or type it at a terminal"
                )
            return _checked(line)
        try:
            typed = _checked(self._ask(f"{what}: "))
            if new and self._ask(f"{what} again: ") != typed:
                raise UsageError("the two were not the same", "try again")
        except EOFError:
            raise UsageError(f"no {what} was typed") from None
        return typed


def _checked(password: str) -> str:
    if not 1 <= len(password) <= LONGEST:
        raise UsageError(f"a password has 1 to {LONGEST} characters")
    return password


KEY_VARIABLE = "KIBITZ_KEY"


def given_key(file: Path | None, environ: Mapping[str, str] = os.environ) -> str | None:
    """The key that was given beforehand. Raises Misuse."""
    if file is None:
        return environ.get(KEY_VARIABLE) or None
    try:
        return file.read_text().strip()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"the key file {file} cannot be read: {error}") from None
