"""Files of openings: moves on each line, the games of a PGN file, or the positions of an EPD file."""

import hashlib
import random
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from kibitz_client.errors import UsageError
from kibitz_client.parsing.move_list import split_moves
from kibitz_client.reading import reason_of
from kibitz_protocol.codec import MAX_BYTES, encode
from kibitz_protocol.formats import openings
from kibitz_protocol.formats.openings import BadOpenings
from kibitz_protocol.formats.pgn.reader import read_games
from kibitz_protocol.formats.text import BadGame
from kibitz_protocol.tournaments.terms import MOST_OPENINGS, GivenOpening, Openings
from kibitz_protocol.validation.plain_text import NotText
from kibitz_protocol.validation.reading import read_small

Order = Literal["sequential", "random"]
MOST_PLIES = 16
"""Plies of an opening that are taken from a game of a PGN file."""
POSITION_FIELDS = 4
"""Fields of a position in EPD, before its operations."""
COUNTERS = re.compile(r"\b(hmvc|fmvn) (\d{1,4})\s*;")
"""Operations of EPD with the last fields of a FEN."""
ROOM = MAX_BYTES - 8 * 1024
"""Bytes of a message that openings may take. The rest is for the other terms of a tournament."""


class FileOpening(NamedTuple):
    """The moves of an opening, the position before them if that is not the first one of the game, and its line."""

    moves: tuple[str, ...] = ()
    position: str | None = None
    line: int | None = None


def read_openings(file: Path) -> list[FileOpening]:
    """Return the openings of a file, each once: of the games in PGN, the positions in EPD, or the moves of each line.

    Of a game the first `MOST_PLIES` plies are its opening. Empty lines and text after `#` do not count.

    Raises:
        UsageError: The file cannot be read, or it has no opening.
    """
    return _openings_of(file, _text(file))


def given_openings(
    file: Path, order: Order = "sequential", start: int = 1, seed: int | None = None
) -> tuple[Openings, int]:
    """Return the openings of a file as a server takes them, and how many the file has.

    A file with more than a message has room for is cut: in the wanted order, from the first wanted one on.

    Args:
        file: The file.
        order: Whether the openings are used in the order of the file.
        start: The first opening that is used, from 1.
        seed: Makes the choice of a cut file repeatable, if the order is random.

    Raises:
        UsageError: The file cannot be read, or it has no such opening.
    """
    text = _text(file)
    found = _openings_of(file, text)
    if start > len(found):
        raise UsageError(
            f"{file} has {len(found)} openings, so none is number {start}", "use a smaller --opening-start"
        )
    # The server begins at the first one that is sent, and goes round: so the order is that of the file from `start` on.
    wanted = found[start - 1 :] + found[: start - 1]
    if order == "random":
        random.Random(seed).shuffle(wanted)
    sha256 = hashlib.sha256(text.encode()).hexdigest()
    given = Openings(source="given", name=file.name[:100], sha256=sha256, given=_kept(wanted), order=order)
    return given, len(found)


def from_moves(found: Sequence[FileOpening], name: str) -> Openings:
    """Return openings that no file has, such as random ones."""
    return Openings(source="given", name=name, given=_kept(found))


def _kept(found: Sequence[FileOpening]) -> list[GivenOpening]:
    """Return the first openings, as many as a message has room for."""
    kept: list[GivenOpening] = []
    left = ROOM
    for opening in found[:MOST_OPENINGS]:
        given = _given(opening)
        left -= len(encode(given)) + 1
        if left < 0:
            break
        kept.append(given)
    return kept


def _given(opening: FileOpening) -> GivenOpening:
    return GivenOpening(moves=list(opening.moves), position=opening.position, line=opening.line)


def _text(file: Path) -> str:
    try:
        return read_small(file)
    except (OSError, NotText) as error:
        hint = "--openings bundled takes those of the server"
        raise UsageError(f"the openings in {file} cannot be read: {reason_of(error)}", hint) from None


def _openings_of(file: Path, text: str) -> list[FileOpening]:
    forms = {".pgn": _of_games, ".epd": _of_positions, ".openings": _of_openings}
    try:
        found: dict[tuple[tuple[str, ...], str | None], FileOpening] = {}
        for opening in forms.get(file.suffix.lower(), _of_lines)(text):
            found.setdefault(opening[:2], opening)
    except (BadGame, BadOpenings) as error:
        raise UsageError(f"the openings in {file} cannot be read: {reason_of(error)}") from None
    if not found:
        raise UsageError(f"{file} has no opening", "write the moves of one opening on each line: 4 4 3")
    return list(found.values())


def _of_lines(text: str) -> Iterator[FileOpening]:
    for number, line in enumerate(text.splitlines(), 1):
        content = line.partition("#")[0]
        if moves := split_moves(content):
            yield FileOpening(tuple(moves), line=number)


def _of_openings(text: str) -> Iterator[FileOpening]:
    return (FileOpening(line.moves, line=line.number) for line in openings.read_openings(text).lines)


def _of_games(text: str) -> Iterator[FileOpening]:
    for number, game in enumerate(read_games(text), 1):
        moves = tuple(move.text for move in game.moves[:MOST_PLIES])
        if moves or "FEN" in game.tags:
            yield FileOpening(moves, game.tags.get("FEN"), number)


def _of_positions(text: str) -> Iterator[FileOpening]:
    for number, line in enumerate(text.splitlines(), 1):
        fields = line.partition("#")[0].split()
        if len(fields) >= POSITION_FIELDS:
            counters = {"hmvc": "0", "fmvn": "1"} | dict(COUNTERS.findall(line))
            position = " ".join(fields[:POSITION_FIELDS]).rstrip(";")
            yield FileOpening(position=f"{position} {counters['hmvc']} {counters['fmvn']}", line=number)
