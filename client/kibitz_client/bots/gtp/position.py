"""What a program must play on its board to have the position of a match. Pure."""

from dataclasses import dataclass, replace

from kibitz_client.bots.gtp.clock import COLORS
from kibitz_client.match.state import PASS, MatchState
from kibitz_protocol.formats.games.go import (
    BLACK,
    HANDICAP,
    StartPosition,
    first_seat,
    handicap_places,
    read_start,
    stones,
)


@dataclass(frozen=True, slots=True)
class Play:
    """A stone, or a pass, of a seat."""

    seat: int
    vertex: str

    def __str__(self) -> str:
        return f"play {COLORS[self.seat]} {self.vertex}"


@dataclass(frozen=True, slots=True)
class PlaySequence:
    """Stones that lie on the board at first, then the moves of both seats.

    The stones of one seat after the other can always be played: as long as stones are missing, each chain has at least
    the liberties that it has in the end. So none is captured, and no position occurs twice.
    """

    placed: tuple[Play, ...] = ()
    played: tuple[Play, ...] = ()

    @property
    def handicap(self) -> tuple[str, ...]:
        """Vertices of the first stones if all are Black's; empty otherwise, and for a single stone."""
        own = all(play.seat == BLACK and play.vertex != PASS for play in self.placed)
        return tuple(play.vertex for play in self.placed) if own and len(self.placed) > 1 else ()

    def then(self, play: Play) -> "PlaySequence":
        """Return the line with one more move."""
        return replace(self, played=(*self.played, play))


def line_of(state: MatchState) -> PlaySequence:
    """Return the stones and moves that led to a position."""
    first = first_seat(state.options, state.start)
    opening = (Play((first + number) % 2, move) for number, move in enumerate(state.opening))
    return PlaySequence(first_plays(state), (*opening, *(Play(move.seat, move.move) for move in state.moves)))


def first_plays(state: MatchState) -> tuple[Play, ...]:
    """Return the stones before the first move: those of a given position, or of a handicap."""
    if state.start is not None:
        return _plays(read_start(state.start))
    if handicap := state.options.get(HANDICAP):
        places = handicap_places(len(state.position.rows), int(handicap))
        return tuple(Play(BLACK, vertex) for vertex in places)
    return ()


def line_from_board(state: MatchState) -> PlaySequence:
    """Return the stones of the current position, for a program that refuses a move of its line."""
    return PlaySequence(_plays(read_start(state.position.text)))


def _plays(start: StartPosition) -> tuple[Play, ...]:
    plays = tuple(Play(seat, vertex) for seat, vertices in enumerate(stones(start.rows)) for vertex in vertices)
    return (*plays, Play(1 - start.side, PASS)) if start.passed else plays
