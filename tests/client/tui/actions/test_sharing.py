"""Private matches by key, invitations and the clipboard, by keys and by mouse."""

from typing import Any

import pytest
from textual.widgets import Input, OptionList

from kibitz_client.network.invitation import InvitationLink
from kibitz_client.storage.preferences import Preferences
from kibitz_client.tui.app import KibitzApp
from kibitz_client.tui.screens.dialogs import Ask, Pick
from kibitz_client.tui.screens.invite import InviteScreen
from kibitz_client.tui.screens.lobby import LobbyScreen
from kibitz_client.tui.screens.match.play import PlayScreen
from kibitz_client.tui.screens.match.watch import WatchScreen
from kibitz_client.tui.session import MatchSummary
from kibitz_protocol.refusals import Code
from kibitz_protocol.to_client import Entered, Recorded
from tests.client.samples import CODE, MATCH, OPEN, OTTER, snapshot
from tests.fakes.app import Server, row, running, shows, until
from tests.fakes.client import refused

pytestmark = pytest.mark.app

KEY = "a-key-of-ours"


def locked(command: Any) -> Any:
    """Answer as a server whose match is private."""
    if command.t in ("join", "watch") and command.key != KEY:
        return refused(Code.WRONG_KEY, "that is not the key of the match")
    return None


def typing(app: KibitzApp) -> bool:
    """Return whether a prompt is open."""
    return isinstance(app.screen, Ask)


@pytest.mark.parametrize(("pressed", "kind"), [(("j", *"k7qx", "enter"), "join"), (("w",), "watch")])
async def test_the_key_of_a_private_match_is_asked_for(pressed: tuple[str, ...], kind: str) -> None:
    """The key is asked for again after a wrong one, is masked, and is remembered."""
    server = Server(seat=0 if kind == "join" else None, more=locked)
    async with running(server) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        await pilot.press(*pressed)
        await until(pilot, lambda: typing(app) and shows(app, "its key"))
        await pilot.press(*"wrong", "enter")
        await until(pilot, lambda: typing(app) and shows(app, "wrong key"))
        await pilot.press(*KEY)
        assert app.screen.query_one(Input).value == KEY
        assert not shows(app, KEY)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, PlayScreen if kind == "join" else WatchScreen))
        assert [command.key for command in server.of(kind)] == [None, "wrong", KEY]
        assert app.session is not None
        assert app.session.keys == {MATCH: KEY}


async def test_prompt_for_the_key_is_cancelled() -> None:
    """Esc cancels the prompt for the key."""
    server = Server(more=locked)
    async with running(server) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        await pilot.press("w")
        await until(pilot, lambda: typing(app))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
        assert len(server.of("watch")) == 1


async def test_an_invitation_from_the_lobby() -> None:
    """The invitation has the command to join and a QR code; c copies the command."""
    server = Server()
    server.rows = [row(phase="open", seats=[OTTER, OPEN])]
    async with running(server) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        await pilot.press("i")
        invitation = ("to join:", f"kibitz join {CODE} --server ws://fake", f"http://fake/{CODE}", "█▀▀▀▀▀█")
        await until(pilot, lambda: isinstance(app.screen, InviteScreen) and shows(app, *invitation))
        await pilot.press("c")
        await until(pilot, lambda: shows(app, "copied: invitation"))
        await until(pilot, lambda: app.clipboard == f"kibitz join {CODE} --server ws://fake")
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))


async def test_the_invitation_to_a_private_match() -> None:
    """The creator sees the key in the invitation; neither address nor code contains it."""

    def made(command: Any) -> Any:
        return Entered(match=MATCH, code=CODE, seat=0, key=KEY) if command.t == "create" else None

    server = Server(seat=0, more=made)
    async with running(server) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        await pilot.press("n")
        await until(pilot, lambda: shows(app, "Create"))
        await pilot.click("#create")
        await until(pilot, lambda: isinstance(app.screen, PlayScreen))
        server.tell(snapshot("", you=0, seats=[OTTER, OPEN], phase="open", visibility="private"))
        await until(pilot, lambda: shows(app, "Tic-tac-toe"))
        await pilot.press(*"/invite", "enter")
        await until(pilot, lambda: isinstance(app.screen, InviteScreen) and shows(app, KEY))
        assert isinstance(app.screen, InviteScreen)
        assert not [line for line in app.screen.lines() if KEY in line and "http" in line]


async def test_a_server_of_this_machine_alone() -> None:
    """An invitation to a server of this machine has a hint instead of a QR code."""
    server = Server()
    server.url = "ws://127.0.0.1:1"
    async with running(server) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        await pilot.press("i")
        await until(pilot, lambda: isinstance(app.screen, InviteScreen) and shows(app, "0.0.0.0"))
        assert not shows(app, "█▀")


async def test_copying_by_keys_and_by_mouse() -> None:
    """y asks what to copy; a click or Enter copies it to the clipboard."""
    server = Server(more=lambda command: recorded() if command.t == "record" else None)
    async with running(server) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        await pilot.press("w")
        server.tell(snapshot("40"))
        await until(pilot, lambda: isinstance(app.screen, WatchScreen) and shows(app, "Tic-tac-toe"))
        await pilot.press("y")
        await until(pilot, lambda: isinstance(app.screen, Pick))
        await pilot.press("enter")
        await until(pilot, lambda: app.clipboard == CODE)
        await until(pilot, lambda: isinstance(app.screen, WatchScreen))
        await pilot.press("y")
        await until(pilot, lambda: isinstance(app.screen, Pick))
        await pilot.click(OptionList, offset=(2, 2))
        await until(pilot, lambda: app.clipboard == "O---X----")
        await until(pilot, lambda: isinstance(app.screen, WatchScreen))
        await pilot.press("y", "end", "enter")
        await until(pilot, lambda: '[Game "tictactoe"]' in app.clipboard)


def recorded() -> Recorded:
    """Return a record of one page."""
    page = snapshot("40")
    return Recorded(match=MATCH, snapshot=page, events=[], last=page.seq)


async def test_copying_by_command() -> None:
    """/copy copies by name and explains an unknown name; on the board a letter opens the invitation."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        await pilot.press("enter")
        server.tell(snapshot("40", you=0))
        await until(pilot, lambda: shows(app, "Tic-tac-toe"))
        await pilot.press(*"/copy invite", "enter")
        await until(pilot, lambda: app.clipboard == f"kibitz join {CODE} --server ws://fake")
        await pilot.press(*"/copy cat", "enter")
        await until(pilot, lambda: shows(app, "no cat"))
        await pilot.press("escape", "i")
        await until(pilot, lambda: isinstance(app.screen, InviteScreen))


async def test_nothing_is_highlighted() -> None:
    """Inviting from a quick-play entry asks for a match first."""
    server = Server()
    server.rows = []
    async with running(server) as (app, pilot):
        await until(pilot, lambda: shows(app, "ONLINE"))
        await pilot.press("i")
        await until(pilot, lambda: shows(app, "choose a match"))


async def test_an_invitation_is_as_good_as_a_code() -> None:
    """An invitation to this server opens the match; one to another server shows how to connect to it."""
    async with running(server := Server(seat=0)) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        await pilot.press("j", *"http://far/K7QX", "enter")
        await until(pilot, lambda: shows(app, "kibitz --server ws://far"))
        await pilot.press("j", *"ws://fake/K7QX", "enter")
        await until(pilot, lambda: isinstance(app.screen, PlayScreen))
        assert [command.match for command in server.of("join")] == ["K7QX"]


async def test_a_code_that_does_not_fit_is_replaced_by_its_size() -> None:
    """A QR code that would be cut is not shown: the screen says how large the window has to be, and the address."""
    invited = InvitationLink(CODE, "ws://games.example.org", here_only=False)
    summary = MatchSummary(MATCH, CODE, "Tic-tac-toe", joinable=True, watchable=True, private=False)
    async with running(Server(), preferences=Preferences(ascii_only=True)) as (app, pilot):
        app.push_screen(InviteScreen(invited, summary, None))
        await until(pilot, lambda: shows(app, "http://games.example.org/K7QX"))
        await until(pilot, lambda: shows(app, "the QR code needs", "rows: enlarge the window"))
        assert not shows(app, "####")
        await pilot.resize_terminal(80, 50)
        await until(pilot, lambda: shows(app, "####") and not shows(app, "QR code needs"))
