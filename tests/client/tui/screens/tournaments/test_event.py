"""The screen of a tournament: its tabs, its keys, its messages."""

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import DataTable, OptionList

from kibitz_client.tui.app import KibitzApp
from kibitz_client.tui.screens.dialogs import Findings
from kibitz_client.tui.screens.match.watch import WatchScreen
from kibitz_client.tui.screens.replay import ReplayScreen
from kibitz_client.tui.screens.tournaments.event import EventScreen
from kibitz_protocol.to_client import Entered, Recorded
from kibitz_protocol.tournaments.messages import Happened
from kibitz_protocol.tournaments.views import GameRows
from tests.client.samples import CODE as MATCH_CODE
from tests.client.samples import snapshot as match_snapshot
from tests.client.tournaments import CODE, ID, counted, ended, happened, standings
from tests.client.tui.recorded_match import record
from tests.client.tui.tournaments import EventServer, event_view, played, snapshot_of
from tests.fakes.app import picture, running, shows, type_at_once, until

pytestmark = pytest.mark.app


async def opened(app: KibitzApp, pilot: Pilot[None]) -> EventScreen:
    """Open the tournament, and return its screen."""
    await until(pilot, lambda: shows(app, "tictactoe"))
    app.tournaments.open(CODE)
    await until(pilot, lambda: isinstance(app.screen, EventScreen) and shows(app, "Friday", "Deep"))
    assert isinstance(app.screen, EventScreen)
    return app.screen


def matches(command: Any) -> Any:
    """Answer commands about the games of the tournament."""
    if command.t == "record":
        return Recorded(match=command.match, snapshot=record()[0], events=record()[1:], last=8)
    return Entered(match=command.match, code=MATCH_CODE, seat=None) if command.t == "watch" else None


async def test_the_own_row_is_at_the_top_with_what_it_waits_for() -> None:
    """The own row is above the others, which it stays among; after it comes what happens next."""
    async with running(EventServer()) as (app, pilot):
        await opened(app, pilot)
        lines = picture(app)
        own = next(place for place, line in enumerate(lines) if line.startswith(">3  otter"))
        assert "you are number 3: Your game of round 2 runs." in lines[own + 1]
        assert [line.split()[1] for line in lines[own + 2 : own + 7]] == ["Deep", "Quick", "otter", "Wild", "[Odd]"]


async def test_messages_change_the_standings() -> None:
    """Rows, ranks and the state follow the messages; a pause names its reason."""
    server = EventServer(event_view(entered=False))
    async with running(server) as (app, pilot):
        screen = await opened(app, pilot)
        *others, last = server.events.view.rows
        rows = [last.model_copy(update={"rank": 1, "points": 9})]
        rows += [row.model_copy(update={"rank": row.rank + 1}) for row in others]
        server.tell(standings(*rows, ranks=[5, 1, 2, 3, 4], games_played=4))
        await until(pilot, lambda: shows(app, "1  [Odd]         9", "2  Deep", "4 games played"))
        server.tell(happened(2, Happened(kind="paused", reason="lunch"), "paused"))
        await until(pilot, lambda: shows(app, "paused: lunch"))
        server.tell(ended(3))
        await until(pilot, lambda: shows(app, "finished, 5 entrants") and not shows(app, "e enter"))
        assert screen.view is not None
        assert screen.view.state == "finished"


async def test_enter_explains_a_place() -> None:
    """Enter on a row shows why the entrant has its place."""
    server = EventServer()
    async with running(server) as (app, pilot):
        await opened(app, pilot)
        await pilot.press("down", "enter")
        await until(pilot, lambda: isinstance(app.screen, Findings) and shows(app, "Quick has place 2"))
        assert [do.entrant for do in server.actions("why")] == ["Quick"]


async def test_a_cell_of_the_crosstable_opens_its_games() -> None:
    """Enter in a cell asks for the games of both entrants: one is opened at once, and of several one is chosen."""
    games = [played(3, 1, 2), played(4, 2, 1)]
    found = {"Deep": games, "Quick": games[:1]}
    server = EventServer(
        games=lambda do: GameRows(tournament=ID, games=found.get(do.entrant or "", []), page=1, pages=1)
    )
    server.other = matches
    async with running(server) as (app, pilot):
        screen = await opened(app, pilot)
        await pilot.press("2")
        await until(pilot, lambda: shows(app, "[2 crosstable]", "[Odd]"))
        await until(pilot, lambda: isinstance(app.focused, DataTable))
        await pilot.press("right", "enter")
        await until(pilot, lambda: shows(app, "Which game?", "game 4, round 1: Quick - Deep"))
        asked = [(do.entrant, do.opponent) for do in server.actions("games")]
        assert asked == [("Deep", "Quick")]
        await pilot.press("escape", "down", "left", "enter")
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is screen)
        await pilot.press("down", "enter")
        await until(pilot, lambda: shows(app, "no games between them"))


async def test_games_are_watched_or_replayed() -> None:
    """Live games come first. Enter watches one, and replays one that is over; Esc leads back to the tournament."""
    server = EventServer()
    server.other = matches
    async with running(server) as (app, pilot):
        screen = await opened(app, pilot)
        await pilot.press("3")
        await until(pilot, lambda: shows(app, "[3 games]", "running"))
        await until(pilot, lambda: isinstance(app.focused, OptionList) and app.focused.option_count == 5)
        await pilot.press("enter")
        server.tell(match_snapshot("40", match="m6"))
        await until(pilot, lambda: isinstance(app.screen, WatchScreen) and shows(app, "Tic-tac-toe"))
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is screen)
        await pilot.press("end", "enter")
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is screen)


async def test_w_watches_the_top_board() -> None:
    """Of the running games, that of the first board is watched; without one, the screen says so."""
    server = EventServer()
    server.other = matches
    async with running(server) as (app, pilot):
        await opened(app, pilot)
        await pilot.press("w")
        await until(pilot, lambda: isinstance(app.screen, WatchScreen))
        assert [command.match for command in server.of("watch")] == ["m5"]
        await pilot.press("escape")
        server.events.answers["games"] = GameRows(tournament=ID, games=[played(1, 1, 2)], page=1, pages=1)
        await pilot.press("w")
        await until(pilot, lambda: shows(app, "no game is running"))


async def test_statistics_have_counts_the_course_of_the_test_and_warnings() -> None:
    """The tab has pair counts, Elo with its interval, LLR between its bounds, repeated games and warnings."""
    async with running(EventServer(), (100, 40)) as (app, pilot):
        await opened(app, pilot)
        await pilot.press("4")
        await until(pilot, lambda: shows(app, "complete pairs     2    8   20   20   10"))
        assert shows(app, "+42.0 (+10.0 to +75.0, 95 %)", "LLR +2.95", "repeat an earlier game", "warning: 31 of 120")
        assert shows(app, "+2.94 \u2502", "-2.94 \u2502", "60 pairs")


async def test_rounds_go_back_and_forth() -> None:
    """The latest round comes first; [ and ] go to earlier and later ones. A bye is said so."""
    server = EventServer()
    async with running(server) as (app, pilot):
        await opened(app, pilot)
        await pilot.press("5")
        await until(pilot, lambda: shows(app, "round 2 of 3", "has a bye"))
        await pilot.press("right_square_bracket", "left_square_bracket")
        await until(pilot, lambda: shows(app, "round 1 of 3", "1/2-1/2"))
        await pilot.press("right_square_bracket")
        await until(pilot, lambda: shows(app, "round 2 of 3"))
        assert [do.round for do in server.actions("rounds")] == [None, 1, None]


async def test_a_tab_asks_again_after_an_event() -> None:
    """While the games are shown, a counted game makes them come again; other tabs ask when they are shown."""
    server = EventServer()
    async with running(server) as (app, pilot):
        await opened(app, pilot)
        await pilot.press("3")
        await until(pilot, lambda: len(server.actions("games")) == 1)
        server.tell(counted(2, played(5, 2, 3)))
        await until(pilot, lambda: len(server.actions("games")) == 2)
        assert server.actions("statistics") == []


async def test_entering_resting_and_leaving() -> None:
    """e enters, and asks before it leaves; r rests, and ends the rest. The keys say which of both it is."""
    server = EventServer(event_view(entered=False))
    async with running(server) as (app, pilot):
        await opened(app, pilot)
        await pilot.press("r")
        await until(pilot, lambda: shows(app, "you have not entered"))
        await pilot.press("e")
        await until(pilot, lambda: shows(app, "you have entered"))
        own = event_view().own
        assert own is not None
        server.tell(snapshot_of(event_view(), 2))
        await until(pilot, lambda: shows(app, "e leave  r rest  g your game"))
        await pilot.press("r")
        await until(pilot, lambda: len(server.actions("rest")) == 1)
        resting = own.row.model_copy(update={"state": "resting"})
        server.tell(snapshot_of(event_view(own=own.model_copy(update={"row": resting})), 3))
        await until(pilot, lambda: shows(app, "r ready"))
        await pilot.press("r")
        await until(pilot, lambda: len(server.actions("ready")) == 1)
        await pilot.press("e", "enter")
        await until(pilot, lambda: not shows(app, "Leave Friday?"))
        assert server.actions("leave") == []
        await pilot.press("e", "y")
        await until(pilot, lambda: shows(app, "you have left"))
        assert len(server.actions("leave")) == 1


async def test_export_writes_a_file_and_replaces_none_unasked(tmp_path: Path) -> None:
    """x asks for the form and the file; a file that exists is replaced only after a question."""
    server, file = EventServer(), tmp_path / "friday.csv"
    async with running(server) as (app, pilot):
        await opened(app, pilot)

        async def export(*answer: str) -> None:
            await pilot.press("x", "down", "enter", "ctrl+u")
            type_at_once(app, str(file))
            await pilot.press("enter", *answer)

        await export()
        await until(pilot, lambda: file.exists() and shows(app, "written to"))
        assert file.read_text() == "as csv\n"
        file.write_text("mine")
        await export("n")
        assert file.read_text() == "mine"
        await export("y")
        await until(pilot, lambda: file.read_text() == "as csv\n")


async def test_pages_of_the_standings() -> None:
    """] asks for the next page of the standings, which comes as a snapshot."""
    server = EventServer(event_view(page=1, pages=2))
    async with running(server) as (app, pilot):
        await opened(app, pilot)
        assert shows(app, "page 1 of 2")
        server.events.view = event_view(page=2, pages=2)
        await pilot.press("left_square_bracket", "right_square_bracket")
        await until(pilot, lambda: shows(app, "page 2 of 2"))
        assert [do.page for do in server.actions("show")] == [None, 2]


async def test_a_click_chooses_a_tab_and_names_are_no_markup() -> None:
    """The tabs can be clicked. A name in brackets is shown as it is."""
    async with running(EventServer()) as (app, pilot):
        await opened(app, pilot)
        line = next(place for place, text in enumerate(picture(app)) if "2 crosstable" in text)
        await pilot.click(offset=(20, line))
        await until(pilot, lambda: shows(app, "[2 crosstable]", "[Odd]"))
