"""Moves that are alike but for a number, such as `raise 4` to `raise 200`: one control with a number field. Pure.

Only legal moves without a path count: those with one are picked on the board.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from kibitz_client.match.table.parts import parts_of
from kibitz_protocol.values.state import State

NUMBERED = re.compile(r"([^\d\s]+) (0|[1-9][0-9]{0,8})")
TYPED = re.compile(r"([^\d\s]*?)\s*(?:to\s+)?([0-9]{1,9})", re.IGNORECASE)
LEAST_MOVES = 2
"""Fewer moves than this are buttons."""
SMALLEST, POT, ALL = "smallest", "pot", "all"
"""Names of the quick values."""


@dataclass(frozen=True, slots=True)
class NumberMoves:
    """Legal moves of one word. `numbers` are in ascending order, and not empty."""

    word: str
    numbers: tuple[int, ...]

    @property
    def least(self) -> int:
        """The smallest number."""
        return self.numbers[0]

    @property
    def most(self) -> int:
        """The largest number."""
        return self.numbers[-1]

    @property
    def gapless(self) -> bool:
        """Whether each number between the bounds is legal."""
        return self.most - self.least + 1 == len(self.numbers)

    @property
    def moves(self) -> list[str]:
        """The texts of all moves, in the order of their numbers."""
        return [f"{self.word} {number}" for number in self.numbers]

    @property
    def bounds(self) -> str:
        """The numbers as text: `4 to 200`, or `4 to 200, not all` if some between the bounds are not legal."""
        return f"{self.least} to {self.most}" + ("" if self.gapless else ", not all")

    @property
    def text(self) -> str:
        """All moves as one text: `raise 4 to 200`."""
        return f"{self.word} {self.bounds}"

    def move(self, number: int) -> str | None:
        """Return the text of the move with a number; None if it is not legal."""
        return f"{self.word} {number}" if number in self.numbers else None

    def at_most(self, number: int) -> int:
        """Return the largest legal number that is not above another one, or the smallest of all."""
        return max((legal for legal in self.numbers if legal <= number), default=self.least)


def number_moves(position: State) -> list[NumberMoves]:
    """Return the groups of legal moves that are alike but for their number."""
    groups: dict[str, set[int]] = {}
    for move in pathless_moves(position):
        if found := NUMBERED.fullmatch(move):
            groups.setdefault(found[1], set()).add(int(found[2]))
    return [
        NumberMoves(word, tuple(sorted(numbers))) for word, numbers in groups.items() if len(numbers) >= LEAST_MOVES
    ]


def groups_by_move(position: State) -> dict[str, NumberMoves]:
    """Return the group of each move that is in one."""
    return {move: group for group in number_moves(position) for move in group.moves}


def pathless_moves(position: State) -> list[str]:
    """Return the legal moves without a path."""
    return [move for move, path in zip(position.legal, position.paths, strict=True) if not path]


def plain_moves(position: State) -> list[str]:
    """Return the legal moves without a path that are not in a group: each is a button."""
    groups = groups_by_move(position)
    return [move for move in pathless_moves(position) if move not in groups]


def typed_move(position: State, text: str) -> str:
    """Return the move of a group that text such as `60`, `raise to 60` or `R 60` stands for, or the text itself.

    A word may be cut short to its first letters. Other texts are for the server, which knows the game.
    """
    found = TYPED.fullmatch(text.strip())
    if found is None or text.strip() in position.legal:
        return text
    word, number = found[1].casefold(), int(found[2])
    moves = [move for group in number_moves(position) if group.word.startswith(word) and (move := group.move(number))]
    return moves[0] if len(moves) == 1 else text


def named_move(position: State, text: str, sides: Sequence[str]) -> str:
    """Return the move that a quick value such as `pot` or `raise all` stands for, or what `typed_move` returns."""
    word, _, name = text.strip().casefold().rpartition(" ")
    for group in number_moves(position) if text.strip() not in position.legal else ():
        number = quick_numbers(group, position, sides).get(name)
        if number is not None and group.word.startswith(word):
            return f"{group.word} {number}"
    return typed_move(position, text)


def typed_words(position: State) -> list[str]:
    """Return what a player may type for a move, in order: legal moves, and of a group its word alone."""
    groups = groups_by_move(position)
    return sorted({f"{groups[move].word} " if move in groups else move for move in position.legal})


def quick_numbers(group: NumberMoves, position: State, sides: Sequence[str]) -> dict[str, int]:
    """Return numbers that players often choose, by their names: the smallest, that of the pot, and all.

    A bet of the pot is the other side's bet and what the pot holds after a call (the counters `pot` and `bet`). It is
    left out where it is not legal, and so is each number that another name has.
    """
    found = {SMALLEST: group.least}
    parts, mover = parts_of(position, sides), position.to_move
    bets = [part.counters.get("bet") for part in parts.sides]
    pot = parts.middle.counters.get("pot")
    if mover is not None and mover < len(bets) and pot is not None and None not in bets:
        own, largest = bets[mover] or 0, max(bet or 0 for bet in bets)
        size = int(largest + pot + largest - own)
        if group.move(size) and size not in (group.least, group.most):
            found[POT] = size
    return found | {ALL: group.most}
