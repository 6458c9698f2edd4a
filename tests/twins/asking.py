"""What viewers of the twin test ask for beside the match itself: lists, exports, own boards, pages and metrics."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from websockets.datastructures import Headers
from websockets.http11 import Request

import kibitz_client
from kibitz_server.core.match.match import Match
from kibitz_server.games.game import BadPosition
from kibitz_server.games.registry import load
from kibitz_server.net.pages.page import WebPage
from kibitz_server.net.pages.previews import Preview, match_preview
from kibitz_server.net.pages.texts import invitation_page
from kibitz_server.runtime.room import Room
from tests.server.conftest import InProcessServer
from tests.twins.deals import Script

FOLDER = Path(kibitz_client.__file__).parent / "web"
CARDS = "23456JQKA"
EXPORTS = ("record", "pgn", "sgf")
ADMIN_LISTS = ("matches", "players", "connections", "sanctions", "audit", "engines")
PATHS = ("/{}", "/{}?embed=1", "/embed/{}", "/replay/{}", "/tv")

Fields = Callable[[str], dict[str, Any]]


def _of(**more: Any) -> Fields:
    return lambda code: {"of": {"kind": "match", "match": code, **more}}


QUESTIONS: list[tuple[str, Fields]] = [
    ("explain", _of()),
    ("explain", _of(ply=1)),
    ("explore", _of()),
    ("explore", _of(ply=1)),
    ("analyse", lambda code: {"match": code}),
    ("list", lambda _: {}),
    ("list", lambda _: {"player": "ann"}),
    ("series", lambda code: {"match": code}),
    ("watchers", lambda code: {"match": code}),
    ("archive", lambda _: {}),
    ("archive", lambda _: {"player": "ann"}),
    ("ratings", lambda _: {}),
    ("ratings", lambda _: {"player": "ann"}),
    ("lobby_chat", lambda _: {}),
    ("tell_turns", lambda _: {"on": True}),
]
"""Commands of players and spectators, with their fields for a match of a code."""


def positions_of(match: Match, script: Script, seat: int) -> list[str]:
    """Return the text of what a seat has seen, and those with each card in place of what it has not seen."""
    text = match.position.seen_by(seat).text
    game, found = load(script.game, script.options), [text]
    for card in CARDS:
        guess = text.replace("?", card)
        try:
            game.start(guess)
        except BadPosition:
            continue
        found.append(guess)
    return found


class Pages:
    """The pages that programs without a seat get: documents with the preview of a match, and plain text."""

    def __init__(self) -> None:
        self._page = WebPage(FOLDER, lambda code: self._find(code) is not None, self._preview)
        self._server: InProcessServer | None = None

    def of(self, server: InProcessServer, code: str) -> list[bytes]:
        """Return the pages of a match on a server."""
        self._server = server
        found = [repr(invitation_page(f"/{code}", "https://kibitz.example", known=lambda _: True)).encode()]
        for path in PATHS:
            headers = Headers({"Accept": "text/html", "Host": "kibitz.example"})
            answer = self._page.respond(Request(path.format(code), headers))
            assert answer is not None
            found.append(repr(sorted(answer.headers.raw_items())).encode() + bytes(answer.body or b""))
        return found

    def _find(self, code: str) -> Room | None:
        assert self._server is not None
        return self._server.runtime.rooms.find(code)

    def _preview(self, code: str) -> Preview | None:
        room = self._find(code)
        return None if room is None else match_preview(room.public)


@cache
def pages() -> Pages:
    """Return the pages. Their files are read once."""
    return Pages()
