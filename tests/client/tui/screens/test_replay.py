"""Replaying a match: plies, mistakes, a branch, and the way there from the archive or a match."""

import asyncio
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from kibitz_client.errors import RefusedError
from kibitz_client.storage.preferences import Preferences
from kibitz_client.tui.screens.archive import ArchiveScreen
from kibitz_client.tui.screens.match.play import PlayScreen
from kibitz_client.tui.screens.match.watch import WatchScreen
from kibitz_client.tui.screens.replay import ReplayScreen
from kibitz_client.tui.widgets.board import BoardWidget
from kibitz_client.tui.widgets.moves import MovesList, columns
from kibitz_client.tui.widgets.timeline import Timeline
from kibitz_protocol.commands.analysis import Analysing
from kibitz_protocol.formats.sgf.writer import sgf_text
from kibitz_protocol.refusals import Code
from kibitz_protocol.values.matches import Result
from tests.client.go import go_match, played
from tests.client.holdem import holdem_snapshot
from tests.client.samples import CODE, MATCH, snapshot
from tests.client.tui.recorded_match import CELLS, analysed, answer, record
from tests.fakes.app import Server, running, shows, until
from tests.fakes.client import refused

pytestmark = pytest.mark.app

FIRST, SEAT = columns([])


async def test_from_the_archive_to_the_end() -> None:
    """r opens the archive, Enter a replay, arrows and m move through it, Esc returns."""
    async with running(Server(more=answer)) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        await pilot.press("r")
        await until(pilot, lambda: isinstance(app.screen, ArchiveScreen) and shows(app, "1-0"))
        await pilot.press("down", "enter")
        await until(
            pilot, lambda: isinstance(app.screen, ReplayScreen) and shows(app, "4 moves, 1 mistake found, n goes there")
        )
        await pilot.press("right", "right")
        await until(pilot, lambda: shows(app, "2/4"))
        await pilot.press("home", "m")
        await until(pilot, lambda: shows(app, "better a1 b2 (-0.3)"))
        await pilot.press("end")
        await until(pilot, lambda: shows(app, "X (otter) wins: a line."))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, ArchiveScreen))


async def test_the_graph_is_clicked() -> None:
    """A click on the graph goes to its ply."""
    async with running(Server(more=answer)) as (app, pilot):
        app.navigation.replay(MATCH)
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen) and shows(app, "0/4"))
        await pilot.click(Timeline, offset=(1 + len("eval  ") + 3, 0))
        await until(pilot, lambda: shows(app, "3/4"))


async def test_a_move_of_the_list_is_clicked() -> None:
    """A click on a move shows the position after it; the heading does nothing."""
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


async def test_it_runs_stops_at_the_end_and_begins_again() -> None:
    """Space runs and pauses, plus and minus change the speed; after the end the replay runs from the start."""
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
    """The expected line of the next move is on the board, and e hides it; mistakes are marked in the list."""
    async with running(Server(more=answer)) as (app, pilot):
        app.navigation.replay(MATCH)
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen) and shows(app, "0/4"))
        board = app.screen.query_one(BoardWidget)
        await until(pilot, lambda: board.expected.numbers == {6: "1", 4: "2"} and shows(app, "a3??"))
        await pilot.press("e")
        await until(pilot, lambda: board.expected.numbers == {})


async def test_a_branch_is_a_match_from_here() -> None:
    """b asks for a level, and creates a match with the moves so far, in which we have the side to move."""
    server = Server(seat=0, more=answer)
    async with running(server) as (app, pilot):
        app.navigation.replay(MATCH)
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen) and shows(app, "0/4"))
        await pilot.press("right", "b")
        await until(pilot, lambda: shows(app, "level of the engine"))
        await pilot.press("3", "enter")
        await until(pilot, lambda: bool(server.of("create")))
        made = server.of("create")[0]
        assert (made.moves, [seat.kind for seat in made.seats], made.rated) == (["b2"], ["engine", "me"], False)
        assert made.seats[0].engine.level == 3


async def test_a_branch_at_a_mistake_has_the_side_that_erred() -> None:
    """After n, b creates a match from the shown position in which we have the side that made the mistake."""
    server = Server(seat=1, more=answer)
    async with running(server) as (app, pilot):
        app.navigation.replay(MATCH)
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen) and shows(app, "0/4"))
        await pilot.press("n", "b")
        await until(pilot, lambda: shows(app, "level of the engine"))
        await pilot.press("enter")
        await until(pilot, lambda: bool(server.of("create")))
        made = server.of("create")[0]
        assert (made.moves, [seat.kind for seat in made.seats]) == (["b2", "a3"], ["engine", "me"])


async def test_a_mistake_is_retried_from_before_it() -> None:
    """t creates a casual match from before the mistake, with our side that erred; a bad level is an error."""
    server = Server(seat=1, more=answer)
    async with running(server) as (app, pilot):
        app.navigation.replay(MATCH)
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen) and shows(app, "0/4"))
        await pilot.press("t")
        await until(pilot, lambda: shows(app, "n goes to a mistake; t then plays it again"))
        await pilot.press("n", "t")
        await until(pilot, lambda: shows(app, "level of the engine"))
        await pilot.press("0", "enter")
        await until(pilot, lambda: shows(app, "'0' is not a level; enter 1 to 10"))
        assert server.of("create") == []
        await pilot.press("t")
        await until(pilot, lambda: shows(app, "level of the engine"))
        await pilot.press("enter")
        await until(pilot, lambda: bool(server.of("create")))
        made = server.of("create")[0]
        assert (made.moves, [seat.kind for seat in made.seats]) == (["b2"], ["engine", "me"])
        assert (made.rated, made.visibility, made.seats[0].engine.level) == (False, "unlisted", 5)


class SlowAnalysis(Server):
    """A server whose analysis is complete when the test says so."""

    def __init__(self) -> None:
        super().__init__(more=without_searches)
        self.complete = asyncio.Event()
        self.refusal: Any = None

    async def ask(self, command: Any) -> Any:
        """Answer an analysis after `complete` is set."""
        if command.t == "analyse":
            self.asked.append(command)
            await self.complete.wait()
            if self.refusal is not None:
                raise RefusedError(self.refusal)
            return analysed()
        return await super().ask(command)


def without_searches(command: Any) -> Any:
    """Answer with the record of a match between human players."""
    found = answer(command)
    if command.t != "record":
        return found
    events = []
    for message in found.events:
        fact = message.event
        if fact.kind == "moved":
            fact = fact.model_copy(update={"move": fact.move.model_copy(update={"search": None})})
        events.append(message.model_copy(update={"event": fact}))
    return found.model_copy(update={"events": events})


async def test_a_match_of_people_is_analysed() -> None:
    """a shows the progress; then there are a graph, marks, accuracies, better moves, and n and p between mistakes."""
    server = SlowAnalysis()
    async with running(server, (100, 30)) as (app, pilot):
        app.navigation.replay(MATCH)
        await until(pilot, lambda: shows(app, "4 moves; a analyses them and finds mistakes"))
        await pilot.press("n")
        await until(pilot, lambda: shows(app, "no engine searched this match; a analyses it"))
        await pilot.press("a")
        await until(pilot, lambda: bool(server.of("analyse")))
        assert (server.of("analyse")[0].match, server.of("analyse")[0].effort) == (MATCH, "normal")
        server.tell(Analysing(match=MATCH, done=2, total=5))
        await until(pilot, lambda: shows(app, "analysing [############------------------] 2/5"))
        await pilot.press("right", "a")
        await until(pilot, lambda: shows(app, "2/5") and shows(app, "1/4"))
        assert len(server.of("analyse")) == 1
        server.complete.set()
        sides = ("X         99%   ?! 0  ? 0  ?? 0", "O         15%   ?! 0  ? 0  ?? 1")
        await until(pilot, lambda: shows(app, "a3??", *sides, "accuracy: X 99%, O 15%"))
        await pilot.press("n")
        await until(pilot, lambda: shows(app, "2. a3  00:01.5  ??  50% -> 10%  better a1 b2 c1 (-0.3)", "X 90%"))
        board = app.screen.query_one(BoardWidget)
        await pilot.press("left")
        await until(pilot, lambda: board.expected.numbers.get(6) == "1" and shows(app, "X 50%"))
        await pilot.press("end", "n")
        await until(pilot, lambda: shows(app, "no more mistakes in this direction"))
        await pilot.press("p")
        await until(pilot, lambda: shows(app, "2/4"))
        await pilot.press("a")
        await until(pilot, lambda: [command.effort for command in server.of("analyse")] == ["normal", "deep"])


async def test_a_refused_analysis_says_why() -> None:
    """The refusal of a running match is shown, and the replay goes on."""
    server = SlowAnalysis()
    server.refusal = refused(Code.NOT_OVER, "the match is not over", "ask again when it is over")
    async with running(server) as (app, pilot):
        app.navigation.replay(MATCH)
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen) and shows(app, "0/4"))
        server.complete.set()
        await pilot.press("a")
        await until(pilot, lambda: shows(app, "the match is not over"))
        await pilot.press("right")
        await until(pilot, lambda: shows(app, "1. b2"))


async def test_a_server_without_analyses_is_named() -> None:
    """An older server gets no command that it does not know."""
    server = Server(more=answer)
    server.capabilities.remove("analysis")
    async with running(server) as (app, pilot):
        app.navigation.replay(MATCH)
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen) and shows(app, "0/4"))
        await pilot.press("a")
        await until(pilot, lambda: shows(app, "this server does not analyse matches"))
        assert server.of("analyse") == []


async def test_a_record_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """w writes a record that replays."""
    monkeypatch.chdir(tmp_path)
    async with running(Server(more=answer)) as (app, pilot):
        app.navigation.replay(MATCH)
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen) and shows(app, "0/4"))
        await pilot.press("w")
        await until(pilot, lambda: shows(app, "written to"))
    assert len((tmp_path / f"{CODE}.jsonl").read_text().splitlines()) == 1 + len(record())


async def test_a_match_of_go_is_written_in_sgf_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """w writes both files, the second one with the times of moves."""
    monkeypatch.chdir(tmp_path)
    messages = played(go_match(), "C3 D3", Result(winner=0, reason="resignation"))
    async with running(Server(more=answer)) as (app, pilot):
        await app.push_screen(ReplayScreen(messages))
        await until(pilot, lambda: shows(app, "0/2"))
        await pilot.press("w")
        await until(pilot, lambda: shows(app, "written to"))
    assert (tmp_path / f"{CODE}.sgf").read_text() == sgf_text(messages, comments=True)
    assert len((tmp_path / f"{CODE}.jsonl").read_text().splitlines()) == 1 + len(messages)


async def test_back_in_time_while_watching() -> None:
    """r replays the match so far from its last ply; Esc returns to the live match."""
    server = Server(more=answer)
    async with running(server) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        await pilot.press("w")
        server.tell(snapshot("40"))
        await until(pilot, lambda: isinstance(app.screen, WatchScreen) and shows(app, "Tic-tac-toe"))
        await pilot.press("r")
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen) and shows(app, "4/4"))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, WatchScreen))


async def test_a_ply_by_its_number() -> None:
    """g asks for a ply; an unknown one is an error with the valid range."""
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
    """The graph is drawn with blocks, or in ASCII as the boards."""
    async with running(Server(more=answer), preferences=Preferences(ascii_only=ascii_only)) as (app, pilot):
        app.navigation.replay(MATCH)
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen) and shows(app, course))


async def test_it_runs_by_itself_with_clocks_and_thoughts_of_the_moment() -> None:
    """Space runs the replay to its end; the engine panel shows the search of the shown move."""
    async with running(Server(more=answer), (100, 30)) as (app, pilot):
        app.navigation.replay(MATCH)
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen) and shows(app, "0/4"))
        assert not shows(app, "depth 9")
        await pilot.press("right", "right")
        await until(pilot, lambda: shows(app, "depth 9") and shows(app, "pv a1 b2"))
        assert isinstance(app.screen, ReplayScreen)
        app.screen.step_every_s = 0.001
        await pilot.press("space")
        await until(pilot, lambda: shows(app, "4/4") and shows(app, "X (otter) wins: a line."))


async def test_from_the_end_of_a_match() -> None:
    """/replay shows the match from its last ply; Esc returns to the match."""
    server = Server(seat=0, more=answer)
    async with running(server) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        app.matches.open(CODE, join=True)
        for message in (snapshot(CELLS, you=0), record()[-1]):
            server.tell(message)
        await until(pilot, lambda: isinstance(app.screen, PlayScreen) and shows(app, "a analyse"))
        await pilot.press(*"/replay", "enter")
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen) and shows(app, "4/4"))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, PlayScreen))


async def test_a_replay_of_hidden_cards_judges_no_move() -> None:
    """Its first message says that all cards are shown; analysis, mistakes and matches from here are not offered."""
    server = Server()
    async with running(server) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        app.push_screen(ReplayScreen([holdem_snapshot(you=None)]))
        await until(pilot, lambda: shows(app, "folded ones too", "v verify"))
        assert not shows(app, "mistakes")
        for key, text in (
            ("n", "each player knew only"),
            ("b", "starts at the beginning"),
            ("a", "each player knew only"),
        ):
            await pilot.press(key)
            await until(pilot, partial(shows, app, text))
        assert not server.of("analyse")


async def test_a_replay_of_a_match_that_ended_early_says_what_stays_hidden() -> None:
    """Its first message does not promise all cards."""
    early = holdem_snapshot(you=None).model_copy(update={"seed_kept": True, "server_seed_hash": "00" * 32})
    async with running(Server()) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        app.push_screen(ReplayScreen([early]))
        await until(pilot, lambda: shows(app, "the match ended early, so cards that were not shown"))
        assert not shows(app, "folded ones too")


async def test_the_notes_of_a_file_are_shown() -> None:
    """The first one is below the board, and i lists all of them."""
    first, *rest = record()
    first = first.model_copy(update={"notes": ["the tag Round is left out", "line 3: a bracket too many"]})
    async with running(Server(more=answer)) as (app, pilot):
        await app.push_screen(ReplayScreen([first, *rest]))
        await until(pilot, lambda: shows(app, "note: the tag Round is left out (and 1 more: i)"))
        await pilot.press("i")
        await until(pilot, lambda: shows(app, "line 3: a bracket too many"))
        await pilot.press("escape", "right")
        await until(pilot, lambda: not shows(app, "note:"))
