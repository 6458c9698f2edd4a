"""Slow check of a win by continuous fours, on a set of stones: it shares no code with the engine."""

from kibitz_server.games.board import square_name
from kibitz_server.games.game import Position

FIVE = 5


class Stones:
    """Stones of both sides on a board, as coordinates."""

    def __init__(self, position: Position) -> None:
        rows = position.picture.rows
        self.size = len(rows)
        self.exact = bool(position.game.options["exact"])
        self.of = {
            symbol: {(x, y) for y, row in enumerate(rows) for x, found in enumerate(row) if found == symbol}
            for symbol in "XO"
        }

    def wins(self, cell: tuple[int, int], symbol: str) -> bool:
        """Return whether a stone on an empty cell makes a line."""
        lengths = []
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            length = 1
            for way in (1, -1):
                x, y = cell[0] + way * dx, cell[1] + way * dy
                while (x, y) in self.of[symbol]:
                    length, x, y = length + 1, x + way * dx, y + way * dy
            lengths.append(length)
        return FIVE in lengths or (not self.exact and max(lengths) > FIVE)

    def winning(self, symbol: str) -> set[tuple[int, int]]:
        """Return the cells where a side would win at once."""
        taken = self.of["X"] | self.of["O"]
        cells = {(x, y) for x in range(self.size) for y in range(self.size)} - taken
        return {cell for cell in cells if self.wins(cell, symbol)}


def is_win_by_fours(position: Position, line: tuple[str, ...]) -> bool:
    """Return whether a line, as texts of moves, wins by threats that leave one answer each, and ends with the win."""
    stones = Stones(position)
    cells = {
        square_name(y * stones.size + x, stones.size, stones.size): (x, y)
        for x in range(stones.size)
        for y in range(stones.size)
    }
    me, you = ("X", "O") if position.state.turn == 0 else ("O", "X")
    for number, text in enumerate(line):
        cell, mover, other = cells[text], me if number % 2 == 0 else you, you if number % 2 == 0 else me
        if cell in stones.of["X"] | stones.of["O"]:
            return False
        if mover == me and stones.wins(cell, me):
            return number == len(line) - 1
        threats = stones.winning(other)
        if mover == me and threats - {cell}:
            return False
        if mover == you:
            only = threats == {cell} or (len(threats) > 1 and number == len(line) - 2)
            if stones.winning(you) or not only:
                return False
        stones.of[mover].add(cell)
    return False
