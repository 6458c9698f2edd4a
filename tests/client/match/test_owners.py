"""Whose each symbol and each edge of a board is."""

from kibitz_client.match.owners import edge_owners, symbol_owners
from tests.client.grounds import CHESS, HEX


def test_a_server_tells_the_owners() -> None:
    """The letters of symbols say nothing where the server tells their owners."""
    assert symbol_owners(CHESS) == {"K": 0, "k": 1}


def test_old_servers_and_records_tell_none() -> None:
    """Without owners the order of the symbols tells, and a capital letter is a king of the side."""
    symbols = {" ": "not in play", "-": "empty", "b": "black man", "B": "black king", "w": "white man"}
    old = CHESS.model_copy(update={"owners": {}, "glyphs": {}, "symbols": symbols})
    assert symbol_owners(old) == {"b": 0, "B": 0, "w": 1}


def test_the_edges_have_owners() -> None:
    """Each side is named by its stone, with its edges; a board without such edges has no text."""
    assert edge_owners(HEX) == "R top and bottom, B right and left"
    assert edge_owners(CHESS) == ""
    corners = HEX.model_copy(update={"edges": [0, 1, 1, 0]})
    assert edge_owners(corners, flipped=True) == "B top and left, R right and bottom"
