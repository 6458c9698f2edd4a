"""The app in a terminal before a real server, and before a feed that is faster than any eye."""

from itertools import cycle
from pathlib import Path

import pytest

from kibitz_client.tui.screens.match.watch import WatchScreen
from kibitz_protocol.to_client import Moved, TakenBack
from tests.client.commands.test_programs import environ, server  # noqa: F401
from tests.client.samples import event, move, position, snapshot
from tests.client.tui.fakes import Server, running, shows, until
from tests.client.tui.terminal import Terminal, program


@pytest.mark.io
@pytest.mark.timeout(300)
def test_a_whole_match_in_a_terminal(server: dict[str, str], tmp_path: Path) -> None:  # noqa: F811
    """Connect Four against an engine from the lobby to the result, by keyboard."""
    with Terminal(*program(), env={**server, "XDG_CONFIG_HOME": str(tmp_path)}) as terminal:
        terminal.wait_for("ONLINE")
        terminal.type("1")
        for column in cycle("4352617"):
            if terminal.wait_for("wins:", "draw:", "your turn") != "your turn":
                break
            before = terminal.lines[0]
            terminal.type(f"{column}\r")
            terminal.wait_until(lambda before=before: terminal.lines[0] != before or terminal.shows("is full"))  # type: ignore[misc]
        assert terminal.leave() == 0


async def test_a_feed_faster_than_any_eye() -> None:
    """Four hundred moves at once are shown as they stand at the end."""
    told = Server()
    async with running(told) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        app.open_match("m1", join=False)
        told.tell(snapshot("40"))
        await until(pilot, lambda: isinstance(app.screen, WatchScreen) and shows(app, "Tic-tac-toe"))
        for round_ in range(200):
            told.tell(event(6 + 2 * round_, Moved(move=move(2, 8)), position("408")))
            told.tell(event(7 + 2 * round_, TakenBack(seat=0, plies=1), position("40")))
        told.tell(event(406, Moved(move=move(2, 7)), position("407")))
        await until(pilot, lambda: shows(app, "b1"))
