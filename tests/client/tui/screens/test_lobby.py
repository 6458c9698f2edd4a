"""The lobby, by keys and by mouse."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from typing import Any

import pytest
from textual.widgets import Input, OptionList

from kibitz_client.network.servers.connect import Connected, Reporter
from kibitz_client.tui.app import KibitzApp
from kibitz_client.tui.screens.dialogs import Ask
from kibitz_client.tui.screens.lobby import LobbyScreen
from kibitz_client.tui.screens.match.play import PlayScreen
from kibitz_client.tui.screens.match.watch import WatchScreen
from kibitz_protocol.commands.seeks import SeekView
from kibitz_protocol.refusals import Code
from kibitz_protocol.to_client import Lobby, LobbyChatLog, LobbySaid, Moved, Seeks
from kibitz_protocol.values.clocks import parse_clock
from kibitz_protocol.values.matches import MatchRow, SeriesView
from tests.client.samples import MATCH, OPEN, OTTER, event, move, position, snapshot
from tests.fakes.app import SETTINGS, Server, picture, playing, row, running, shows, type_at_once, until
from tests.fakes.client import refused

pytestmark = pytest.mark.app
CHAT = LobbyChatLog(said=[LobbySaid(name="jo", text="good morning", at=1.0)])


async def test_the_lobby_lists_what_there_is() -> None:
    """Matches are listed under headings and updated."""
    server = Server()
    async with running(server) as (app, pilot):
        await until(pilot, lambda: shows(app, "engine alphabet"))
        server.tell(Lobby(changed=[row(match="m2", phase="open", seats=[OTTER, OPEN], ply=0)], gone=[MATCH]))
        await until(pilot, lambda: shows(app, "Open seats (1)"))
        assert not shows(app, "Live")


class SlowServer(Server):
    """A fake client that answers commands of one kind when the test says so."""

    def __init__(self, slow: str) -> None:
        super().__init__()
        self.slow = slow
        self.may_answer = asyncio.Event()

    async def ask(self, command: Any) -> Any:
        """Answer as every server does, but one kind of command late."""
        if command.t == self.slow:
            await self.may_answer.wait()
        return await super().ask(command)


async def test_the_first_match_is_highlighted_when_the_list_arrives_late() -> None:
    """A redraw between the welcome and the list does not count as a list without matches."""
    server = SlowServer("list")
    async with running(server) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, LobbyScreen)
        screen.show_rows()
        server.may_answer.set()
        await until(pilot, lambda: shows(app, "tictactoe"))
        assert screen.selected_match() == MATCH


async def test_what_is_highlighted_goes_on_with_its_series() -> None:
    """The highlight moves from a finished game to the next game of its series."""

    def game(match: str, number: int, series: str) -> MatchRow:
        return row(match=match, series=SeriesView(id=series, number=number, games=4, score=[0, 0]))

    server = Server()
    server.rows = [game("a1", 1, "a"), game("b1", 1, "b")]
    async with running(server) as (app, pilot):
        await until(pilot, lambda: shows(app, "game 1/4"))
        lobby = app.screen.query_one(OptionList)
        await pilot.press("down")
        assert lobby.highlighted_option is not None
        assert lobby.highlighted_option.id == "b1"
        server.tell(Lobby(changed=[game("b2", 2, "b")], gone=["b1"]))
        await until(pilot, lambda: shows(app, "game 2/4"))
        assert lobby.highlighted_option.id == "b2"


async def test_an_open_seat_is_taken_and_a_live_match_watched() -> None:
    """Enter joins an open match and watches a running one."""
    server = Server(seat=0)
    server.rows = [row(phase="open", seats=[OTTER, OPEN])]
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        assert isinstance(app.screen, PlayScreen)
        assert server.of("join")


async def test_seeks_of_all_clients_are_listed_and_ended_here() -> None:
    """A seek of another client is a row; Enter ends it, and Esc ends all."""
    server = Server()
    seeks = [
        SeekView(seek="s1", game=None, options={}, clock=None, rated=False, since=1.0),
        SeekView(seek="s2", game="tictactoe", options={}, clock=parse_clock("5+3"), rated=True, since=2.0),
    ]
    async with running(server) as (app, pilot):
        await until(pilot, lambda: shows(app, "Quick play"))
        server.tell(Seeks(seeks=seeks, others=0, why="sought"))
        await until(pilot, lambda: shows(app, "You look for an opponent") and shows(app, "tictactoe, 5+3, rated"))
        app.screen.query_one(OptionList).highlighted = 1
        await pilot.press("enter")
        await until(pilot, lambda: [command.seek for command in server.of("unseek")] == ["s1"])
        await pilot.press("escape")
        await until(pilot, lambda: [command.seek for command in server.of("unseek")] == ["s1", None])
        server.tell(Seeks(seeks=[], others=0, why="playing"))
        await until(pilot, lambda: not shows(app, "5+3, rated"))


async def test_a_refusal_is_told_in_the_lobby() -> None:
    """A refusal is shown and the lobby stays open."""
    server = Server(
        more=lambda command: refused(Code.UNKNOWN_MATCH, "gone with the wind") if command.t == "watch" else None
    )
    async with running(server) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        await pilot.press("w")
        await until(pilot, lambda: shows(app, "gone with the wind"))
        assert isinstance(app.screen, LobbyScreen)


async def test_the_mouse_opens_a_match() -> None:
    """A click on a match opens it."""
    async with running(server := Server()) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        await pilot.click(OptionList, offset=(5, 1))
        await until(pilot, lambda: isinstance(app.screen, WatchScreen))
        assert server.of("watch")


async def test_rows_that_wait_for_us_come_first() -> None:
    """Our own matches are above live ones, and those where it is our turn above all; the player to move has a mark."""
    server = Server()
    server.rows = [
        row(match="live", code="LIVE", to_move=0),
        row(match="other", code="OTHER", you=1, to_move=0),
        row(match="mine", code="MINE", you=0, to_move=0),
    ]
    async with running(server) as (app, pilot):
        await until(pilot, lambda: shows(app, "MINE"))
        lines = [line for line in picture(app) if any(code in line for code in ("MINE", "OTHER", "LIVE", "-- "))]
        heads = ["-- Your move (1)", "MINE", "-- Your matches (1)", "OTHER", "-- Live (1)", "LIVE", "-- Quick play"]
        assert all(head in line for head, line in zip(heads, lines, strict=True))
        assert "engine alpha" in lines[1]
        assert ">otter" in lines[5]


async def test_matches_of_absent_players_come_last() -> None:
    """Their rows say how long the players have been away."""
    server = Server()
    since = time.time() - 12.5 * 60
    server.rows = [
        row(match="gone", code="GONE22", away_since=since),
        row(match="here", code="HERE22"),
        row(match="left", code="LEFT22", phase="open", seats=[OTTER, OPEN], away_since=since),
        row(match="host", code="HOST22", phase="open", seats=[OTTER, OPEN]),
    ]
    async with running(server) as (app, pilot):
        await until(pilot, lambda: shows(app, "HOST22"))
        lines = [line for line in picture(app) if "22" in line]
        assert [next(code for code in ("HERE22", "GONE22", "HOST22", "LEFT22") if code in line) for line in lines] == [
            "HERE22",
            "GONE22",
            "HOST22",
            "LEFT22",
        ]
        assert ["away 12 min" in line for line in lines] == [False, True, False, True]


async def test_a_wide_lobby_previews_the_highlighted_match() -> None:
    """The highlighted match is drawn, without a spectator more; another highlight or another screen ends that."""
    server = Server()
    server.rows = [row(), row(match="m2", code="OPEN22", phase="open", seats=[OTTER, OPEN], ply=0)]
    async with running(server, (120, 40)) as (app, pilot):
        await until(pilot, lambda: [command.match for command in server.of("watch")] == [MATCH])
        assert server.of("watch")[0].preview
        server.tell(snapshot("40"))
        await until(pilot, lambda: shows(app, "Preview: Tic-tac-toe") and shows(app, "last moves: b2 a3"))
        server.tell(event(6, Moved(move=move(2, 8)), position("408")))
        await until(pilot, lambda: shows(app, "last moves: b2 a3 c1"))
        far, board, near = (
            app.screen.query_one(name).region for name in ("#preview-far", "BoardWidget", "#preview-near")
        )
        assert (far.bottom, near.y) == (board.y, board.bottom)
        assert board.height < 30
        await pilot.press("down")
        await until(pilot, lambda: shows(app, "this match has not begun"))
        await until(pilot, lambda: [command.match for command in server.of("unwatch")] == [MATCH])
        await pilot.press("up")
        await until(pilot, lambda: len(server.of("watch")) == 2)
        await pilot.press("comma")
        await until(pilot, lambda: len(server.of("unwatch")) == 2)


@pytest.mark.parametrize("key", ["w", "g"])
async def test_a_previewed_match_is_watched_when_it_is_opened(key: str) -> None:
    """Opening the match makes us one of its spectators, on its own screen and beside others."""
    server = Server()
    async with running(server, (120, 40)) as (app, pilot):
        await until(pilot, lambda: len(server.of("watch")) == 1)
        server.tell(snapshot("40"))
        await until(pilot, lambda: shows(app, "Preview: Tic-tac-toe"))
        await pilot.press(key)
        await until(pilot, lambda: [command.preview for command in server.of("watch")] == [True, False])


async def test_an_older_server_counts_a_preview() -> None:
    """A server without previews gets the command that it knows."""
    server = Server()
    server.capabilities.remove("preview")
    async with running(server, (120, 40)) as (_, pilot):
        await until(pilot, lambda: [command.preview for command in server.of("watch")] == [False])


async def test_a_narrow_lobby_follows_no_match() -> None:
    """At 80x24 there is no preview, and nothing is followed for one."""
    server = Server()
    async with running(server) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        screen = app.screen
        assert isinstance(screen, LobbyScreen)
        await screen.show_preview()
        assert not server.of("watch")
        assert not shows(app, "Preview")


@pytest.mark.parametrize(("key", "sent"), [("/", None), ("j", "join"), ("c", "lobby_say")])
async def test_no_character_that_is_typed_before_a_dialog_is_drawn_is_lost(key: str, sent: str | None) -> None:
    """A burst of a key that opens a dialog, text and Enter has the effect of the same keys typed slowly."""
    server = Server(more=lambda command: CHAT if command.t == "lobby_chat" else None)
    async with running(server) as (app, pilot):
        await until(pilot, lambda: shows(app, "engine alphabet"))
        type_at_once(app, f"{key}abh nq\r")
        if sent is None:
            await until(pilot, lambda: shows(app, "filter: abh nq"))
            # The filter is typed over.
            type_at_once(app, "/xyz")
            await until(pilot, lambda: isinstance(app.screen, Ask) and app.screen.query_one(Input).value == "xyz")
        else:
            await until(pilot, lambda: bool(server.of(sent)))
            assert "abh nq" in str(server.of(sent)[0])


async def test_a_move_is_typed_before_its_match_is_open() -> None:
    """The text behind the key that begins a match is its first move. In the lobby, c would open the chat."""
    server = SlowServer("create")
    server.seat = 0
    async with running(server) as (app, pilot):
        app.request_s = 30
        await until(pilot, lambda: shows(app, "tictactoe"))
        type_at_once(app, "1c1\r")
        await pilot.pause()
        server.may_answer.set()
        server.tell(snapshot("40", you=server.seat))
        await until(pilot, lambda: [command.move for command in server.of("move")] == ["c1"])
        assert not server.of("lobby_chat")


async def test_the_lobby_has_a_chat() -> None:
    """c writes to everyone in the lobby; at 80x24 the last message is in the message line."""
    server = Server()
    async with running(server) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        await pilot.press("c")
        await until(pilot, lambda: isinstance(app.screen, Ask))
        await pilot.press(*"lunch", "enter")
        await until(pilot, lambda: [command.text for command in server.of("lobby_say")] == ["lunch"])
        server.tell(LobbySaid(name="mia", text="at noon", at=1.0))
        await until(pilot, lambda: shows(app, "mia: at noon"))
        assert [command.t for command in server.asked].count("lobby_chat") == 1


async def test_a_wide_lobby_shows_the_chat() -> None:
    """At 120x40 the chat is followed and shown without being asked for, each message once."""
    server = Server(more=lambda command: CHAT if command.t == "lobby_chat" else None)
    async with running(server, (120, 40)) as (app, pilot):
        await until(pilot, lambda: shows(app, "jo: good morning"))
        # A new connection repeats the messages that are known.
        server.tell(*CHAT.said, LobbySaid(name="mia", text="hello", at=2.0))
        await until(pilot, lambda: shows(app, "mia: hello"))
        assert sum("good morning" in line for line in picture(app)) == 1


@pytest.mark.parametrize("key", ["n", "t", "r", "1", "a", "c"])
async def test_keys_before_the_connection_say_so(key: str) -> None:
    """A key that needs the server says that the app is still looking for one."""
    server, connected = Server(), asyncio.Event()

    @contextlib.asynccontextmanager
    async def opener(_reporter: Reporter) -> AsyncIterator[Connected]:
        await connected.wait()
        yield Connected(server, private=True)

    app = KibitzApp(SETTINGS, opener=opener)
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await until(pilot, lambda: app.session is not None)
        await pilot.press(key)
        await until(pilot, lambda: shows(app, "still looking"))
        connected.set()
        await until(pilot, lambda: app.session is not None and app.session.ready)
        await app.close_session()
