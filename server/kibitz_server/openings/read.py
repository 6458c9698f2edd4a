"""Openings of a file, played by the rules of its game."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from kibitz_protocol.formats.openings import BadOpenings, OpeningLine, OpeningsFile, read_openings
from kibitz_protocol.validation.plain_text import NotText, plain_text
from kibitz_server.games.game import BadOption, Game, Position
from kibitz_server.games.moves import LegalMove
from kibitz_server.games.registry import UnknownGame, load, named_game
from kibitz_server.games.typed.move_lists import IllegalEntry, played


class GameOpening(NamedTuple):
    """Opening of a file: the number of its line, from 1, its moves, and the position after them."""

    line: int
    moves: tuple[LegalMove, ...]
    position: Position

    @property
    def texts(self) -> tuple[str, ...]:
        """The moves in the notation of the game."""
        return tuple(move.text for move in self.moves)


@dataclass(frozen=True, slots=True)
class GameOpenings:
    """Openings of a game. `sha256` is the hash of the file that they come from."""

    game: Game
    file: OpeningsFile
    sha256: str
    openings: tuple[GameOpening, ...]


def openings_of(content: bytes, game: Game | None = None) -> GameOpenings:
    """Return the openings of a file.

    Args:
        content: The bytes of the file.
        game: The game that they are for; None for that of the header.

    Raises:
        BadOpenings: The file cannot be read, is for another game or other options, or a move is not legal.
    """
    try:
        file = read_openings(plain_text(content))
    except NotText as error:
        raise BadOpenings(1, str(error)) from None
    chosen = _game(file, game)
    openings = tuple(_played(chosen, line) for line in file.lines)
    return GameOpenings(chosen, file, hashlib.sha256(content).hexdigest(), openings)


def why_none(game: Game) -> str:
    """Return why a game has no openings; empty for a game that has some.

    The chance events are decided in the match, by its seed. An opening could not say which they are.
    """
    if not game.chance:
        return ""
    things = "cards" if game.hidden else "dice"
    return f"{game.name} has no openings: its {things} make each game begin in another way"


def _game(file: OpeningsFile, game: Game | None) -> Game:
    """Return the game of a header, or the given one where the header says nothing else."""
    first = file.lines[0].number
    if not file.game:
        if game is None:
            raise BadOpenings(first, "the file does not say its game before this line; begin with game: NAME")
        return game
    try:
        found = load(*named_game(file.game, file.options))
    except (UnknownGame, BadOption) as error:
        raise BadOpenings(first, f"the header before this line: {error}") from None
    if game is not None and found.name != game.name:
        raise BadOpenings(first, f"these are openings of {found.name}, not of {game.name}")
    if game is not None and found.options != game.options:
        differing = [name for name, value in game.options.items() if found.options[name] != value]
        has, wanted = (_options(each.options, differing) for each in (found, game))
        raise BadOpenings(first, f"these are openings with {has}, not {wanted}")
    return found


def _options(options: Mapping[str, object], names: list[str]) -> str:
    return " ".join(f"{name}={str(options[name]).lower()}" for name in names)


def _played(game: Game, line: OpeningLine) -> GameOpening:
    """Return an opening with the position after its moves.

    Raises:
        BadOpenings: A move is not legal, or the game has no openings.
    """
    if reason := why_none(game):
        raise BadOpenings(line.number, reason)
    start = game.start()
    try:
        steps = list(played(start, line.moves))
    except IllegalEntry as error:
        raise BadOpenings(line.number, f"move {error.number}, {error.text!r}: {error}") from None
    return GameOpening(line.number, tuple(move for move, _ in steps), steps[-1][1] if steps else start)
