"""The screen of alerts: addresses, their kinds, a trial message and the removal."""

import contextlib
from collections.abc import AsyncIterator
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, OptionList

from kibitz_client.network.servers.connect import Connected, Reporter
from kibitz_client.tui.app import KibitzApp
from kibitz_client.tui.screens.players.alerts import AlertsScreen
from kibitz_client.tui.screens.players.form import FormDialog
from kibitz_protocol.commands.away.alerts import AlertChannel, AlertSettings
from kibitz_protocol.refusals import Code
from tests.fakes.app import SETTINGS, Server, shows, until
from tests.fakes.client import refused

pytestmark = pytest.mark.app

KINDS = ["turn", "waiting", "round"]


class AlertServer(Server):
    """A server that keeps one player's addresses."""

    def __init__(self, *, mail: bool) -> None:
        super().__init__(more=self._alerts)
        self.settings = AlertSettings(push_key="key" if mail else None, mail=mail)

    def _alerts(self, command: Any) -> Any:
        if command.t != "alerts":
            return None
        do, channels = command.do, self.settings.channels
        match do.kind:
            case "mail":
                made = AlertChannel(
                    channel="c1", kind="mail", address=do.address, kinds=KINDS, confirmed=False, created_at=0.0
                )
                channels = [made]
            case "choose":
                channels = [channels[0].model_copy(update={"kinds": do.kinds})]
            case "try":
                return refused(Code.NOT_ALLOWED, "the address is not confirmed yet")
            case "remove":
                channels = []
        self.settings = self.settings.model_copy(update={"channels": channels})
        return self.settings


@contextlib.asynccontextmanager
async def running(server: AlertServer) -> AsyncIterator[tuple[KibitzApp, Pilot[None]]]:
    """Run the app, and open the screen from that of the account."""

    @contextlib.asynccontextmanager
    async def opener(_reporter: Reporter) -> AsyncIterator[Connected]:
        yield Connected(server, private=False)

    app = KibitzApp(SETTINGS, opener=opener)
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await until(pilot, lambda: shows(app, "tictactoe"))
        await pilot.press("a")
        await until(pilot, lambda: shows(app, "Alerts: "))
        await choose(app, pilot, "alerts")
        await until(pilot, lambda: isinstance(app.screen, AlertsScreen) and not shows(app, "loading"))
        try:
            yield app, pilot
        finally:
            await app.close_session()


async def choose(app: KibitzApp, pilot: Pilot[None], id: str) -> None:
    """Choose an entry of the list."""
    listing = app.screen.query_one(OptionList)
    listing.highlighted = listing.get_option_index(id)
    await pilot.press("enter")


async def type_address(app: KibitzApp, pilot: Pilot[None], text: str) -> None:
    """Send the form with an address."""
    app.screen.query_one(Input).value = text
    await pilot.press("enter")


async def test_an_address_gets_alerts_of_chosen_kinds() -> None:
    """A wrong address stays in its form. Kinds are switched one by one, and the last one stays."""
    server = AlertServer(mail=True)
    async with running(server) as (app, pilot):
        assert shows(app, "/alerts")
        await choose(app, pilot, "add")
        await until(pilot, lambda: isinstance(app.screen, FormDialog))
        await type_address(app, pilot, "ann")
        await until(pilot, lambda: shows(app, "ann is not an e-mail address"))
        await type_address(app, pilot, "ann@example.org")
        await until(pilot, lambda: shows(app, "open the link in the mail;"))
        assert shows(app, "ann@example.org: open the link in its mail")
        await choose(app, pilot, "turn-c1")
        await until(pilot, lambda: shows(app, "[ ] your move"))
        assert server.settings.channels[0].kinds == ["waiting", "round"]
        await choose(app, pilot, "round-c1")
        await until(pilot, lambda: shows(app, "[ ] a game of yours"))
        await choose(app, pilot, "try-c1")
        await until(pilot, lambda: shows(app, "the address is not confirmed yet"))
        await choose(app, pilot, "waiting-c1")
        await until(pilot, lambda: shows(app, "an address gets at least one kind"))
        await choose(app, pilot, "remove-c1")
        await pilot.press("y")
        await until(pilot, lambda: not server.settings.channels and not shows(app, "ann@example.org"))


async def test_a_server_without_alerts_says_so() -> None:
    """There is nothing to choose."""
    async with running(AlertServer(mail=False)) as (app, _):
        assert shows(app, "This server sends no alerts.")
        assert app.screen.query_one(OptionList).option_count == 0
