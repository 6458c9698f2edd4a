"""The moves of a file that are legal, up to the first one that is not, which a note names."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from kibitz_protocol.formats.moves import MOST_MOVES, WrittenMove
from kibitz_protocol.formats.text import BadGame
from kibitz_server.games.game import IllegalMove, LegalMove, Position
from kibitz_server.games.typed.move_lists import played
from kibitz_server.records.played import short

Reading = Callable[[Position, str], Iterable[LegalMove]]
"""Returns the legal moves that a text stands for, usually one; IllegalMove says why there are none."""


AFTER = "it comes after the end of the game"


@dataclass(frozen=True, slots=True)
class LegalPart:
    """Legal moves, as the rules write them.

    Attributes:
        position: The position after them.
        moves: The moves.
        stopped: The move that is not legal or comes after the end; None if there is none.
        why: Why that is so; empty where the game was over.
        left_out: How many moves were left out.
        guesses: Sentences about moves that were guessed.
    """

    position: Position
    moves: tuple[WrittenMove, ...] = ()
    stopped: WrittenMove | None = None
    why: str = ""
    left_out: int = 0
    guesses: tuple[str, ...] = ()

    @property
    def over(self) -> bool:
        """Whether moves come after the end of the game by the rules."""
        return self.stopped is not None and not self.why

    def note(self) -> str | None:
        """Return what is left out, as a sentence; None if nothing is."""
        if self.stopped is None:
            return None
        why = self.why or AFTER
        rest = self.left_out - 1
        more = f", and so {'is the one' if rest == 1 else f'are the {rest}'} after it" if rest else ""
        return f"move {self.stopped.number}, {self.stopped.text!r}, is left out{more}: {why}"

    def refusal(self) -> BadGame:
        """Return the error for a game without any legal move."""
        assert self.stopped is not None
        return BadGame(short(f"move {self.stopped.number}, {self.stopped.text!r}: {self.why or AFTER}"))


def legal_part(position: Position, moves: Sequence[WrittenMove], read: "Reading | None" = None) -> LegalPart:
    """Return the moves that are legal from a position on, up to the first one that is not.

    Args:
        position: The first position.
        moves: The moves as they are written. One may stand for several, where blanks are missing.
        read: Finds the legal moves of a text; by default they are written as in lists of other programs.
    """
    kept: list[WrittenMove] = []
    guesses: list[str] = []
    for place, move in enumerate(moves):
        stop = None
        if position.to_move is None:
            stop = ""
        elif len(kept) >= MOST_MOVES:
            # A text without blanks stands for many moves.
            stop = f"only the first {MOST_MOVES} moves are read"
        else:
            try:
                found = list((read or _plain)(position, move.text))
            except IllegalMove as error:
                stop = short(str(error))
        if stop is not None:
            return LegalPart(position, tuple(kept), move, stop, len(moves) - place, tuple(guesses))
        if len(found) > 1:
            guesses.append(f"move {move.number}, {move.text!r}, is read as {len(found)} moves")
        for each in found:
            # What a comment says belongs to the last move before it.
            last = each is found[-1]
            kept.append(replace(move, text=each.text) if last else WrittenMove(move.number, each.text))
            position = position.after(each)
    return LegalPart(position, tuple(kept), guesses=tuple(guesses))


def _plain(position: Position, text: str) -> Iterator[LegalMove]:
    for move, _ in played(position, [text]):
        yield move
