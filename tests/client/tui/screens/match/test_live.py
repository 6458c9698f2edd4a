"""The list of spectators, while watching and while playing."""

from typing import Any

import pytest

from kibitz_client.tui.screens.match.live import watchers_text
from kibitz_client.tui.screens.match.play import PlayScreen
from kibitz_client.tui.screens.match.watch import WatchScreen
from kibitz_protocol.commands.match_info import Watching
from tests.client.samples import MATCH, snapshot
from tests.fakes.app import Server, running, shows, until

pytestmark = pytest.mark.app

NAMES = ["mia", "jo", "ann"]


def answer(command: Any) -> Any:
    """Answer with twelve spectators, three of them named."""
    return Watching(match=MATCH, count=12, names=NAMES) if command.t == "watchers" else None


@pytest.mark.parametrize(
    ("count", "names", "width", "text"),
    [
        (0, [], 78, "no spectators"),
        (1, ["mia"], 78, "1 spectator: mia"),
        (3, NAMES, 78, "3 spectators: mia, jo, ann"),
        (12, NAMES, 78, "12 spectators: mia, jo, ann +9"),
        (3, NAMES, 28, "3 spectators: mia, jo +1"),
        (2, ["a name of many letters", "jo"], 10, "2 spectators: a name of many letters +1"),
    ],
)
def test_as_many_names_as_there_is_room_for(count: int, names: list[str], width: int, text: str) -> None:
    """The text names as many spectators as fit and counts the rest."""
    assert watchers_text(Watching(match=MATCH, count=count, names=names), width) == text


async def test_w_names_those_who_watch() -> None:
    """w lists the spectators while watching, or says that the server cannot list them."""
    server = Server(more=answer)
    async with running(server) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        await pilot.press("w")
        server.tell(snapshot("40"))
        await until(pilot, lambda: isinstance(app.screen, WatchScreen) and shows(app, "w who"))
        await pilot.press("w")
        await until(pilot, lambda: shows(app, "12 spectators: mia, jo, ann +9"))
        server.capabilities = []
        await pilot.press("w")
        await until(pilot, lambda: shows(app, "does not list spectators"))


async def test_a_player_asks_by_word_or_from_the_board() -> None:
    """/who at the prompt and w on the board list the spectators; at the prompt w is a letter."""
    server = Server(seat=0, more=answer)
    async with running(server) as (app, pilot):
        app.matches.open(MATCH, join=False)
        server.tell(snapshot("40", you=0))
        await until(pilot, lambda: isinstance(app.screen, PlayScreen) and shows(app, "/who"))
        await pilot.press("w")
        await pilot.pause()
        assert not server.of("watchers")
        await pilot.press("backspace", *"/who", "enter")
        await until(pilot, lambda: shows(app, "12 spectators"))
        await pilot.press("escape", "w")
        await until(pilot, lambda: len(server.of("watchers")) == 2)
