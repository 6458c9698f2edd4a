"""Every game to its end between two browsers: one with the mouse, one with the keyboard alone."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Visitors
from tests.web.driver import (
    RESULT,
    create,
    planned,
    play_by_keys,
    play_by_mouse,
    position,
    recorded_moves,
    settle,
    take_seat,
    wait_ply,
)

GAMES: dict[str, tuple[dict[str, Any], int | None]] = {
    "chess": ({}, 10),
    "connect4": ({"columns": 4, "rows": 3, "connect": 3}, None),
    "dots": ({"columns": 2, "rows": 2}, None),
    "draughts": ({}, 12),
    "go": ({"size": 4}, 12),
    "gomoku": ({"size": 5}, 8),
    "hex": ({"size": 3, "swap": False}, None),
    "international": ({}, 12),
    "kalah": ({"houses": 2, "seeds": 2}, None),
    "mnk": ({"columns": 4, "rows": 3, "connect": 3}, None),
    "nim": ({"heaps": "1,2,3"}, None),
    "reversi": ({"size": 4}, None),
    "russian": ({}, 12),
    "tictactoe": ({}, None),
    "ultimate": ({}, 10),
}
"""Options of each game, small where the game has any, and how many plies before its end it begins."""
MARKS = {
    **dict.fromkeys(("kalah", "nim"), ()),
    **dict.fromkeys(("chess", "dots", "go", "hex"), (pytest.mark.long,)),
}
"""Marks of games with boards of different shapes: pits and heaps first, then squares, edges, points and hexagons.

The boards of the other games are like one of these.
"""


@pytest.mark.parametrize("game", [pytest.param(game, marks=MARKS.get(game, (pytest.mark.nightly,))) for game in GAMES])
def test_a_game_to_its_end(visitors: Visitors, site: str, game: str) -> None:
    """Both pages show each position that the rules make and the result, and the server has each move once."""
    options, rest = GAMES[game]
    start, steps = planned(game, options, rest=rest)
    host = visitors.open(f"/new?game={game}")
    code = create(host, game, options, **({} if rest is None else {"position": start}))
    guest = visitors.open(f"/{code}")
    take_seat(guest, host)
    for ply, step in enumerate(steps, 1):
        if position(host)["to_move"] == 0:
            play_by_mouse(host, step)
        else:
            play_by_keys(guest, step)
        for page in (host, guest):
            wait_ply(page, ply, step.after)
    if game == "go":
        settle(host, "Propose: nothing is dead")
        settle(guest, "Agree")
    for page in (host, guest):
        expect(page.locator(RESULT)).to_be_visible()
    assert recorded_moves(site, code) == [step.move.text for step in steps]
