"""File format of match records: a header, then the first snapshot and all events, as JSON lines."""

import io
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

from pydantic_core import from_json

from kibitz_client.errors import UnreadableMessage, UsageError
from kibitz_client.match.state import MatchState, advance
from kibitz_client.reading import open_regular
from kibitz_protocol.codec import BadMessage, decode_to_client, encode
from kibitz_protocol.to_client import Event, Snapshot
from kibitz_protocol.validation.reasons import quoted

HEADER = {"t": "record", "version": 1}
PASTED = "the pasted text"
"""What a record that comes from no file is called in an error."""
MAX_BYTES = 32 << 20
"""The largest record, in bytes. A match of 300 moves on 19 by 19 cells has 2 MB."""
MAX_LINE = 16 << 20
"""The longest line, in bytes."""
MAX_EVENTS = 40_000
"""The largest number of events of a record. The states after them share their moves and draws."""


class BadRecord(UsageError):
    """Unreadable or invalid record file."""


def record_text(messages: Iterable[Snapshot | Event]) -> str:
    """Return the messages of a match as the text of a record file."""
    lines = [HEADER, *(message.model_dump(mode="json") for message in messages)]
    return "".join(f"{encode(line).decode()}\n" for line in lines)


def read_record(file: Path) -> list[tuple[Any, MatchState]]:
    """Return the messages of a record file, each with the state after it.

    Raises:
        BadRecord: The file cannot be read, is too large, or is not a record.
    """
    return _scenes(_messages(read_lines(file), str(file)), str(file))


def read_record_text(text: str, file: str) -> list[tuple[Any, MatchState]]:
    """Return the messages of a record, each with the state after it.

    Args:
        text: The content of a record file.
        file: What to call it in an error.

    Raises:
        BadRecord: The text is not a record.
    """
    return _scenes(_messages(_lines(io.BytesIO(text.encode(errors="replace")), file), file), file)


def read_lines(file: Path) -> Iterator[bytes]:
    """Yield the lines of a file no further than the limits of a record.

    Raises:
        BadRecord: The file cannot be read, or it is too large.
    """
    try:
        with open_regular(file) as stream:
            yield from _lines(stream, str(file))
    except OSError as error:
        raise BadRecord(f"{file} cannot be read: {error.strerror}") from None


def _messages(lines: Iterable[bytes], file: str) -> Iterator[tuple[int, Any]]:
    """Yield the messages of a record, each with the number of its line. The header is left out."""
    for number, line in enumerate(lines, 1):
        if not line.strip() or (number == 1 and _is_header(line, file)):
            continue
        try:
            yield number, decode_to_client(line)
        except BadMessage as error:
            raise _not_a_record(file, f"line {number}: {error}") from None


def _lines(stream: BinaryIO, file: str) -> Iterator[bytes]:
    read = 0
    while line := stream.readline(MAX_LINE + 1):
        read += len(line)
        if len(line) > MAX_LINE:
            raise _not_a_record(file, f"a line has more than {MAX_LINE >> 20} MiB")
        if read > MAX_BYTES:
            raise _not_a_record(file, f"it has more than {MAX_BYTES >> 20} MiB")
        yield line


def _scenes(messages: Iterable[tuple[int, Any]], file: str) -> list[tuple[Any, MatchState]]:
    scenes: list[tuple[Any, MatchState]] = []
    state: MatchState | None = None
    for number, message in messages:
        try:
            state = advance(state, message)
        except UnreadableMessage as error:
            raise _not_a_record(file, f"line {number}: {error}") from None
        if state is not None and isinstance(message, Snapshot | Event):
            if len(scenes) == MAX_EVENTS:
                raise _not_a_record(file, f"it has more than {MAX_EVENTS} events")
            scenes.append((message, state))
    if not scenes:
        raise _not_a_record(file, "there is no match in it")
    return scenes


def _not_a_record(file: str, why: str) -> BadRecord:
    return BadRecord(f"{file} is not a record: {why}", "read docs/records.md about the format")


def record_scenes(messages: Iterable[Any]) -> list[tuple[Any, MatchState]]:
    """Return the snapshots and events among messages, each with the state after it."""
    scenes: list[tuple[Any, MatchState]] = []
    state: MatchState | None = None
    for message in messages:
        state = advance(state, message)
        if state is not None and isinstance(message, Snapshot | Event):
            scenes.append((message, state))
    return scenes


def _is_header(line: bytes, file: str) -> bool:
    try:
        header = from_json(line)
    except ValueError:
        return False
    if not isinstance(header, dict) or header.get("t") != "record":
        return False
    if header.get("version") != 1:
        raise BadRecord(f"{file} is a record of version {quoted(header.get('version'))}", "update kibitz")
    return True
