"""State of a game by the commands of GTP, where a runner may let either side play at any time.

The rules of the game know sides that take turns. A side that plays out of turn gets the move without one of the other
side, and two passes in a row end nothing: what has been on the board stays forbidden. The komi may be any number: only
its order among the whole numbers that areas differ by decides a result.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple, cast

from kibitz_server.games.game import Game, IllegalMove, Position
from kibitz_server.games.go.notation import handicap_places, most_handicap
from kibitz_server.games.go.rules import State
from kibitz_server.games.registry import load
from kibitz_server.programs.gtp.commands import GtpFailure, place_of, vertex_at

GAME = "go"
PASS = "pass"
KOMI = 7.5
MOST_KOMI = 1000
"""Points that decide any game."""
KEPT = 64
"""Last positions that are kept to take moves back: one of 19x19 needs 70 kB, and a runner may go on passing."""
ILLEGAL = "illegal move"
BLACK, WHITE = 0, 1
SYMBOLS = "BW"


class GtpMove(NamedTuple):
    """Move of a game: the seat, and the vertex or `pass`."""

    seat: int
    vertex: str


class Area(NamedTuple):
    """Points of the sides: stones and what they enclose, without the komi."""

    black: int
    white: int


class Board:
    """Board with its past.

    Args:
        size: Lines of the board, as far as the game allows.
        komi: Points that White gets.
    """

    def __init__(self, size: int, komi: float = KOMI) -> None:
        self.komi = komi
        self.resize(size)

    def resize(self, size: int) -> None:
        """Set up an empty board of a size.

        Raises:
            BadOption: The game has no such size.
        """
        self.game: Game = load(GAME, {"size": size})
        self.size = size
        self.clear()

    def clear(self) -> None:
        """Set up the empty board."""
        self.set_up((), (), BLACK)

    def set_up(self, black: Sequence[str], white: Sequence[str], seat: int) -> None:
        """Set up stones. The past of the game begins there.

        Args:
            black: Vertices on the board, all different.
            white: The same for White.
            seat: The side to move.

        Raises:
            BadPosition: A chain has no liberties.
        """
        position = self.game.start(self._text((black, white), seat))
        self.stones = (tuple(black), tuple(white))
        """Stones of each side before the first move."""
        self.first = seat
        self.moves: list[GtpMove] = []
        self._first = position
        self._positions = [position]

    def _text(self, stones: tuple[Sequence[str], Sequence[str]], seat: int) -> str:
        rows = [["-"] * self.size for _ in range(self.size)]
        for symbol, vertices in zip(SYMBOLS, stones, strict=True):
            for vertex in vertices:
                column, row = place_of(vertex)
                rows[self.size - 1 - row][column] = symbol
        return f"{'/'.join(map(''.join, rows))} {SYMBOLS[seat]} 0-0"

    @property
    def state(self) -> State:
        """Numbers of the position, with another komi."""
        return state_of(self._positions[-1])

    @property
    def to_move(self) -> int:
        """The side to move if both take turns."""
        return self.state.turn

    @property
    def is_empty(self) -> bool:
        """Whether no stones are on the board."""
        return not self.state.stones

    def before_move(self, seat: int) -> Position:
        """Return a position in which a seat is to move, as the board is now."""
        position = self._positions[-1]
        if self.state.plies >= self.game.rules.MAX_PLIES:
            # The game has ended by its length. A runner may go on, without a past.
            by_black, by_white = self.state.captures
            position = self.game.start(f"{'/'.join(self.rows)} {SYMBOLS[seat]} {by_black}-{by_white}")
        if position.state.turn != seat or position.outcome is not None:
            state = state_of(position).copy()
            state.turn, state.passes, state.ko = seat, 0, 0
            position = Position(self.game, state, position.last)
        return self._with_komi(position)

    def play(self, seat: int, vertex: str) -> None:
        """Play a move.

        Raises:
            GtpFailure: It is not legal.
        """
        position = self.before_move(seat)
        try:
            move = position.find(vertex)
        except IllegalMove:
            raise GtpFailure(ILLEGAL) from None
        self._positions = [*self._positions[1 - KEPT :], position.after(move)]
        self.moves.append(GtpMove(seat, move.text))

    def undo(self, count: int = 1) -> None:
        """Take moves back.

        Raises:
            GtpFailure: There are not that many.
        """
        if not 0 <= count <= len(self.moves):
            raise GtpFailure("cannot undo")
        if count >= len(self._positions):
            moves, first = self.moves[:-count], self._first
            self.moves, self._positions = [], [first]
            for seat, vertex in moves:
                self.play(seat, vertex)
        elif count:
            del self.moves[-count:], self._positions[-count:]

    @property
    def area(self) -> Area:
        """Area of both sides as the board is: all stones are alive."""
        state = self.state
        black, white = self.game.rules.points(state)
        return Area(int(black), int(white - state.komi2 / 2))

    @property
    def score(self) -> float:
        """Points by which Black is ahead, with the komi."""
        return self.area.black - self.area.white - self.komi

    def owners(self) -> str:
        """Return a character for each point, row by row from the top: the side that it belongs to, or `-`."""
        state = self.state
        territory = self.game.rules.territory(self.game.rules.enclosed(state))
        stones = "".join(self.rows)
        return "".join(stone if stone != "-" else point for stone, point in zip(stones, territory, strict=True))

    @property
    def rows(self) -> tuple[str, ...]:
        """Rows of the board from the top: `B`, `W`, and `-` for an empty point."""
        return self._positions[-1].picture.rows

    def vertices(self) -> list[str]:
        """Return all vertices row by row from the top."""
        return [vertex_at(column, row) for row in reversed(range(self.size)) for column in range(self.size)]

    def chains(self) -> list[tuple[str, list[str]]]:
        """Return the chains on the board: the symbol of the side, and the vertices of the stones."""
        left = {place_of(at): symbol for at, symbol in zip(self.vertices(), "".join(self.rows), strict=True)}
        found = []
        for start, symbol in list(left.items()):
            if symbol == "-" or start not in left:
                continue
            chain, to_visit = [], [start]
            while to_visit:
                column, row = at = to_visit.pop()
                if left.get(at) == symbol:
                    del left[at]
                    chain.append(vertex_at(column, row))
                    to_visit += [(column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)]
            found.append((symbol, chain))
        return found

    def has(self, vertex: str) -> bool:
        """Return whether a vertex is a point of the board."""
        return vertex != PASS and max(place_of(vertex)) < self.size

    def _with_komi(self, position: Position) -> Position:
        """Return a position in which White gets the komi, or another one that decides each game in the same way."""
        doubled = 2.0 * max(-MOST_KOMI, min(MOST_KOMI, self.komi))
        whole = round(doubled) if doubled.is_integer() else 2 * math.floor(doubled / 2) + 1
        state = state_of(position).copy()
        state.komi2 = whole
        return Position(self.game, state, position.last)


def state_of(position: Position) -> State:
    """Return the numbers of a position."""
    return cast(State, position.state)


def fixed_places(size: int, stones: int) -> list[str] | None:
    """Return the vertices of the fixed places of handicap stones; None if the board has none for so many."""
    if not 2 <= stones <= most_handicap(size):
        return None
    wide = size + 2
    return [vertex_at(code % wide - 1, size - code // wide) for code in handicap_places(size, stones)]


def free_places(size: int, stones: int) -> list[str]:
    """Return vertices for handicap stones that a player places freely.

    They are the fixed places, as many as there are, and then always the point farthest from all stones and the edge.
    """
    most = most_handicap(size)
    places: list[tuple[int, int]] = []
    # The distance of each free point to the nearest stone.
    nearest = {(column, row): 2 * size for row in range(size) for column in range(size)}

    def put(place: tuple[int, int]) -> None:
        places.append(place)
        del nearest[place]
        for at, distance in nearest.items():
            nearest[at] = min(distance, abs(at[0] - place[0]) + abs(at[1] - place[1]))

    def room(at: tuple[int, int]) -> tuple[float, float]:
        column, row = at
        edge = 2 * min(column, row, size - 1 - column, size - 1 - row) + 1
        middle = abs(column - (size - 1) / 2) + abs(row - (size - 1) / 2)
        return min(edge, nearest[at]), -middle

    for vertex in fixed_places(size, min(stones, most)) or ():
        put(place_of(vertex))
    while len(places) < stones:
        put(max(nearest, key=room))
    return [vertex_at(*place) for place in places]
