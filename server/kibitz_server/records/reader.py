"""Reader of match records, as `kibitz watch --json` prints and `kibitz export` writes them: one message a line.

docs/records.md describes the format. Other messages (thinking, chat, notices) are skipped.
"""

import shlex
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, TextIO

from pydantic_core import from_json

from kibitz_protocol.codec import BadMessage, decode_to_client
from kibitz_protocol.to_client import Event, Snapshot
from kibitz_protocol.validation.reasons import quoted

VERSION = 1
"""Supported version of the format."""
MAX_LINE = 16 * 1024 * 1024
"""Longest line, in characters."""
MAX_RECORD = 4 * MAX_LINE
"""Longest record, in characters."""
CONVERTERS = {".pgn": "pgn", ".pdn": "pgn", ".sgf": "sgf"}
"""Commands that make a record of a game in another form, by the ends of the names of its files."""


class BadRecord(ValueError):
    """File that is not a record; the message is a sentence for users."""


class Line(NamedTuple):
    """Message of a record, and the number of its line, from 1."""

    number: int
    message: Snapshot | Event


def lines_of(stream: TextIO) -> Iterator[str]:
    """Yield the lines of a stream no further than the limits of a record: the stream may have no end.

    Raises:
        BadRecord: A line or the whole is too long.
    """
    number = length = 0
    while text := stream.readline(MAX_LINE + 1):
        number, length = number + 1, length + len(text)
        if len(text) > MAX_LINE:
            raise BadRecord(f"line {number} is longer than {MAX_LINE} characters")
        if length > MAX_RECORD:
            raise BadRecord(f"it is longer than {MAX_RECORD} characters")
        yield text


def conversion(source: str) -> str | None:
    """Return the command that makes a record of a file in another form; None for a file of any other name."""
    command = CONVERTERS.get(Path(source).suffix.lower())
    return f"kibitz-server {command} {shlex.quote(source)}" if command else None


def read(lines: Iterable[str]) -> Iterator[Line]:
    """Yield the snapshots and events of a record's first match, in order.

    Raises:
        BadRecord: A line is not a message, or there is no snapshot before the first event.
    """
    match: str | None = None
    for number, text in enumerate(lines, 1):
        if not text.strip() or _is_header(text, number):
            continue
        message = _message(text, number)
        if not isinstance(message, Snapshot | Event):
            continue
        if match is None and isinstance(message, Event):
            raise BadRecord(f"line {number}: an event comes before the first snapshot, which names the game")
        match = match or message.match
        if message.match == match:
            yield Line(number, message)
    if match is None:
        raise BadRecord("it has no snapshot of a match")


def _is_header(text: str, number: int) -> bool:
    try:
        # This parser bounds the nesting; that of the standard library raises RecursionError.
        header = from_json(text) if number == 1 and len(text) < 10_000 else None
    except ValueError:
        return False
    if not isinstance(header, dict) or header.get("t") != "record":
        return False
    if header.get("version") != VERSION:
        raise BadRecord(f"its version is {quoted(header.get('version'))}, but this program reads version {VERSION}")
    return True


def _message(text: str, number: int) -> Any:
    try:
        return decode_to_client(text)
    except BadMessage as error:
        raise BadRecord(f"line {number}: {error}") from None
