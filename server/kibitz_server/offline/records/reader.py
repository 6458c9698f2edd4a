"""Reading a record: the messages that `kibitz watch --json` prints and `kibitz export` writes, one a line.

docs/records.md describes the format. Messages that pass by (thinking, chat, notices) are no part of what is checked.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from kibitz_protocol.codec import BadMessage, decode_to_client
from kibitz_protocol.to_client import Event, Snapshot

VERSION = 1
"""The version of the format that is read."""
LONGEST = 16 * 1024 * 1024
"""The longest line that is looked at."""


class BadRecord(ValueError):
    """A file that is no record; the text is a sentence for people."""


class Line(NamedTuple):
    """A message of a record and the number of its line, from 1."""

    number: int
    message: Snapshot | Event


def read(lines: Iterable[str]) -> Iterator[Line]:
    """The snapshots and events of a record, in order. Raises BadRecord."""
    match: str | None = None
    for number, text in enumerate(lines, 1):
        if not text.strip() or _is_header(text, number):
            continue
        message = _message(text, number)
        if not isinstance(message, Snapshot | Event):
            continue
        if match is None and isinstance(message, Event):
            raise BadRecord(f"line {number}: an event comes before the first snapshot, which tells the game")
        match = match or message.match
        if message.match == match:
            yield Line(number, message)
    if match is None:
        raise BadRecord("there is no snapshot of a match in it")


def _is_header(text: str, number: int) -> bool:
    try:
        header = json.loads(text) if number == 1 and len(text) < 10_000 else None
    except ValueError:
        return False
    if not isinstance(header, dict) or header.get("t") != "record":
        return False
    if header.get("version") != VERSION:
        raise BadRecord(f"it is a record of version {header.get('version')}, and this program reads version {VERSION}")
    return True


def _message(text: str, number: int) -> Any:
    if len(text) > LONGEST:
        raise BadRecord(f"line {number} is longer than {LONGEST} characters")
    try:
        return decode_to_client(text)
    except BadMessage as error:
        raise BadRecord(f"line {number}: {error}") from None
