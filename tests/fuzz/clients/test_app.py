"""Hostile messages against the app."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator

import pytest
from textual.pilot import Pilot

from kibitz_client.network.servers.connect import Connected, Reporter
from kibitz_client.tui.app import KibitzApp
from kibitz_protocol.validation.legible import is_legible
from tests.client.samples import CODE
from tests.fakes.app import SETTINGS, picture, row, shows, until
from tests.fuzz.clients.cases import case_of, changed, dirty_frames
from tests.fuzz.clients.server import MemoryClient
from tests.protocol.validation.test_legible import HARMFUL

pytestmark = pytest.mark.app

REFUSED = ("giant heap", "negative houses", "block without columns", "no seats", "one path", "clock with one seat")
"""What the app would use to draw a board, a move, the players and a clock."""


@contextlib.asynccontextmanager
async def running(hostile: MemoryClient) -> AsyncIterator[tuple[KibitzApp, Pilot[None]]]:
    """Run the app with a client of a hostile server."""

    @contextlib.asynccontextmanager
    async def opener(_reporter: Reporter) -> AsyncIterator[Connected]:
        async with hostile as client:
            yield Connected(client, private=True)

    app = KibitzApp(SETTINGS, opener=opener)
    async with app.run_test(size=(120, 40)) as pilot:
        try:
            yield app, pilot
        finally:
            await app.close_session()


@pytest.mark.parametrize("name", REFUSED)
async def test_a_message_that_is_none_ends_the_app_with_a_sentence(name: str) -> None:
    """The app ends with exit code 5 and the sentence of the error, which is printed after it."""
    async with asyncio.timeout(60), running(MemoryClient(case_of(name).frames)) as (app, pilot):
        await until(pilot, lambda: shows(app, CODE) or app.failure is not None)
        if app.failure is None:
            await pilot.press("enter")
        await until(pilot, lambda: app.failure is not None)
        assert app.failure is not None
        assert app.failure.exit_code == 5


async def test_no_screen_has_a_harmful_character() -> None:
    """Names, chat, moves, labels and notices are shown with replacement characters."""
    dirty = "q" + "".join(HARMFUL.values())
    lobby = [
        json.dumps({"t": "lobby", "changed": [json.loads(row(host="mia").model_dump_json())], "gone": []}),
        json.dumps({"t": "notice", "text": dirty}),
        json.dumps({"t": "lobby_said", "name": dirty, "text": dirty, "at": 0.0}),
    ]
    lobby[0] = changed(lobby[0], "changed", 0, "seats", 0, "name", to=dirty)
    lobby[0] = changed(lobby[0], "changed", 0, "game", to=dirty)
    async with asyncio.timeout(60), running(MemoryClient(dirty_frames(dirty), lobby)) as (app, pilot):
        await until(pilot, lambda: shows(app, "q\ufffd"))
        seen = picture(app)
        await pilot.press("enter")
        await until(pilot, lambda: shows(app, "1. q\ufffd") or shows(app, "1 q\ufffd") or len(app.screen_stack) > 1)
        await until(pilot, lambda: sum("q\ufffd" in line for line in picture(app)) >= 4)
        seen += picture(app)
        assert [line for line in seen if not is_legible(line)] == []
