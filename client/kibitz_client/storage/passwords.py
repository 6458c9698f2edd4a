"""Secrets that the user types or keeps in files: passwords and keys of private matches.

A secret is never an argument of the command line, where every user of the machine could read it.
"""

import getpass
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TextIO

from kibitz_client.errors import UsageError
from kibitz_client.reading import reason_of
from kibitz_protocol.validation.plain_text import NotText, without_mark
from kibitz_protocol.validation.reading import read_small

PASSWORD_FILE_VARIABLE = "KIBITZ_PASSWORD_FILE"
KEY_VARIABLE = "KIBITZ_KEY"
BROKER_VARIABLE = "KIBITZ_MQTT_PASSWORD"
LONGEST = 256


class PasswordSource:
    """Passwords from one source: the lines of a file or of standard input, or what the user types without echo."""

    def __init__(
        self,
        environ: Mapping[str, str],
        stdin: TextIO | None = None,
        ask: Callable[[str], str] = getpass.getpass,
    ) -> None:
        """Open the source.

        Raises:
            UsageError: The file of KIBITZ_PASSWORD_FILE cannot be read.
        """
        stdin = stdin or sys.stdin
        file = environ.get(PASSWORD_FILE_VARIABLE)
        self._ask = ask
        self._lines: Iterator[str] | None = None
        self._source = file or "standard input"
        if file:
            try:
                self._lines = iter(read_small(Path(file)).splitlines())
            except (OSError, NotText) as error:
                sentence = f"the password file {file} of {PASSWORD_FILE_VARIABLE} cannot be read: {reason_of(error)}"
                raise UsageError(sentence) from None
        elif stdin is None or not stdin.isatty():
            self._lines = iter(stdin) if stdin is not None else iter(())

    def next(self, what: str, *, new: bool = False) -> str:
        """Return the next password. A `new` one is typed twice.

        Raises:
            UsageError: There is no password, it is too long, or the two typed ones differ.
        """
        if self._lines is not None:
            line = without_mark(next(self._lines, "")).rstrip("\r\n")
            if not line:
                raise UsageError(
                    f"{self._source} has no line for the {what}", "write it there, or type it at a terminal"
                )
            return _checked(line)
        try:
            typed = _checked(self._ask(f"{what}: "))
            if new and self._ask(f"{what} again: ") != typed:
                raise UsageError("the two passwords were not the same", "type them again")
        except EOFError:
            raise UsageError(f"no {what} was typed") from None
        return typed


def _checked(password: str) -> str:
    if not 1 <= len(password) <= LONGEST:
        raise UsageError(f"a password has 1 to {LONGEST} characters")
    return password


def given_key(file: Path | None, environ: Mapping[str, str] = os.environ) -> str | None:
    """Return the key of a private match from a file, otherwise from KIBITZ_KEY.

    Raises:
        UsageError: The file cannot be read.
    """
    if file is None:
        return environ.get(KEY_VARIABLE) or None
    try:
        return read_small(file).strip()
    except (OSError, NotText) as error:
        raise UsageError(f"the key file {file} cannot be read: {reason_of(error)}") from None


def broker_password(environ: Mapping[str, str] = os.environ) -> str | None:
    """Return the password of an MQTT broker from the file that a variable names, otherwise from a variable.

    Raises:
        UsageError: The file cannot be read.
    """
    variable = f"{BROKER_VARIABLE}_FILE"
    file = environ.get(variable)
    if not file:
        return environ.get(BROKER_VARIABLE) or None
    try:
        return read_small(Path(file)).strip()
    except (OSError, NotText) as error:
        raise UsageError(f"the file {file} of {variable} cannot be read: {reason_of(error)}") from None
