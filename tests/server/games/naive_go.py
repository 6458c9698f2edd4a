"""Second implementation of Go, written directly from its description, with no regard to speed; see `naive`.

A board is two sets of points. Each position keeps all boards that have been there.
"""

from tests.server.games.naive import DRAWN, Naive, Place

LETTERS = "ABCDEFGHJKLMNOPQRST"
Board = tuple[frozenset[Place], frozenset[Place]]
"""The stones of Black and of White; row 1 is the bottom, column 1 the left."""


def name(place: Place) -> str:
    """Return the name of a point."""
    return f"{LETTERS[place[0] - 1]}{place[1]}"


def place_of(text: str) -> Place:
    """Return the point of a name."""
    return LETTERS.index(text[0]) + 1, int(text[1:])


def around(places: set[Place], size: int) -> set[Place]:
    """Return the points next to some points, which may be some of these."""
    near = {(x + dx, y + dy) for x, y in places for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0))}
    return {(x, y) for x, y in near if 1 <= x <= size and 1 <= y <= size}


def flood(start: Place, through: frozenset[Place], size: int) -> set[Place]:
    """Return the points of a set that are joined with one of them."""
    found = {start}
    while more := (around(found, size) & through) - found:
        found |= more
    return found


def without_liberties(stones: frozenset[Place], others: frozenset[Place], size: int) -> set[Place]:
    """Return the stones of a colour that are in chains without an empty point next to them."""
    dead: set[Place] = set()
    for stone in stones:
        chain = flood(stone, stones, size)
        if not around(chain, size) - stones - others:
            dead |= chain
    return dead


def played(board: Board, place: Place, seat: int, size: int) -> tuple[Board, int] | None:
    """Return the board after a stone and how many it captures, or None if the point is taken or the move suicide."""
    own, other = board[seat], board[1 - seat]
    if place in own | other:
        return None
    own |= {place}
    # Only chains next to the stone can lose their last liberty.
    near = frozenset(stone for start in around({place}, size) & other for stone in flood(start, other, size))
    dead = without_liberties(near, own | (other - near), size)
    other -= dead
    if not around(flood(place, own, size), size) - own - other:
        return None
    return ((own, other) if seat == 0 else (other, own)), len(dead)


def area(board: Board, size: int) -> tuple[int, int]:
    """Return the area of both sides: their stones, and each empty region that touches stones of one side alone."""
    points = {(x, y) for x in range(1, size + 1) for y in range(1, size + 1)}
    empty = frozenset(points - board[0] - board[1])
    counts = [len(stones) for stones in board]
    for point in empty:
        touched = [bool(around(flood(point, empty, size), size) & stones) for stones in board]
        if touched == [True, False]:
            counts[0] += 1
        if touched == [False, True]:
            counts[1] += 1
    return counts[0], counts[1]


def go(size: int = 9, komi: float = 7.5, handicap: str = "") -> Naive:
    """Return the board with some handicap stones, given by the names of their points."""

    def at(board: Board, seat: int, past: frozenset[Board], captured: tuple[int, int], passes: int, ply: int) -> Naive:
        """Return a position; `past` has the boards so far, this one included."""
        rows = (
            "".join("B" if (x, y) in board[0] else "W" if (x, y) in board[1] else "-" for x in range(1, size + 1))
            for y in range(size, 0, -1)
        )
        text = f"{'/'.join(rows)} {'BW'[seat]} {captured[0]}-{captured[1]}{' pass' * passes}"
        winner = None
        too_long = ply == 4 * size * size + 40
        if passes == 2 or too_long:
            black, white = area(board, size)
            winner = DRAWN if black == white + komi else int(black < white + komi)
        if too_long and passes < 2:
            text += " length"

        def successors() -> dict[str, Naive]:
            found = {"pass": at(board, 1 - seat, past, captured, passes + 1, ply + 1)}
            for x in range(1, size + 1):
                for y in range(1, size + 1):
                    after = played(board, (x, y), seat, size)
                    if after is not None and after[0] not in past:
                        taken = (
                            (captured[0] + after[1], captured[1])
                            if seat == 0
                            else (captured[0], captured[1] + after[1])
                        )
                        found[name((x, y))] = at(after[0], 1 - seat, past | {after[0]}, taken, 0, ply + 1)
            return found

        return Naive(text, winner, successors)

    board = frozenset(map(place_of, handicap.split())), frozenset[Place]()
    return at(board, 1 if handicap else 0, frozenset({board}), (0, 0), 0, 0)
