"""Second implementation of chess: a dictionary of pieces, and each move tried out. See `naive`."""

from dataclasses import dataclass, replace

from tests.server.games.naive import DRAWN

Place = tuple[int, int]
"""Column and row, both from 0; row 0 is White's first row."""
AROUND = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
STRAIGHT = [(x, y) for x, y in AROUND if x == 0 or y == 0]
DIAGONAL = [(x, y) for x, y in AROUND if x != 0 and y != 0]
LEAPS = [(x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y)]
LINES = {"R": STRAIGHT, "B": DIAGONAL, "Q": AROUND}


def on_board(place: Place) -> bool:
    """Return whether a square exists."""
    return 0 <= place[0] < 8 and 0 <= place[1] < 8


def name(place: Place) -> str:
    """Return the name of a square."""
    return "abcdefgh"[place[0]] + str(place[1] + 1)


@dataclass(frozen=True)
class Board:
    """Pieces, capital letters for White; the side to move; the rooks that may castle; the square a pawn has passed."""

    pieces: dict[Place, str]
    white: bool
    rooks: frozenset[Place]
    passed: Place | None
    quiet: int
    number: int
    chess960: bool

    def own(self, place: Place) -> bool:
        """Return whether the side to move has a piece on a square."""
        return place in self.pieces and self.pieces[place].isupper() == self.white

    def king(self, white: bool) -> Place:
        """Return where a side's king is."""
        return next(place for place, piece in self.pieces.items() if piece == ("K" if white else "k"))

    def attacked(self, goal: Place, by_white: bool) -> bool:
        """Return whether a side attacks a square."""
        return any(goal in self.attacks(place) for place, piece in self.pieces.items() if piece.isupper() == by_white)

    def attacks(self, place: Place) -> list[Place]:
        """Return the squares that a piece attacks."""
        piece, (column, row) = self.pieces[place], place
        kind = piece.upper()
        if kind == "P":
            ahead = 1 if piece == "P" else -1
            return [(column - 1, row + ahead), (column + 1, row + ahead)]
        if kind in "NK":
            steps = LEAPS if kind == "N" else AROUND
            return [(column + x, row + y) for x, y in steps if on_board((column + x, row + y))]
        found = []
        for x, y in LINES[kind]:
            at = (column + x, row + y)
            while on_board(at):
                found.append(at)
                if at in self.pieces:
                    break
                at = (at[0] + x, at[1] + y)
        return found

    def after(self, changes: dict[Place, str | None], fresh: bool, passed: Place | None = None) -> "Board":
        """Return the board after a move that puts pieces on squares, or takes them off."""
        pieces = {**self.pieces, **changes}
        left = {place: piece for place, piece in pieces.items() if piece is not None}
        kings = {side for side in (True, False) if self.king(side) in changes}
        rooks = frozenset(
            rook for rook in self.rooks if rook not in changes and self.pieces[rook].isupper() not in kings
        )
        quiet, number = 0 if fresh else self.quiet + 1, self.number + (not self.white)
        return replace(self, pieces=left, white=not self.white, rooks=rooks, passed=passed, quiet=quiet, number=number)

    def safe(self, after: "Board") -> bool:
        """Return whether the side to move is not in check after a move."""
        return not after.attacked(after.king(self.white), not self.white)

    def moves(self) -> "dict[str, Board]":
        """Return the board after each legal move, by its text."""
        found: dict[str, Board] = {}
        for place, piece in self.pieces.items():
            if not self.own(place):
                continue
            if piece in "Pp":
                found |= self.pawn_moves(place)
                continue
            for goal in self.attacks(place):
                if not self.own(goal):
                    found[name(place) + name(goal)] = self.after({place: None, goal: piece}, goal in self.pieces)
        found |= self.castles()
        return {text: after for text, after in found.items() if self.safe(after)}

    def pawn_moves(self, place: Place) -> "dict[str, Board]":
        """Return the moves of a pawn, legal or not."""
        found = {}
        pawn, (column, row) = self.pieces[place], place
        ahead, first, last = (1, 1, 7) if self.white else (-1, 6, 0)
        goals = []
        if (column, row + ahead) not in self.pieces:
            goals.append((column, row + ahead))
            if row == first and (column, row + 2 * ahead) not in self.pieces:
                goals.append((column, row + 2 * ahead))
        taken = [goal for goal in self.attacks(place) if goal in self.pieces and not self.own(goal)]
        for goal in goals + taken:
            passed = (column, row + ahead) if abs(goal[1] - row) == 2 else None
            for piece in "qrbn" if goal[1] == last else [""]:
                put = (piece.upper() if self.white else piece) or pawn
                found[name(place) + name(goal) + piece] = self.after({place: None, goal: put}, True, passed)
        if self.passed in self.attacks(place):
            goal = self.passed
            assert goal is not None
            found[name(place) + name(goal)] = self.after({place: None, (goal[0], row): None, goal: pawn}, True)
        return found

    def castles(self) -> "dict[str, Board]":
        """Return castling as it is legal, but for a king that ends in check."""
        king = self.king(self.white)
        found = {}
        for rook in self.rooks:
            if not self.own(rook):
                continue
            short = rook[0] > king[0]
            goal, rook_goal = ((6, king[1]), (5, king[1])) if short else ((2, king[1]), (3, king[1]))
            way = [(x, king[1]) for x in range(min(king[0], goal[0]), max(king[0], goal[0]) + 1)]
            rook_way = [(x, king[1]) for x in range(min(rook[0], rook_goal[0]), max(rook[0], rook_goal[0]) + 1)]
            if any(at in self.pieces and at not in (king, rook) for at in way + rook_way):
                continue
            without = replace(self, pieces={at: piece for at, piece in self.pieces.items() if at != king})
            if any(without.attacked(at, not self.white) for at in way):
                continue
            pieces: dict[Place, str | None] = {king: None, rook: None}
            pieces |= {goal: self.pieces[king], rook_goal: self.pieces[rook]}
            found[name(king) + name(rook if self.chess960 else goal)] = self.after(pieces, False)
        return found

    def may_be_passed(self) -> bool:
        """Return whether a capture en passant is legal."""
        return any(
            self.pieces[place] in "Pp" and self.own(place) and name(place) + name(self.passed) in self.moves()
            for place in self.pieces
            if self.passed is not None and self.passed in self.attacks(place)
        )

    def text(self) -> str:
        """Return FEN."""
        rows = []
        for row in range(7, -1, -1):
            line, gap = "", 0
            for column in range(8):
                piece = self.pieces.get((column, row))
                gap = gap + 1 if piece is None else 0
                line = line[:-1] + str(gap) if gap > 1 else line + (piece or "1")
            rows.append(line)
        rights = ""
        for row, white in ((0, True), (7, False)):
            for column in range(7, -1, -1):
                if (column, row) in self.rooks:
                    letter = "abcdefgh"[column] if self.chess960 else "k" if column == 7 else "q"
                    rights += letter.upper() if white else letter
        passed = name(self.passed) if self.passed is not None and self.may_be_passed() else "-"
        return f"{'/'.join(rows)} {'w' if self.white else 'b'} {rights or '-'} {passed} {self.quiet} {self.number}"

    def dead(self) -> bool:
        """Return whether neither side can mate: lone kings with one minor piece, or with bishops of one colour."""
        others = [(place, piece) for place, piece in self.pieces.items() if piece not in "Kk"]
        if len(others) < 2:
            return all(piece in "NnBb" for _, piece in others)
        colours = {sum(place) % 2 for place, _ in others}
        return all(piece in "Bb" for _, piece in others) and len(colours) == 1


class Chess:
    """Position with its history: the legal moves by their texts, and the winner (DRAWN, or None while it goes on)."""

    def __init__(self, board: Board, past: tuple[str, ...] = (), claims: bool = False) -> None:
        self.board = board
        self.moves = board.moves()
        self.text = board.text()
        self.claims = claims
        self.past = (*past, " ".join(self.text.split()[:4]))
        self.winner = self._winner()

    def _winner(self) -> int | None:
        board = self.board
        if not self.moves:
            in_check = board.attacked(board.king(board.white), not board.white)
            return (1 if board.white else 0) if in_check else DRAWN
        if board.dead() or board.quiet >= (150 if self.claims else 100):
            return DRAWN
        return DRAWN if self.past.count(self.past[-1]) >= (5 if self.claims else 3) else None

    def after(self, move: str) -> "Chess":
        """Return the position after a legal move."""
        return Chess(self.moves[move], self.past, self.claims)


def chess(row: str = "RNBQKBNR", claims: bool = False) -> Chess:
    """Return the start of chess with a first row."""
    pieces = {(column, 0): piece for column, piece in enumerate(row)}
    pieces |= {(column, 7): piece.lower() for column, piece in enumerate(row)}
    pieces |= {(column, 1): "P" for column in range(8)} | {(column, 6): "p" for column in range(8)}
    rooks = frozenset(place for place, piece in pieces.items() if piece in "Rr")
    return Chess(Board(pieces, True, rooks, None, 0, 1, row != "RNBQKBNR"), (), claims)
