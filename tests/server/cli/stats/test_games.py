"""Results of the games of a file."""

from collections.abc import Sequence

from kibitz_protocol.formats.pgn.reader import read_games
from kibitz_server.cli.stats.games import FileGame, between, players_in, read_results, repeated_in


def text_of(*games: tuple[str, str, str], moves: str = "1. e4 e5", **tags: Sequence[str]) -> str:
    """Return a file: the players and the result of each game, and further tags with a value for each."""
    parts = []
    for place, (white, black, result) in enumerate(games):
        known = {"White": white, "Black": black, "Result": result}
        known |= {name: values[place] for name, values in tags.items()}
        lines = "".join(f'[{name} "{value}"]\n' for name, value in known.items())
        parts.append(f"{lines}\n{moves} {result}\n\n")
    return "".join(parts)


def games_of(text: str) -> list[FileGame]:
    """Return the games of a file with a result."""
    return read_results(read_games(text), lambda game: ("First", "Second") if game == "nim" else ("White", "Black"))[0]


ONE, TWO = ("A", "B", "1-0"), ("B", "A", "1/2-1/2")


def test_games_of_a_round_are_a_pair() -> None:
    """Two games of one round with sides swapped are a pair; a third one waits for its partner."""
    found = between(games_of(text_of(ONE, TWO, ONE, Round=("1", "1", "2"))), "A", "B")
    assert (found.sample, found.points, found.single) == ("pairs", (1.5,), 1)
    assert found.counts == (0, 0, 0, 1, 0)
    assert between(games_of(text_of(ONE, TWO, Round=("3.1", "3.2"))), "A").points == (1.5,)
    again = between(games_of(text_of(ONE, TWO, TWO, Round=("1", "1", "1"))), "A")
    assert (again.points, again.single) == ((1.5,), 1)


def test_games_from_a_position_are_a_pair() -> None:
    """Games from one position or opening are a pair, also if each has a round of its own."""
    one, two = "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K1R1 w - - 0 1"
    text = text_of(ONE, ONE, TWO, TWO, FEN=(one, two, two, one), Round=("1", "2", "3", "4"))
    found = between(games_of(text), "A", "B")
    assert (found.sample, found.points, found.single) == ("pairs", (1.5, 1.5), 0)
    assert between(games_of(text_of(ONE, TWO, Opening=("b2 a1", "b2 a1"))), "B").points == (0.5,)


def test_pairs_are_in_the_order_of_their_completion() -> None:
    """A pair counts when its second game is over."""
    draw, win = ("A", "B", "1/2-1/2"), ("B", "A", "0-1")
    text = text_of(draw, ONE, win, TWO, Round=("1", "2", "2", "1"))
    assert between(games_of(text), "A", "B").points == (2.0, 1.0)


def test_games_without_tags_are_no_pairs() -> None:
    """Without a round or an opening, or without swapped sides, the games themselves are counted."""
    assert between(games_of(text_of(ONE, TWO)), "A", "B").counts == (0, 1, 1)
    assert between(games_of(text_of(ONE, TWO, Round=("?", "-"))), "A", "B").sample == "games"
    assert between(games_of(text_of(ONE, ONE, Round=("1", "1"))), "A", "B").counts == (0, 0, 2)
    assert between(games_of(text_of(ONE, TWO, Round=("1", "2"))), "A", "B").counts == (0, 1, 1)


def test_a_player_against_all_others() -> None:
    """Without a second player, all games of the first count; pairs are those against one opponent."""
    text = text_of(ONE, ("A", "C", "0-1"), TWO, ("C", "A", "0-1"), ("B", "C", "1-0"), Round="11111")
    games = games_of(text)
    assert players_in(games) == ["A", "B", "C"]
    found = between(games, "A")
    assert (found.players, found.points, len(found.games)) == (("A", "all others"), (1.5, 1.0), 4)
    assert between(games, "C", "B").counts == (1, 0, 0)


def test_a_game_without_a_result_or_a_name_is_left_out() -> None:
    """Unfinished games, unknown players and players against themselves have no place in statistics."""
    text = text_of(ONE, ("A", "B", "*"), ("A", "?", "1-0"), ("", "B", "1-0"), ("A", "A", "1-0"))
    found, others = read_results(read_games(text), lambda _: ("White", "Black"))
    assert ([game.players for game in found], others) == ([("A", "B")], 4)


def test_sides_of_other_games() -> None:
    """A file of Kibitz names the sides of its game, and in English draughts Black moves first."""
    own = '[Game "nim"]\n[First "A"]\n[Second "B"]\n[Result "1-0"]\n\n1. a1 1-0\n'
    english = '[White "W"]\n[Black "B"]\n[GameType "21"]\n[Result "1-0"]\n\n1. 11-15 1-0\n'
    assert [(game.players, game.points) for game in games_of(own)] == [(("A", "B"), 1)]
    assert [(game.players, game.points) for game in games_of(english)] == [(("B", "W"), 1)]


def test_who_moves_first_follows_from_the_position() -> None:
    """From a position with Black to move, the player of Black moved first."""
    games = games_of(text_of(ONE, ONE, FEN=("4k3/8/8/8/8/8/8/4K2R b K - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1")))
    assert [game.first_moved for game in games] == [False, True]


def test_repeated_games_of_a_file() -> None:
    """The same moves of the same players from the same position repeat a game."""
    start = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    games = games_of(text_of(ONE, TWO, ("A", "C", "1-0")) + text_of(ONE, FEN=(start,)) + text_of(ONE, moves="1. d4"))
    found = repeated_in(games)
    assert (found.games, found.repeated) == (5, 1)
