"""Second implementation of the rules, written directly from their description, with no regard to speed.

Each function takes options and returns the start position. A `Naive` position lists its successors by move text. This
module uses nothing of the package, so that an error must be made twice to go unnoticed.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

DRAWN = -1


@dataclass(frozen=True)
class Naive:
    """Position: text, winner (DRAWN, or None while the game goes on) and a function that makes its successors."""

    text: str
    winner: int | None
    expand: Callable[[], dict[str, "Naive"]]

    def successors(self) -> dict[str, "Naive"]:
        """Return the position after each move, by the text of the move."""
        return self.expand() if self.winner is None else {}


def perft(position: Naive, depth: int) -> int:
    """Return the number of sequences of exactly `depth` plies."""
    if depth == 0:
        return 1
    return sum(perft(after, depth - 1) for after in position.successors().values())


Place = tuple[int, int]
"""Column and row, both from 0."""
Stones = dict[Place, str]
Pit = tuple[str, int]
"""Side and house; 0 is the store."""


def lines_through(stones: Stones, place: Place) -> Iterator[int]:
    """Yield the length of the run of equal stones through a place, for each direction."""
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
        length = 1
        for sign in (1, -1):
            x, y = place[0] + sign * dx, place[1] + sign * dy
            while stones.get((x, y)) == stones[place]:
                length, x, y = length + 1, x + sign * dx, y + sign * dy
        yield length


def mnk(columns: int = 3, rows: int = 3, connect: int = 3, exact: bool = False) -> Naive:
    """Return the empty board of m,n,k; row 0 is the bottom."""

    def at(stones: Stones, last: Place | None) -> Naive:
        side = "XO"[len(stones) % 2]
        board = ["".join(stones.get((x, y), "-") for x in range(columns)) for y in range(rows - 1, -1, -1)]
        winner = None
        if last and any(run == connect or (run > connect and not exact) for run in lines_through(stones, last)):
            winner = 1 - len(stones) % 2
        elif len(stones) == columns * rows:
            winner = DRAWN
        free = [(x, y) for x in range(columns) for y in range(rows) if (x, y) not in stones]
        return Naive(
            "/".join(board) + " " + side,
            winner,
            lambda: {f"{'abcdefghijklmnopqrs'[x]}{y + 1}": at({**stones, (x, y): side}, (x, y)) for x, y in free},
        )

    return at({}, None)


def connect4(columns: int = 7, rows: int = 6, connect: int = 4) -> Naive:
    """Return the empty board of Connect Four; row 0 is the bottom."""

    def at(stones: Stones, last: Place | None) -> Naive:
        side = "XO"[len(stones) % 2]
        board = ["".join(stones.get((x, y), "-") for x in range(columns)) for y in range(rows - 1, -1, -1)]
        winner = None
        if last and max(lines_through(stones, last)) >= connect:
            winner = 1 - len(stones) % 2
        elif len(stones) == columns * rows:
            winner = DRAWN
        heights = [sum((x, y) in stones for y in range(rows)) for x in range(columns)]
        return Naive(
            "/".join(board) + " " + side,
            winner,
            lambda: {
                str(x + 1): at({**stones, (x, heights[x]): side}, (x, heights[x]))
                for x in range(columns)
                if heights[x] < rows
            },
        )

    return at({}, None)


def reversi(size: int = 8) -> Naive:
    """Return the start of Reversi; row 0 is the top."""

    def flipped(discs: Stones, place: Place, side: str) -> list[Place]:
        found: list[Place] = []
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                run = []
                x, y = place[0] + dx, place[1] + dy
                while discs.get((x, y), side) != side:
                    run.append((x, y))
                    x, y = x + dx, y + dy
                if (x, y) in discs:
                    found += run
        return found

    def places(discs: Stones, side: str) -> list[Place]:
        free = [(x, y) for x in range(size) for y in range(size) if (x, y) not in discs]
        return [place for place in free if flipped(discs, place, side)]

    def at(discs: Stones, side: str) -> Naive:
        other = "XO"["OX".index(side)]
        own_places = places(discs, side)
        winner = None
        if not own_places and not places(discs, other):
            black, white = (list(discs.values()).count(who) for who in "XO")
            winner = DRAWN if black == white else int(white > black)

        def successors() -> dict[str, Naive]:
            found = {}
            for place in own_places:
                turned = dict.fromkeys(flipped(discs, place, side), side)
                found[f"{'abcdefghij'[place[0]]}{place[1] + 1}"] = at({**discs, **turned, place: side}, other)
            return found or {"pass": at(discs, other)}

        text = "".join(discs.get((x, y), "-") for y in range(size) for x in range(size))
        return Naive(f"{text} {side}", winner, successors)

    low, high = size // 2 - 1, size // 2
    return at({(low, low): "O", (high, high): "O", (high, low): "X", (low, high): "X"}, "X")


def ultimate() -> Naive:
    """Return the start of ultimate tic-tac-toe."""
    rows = ("123", "456", "789", "147", "258", "369", "159", "357")

    def owner(cells: str) -> str | None:
        for who in "XO":
            if any(all(cells[int(digit) - 1] == who for digit in row) for row in rows):
                return who
        return None

    def at(boards: tuple[str, ...], target: int | None, side: str) -> Naive:
        other = "XO"["OX".index(side)]
        owners = [owner(cells) for cells in boards]
        open_boards = [b for b in range(9) if owners[b] is None and "-" in boards[b]]
        big = owner("".join(who or "-" for who in owners))
        winner = "XO".index(big) if big else None if open_boards else DRAWN
        choice = [target] if target in open_boards else open_boards

        def successors() -> dict[str, Naive]:
            found = {}
            for board in choice:
                for cell in range(9):
                    if boards[board][cell] == "-":
                        cells = boards[board][:cell] + side + boards[board][cell + 1 :]
                        after = (*boards[:board], cells, *boards[board + 1 :])
                        found[f"{board + 1}/{cell + 1}"] = at(after, cell, other)
            return found

        where = str(target + 1) if target is not None and target in open_boards else "*"
        return Naive(f"{'/'.join(boards)} {where} {side}", winner, successors)

    return at(("-" * 9,) * 9, None, "X")


def nim(heaps: str = "1,3,5,7", misere: bool = True) -> Naive:
    """Return the start of Nim with these heaps."""

    def at(sizes: tuple[int, ...], turn: int) -> Naive:
        def successors() -> dict[str, Naive]:
            return {
                f"{heap + 1}-{take}": at((*sizes[:heap], size - take, *sizes[heap + 1 :]), 1 - turn)
                for heap, size in enumerate(sizes)
                for take in range(1, size + 1)
            }

        last_taker = 1 - turn
        winner = None if any(sizes) else (1 - last_taker if misere else last_taker)
        return Naive(",".join(map(str, sizes)), winner, successors)

    return at(tuple(int(size) for size in heaps.split(",")), 0)


def kalah(houses: int = 6, seeds: int = 4, empty_capture: bool = False) -> Naive:
    """Return the start of Kalah."""

    def ring(side: str) -> list[Pit]:
        other = "SN"["NS".index(side)]
        return [*((side, h) for h in range(1, houses + 1)), (side, 0), *((other, h) for h in range(1, houses + 1))]

    def at(pits: dict[Pit, int], side: str) -> Naive:
        other = "SN"["NS".index(side)]
        row = {who: [pits[who, h] for h in range(1, houses + 1)] for who in "SN"}
        winner = None
        if not any(row["S"]) and not any(row["N"]):
            south, north = pits["S", 0], pits["N", 0]
            winner = DRAWN if south == north else int(north > south)

        def sown(house: int) -> Naive:
            after, path = dict(pits), ring(side)
            hand, after[side, house] = after[side, house], 0
            step = path.index((side, house))
            for i in range(1, hand + 1):
                after[path[(step + i) % len(path)]] += 1
            who, last = path[(step + hand) % len(path)]
            if who == side and last and after[who, last] == 1:
                facing = (other, houses + 1 - last)
                if after[facing] or empty_capture:
                    after[side, 0] += 1 + after[facing]
                    after[side, last] = after[facing] = 0
            if not all(any(after[who, h] for h in range(1, houses + 1)) for who in "SN"):
                for who in "SN":
                    for h in range(1, houses + 1):
                        after[who, 0] += after[who, h]
                        after[who, h] = 0
            return at(after, side if (who, last) == (side, 0) else other)

        text = "/".join(",".join(map(str, row[who])) for who in "SN")
        return Naive(
            f"{text} {pits['S', 0]} {pits['N', 0]} {side}",
            winner,
            lambda: {str(h): sown(h) for h in range(1, houses + 1) if pits[side, h]},
        )

    return at({(who, h): seeds if h else 0 for who in "SN" for h in range(houses + 1)}, "S")


def draughts() -> Naive:
    """Return the start of English draughts; row 0 is the top, on Black's side."""
    number: dict[Place, int] = {}
    for row in range(8):
        for column in range(8):
            if (row + column) % 2:
                number[column, row] = len(number) + 1

    def ways(piece: str) -> list[Place]:
        forward = 1 if piece in "bB" else -1
        return [(dx, dy) for dx in (-1, 1) for dy in ((forward, -forward) if piece in "BW" else (forward,))]

    def crowned(piece: str, place: Place) -> str:
        return piece.upper() if place[1] == (7 if piece == "b" else 0) else piece

    def jumps(pieces: Stones, place: Place, enemies: str) -> Iterator[tuple[list[Place], Stones]]:
        """Yield each complete capture of one piece: where it lands, and the board after it."""
        piece = pieces[place]
        for dx, dy in ways(piece):
            over, landing = (place[0] + dx, place[1] + dy), (place[0] + 2 * dx, place[1] + 2 * dy)
            if landing in number and landing not in pieces and pieces.get(over, " ") in enemies:
                after = {at: who for at, who in pieces.items() if at not in (place, over)}
                after[landing] = crowned(piece, landing)
                further = list(jumps(after, landing, enemies)) if after[landing] == piece else []
                for path, board in further or [([], after)]:
                    yield [landing, *path], board

    def at(pieces: Stones, side: str, past: tuple[str, ...]) -> Naive:
        """Return a position; `past` has the position texts since the last capture or man move, this one included."""
        own, enemies, other = ("bB", "wW", "W") if side == "B" else ("wW", "bB", "B")
        mine = [place for place in number if pieces.get(place, " ") in own]
        found: dict[str, tuple[Stones, bool]] = {}
        for place in mine:
            for path, board in jumps(pieces, place, enemies):
                found["x".join(str(number[at]) for at in [place, *path])] = (board, True)
        if not found:
            for place in mine:
                piece = pieces[place]
                for dx, dy in ways(piece):
                    to = (place[0] + dx, place[1] + dy)
                    if to in number and to not in pieces:
                        board = {at: who for at, who in pieces.items() if at != place}
                        board[to] = crowned(piece, to)
                        found[f"{number[place]}-{number[to]}"] = (board, piece in "bw")

        def text_of(pieces: Stones, side: str) -> str:
            sides = (
                letters[1]
                + ",".join(
                    f"K{number[at]}" if pieces[at] == letters[1] else f"{number[at]}"
                    for at in number
                    if pieces.get(at, " ") in letters
                )
                for letters in ("wW", "bB")
            )
            return f"{side}:{':'.join(sides)}"

        def successors() -> dict[str, Naive]:
            after = {}
            for move, (board, fresh) in found.items():
                text = text_of(board, other)
                after[move] = at(board, other, (text,) if fresh else (*past, text))
            return after

        winner = None
        if not found:
            winner = "BW".index(other)
        elif past.count(past[-1]) >= 3 or len(past) > 80:
            winner = DRAWN
        return Naive(text_of(pieces, side), winner, successors)

    men = {place: "b" if n <= 12 else "w" for place, n in number.items() if n <= 12 or n >= 21}
    start = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"
    return at(men, "B", (start,))
