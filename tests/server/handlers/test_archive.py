"""The archive over the protocol: searching, turning pages, ratings, and watching a match long after it was let go."""

from typing import Any

from kibitz_server.core.lobby.registry import MatchRegistry
from kibitz_server.core.values.players import Human
from tests.fakes import WaitingStore
from tests.server.conftest import Guest, House


def duel(house: House, ann: Guest, bob: Guest, **fields: Any) -> str:
    """A match that ann wins, as bob gives up after a move; gives its code."""
    code = ann.host(**fields)
    assert bob.say("join", match=code).t == "accepted"
    ann.say("move", match=code, ply=0, move="b2")
    assert bob.say("resign", match=code).t == "accepted"
    house.store.commit()
    return code


def found(guest: Guest, **wanted: Any) -> Any:
    """The answer to a search."""
    return guest.say("archive", **wanted).result


async def test_a_match_is_in_the_archive_when_it_is_over(house: House) -> None:
    """With its players and its result, for everyone; while it runs it is not."""
    ann, bob, eve = house.enter("ann"), house.enter("bob"), house.enter("eve")
    ann.host()
    code = duel(house, ann, bob)
    (row,) = found(eve, player="ann", result="won").matches
    assert (row.code, row.game, row.ply, row.rated) == (code, "tictactoe", 1, False)
    assert [seat.name for seat in row.seats] == ["ann", "bob"]
    assert (row.result.winner, row.result.reason) == (0, "resignation")
    assert found(eve, player="eve").matches == []


async def test_pages_are_turned_by_a_cursor(house: House) -> None:
    """Each page says how to get the next; the last one says that there is none. A made-up cursor is refused."""
    ann, bob = house.enter("ann"), house.enter("bob")
    codes = [duel(house, ann, bob) for _ in range(5)]
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
        assert bob.say("archive", cursor=wrong).code == "bad_cursor"


async def test_a_match_is_watched_long_after_it_left_the_memory() -> None:
    """Its snapshot is made from the store; a code that nobody ever had is still unknown."""
    store = WaitingStore()
    house = House(store=store, hall=MatchRegistry(most_over=1))
    ann, bob, eve = house.enter("ann"), house.enter("bob"), house.enter("eve")
    old = duel(house, ann, bob)
    for _ in range(3):
        duel(house, ann, bob)
    assert house.runtime.rooms.find(old) is None
    accepted = eve.say("watch", match=old.lower())
    assert accepted.result.code == old
    snapshot = eve.take()[-1]
    assert (snapshot.phase, [move.move for move in snapshot.moves]) == ("finished", ["b2"])
    refused = eve.say("watch", match="ZZZZZZ")
    assert refused.code == "unknown_match"


async def test_rated_matches_make_ratings(house: House) -> None:
    """Of accounts, seen by everyone, with what each match did; and they outlive the server."""
    ann, bob, eve = house.enter("ann"), house.enter("bob"), house.enter("eve")
    for guest in (ann, bob):
        player = guest.listener.player
        guest.listener.player = Human(player.id, player.name, account=True)
    duel(house, ann, bob, rated=True)
    duel(house, ann, bob)
    best = eve.say("ratings", game="tictactoe").result
    assert [row.player for row in best.ratings] == ["ann", "bob"]
    assert best.ratings[0].rating > 1500 > best.ratings[1].rating
    assert {row.matches for row in best.ratings} == {1}
    assert best.history == []
    code = ann.host(rated=True)
    (listed,) = eve.say("list").result.matches
    assert eve.say("watch", match=code).t == "accepted"
    for view in (listed.seats[0], eve.take()[-1].seats[0]):
        assert view.strength.rating == best.ratings[0].rating
    assert listed.seats[1].strength is None
    own = eve.say("ratings", player="ANN").result
    (step,) = own.history
    assert (step.before, step.after) == (1500, own.ratings[0].rating)
    new = House(store=house.store)
    assert new.enter("cat").say("ratings").result == best
