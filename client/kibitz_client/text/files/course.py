"""The course of a match by its messages, as far as files need it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from kibitz_client.match.state import MatchState, advance
from kibitz_protocol.to_client import Event, Snapshot
from kibitz_protocol.values.state import State


@dataclass(frozen=True, slots=True)
class Course:
    """A match from its first message on.

    Attributes:
        start: The match when it was created, or when the client began to follow it.
        end: The match now.
        started_at: When it started, in seconds since 1970; None if that is not known.
        after: The position after each ply, with the clocks then.
    """

    start: Snapshot
    end: MatchState
    started_at: float | None
    after: dict[int, State]


def course_of(messages: Sequence[Snapshot | Event]) -> Course:
    """Return the course of a match, given its first snapshot and all events."""
    state, started_at = None, None
    after: dict[int, State] = {}
    for message in messages:
        state = advance(state, message)
        if not isinstance(message, Event):
            continue
        if message.event.kind == "moved" and message.state is not None:
            after[message.event.move.ply] = message.state
        if message.event.kind == "started" and started_at is None:
            started_at = message.at
    first = messages[0]
    assert state is not None
    assert isinstance(first, Snapshot)
    # A client that follows the match from the first snapshot on may have missed its start.
    return Course(first, state, started_at or first.created_at or None, after)


def day_text(at: float | None, form: str) -> str | None:
    """Return the day of a time in seconds since 1970 by UTC, in a form such as `%Y-%m-%d`; None if it is not known."""
    return datetime.fromtimestamp(at, UTC).strftime(form) if at is not None else None
