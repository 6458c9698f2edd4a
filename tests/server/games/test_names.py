"""The names by which people know the games of the server."""

import pytest

from kibitz_protocol.game_names import folded
from kibitz_server.games.declaration import BadOption
from kibitz_server.games.game import Declaration, Option, other_names
from kibitz_server.games.registry import UnknownGame, declarations, load, named_game

KNOWN = {
    "chess": ["Chess", "CHESS", "Schach"],
    "connect4": ["connect four", "Connect 4", "connect-four", "four in a row", "4-in-a-row", "Vier gewinnt"],
    "draughts": ["checkers", "English draughts", "american checkers", "chequers"],
    "international": ["International draughts", "polish draughts", "dames"],
    "russian": ["shashki", "Russian_Draughts", "шашки"],
    "go": ["weiqi", "Wei-Qi", "baduk", "igo", "囲碁"],
    "gomoku": ["gobang", "five in a row", "5 in a row", "go-moku"],
    "reversi": ["othello", "OTHELLO"],
    "kalah": ["mancala", "kalaha"],
    "holdem": ["poker", "Texas Hold'em", "texas holdem", "hold'em"],
    "tictactoe": ["tic tac toe", "Tic-Tac-Toe", "noughts and crosses", "Noughts & Crosses", "xox", "ttt"],
    "ultimate": ["ultimate tic tac toe", "Ultimate Tic-Tac-Toe"],
    "dots": ["dots and boxes", "Dots & Boxes", "boxes"],
    "hex": ["nash"],
    "backgammon": ["tavla"],
    "mnk": ["m,n,k"],
    "kuhn": ["Kuhn poker"],
    "leduc": ["leduc hold'em"],
    "nim": ["Marienbad"],
}


@pytest.mark.parametrize(("name", "typed"), [(name, text) for name, texts in KNOWN.items() for text in texts])
def test_games_are_known_by_other_names(name: str, typed: str) -> None:
    """A game is found by its title and by the names that people use, with its usual options."""
    assert named_game(typed) == (name, {})


@pytest.mark.parametrize("typed", ["chess960", "Chess 960", "Fischer Random", "fischer-random chess"])
def test_random_arrays_are_chosen_for_a_new_match(typed: str) -> None:
    """The name stands for an array that the server chooses; an analysis has the usual one."""
    assert named_game(typed, new=True) == ("chess", {"array": "any"})
    assert named_game(typed, {"array": 3}, new=True) == ("chess", {"array": 3})
    assert named_game(typed) == ("chess", {})


def test_no_limit_is_an_option() -> None:
    """A name of no-limit poker sets the option of the game."""
    name, options = named_game("No-limit Hold'em")
    assert load(name, options).options["limit"] is False


def test_no_name_means_two_games() -> None:
    """Names, titles and other names of all games differ by more than spelling."""
    owners: dict[str, set[str]] = {}
    for game in declarations():
        for name in (game.name, game.title, *game.aliases):
            owners.setdefault(folded(name), set()).add(game.name)
    assert {name: games for name, games in owners.items() if len(games) > 1} == {}


@pytest.mark.parametrize("typed", ["chekers", "checkrs", "check"])
def test_a_slip_in_another_name_suggests_it(typed: str) -> None:
    """The suggestion is the name that was meant, and not a game whose name looks like it."""
    with pytest.raises(UnknownGame, match="did you mean 'checkers'"):
        named_game(typed)


def test_a_game_with_wrong_names_is_refused() -> None:
    """A declaration with names that clients could not read, or with options that it does not have, is an error."""
    texts = ("a", "A", "summary", "help")
    assert Declaration(*texts, aliases=other_names("b")).aliases == {"b": {}}
    with pytest.raises(TypeError, match="other_names"):
        Declaration(*texts, aliases=("b", "c"))  # type: ignore[arg-type]
    with pytest.raises(BadOption, match="no option 'size'"):
        Declaration(*texts, aliases={"b": {"size": 9}}, options=(Option("rows", 3, 1, 9),))
