"""Reader of PGN (Edwards, 1994): tags in brackets, then moves, comments and the result.

Comments are read for the clock and the score that programs write in them. Variations and marks of moves are skipped.
The moves are checked elsewhere, by the rules of the game.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import BinaryIO

from kibitz_protocol.formats.charsets import Decoded, decoded
from kibitz_protocol.formats.moves import LONGEST, WrittenMove, add_move, read_comment
from kibitz_protocol.formats.notes import Notes
from kibitz_protocol.formats.text import BadGame, check_length, game_of, line_at, quoted_at, read_bytes

CHESS = "chess"
GAME_TYPES = {"20": "international", "21": "draughts", "25": "russian"}
"""Games by their numbers in PDN, the form of PGN for draughts."""
MOST_TAGS = 200
LATIN_1 = {"cp1252": 20.0}
"""The standard has Latin-1; Windows has more characters in it."""
DEEPEST = 100
"""Deepest nesting of variations."""


@dataclass(slots=True)
class PgnGame:
    """A game: its tags, its moves, and the result at its end, or in the tag `Result`; `*` if there is none."""

    tags: dict[str, str] = field(default_factory=dict)
    moves: list[WrittenMove] = field(default_factory=list)
    result: str = "*"
    notes: Notes = field(default_factory=Notes)


TOKEN = re.compile(
    r"""(?P<space>\s+|^%[^\n]*)
    | \[\s*(?P<tag>\w+)\s*"(?P<value>[^"\\\n]*+(?:\\.[^"\\\n]*+)*+)"\s*\]
    | \{(?P<comment>[^}]*)\}
    | (?P<rest>;[^\n]*)
    | (?P<open>\()
    | (?P<close>\))
    | (?P<nag>\$[0-9]+)
    | (?P<result>(?:1-0|0-1|1/2-1/2|\*|2-0|1-1|0-2)(?=[\s({;\[$]|\Z))
    | (?P<number>[0-9]+\s*\.+|\.+(?=\s))
    | (?P<marks>[!?]+|e\.p\.)
    | (?P<move>[^\s(){}\[\];$"!?]+)[!?]*""",
    re.VERBOSE | re.MULTILINE,
)
RESULTS = {"2-0": "1-0", "1-1": "1/2-1/2", "0-2": "0-1"}
"""Results of draughts, where a win counts two points."""


def read_file(stream: BinaryIO) -> Decoded:
    """Return the text of a file, with notes of how it was read.

    Raises:
        BadGame: The file is too long.
    """
    return decoded(read_bytes(stream), usual=LATIN_1)


def read_game(text: str, number: int = 1, notes: Iterable[str] = ()) -> PgnGame:
    """Return a game of a text by its number, from 1. It has the notes of its file, which come first.

    Raises:
        BadGame: The text is too long, not PGN, or has no such game.
    """
    game = game_of(read_games(text), number)
    game.notes = Notes([*notes, *game.notes])
    return game


def read_games(text: str) -> Iterator[PgnGame]:
    """Yield the games of a text, in order.

    Raises:
        BadGame: The text is too long, or not PGN.
    """
    check_length(text)
    game, depth, ended, at = PgnGame(), 0, False, 0
    while at < len(text):
        found = TOKEN.match(text, at)
        if found is None:
            raise BadGame(f"line {line_at(text, at)}: {_why(text, at)}")
        at = found.end()
        kind = found.lastgroup if found.lastgroup != "value" else "tag"
        if kind == "open":
            depth += 1
            if depth > DEEPEST:
                raise BadGame(f"line {line_at(text, at)}: variations are nested more than {DEEPEST} deep")
        elif kind == "close":
            if depth == 0:
                raise BadGame(f"line {line_at(text, at)}: ')' without '('")
            depth -= 1
        elif depth:
            continue
        elif kind == "tag":
            if ended or game.moves:
                yield game
                game, ended = PgnGame(), False
            _add_tag(game, found["tag"], found["value"])
        elif kind == "result":
            game.result, ended = RESULTS.get(found["result"], found["result"]), True
            yield game
            game, ended = PgnGame(), False
        elif kind == "move":
            add_move(game.moves, found["move"])
        elif kind == "comment" and game.moves:
            read_comment(game.moves[-1], found["comment"])
    if depth:
        raise BadGame("a variation has no end: ')' is missing")
    if game.tags or game.moves:
        game.result = game.tags.get("Result", "*")
        yield game


def _add_tag(game: PgnGame, name: str, value: str) -> None:
    if len(game.tags) == MOST_TAGS:
        raise BadGame(f"a game has more than {MOST_TAGS} tags")
    game.tags[name[:LONGEST]] = re.sub(r"\\(.)", r"\1", value)[: 5 * LONGEST]


def _why(text: str, at: int) -> str:
    match text[at]:
        case "{":
            return "a comment has no end: '}' is missing"
        case "[":
            return f'this is not a tag such as [White "Anna"]: {quoted_at(text, at)}'
    return f"{text[at]!r} has no meaning here"
