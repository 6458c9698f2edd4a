"""File format of match records: a header, then the first snapshot and all events, as JSON lines."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from kibitz_client.errors import UsageError
from kibitz_client.match.state import MatchState, advance
from kibitz_protocol.codec import BadMessage, decode_to_client, encode
from kibitz_protocol.to_client import Event, Snapshot

HEADER = {"t": "record", "version": 1}


class BadRecord(UsageError):
    """Unreadable or invalid record file."""


def record_text(messages: Iterable[Snapshot | Event]) -> str:
    """Return the messages of a match as the text of a record file."""
    lines = [HEADER, *(message.model_dump(mode="json") for message in messages)]
    return "".join(f"{encode(line).decode()}\n" for line in lines)


def read_record(file: Path) -> list[tuple[Any, MatchState]]:
    """Return the messages of a record file, each with the state after it.

    Raises:
        BadRecord: The file cannot be read, or it is not a record.
    """
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not text"
        raise BadRecord(f"{file} cannot be read: {why}") from None
    return read_record_text(text, str(file))


def read_record_text(text: str, file: str) -> list[tuple[Any, MatchState]]:
    """Return the messages of a record, each with the state after it.

    Args:
        text: The content of a record file.
        file: What to call it in an error.

    Raises:
        BadRecord: The text is not a record.
    """
    messages = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or (number == 1 and _is_header(line, file)):
            continue
        try:
            messages.append(decode_to_client(line))
        except BadMessage as error:
            raise BadRecord(
                f"{file} is not a record: line {number}: {error}", "read docs/records.md about the format"
            ) from None
    scenes = record_scenes(messages)
    if not scenes:
        raise BadRecord(f"{file} is not a record: there is no match in it", "read docs/records.md about the format")
    return scenes


def record_scenes(messages: Iterable[Any]) -> list[tuple[Any, MatchState]]:
    """Return the snapshots and events among messages, each with the state after it."""
    scenes: list[tuple[Any, MatchState]] = []
    state: MatchState | None = None
    for message in messages:
        state = advance(state, message)
        if state is not None and isinstance(message, Snapshot | Event):
            scenes.append((message, state))
    return scenes


def _is_header(line: str, file: str) -> bool:
    try:
        header = json.loads(line)
    except ValueError:
        return False
    if not isinstance(header, dict) or header.get("t") != "record":
        return False
    if header.get("version") != 1:
        raise BadRecord(f"{file} is a record of version {header.get('version')}", "update kibitz")
    return True
