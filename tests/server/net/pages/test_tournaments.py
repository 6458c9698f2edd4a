"""Tournaments without JavaScript, as JSON, and as text: what each shows, and what none of them ever shows."""

import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

import kibitz_client
from kibitz_protocol.tournaments.views import TournamentView
from kibitz_server.net.pages.page import WebPage
from kibitz_server.net.pages.previews import MOST_TABLES, Preview
from kibitz_server.net.pages.tournaments import TournamentPages
from tests.server.conftest import FakeClient, InProcessServer

FOLDER = Path(kibitz_client.__file__).parent / "web"
HOME = "https://games.example.org"


def created(server: InProcessServer, name: str = "Friday", **terms: Any) -> tuple[FakeClient, str]:
    """Return an organiser, who entered an announced tournament, and its code."""
    client = server.connect("ann", account=True)
    wanted = {"game": "tictactoe", "format": "round-robin", **terms}
    answer = client.ask("tournament", do={"kind": "create", "name": name, "terms": wanted})
    assert answer.t == "accepted", answer
    enter(client, answer.result.code)
    return client, answer.result.code


def enter(client: FakeClient, code: str, **fields: Any) -> None:
    """Enter a tournament."""
    assert client.ask("tournament", do={"kind": "enter", "tournament": code, **fields}).t == "accepted"


def get(path: str, **headers: str) -> Request:
    """Return a request."""
    return Request(path, Headers({name.replace("_", "-"): value for name, value in headers.items()}))


def document(server: InProcessServer, code: str, **headers: str) -> Response:
    """Return the document of the page of a tournament."""
    pages = TournamentPages(server.runtime)
    page = WebPage(FOLDER, lambda _code: False, pages.preview, known_tournament=pages.may_have)
    response = page.respond(get(f"/t/{code}", Accept="text/html", **headers))
    assert response is not None
    return response


def body(response: Response | None) -> str:
    """Return the text of a response."""
    assert response is not None
    return bytes(response.body or b"").decode()


def without_script(response: Response) -> str:
    """Return what a browser without JavaScript shows."""
    (found,) = re.findall("<noscript>(.*)</noscript>", body(response), re.DOTALL)
    return str(found)


async def test_the_document_has_the_tables(server: InProcessServer) -> None:
    """A browser without JavaScript shows them, with nothing that the policy of the page forbids."""
    _, code = created(server)
    response = document(server, code)
    assert response.status_code == 200
    shown = without_script(response)
    assert "<h1>Friday</h1>" in shown
    assert "<td>@ann" in shown or "<td>ann" in shown
    assert "style" not in shown
    assert "<title>Friday: round-robin of Tic-tac-toe</title>" in body(response)
    assert 'name="description" content="Not started yet, 1 entrant."' in body(response)


def test_a_document_with_tables_is_small() -> None:
    """With the largest tables it stays below 60 kB, without the import map, which is short in a release."""
    page = WebPage(FOLDER, lambda _code: False, lambda _code: Preview(content="x" * MOST_TABLES))
    response = page.respond(get("/t/T-7KQ2XF", Accept="text/html"))
    assert response is not None
    text = bytes(response.body or b"")
    (imports,) = re.findall(rb'<script type="importmap">.*?</script>', text)
    assert MOST_TABLES < len(text) - len(imports) < 60_000


def test_other_pages_ask_for_javascript() -> None:
    """Pages without tables say what a browser needs."""
    page = WebPage(FOLDER, lambda _code: True)
    response = page.respond(get("/", Accept="text/html"))
    assert response is not None
    assert without_script(response).startswith("<main>Kibitz needs JavaScript")


async def test_the_tag_begins_with_the_last_event(server: InProcessServer) -> None:
    """A browser that has the page of that event gets nothing again, and the new one after the next event."""
    _, code = created(server)
    room = server.runtime.tournaments.rooms.find(code)
    assert room is not None
    pages = TournamentPages(server.runtime)
    page = WebPage(FOLDER, lambda _code: False, pages.preview, known_tournament=pages.may_have)

    def ask(tag: str) -> Response:
        response = page.respond(get(f"/t/{code}", Accept="text/html", If_None_Match=tag))
        assert response is not None
        return response

    tag = ask("").headers["ETag"]
    assert tag.startswith(f'"{room.tournament.seq}-')
    assert ask(tag).status_code == 304
    enter(server.connect("bob", account=True), code)
    server.scheduler.advance(2.0)
    changed = ask(tag)
    assert changed.status_code == 200
    assert changed.headers["ETag"].startswith(f'"{room.tournament.seq}-')


async def test_requests_compute_nothing_while_nothing_changed(server: InProcessServer) -> None:
    """And while much changes, the tables are made once a second."""
    _, code = created(server)
    pages = TournamentPages(server.runtime)

    def made() -> Preview:
        preview = pages.preview(code)
        assert preview is not None
        server.scheduler.advance(0.5)
        return preview

    first = made()
    assert all(made() is first for _ in range(100))
    seen = []
    for number in range(20):
        enter(server.connect(f"guest{number}"), code)
        seen.append(pages.preview(code))
        server.scheduler.advance(0.1)
    assert 2 <= len({id(each) for each in seen}) <= 4


async def test_a_file_is_made_once_a_second(server: InProcessServer) -> None:
    """It has the plies of live games, without events for them; that of a tournament that is over never changes."""
    ann, code = created(server)
    pages = TournamentPages(server.runtime)

    def tag_after(seconds: float) -> str:
        server.scheduler.advance(seconds)
        response = pages.file(get(f"/t/{code}.json"))
        assert response is not None
        return response.headers["ETag"]

    first = tag_after(0.0)
    enter(server.connect("bob", account=True), code)
    assert tag_after(0.5) == first
    assert tag_after(0.6) != first
    assert ann.ask("tournament", do={"kind": "cancel", "tournament": code}).t == "accepted"
    last = tag_after(2.0)
    server.store.wall_clock = lambda: 0.0
    assert tag_after(1000.0) == last


async def test_kept_pages_are_bounded(server: InProcessServer) -> None:
    """Of many tournaments, those that were not asked for lately are made again."""
    pages = TournamentPages(server.runtime, most_kept=2)
    codes = [created(server, name)[1] for name in ("one", "two", "three", "four")]

    first = pages.preview(codes[0])
    assert pages.preview(codes[0]) is first
    for code in codes[1:]:
        pages.preview(code)
    assert pages.preview(codes[0]) is not first


async def test_nothing_is_shown_that_is_not_durable(server: InProcessServer) -> None:
    """Until the store has saved, the page shows what was before."""
    _, code = created(server)
    pages = TournamentPages(server.runtime)
    before = pages.preview(code)
    assert before is not None
    bob = server.connect("bob", account=True)
    bob.send("tournament", do={"kind": "enter", "tournament": code})
    server.scheduler.advance(5.0)
    assert pages.preview(code) == before
    assert TournamentPages(server.runtime).preview(code) is None
    refusal = TournamentPages(server.runtime).file(get(f"/t/{code}.json"))
    assert refusal is not None
    assert (refusal.status_code, refusal.headers["Retry-After"]) == (503, "1")
    server.store.commit()
    assert pages.preview(code) != before


async def test_a_private_tournament_shows_nothing(server: InProcessServer) -> None:
    """Its key is in no address: neither its name nor its players are in the page, the file and the text."""
    _, code = created(server, "Secret evening", private=True)
    pages = TournamentPages(server.runtime)
    assert pages.preview(code) is None
    response = document(server, code)
    assert response.status_code == 200
    text = body(pages.invitation(f"/{code}", HOME))
    assert "kibitz play" in text
    assert "its key" in text
    file = pages.file(get(f"/t/{code}.json"))
    assert file is not None
    assert file.status_code == 404
    for shown in (body(response), text, body(file)):
        assert "Secret" not in shown
        assert "ann" not in re.sub(r"\w*ann\w+|\w+ann\w*", "", shown)
    assert body(file) == body(pages.file(get("/t/T-ZZZZZZ.json"))).replace("T-ZZZZZZ", code)


async def test_the_file_is_what_followers_see(server: InProcessServer) -> None:
    """It is the snapshot of a spectator, with the standings of all pages."""
    _, code = created(server, most_entrants=60)
    for number in range(55):
        enter(server.connect(f"guest{number}"), code)
    watcher = server.connect("eve")
    watcher.take()
    watcher.ask("tournament", do={"kind": "show", "tournament": code, "follow": True})
    (seen,) = [m for m in watcher.received if m.t == "tournament"]
    pages = TournamentPages(server.runtime)
    response = pages.file(get(f"/t/{code}.json"))
    assert response is not None
    assert response.headers["Content-Type"] == "application/json"
    file = json.loads(body(response))
    rows = file["tournament"]["rows"]
    assert (len(rows), file["tournament"]["pages"], file["seq"]) == (56, 1, seen.seq)
    assert TournamentView.model_validate({**file["tournament"], "rows": rows[:50], "pages": 2}) == seen.tournament
    packed = pages.file(get(f"/t/{code}.json?x=1", Accept_Encoding="gzip"))
    assert packed is not None
    assert gzip.decompress(bytes(packed.body or b"")) == bytes(response.body or b"")
    again = pages.file(get(f"/t/{code}.json", If_None_Match=response.headers["ETag"]))
    assert again is not None
    assert again.status_code == 304


@pytest.mark.parametrize("spelling", ["/T-{}", "/t/T-{}", "/t-{}", "/t/t{}"])
async def test_a_terminal_gets_commands_and_standings(server: InProcessServer, spelling: str) -> None:
    """The text names the commands with the address of the server."""
    _, code = created(server)
    text = body(TournamentPages(server.runtime).invitation(spelling.format(code[2:].lower()), HOME))
    assert text.startswith("Friday: round-robin of Tic-tac-toe\nNot started yet, 1 entrant.\n\n")
    assert f"kibitz play {code} --server wss://games.example.org\n" in text
    assert f"kibitz tournament watch {code} --server wss://games.example.org\n" in text
    assert re.search(r"^   1  ann  0$", text, re.MULTILINE)


async def test_what_is_not_there_is_not_found(server: InProcessServer) -> None:
    """While the server starts, any code may be one."""
    server.connect("ann").host()
    new = InProcessServer(server.store)
    pages = TournamentPages(new.runtime)
    new.runtime.loading.start()
    early = pages.invitation("/T-ZZZZZZ", None)
    assert early is not None
    assert early.status_code == 200
    file = pages.file(get("/t/T-ZZZZZZ.json"))
    assert file is not None
    assert file.status_code == 503
    assert await new.runtime.loading.wait()
    late = pages.invitation("/T-ZZZZZZ", None)
    assert late is not None
    assert late.status_code == 404
    assert body(late) == "There is no tournament T-ZZZZZZ here.\n"


@pytest.mark.parametrize(
    "path", ["/", "/7KQ2XF", "/t/", "/t/7KQ2XF", "/t/T-7KQ2X", "/t/T-7KQ2XF/x", "/t/T-7KQ2XF/.json"]
)
async def test_other_paths_are_no_tournament(server: InProcessServer, path: str) -> None:
    """Neither a text nor a file is there."""
    pages = TournamentPages(server.runtime)
    assert pages.invitation(path, HOME) is None
    assert pages.file(get(path)) is None
