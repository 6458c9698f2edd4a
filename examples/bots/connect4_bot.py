"""A bot with its own search: alpha-beta for Connect Four on the standard board.

kibitz bot run examples/bots/connect4_bot.py:Connect4Bot --host connect4 --against level:5

It reads the board from `state.position.rows` (from the top, one character a cell), applies its own copy of the rules,
and spends a share of its clock. It tries the centre columns first, because most lines cross there.
"""

import time

from kibitz_client.bots import Bot, MatchState, TimeLeft

COLUMNS, ROWS = 7, 6
ORDER = (3, 2, 4, 1, 5, 0, 6)
WIN = 1000


def lines() -> list[tuple[int, ...]]:
    """Return the cells of each four in a row, numbered column by column from the bottom."""
    found = []
    for column in range(COLUMNS):
        for row in range(ROWS):
            for across, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                end = (column + 3 * across, row + 3 * up)
                if end[0] < COLUMNS and 0 <= end[1] < ROWS:
                    found.append(tuple((column + i * across) * ROWS + row + i * up for i in range(4)))
    return found


LINES = lines()
THROUGH = [[line for line in LINES if cell in line] for cell in range(COLUMNS * ROWS)]


class OutOfTime(Exception):
    """The search has used its time."""


class Connect4Bot(Bot):
    """Iterative deepening until the time is over; without a clock, half a second a move."""

    deepest = 12

    def choose(self, state: MatchState, clock: TimeLeft | None) -> str:
        """Return the best move of the deepest search that finished."""
        seconds = min(0.5, clock.yours_s / 20) if clock else 0.5
        self.until = time.monotonic() + seconds
        rows = state.position.rows[::-1]
        symbols = state.game.seats
        self.cells = [rows[row][column] for column in range(COLUMNS) for row in range(ROWS)]
        self.heights = [sum(row[column] in symbols for row in rows) for column in range(COLUMNS)]
        me, them = symbols[state.you or 0], symbols[1 - (state.you or 0)]
        best = next(column for column in ORDER if str(column + 1) in state.position.legal)
        cells, heights = list(self.cells), list(self.heights)
        try:
            for depth in range(1, self.deepest + 1):
                best = self.root(me, them, depth)
        except OutOfTime:
            self.cells, self.heights = cells, heights
        return str(best + 1)

    def root(self, me: str, them: str, depth: int) -> int:
        """Return the best column at this depth."""
        scores = {}
        for column in ORDER:
            if self.heights[column] < ROWS:
                scores[column] = self.tried(column, me, them, depth, -WIN - 1, WIN + 1)
        return max(scores, key=scores.__getitem__)

    def search(self, me: str, them: str, depth: int, alpha: int, beta: int) -> int:
        """Return the score of the position for the side to move, within the window.

        Raises:
            OutOfTime: the time for this move is over.
        """
        if time.monotonic() > self.until:
            raise OutOfTime
        if min(self.heights) == ROWS:
            return 0
        if depth == 0:
            return self.worth(me, them)
        for column in ORDER:
            if self.heights[column] < ROWS:
                alpha = max(alpha, self.tried(column, me, them, depth, alpha, beta))
                if alpha >= beta:
                    break
        return alpha

    def tried(self, column: int, me: str, them: str, depth: int, alpha: int, beta: int) -> int:
        """Return the score of dropping a disc, for the side that drops it."""
        cell = column * ROWS + self.heights[column]
        before, self.cells[cell] = self.cells[cell], me
        self.heights[column] += 1
        if any(all(self.cells[c] == me for c in line) for line in THROUGH[cell]):
            score = WIN - 50 + depth
        else:
            score = -self.search(them, me, depth - 1, -beta, -alpha)
        self.heights[column] -= 1
        self.cells[cell] = before
        return score

    def worth(self, me: str, them: str) -> int:
        """Evaluate the position: a line that only one side can fill scores the square of its discs for that side."""
        score = 0
        for line in LINES:
            mine = sum(self.cells[cell] == me for cell in line)
            theirs = sum(self.cells[cell] == them for cell in line)
            if mine and not theirs:
                score += mine * mine
            elif theirs and not mine:
                score -= theirs * theirs
        return score
