"""The main line of a game in SGF: what its nodes say before the first move, and the moves."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from kibitz_protocol.formats.comments import read_comment
from kibitz_protocol.formats.moves import WrittenMove, add_move
from kibitz_protocol.formats.sgf import values
from kibitz_protocol.formats.sgf.reader import Node, SgfGame
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
COLOURS = ("B", "W")
"""Moves by seat, and the stones of each seat in a position text."""
SETUP = {"AB": "B", "AW": "W", "AE": "-"}
SIDES = {"b": 0, "black": 0, "w": 1, "white": 1}
TIMES = (("BL", "OB"), ("WL", "OW"))
"""By seat: the time left, and the moves or periods left in overtime."""


@dataclass(slots=True)
class MainLine:
    """The main line of a game: what its nodes say before the first move, and the moves, each with its seat.

    `stones` are by (column, row) from 0 at the top left. `side` is the seat to move that the file names.
    """

    size: int
    facts: dict[str, str] = field(default_factory=dict)
    stones: dict[tuple[int, int], str] = field(default_factory=dict)
    side: int | None = None
    moves: list[WrittenMove] = field(default_factory=list)
    seats: list[int] = field(default_factory=list)


def line_of(found: SgfGame) -> MainLine:
    """Return the main line of a game.

    Raises:
        BadGame: It is not a game of Go, or its nodes change the board otherwise than by moves.
    """
    root = {name: given[0].strip() for name, given in found.nodes[0].items() if given}
    if (number := root.get("GM", GO)) != GO:
        what = f"a game of {OTHER_GAMES[number]}" if number in OTHER_GAMES else "not a game of Go"
        raise BadGame(f"it is {what} (GM[{legible(number[:10])}]); SGF is read for Go only here")
    line, changed = MainLine(values.board_size(root.get("SZ"))), False
    for node in found.nodes:
        played = [colour for colour in COLOURS if colour in node]
        if not line.moves:
            line.facts |= {name: given[0] for name, given in node.items() if given and name not in COLOURS}
            _set_up(line, node)
        elif not SETUP.keys().isdisjoint(node):
            changed = True
        if played and changed:
            raise BadGame(
                f"stones are put on the board before move {len(line.moves) + 1}, in the middle of the game;"
                " only moves change the board here"
            )
        if played:
            _add_move(line, node, played)
    return line


def _set_up(line: MainLine, node: Node) -> None:
    """Put the stones of a node on the board, and note its side to move."""
    for name, symbol in SETUP.items():
        for place in values.points(node.get(name, ()), line.size):
            line.stones[place] = symbol
    if given := node.get("PL"):
        line.side = SIDES.get(given[0].strip().lower(), line.side)


def _add_move(line: MainLine, node: Node, played: Sequence[str]) -> None:
    number = len(line.moves) + 1
    if len(played) > 1 or len(node[played[0]]) != 1:
        raise BadGame(f"a node has other than one move, where move {number} would be")
    seat = COLOURS.index(played[0])
    try:
        add_move(line.moves, values.vertex(node[played[0]][0], line.size))
    except BadGame as error:
        raise BadGame(f"move {number}: {error}") from None
    line.seats.append(seat)
    move = line.moves[-1]
    for comment in node.get("C", ())[:1]:
        read_comment(move, comment)
    left, overtime = TIMES[seat]
    if left in node and overtime not in node:
        # In overtime the time left says nothing of the time that a move took.
        move.clock_s = values.seconds("".join(node[left][:1]))
