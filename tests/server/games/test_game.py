from dataclasses import replace

import pytest

from kibitz_server.games.game import BadOption, Declaration, Option
from kibitz_server.games.registry import UnknownGame, declarations, load, named_game, read_request
from tests.games.halves import halves_game
from tests.server.games.helpers import game_of, play

KOMI = Option("komi", 7.5, 0, 100, step=0.5)


@pytest.mark.parametrize(
    ("option", "value", "read"),
    [
        (Option("n", 3, 1, 9), "7", 7),
        (Option("n", 3, 1, 9), 7, 7),
        (Option("n", 3, 1, 9), " 7 ", 7),
        (Option("n", 4, 4, 10, step=2), 6, 6),
        (Option("n", 3, 1, 9, any=True), "7", 7),
        (Option("n", 0, 0, 9, without=(1,)), "2", 2),
        (KOMI, "7", 7.0),
        (KOMI, "7.5", 7.5),
        (KOMI, " 0.50 ", 0.5),
        (KOMI, 7, 7.0),
        (KOMI, 100.0, 100.0),
        (Option("k", 2.0, 0, 4, step=2), "4", 4.0),
        (Option("k", 0.5, 0, 4, step=0.5, without=(1,)), "1.5", 1.5),
        (Option("b", False), True, True),
        (Option("b", False), "Yes", True),
        (Option("b", True), "0", False),
        (Option("l", "1,2", 1, 9, most=3), "3, 2 ,1", "3,2,1"),
        (Option("l", "1,2", 1, 9, most=3), [3, 2], "3,2"),
        (Option("l", "1,2", 1, 9, most=3), (4,), "4"),
        (Option("l", "1,2", 1, 9, most=3), 4, "4"),
        (Option("l", "1,2", 1, 9, most=3), "007", "7"),
    ],
)
def test_options_are_read(option: Option, value: object, read: object) -> None:
    """Numbers, flags and lists may come in their own types or as text."""
    found = option.read(value)
    assert found == read
    assert type(found) is type(read)


@pytest.mark.parametrize(
    ("option", "value", "reason"),
    [
        (Option("n", 3, 1, 9), 0, "option n is 1 to 9, not 0"),
        (Option("n", 3, 1, 9), True, "option n is 1 to 9, not True"),
        (Option("n", 3, 1, 9), "²", "option n is 1 to 9"),
        (Option("n", 3, 1, 9), 3.0, "option n is 1 to 9, not 3.0"),
        (Option("n", 3, 1, 9), "9" * 5000, "option n is 1 to 9"),
        (Option("n", 4, 4, 10, step=2), 5, "option n is 4, 6, 8 or 10, not 5"),
        (Option("n", 3, 1, 9, any=True), 0, "option n is 1 to 9 or any, not 0"),
        (Option("n", 3, 1, 9, any=True), "any", "option n may be any only in a new match, where the server chooses it"),
        (Option("n", 3, 1, 9), "any", "option n is 1 to 9, not 'any'"),
        (Option("n", 4, 4, 8, step=2, any=True), 5, "option n is 4, 6, 8 or any, not 5"),
        (Option("n", 0, 0, 9, without=(1,)), 1, "option n is 0 or 2 to 9, not 1"),
        (Option("n", 0, 0, 9, without=(1,), any=True), 1, "option n is 0, 2 to 9 or any, not 1"),
        (Option("n", 2, 2, 9, without=(3, 5, 9)), 5, "option n is 2, 4 or 6 to 8, not 5"),
        (Option("n", 4, 4, 10, step=2, without=(6,)), 6, "option n is 4, 8 or 10, not 6"),
        (Option("n", "2", 0, 3, most=2, without=(1,)), "2,1", "1 to 2 numbers of 0 or 2 to 3 joined by ','"),
        (KOMI, 7.25, "option komi is 0 to 100 in steps of 0.5, not 7.25"),
        (KOMI, "100.5", "option komi is 0 to 100 in steps of 0.5, not '100.5'"),
        *((KOMI, text, "option komi is 0 to 100") for text in ("-1", "7,5", "7.", ".5", "1e1", "nan", "٧", "", True)),
        (KOMI, float("inf"), "option komi is 0 to 100"),
        (KOMI, "0.5000000000000000000000", "option komi is 0 to 100"),
        (Option("k", 2.0, 0, 4), 0.5, "option k is 0 to 4, not 0.5"),
        (Option("k", 2.5, 0, 4, step=0.5, without=(1, 3)), 3, "0 to 4 in steps of 0.5, but not 1 or 3, not 3"),
        (Option("b", False), "perhaps", "option b is true or false, not 'perhaps'"),
        (Option("b", False), 2, "option b is true or false"),
        (Option("l", "1,2", 1, 9, most=3), "1,2,3,4", "option l is 1 to 3 numbers of 1 to 9 joined by ','"),
        (Option("l", "1,2", 1, 9, most=3), [], "option l is 1 to 3 numbers"),
        (Option("l", "1,2", 1, 9, most=3), [1, True], "option l is 1 to 3 numbers"),
        (Option("l", "1,2", 1, 9, most=3), None, "option l is 1 to 3 numbers"),
    ],
)
def test_bad_options_are_refused(option: Option, value: object, reason: str) -> None:
    """A value out of range or of another type is refused with the range."""
    with pytest.raises(BadOption, match=reason):
        option.read(value)


def test_an_option_may_be_left_to_the_server() -> None:
    """A request keeps `any` in one form, and a draw gives a number that the option may have."""
    options = (Option("n", 4, 4, 8, step=2, any=True), Option("m", 1, 0, 5))
    game = Declaration("g", "G", "", "", options=options)
    assert game.read_request({"n": " Any"}) == {"n": "any", "m": 1}
    places = iter(range(3))
    assert [game.random_values({"n": "ANY", "m": "any"}, lambda _: next(places))["n"] for _ in range(3)] == [4, 6, 8]
    assert game.random_values({"n": 4}, lambda _: 0) == {}
    for given in ({"m": "any"}, {"k": 1}):
        with pytest.raises(BadOption):
            game.read_request(given)


def test_halves_may_be_left_to_the_server() -> None:
    """A draw gives a half as often as a whole number."""
    game = Declaration("g", "G", "", "", options=(Option("k", 1.0, 0, 2, step=0.5, any=True, without=(2,)),))
    places = iter(range(4))
    drawn = [game.random_values({"k": "any"}, lambda most: next(places) % most)["k"] for _ in range(4)]
    assert drawn == [0.0, 0.5, 1.0, 1.5]
    assert game.options[0].range == "0 to 2 in steps of 0.5, but not 2 or any"


@pytest.mark.parametrize(
    ("given", "komi"),
    [
        ({}, 7.5),
        ({"handicap": 0}, 7.5),
        ({"handicap": "2"}, 0.5),
        ({"handicap": "2", "komi": 7.5}, 7.5),
        ({"komi": "6"}, 6.0),
    ],
)
def test_a_default_may_depend_on_another_option(given: dict[str, object], komi: float) -> None:
    """An option that is not given has its other default while the option that decides is not at its own."""
    options = (replace(KOMI, otherwise=("handicap", 0.5)), Option("handicap", 0, 0, 9, without=(1,)))
    game = Declaration("g", "G", "", "", options=options)
    assert game.read_options(given)["komi"] == game.read_request(given)["komi"] == komi


def test_an_option_that_decides_is_read_first() -> None:
    """A value out of range is refused by its own name."""
    options = (replace(KOMI, otherwise=("handicap", 0.5)), Option("handicap", 0, 0, 9, without=(1,)))
    with pytest.raises(BadOption, match="option handicap is 0 or 2 to 9, not 1"):
        Declaration("g", "G", "", "", options=options).read_options({"handicap": 1})


def test_options_may_not_fit_together() -> None:
    """A game refuses a combination of options with a reason, for a match and for a request."""
    with halves_game():
        assert load("claim", {"handicap": 2}).options == {"size": 5, "komi": 0.5, "handicap": 2}
        for ask in (load, read_request):
            with pytest.raises(BadOption, match="option handicap is 0 with size=6, not 2"):
                ask("claim", {"size": 6, "handicap": 2})


def test_every_default_is_in_its_range() -> None:
    """The default of an option is a valid value, and the option has a meaning."""
    for game in declarations():
        for option in game.options:
            assert option.read(option.default) == option.default
            assert option.meaning


def test_unknown_names() -> None:
    """An unknown game or option is answered with the nearest name, or with the options that there are."""
    with pytest.raises(UnknownGame, match="no game is called 'reverse'; did you mean 'reversi'"):
        named_game("reverse")
    with pytest.raises(UnknownGame, match=r"^no game is called 'q'$"):
        named_game("q")
    with pytest.raises(BadOption, match="reversi has no option 'rows'; its options are size"):
        load("reversi", {"rows": 8})
    with pytest.raises(BadOption, match="draughts has no option 'size'; it has no options"):
        load("draughts", {"size": 8})


def test_a_game_is_bound_once() -> None:
    """The same options in other words give the same game."""
    assert load("nim", {"heaps": "3, 4"}) is load("nim", {"heaps": [3, 4], "misere": "yes"})


def test_games_share_plain_copies_of_long_tables() -> None:
    """A long table that no option changes is converted once: clients may ask for a game with any options."""
    first, second = (load("go", {"komi": komi}).rules.SHAPES for komi in (0.5, 1.0))
    assert first is second
    assert first == load("go").names["SHAPES"]
    assert {type(word) for word in first} == {int}
    assert load("go", {"size": 4}).rules.KEYS != load("go", {"size": 5}).rules.KEYS


def test_position_ids() -> None:
    """An id depends on game, position and side to move, but not on the moves that led there."""
    start = game_of("tictactoe").start()
    assert play(start, "a1 b2 c3").id == play(start, "c3 b2 a1").id
    assert start.id != game_of("mnk").start().id
    assert len(start.id) == 12
