"""Previews of links to matches: what they say in each phase, and what they never say."""

import html
import re
from pathlib import Path
from typing import Any

import pytest
from websockets.datastructures import Headers
from websockets.http11 import Request

import kibitz_client
from kibitz_server.net.pages.page import WebPage
from kibitz_server.net.pages.previews import Preview, match_preview
from tests.server.conftest import ENGINE, FakeClient, InProcessServer

FOLDER = Path(kibitz_client.__file__).parent / "web"
ME = {"kind": "me"}
WIN = ("a1", "b1", "a2", "b2", "a3")


def preview(server: InProcessServer, code: str) -> Preview | None:
    """Return the preview of a match, as the server makes it."""
    room = server.runtime.rooms.find(code)
    assert room is not None
    return match_preview(room.public)


def begun(server: InProcessServer, *moves: str, **fields: Any) -> tuple[FakeClient, FakeClient, str]:
    """Return two players and the code of their match, after some moves."""
    players = server.connect("ann"), server.connect("bob")
    code = players[0].host(**fields)
    players[1].ask("join", match=code)
    for ply, move in enumerate(moves):
        assert players[ply % 2].ask("move", match=code, ply=ply, move=move).t == "accepted"
    return *players, code


async def test_a_preview_names_game_players_and_standing(server: InProcessServer) -> None:
    """It follows the match from its free seat to its result."""
    ann, bob = server.connect("ann"), server.connect("bob")
    code = ann.host()
    assert preview(server, code) == Preview("Tic-tac-toe: ann v open seat", "A seat is free: open the link to play.")
    bob.ask("join", match=code)
    for ply, move in enumerate(WIN):
        assert preview(server, code) == Preview("Tic-tac-toe: ann v bob", f"Live, ply {ply}. Open the link to watch.")
        (ann, bob)[ply % 2].ask("move", match=code, ply=ply, move=move)
    assert preview(server, code) == Preview("Tic-tac-toe: ann v bob", "ann won, ply 5.")


async def test_other_standings_have_words(server: InProcessServer) -> None:
    """An engine is named with its budget, and the end of a match without a winner is said."""
    ann, bob, code = begun(server, "a1")
    assert ann.ask("offer", match=code, offer="draw").t == "accepted"
    assert bob.ask("accept", match=code, offer="draw").t == "accepted"
    assert preview(server, code) == Preview("Tic-tac-toe: ann v bob", "Ended in a draw, ply 1.")
    against_engine = ann.host(seats=[ME, ENGINE])
    found = preview(server, against_engine)
    assert found is not None
    assert found.title.startswith("Tic-tac-toe: ann v engine alphabeta")


async def test_a_delayed_match_tells_no_more_than_its_spectators_see(server: InProcessServer) -> None:
    """The ply is that of the spectators."""
    _, _, code = begun(server, "a1", "b1", "a2", "b2", delay={"moves": 2})
    assert preview(server, code) == Preview("Tic-tac-toe: ann v bob", "Live, ply 2. Open the link to watch.")


async def test_a_private_match_has_no_preview(server: InProcessServer) -> None:
    """Its key is not in the address, so who follows the link may not know of it."""
    code = server.connect("ann").host(visibility="private")
    assert preview(server, code) is None


async def test_an_unlisted_match_does_not_name_its_players(server: InProcessServer) -> None:
    """Only its game is said, whatever happens in it."""
    _, _, code = begun(server, *WIN, visibility="unlisted")
    assert preview(server, code) == Preview("Tic-tac-toe", "A match on Kibitz, for people who have the link.")


@pytest.mark.parametrize("name", ['"><script>alert(1)</script>', "<!--main-->", "a' onx='1", "<!--importmap--> &lt;"])
def test_names_are_text_in_the_document(name: str) -> None:
    """A hostile name adds no markup and no part of the document, and reads as it was written."""
    page = WebPage(FOLDER, lambda _code: True, lambda _code: Preview(f"Nim: {name} v b", name))
    response = page.respond(Request("/7KQ2XF", Headers({"Accept": "text/html"})))
    assert response is not None
    text = bytes(response.body or b"").decode()
    plain = page.respond(Request("/", Headers({"Accept": "text/html"})))
    assert plain is not None
    assert len(re.findall("<script", text)) == len(re.findall("<script", bytes(plain.body or b"").decode()))
    (title,) = re.findall("<title>(.*?)</title>", text)
    assert html.unescape(title) == f"Nim: {name} v b"
    assert html.unescape(re.findall('name="description" content="(.*?)"', text)[0]) == name
