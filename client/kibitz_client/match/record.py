"""Records of matches as a client reads them: each message with the state after it. Files of other forms are written."""

import io
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from kibitz_client.errors import UnreadableMessage, UsageError
from kibitz_client.match.state import MatchState, advance
from kibitz_protocol.formats.forms import Form, form_fault, written
from kibitz_protocol.formats.record import NotARecord, RecordLine, lines_of, messages_of
from kibitz_protocol.to_client import Event, Snapshot
from kibitz_protocol.validation.reading import open_regular

PASTED = "the pasted text"
"""What a record that comes from no file is called in an error."""
MAX_EVENTS = 40_000
"""The largest number of events of a record. The states after them share their moves and chance events."""


class BadRecord(UsageError):
    """Unreadable or invalid record file."""


def read_record(file: Path, *, most_events: int = MAX_EVENTS) -> list[tuple[Any, MatchState]]:
    """Return the messages of a record file, each with the state after it.

    Args:
        file: The file.
        most_events: The largest number of events.

    Raises:
        BadRecord: The file cannot be read, is too large, or is not a record.
    """
    return _read(messages_of(read_lines(file)), str(file), most_events)


def read_record_text(text: str, file: str) -> list[tuple[Any, MatchState]]:
    """Return the messages of a record, each with the state after it.

    Args:
        text: The content of a record file.
        file: What to call it in an error.

    Raises:
        BadRecord: The text is not a record.
    """
    return _read(messages_of(lines_of(io.BytesIO(text.encode(errors="replace")))), file, MAX_EVENTS)


def read_lines(file: Path) -> Iterator[bytes]:
    """Yield the lines of a file no further than the limits of a record.

    Raises:
        BadRecord: The file cannot be read, or it is too large.
    """
    try:
        with open_regular(file) as stream:
            yield from lines_of(stream)
    except NotARecord as error:
        raise _not_a_record(str(file), error) from None
    except OSError as error:
        raise BadRecord(f"{file} cannot be read: {error.strerror}") from None


def _not_a_record(file: str, why: object) -> BadRecord:
    """Return the error for a file that is not a record."""
    return BadRecord(f"{file} is not a record: {why}", "read docs/records.md about the format")


def record_scenes(messages: Iterable[Any]) -> list[tuple[Any, MatchState]]:
    """Return the snapshots and events among messages, each with the state after it.

    Raises:
        UnreadableMessage: A message names seats or cells that the match does not have.
    """
    scenes: list[tuple[Any, MatchState]] = []
    state: MatchState | None = None
    for message in messages:
        state = advance(state, message)
        if state is not None and isinstance(message, Snapshot | Event):
            scenes.append((message, state))
    return scenes


def file_text(messages: Sequence[Snapshot | Event], form: Form | None = None, *, comments: bool = False) -> str:
    """Return a match as a file for other programs. See `kibitz_protocol.formats.forms.written`.

    Raises:
        UsageError: The form does not have such games.
        UnreadableMessage: An event does not fit the match.
    """
    first = messages[0]
    assert isinstance(first, Snapshot)
    check_form(form, first.game.name)
    try:
        return written(messages, form, comments=comments)
    except NotARecord as error:
        raise UnreadableMessage(f"the match cannot be written: {error}") from None


def check_form(form: Form | None, game: str) -> None:
    """Check that a format can have a game.

    Raises:
        UsageError: It cannot.
    """
    if (fault := form_fault(form, game)) is not None:
        raise UsageError(fault, "write PGN: --pgn")


def _read(lines: Iterable[RecordLine], file: str, most_events: int) -> list[tuple[Any, MatchState]]:
    number = 0

    def messages() -> Iterator[Any]:
        nonlocal number
        events = 0
        for line in lines:
            number = line.number
            events += isinstance(line.message, Snapshot | Event)
            if events > most_events:
                raise NotARecord(f"it has more than {most_events} events")
            yield line.message

    try:
        scenes = record_scenes(messages())
    except NotARecord as error:
        raise _not_a_record(file, error) from None
    except UnreadableMessage as error:
        raise _not_a_record(file, f"line {number}: {error}") from None
    if not scenes:
        raise _not_a_record(file, "there is no match in it")
    return scenes
