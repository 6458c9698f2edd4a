"""The main line of a game in SGF: what its nodes say before the first move, and the moves.

What cannot be read is left out, with a note. A line ends before what cannot be expressed by moves.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from kibitz_protocol.formats.comments import read_comment
from kibitz_protocol.formats.moves import WrittenMove, add_move
from kibitz_protocol.formats.notes import Notes
from kibitz_protocol.formats.sgf import values
from kibitz_protocol.formats.sgf.reader import MOVES, Node, SgfGame
from kibitz_protocol.formats.text import BadGame
from kibitz_protocol.validation.legible import legible

GO = "1"
OTHER_GAMES = {
    "2": "Othello",
    "3": "chess",
    "4": "Gomoku or Renju",
    "5": "Nine Men's Morris",
    "6": "Backgammon",
    "7": "Chinese chess",
    "8": "Shogi",
    "9": "Lines of Action",
    "10": "Ataxx",
    "11": "Hex",
}
"""Games by their numbers in `GM`, as far as many players know them."""
NAMES_OF_GO = ("go", "weiqi", "wei-qi", "baduk", "igo", "围棋", "圍棋", "囲碁", "바둑")
COLOURS = MOVES
"""Moves by seat, and the stones of each seat in a position text."""
SETUP = {"AB": "B", "AW": "W", "AE": "-"}
TERRITORY = {"TB": "B", "TW": "W"}
SIDES = {"b": 0, "black": 0, "1": 0, "w": 1, "white": 1, "2": 1}
TIMES = (("BL", "OB"), ("WL", "OW"))
"""By seat: the time left, and the moves or periods left in overtime."""
SIZES = (9, 13, 19)


@dataclass(slots=True)
class MainLine:
    """The main line of a game: what its nodes say before the first move, and the moves, each with its seat.

    `stones` and `territory` are by (column, row) from 0 at the top left. `side` is the seat to move by the file.
    """

    size: int
    notes: Notes
    facts: dict[str, str] = field(default_factory=dict)
    stones: dict[tuple[int, int], str] = field(default_factory=dict)
    side: int | None = None
    moves: list[WrittenMove] = field(default_factory=list)
    seats: list[int] = field(default_factory=list)
    territory: dict[tuple[int, int], str] = field(default_factory=dict)

    @property
    def handicap(self) -> int:
        """The number of handicap stones; 0 for none, and where it cannot be read."""
        found = values.handicap(self.facts.get("HA", ""))
        if found is None:
            self._leave_out("HA", "the number of handicap stones")
        return found or 0

    @property
    def komi(self) -> float:
        """The komi in points; 0 without one, and where it cannot be read."""
        given = self.facts.get("KM", "").strip()
        found = values.komi(given) if given else 0.0
        if found is None and given.lower() not in values.NO_HANDICAP:
            self._leave_out("KM", f"the komi, which is -{values.MOST_KOMI} to {values.MOST_KOMI} points")
        return found or 0.0

    def _leave_out(self, name: str, meaning: str) -> None:
        self.notes.add(f"{name}[{self.facts[name][: values.QUOTED]}], {meaning}, cannot be read, and is left out")


def line_of(found: SgfGame) -> MainLine:
    """Return the main line of a game.

    Raises:
        BadGame: It is not a game of Go, or its board is not possible here.
    """
    root = {name: given[0].strip() for name, given in found.nodes[0].items() if given} if found.nodes else {}
    _check_game(root.get("GM", GO), found.notes)
    line = MainLine(_size(root, found), found.notes)
    for node in found.nodes:
        line.territory = _places(line, node, TERRITORY)
        played = next((colour for colour in COLOURS if node.get(colour)), None)
        if not line.moves:
            line.facts |= {name: given[0] for name, given in node.items() if given and name not in COLOURS}
            _set_up(line, node)
        elif not SETUP.keys().isdisjoint(node):
            line.notes.add(
                f"after move {len(line.moves)} stones are put on the board or taken from it, which no move does:"
                " the game is read up to there"
            )
            break
        if played is not None and not _add_move(line, node, played):
            break
    for chain in _without_liberties(line):
        names = " ".join(values.vertex_at(*place, line.size) for place in sorted(chain))
        line.notes.add(f"the stones of {names} have no liberties in the first position, and are left out")
        for place in chain:
            del line.stones[place]
    return line


def _without_liberties(line: MainLine) -> list[set[tuple[int, int]]]:
    """Return the chains of the first position that no game can have."""
    left = {place: symbol for place, symbol in line.stones.items() if symbol in COLOURS}
    board, found = dict(left), []
    while left:
        start, symbol = left.popitem()
        chain, waiting, free = {start}, [start], False
        while waiting:
            across, down = waiting.pop()
            for beside in ((across + 1, down), (across - 1, down), (across, down + 1), (across, down - 1)):
                if board.get(beside) == symbol and beside not in chain:
                    chain.add(beside)
                    waiting.append(beside)
                    left.pop(beside, None)
                free = free or (beside not in board and min(beside) >= 0 and max(beside) < line.size)
        if not free:
            found.append(chain)
    return found


def _check_game(number: str, notes: Notes) -> None:
    if number.lower() in ("", GO, *NAMES_OF_GO) or (number.isdecimal() and number.isascii() and int(number) == int(GO)):
        return
    if number.isascii() and number.isdecimal():
        what = f"a game of {OTHER_GAMES[number]}" if number in OTHER_GAMES else "not a game of Go"
        raise BadGame(f"it is {what} (GM[{number[:10]}]); SGF is read for Go only here")
    named = next((name for name in OTHER_GAMES.values() if name.lower() == number.lower()), None)
    if named is not None:
        raise BadGame(f"it is a game of {named} (GM[{legible(number)}]); SGF is read for Go only here")
    notes.add(f"GM[{number[: values.QUOTED]}] is no game of SGF; the game is read as Go")


def _size(root: dict[str, str], found: SgfGame) -> int:
    """Return the size of the board, which is 19 where it is left out. What cannot be read follows from the points."""
    if "SZ" not in root:
        return values.USUAL_SIZE
    size = values.board_size(root["SZ"])
    if size is None:
        size = _fitting_size(found.nodes)
        found.notes.add(
            f"SZ[{root['SZ'][: values.QUOTED]}], the size of the board, cannot be read;"
            f" the board is {size}x{size}, on which all points fit"
        )
    return size


def _fitting_size(nodes: Iterable[Node]) -> int:
    """Return the smallest usual size of a board that has all points of the nodes."""
    names = (*COLOURS, *SETUP)
    texts = [text for node in nodes for name in names for value in node.get(name, ()) for text in value.split(":")]
    places = [text.strip().lower() for text in texts if text.strip().lower() not in values.PASSES]
    letters = [values.LETTERS.find(each) for place in places if re.fullmatch("[a-z]{2}", place) for each in place]
    return next((size for size in SIZES if max(letters, default=0) < size), values.USUAL_SIZE) if letters else 19


def _places(line: MainLine, node: Node, symbols: Mapping[str, str]) -> dict[tuple[int, int], str]:
    """Return the symbols of the points that properties of a node name. What cannot be read is left out with a note."""
    found: dict[tuple[int, int], str] = {}
    for name, symbol in symbols.items():
        for value in node.get(name, ()):
            try:
                found |= dict.fromkeys(values.points([value], line.size), symbol)
            except BadGame as error:
                line.notes.add(f"{name}: {error}; it is left out")
    return found


def _set_up(line: MainLine, node: Node) -> None:
    """Put the stones of a node on the board, and note its side to move."""
    line.stones |= _places(line, node, SETUP)
    if given := node.get("PL"):
        side = SIDES.get(given[0].strip().lower())
        if side is None:
            line.notes.add(f"PL[{given[0][: values.QUOTED]}], the side to move, cannot be read, and is left out")
        line.side = line.side if side is None else side


def _add_move(line: MainLine, node: Node, played: str) -> bool:
    """Add the move of a node. Return False, with a note, where it is not a point."""
    number, seat, given = len(line.moves) + 1, COLOURS.index(played), node[played]
    if len(given) > 1:
        line.notes.add(f"move {number}: a node has several points for {played}, and the first one is read")
    try:
        vertex = values.vertex(given[0], line.size)
    except BadGame as error:
        line.notes.add(f"move {number}: {error}; the game is read up to there")
        return False
    add_move(line.moves, vertex)
    line.seats.append(seat)
    move = line.moves[-1]
    for comment in node.get("C", ())[:1]:
        read_comment(move, comment)
    left, overtime = TIMES[seat]
    if left in node and overtime not in node:
        # In overtime the time left says nothing of the time that a move took.
        move.clock_s = values.seconds("".join(node[left][:1]))
        if move.clock_s is None:
            line.notes.add(f"move {number}: {left}[{node[left][0][: values.QUOTED]}] is no time, and is left out")
    return True
