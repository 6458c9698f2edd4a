"""The archive screen: filters, pages and record files."""

from pathlib import Path
from typing import Any

import pytest
from textual.widgets import OptionList

from kibitz_client.columns import width_of
from kibitz_client.tui.screens.archive import ArchiveScreen, archive_text
from kibitz_client.tui.screens.replay import ReplayScreen
from kibitz_protocol.codec import encode
from kibitz_protocol.commands.archive import Archive, ArchiveRow
from kibitz_protocol.formats.record import HEADER
from kibitz_protocol.to_client import Recorded
from kibitz_protocol.values.matches import Result
from tests.client.samples import CODE, ENGINE, OTTER
from tests.client.tui.recorded_match import record
from tests.fakes.app import Server, running, shows, until

pytestmark = pytest.mark.app


def row(match: str, game: str = "tictactoe") -> ArchiveRow:
    """Return the row of a finished match."""
    won = Result(winner=0, reason="line")
    common: dict[str, Any] = {"clock": None, "seats": [OTTER, ENGINE], "result": won, "rated": False}
    return ArchiveRow(match=match, code=CODE, game=game, ply=4, created_at=0.0, ended_at=0.0, **common)


def answer(command: Any) -> Any:
    """Answer as a server with an archive of two pages and one match of Nim."""
    if command.t == "record":
        return Recorded(match=command.match, snapshot=record()[0], events=record()[1:], last=8)
    if command.t != "archive":
        return None
    if command.player is not None:
        return Archive(matches=[row("m-3", "nim")] if command.player == "otter" else [], next=None)
    if command.cursor is None:
        return Archive(matches=[row("m-1")], next="page-2")
    return Archive(matches=[row("m-1"), row("m-2")], next=None)


def lines(screen: ArchiveScreen) -> list[str | None]:
    """Return the matches of the list."""
    return [option.id for option in screen.query_one(OptionList).options]


@pytest.mark.parametrize("width", [56, 76, 116])
def test_the_line_of_a_match_is_never_wider_than_its_list(width: int) -> None:
    """A reason without room is left out."""
    assert width_of(archive_text(row("m1"), width)) <= width


def test_a_narrow_line_has_the_reason_alone() -> None:
    """The score says already which side won."""
    assert archive_text(row("m1"), 80).endswith(" 1-0     4  a line")
    assert archive_text(row("m1"), 120).endswith(" 1-0     4  otter won: a line")


async def test_pages_and_filters() -> None:
    """m adds a page once, even if pressed twice; / filters, and an empty filter lists all matches."""
    server = Server(more=answer)
    async with running(server) as (app, pilot):
        screen = ArchiveScreen()
        await app.push_screen(screen)
        await until(pilot, lambda: lines(screen) == ["m-1"])
        await pilot.press("m", "m")
        await until(pilot, lambda: lines(screen) == ["m-1", "m-2"])
        await pilot.press("m")
        await until(pilot, lambda: shows(app, "no more matches"))
        await pilot.press("slash", *"otter", "enter")
        await until(pilot, lambda: lines(screen) == ["m-3"] and shows(app, "filter: otter"))
        assert server.of("archive")[-1].cursor is None
        await pilot.press("slash", *"nobody", "enter")
        await until(pilot, lambda: lines(screen) == [] and shows(app, "fits nobody"))
        await pilot.press("slash", *"since=soon", "enter")
        await until(pilot, lambda: shows(app, "is not a day"))
        assert server.of("archive")[-1].player == "nobody"
        await pilot.press("slash", "backspace", "enter")
        await until(pilot, lambda: lines(screen) == ["m-1"])


async def test_a_match_is_opened_by_mouse() -> None:
    """A click on a match replays it."""
    async with running(Server(more=answer)) as (app, pilot):
        screen = ArchiveScreen()
        await app.push_screen(screen)
        await until(pilot, lambda: lines(screen) == ["m-1"])
        await pilot.click("#archive", offset=(5, 0))
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen) and shows(app, "0/4"))


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Write a record to `a.jsonl` and an invalid one to `b.jsonl`."""
    monkeypatch.chdir(tmp_path)
    Path("a.jsonl").write_bytes(b"\n".join(encode(one) for one in [HEADER, *record()]))
    Path("b.jsonl").write_text("{}")


@pytest.mark.usefixtures("files")
async def test_a_record_in_a_file() -> None:
    """o opens a record file; an invalid file is an error below the list."""
    async with running(Server(more=answer)) as (app, pilot):
        screen = ArchiveScreen()
        await app.push_screen(screen)
        await until(pilot, lambda: lines(screen) == ["m-1"])
        await pilot.press("o", *"b.jsonl", "enter")
        await until(pilot, lambda: app.screen is screen and shows(app, "is not a record"))
        await pilot.press("o", *"a.jsonl", "enter")
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen) and shows(app, "0/4"))
