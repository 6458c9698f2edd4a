"""Commands of the archive: search, pages, ratings, and watching an evicted match."""

from typing import Any

import pytest

from kibitz_server.core.lobby.registry import MatchRegistry
from kibitz_server.core.values.players import Human
from tests.fakes.server import WaitingStore
from tests.server.conftest import FakeClient, InProcessServer


def play(ann: FakeClient, bob: FakeClient, code: str, plies: int) -> None:
    """Play the first moves of a match of tic-tac-toe."""
    for ply, move in enumerate(("b2", "a1", "a2", "c2", "b3")[:plies]):
        assert (ann, bob)[ply % 2].ask("move", match=code, ply=ply, move=move).t == "accepted"


def duel(server: InProcessServer, ann: FakeClient, bob: FakeClient, **fields: Any) -> str:
    """Play a match that Ann wins, because Bob resigns, and return its code. A rated one is long enough to count."""
    code = ann.host(**fields)
    assert bob.ask("join", match=code).t == "accepted"
    play(ann, bob, code, 5 if fields.get("rated") else 1)
    assert bob.ask("resign", match=code).t == "accepted"
    server.store.commit()
    return code


def found(guest: FakeClient, **wanted: Any) -> Any:
    """Return the answer to a search."""
    return guest.ask("archive", **wanted).result


async def test_a_match_is_in_the_archive_when_it_is_over(server: InProcessServer) -> None:
    """The archive has the players and the result of an ended match, and no running match."""
    ann, bob, eve = server.connect("ann"), server.connect("bob"), server.connect("eve")
    ann.host()
    code = duel(server, ann, bob)
    (row,) = found(eve, player="ann", result="won").matches
    assert (row.code, row.game, row.ply, row.rated) == (code, "tictactoe", 1, False)
    assert [seat.name for seat in row.seats] == ["ann", "bob"]
    assert (row.result.winner, row.result.reason) == (0, "resignation")
    assert found(eve, player="eve").matches == []


async def test_a_cursor_leads_to_the_next_page(server: InProcessServer) -> None:
    """The last page has no cursor, and an invalid cursor is refused."""
    ann, bob = server.connect("ann"), server.connect("bob")
    codes = [duel(server, ann, bob) for _ in range(5)]
    pages, cursor = [], None
    while True:
        page = found(bob, limit=2, cursor=cursor)
        pages.append([row.code for row in page.matches])
        cursor = page.next
        if cursor is None:
            break
    assert [len(page) for page in pages] == [2, 2, 1]
    assert {code for page in pages for code in page} == set(codes)
    for wrong in ("", "nan m1", "yesterday"):
        assert bob.ask("archive", cursor=wrong).code == "bad_cursor"


@pytest.mark.parametrize(
    "other",
    [{"player": "engine ann"}, {"player": "@bob"}, {"game": "nim"}, {"result": "won"}, {"rated": True}, {"since": 1.0}],
)
async def test_a_cursor_belongs_to_its_search(server: InProcessServer, other: dict[str, Any]) -> None:
    """A page of another search does not begin where that of this one ends. The size of the pages may change."""
    ann, bob = server.connect("ann"), server.connect("bob")
    for _ in range(3):
        duel(server, ann, bob)
    cursor = found(bob, player="@ann", limit=1).next
    assert len(found(bob, player="@Ann", limit=5, cursor=cursor).matches) == 2
    assert bob.ask("archive", **{"player": "@ann", **other}, cursor=cursor).code == "bad_cursor"
    old = cursor.rpartition(" ")[0]
    assert bob.ask("archive", player="@ann", cursor=old).code == "bad_cursor"


async def test_an_evicted_match_can_be_watched() -> None:
    """The snapshot of an evicted match comes from the store; an unknown code is refused."""
    store = WaitingStore()
    server = InProcessServer(store=store, registry=MatchRegistry(most_over=1))
    ann, bob, eve = server.connect("ann"), server.connect("bob"), server.connect("eve")
    old = duel(server, ann, bob)
    for _ in range(3):
        duel(server, ann, bob)
    assert server.runtime.rooms.find(old) is None
    accepted = eve.ask("watch", match=old.lower())
    assert accepted.result.code == old
    snapshot = eve.take()[-1]
    assert (snapshot.phase, [move.move for move in snapshot.moves]) == ("finished", ["b2"])
    refused = eve.ask("watch", match="ZZZZZZ")
    assert refused.code == "unknown_match"


def with_accounts(*guests: FakeClient) -> None:
    """Make players of accounts of guests."""
    for guest in guests:
        player = guest.connection.player
        guest.connection.player = Human(player.id, player.name, account=True)


async def test_the_end_of_a_rated_match_tells_its_ratings(server: InProcessServer) -> None:
    """The end has both ratings before and after, and so has a later snapshot; a casual match has none."""
    ann, bob, eve = server.connect("ann"), server.connect("bob"), server.connect("eve")
    with_accounts(ann, bob)
    code = duel(server, ann, bob, rated=True)
    (ended,) = (m.event for m in bob.take() if m.t == "event" and m.event.kind == "finished")
    own = eve.ask("ratings", player="ann").result.ratings[0].rating
    assert [(change.before, change.after) for change in ended.result.ratings] == [(1500, own), (1500, 3000 - own)]
    assert eve.ask("watch", match=code).t == "accepted"
    assert eve.take()[-1].result == ended.result
    duel(server, ann, bob)
    (casual,) = (m.event for m in bob.take() if m.t == "event" and m.event.kind == "finished")
    assert casual.result.ratings is None


async def test_a_table_ranks_by_what_is_known_of_a_strength(server: InProcessServer) -> None:
    """One win ranks below many even matches, and each row tells how many different opponents there were."""
    ann, bob, cat, dan = guests = [server.connect(name) for name in ("ann", "bob", "cat", "dan")]
    with_accounts(*guests)
    for _ in range(10):
        duel(server, ann, bob, rated=True)
        duel(server, bob, ann, rated=True)
        duel(server, ann, cat, rated=True)
        duel(server, cat, ann, rated=True)
    duel(server, dan, ann, rated=True)
    rows = bob.ask("ratings", game="tictactoe").result.ratings
    lower_bounds = [row.rating - 2 * row.deviation for row in rows]
    assert lower_bounds == sorted(lower_bounds, reverse=True)
    assert [row.player for row in rows][-1] == "dan"
    assert max(rows, key=lambda row: row.rating).player == "dan"
    assert {row.player: (row.matches, row.opponents, row.engines_only) for row in rows} == {
        "ann": (41, 3, False),
        "bob": (20, 1, False),
        "cat": (20, 1, False),
        "dan": (1, 1, False),
    }
    assert bob.ask("ratings", player="dan").result.ratings == rows[-1:]


async def test_a_rating_against_engines_only_is_marked(server: InProcessServer) -> None:
    """The mark is in the table and at the seats of the player, until a match against a player counts."""
    ann, bob = server.connect("ann"), server.connect("bob")
    with_accounts(ann, bob)
    engine = {"kind": "engine", "engine": {"algorithm": "random", "limit": {}}}
    code = ann.host(rated=True, seats=[{"kind": "me"}, engine])
    for ply, move, answer in ((0, "b2", "a1"), (2, "a2", "c2")):
        ann.ask("move", match=code, ply=ply, move=move)
        await server.pool.last.finish(answer)
        server.store.commit()
    ann.ask("resign", match=code)
    server.store.commit()

    def marks() -> dict[str, bool]:
        rows = bob.ask("ratings", game="tictactoe").result.ratings
        return {row.player: row.engines_only for row in rows}

    assert marks() == {"ann": True, "random": False}
    ann.host()
    (row,) = [row for row in bob.ask("list").result.matches if row.phase == "open"]
    assert row.seats[0].strength.engines_only
    duel(server, ann, bob, rated=True)
    assert marks() == {"ann": False, "random": False, "bob": False}


async def test_two_matches_that_end_before_they_are_saved(server: InProcessServer) -> None:
    """The second match counts from the ratings that the first one will lead to; nothing is in effect until then."""
    ann, bob, eve = server.connect("ann"), server.connect("bob"), server.connect("eve")
    with_accounts(ann, bob)
    codes = [ann.host(rated=True) for _ in range(2)]
    for code in codes:
        assert bob.ask("join", match=code).t == "accepted"
        play(ann, bob, code, 5)
    for code in codes:
        bob.send("resign", match=code)
    assert server.runtime.ratings.known == {}
    server.store.commit()
    first, second = (m.event.result.ratings for m in bob.take() if m.t == "event" and m.event.kind == "finished")
    assert [change.before for change in second] == [change.after for change in first]
    (own,) = eve.ask("ratings", player="ann").result.ratings
    assert (own.rating, own.matches) == (second[0].after, 2)


async def test_a_match_that_cannot_be_saved_changes_no_rating(server: InProcessServer) -> None:
    """A failed commit drops the expected ratings, so the next match counts from the last saved ones."""
    ann, bob = server.connect("ann"), server.connect("bob")
    with_accounts(ann, bob)
    code = ann.host(rated=True)
    assert bob.ask("join", match=code).t == "accepted"
    ann.ask("move", match=code, ply=0, move="b2")
    bob.send("resign", match=code)
    server.store.commit(OSError("disk full"))
    assert server.runtime.ratings.known == {}
    bob.take()
    duel(server, ann, bob, rated=True)
    (ended,) = (m.event for m in bob.take() if m.t == "event" and m.event.kind == "finished")
    assert [change.before for change in ended.result.ratings] == [1500, 1500]


async def test_rated_matches_change_ratings(server: InProcessServer) -> None:
    """Ratings of accounts list each change, and survive a restart."""
    ann, bob, eve = server.connect("ann"), server.connect("bob"), server.connect("eve")
    with_accounts(ann, bob)
    duel(server, ann, bob, rated=True)
    duel(server, ann, bob)
    best = eve.ask("ratings", game="tictactoe").result
    assert [row.player for row in best.ratings] == ["ann", "bob"]
    assert best.ratings[0].rating > 1500 > best.ratings[1].rating
    assert {row.matches for row in best.ratings} == {1}
    assert best.history == []
    code = ann.host(rated=True)
    (listed,) = eve.ask("list").result.matches
    assert eve.ask("watch", match=code).t == "accepted"
    for view in (listed.seats[0], eve.take()[-1].seats[0]):
        assert view.strength.rating == best.ratings[0].rating
    assert listed.seats[1].strength is None
    own = eve.ask("ratings", player="ANN").result
    (step,) = own.history
    assert (step.before, step.after) == (1500, own.ratings[0].rating)
    new = InProcessServer(store=server.store)
    assert new.connect("cat").ask("ratings").result == best
