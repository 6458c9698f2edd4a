"""Second implementation of international and Russian draughts, in the manner of `naive`."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

from tests.server.games.naive import DRAWN, Naive, Place

WAYS = [(dx, dy) for dx in (-1, 1) for dy in (-1, 1)]
Pieces = dict[Place, str]
Captured = frozenset[Place]
Way = tuple[Place, ...]


@dataclass(frozen=True)
class Rules:
    """What distinguishes the two games: size, rows of men, whether the longest capture is compulsory, draws."""

    size: int
    men: int
    sign: str
    longest: bool
    crowned_on_the_way: bool
    kings_alone: int
    few: bool

    def dark(self) -> list[Place]:
        """Return the dark squares; row 0 is the top, on Black's side."""
        return [(x, y) for y in range(self.size) for x in range(self.size) if (x + y) % 2]

    def name(self, place: Place) -> str:
        """Return the name of a square."""
        if self.size == 8:
            return "abcdefgh"[place[0]] + str(8 - place[1])
        return str(self.dark().index(place) + 1)

    def crowned(self, piece: str, place: Place) -> str:
        """Return what a piece is after it has stopped on a square."""
        return piece.upper() if place[1] == (0 if piece == "w" else self.size - 1) else piece

    def along(self, place: Place, way: Place) -> Iterator[Place]:
        """Yield the squares in one direction up to the border."""
        for step in count(1):
            x, y = place[0] + step * way[0], place[1] + step * way[1]
            if not (0 <= x < self.size and 0 <= y < self.size):
                return
            yield x, y

    def jumps(self, pieces: Pieces, place: Place, piece: str, gone: Captured) -> list[list[tuple[Place, Place]]]:
        """Return each single jump as all its landings, with the piece that it takes. `pieces` has not the mover."""
        found = []
        for way in WAYS:
            line = list(self.along(place, way))
            free = 0
            while piece in "WB" and free < len(line) and line[free] not in pieces:
                free += 1
            if free + 1 >= len(line):
                continue
            over = line[free]
            if over not in pieces or pieces[over].lower() == piece.lower() or over in gone:
                continue
            landings = []
            for landing in line[free + 1 :]:
                if landing in pieces:
                    break
                landings.append((over, landing))
                if piece in "wb":
                    break
            if landings:
                found.append(landings)
        return found

    def captures(self, pieces: Pieces, place: Place, piece: str, gone: Captured) -> Iterator[tuple[Way, Captured, str]]:
        """Yield each way to capture to the end: its squares from the next one on, what it takes, the piece then."""
        for landings in self.jumps(pieces, place, piece, gone):
            ends, further = [], []
            for over, landing in landings:
                moved = self.crowned(piece, landing) if self.crowned_on_the_way else piece
                taken = gone | {over}
                longer = list(self.captures(pieces, landing, moved, taken))
                further += [((landing, *way), all_taken, last) for way, all_taken, last in longer]
                ends.append(((landing,), taken, moved))
            # A king may not choose to stop where another landing lets it go on.
            yield from further or ends

    def moves(self, pieces: Pieces, side: str) -> dict[str, tuple[Pieces, bool]]:
        """Return the pieces after each move by its text, and whether it was a capture or a man's move."""
        own = [place for place in pieces if pieces[place].lower() == side]
        ways: dict[tuple[Place, Place, Captured], tuple[Way, str]] = {}
        for place in own:
            rest = {at: who for at, who in pieces.items() if at != place}
            for way, taken, last in self.captures(rest, place, pieces[place], frozenset()):
                same = (place, way[-1], taken)
                order = [self.dark().index(at) for at in way]
                if same not in ways or order < [self.dark().index(at) for at in ways[same][0]]:
                    ways[same] = (way, last)
        most = max((len(taken) for _, _, taken in ways), default=0)
        found = {}
        for (place, end, taken), (way, last) in ways.items():
            if not self.longest or len(taken) == most:
                after = {at: who for at, who in pieces.items() if at != place and at not in taken}
                after[end] = self.crowned(last, end)
                found[self.sign.join(map(self.name, (place, *way)))] = (after, True)
        for place in [] if ways else own:
            for step in WAYS:
                for to in self.along(place, step):
                    man = pieces[place] in "wb"
                    if to in pieces or (man and step[1] != (-1 if side == "w" else 1)):
                        break
                    after = {at: who for at, who in pieces.items() if at != place}
                    after[to] = self.crowned(pieces[place], to)
                    found[f"{self.name(place)}-{self.name(to)}"] = (after, man)
                    if man:
                        break
        return found

    def text(self, pieces: Pieces, side: str) -> str:
        """Return the position as a line."""
        order = self.dark()
        if self.size == 8:
            order.sort(key=lambda place: (-place[1], place[0]))
        parts = []
        for who in "wb":
            names = ["K" * pieces[at].isupper() + self.name(at) for at in order if pieces.get(at, " ").lower() == who]
            parts.append(who.upper() + ",".join(names))
        return f"{side.upper()}:{':'.join(parts)}"

    def few_limit(self, pieces: Pieces) -> int:
        """Return after how many moves of each side an ending with one king is a draw; 0 for other positions."""
        white, black = ("".join(who for who in pieces.values() if who.lower() == side) for side in "wb")
        for lone, rest in ((white, black), (black, white)):
            if self.few and lone in ("W", "B") and len(rest) <= 3 and any(who.isupper() for who in rest):
                return 16 if len(rest) == 3 else 5
        return 0

    def at(self, pieces: Pieces, side: str, past: tuple[str, ...], since: int) -> Naive:
        """Return a position.

        Args:
            pieces: What stands on the squares.
            side: Who moves, w or b.
            past: The texts of the positions since the last capture or man's move, this one included.
            since: Plies since the ending with few pieces began.
        """
        other = "b" if side == "w" else "w"
        moves = self.moves(pieces, side)
        winner = None
        if not moves:
            winner = "wb".index(other)
        elif past.count(past[-1]) >= 3 or len(past) > 2 * self.kings_alone or 0 < 2 * self.few_limit(pieces) <= since:
            winner = DRAWN

        def successors() -> dict[str, Naive]:
            found = {}
            for move, (after, fresh) in moves.items():
                text = self.text(after, other)
                goes_on = self.few_limit(after) and self.few_limit(after) == self.few_limit(pieces)
                found[move] = self.at(after, other, (text,) if fresh else (*past, text), since + 1 if goes_on else 0)
            return found

        return Naive(self.text(pieces, side), winner, successors)

    def start(self) -> Naive:
        """Return the first position."""
        pieces = {}
        for x, y in self.dark():
            if y < self.men or y >= self.size - self.men:
                pieces[x, y] = "b" if y < self.men else "w"
        return self.at(pieces, "w", (self.text(pieces, "w"),), 0)


INTERNATIONAL = Rules(10, 4, "x", True, False, 25, True)
RUSSIAN = Rules(8, 3, ":", False, True, 15, False)
