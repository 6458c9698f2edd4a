"""Names of games as people type them."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest

from kibitz_protocol.game_names import ANY, FoundGame, OptionValue, find_game, folded, leading_game, unknown_game


@dataclass
class Listed:
    """A game with its names."""

    name: str
    title: str
    aliases: Mapping[str, Mapping[str, OptionValue]] = field(default_factory=dict)


GAMES = [
    Listed("chess", "Chess", {"chess960": {"array": ANY}, "échecs": {}}),
    Listed("draughts", "English draughts", {"checkers": {}, "go fish": {}}),
    Listed("go", "Go", {"weiqi": {}, "囲碁": {}, "draughts": {"size": 3}}),
    Listed("holdem", "Hold'em", {"poker": {}, "no limit": {"limit": False}}),
]


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("chess", "chess"),
        ("  CHESS ", "chess"),
        ("Echecs", "chess"),
        ("ÉCHECS", "chess"),
        ("english-draughts", "draughts"),
        ("english_draughts", "draughts"),
        ("Check Ers", "draughts"),
        ("wei-qi", "go"),
        ("囲碁", "go"),
        ("hold em", "holdem"),
        ("Hold’em", "holdem"),
    ],
)
def test_a_name_is_read_in_any_spelling(typed: str, name: str) -> None:
    """Case, blanks, hyphens, apostrophes and accents do not matter."""
    assert find_game(typed, GAMES) == FoundGame(name, {})


def test_names_come_before_other_names() -> None:
    """A game whose other name is the name of another game does not hide it."""
    assert find_game("Draughts", GAMES) == FoundGame("draughts", {})


def test_a_name_may_stand_for_options() -> None:
    """Given options come first, and a choice of the server is left to new matches."""
    found = find_game("Chess 960", GAMES)
    assert found is not None
    assert found.all_options({}, new=True) == {"array": ANY}
    assert found.all_options({"array": 518}, new=True) == {"array": 518}
    assert found.all_options({}, new=False) == {}
    limit = find_game("no-limit", GAMES)
    assert limit is not None
    assert limit.all_options({}, new=False) == {"limit": False}


@pytest.mark.parametrize("typed", ["", "  ", "--", "q", "!", "\0", "x" * 10_000])
def test_other_texts_are_no_game(typed: str) -> None:
    """Nothing is found, and the sentence about it stays short."""
    assert find_game(typed, GAMES) is None
    assert len(unknown_game(typed, GAMES)) < 100


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("chekers", "checkers"), ("ches", "chess"), ("Pokker", "poker"), ("engl", "English draughts"), ("sudoku", None)],
)
def test_the_closest_name_is_suggested(typed: str, meant: str | None) -> None:
    """A name with a slip, or its beginning, is recognized among all names; one that is far from all is not."""
    suggested = f"; did you mean {meant!r}?" if meant else ""
    assert unknown_game(typed, GAMES) == f"no game is called {typed!r}{suggested}"


def test_a_game_begins_a_line() -> None:
    """As many words as possible belong to the name."""
    assert leading_game("Go fish 1 2".split(), GAMES) == (FoundGame("draughts", {}), 2)
    assert leading_game("go E5".split(), GAMES) == (FoundGame("go", {}), 1)
    assert leading_game("E5 go".split(), GAMES) is None
    assert leading_game([], GAMES) is None


def test_folded_names() -> None:
    """Only letters and digits of any script are left."""
    assert folded("Noughts & Crosses!") == "noughtsandcrosses"
    assert folded("Käsekästchen") == folded("kasekastchen")
    assert folded("五子棋 15") == "五子棋15"
