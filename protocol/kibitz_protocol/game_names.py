"""The names of games as people type them: any case, blanks and accents, titles, and other names. Pure.

It imports nothing, so that rules and searches may use it too. The web page has its twin, `match/game_names.js`.
"""

import difflib
import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol

OptionValue = int | float | bool | str
ANY = "any"
"""Value of an option for a new match that leaves the choice to the server."""
CLOSE = 0.7
"""How alike two names must be for one to be suggested: `chekers` and `checkers` are at 0.93, `shogi` and `hex` at 0."""
BEGINNING = 3
"""The least letters of the beginning of a name for which it is suggested."""

LONGEST_SHOWN = 40
"""Letters of an unknown name that a sentence shows."""
MOST_WORDS = 5
"""The most words of a name, as `fünf in einer reihe` has four."""


class NamedGame(Protocol):
    """A game with its names. An alias may stand for options too, as `chess960` does."""

    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def aliases(self) -> Mapping[str, Mapping[str, OptionValue]]: ...


class FoundGame(NamedTuple):
    """The name of a game, and the options that the typed name stands for."""

    name: str
    options: Mapping[str, OptionValue]

    def all_options(self, given: Mapping[str, OptionValue], *, new: bool) -> dict[str, OptionValue]:
        """Return the options of the name, with the given ones in their place.

        Args:
            given: Options that the user or the client gave.
            new: Whether they are for a new match, where the server may choose a value.
        """
        return {name: value for name, value in self.options.items() if new or value != ANY} | dict(given)


def folded(name: str) -> str:
    """Return a name without what people write in different ways: `Hold'em`, `hold em` and `HOLDEM` are one."""
    marked = unicodedata.normalize("NFKD", name.replace("&", " and ").casefold())
    return "".join(character for character in marked if character.isalnum())


def find_game(typed: str, games: Collection[NamedGame]) -> FoundGame | None:
    """Return the game of a name, or None. Names come before titles, and titles before aliases."""
    if any(game.name == typed for game in games):
        return FoundGame(typed, {})
    wanted = folded(typed)
    for same in (_name, _title, _aliases):
        for game in games:
            for name, options in same(game):
                if folded(name) == wanted and wanted:
                    return FoundGame(game.name, options)
    return None


def leading_game(words: Sequence[str], games: Collection[NamedGame]) -> tuple[FoundGame, int] | None:
    """Return the game that the first words of a line name, and how many words that are, as many as possible."""
    for count in range(min(len(words), MOST_WORDS), 0, -1):
        if (found := find_game(" ".join(words[:count]), games)) is not None:
            return found, count
    return None


def unknown_game(typed: str, games: Collection[NamedGame]) -> str:
    """Return that no game has a name, and which name may be meant."""
    near = _near(folded(typed), games)
    return f"no game is called {_shown(typed)}" + (f"; did you mean {near!r}?" if near else "")


def search_text(game: NamedGame) -> str:
    """Return all names of a game as one text in lower case to search in, as they are written and `folded`."""
    names = (game.name, game.title, *game.aliases)
    return " ".join((*names, *map(folded, names))).casefold()


def _near(wanted: str, games: Collection[NamedGame]) -> str | None:
    names = {folded(name): name for game in games for same in (_aliases, _title, _name) for name, _ in same(game)}
    alike = difflib.get_close_matches(wanted, names, 1, CLOSE)
    begun = [name for name in names if len(wanted) >= BEGINNING and name.startswith(wanted)]
    return next((names[name] for name in (*alike, *sorted(begun, key=len))), None)


def _name(game: NamedGame) -> Iterator[tuple[str, Mapping[str, OptionValue]]]:
    yield game.name, {}


def _title(game: NamedGame) -> Iterator[tuple[str, Mapping[str, OptionValue]]]:
    yield game.title, {}


def _aliases(game: NamedGame) -> Iterator[tuple[str, Mapping[str, OptionValue]]]:
    yield from game.aliases.items()


def _shown(typed: str) -> str:
    return repr(typed if len(typed) <= LONGEST_SHOWN else f"{typed[:LONGEST_SHOWN]}…")
