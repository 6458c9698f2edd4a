"""A recorded session of a bot, as `kibitz bot run --json` prints it: what the bot was asked, and what it did.

The record of a match (`kibitz export`) is such a session too, once the caller has chosen a seat.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from kibitz_client.bots.bot import RESIGN
from kibitz_client.errors import UsageError
from kibitz_client.match.record import BadRecord, read_lines
from kibitz_client.match.state import MatchState, advance
from kibitz_protocol.codec import BadMessage, decode_to_client
from kibitz_protocol.refusals import Code
from kibitz_protocol.to_client import Agreed, Declined, Event, Finished, Moved, Snapshot
from kibitz_protocol.values.matches import OfferKind

HEADER = b'{"t":"record"'
RESIGNATION = "resignation"
"""The reason of a result after a resignation."""


@dataclass(slots=True)
class BotTurn:
    """A position in which the bot was to move. `played` is its move, `RESIGN`, or None if it did neither."""

    state: MatchState
    played: str | None = None


@dataclass(slots=True)
class Asked:
    """An offer of an opponent. `agreed` is the bot's answer, None without one."""

    state: MatchState
    offer: OfferKind
    agreed: bool | None = None


@dataclass(slots=True)
class RecordedMatch:
    """A match of a session, from its first state in which the bot was asked to its last state."""

    state: MatchState
    steps: list[BotTurn | Asked] = field(default_factory=list)


def read_session(file: Path, seat: str | None = None) -> list[RecordedMatch]:
    """Return the matches of a session in the order of their first messages.

    Args:
        file: JSON lines with the messages of a server.
        seat: Name or number of the bot's seat in matches that were recorded without one.

    Raises:
        BadRecord: The file cannot be read, or it is not a session.
        UsageError: A match has no such seat, or no seat is known.
    """
    return session_matches(_messages(read_lines(file), file), seat)


def session_matches(messages: Iterable[Any], seat: str | None = None) -> list[RecordedMatch]:
    """Return the matches among messages. See `read_session`.

    Raises:
        UsageError: A match has no such seat, or no seat is known.
    """
    states: dict[str, MatchState] = {}
    found: dict[str, RecordedMatch] = {}
    watched = 0
    for message in messages:
        id = getattr(message, "match", None)
        if not isinstance(id, str):
            continue
        before = states.get(id)
        after = advance(before, message)
        if after is None:
            continue
        if after.you is None and seat is not None:
            after = replace(after, you=_seat_number(after, seat))
        states[id] = after
        if after.you is None:
            watched += before is None
            continue
        match = found.setdefault(id, RecordedMatch(after))
        match.state = after
        _note(match, before, after, message)
    if not found:
        known = "its matches were recorded without a seat" if watched else "there is no match in it"
        raise UsageError(
            f"this session cannot be replayed: {known}", "name the bot's seat: --seat X" if watched else None
        )
    return list(found.values())


def _messages(lines: Iterable[bytes], file: Path) -> Iterator[Any]:
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith(HEADER):
            continue
        try:
            yield decode_to_client(line)
        except BadMessage as error:
            # A session that was interrupted may end within a line, and a newer server may send new messages.
            if error.code == Code.UNKNOWN_TYPE or not line.endswith(b"\n"):
                continue
            raise BadRecord(
                f"{file} is not a session of a bot: line {number}: {error}", "record one: kibitz bot run --json > FILE"
            ) from None


def _seat_number(state: MatchState, seat: str) -> int:
    names = [name.casefold() for name in state.game.seats]
    if seat.casefold() in names:
        return names.index(seat.casefold())
    if seat.isdecimal() and int(seat) < len(names):
        return int(seat)
    raise UsageError(f"{state.game.name} has no seat {seat}", f"choose one of {', '.join(state.game.seats)}")


def _note(match: RecordedMatch, before: MatchState | None, after: MatchState, message: Any) -> None:
    """Add to a match what a message asks of the bot, or what the bot had answered."""
    if isinstance(message, Event):
        _note_answer(match, after, message)
    if after.offered is not None and (before is None or after.offers != before.offers):
        match.steps.append(Asked(after, after.offered))
    was_known = before is not None and before.your_turn and before.position.position == after.position.position
    taken_back = isinstance(message, Event | Snapshot) and before is not None and len(after.moves) < len(before.moves)
    if after.your_turn and (taken_back or not was_known):
        match.steps.append(BotTurn(after))


def _note_answer(match: RecordedMatch, after: MatchState, event: Event) -> None:
    you = after.you
    turn = next((step for step in reversed(match.steps) if isinstance(step, BotTurn)), None)
    asked = next((step for step in reversed(match.steps) if isinstance(step, Asked)), None)
    match event.event:
        case Moved(move=move) if move.seat == you and turn is not None and turn.state.position.ply == move.ply:
            turn.played = move.move
        case Finished(result=result) if result.reason == RESIGNATION and result.winner != you and turn is not None:
            # A player can also resign while the opponent is to move, which the bot library never does.
            turn.played = turn.played or RESIGN
        case Agreed(offer=offer, by=by) if by == you and asked is not None and asked.offer == offer:
            asked.agreed = True
        case Declined(offer=offer, by=by) if by == you and asked is not None and asked.offer == offer:
            asked.agreed = False
