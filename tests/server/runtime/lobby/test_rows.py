"""Pages of the lobby: a viewer gets the rows that it may see, encoded once where they are the same for others."""

import random

import pytest

from kibitz_protocol.codec import encode
from kibitz_protocol.refusals import Code
from kibitz_server.core.lobby.listing import LobbyFilter
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.values.players import Human
from kibitz_server.runtime.attendance.presence import SETTLE_S
from tests.server.conftest import ENGINE, FakeClient, InProcessServer

ME, OPEN, CAT = {"kind": "me"}, {"kind": "open"}, {"kind": "invite", "name": "cat"}
CLOCK = {"kind": "fischer", "base_s": 60}
FILTERS = (LobbyFilter(), LobbyFilter(free=True), LobbyFilter(phase=Phase.RUNNING), LobbyFilter(player="bob"))


def rows_of(server: InProcessServer, viewer: Human, wanted: LobbyFilter, limit: int) -> list[bytes]:
    """Return all rows of a viewer, page by page."""
    rows, cursor = list[bytes](), None
    while True:
        page = server.runtime.lobby.page(viewer, wanted, cursor, limit)
        assert len(page.rows) == limit or page.next is None
        rows += page.rows
        cursor = page.next
        if cursor is None:
            return rows


def check(server: InProcessServer, clients: list[FakeClient]) -> None:
    """Compare the pages of all viewers and filters with rows that are computed for one viewer."""
    for client in clients:
        viewer = client.connection.player
        for wanted in FILTERS:
            fresh = [encode(row) for row in server.runtime.lobby.rows(viewer, wanted)]
            assert sorted(rows_of(server, viewer, wanted, 3)) == sorted(fresh)


@pytest.mark.parametrize("seed", range(3))
async def test_pages_have_the_rows_that_a_viewer_may_see(server: InProcessServer, seed: int) -> None:
    """After any steps, the pages have the same rows as a list that is computed for that viewer and shares nothing."""
    rng = random.Random(seed)
    clients = [server.connect(name) for name in ("ann", "bob", "cat")]
    codes: list[str] = []
    for _ in range(60):
        client = rng.choice(clients)
        match rng.randrange(7):
            case 0 | 1:
                seats = rng.choice(([ME, OPEN], [ME, CAT], [OPEN, OPEN], [ENGINE, ENGINE]))
                visibility = rng.choice(("public", "unlisted", "private"))
                clock, delay = rng.choice((None, CLOCK)), rng.choice((None, {"moves": 1}))
                codes.append(client.host(seats=seats, visibility=visibility, clock=clock, delay=delay))
            case 2 if codes:
                client.ask("join", match=rng.choice(codes))
            case 3 if codes:
                match = server.match(rng.choice(codes))
                client.ask("move", match=match.created.code, ply=match.ply, move=rng.choice(("a1", "b2", "c3", "a2")))
            case 4 if codes:
                client.ask(rng.choice(("watch", "unwatch")), match=rng.choice(codes))
            case 5 if codes:
                client.ask("resign", match=rng.choice(codes))
            case _:
                server.scheduler.advance(rng.choice((0.0, 1.5)))
        check(server, clients)


async def test_rows_of_others_are_encoded_once(server: InProcessServer) -> None:
    """Two spectators share the bytes of a row, and its player has bytes of its own."""
    ann, bob, eve = (server.connect(name).connection.player for name in ("ann", "bob", "eve"))
    FakeClient(server, server.runtime.clients.all[0]).host()  # type: ignore[arg-type]
    page = server.runtime.lobby.page
    (for_bob,), (for_eve,), (for_ann,) = (page(viewer, LobbyFilter(), None, 9).rows for viewer in (bob, eve, ann))
    assert for_bob is for_eve
    assert b'"you":0' in for_ann
    assert b'"you":null' in for_bob


async def test_a_row_follows_its_match_and_its_spectators(server: InProcessServer) -> None:
    """A move, a spectator, and time on a running clock change the row; nothing else does."""
    ann, bob, eve = (server.connect(name) for name in ("ann", "bob", "eve"))
    code = ann.host(clock=CLOCK)
    bob.ask("join", match=code)
    viewer = server.connect("viewer").connection.player

    def row() -> bytes:
        return server.runtime.lobby.page(viewer, LobbyFilter(), None, 9).rows[0]

    first = row()
    assert row() is first
    ann.ask("move", match=code, ply=0, move="b2")
    bob.ask("move", match=code, ply=1, move="a1")
    assert b'"ply":2' in row()
    eve.ask("watch", match=code)
    watched = row()
    assert b'"watchers":1' in watched
    server.scheduler.advance(0.5)
    assert row() is watched
    server.scheduler.advance(1.0)
    assert b'"remaining_ms":[58500,60000]' in row()


async def test_a_deserted_match_leaves_the_list(server: InProcessServer) -> None:
    """It is listed again when a player is back."""
    ann, bob = server.connect("ann"), server.connect("bob")
    viewer = server.connect("viewer")
    code = ann.host()
    bob.ask("join", match=code)
    assert len(viewer.ask("list").result.matches) == 1
    for client in (ann, bob):
        server.runtime.clients.depart(client.connection)
    server.scheduler.advance(SETTLE_S + 1)
    server.store.commit()
    assert viewer.ask("list").result.matches == []
    server.runtime.clients.arrive(ann.connection)
    server.store.commit()
    assert len(viewer.ask("list").result.matches) == 1


async def test_the_list_has_pages(server: InProcessServer) -> None:
    """Pages follow each other by their cursors without a gap, and an invalid cursor is refused."""
    ann, bob = server.connect("ann"), server.connect("bob")
    codes = {ann.host() for _ in range(5)}
    found, cursor = [], None
    for length in (2, 2, 1):
        page = bob.ask("list", limit=2, cursor=cursor).result
        assert len(page.matches) == length
        found += [row.code for row in page.matches]
        cursor = page.next
    assert cursor is None
    assert set(found) == codes
    assert [bob.ask("list", cursor=wrong).code for wrong in ("x", "open x y", "live 1")] == [Code.BAD_CURSOR] * 3


async def test_a_follower_of_one_page_receives_changes_of_all(server: InProcessServer) -> None:
    """The end of a match that was not on the page is sent too."""
    ann, bob = server.connect("ann"), server.connect("bob")
    codes = [ann.host() for _ in range(3)]
    page = bob.ask("list", limit=1, follow=True).result
    other = next(code for code in codes if code != page.matches[0].code)
    match = server.match(other).created.id
    bob.take()
    ann.ask("resign", match=other)
    (change,) = bob.take()
    assert change.gone == [match]
