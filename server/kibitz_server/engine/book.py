"""Opening books: moves and scores of a game's openings, searched once and then looked up.

A book is a text file (`docs/books.md`). It is read completely and checked move by move, so that every move in a `Book`
is legal.
"""

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from kibitz_server.games.game import BadOption, BadPosition, Game, IllegalMove, Position
from kibitz_server.games.registry import UnknownGame, load

BUNDLED = Path(__file__).parent / "books"
FIRST_LINE = "# Kibitz opening book, format 1"
HEADER = ("game", "options", "made")


class BadBook(ValueError):
    """Book that cannot be read; the message is for users, with the line number."""


class BookMove(NamedTuple):
    """Move of the book: its weight relative to the other moves of the position, and its score for the side to move."""

    move: str
    weight: int
    score: int


@dataclass(frozen=True, slots=True)
class Book:
    """Choices of each position, by position text. `made` says how the book was made."""

    game: Game
    made: str
    positions: Mapping[str, tuple[BookMove, ...]]

    def choices(self, position: Position) -> tuple[BookMove, ...]:
        """Return the book moves of a position, or an empty tuple where the book ends."""
        return self.positions.get(position.text, ())

    def draw(self, position: Position, rng: random.Random) -> BookMove | None:
        """Return a random book move, chosen by weight with `rng`; None where the book ends."""
        choices = self.choices(position)
        return rng.choices(choices, [choice.weight for choice in choices])[0] if choices else None


def bundled(game: Game) -> Book | None:
    """Return the book that comes with a game, if it was made for the same options."""
    book = _bundled(game.name)
    return book if book and book.game.options == game.options else None


@lru_cache(maxsize=64)
def _bundled(name: str) -> Book | None:
    path = BUNDLED / f"{name}.book"
    return read(path.read_text(encoding="utf-8")) if path.is_file() else None


def read(text: str) -> Book:
    """Return the book of a text.

    Raises:
        BadBook: A line cannot be read, a position or move is not legal, or a position occurs twice.
    """
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]
    if not lines or lines[0][1] != FIRST_LINE:
        raise BadBook(f"line 1: a book begins with {FIRST_LINE!r}")
    lines = [(number, line) for number, line in lines if line and not line.startswith("#")]
    head, body = lines[: len(HEADER)], lines[len(HEADER) :]
    values = [_header(name, *line) for name, line in zip(HEADER, head, strict=False)]
    if len(values) < len(HEADER):
        raise BadBook(f"the book ends before its header, which is {', '.join(f'{name}:' for name in HEADER)}")
    game = _game(values[0], values[1], head[0][0])
    positions: dict[str, tuple[BookMove, ...]] = {}
    for number, line in body:
        try:
            at, choices = _position(game, line)
        except (BadPosition, IllegalMove, BadBook) as error:
            raise BadBook(f"line {number}: {error}") from None
        if at in positions:
            raise BadBook(f"line {number}: this position is in the book already")
        positions[at] = choices
    return Book(game, values[2], positions)


def _header(name: str, number: int, line: str) -> str:
    found, colon, value = line.partition(":")
    if found != name or not colon:
        raise BadBook(f"line {number}: {name}: is expected here, not {line!r}")
    return value.strip()


def _game(name: str, options: str, number: int) -> Game:
    pairs = (item.partition("=") for item in options.split())
    try:
        return load(name, {option: value for option, _, value in pairs})
    except (UnknownGame, BadOption) as error:
        raise BadBook(f"line {number}: {error}") from None


def _position(game: Game, line: str) -> tuple[str, tuple[BookMove, ...]]:
    text, arrow, moves = line.rpartition(" > ")
    if not arrow:
        raise BadBook(f"a position, ' > ' and its moves are expected, not {line!r}")
    position = game.start(text)
    choices = tuple(_choice(position, item.rsplit(maxsplit=2)) for item in moves.split(", "))
    return position.text, choices


def _choice(position: Position, words: list[str]) -> BookMove:
    if len(words) != 3 or not words[1].isdecimal() or not words[2].removeprefix("-").isdecimal() or int(words[1]) < 1:
        raise BadBook(f"a move, its weight (1 or more) and its score are expected, not {' '.join(words)!r}")
    return BookMove(position.find(words[0]).text, int(words[1]), int(words[2]))


def write(book: Book) -> str:
    """Return the text of a book, which `read` reads."""
    options = " ".join(f"{name}={str(value).lower()}" for name, value in book.game.options.items())
    lines = [FIRST_LINE, f"game: {book.game.name}", f"options: {options}".rstrip(), f"made: {book.made}", ""]
    for text, choices in book.positions.items():
        lines.append(f"{text} > {', '.join(f'{c.move} {c.weight} {c.score}' for c in choices)}")
    return "\n".join(lines) + "\n"


def build(
    game: Game,
    made: str,
    plies: int,
    worth: Callable[[Position], int],
    margin: int,
    most: int,
    tell: Callable[[int, int], None] = lambda _ply, _positions: None,
) -> Book:
    """Return a book of all positions up to a ply that good play reaches.

    Args:
        game: The game of the book.
        made: A note on how the book was made.
        plies: The number of moves from the start; the book has all chance outcomes between them.
        worth: Returns the score of a position for its side to move.
        margin: Moves that are worse than the best by more than this score are left out. Better moves weigh more.
        most: The largest number of moves for each position.
        tell: Called before each ply with the ply and its number of positions.
    """
    positions: dict[str, tuple[BookMove, ...]] = {}
    frontier = list(_drawn(game.start()))
    for ply in range(plies):
        tell(ply, len(frontier))
        reached: dict[str, Position] = {}
        for position in frontier:
            choices = _best(position, worth, margin, most)
            positions[position.text] = choices
            for choice in choices:
                for after in _drawn(position.after(position.find(choice.move))):
                    if after.legal and after.text not in positions:
                        reached[after.text] = after
        frontier = list(reached.values())
    return Book(game, made, positions)


def _drawn(position: Position) -> Iterator[Position]:
    """Yield the positions after each chance outcome that is due, or the position itself."""
    if not position.chances:
        yield position
    for chance in position.chances:
        yield from _drawn(position.after(chance.move))


def _best(position: Position, worth: Callable[[Position], int], margin: int, most: int) -> tuple[BookMove, ...]:
    scores: dict[str, int] = {}
    for move in position.legal:
        after = position.after(move)
        score = worth(after)
        scores[move.text] = score if after.state.turn == position.state.turn else -score
    best = max(scores.values())
    ranked = sorted(scores, key=lambda move: -scores[move])
    kept = [move for move in ranked if scores[move] >= best - margin][:most]
    return tuple(BookMove(move, 1 + margin - (best - scores[move]), scores[move]) for move in kept)


def show(book: Book, moves: list[str]) -> list[str]:
    """Return the book moves after some moves and chance outcomes from the start, as lines of text.

    Raises:
        IllegalMove: A move is not legal.
    """
    position = book.game.start()
    for move in moves:
        position = position.after(position.find(move))
    choices = book.choices(position)
    total = sum(choice.weight for choice in choices)
    after = (", " if any(" " in move for move in moves) else " ").join(moves)
    lines = [
        f"{book.game.declaration.title}: {len(book.positions)} positions",
        f"made: {book.made}",
        f"after {after}:" if moves else "at the start:",
    ]
    if position.chances:
        return [*lines, f"  a chance event is due: {', '.join(chance.text for chance in position.chances)}"]
    if not choices:
        return [*lines, "  the book ends before this position"]
    return [*lines, *(f"  {c.move:<8}{100 * c.weight / total:>4.0f} %  score {c.score:+}" for c in choices)]
