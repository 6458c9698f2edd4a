"""Watching a match: search info and the expected line."""

import pytest
from textual.pilot import Pilot

from kibitz_client.board.engine_line import NOTHING
from kibitz_client.tui.app import KibitzApp
from kibitz_client.tui.screens.dialogs import Ask
from kibitz_client.tui.screens.match.watch import WatchScreen
from kibitz_client.tui.widgets.board import BoardWidget
from kibitz_protocol.to_client import Finished, Moved, Next, Presence, Said, TakenBack
from kibitz_protocol.values.matches import Result
from kibitz_protocol.values.seats import Away
from tests.client.samples import ENGINE, MATCH, event, move, position, snapshot, thinking
from tests.fakes.app import Server, playing, row, running, shows, until

pytestmark = pytest.mark.app


async def test_engines_think_before_watchers() -> None:
    """The engine panel shows score, depth and line; e hides it."""
    server = Server()
    server.rows = [row(seats=[ENGINE.model_copy(update={"seat": 0}), ENGINE])]
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        server.tell(thinking(2, seat=1))
        await until(pilot, lambda: shows(app, "pv b2 a1"))
        await pilot.press("e")
        await until(pilot, lambda: not shows(app, "pv b2 a1"))


async def test_what_an_engine_expects_stands_on_the_board() -> None:
    """The expected line is on the board while the engine searches and its panel is shown; p hides and shows it."""
    server = Server()
    async with running(server) as (app, pilot):
        app.matches.open(MATCH, join=False)
        server.tell(snapshot("40", seats=[ENGINE.model_copy(update={"seat": 0}), ENGINE]))
        await until(pilot, lambda: isinstance(app.screen, WatchScreen))
        board = app.screen.query_one(BoardWidget)
        server.tell(thinking(2, seat=0, line=["c3", "a1"], shares=[("c3", 460)]))
        await until(pilot, lambda: board.expected.numbers == {2: "1", 6: "2"} and shows(app, "46%"))
        await pilot.press("p")
        await until(pilot, lambda: board.expected == NOTHING and shows(app, "board: off"))
        await pilot.press("p", "e")
        await until(pilot, lambda: board.expected == NOTHING and shows(app, "board: on"))
        await pilot.press("e")
        await until(pilot, lambda: bool(board.expected.numbers))
        server.tell(event(6, Moved(move=move(2, 2)), position("402")))
        await until(pilot, lambda: board.expected == NOTHING)


async def test_many_moves_at_once() -> None:
    """Of four hundred moves at once the last position is shown."""
    server = Server()
    async with running(server) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        app.matches.open("m1", join=False)
        server.tell(snapshot("40"))
        await until(pilot, lambda: isinstance(app.screen, WatchScreen) and shows(app, "Tic-tac-toe"))
        for round_ in range(200):
            server.tell(event(6 + 2 * round_, Moved(move=move(2, 8)), position("408")))
            server.tell(event(7 + 2 * round_, TakenBack(seat=0, plies=1), position("40")))
        server.tell(event(406, Moved(move=move(2, 7)), position("407")))
        await until(pilot, lambda: shows(app, "b1"))


async def watched_to_its_end(app: KibitzApp, pilot: Pilot[None], server: Server, key: str, tv_after_s: float) -> None:
    """Open a match by a key of the lobby, and let it end."""
    await until(pilot, lambda: shows(app, "tictactoe"))
    await pilot.press(key)
    await until(pilot, lambda: isinstance(app.screen, WatchScreen))
    assert isinstance(app.screen, WatchScreen)
    app.screen.tv_after_s = tv_after_s
    server.tell(snapshot("40"))
    ended = Finished(result=Result(winner=0, reason="line"))
    server.tell(event(6, ended, position("40", to_move=None), "finished"))


async def test_tv_follows_a_match_that_was_begun_only_to_watch() -> None:
    """After the end of a match of engines begun by `3`, the result is shown, and then TV goes on."""
    server = Server()
    async with running(server) as (app, pilot):
        await watched_to_its_end(app, pilot, server, "3", 0.01)
        await until(pilot, lambda: [command.match for command in server.of("watch")] == ["tv"])


async def test_another_match_is_left_at_its_end() -> None:
    """A match that the user chose to watch stays on the screen after its end."""
    server = Server()
    async with running(server) as (app, pilot):
        await watched_to_its_end(app, pilot, server, "w", 0.0)
        await until(pilot, lambda: shows(app, "wins: "))
        await pilot.pause()
        assert [command.match for command in server.of("watch")] == [MATCH]


async def test_nothing_of_a_match_stays_when_tv_goes_on() -> None:
    """Chat, absence, offers and search info of the last match are gone, and late messages of it change nothing."""
    server = Server()
    old = ["ann: what a move", "X otter is disconnected", "pv b2 a1"]
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        server.tell(Said(match=MATCH, room="watchers", name="ann", text="what a move", at=1.0))
        server.tell(Presence(match=MATCH, away=[Away(seat=0, away_ms=1000, claim_ms=None)]))
        server.tell(thinking(2, seat=1))
        await until(pilot, lambda: shows(app, *old))
        server.tell(Next(match=MATCH, why="tv", next="m2", code="CODE22", series=None))
        await until(pilot, lambda: not any(shows(app, text) for text in old))
        server.tell(snapshot("4", match="m2", code="CODE22"))
        server.tell(Said(match=MATCH, room="watchers", name="ann", text="too late", at=2.0))
        server.tell(Said(match="m2", room="watchers", name="bob", text="hello", at=3.0))
        await until(pilot, lambda: shows(app, "CODE22", "bob: hello"))
        assert not any(shows(app, text) for text in [*old, "too late"])


async def test_a_message_goes_to_the_match_for_which_it_was_begun() -> None:
    """TV may show another match while the user types."""
    server = Server()
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        await pilot.press("c")
        await until(pilot, lambda: isinstance(app.screen, Ask))
        server.tell(Next(match=MATCH, why="tv", next="m2", code="CODE22", series=None))
        server.tell(snapshot("4", match="m2", code="CODE22"))
        await pilot.press("h", "i", "enter")
        await until(pilot, lambda: [(said.match, said.text) for said in server.of("chat")] == [(MATCH, "hi")])
