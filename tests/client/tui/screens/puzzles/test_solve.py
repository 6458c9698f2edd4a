"""Puzzles in the app: opened from the lobby, answered by typing, and left."""

from typing import Any

import pytest

from kibitz_client.tui.screens.lobby import LobbyScreen
from kibitz_client.tui.screens.puzzles.solve import PuzzleScreen
from tests.client.match.test_puzzles import SHOWN, judged
from tests.client.tui.recorded_match import answer
from tests.fakes.app import Server, running, shows, until

pytestmark = pytest.mark.app


def answer_puzzle(command: Any) -> Any:
    """Answer the commands of puzzles as a server does."""
    if command.t == "next_puzzle":
        return SHOWN
    if command.t == "answer_puzzle":
        moves = command.moves
        result = "failed" if moves == ["b2"] else "solved" if len(moves) == 2 else None
        return judged(*moves, result=result)
    return answer(command)


async def test_a_puzzle_is_solved_in_the_app() -> None:
    """The verdict on a wrong move is shown, right ones lead to the end, and the next puzzle follows."""
    async with running(server := Server(more=answer_puzzle), size=(90, 24)) as (app, pilot):
        await pilot.press("z")
        await until(pilot, lambda: isinstance(app.screen, PuzzleScreen) and shows(app, "X to move: find"))
        await pilot.press("slash", "b", "2", "enter")
        await until(pilot, lambda: shows(app, "b2 is not the move"))
        await pilot.press("a", "1", "enter")
        await until(pilot, lambda: shows(app, "go on"))
        await pilot.press("a", "3", "enter")
        await until(pilot, lambda: shows(app, "solved"))
        assert [command.moves for command in server.of("answer_puzzle")] == [["b2"], ["a1"], ["a1", "a3"]]
        await pilot.press("enter")
        await until(pilot, lambda: len(server.of("next_puzzle")) == 2)
        await pilot.press("escape", "escape")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
