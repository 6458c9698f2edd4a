"""Commands that set up a game."""

import pytest

from kibitz_server.engine.compiler.memory import Memory
from tests.server.programs.gtp.runner import Runner


@pytest.mark.parametrize("size", ["1", "0", "-9", "20", "25", "99999999999999999999"])
def test_other_sizes_are_refused(size: str) -> None:
    """The board stays as it is."""
    runner = Runner(4)
    runner.send("play b D4")
    assert runner.send(f"boardsize {size}") == "? unacceptable size"
    assert runner.board() == "---B/----/----/----"


def test_a_size_and_a_clear_board_empty_it() -> None:
    """The komi stays."""
    runner = Runner(4)
    assert runner.send("komi 5.5", "play b D4", "clear_board") == "="
    assert runner.board() == "----/----/----/----"
    assert runner.send("final_score") == "= W+5.5"
    assert runner.send("play b D4", "boardsize 3") == "="
    assert runner.board() == "---/---/---"
    assert runner.send("final_score") == "= W+5.5"
    assert runner.send("undo") == "? cannot undo"
    assert runner.send("boardsize x") == "? syntax error"


def test_a_new_game_forgets_the_searches_of_the_last_one() -> None:
    """Searches of one game share a memory."""
    runner = Runner(3)
    runner.send("genmove b", "genmove w", "clear_board", "genmove b")
    memories = runner.searches.memories
    assert isinstance(memories[0], Memory)
    assert memories[0] is memories[1]
    assert memories[2] is not memories[0]


@pytest.mark.parametrize(
    ("komi", "score"),
    [
        ("6.5", "W+6.5"),
        ("0", "0"),
        ("-12", "B+12"),
        ("6.25", "W+6.25"),
        ("1e6", "W+1000000"),
        ("6,5", "W+6.5"),
        ("-5.5 points", "B+5.5"),
        ("6½", "W+6.5"),
    ],
)
def test_any_komi_is_accepted(komi: str, score: str) -> None:
    """Even if it is ridiculous, as the protocol says."""
    runner = Runner(4)
    assert runner.send(f"komi {komi}") == "="
    assert runner.send("final_score") == f"= {score}"


@pytest.mark.parametrize("komi", ["", "nan", "inf", "six"])
def test_a_komi_is_a_number(komi: str) -> None:
    """The old one stays."""
    runner = Runner(4)
    assert runner.send(f"komi {komi}") == "? syntax error"
    assert runner.send("final_score") == "= W+7.5"


def test_fixed_handicap_answers_its_places() -> None:
    """White is to move then."""
    runner = Runner(9)
    assert runner.send("3 fixed_handicap 3") == "=3 C3 G7 C7"
    assert runner.engine.board.to_move == 1
    assert runner.send("fixed_handicap 2") == "? board not empty"


@pytest.mark.parametrize("command", ["fixed_handicap 1", "fixed_handicap 10", "place_free_handicap 1"])
def test_other_handicaps_are_refused(command: str) -> None:
    """A small board has no fixed places."""
    assert Runner(9).send(command) == "? invalid handicap"
    assert Runner(5).send("fixed_handicap 2") == "? invalid handicap"
    assert Runner(2).send("place_free_handicap 4") == "? invalid handicap"
    assert Runner(9).send(f"{command.split()[0]} many") == "? syntax error"


def test_the_engine_chooses_places() -> None:
    """Also more than there are fixed ones."""
    runner = Runner(9)
    assert len(runner.send("place_free_handicap 12")[2:].split()) == 12
    assert runner.board().count("B") == 12
    assert runner.send("place_free_handicap 2") == "? board not empty"


def test_the_runner_chooses_places() -> None:
    """The stones of both commands stand before the first move."""
    runner = Runner(4)
    assert runner.send("set_free_handicap A1 d4 b2") == "="
    assert runner.board() == "---B/----/-B--/B---"
    assert runner.send("undo") == "? cannot undo"
    assert runner.send("set_free_handicap A1 D4") == "? board not empty"
    assert runner.send("clear_board", "set_free_handicap A1 D4") == "="


@pytest.mark.parametrize("places", ["", "A1", "A1 a1", "A1 pass", "A1 E5", "A1 J1"])
def test_bad_places_are_refused(places: str) -> None:
    """They are different points of the board."""
    runner = Runner(4)
    assert runner.send(f"set_free_handicap {places}") == "? bad vertex list"
    assert runner.engine.board.is_empty


def test_words_that_are_no_places_are_syntax_errors() -> None:
    """So is the column I."""
    assert Runner(4).send("set_free_handicap A1 I1") == "? syntax error"


def test_a_full_board_is_no_handicap() -> None:
    """Its chain would have no liberties."""
    assert Runner(2).send("set_free_handicap A1 A2 B1 B2") == "? bad vertex list"
