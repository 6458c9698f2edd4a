"""A script in place of the tournaments of a server: it answers their command, and all else goes to the server."""

import json
import time
from collections.abc import Mapping
from typing import Any

from playwright.sync_api import Page, WebSocketRoute
from pydantic import BaseModel

from kibitz_protocol.tournaments import messages, views
from kibitz_protocol.values.matches import PlaceView
from tests.web.tournaments.samples import CODE


def text_of(message: BaseModel) -> str:
    """Return a message as a server sends it."""
    return message.model_dump_json()


class Script:
    """Answers the command `tournament` of one page.

    Attributes:
        view: The snapshot that `show` sends; None for a tournament that does not exist.
        place: The place in a tournament that snapshots of matches get, if any.
        answers: Results by the kind of the action: a model, or a refusal.
        asked: The actions that the page has sent.
    """

    def __init__(self, view: views.TournamentView | None = None, seq: int = 40, **answers: Any) -> None:
        self.view = view
        self.seq = seq
        self.place: PlaceView | None = None
        none = views.GameRows(tournament="t1", games=[], page=1, pages=1)
        self.answers: dict[str, Any] = {"games": none} | answers
        self.asked: list[dict[str, Any]] = []
        self._route: WebSocketRoute | None = None

    def __call__(self, page: Page) -> None:
        """Answer a page from now on, before it loads anything."""
        page.route_web_socket("**", self._lead)

    def kinds(self) -> list[str]:
        """Return the kinds of the actions that the page has sent, without those that follow."""
        return [do["kind"] for do in self.asked if do["kind"] not in {"show", "unfollow"}]

    def count(self, kind: str) -> int:
        """Return how often the page has sent a kind of action."""
        return sum(do["kind"] == kind for do in self.asked)

    def last(self, kind: str) -> dict[str, Any]:
        """Return the last action of a kind."""
        return next(do for do in reversed(self.asked) if do["kind"] == kind)

    def wait_for(self, page: Page, kind: str, count: int = 1) -> None:
        """Wait until the page has sent this many actions of a kind. They arrive while Playwright waits for the page."""
        until = time.monotonic() + 30
        while self.count(kind) < count:
            assert time.monotonic() < until, f"not within 30 s: {count} times {kind}; asked: {self.kinds()}"
            page.evaluate("new Promise(requestAnimationFrame)")

    def send(self, message: BaseModel | Mapping[str, Any]) -> None:
        """Send a message to the page."""
        assert self._route is not None
        self._route.send(text_of(message) if isinstance(message, BaseModel) else json.dumps(message))

    def happen(self, event: Any, state: Any = "running") -> None:
        """Send the next event."""
        self.seq += 1
        self.send(messages.TournamentEvent(tournament="t1", seq=self.seq, at=time.time(), state=state, event=event))

    def show(self, view: views.TournamentView) -> None:
        """Send a new snapshot."""
        self.view = view
        self.send(messages.TournamentSnapshot(seq=self.seq, tournament=view))

    def _lead(self, route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        self._route = route

        def received(text: str | bytes) -> None:
            command = json.loads(text)
            if command["t"] != "tournament":
                server.send(text)
                return
            do = command["do"]
            self.asked.append(do)
            self._answer(command["id"], do)

        def answered(text: str | bytes) -> None:
            message = json.loads(text)
            if message["t"] == "snapshot" and self.place is not None:
                message["tournament"] = self.place.model_dump()
            route.send(json.dumps(message))

        route.on_message(received)
        server.on_message(answered)

    def _answer(self, number: str, do: dict[str, Any]) -> None:
        found = self.answers.get(do["kind"])
        if callable(found):
            found = found(do)
        if found is None and do["kind"] == "show" and self.view is None:
            found = {"code": "unknown_tournament", "message": "the server has no such tournament"}
        if found is None:
            found = views.TournamentDone(tournament="t1", code=CODE, seq=self.seq)
        if isinstance(found, BaseModel):
            self.send({"t": "accepted", "id": number, "result": json.loads(text_of(found))})
        else:
            base = {"t": "refused", "id": number, "hint": None, "state": None, "retry_after_s": None}
            self.send(base | found)
            return
        if do["kind"] == "show" and self.view is not None:
            self.send(messages.TournamentSnapshot(seq=self.seq, tournament=self.view))
