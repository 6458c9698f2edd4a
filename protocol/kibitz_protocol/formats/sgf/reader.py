"""Reader of SGF (Hollosi, 1999): trees in parentheses, of nodes that begin with `;`, of properties such as `B[dd]`.

A file has one game or several. The main line of each is read, and variations are skipped. Files of the older versions
1 to 3 are read as well, which had small letters in the names of properties. What properties mean is decided elsewhere.
"""

import codecs
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import BinaryIO

from kibitz_protocol.formats.charsets import Decoded, decoded
from kibitz_protocol.formats.notes import Notes
from kibitz_protocol.formats.text import BadGame, check_length, game_of, line_at, quoted_at, read_bytes

MOST_NODES = 20_000
"""Most nodes in the main line of a game."""
MOST_VALUES = 2_000
"""Most values of a property."""
MOST_PROPERTIES = 100_000
"""Most properties and values in the main line of a game."""
DEEPEST = 10_000
"""Deepest nesting of trees. Some programs write each move as a tree in that of the move before it."""
HEAD = 1 << 16
"""Bytes in which the name of the character set is looked for."""
CHARSETS = frozenset(
    "ascii utf-8 big5 big5hkscs cp950 gb2312 gbk gb18030 hz johab koi8-r koi8-u mac-roman tis-620"
    " euc_jp euc_kr cp932 cp949 shift_jis shift_jisx0213 iso2022_jp iso2022_kr".split()
    + [f"iso8859-{number}" for number in range(1, 17)]
    + [f"cp{number}" for number in range(1250, 1259)]
)
"""Character sets that a file may name, as Python calls them; others could cost much time, or read other files."""

Node = dict[str, list[str]]
"""Values of each property."""


@dataclass(slots=True)
class SgfGame:
    """A game: the nodes of its main line, the root first."""

    nodes: list[Node] = field(default_factory=list)
    properties: int = 0
    """Number of properties and values."""
    notes: Notes = field(default_factory=Notes)

    def count(self) -> None:
        """Count a property or a value.

        Raises:
            BadGame: There are too many.
        """
        self.properties += 1
        if self.properties > MOST_PROPERTIES:
            raise BadGame(f"a game has more than {MOST_PROPERTIES} properties and values")


CHARSET = re.compile(rb"(?<![A-Za-z])CA\s*\[\s*([A-Za-z0-9_.:-]{1,40})\s*\]")
BEGIN = re.compile(r"\(\s*;")
TOKEN = re.compile(
    r"""(?P<space>\s+)
    | (?P<open>\()
    | (?P<close>\))
    | (?P<node>;)
    | (?P<name>[A-Za-z][A-Za-z0-9]*)
    | \[(?P<value>[^\]\\]*+(?:\\.[^\]\\]*+)*+)\]""",
    re.VERBOSE | re.DOTALL,
)
ESCAPE = re.compile(r"\\(?:\r\n|\n\r|[\r\n]|(.))", re.DOTALL)
"""A line break after `\\` is left out; any other character stands for itself."""


def read_file(stream: BinaryIO) -> Decoded:
    """Return the text of a file, with notes of how it was read.

    Raises:
        BadGame: The file is too long.
    """
    return decode_sgf(read_bytes(stream))


def decode_sgf(data: bytes) -> Decoded:
    """Return bytes as text, by the character set that the first game names in `CA`; without one it is guessed."""
    return decoded(data, named=_charset(data))


def _charset(data: bytes) -> str | None:
    found = CHARSET.search(data[:HEAD])
    if found is None:
        return None
    try:
        name = codecs.lookup(found[1].decode("ascii")).name
    except LookupError:
        return None
    return name if name in CHARSETS else None


def read_game(text: str, number: int = 1, notes: Iterable[str] = ()) -> SgfGame:
    """Return a game of a text by its number, from 1. It has the notes of its file, which come first.

    Raises:
        BadGame: The text is not SGF, or has no such game.
    """
    game = game_of(read_games(text), number)
    game.notes = Notes([*notes, *game.notes])
    return game


def read_games(text: str) -> Iterator[SgfGame]:
    """Yield the games of a text, in order. Other text may be before and between them.

    Raises:
        BadGame: The text is too long, or not SGF.
    """
    check_length(text)
    at = 0
    while (begin := BEGIN.search(text, at)) is not None:
        game = SgfGame()
        at = _read_tree(game, text, begin.start())
        yield game


def _read_tree(game: SgfGame, text: str, at: int) -> int:
    """Read the main line of the tree that begins at an index, and return the index after the tree.

    The main line ends where a tree ends for the first time: what follows it are variations.
    """
    depth, skipped = 0, False
    values: list[str] | None = None
    while True:
        found = TOKEN.match(text, at)
        if found is None:
            raise BadGame(_why(text, at))
        begin, at = at, found.end()
        kind = found.lastgroup
        if kind == "space":
            continue
        if kind == "open":
            depth += 1
            if depth > DEEPEST:
                raise BadGame(f"line {line_at(text, begin)}: variations are nested more than {DEEPEST} deep")
            values = None
        elif kind == "close":
            depth, skipped = depth - 1, True
            if not depth:
                return at
        elif skipped:
            continue
        elif kind == "node":
            if len(game.nodes) == MOST_NODES:
                raise BadGame(f"a game has more than {MOST_NODES} nodes")
            game.nodes.append({})
            values = None
        elif kind == "name":
            # Version 3 wrote `White` for the property W.
            name = "".join(filter(str.isupper, found[0]))
            game.count()
            values = game.nodes[-1].setdefault(name, [])
        elif values is None:
            raise BadGame(f"line {line_at(text, begin)}: a value belongs to no property: {quoted_at(text, begin)}")
        else:
            game.count()
            _add_value(values, found["value"])


def _add_value(values: list[str], value: str) -> None:
    if len(values) == MOST_VALUES:
        raise BadGame(f"a property has more than {MOST_VALUES} values")
    values.append(ESCAPE.sub(r"\1", value))


def _why(text: str, at: int) -> str:
    if at == len(text):
        return "the last game has no end: ')' is missing"
    if text[at] == "[":
        return f"line {line_at(text, at)}: a value has no end: ']' is missing"
    return f"line {line_at(text, at)}: {text[at]!r} has no meaning here"
