"""The search tree: requested by text or from a match, opened and closed, stepped through."""

from typing import Any

import pytest
from textual.pilot import Pilot

from kibitz_client.storage.preferences import Preferences
from kibitz_client.tui.app import KibitzApp
from kibitz_client.tui.screens.explain import ExplainScreen
from kibitz_client.tui.screens.lobby import LobbyScreen
from kibitz_client.tui.screens.match.watch import WatchScreen
from kibitz_client.tui.widgets.board import BoardWidget
from kibitz_client.tui.widgets.tree.search_tree import SearchTree
from kibitz_protocol.commands.explain import OfGame, OfLeaves, OfMatch
from kibitz_protocol.refusals import Code
from tests.client.samples import CODE, MATCH, snapshot
from tests.client.tui.recorded_match import answer
from tests.client.tui.search_trees import TEXTBOOK, answer_explain
from tests.fakes.app import Server, picture, running, shows, until
from tests.fakes.client import refused

pytestmark = pytest.mark.app

LEFT_OUT = "x 2  left out: alpha 3 >= beta 2"
KEYS = {"[": "left_square_bracket", "]": "right_square_bracket", ",": "comma", " ": "space", "=": "equals_sign"}


async def type_in(app: KibitzApp, pilot: Pilot[None], text: str) -> None:
    """Open the screen from the lobby, type a line, press Enter, and wait for the tree."""
    await pilot.press("x", *(KEYS.get(character, character) for character in text), "enter")
    await until(pilot, lambda: isinstance(app.focused, SearchTree))


async def click_on(app: KibitzApp, pilot: Pilot[None], text: str) -> None:
    """Click a text on the screen."""
    row, line = next((row, line) for row, line in enumerate(picture(app)) if text in line)
    await pilot.click(offset=(line.index(text), row))


async def test_a_tree_of_leaf_values_is_opened_and_closed() -> None:
    """Arrows and Enter open and close a node, e and c all nodes, a digit that many plies."""
    async with running(server := Server(more=answer_explain), size=(100, 24)) as (app, pilot):
        await type_in(app, pilot, TEXTBOOK)
        assert server.of("explain")[0].of == OfLeaves(tree=TEXTBOOK)
        await until(
            pilot, lambda: shows(app, "value 3 for max; 11 nodes visited, 2 branches cut off; minimax visits 13")
        )
        await until(pilot, lambda: shows(app, "* 1  min = 3"))
        assert not shows(app, LEFT_OUT)
        await pilot.press("down", "down", "enter")
        await until(pilot, lambda: shows(app, LEFT_OUT) and not shows(app, "= 12"))
        await pilot.press("left")
        await until(pilot, lambda: not shows(app, LEFT_OUT))
        await pilot.press("right", "right")
        await until(pilot, lambda: shows(app, "path  2 1"))
        await pilot.press("left")
        await until(pilot, lambda: shows(app, "cut off by 1: max is sure"))
        await pilot.press("e")
        await until(pilot, lambda: shows(app, "= 12"))
        await pilot.press("c")
        await until(pilot, lambda: not shows(app, "1  min"))
        await pilot.press("1")
        await until(pilot, lambda: shows(app, "1  min") and not shows(app, "= 12"))


async def test_from_one_cut_off_to_the_next() -> None:
    """Brackets go to the next or previous cut-off and open it; without one, a message says so."""
    async with running(Server(more=answer_explain), size=(100, 30)) as (app, pilot):
        await type_in(app, pilot, "tictactoe b2")
        tree = app.screen.query_one(SearchTree)
        found = []
        for _ in range(3):
            before = tree.here
            await pilot.press("right_square_bracket")
            await until(pilot, lambda before=before: tree.here is not before)  # type: ignore[misc]
            assert tree.here is not None
            assert tree.here.cuts
            found.append(tree.here.number)
        assert found == sorted(set(found))
        await pilot.press("left_square_bracket")
        await until(pilot, lambda: tree.here is not None and tree.here.number == found[1])
        for _ in range(2):
            await pilot.press("left_square_bracket")
        await until(pilot, lambda: shows(app, "no more cut-offs in this direction"))


async def test_step_by_step_as_the_search_went() -> None:
    """Each step shows alpha and beta at that time and hides later values; s shows the whole search."""
    async with running(Server(more=answer_explain), size=(140, 24)) as (app, pilot):
        await type_in(app, pilot, TEXTBOOK)
        await pilot.press(*"nnnnn")
        await until(pilot, lambda: shows(app, "step 5 of 21  2: a leaf of 12"))
        await until(pilot, lambda: shows(app, "1  min 3 so far  beta 3"))
        await until(pilot, lambda: shows(app, "3  ?"))
        assert not shows(app, "= 8")
        await pilot.press("p")
        await until(pilot, lambda: shows(app, "back at 1 (min) from 1 with 3: the best so far, so beta is 3"))
        await until(pilot, lambda: shows(app, "not known yet at this step"))
        await pilot.press(*"nnnnnnnn")
        await until(pilot, lambda: shows(app, "alpha 3 >= beta 2: 2 branches are left out"))
        await until(pilot, lambda: shows(app, LEFT_OUT))
        await pilot.press("s")
        await until(pilot, lambda: shows(app, "* root  max = 3"))
        await pilot.press("p")
        await until(pilot, lambda: shows(app, "step 21 of 21"))
        await pilot.press("n")
        await until(pilot, lambda: shows(app, "this is the last step"))


async def test_the_mouse_does_all_of_it() -> None:
    """A click opens a node, and clicks on the controls act as keys."""
    async with running(server := Server(more=answer_explain), size=(100, 24)) as (app, pilot):
        await type_in(app, pilot, TEXTBOOK)
        await click_on(app, pilot, "2  min <= 2")
        await until(pilot, lambda: shows(app, LEFT_OUT))
        await click_on(app, pilot, "n next step")
        await until(pilot, lambda: shows(app, "step 1 of 21"))
        await click_on(app, pilot, "s whole")
        await until(pilot, lambda: shows(app, "* root"))
        await click_on(app, pilot, "m alpha-beta")
        await until(pilot, lambda: shows(app, "value 3 for max; 13 nodes visited"))
        await click_on(app, pilot, "f max moves first")
        await until(pilot, lambda: shows(app, "value 6 for min; 13 nodes visited"))
        assert [(asked.algorithm, asked.of.first) for asked in server.of("explain")] == [
            ("textbook", "max"),
            ("minimax", "max"),
            ("minimax", "min"),
        ]


async def test_a_board_of_the_node_in_hand() -> None:
    """The board follows the cursor, b hides it, and a narrow terminal shows only the tree."""
    async with running(server := Server(more=answer_explain), size=(100, 30)) as (app, pilot):
        await type_in(app, pilot, "tictactoe b2 a1")
        assert server.of("explain")[0].of == OfGame(game="tictactoe", moves=["b2", "a1"])
        board = app.screen.query_one(BoardWidget)
        assert board.position is not None
        assert board.position.rows == ["---", "-X-", "O--"]
        await pilot.press("down")
        await until(pilot, lambda: board.position is not None and board.position.rows == ["X--", "-X-", "O--"])
        await until(pilot, lambda: shows(app, "[X]"))
        await pilot.press("b")
        await until(pilot, lambda: not board.display)
        await pilot.resize_terminal(60, 20)
        await until(pilot, lambda: not shows(app, "path"))


async def test_the_tree_is_asked_for_again() -> None:
    """The server chooses the first depth, and keys change depth and algorithm."""

    def small(command: Any) -> Any:
        if command.t == "explain" and (command.depth or 0) > 1:
            return refused(Code.TREE_TOO_LARGE, "too many nodes")
        return answer_explain(command.model_copy(update={"depth": 1}) if command.t == "explain" else command)

    async with running(server := Server(more=small), size=(100, 24)) as (app, pilot):
        await type_in(app, pilot, "tictactoe b2")
        assert [asked.depth for asked in server.of("explain")] == [None]
        await until(pilot, lambda: shows(app, "depth 1"))
        await pilot.press("plus")
        await until(pilot, lambda: shows(app, "too many nodes"))
        await pilot.press("minus", "m")
        await until(pilot, lambda: shows(app, "minimax   - depth 1 +"))
        await until(pilot, lambda: shows(app, "value") and not shows(app, "cut off;"))
        assert server.of("explain")[-1].algorithm == "minimax"


async def test_leaf_values_that_are_no_tree() -> None:
    """Invalid leaf values show an error, and the prompt keeps the focus."""

    def respond(command: Any) -> Any:
        return refused(Code.BAD_TREE, "a value is missing before the ] at place 4") if command.t == "explain" else None

    async with running(Server(more=respond)) as (app, pilot):
        await pilot.press("x", *(KEYS.get(character, character) for character in "[3,]"), "enter")
        await until(pilot, lambda: shows(app, "a value is missing before the ] at place 4"))
        assert app.focused is not None
        assert app.focused.id == "subject"
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))


async def test_a_server_that_explains_nothing() -> None:
    """A server without search trees gets no request."""
    server = Server()
    server.capabilities = []
    async with running(server) as (app, pilot):
        await pilot.press("x", *"tictactoe", "enter")
        await until(pilot, lambda: shows(app, "does not explain search trees"))
        assert not server.of("explain")


async def test_from_a_match_that_is_watched_and_back() -> None:
    """x explains the watched match; slash focuses the prompt, Escape the tree, and then the match."""
    async with running(server := Server(more=answer_explain)) as (app, pilot):
        app.matches.open(MATCH, join=False)
        server.tell(snapshot("40"))
        await until(pilot, lambda: isinstance(app.screen, WatchScreen) and shows(app, CODE))
        await pilot.press("x")
        await until(pilot, lambda: isinstance(app.focused, SearchTree))
        assert server.of("explain")[0].of == OfMatch(match=CODE)
        await pilot.press("slash")
        await until(pilot, lambda: app.focused is not None and app.focused.id == "subject")
        await pilot.press("escape", "escape")
        await until(pilot, lambda: isinstance(app.screen, WatchScreen))


async def test_from_a_match_that_is_played() -> None:
    """x on the board and /explain open the search tree."""
    async with running(server := Server(seat=0, more=answer_explain)) as (app, pilot):
        app.matches.open(MATCH, join=True)
        server.tell(snapshot("40", you=0))
        await until(pilot, lambda: shows(app, "move"))
        await pilot.press("slash", *"explain", "enter")
        await until(pilot, lambda: isinstance(app.screen, ExplainScreen))
        await until(pilot, lambda: isinstance(app.focused, SearchTree))
        await pilot.press("escape", "escape", "x")
        await until(pilot, lambda: isinstance(app.screen, ExplainScreen))
        assert {type(asked.of) for asked in server.of("explain")} == {OfMatch}


async def test_not_from_a_rated_match_that_runs() -> None:
    """A running rated match says that its tree is not available yet, without a request."""
    async with running(server := Server(more=answer_explain)) as (app, pilot):
        app.matches.open(MATCH, join=False)
        server.tell(snapshot("40", rated=True))
        await until(pilot, lambda: shows(app, CODE))
        await pilot.press("x")
        await until(pilot, lambda: shows(app, "is available after its end"))
        assert not server.of("explain")


async def test_from_a_replay_at_its_ply() -> None:
    """A finished match is explained by its moves, because it may come from a file."""

    def respond(command: Any) -> Any:
        return answer_explain(command) or answer(command)

    async with running(server := Server(more=respond)) as (app, pilot):
        app.navigation.replay(MATCH)
        await until(pilot, lambda: shows(app, "0/4"))
        await pilot.press("right", "right", "x")
        await until(pilot, lambda: isinstance(app.focused, SearchTree))
        (asked,) = server.of("explain")
        assert (asked.of.game, len(asked.of.moves)) == ("tictactoe", 2)


async def test_ascii_alone() -> None:
    """In ASCII mode tree, board, borders and scroll bars have no line characters."""
    async with running(Server(more=answer_explain), size=(120, 40), preferences=Preferences(ascii_only=True)) as (
        app,
        pilot,
    ):
        await type_in(app, pilot, "tictactoe b2 a1")
        await pilot.press("2")
        await until(pilot, lambda: shows(app, "`-"))
        for drawn in picture(app):
            assert drawn.isascii(), drawn
