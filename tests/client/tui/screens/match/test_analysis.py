"""The analysis board: moves, lines, the engine, and what is loaded and copied."""

from typing import Any

import pytest
from textual.events import Paste
from textual.pilot import Pilot
from textual.widgets import Input

from kibitz_client.tui.app import KibitzApp
from kibitz_client.tui.screens.lobby import LobbyScreen
from kibitz_client.tui.screens.match.analysis import AnalysisScreen
from kibitz_client.tui.widgets.board import BoardWidget
from kibitz_client.tui.widgets.prompt import Prompt
from kibitz_protocol.formats.record import record_text
from kibitz_protocol.refusals import Code
from kibitz_protocol.to_client import Finished
from kibitz_protocol.values.matches import Result
from tests.client.analysis_rules import by_rules
from tests.client.samples import event, position, snapshot
from tests.client.tui import recorded_match
from tests.fakes.app import Server, running, shows, until
from tests.fakes.client import refused

pytestmark = pytest.mark.app


def server(more: Any = by_rules) -> Server:
    """Return a server with analysis boards."""
    return Server(more=more)


async def opened(app: KibitzApp, pilot: Pilot[None], *text: str) -> None:
    """Open a board from the lobby with what is typed."""
    await until(pilot, lambda: shows(app, "Quick play"))
    await pilot.press("b")
    await until(pilot, lambda: isinstance(app.focused, Input))
    app.focused.value = " ".join(text)  # type: ignore[union-attr]
    await pilot.press("enter")
    await until(pilot, lambda: isinstance(app.screen, AnalysisScreen) and shows(app, "analysis board"))


def line(app: KibitzApp) -> list[str]:
    """Return the moves of the line, up to the shown position."""
    assert isinstance(app.screen, AnalysisScreen)
    state = app.screen.state
    return [move.move for move in state.moves] if state is not None else []


async def test_both_sides_are_moved_and_taken_back() -> None:
    """Typed moves alternate; with an empty prompt the arrows take them back and play them again."""
    async with running(server()) as (app, pilot):
        await opened(app, pilot, "tictactoe")
        await until(pilot, lambda: shows(app, "X to move>"))
        for move, count in (("b2", 1), ("a1", 2)):
            await pilot.press(*move, "enter")
            await until(pilot, lambda count=count: len(line(app)) == count)  # type: ignore[misc]
        await pilot.press("left")
        await until(pilot, lambda: line(app) == ["b2"] and shows(app, "O to move>"))
        await pilot.press("right")
        await until(pilot, lambda: line(app) == ["b2", "a1"])
        await pilot.press("right")
        await until(pilot, lambda: shows(app, "this is the end of the line"))
        await pilot.press("b", "left")
        assert app.screen.query_one(Prompt).cursor_position == 0
        assert line(app) == ["b2", "a1"]


async def test_another_move_begins_a_new_line() -> None:
    """Both moves are listed as tried, and the other one is shown again."""
    async with running(server()) as (app, pilot):
        await opened(app, pilot, "tictactoe", "b2", "a1", "b3")
        await pilot.press("pageup", "pageup")
        await until(pilot, lambda: line(app) == ["b2"])
        await pilot.press(*"c3", "enter")
        await until(pilot, lambda: line(app) == ["b2", "c3"])
        await pilot.press("pageup")
        await until(pilot, lambda: shows(app, "tried here: c3 a1"))
        await pilot.press("pagedown", *"/other", "enter")
        await until(pilot, lambda: line(app) == ["b2", "a1"])
        await pilot.press(*"/last", "enter")
        await until(pilot, lambda: line(app) == ["b2", "a1", "b3"])


async def test_a_move_is_picked_on_the_board() -> None:
    """Esc focuses the board, whose keys move the cursor and pick; another Esc leaves."""
    async with running(server()) as (app, pilot):
        await opened(app, pilot, "tictactoe")
        await pilot.press("escape", "right")
        await until(pilot, lambda: isinstance(app.focused, BoardWidget) and shows(app, ">"))
        await pilot.press("enter")
        await until(pilot, lambda: len(line(app)) == 1)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))


async def test_the_engine_is_switched_on_and_off() -> None:
    """While it is on, each position is searched deeper and deeper, and the best line is shown."""
    made = server()
    async with running(made) as (app, pilot):
        await opened(app, pilot, "tictactoe")
        await until(pilot, lambda: shows(app, "engine off"))
        await pilot.press(*"/engine", "enter")
        await until(pilot, lambda: len(made.of("evaluate")) == 3)
        assert [command.engine.limit.seconds for command in made.of("evaluate")] == [1.0, 3.0, 8.0]
        await until(pilot, lambda: shows(app, "engine  depth 9"))
        await pilot.press(*"b2", "enter")
        await until(pilot, lambda: len(made.of("evaluate")) == 6)
        assert made.of("evaluate")[-1].of.moves == ["b2"]
        await pilot.press(*"/engine", "enter")
        await until(pilot, lambda: shows(app, "the engine is off"))
        await pilot.press(*"a1", "enter")
        await until(pilot, lambda: line(app) == ["b2", "a1"])
        assert len(made.of("evaluate")) == 6


async def test_a_search_without_engine_time_switches_it_off() -> None:
    """The refusal of the server is shown once."""

    def poor(command: Any) -> Any:
        return refused(Code.ENGINE_BUDGET, "no engine time is left") if command.t == "evaluate" else by_rules(command)

    made = server(poor)
    async with running(made) as (app, pilot):
        await opened(app, pilot, "tictactoe")
        await pilot.press(*"/engine", "enter")
        await until(pilot, lambda: shows(app, "no engine time is left"))
        await pilot.press(*"b2", "enter")
        await until(pilot, lambda: line(app) == ["b2"])
        assert len(made.of("evaluate")) == 1


async def test_a_wrong_move_is_refused() -> None:
    """The sentence of the server is shown, and the board stays."""
    async with running(server()) as (app, pilot):
        await opened(app, pilot, "tictactoe", "b2")
        await pilot.press(*"z9", "enter")
        await until(pilot, lambda: shows(app, "'z9' is not a move here"))
        assert line(app) == ["b2"]
        await pilot.press(*"/dance", "enter")
        await until(pilot, lambda: shows(app, "unknown command /dance"))


async def test_a_running_match_is_refused() -> None:
    """Neither the lobby nor a board opens a match that is still running."""
    async with running(server()) as (app, pilot):
        await until(pilot, lambda: shows(app, "Quick play"))
        await pilot.press("b")
        await until(pilot, lambda: isinstance(app.focused, Input))
        app.focused.value = "RVNN1G"  # type: ignore[union-attr]
        await pilot.press("enter")
        await until(pilot, lambda: shows(app, "the match is still running"))
        assert isinstance(app.screen, LobbyScreen)
        await opened(app, pilot, "K7QX42")
        await until(pilot, lambda: shows(app, "X mia") and shows(app, "the game is over here"))
        await pilot.press(*"/load", "space", *"RVNN1G", "enter")
        await until(pilot, lambda: shows(app, "the match is still running"))
        assert len(line(app)) == 5


async def test_pasted_texts() -> None:
    """A position on one line is entered; a record of several lines is loaded at once."""
    end = event(6, Finished(result=Result(winner=0, reason="resignation")), position("40", to_move=None), "finished")
    record = record_text([snapshot("40", options={}), end])
    async with running(server()) as (app, pilot):
        await opened(app, pilot, "tictactoe")
        app.post_message(Paste("---/-X-/--- O"))
        await until(pilot, lambda: app.screen.query_one(Prompt).value == "---/-X-/--- O")
        await pilot.press("enter")
        await until(pilot, lambda: shows(app, "O to move>"))
        app.post_message(Paste(record))
        await until(pilot, lambda: line(app) == ["b2", "a3"])
        await until(pilot, lambda: app.screen.query_one(Prompt).value == "")


async def test_position_and_moves_are_copied() -> None:
    """/copy names what to copy, or asks."""
    async with running(server()) as (app, pilot):
        await opened(app, pilot, "tictactoe", "b2", "a1")
        for what, text in (("position", "---/-X-/O-- X"), ("moves", "b2 a1")):
            await pilot.press(*"/copy", "space", *what, "enter")
            await until(pilot, lambda text=text: app.clipboard == text)  # type: ignore[misc]
        await pilot.press(*"/copy", "enter")
        await until(pilot, lambda: shows(app, "Copy what?"))
        await pilot.press("enter")
        await until(pilot, lambda: app.clipboard == "---/-X-/O-- X")


async def test_a_server_without_analysis_boards() -> None:
    """An older server is named as the reason."""
    older = server()
    older.capabilities = []
    async with running(older) as (app, pilot):
        await until(pilot, lambda: shows(app, "Quick play"))
        await pilot.press("b")
        await until(pilot, lambda: isinstance(app.focused, Input))
        await pilot.press("enter")
        await until(pilot, lambda: shows(app, "this server has no analysis boards"))


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_a_replay_is_opened_at_its_ply(size: tuple[int, int]) -> None:
    """`o` in a replay opens the shown ply, from which the line goes on."""

    def respond(command: Any) -> Any:
        found = recorded_match.answer(command)
        if command.t == "record":
            # The rules of the server have no options for this game.
            found = found.model_copy(update={"snapshot": found.snapshot.model_copy(update={"options": {}})})
        return found or by_rules(command)

    async with running(server(respond), size) as (app, pilot):
        app.navigation.replay("m1")
        await until(pilot, lambda: shows(app, "0/4"))
        await pilot.press("right", "o")
        await until(pilot, lambda: isinstance(app.screen, AnalysisScreen))
        await until(pilot, lambda: len(line(app)) == 1)
        await pilot.press("right")
        await until(pilot, lambda: len(line(app)) == 2)
