"""What is followed for a screen is let go when it is left, however that is."""

from typing import Any

from kibitz_client.tui.screens.lobby import LobbyScreen
from kibitz_client.tui.screens.watch import WatchScreen
from kibitz_protocol.to_client import Entered, Next
from tests.client.samples import MATCH, snapshot
from tests.client.tui.fakes import Server, running, shows, until


def answer(command: Any) -> Any:
    """Whatever is watched is entered by its own name; TV shows m2."""
    if command.t == "watch":
        match = "m2" if command.match == "tv" else command.match
        return Entered(match=match, code=match, seat=None)
    return None


def left(server: Server) -> list[str]:
    """Which matches were let go."""
    return [command.match for command in server.of("unwatch")]


async def test_a_match_is_let_go_when_its_screen_is_left() -> None:
    """By Esc, and by going elsewhere from there."""
    server = Server(more=answer)
    async with running(server) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        await pilot.press("w")
        await until(pilot, lambda: isinstance(app.screen, WatchScreen))
        app.action_tv()
        server.tell(snapshot("40", match="m2", code="SECOND"))
        await until(pilot, lambda: shows(app, "SECOND") and left(server) == [MATCH])
        await pilot.press("escape")
        await until(pilot, lambda: left(server) == [MATCH, "m2"])
        assert isinstance(app.screen, LobbyScreen)
        assert app.hub is not None
        assert app.hub.states == {}


async def test_the_same_match_opened_again_stays_followed() -> None:
    """The new screen shows what the old one did."""
    server = Server(more=answer)
    async with running(server) as (app, pilot):
        app.open_match(MATCH, join=False)
        server.tell(snapshot("40"))
        await until(pilot, lambda: shows(app, "Tic-tac-toe"))
        first = app.screen
        app.open_match(MATCH, join=False)
        await until(pilot, lambda: app.screen is not first and not first.is_attached and shows(app, "Tic-tac-toe"))
        await pilot.press("escape")
        await until(pilot, lambda: left(server) == [MATCH])


async def test_who_left_is_not_led_on() -> None:
    """The server may lead us to the next match before it hears that we are gone; where we play, we stay."""
    server = Server(more=answer)
    async with running(server) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        for match, you in (("m5", None), ("m6", 0)):
            after = Next(match=MATCH, why="series", next=match, code=match, series=None)
            server.tell(after, snapshot("", match=match, you=you))
        await until(pilot, lambda: app.hub is not None and "m6" in app.hub.states and left(server) == ["m5"])
