"""Audiences of a record of a match with hidden information, and the seed that its chance events are computed from."""

from collections.abc import Iterable, Iterator, Sequence

from kibitz_protocol.fairness.chance import server_seed_hash
from kibitz_protocol.formats.record import NotARecord, RecordLine
from kibitz_protocol.to_client import Event, Snapshot
from kibitz_protocol.values.matches import ChanceView
from kibitz_server.core.match.phase import OVER
from kibitz_server.games.game import PUBLIC
from kibitz_server.records.chance import WRONG_SEED
from kibitz_server.records.difference import DifferenceError

UNSEEN = "?"
"""Text of a chance event that the audience of a record has not seen."""


def audiences(first: Snapshot, lines: Sequence[RecordLine]) -> tuple[int | None, ...]:
    """Return the audiences that a record may be of; None if it hides nothing."""
    if not any(view.text == UNSEEN for view in _told(lines)):
        return None, PUBLIC  # the server's record of a match that is over, or one without chance events
    # A spectator who took a seat later has a record of that seat, whose first snapshot does not say so.
    return (first.you,) if first.you is not None else (PUBLIC, *range(len(first.seats)))


def _told(lines: Iterable[RecordLine]) -> Iterator[ChanceView]:
    """Yield the chance events as the record has them from before the end of the match."""
    for _, message in lines:
        if isinstance(message, Event):
            if message.event.kind == "chance_decided":
                yield message.event.chance
        elif message.phase not in OVER:
            yield from message.chance_events


def revealed_seed(lines: Iterable[RecordLine], expected: str | None) -> str:
    """Return the seed that a record reveals.

    Raises:
        NotARecord: It reveals none.
        DifferenceError: It has another hash than expected.
    """
    for number, message in lines:
        seed = message.server_seed if isinstance(message, Snapshot) else getattr(message.event, "server_seed", None)
        if seed is not None and (computed := server_seed_hash(seed)) != expected:
            raise DifferenceError(number, message.seq, "hash of the seed", expected, computed, WRONG_SEED)
        if seed is not None:
            return str(seed)
    raise NotARecord("it has no seed: a match with hidden information can be verified once it is over")
