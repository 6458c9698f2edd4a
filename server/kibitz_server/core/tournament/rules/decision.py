"""Answers of a tournament to its caller: decisions, the pairing that it wants, and the games that can begin."""

from typing import NamedTuple

from kibitz_server.core.tournament.events import Event
from kibitz_server.core.tournament.values import TournamentOpening
from kibitz_server.core.values.refusal import Refusal


class PairingWanted(NamedTuple):
    """Request for the pairing of a Swiss round, which a program outside of the server makes from `trf`."""

    round: int
    trf: str


class Decision(NamedTuple):
    """Outcome of a command: its events, or its refusal; and the pairing that it wants from the caller."""

    events: tuple[Event, ...] = ()
    refusal: Refusal | None = None
    wanted: PairingWanted | None = None


class DueGame(NamedTuple):
    """A game that can begin now. `first` and `second` are entrants by number; `first` moves first.

    `seeds` are the search seeds of both sides, which an engine without a seed of its own gets. `engines` says whether
    both are engines.
    """

    round: int
    pair: int
    slot: int
    first: int
    second: int
    opening: int | None
    position: TournamentOpening | None
    seeds: tuple[int, int]
    engines: bool
