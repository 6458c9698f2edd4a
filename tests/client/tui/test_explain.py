"""The search tree: asked for by typing, opened and closed, asked for again with another depth or algorithm."""

from typing import Any

from textual.widgets import Tree

from kibitz_client.explaining import Wanted
from kibitz_client.tui.screens.explain import subject_of
from kibitz_client.tui.screens.lobby import LobbyScreen
from kibitz_protocol.explaining import OfGame, OfLeaves
from kibitz_protocol.refusals import Code
from tests.client.fakes import refused
from tests.client.samples import TREE
from tests.client.tui.fakes import Server, picture, running, shows, until

LEFT_OUT = "x 2  left out: after 1 min has enough here (alpha 3, beta 2)"


def explaining(command: Any) -> Any:
    """A server that explains the sample tree."""
    return TREE if command.t == "explain" else None


async def type_in(pilot: Any, text: str) -> None:
    """Type a line and press Enter."""
    await pilot.press(*text, "enter")


async def test_a_tree_of_leaf_values_is_opened_and_closed() -> None:
    """What was left out has a mark; Enter opens the node it is in, e opens all and c closes all."""
    async with running(server := Server(more=explaining), size=(100, 24)) as (app, pilot):
        await pilot.press("x")
        await type_in(pilot, "[[3,12.5],[2,4]]")
        await until(pilot, lambda: shows(app, "6 nodes searched, 1 branch left out"))
        assert server.of("explain")[0].of == OfLeaves(tree="[[3,12.5],[2,4]]")
        await until(pilot, lambda: shows(app, "2  min <= 2  alpha 3"))
        assert not shows(app, LEFT_OUT)
        await pilot.press("down", "down", "enter")
        await until(pilot, lambda: shows(app, LEFT_OUT))
        assert not shows(app, "= 12.5")
        await pilot.press("e")
        await until(pilot, lambda: shows(app, "= 12.5"))
        await pilot.press("c")
        await until(pilot, lambda: not shows(app, "takes the lowest"))


async def test_the_mouse_opens_a_node() -> None:
    """A click on its line."""
    async with running(Server(more=explaining), size=(100, 24)) as (app, pilot):
        await pilot.press("x")
        await type_in(pilot, "[1]")
        await until(pilot, lambda: shows(app, "2  min <= 2"))
        place = next(row for row, line in enumerate(picture(app)) if "2  min <= 2" in line)
        await pilot.click(Tree, offset=(12, place - app.screen.query_one(Tree).region.y))
        await until(pilot, lambda: shows(app, LEFT_OUT))


async def test_the_tree_is_asked_for_again() -> None:
    """Deeper, less deep, and without cut-offs."""
    async with running(server := Server(more=explaining), size=(100, 24)) as (app, pilot):
        await pilot.press("x")
        await type_in(pilot, "tictactoe b2")
        for key, times in (("plus", 2), ("minus", 3), ("m", 4)):
            await until(pilot, lambda: app.focused is not None and app.focused.id == "tree")
            await pilot.press(key)
            await until(pilot, lambda times=times: len(server.of("explain")) == times)  # type: ignore[misc]
        asked = server.of("explain")
        assert asked[0].of == OfGame(game="tictactoe", moves=["b2"])
        assert [(command.depth, command.algorithm) for command in asked] == [
            (2, "textbook"),
            (3, "textbook"),
            (2, "textbook"),
            (2, "minimax"),
        ]


async def test_a_refusal_is_told_and_escape_leads_back() -> None:
    """The sentence and its hint stand above the tree."""
    server = Server(
        more=lambda command: refused(Code.TREE_TOO_LARGE, "too many nodes") if command.t == "explain" else None
    )
    async with running(server) as (app, pilot):
        await pilot.press("x")
        await type_in(pilot, "tictactoe")
        await until(pilot, lambda: shows(app, "too many nodes"))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))


async def test_a_server_that_explains_nothing() -> None:
    """It is not asked."""
    server = Server()
    server.capabilities = []
    async with running(server) as (app, pilot):
        await pilot.press("x")
        await type_in(pilot, "tictactoe")
        await until(pilot, lambda: shows(app, "explains no search trees"))
        assert not server.of("explain")


def test_what_is_typed() -> None:
    """Lists are leaf values, a known name is a game, and anything else a match."""
    assert subject_of("[1]", {"nim"}, "minimax", 3) == Wanted(tree="[1]", algorithm="minimax")
    assert subject_of("K7QX42", {"nim"}, "textbook", 3) == Wanted(match="K7QX42")
    game = Wanted("nim", options=("heaps=1",), moves="1-1 1-2")
    assert subject_of("nim heaps=1 1-1, 1-2", {"nim"}, "textbook", 3) == game
