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
from kibitz_protocol.formats.notes import MOST_NOTES, Notes
from kibitz_protocol.formats.text import QUOTED, BadGame, check_length, game_of, line_at, read_bytes

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


CHARSET = re.compile(rb"(?<![A-Za-z])CA\s*\[\s*([^\]\s][^\]]{0,99})\]")
OWN_NAME = re.compile(r"^(?:win(?:dows)?|cp)[-_ ]?(?=[0-9]{3})")
BEGIN = re.compile(r"\(\s*;")
WITHOUT_SIGNS = re.compile(r"\(\s*(?=[A-Z][A-Za-z]{0,20}\s*\[)|(?:\A|(?<=\n))\s*(?=;\s*[A-Z][A-Za-z]{0,20}\s*\[)")
"""The beginning of a game without `;` or without `(`, in a file that has no other one."""
BEGINS = re.compile(r"\s*\(")
NEXT_GAME = re.compile(r"\(\s*;\s*(?:[A-Z]{1,2}\s*\[[^\]]{0,100}\]\s*){0,4}?(?:GM|FF)\s*\[")
"""The beginning of a further game: no node but a root has these properties."""
TOKEN = re.compile(
    r"""(?P<space>\s+)
    | (?P<open>\()
    | (?P<close>\))
    | (?P<node>;)
    | (?P<name>[A-Za-z][A-Za-z0-9]*)
    | (?P<value>\[)
    | (?P<other>[^\s();A-Za-z\[]+)""",
    re.VERBOSE,
)
VALUE = re.compile(r"[^\]\\]*+(?:\\.[^\]\\]*+)*+\]", re.DOTALL)
"""What follows `[`, up to the end of a value."""
FOLLOWS = re.compile(
    r"""\s*(?: ;\s*(?:[A-Z;()\[]|[a-z]{1,2}\[|\Z) | \(\s*; | \) | \[ | [A-Z][A-Za-z0-9]{0,20}\s*\[ | \Z)""", re.VERBOSE
)
"""What follows a value. Another text shows that a bracket belongs to the value."""
MOVE = re.compile(r";\s*[BW]\s*\[(?:[A-Za-z]{2})?\]")
MOST_BRACKETS = 50
"""Most brackets in a value that are not escaped."""
LONGEST_ODD = 5_000
"""Longest value with such brackets."""
MOVES = ("B", "W")
ESCAPE = re.compile(r"\\(?:\n|(.))", re.DOTALL)
"""A line break after `\\` is left out; any other character stands for itself."""


def read_file(stream: BinaryIO) -> Decoded:
    """Return the text of a file, with notes of how it was read.

    Raises:
        BadGame: The file is too long.
    """
    return decode_sgf(read_bytes(stream))


def decode_sgf(data: bytes) -> Decoded:
    """Return bytes as text, by the character set that the first game names in `CA`; without one it is guessed."""
    found = CHARSET.search(data[:HEAD])
    if found is None:
        return decoded(data)
    told = found[1].decode("ascii", errors="replace").strip()
    return decoded(data, named=_charset(told), label=f"CA[{told[:QUOTED]}]")


def _charset(told: str) -> str | None:
    """Return the name of a character set as Python has it; None if it is not known here."""
    try:
        name = codecs.lookup(OWN_NAME.sub("cp", told.lower().removeprefix("x-"))).name
    except (LookupError, UnicodeError, ValueError):
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
    at, begins = 0, BEGIN
    if BEGIN.search(text) is None:
        begins = WITHOUT_SIGNS
    while (begin := begins.search(text, at)) is not None:
        tree = _Tree(text)
        at = tree.read(begin.start())
        yield tree.game


class _Tree:
    """Reads one tree of a text: its main line, which ends where a tree ends for the first time.

    What follows it are variations. What has no meaning is left out with a note.
    """

    def __init__(self, text: str) -> None:
        self.game = SgfGame()
        self._text = text
        self._name = ""
        """Name of the property whose values come next; empty where a value belongs to none."""
        self._noted = 0
        self._new = True
        """Whether the next property begins a node, because a tree has begun."""

    def read(self, at: int) -> int:
        """Read the tree that begins at an index, and return the index after it."""
        text, depth, skipped = self._text, 0, False
        if BEGINS.match(text, at) is None:
            self._note(at, "the game begins without '('")
            depth = 1
        while (found := TOKEN.match(text, at)) is not None:
            begin, at = at, found.end()
            kind = found.lastgroup
            if kind == "value":
                at = self._value(at, skipped=skipped)
            elif kind == "open":
                if depth and NEXT_GAME.match(text, begin) is not None:
                    self._note(begin, "the game before it has no end: ')' is missing")
                    return begin
                depth += 1
                if depth > DEEPEST:
                    raise BadGame(f"line {line_at(text, begin)}: variations are nested more than {DEEPEST} deep")
                self._name, self._new = "", True
            elif kind == "close":
                depth, skipped = depth - 1, True
                if depth <= 0:
                    return at
            elif skipped or kind == "space":
                continue
            elif kind == "node":
                self._add_node()
            elif kind == "name":
                self._add_name(found[0], begin)
            else:
                self._note(begin, "it has no meaning here, and is left out", at)
        self.game.notes.add("the game has no end: ')' is missing")
        return len(text)

    def _add_node(self) -> None:
        if len(self.game.nodes) == MOST_NODES:
            raise BadGame(f"a game has more than {MOST_NODES} nodes")
        self.game.nodes.append({})
        self._name, self._new = "", False

    def _add_name(self, written: str, at: int) -> None:
        """Begin a property. Version 3 wrote `White` for the property W, and some programs write `w`."""
        name = "".join(filter(str.isupper, written)) or written[:2].upper()
        if self._new or not self.game.nodes:
            self._note(at, "a node begins without ';'")
            self._add_node()
        elif name in MOVES and any(move in self.game.nodes[-1] for move in MOVES):
            self._note(at, "a node has a second move, which is read as a node of its own")
            self._add_node()
        self.game.count()
        self._name = name

    def _value(self, begin: int, *, skipped: bool) -> int:
        """Read the value that begins at an index, and return the index after it."""
        text = self._text
        found = VALUE.match(text, begin)
        if found is None or (move := self._move_in(begin, found.end())) is not None:
            if not skipped:
                self._note(begin, "a value has no end, as ']' is missing, and is left out")
            end = text.find("\n", begin) if found is None else move
            return len(text) if end is None or end < 0 else end
        end = found.end()
        if FOLLOWS.match(text, end) is None:
            end = self._odd_end(begin, end)
            if end > found.end() and not skipped:
                self._note(begin, f"brackets in the value of {self._name} are not escaped")
        if skipped:
            return end
        if not self._name:
            self._note(begin - 1, "the value belongs to no property, and is left out", end)
            return end
        self.game.count()
        values = self.game.nodes[-1].setdefault(self._name, [])
        if len(values) == MOST_VALUES:
            raise BadGame(f"a property has more than {MOST_VALUES} values")
        values.append(ESCAPE.sub(r"\1", text[begin : end - 1]))
        return end

    def _move_in(self, begin: int, end: int) -> int | None:
        """Return where a value has the next move in it, whose bracket is taken for that of the value; else None."""
        node = self._text.rfind(";", begin, end)
        return node if node >= 0 and MOVE.fullmatch(self._text, node, end) is not None else None

    def _odd_end(self, begin: int, end: int) -> int:
        """Return the end of a value whose first `]` may belong to it: brackets in it are in pairs, or it goes on."""
        text, first = self._text, end
        opened = text.count("[", begin, end) - 1
        for _ in range(MOST_BRACKETS):
            further = VALUE.match(text, end, end + LONGEST_ODD)
            if further is None:
                return first
            inner = text.count("[", end, further.end())
            if opened < 0 and inner:
                return first
            opened += inner - 1
            end = further.end()
            if FOLLOWS.match(text, end) is not None:
                return end
        return first

    def _note(self, at: int, sentence: str, end: int | None = None) -> None:
        """Add a note with the line of an index and, with an end, the text up to it.

        Lines and quotations take time, so that only notes that are kept have them.
        """
        self._noted += 1
        if self._noted > MOST_NOTES:
            self.game.notes.count()
            return
        quoted = "" if end is None else f"{self._text[at : min(end, at + QUOTED)]!r}: "
        self.game.notes.add(f"{quoted}{sentence}", line=line_at(self._text, at))
