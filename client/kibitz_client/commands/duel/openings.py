"""Openings of a duel: lists of moves from a file, or random ones of a fixed length. Each is played from both sides."""

import random
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from kibitz_client.errors import RefusedError, UsageError
from kibitz_client.network.client import NetworkClient
from kibitz_client.parsing.arguments import game_options
from kibitz_client.parsing.move_list import split_moves
from kibitz_client.reading import reason_of
from kibitz_client.requests import build
from kibitz_protocol.commands.explain import Explain, OfGame, TreeNode
from kibitz_protocol.formats.pgn.reader import read_games
from kibitz_protocol.formats.text import BadGame
from kibitz_protocol.refusals import Code
from kibitz_protocol.validation.plain_text import NotText
from kibitz_protocol.validation.reading import read_small

MOST_PLIES = 16
"""Plies of an opening that are taken from a game of a PGN file."""
POSITION_FIELDS = 4
"""Fields of a position in EPD, before its operations."""
COUNTERS = re.compile(r"\b(hmvc|fmvn) (\d{1,4})\s*;")
"""Operations of EPD with the last fields of a FEN."""


class DuelOpening(NamedTuple):
    """The moves of an opening, and the position before them if that is not the first one of the game."""

    moves: tuple[str, ...] = ()
    position: str | None = None


def read_openings(file: Path) -> list[DuelOpening]:
    """Return the openings of a file, each once: of the games in PGN, the positions in EPD, or the moves of each line.

    Of a game the first `MOST_PLIES` plies are its opening. Empty lines and lines after `#` do not count.

    Raises:
        UsageError: The file cannot be read, or it has no opening.
    """
    forms = {".pgn": _of_games, ".epd": _of_positions}
    try:
        found = list(dict.fromkeys(forms.get(file.suffix.lower(), _of_lines)(read_small(file))))
    except (OSError, NotText, BadGame) as error:
        raise UsageError(f"the openings in {file} cannot be read: {reason_of(error)}") from None
    if not found:
        raise UsageError(f"{file} has no opening", "write the moves of one opening on each line: 4 4 3")
    return found


def _of_lines(text: str) -> Iterator[DuelOpening]:
    rows = (split_moves(line.partition("#")[0]) for line in text.splitlines())
    return (DuelOpening(tuple(row)) for row in rows if row)


def _of_games(text: str) -> Iterator[DuelOpening]:
    for game in read_games(text):
        moves = tuple(move.text for move in game.moves[:MOST_PLIES])
        if moves or "FEN" in game.tags:
            yield DuelOpening(moves, game.tags.get("FEN"))


def _of_positions(text: str) -> Iterator[DuelOpening]:
    for line in text.splitlines():
        fields = line.partition("#")[0].split()
        if len(fields) >= POSITION_FIELDS:
            counters = {"hmvc": "0", "fmvn": "1"} | dict(COUNTERS.findall(line))
            position = " ".join(fields[:POSITION_FIELDS]).rstrip(";")
            yield DuelOpening(position=f"{position} {counters['hmvc']} {counters['fmvn']}")


async def openings_of_length(
    client: NetworkClient, game: str, options: Sequence[str], plies: int, seed: int | None
) -> list[DuelOpening]:
    """Return all openings of a length in random order, from the tree that the server can show.

    Args:
        seed: Makes the order repeatable.

    Raises:
        UsageError: The game has too many openings of this length, or none, or hidden information.
        RefusedError: The server refuses the game or its options.
    """
    of = OfGame(game=game, options=game_options(options))
    try:
        explained = await client.ask(build(Explain, of=of, algorithm="minimax", depth=plies))
    except RefusedError as refusal:
        if refusal.refused.code == Code.UNFIT_ENGINE:
            sentence = f"{game} has no openings to choose from: a match with hidden cards starts at the beginning"
            raise UsageError(sentence, "leave out --opening-plies") from None
        if refusal.refused.code != Code.TREE_TOO_LARGE:
            raise
        sentence = f"{game} has too many openings of {plies} plies to choose from"
        raise UsageError(sentence, "use fewer plies, or give some in a file: --openings FILE") from None
    found = [DuelOpening(line) for line in _lines(explained.root, plies)]
    if not found:
        raise UsageError(f"{game} has no opening of {plies} plies", "use fewer plies")
    random.Random(seed).shuffle(found)
    return found


def _lines(node: TreeNode, plies: int) -> Iterator[tuple[str, ...]]:
    """Yield the moves to every node at a depth."""
    if plies == 0:
        yield ()
        return
    for child in node.children:
        if child.move is not None:
            yield from ((child.move, *rest) for rest in _lines(child, plies - 1))
