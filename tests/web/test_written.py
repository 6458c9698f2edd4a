"""Moves, rows and refusals in the words of the page."""

from typing import Any

import pytest

from kibitz_server.games.registry import load
from kibitz_server.messages.games import board_data
from kibitz_server.messages.match_data import state_data
from tests.web.modules import run_module
from tests.web.node import Node

POSITIONS = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/1P1p4/8/4Pp2/1n2n3/8/1N1N4/R3K2R w KQkq f6 0 1",
    "5r2/4P3/8/8/p7/8/8/1K5k w - - 0 1",
    "8/7k/Q7/8/8/Q1Q5/8/K7 w - - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
]


@pytest.mark.parametrize("text", POSITIONS)
def test_legal_moves_of_chess_are_written_as_by_the_server(node: Node, text: str) -> None:
    """Pieces, captures, castling, promotion and the origin where several pieces could move there."""
    game = load("chess")
    position = game.start(text)
    told = state_data(position, 0, False, {})
    wanted = [(position.said(move) or move.text).rstrip("+#") for move in position.legal]
    (found,) = run_module(node, "panels/written.js", "writtenMoves", [[board_data(game.board), told]])
    assert found == wanted


def test_a_refusal_proposes_few_moves(node: Node) -> None:
    """Three of them at most, and all where there are no more."""
    hints = ["the knight on g1: Nf3, Nh3, Ne2, Nd2", "legal moves: a1, b1", "wait for it", ""]
    found = run_module(node, "panels/notices/hints.js", "fewer", [[hint] for hint in hints])
    assert found == ["the knight on g1: Nf3, Nh3, Ne2, …", *hints[1:]]


def test_options_have_names_in_the_language_of_the_reader(node: Node) -> None:
    """Those of the game's declaration; an option without one has that of the protocol."""
    size = {"name": "size", "title": "Board size", "translations": {"de": "Brettgröße"}}
    inputs: list[list[Any]] = [[size], [{"name": "empty_capture"}]]
    assert run_module(node, "app/forms/options.js", "titleOf", inputs) == ["Board size", "Empty capture"]


def test_time_controls_of_rows_are_written_in_words(node: Node) -> None:
    """Days are words of the page; other controls and unknown texts stay as they are."""
    shown = {"3days": "3 days", "1days": "1 day", "5+3": "5+3", "10b5x30": "10b5x30", "later": "later"}
    found = run_module(node, "app/format.js", "rowClock", [[text] for text in [*shown, None]])
    assert found == [*shown.values(), ""]
