"""Replaying a match: plies, mistakes, a branch, the archive that leads there; and what searches say of its course."""

from pathlib import Path
from typing import Any

import pytest

from kibitz_client.storage.preferences import Preferences
from kibitz_client.tui.models.mistakes import graph, mistakes
from kibitz_client.tui.models.replay import ply_states, ply_summary
from kibitz_client.tui.screens.archive import ArchiveScreen
from kibitz_client.tui.screens.match.play import PlayScreen
from kibitz_client.tui.screens.match.watch import WatchScreen
from kibitz_client.tui.screens.replay import ReplayScreen
from kibitz_client.tui.widgets.board import BoardWidget
from kibitz_client.tui.widgets.moves import MARK, MovesList, columns, move_at, move_lines
from kibitz_client.tui.widgets.timeline import Timeline
from kibitz_protocol.archive import Archive, ArchiveRow
from kibitz_protocol.to_client import Finished, Moved, Recorded, TakenBack
from kibitz_protocol.values import Result
from tests.client.samples import CODE, ENGINE, MATCH, OTTER, event, move, position, report, snapshot
from tests.client.tui.fakes import Server, running, shows, until

CELLS = "4082"
FIRST, SEAT = columns([])
SCORES = (0, -30, 900, -900)
"""What was expected by who moved; with the second move O threw it all away."""


def record() -> list[Any]:
    """A match of four moves and an end."""
    told: list[Any] = [snapshot()]
    for ply, cell in enumerate(CELLS):
        search = report(score=SCORES[ply], line=["a1", "b2"])
        told.append(event(4 + ply, Moved(move=move(ply, int(cell), search)), position(CELLS[: ply + 1])))
    over = Finished(result=Result(winner=0, reason="line"))
    return [*told, event(8, over, position(CELLS, to_move=None), "finished")]


def answer(command: Any) -> Any:
    """A server with that match in its archive."""
    if command.t == "record":
        return Recorded(match=MATCH, snapshot=record()[0], events=record()[1:], last=8)
    if command.t == "archive":
        row = ArchiveRow(
            match=MATCH,
            code=CODE,
            game="tictactoe",
            clock=None,
            seats=[OTTER, ENGINE],
            result=Result(winner=0, reason="line"),
            ply=4,
            rated=False,
            created_at=0.0,
            ended_at=0.0,
        )
        return Archive(matches=[row], next=None)
    return None


def test_a_stop_for_each_ply() -> None:
    """The last one is the end; what was taken back is not stopped at."""
    assert [state.position.ply for state in ply_states(record())] == [0, 1, 2, 3, 4]
    assert ply_states(record())[-1].over
    told = [*record()[:3], event(6, TakenBack(seat=1, plies=1), position("4"))]
    assert [state.position.ply for state in ply_states(told)] == [0, 1]


def test_the_course_of_a_match() -> None:
    """The graph goes up and down with the first seat; a swing is a mistake of who stood worse after it."""
    moves = [moved.event.move for moved in record()[1:5]]
    assert graph(moves) == "++%%"
    (found,) = mistakes(moves)
    assert (found.ply, found.better, found.score, found.before > found.after) == (1, "a1", "-0.3", True)
    assert mistakes([one.model_copy(update={"search": None}) for one in moves]) == []


def test_the_list_marks_the_move_that_is_shown() -> None:
    """Its line, whether it is the first of it or the last; none before the first move."""
    moves = [move(ply, int(cell)) for ply, cell in enumerate(CELLS)]
    marked = [
        [at for at, line in enumerate(move_lines("XO", moves, ply)) if line.endswith(MARK)] for ply in range(-1, 4)
    ]
    assert marked == [[], [1], [1], [2], [2]]


async def test_from_the_archive_to_the_end() -> None:
    """r lists what is over, Enter opens it, arrows and m go through it, Esc leads back."""
    async with running(Server(more=answer)) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        await pilot.press("r")
        await until(pilot, lambda: isinstance(app.screen, ArchiveScreen) and shows(app, "1-0"))
        await pilot.press("down", "enter")
        await until(
            pilot, lambda: isinstance(app.screen, ReplayScreen) and shows(app, "4 moves, 1 mistake found, m goes there")
        )
        await pilot.press("right", "right")
        await until(pilot, lambda: shows(app, "2/4"))
        await pilot.press("home", "m")
        await until(pilot, lambda: shows(app, "better a1 (-0.3)"))
        await pilot.press("end")
        await until(pilot, lambda: shows(app, "X wins: line"))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, ArchiveScreen))


async def test_the_graph_is_clicked() -> None:
    """A click goes to its ply."""
    async with running(Server(more=answer)) as (app, pilot):
        app.navigation.replay(MATCH)
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen) and shows(app, "0/4"))
        await pilot.click(Timeline, offset=(1 + len("eval  ") + 3, 0))
        await until(pilot, lambda: shows(app, "3/4"))


async def test_a_move_of_the_list_is_clicked() -> None:
    """It is shown as it was after that move; the heading is no move."""
    async with running(Server(more=answer)) as (app, pilot):
        app.navigation.replay(MATCH)
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen) and shows(app, "0/4"))
        await pilot.click(MovesList, offset=(FIRST + SEAT + 1, 2))
        await until(pilot, lambda: shows(app, "4/4"))
        await pilot.click(MovesList, offset=(FIRST, 1))
        await until(pilot, lambda: shows(app, "1/4"))
        await pilot.click(MovesList, offset=(FIRST, 0))
        await pilot.press("right")
        await until(pilot, lambda: shows(app, "2/4"))


def test_which_move_stands_where() -> None:
    """By its column; before the columns the first of the line, behind them the last."""
    moves = [move(ply, int(cell)) for ply, cell in enumerate(CELLS)]
    found = [move_at(moves, 2, x) for x in (0, FIRST, FIRST + SEAT, 60)]
    assert [one.ply for one in found if one is not None] == [2, 2, 3, 3]
    assert (move_at(moves, 0, 8), move_at(moves, 3, 8)) == (None, None)


def test_mistakes_are_counted_as_people_do() -> None:
    """None, one or several; and a match of one move."""
    moves = [moved.event.move for moved in record()[1:5]]
    found = mistakes(moves)
    assert ply_summary(moves, found, 0) == "4 moves, 1 mistake found, m goes there; g goes to a ply"
    assert ply_summary(moves[:1], [], 0) == "1 move, no mistakes known; g goes to a ply"
    assert ply_summary(moves, found * 2, 0) == "4 moves, 2 mistakes found, m goes to the next; g goes to a ply"


async def test_it_runs_stops_at_the_end_and_begins_again() -> None:
    """Space runs and pauses, plus and minus change how fast; at the end it stands, and runs from the beginning."""
    async with running(Server(more=answer)) as (app, pilot):
        app.navigation.replay(MATCH)
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen) and shows(app, "0/4"))
        replay = app.screen
        assert isinstance(replay, ReplayScreen)
        replay.step_every_s = 1000.0
        await pilot.press("plus", "plus")
        await until(pilot, lambda: shows(app, "0/4  4x"))
        await pilot.press("space")
        await until(pilot, lambda: shows(app, "0/4  > 4x"))
        await pilot.press("space")
        await until(pilot, lambda: shows(app, "0/4  4x"))
        replay.step_every_s = 0.01
        await pilot.press("space")
        await until(pilot, lambda: shows(app, "4/4  4x"))
        replay.step_every_s = 1000.0
        await pilot.press("minus", "minus", "minus", "space")
        await until(pilot, lambda: shows(app, "0/4  > 0.5x"))


async def test_what_was_expected_stands_on_the_board() -> None:
    """The line of the search for the next move, as numbers; p takes it away. Mistakes have a mark in the list."""
    async with running(Server(more=answer)) as (app, pilot):
        app.navigation.replay(MATCH)
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen) and shows(app, "0/4"))
        board = app.screen.query_one(BoardWidget)
        await until(pilot, lambda: board.expected.numbers == {6: "1", 4: "2"} and shows(app, "a3?"))
        await pilot.press("p")
        await until(pilot, lambda: board.expected.numbers == {})


async def test_a_branch_is_a_match_from_here() -> None:
    """b makes a match with the moves so far, in which the one to move is ours."""
    server = Server(seat=0, more=answer)
    async with running(server) as (app, pilot):
        app.navigation.replay(MATCH)
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen) and shows(app, "0/4"))
        await pilot.press("right", "b")
        await until(pilot, lambda: bool(server.of("create")))
        made = server.of("create")[0]
        assert (made.moves, [seat.kind for seat in made.seats]) == (["b2"], ["engine", "me"])


async def test_a_record_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """w writes a record that replays."""
    monkeypatch.chdir(tmp_path)
    async with running(Server(more=answer)) as (app, pilot):
        app.navigation.replay(MATCH)
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen) and shows(app, "0/4"))
        await pilot.press("w")
        await until(pilot, lambda: shows(app, "written to"))
    assert len((tmp_path / f"{CODE}.jsonl").read_text().splitlines()) == 1 + len(record())


async def test_back_in_time_while_watching() -> None:
    """[ shows the match so far from its last ply; Esc is live again."""
    server = Server(more=answer)
    async with running(server) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        await pilot.press("w")
        server.tell(snapshot("40"))
        await until(pilot, lambda: isinstance(app.screen, WatchScreen) and shows(app, "Tic-tac-toe"))
        await pilot.press("left_square_bracket")
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen) and shows(app, "4/4"))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, WatchScreen))


async def test_a_ply_by_its_number() -> None:
    """g asks for it; what is none is told with those that there are."""
    async with running(Server(more=answer)) as (app, pilot):
        app.navigation.replay(MATCH)
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen) and shows(app, "0/4"))
        await pilot.press("g", "3", "enter")
        await until(pilot, lambda: shows(app, "3/4"))
        await pilot.press("g", "5", "enter")
        await until(pilot, lambda: shows(app, "5 is not a ply of this match; enter 0 to 4"))
        assert shows(app, "3/4")


@pytest.mark.parametrize(("ascii_only", "course"), [(True, "eval  ++%%"), (False, "eval  ▅▅██")])
async def test_the_graph_has_blocks_or_ascii(ascii_only: bool, course: str) -> None:
    """As the boards have lines, or not."""
    async with running(Server(more=answer), preferences=Preferences(ascii_only=ascii_only)) as (app, pilot):
        app.navigation.replay(MATCH)
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen) and shows(app, course))


async def test_it_runs_by_itself_with_clocks_and_thoughts_of_the_moment() -> None:
    """Space plays it to its end; the panel has what was thought for the move that is shown."""
    async with running(Server(more=answer), (100, 30)) as (app, pilot):
        app.navigation.replay(MATCH)
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen) and shows(app, "0/4"))
        assert not shows(app, "depth 9")
        await pilot.press("right", "right")
        await until(pilot, lambda: shows(app, "depth 9") and shows(app, "pv a1 b2"))
        assert isinstance(app.screen, ReplayScreen)
        app.screen.step_every_s = 0.001
        await pilot.press("space")
        await until(pilot, lambda: shows(app, "4/4") and shows(app, "X wins: line"))


async def test_from_the_end_of_a_match() -> None:
    """/replay shows what was played from its last ply; Esc is the match again."""
    server = Server(seat=0, more=answer)
    async with running(server) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        app.matches.open(CODE, join=True)
        for message in (snapshot(CELLS, you=0), record()[-1]):
            server.tell(message)
        await until(pilot, lambda: isinstance(app.screen, PlayScreen) and shows(app, "/replay"))
        await pilot.press(*"/replay", "enter")
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen) and shows(app, "4/4"))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, PlayScreen))
