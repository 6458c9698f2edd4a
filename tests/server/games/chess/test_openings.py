"""Tests of the names of openings: the table, transpositions, and how a match tells the name."""

from kibitz_server.games.chess.opening_names.names import MOST_MOVES
from kibitz_server.games.registry import load
from tests.openings import reached, rows
from tests.server.games.helpers import play


def test_the_table_has_the_position_of_each_line() -> None:
    """Each line can be played, ends in its position, and has a name and a position of its own."""
    assert [reached(moves) for _, moves, _ in rows()] == [position for _, _, position in rows()]
    assert len({name for name, _, _ in rows()}) == len({position for _, _, position in rows()}) == len(rows()) > 300
    assert max(len(moves.split()) for _, moves, _ in rows()) <= 2 * (MOST_MOVES - 1)


def test_a_position_has_its_name_however_it_came_about() -> None:
    """A transposition has the name of the line that it transposes to."""
    straight, transposed = "d4 Nf6 c4 e6 Nc3 Bb4", "c4 e6 Nc3 Nf6 d4 Bb4"
    for moves in (straight, transposed):
        assert play(load("chess").start(), moves).opening_name == "Nimzo-Indian defence"
    assert play(load("chess").start(), "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6").opening_name == (
        "Sicilian defence, Najdorf variation"
    )
    assert play(load("chess").start(), "a3 h6 h3 a6").opening_name is None
    assert load("chess").start().opening_name is None


def test_only_games_with_openings_have_names() -> None:
    """Other games and late positions have none; an ending with the same pieces cannot be an opening."""
    assert load("go").start().opening_name is None
    late = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 30"
    assert load("chess").start(late).opening_name is None
