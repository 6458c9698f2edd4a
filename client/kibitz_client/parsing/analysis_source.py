"""What the user puts on an analysis board, as typed or pasted: a game, a file, a match, moves or a position."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from kibitz_client.parsing.move_list import split_moves
from kibitz_protocol.game_names import NamedGame, leading_game
from kibitz_protocol.match_codes import is_code
from kibitz_protocol.values.games import OptionValue

NUMBERING = re.compile(r"(?<!\S)(?:\d+\.+|\*|1-0|0-1|1/2-1/2)(?=[\s,;]|$)")
"""Numbers of moves and results in a list of moves, which the server does not know."""
TAG = re.compile(r"^\s*\[.*\]\s*$", re.MULTILINE)
"""The lines before the moves in text such as PGN."""
SGF = re.compile(r"[\s\ufeff]*(?:\(\s*;|[(;]\s*(?:GM|FF|SZ|CA|AP)\s*\[)", re.IGNORECASE)
"""The beginning of a game in SGF, of which some programs leave out a sign."""


@dataclass(frozen=True, slots=True)
class GameSource:
    """A game from its beginning, after these moves."""

    game: str
    moves: tuple[str, ...] = ()
    options: Mapping[str, OptionValue] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FileSource:
    """A record in a file, or a game in PGN or SGF."""

    file: Path


@dataclass(frozen=True, slots=True)
class RecordSource:
    """A record as pasted text."""

    text: str


@dataclass(frozen=True, slots=True)
class SgfSource:
    """A game in SGF as pasted text."""

    text: str


@dataclass(frozen=True, slots=True)
class MatchSource:
    """A match of the server, by its code."""

    code: str


@dataclass(frozen=True, slots=True)
class LineSource:
    """Moves from the beginning of the shown game or, without any, the text of one of its positions."""

    moves: tuple[str, ...]
    position: str


Source = GameSource | FileSource | RecordSource | SgfSource | MatchSource | LineSource


def analysis_source(text: str, games: Collection[NamedGame], *, line: bool = True) -> Source:
    """Return what a text means.

    Args:
        text: The typed or pasted text, not empty.
        games: The server's games.
        line: Whether a game is shown already, so that moves and positions have a meaning.
    """
    words = text.split()
    if text.lstrip().startswith("{"):
        return RecordSource(text)
    if SGF.match(text):
        return SgfSource(text)
    if (named := leading_game(words, games)) is not None:
        found, count = named
        return GameSource(found.name, moves_of(" ".join(words[count:])), found.all_options({}, new=False))
    if len(text.strip()) < 1000 and "\n" not in text.strip() and _is_file(text.strip()):
        return FileSource(Path(text.strip()).expanduser())
    if is_code(text.strip()) or not line:
        return MatchSource(text.strip())
    return LineSource(moves_of(text), " ".join(words))


def moves_of(text: str) -> tuple[str, ...]:
    """Return the moves of a list such as `1. b2 a1 2. c3` or `b2,a1`, without numbers, tags and the result."""
    return tuple(split_moves(NUMBERING.sub(" ", TAG.sub(" ", text))))


def _is_file(text: str) -> bool:
    try:
        return Path(text).expanduser().is_file()
    except (OSError, RuntimeError, ValueError):
        # Too long for a path, without a home directory, or with a null character.
        return False
