"""Opening books: what a game's openings are worth, searched once and looked up ever after.

A book is a text file (`docs/books.md`). It is read whole and checked move by move: what is in a `Book` is legal.
"""

import random
from collections.abc import Callable, Mapping
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
    """A book that cannot be read; the text is a sentence for people, with the number of the line."""


class Choice(NamedTuple):
    """A move of the book: how often it is played, as against the others, and its score for the side to move."""

    move: str
    weight: int
    score: int


@dataclass(frozen=True, slots=True)
class Book:
    """The choices of each position by its text. `made` says how the book was made."""

    game: Game
    made: str
    positions: Mapping[str, tuple[Choice, ...]]

    def choices(self, position: Position) -> tuple[Choice, ...]:
        """The moves the book knows here, the likeliest first; none where it ends."""
        return self.positions.get(position.text, ())

    def draw(self, position: Position, dice: random.Random) -> Choice | None:
        """One of them by weight, or None where the book ends."""
        choices = self.choices(position)
        return dice.choices(choices, [choice.weight for choice in choices])[0] if choices else None


def bundled(game: Game) -> Book | None:
    """The book that comes with a game, for the options it was made for."""
    book = _bundled(game.name)
    return book if book and book.game.options == game.options else None


@lru_cache(maxsize=64)
def _bundled(name: str) -> Book | None:
    path = BUNDLED / f"{name}.book"
    return read(path.read_text(encoding="utf-8")) if path.is_file() else None


def read(text: str) -> Book:
    """A book from its text. Raises BadBook."""
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]
    if not lines or lines[0][1] != FIRST_LINE:
        raise BadBook(f"line 1: a book begins with {FIRST_LINE!r}")
    lines = [(number, line) for number, line in lines if line and not line.startswith("#")]
    head, body = lines[: len(HEADER)], lines[len(HEADER) :]
    values = [_header(name, *line) for name, line in zip(HEADER, head, strict=False)]
    if len(values) < len(HEADER):
        raise BadBook(f"the book ends before its header, which is {', '.join(f'{name}:' for name in HEADER)}")
    game = _game(values[0], values[1], head[0][0])
    positions: dict[str, tuple[Choice, ...]] = {}
    for number, line in body:
        try:
            at, choices = _position(game, line)
        except (BadPosition, IllegalMove, BadBook) as error:
            raise BadBook(f"line {number}: {error}") from None
        if at in positions:
            raise BadBook(f"line {number}: this position was there before")
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


def _position(game: Game, line: str) -> tuple[str, tuple[Choice, ...]]:
    text, arrow, moves = line.rpartition(" > ")
    if not arrow:
        raise BadBook(f"a position, ' > ' and its moves are expected, not {line!r}")
    position = game.start(text)
    choices = tuple(_choice(position, item.split()) for item in moves.split(", "))
    return position.text, choices


def _choice(position: Position, words: list[str]) -> Choice:
    if len(words) != 3 or not words[1].isdecimal() or not words[2].removeprefix("-").isdecimal() or int(words[1]) < 1:
        raise BadBook(f"a move, its weight (1 or more) and its score are expected, not {' '.join(words)!r}")
    return Choice(position.find(words[0]).text, int(words[1]), int(words[2]))


def write(book: Book) -> str:
    """The text of a book, which `read` reads."""
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
    """A book of all positions up to a ply that good play leads to.

    `worth` is the score of a position for its side to move. The moves kept are at most `most`, no more than `margin`
    worse than the best, and weigh the more the nearer they come to it. `tell` hears of each ply how many positions it
    has.
    """
    positions: dict[str, tuple[Choice, ...]] = {}
    frontier = [game.start()]
    for ply in range(plies):
        tell(ply, len(frontier))
        reached: dict[str, Position] = {}
        for position in frontier:
            choices = _best(position, worth, margin, most)
            positions[position.text] = choices
            for choice in choices:
                after = position.after(position.find(choice.move))
                if after.legal and after.text not in positions:
                    reached[after.text] = after
        frontier = list(reached.values())
    return Book(game, made, positions)


def _best(position: Position, worth: Callable[[Position], int], margin: int, most: int) -> tuple[Choice, ...]:
    scores: dict[str, int] = {}
    for move in position.legal:
        after = position.after(move)
        score = worth(after)
        scores[move.text] = score if after.state.turn == position.state.turn else -score
    best = max(scores.values())
    ranked = sorted(scores, key=lambda move: -scores[move])
    kept = [move for move in ranked if scores[move] >= best - margin][:most]
    return tuple(Choice(move, 1 + margin - (best - scores[move]), scores[move]) for move in kept)


def show(book: Book, moves: list[str]) -> list[str]:
    """What the book knows after some moves from the start, in lines for people. Raises IllegalMove."""
    position = book.game.start()
    for move in moves:
        position = position.after(position.find(move))
    choices = book.choices(position)
    total = sum(choice.weight for choice in choices)
    lines = [
        f"{book.game.declaration.title}: {len(book.positions)} positions",
        f"made: {book.made}",
        f"after {' '.join(moves)}:" if moves else "at the start:",
    ]
    if not choices:
        return [*lines, "  the book ends before this position"]
    return [*lines, *(f"  {c.move:<8}{100 * c.weight / total:>4.0f} %  score {c.score:+}" for c in choices)]
