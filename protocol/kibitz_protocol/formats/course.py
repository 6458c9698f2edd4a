"""The course of a match by its messages, as far as files need it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, NamedTuple

from kibitz_protocol.formats.record import NotARecord
from kibitz_protocol.to_client import (
    Aborted,
    ChanceDecided,
    Event,
    Finished,
    Left,
    Moved,
    Seated,
    SeedRevealed,
    Settled,
    Snapshot,
    TakenBack,
    WentBerserk,
)
from kibitz_protocol.values.consistency import message_fault
from kibitz_protocol.values.matches import Result
from kibitz_protocol.values.seats import SeatView


class Clocks(NamedTuple):
    """The clocks of all seats, as in `State`, all of which would not fit into memory for each ply."""

    remaining_ms: Sequence[int]
    flag_ms: Sequence[int] | None
    periods: Sequence[int] | None


@dataclass(frozen=True, slots=True)
class Course:
    """A match from its first message on.

    Attributes:
        start: The match when it was created, or when the client began to follow it.
        end: The match now. Of what changes, only seats, phase, position, moves, chance events, result, berserk and
            what was settled are up to date.
        started_at: When it started, in seconds since 1970; None if that is not known.
        clocks: The clocks after each ply, in a match that has clocks.
    """

    start: Snapshot
    end: Snapshot
    started_at: float | None
    clocks: dict[int, Clocks]


def course_of(messages: Iterable[Snapshot | Event]) -> Course:
    """Return the course of a match, given its first snapshot and all events.

    Raises:
        NotARecord: An event names seats or cells that the match does not have.
    """
    messages = iter(messages)
    first = next(messages)
    assert isinstance(first, Snapshot)
    # A client that was disconnected may get a new snapshot, to which the next events belong.
    latest, now, started_at = first, _changing(first), None
    clocks: dict[int, Clocks] = {}
    for message in messages:
        if isinstance(message, Snapshot):
            latest, now = message, _changing(message)
            continue
        if (fault := message_fault(latest.board, len(latest.seats), message)) is not None:
            raise NotARecord(f"event {message.seq} {fault}")
        _apply(now, message)
        state = message.state
        if message.event.kind == "moved" and state is not None and state.remaining_ms is not None:
            clocks[message.event.move.ply] = Clocks(state.remaining_ms, state.flag_ms, state.periods)
        if message.event.kind == "started" and started_at is None:
            started_at = message.at
    # A client that follows the match from the first snapshot on may have missed its start.
    return Course(first, latest.model_copy(update=now), started_at or first.created_at or None, clocks)


def _changing(match: Snapshot) -> dict[str, Any]:
    """Return what changes of a match, with lists that may grow."""
    seats = list(match.seats)
    if len(match.yours) > 1:
        # If one player has all sides, the label of a side is the name of a person at the keyboard.
        seats = [view.model_copy(update={"name": view.label, "label": None}) if view.label else view for view in seats]
    now: dict[str, Any] = {
        "settled": match.settled,
        "phase": match.phase,
        "state": match.state,
        "result": match.result,
        "berserk": match.berserk,
    }
    return now | {"seats": seats, "moves": list(match.moves), "chance_events": list(match.chance_events)}


def _apply(now: dict[str, Any], message: Event) -> None:
    """Apply an event to what changes of a match."""
    now |= {"phase": message.phase, "state": message.state or now["state"]}
    match message.event:
        case Seated(seat=view):
            now["seats"][view.seat] = view
        case Left(seat=seat):
            now["seats"][seat] = SeatView(seat=seat, kind="open", name=None)
        case Moved(move=move):
            now["moves"].append(move)
        case TakenBack(plies=plies):
            del now["moves"][max(0, len(now["moves"]) - plies) :]
            now["chance_events"] = [chance for chance in now["chance_events"] if chance.ply <= len(now["moves"])]
        case Settled(dead=dead):
            now["settled"] = dead
        case WentBerserk(seat=seat):
            now["berserk"] = [*(now["berserk"] or ()), seat]
        case ChanceDecided(chance=chance):
            now["chance_events"].append(chance)
        case SeedRevealed(chance_events=chance_events):
            now["chance_events"] = list(chance_events) or now["chance_events"]
        case Finished(result=result):
            now["result"] = result
        case Aborted(reason=reason):
            now["result"] = Result(winner=None, reason=reason)


def day_text(at: float | None, form: str) -> str | None:
    """Return the day of a time in seconds since 1970 by UTC, in a format such as `%Y-%m-%d`; None if it is unknown."""
    return datetime.fromtimestamp(at, UTC).strftime(form) if at is not None else None
