"""TODO."""

import json
from pathlib import Path
from typing import Any

from kibitz_client.errors import UsageError
from kibitz_client.match.state import MatchState, advance
from kibitz_protocol.codec import BadMessage, decode_to_client
from kibitz_protocol.to_client import Event, Snapshot

HEADER = {"t": "record", "version": 1}


class BadRecord(UsageError):
    """A file that is no record."""


def read(file: Path) -> list[tuple[Any, MatchState]]:
    """The messages of a record, each with the state after it. Raises BadRecord."""
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not text"
        raise BadRecord(f"{file} cannot be read: {why}") from None
    scenes: list[tuple[Any, MatchState]] = []
    state: MatchState | None = None
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or (number == 1 and _is_header(line, file)):
            continue
        try:
            message = decode_to_client(line)
        except BadMessage as error:
            raise BadRecord(
                f"{file} is not a record: line {number}: {error}", "docs/records.md describes one"
            ) from None
        state = advance(state, message)
        if state is not None and isinstance(message, Snapshot | Event):
            scenes.append((message, state))
    if not scenes:
        raise BadRecord(f"{file} is not a record: there is no match in it", "docs/records.md describes one")
    return scenes


def _is_header(line: str, file: Path) -> bool:
    try:
        header = json.loads(line)
    except ValueError:
        return False
    if not isinstance(header, dict) or header.get("t") != "record":
        return False
    if header.get("version") != 1:
        raise BadRecord(f"{file} is a record of version {header.get('version')}", "update kibitz")
    return True
