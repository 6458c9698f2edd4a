"""Records of matches: a header, then the first snapshot and all events, one message a line as JSON.

`kibitz watch --json` prints them, `kibitz export` and the page write them; docs/records.md describes the format. Other
messages (thinking, chat, notices) may be between the events.
"""

import codecs
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO, NamedTuple

from pydantic_core import from_json

from kibitz_protocol.codec import BadMessage, decode_to_client, encode
from kibitz_protocol.formats.old_names import with_new_names
from kibitz_protocol.to_client import Event, Snapshot
from kibitz_protocol.validation.reasons import quoted

VERSION = 2
"""Version of the format that is written. Version 1 differs in some names, and is read too."""
HEADER = {"t": "record", "version": VERSION}
MAX_LINE = 16 << 20
"""The longest line, in bytes."""
MAX_BYTES = 64 << 20
"""The largest record, in bytes. A match of 300 moves on 19 by 19 cells has 2 MB."""
LONGEST_HEADER = 10_000
"""The longest header, in bytes."""


class NotARecord(ValueError):
    """Text that is not a record; the message is a sentence without its subject, the record."""


class RecordLine(NamedTuple):
    """A message of a record, and the number of its line, from 1."""

    number: int
    message: Any


def record_text(messages: Iterable[Snapshot | Event]) -> str:
    """Return the messages of a match as the text of a record."""
    lines = [HEADER, *(message.model_dump(mode="json") for message in messages)]
    return "".join(f"{encode(line).decode()}\n" for line in lines)


def lines_of(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of a stream no further than the limits of a record: the stream may have no end.

    Raises:
        NotARecord: A line or the whole is too long.
    """
    number = size = 0
    while line := stream.readline(MAX_LINE + 1):
        number, size = number + 1, size + len(line)
        if len(line) > MAX_LINE:
            raise NotARecord(f"line {number} has more than {MAX_LINE >> 20} MiB")
        if size > MAX_BYTES:
            raise NotARecord(f"it has more than {MAX_BYTES >> 20} MiB")
        yield line.removeprefix(codecs.BOM_UTF8) if number == 1 else line


def messages_of(lines: Iterable[str | bytes]) -> Iterator[RecordLine]:
    """Yield all messages of a record, without its header.

    Raises:
        NotARecord: A line is not a message, or the record has another version.
    """
    for number, line in enumerate(lines, 1):
        if not line.strip() or (number == 1 and _is_header(line)):
            continue
        try:
            yield RecordLine(number, decode_to_client(with_new_names(line)))
        except BadMessage as error:
            raise NotARecord(f"line {number}: {error}") from None


def first_match(lines: Iterable[str | bytes]) -> Iterator[RecordLine]:
    """Yield the snapshots and events of a record's first match, in order.

    Raises:
        NotARecord: A line is not a message, or there is no snapshot before the first event.
    """
    match: str | None = None
    for line in messages_of(lines):
        if not isinstance(line.message, Snapshot | Event):
            continue
        if match is None and isinstance(line.message, Event):
            raise NotARecord(f"line {line.number}: an event comes before the first snapshot, which names the game")
        match = match or line.message.match
        if line.message.match == match:
            yield line
    if match is None:
        raise NotARecord("there is no match in it")


def _is_header(line: str | bytes) -> bool:
    try:
        # This parser bounds the nesting; that of the standard library raises RecursionError.
        header = from_json(line) if len(line) < LONGEST_HEADER else None
    except (ValueError, TypeError):  # a Python string with a lone surrogate is not Unicode text
        return False
    if not isinstance(header, dict) or header.get("t") != HEADER["t"]:
        return False
    version = header.get("version")
    if version not in range(1, VERSION + 1):
        raise NotARecord(f"its version is {quoted(version)}, and this program reads versions 1 to {VERSION}")
    return True
