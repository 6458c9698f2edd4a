"""How the moves of a match are numbered: in pairs, one of each side (`3. Nf3 c6`), or each by itself. Pure.

The game decides. `web/match/numbering.js` is the twin.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from kibitz_client.match.moves.line import with_chances
from kibitz_client.match.state import MatchState
from kibitz_protocol.values.fields import Seat
from kibitz_protocol.values.matches import MoveView

FEN_FIELDS = 6
"""Fields of a position in FEN, of which the last is the number of the move."""


@dataclass(frozen=True, slots=True)
class MoveNumber:
    """The number of a move. `later` is the second move of a pair."""

    number: int
    later: bool = False

    def __str__(self) -> str:
        return f"{self.number}{'...' if self.later else '.'}"


@dataclass(frozen=True, slots=True)
class Numbering:
    """How the moves of a match are numbered: in pairs or not, and the number of the first one."""

    pairs: bool = False
    first: int = 1

    def of(self, seats: Sequence[Seat]) -> list[MoveNumber]:
        """Return the numbers of moves, given the seat of each from the first move on."""
        if not self.pairs:
            return [MoveNumber(self.first + place) for place in range(len(seats))]
        found: list[MoveNumber] = []
        for place, seat in enumerate(seats):
            begins = place > 0 and seat <= seats[place - 1]
            found.append(MoveNumber(found[-1].number + begins if found else self.first, later=seat > 0))
        return found


EACH = Numbering()
"""The numbering of a game whose moves have a number each."""


def numbering_of(state: MatchState) -> Numbering:
    """Return how the moves of a match are numbered. A match from a position goes on with the numbers of its text."""
    if not state.game.pairs:
        return EACH
    fields = (state.start or "").split()
    known = state.game.notation == "uci" and len(fields) == FEN_FIELDS and fields[-1].isdecimal()
    plies = 0 if state.game.chance else len(state.opening)
    seat = state.moves[0].seat if state.moves else state.position.to_move or 0
    return Numbering(True, (int(fields[-1]) if known else 1) + (plies + (seat + plies) % 2) // 2)


def move_numbers(state: MatchState) -> list[MoveNumber]:
    """Return the number of each move of a match."""
    return numbering_of(state).of([move.seat for move in state.moves])


def number_at(state: MatchState, ply: int | None = None) -> MoveNumber:
    """Return the number of the move at a ply: by default of the one that is due."""
    seats = [move.seat for move in state.moves[:ply]]
    if ply is not None and ply < len(state.moves):
        seats.append(state.moves[ply].seat)
    elif state.position.to_move is not None:
        seats.append(state.position.to_move)
    return (numbering_of(state).of(seats) or [MoveNumber(1)])[-1]


def numbered(state: MatchState, line: Sequence[str], ply: int | None = None) -> list[str]:
    """Return the moves of an expected line with their numbers between them, in a game that counts in pairs.

    The line `c6 d4 e5` is `3...`, `c6`, `4.`, `d4`, `e5` then.

    Args:
        state: The match.
        line: The moves, which both sides make in turn.
        ply: The ply of the first one; by default that of the move that is due.
    """
    if not state.game.pairs or state.game.chance or not line:
        return list(line)
    first = number_at(state, ply)
    found = [str(first), line[0]]
    for place, move in enumerate(line[1:], first.later + 1):
        found += [move] if place % 2 else [f"{first.number + place // 2}.", move]
    return found


def numbered_last(state: MatchState) -> str:
    """Return the last move with its number, in a game that counts in pairs; empty before the first one."""
    last = next(iter(with_chances(state, 1)), "")
    return f"{number_at(state, len(state.moves) - 1)} {last}" if last and state.game.pairs else last


def pair_texts(state: MatchState) -> list[str]:
    """Return the moves of a match as a game score has them: `3. Nf3 c6`, or each by itself: `5. D4`."""
    found: list[str] = []
    moves, texts = state.moves, with_chances(state)
    joint = ", " if any(" " in text for text in texts) else " "
    for move, text, number in zip(moves, texts, move_numbers(state), strict=True):
        if number.later and found and state.game.pairs and move.ply:
            found[-1] += joint + text
        else:
            found.append(f"{number} {text}")
    return found


def turns(moves: Sequence[MoveView]) -> list[dict[Seat, MoveView]]:
    """Group the moves into turns of all seats, each by seat."""
    groups: list[dict[Seat, MoveView]] = []
    for move in moves:
        if not groups or move.seat <= max(groups[-1]):
            groups.append({})
        groups[-1][move.seat] = move
    return groups
