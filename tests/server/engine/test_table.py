"""Replacement in the transposition table: deep results of the present search stay longest."""

from typing import Any

from kibitz_server.engine.compiler.specialise import SpecialisedSearch
from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.score import WIN
from kibitz_server.engine.templates import table
from kibitz_server.games.registry import load
from tests.server.engine.helpers import PLAIN

DEPTHS = (5, 2, 7, 4)


def workspace(age: int = 0) -> Any:
    """Return a workspace with one bucket, filled with the keys 1 to 4 at DEPTHS by a search of age 0."""
    ws = SpecialisedSearch("alphabeta", load("tictactoe"), PLAIN, {"TABLE_BITS": table.BUCKET_BITS}).workspace(
        load("tictactoe").start().state
    )
    for name, depth in enumerate(DEPTHS, start=1):
        store(ws, name, depth)
    ws.age = age
    return ws


def store(ws: Any, name: int, depth: int, value: int = 10, ply: int = 0) -> None:
    """Store an exact result of a key."""
    control = SearchControl()
    table.store(ws, control, name, value, 3, depth, table.EXACT, ply)


def kept(ws: Any) -> dict[int, int]:
    """Return the keys in the table with their depths."""
    return {entry.key: entry.depth for entry in ws.table if entry.bound}


def test_the_shallowest_entry_is_replaced() -> None:
    """A new position takes the place of the least depth in its bucket."""
    ws = workspace()
    store(ws, 9, 1)
    assert kept(ws) == {1: 5, 9: 1, 3: 7, 4: 4}


def test_older_searches_are_replaced_first() -> None:
    """A shallow result of this search replaces results of the one before, but no deeper one of its own."""
    ws = workspace(age=1)
    for name in range(10, 15):
        store(ws, name, 1)
    assert set(kept(ws).values()) == {1}
    store(ws, 20, 0)
    assert len(kept(ws)) == table.BUCKET


def test_a_position_has_one_entry() -> None:
    """A second result of a position replaces its first one, however deep that was."""
    ws = workspace()
    store(ws, 3, 1)
    assert kept(ws) == {1: 5, 2: 2, 3: 1, 4: 4}


def test_proven_results_count_from_their_own_position() -> None:
    """A win stored two plies below the root is as near when the position is reached in another number of plies."""
    ws = workspace()
    store(ws, 3, 6, value=WIN - 5, ply=2)
    entry = ws.table[table.find(ws, 3)]
    found = [table.known_value(entry, 3, 6, 0, 1, ply) for ply in (0, 2, 4)]
    assert found == [WIN - 3, WIN - 5, WIN - 7]


def test_unknown_positions_have_no_value() -> None:
    """Neither another position nor too shallow a result gives a value; the move of a shallow one is still known."""
    ws = workspace()
    entry = ws.table[table.find(ws, 3)]
    assert table.known_value(entry, 3, 8, 0, 1, 0) == table.NO_VALUE
    assert table.known_value(entry, 8, 1, 0, 1, 0) == table.NO_VALUE
    assert (table.known_move(entry, 3), table.known_move(entry, 8)) == (3, table.NO_MOVE)
