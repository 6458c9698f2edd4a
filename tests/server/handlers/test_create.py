"""The command `create`: reserved seats, keys, spectators and chat, and its refusals."""

from typing import Any

import pytest

from kibitz_server.accounts.ids import hash_key, key_of
from kibitz_server.core.values.events import MatchCreated
from kibitz_server.core.values.players import Human
from kibitz_server.store import event_json
from tests.server.conftest import ENGINE, InProcessServer

ME, OPEN = {"kind": "me"}, {"kind": "open"}
BOB = {"kind": "invite", "name": "Bob"}


async def test_an_invited_player_is_notified(server: InProcessServer) -> None:
    """Only connected players with the name get the invitation, and the list marks the match."""
    ann, bob, eve = server.connect("ann"), server.connect("bob"), server.connect("eve")
    code = ann.host(seats=[ME, BOB], visibility="unlisted")
    (invitation,) = bob.take()
    assert (invitation.t, invitation.by, invitation.row.code, invitation.row.for_you) == ("invited", "ann", code, True)
    assert invitation.row.seats[1].kept_for == "Bob"
    assert eve.take() == []
    assert [row.for_you for row in bob.ask("list").result.matches] == [True]
    assert eve.ask("list").result.matches == []
    assert eve.ask("join", match=code).code == "seat_kept"
    assert bob.ask("join", match=code).result.seat == 1


async def test_an_invited_player_is_notified_on_connecting(server: InProcessServer) -> None:
    """An invitation waits for a player that connects later, until the seat is taken or the match is over."""
    ann = server.connect("ann")
    code = ann.host(seats=[ME, BOB])
    bob = server.connect("bob")
    assert [message.t for message in bob.take()] == ["invited"]
    bob.ask("join", match=code)
    assert server.connect("bob").take() == []


async def test_a_seat_is_reserved_for_the_connected_player_of_that_name(server: InProcessServer) -> None:
    """Another guest of that name cannot take the seat; the invited player can, also under a new name."""
    ann, bob = server.connect("ann"), server.connect("Bob")
    code = ann.host(seats=[ME, BOB], visibility="private")
    other = server.connect("bob")
    assert [message.t for message in other.take()] == []
    assert other.ask("join", match=code).code == "wrong_key"
    bob.connection.player = Human("id-Bob", "robert", account=True)
    assert bob.ask("join", match=code).result.seat == 1


async def test_an_ambiguous_name_reserves_the_seat_for_the_first_to_join(server: InProcessServer) -> None:
    """With two players of a name the first one may join; a bot's name means bots only."""
    ann, _, two = server.connect("ann"), server.connect("Bob"), server.connect("bob")
    assert two.ask("join", match=ann.host(seats=[ME, BOB])).result.seat == 1
    code = ann.host(seats=[ME, {"kind": "bot", "name": "BOB"}])
    assert server.connect("BOB", bot=True).ask("join", match=code).result.seat == 1


async def test_a_match_between_two_others(server: InProcessServer) -> None:
    """A player may create a match for two other players and watch it."""
    ann, bob, eve = server.connect("ann"), server.connect("bob"), server.connect("eve", bot=True)
    code = ann.host(seats=[BOB, {"kind": "bot", "name": "eve"}])
    assert server.connect("eve").ask("join", match=code).code == "seat_kept"
    assert (bob.ask("join", match=code).result.seat, eve.ask("join", match=code).result.seat) == (0, 1)
    assert bob.ask("move", match=code, ply=0, move="b2").t == "accepted"
    assert ann.kinds()[-1] == "moved"


async def test_a_private_match_needs_its_key(server: InProcessServer) -> None:
    """Joining and watching need the key, which is sent once and stored as a hash."""
    ann, bob, eve = server.connect("ann"), server.connect("bob"), server.connect("eve")
    made = ann.ask("create", game="tictactoe", seats=[ME, OPEN], visibility="private")
    code, key = made.result.code, made.result.key
    assert eve.ask("list").result.matches == []
    for t in ("join", "watch", "hint"):
        assert eve.ask(t, match=code).code == "wrong_key"
    assert eve.ask("watch", match=code, key="7F3K-9QXM").code == "wrong_key"
    joined = bob.ask("join", match=code, key=f" {key.lower().replace('-', '')} ")
    assert (joined.result.seat, joined.result.key) == (1, None)
    assert eve.ask("watch", match=code, key=key).t == "accepted"
    assert ann.ask("watch", match=code).result.key is None
    (created, *_), *_ = server.store.events.values()
    assert isinstance(created, MatchCreated)
    assert created.terms.key_hash == hash_key(key)
    assert key not in event_json.dump(created)


async def test_invited_players_need_no_key(server: InProcessServer) -> None:
    """An invited player may join without the key."""
    ann, bob = server.connect("ann"), server.connect("bob")
    code = ann.host(seats=[ME, BOB], visibility="private")
    assert bob.ask("join", match=code).t == "accepted"


async def test_a_repeated_create_finds_its_private_match(server: InProcessServer) -> None:
    """After a restart a repeated command finds its match, and its answer has the key again."""
    ann = server.connect("ann")
    again: dict[str, Any] = {"id": "c1", "game": "tictactoe", "seats": [ME, OPEN], "visibility": "private"}
    made = ann.ask("create", **again).result
    other = ann.ask("create", **again | {"id": "c2"}).result
    later = InProcessServer(server.store)
    assert later.runtime.restore() == 2
    told = later.connect("ann").ask("create", **again).result
    assert (told.match, told.key, told.seat) == (made.match, made.key, 0)
    assert (other.match, other.key) != (made.match, made.key)
    bob = later.connect("bob")
    assert bob.ask("create", **again).result.match != made.match
    assert bob.ask("join", match=made.code, key=told.key).t == "accepted"
    assert len(later.runtime.rooms.all) == 3


def test_a_key_may_be_written_in_several_ways() -> None:
    """Case, dashes and letters that look like digits do not matter, and keys differ."""
    key = key_of("seed", "c1")
    assert len(key.replace("-", "")) == 16
    assert hash_key(key) == hash_key(key.lower().replace("-", " ").replace("0", "o"))
    assert len({hash_key(key_of(seed, id)) for seed in ("seed", "other") for id in ("c1", "c2")}) == 4


async def test_a_match_without_spectators(server: InProcessServer) -> None:
    """Only the players and the host may watch it, and it is never on TV."""
    ann, bob, eve = server.connect("ann"), server.connect("bob"), server.connect("eve")
    code = ann.host(watchable=False)
    assert eve.ask("watch", match=code).code == "no_watchers"
    assert bob.ask("join", match=code).t == "accepted"
    assert bob.ask("watch", match=code).t == "accepted"
    assert eve.ask("watch", match="tv").code == "unknown_match"
    assert eve.ask("watch", match=code).code == "no_watchers"


async def test_a_match_without_chat(server: InProcessServer) -> None:
    """Chat is refused in a match that the host created without it."""
    ann = server.connect("ann")
    code = ann.host(chat=False)
    assert ann.ask("chat", match=code, text="hello").code == "chat_off"


@pytest.mark.parametrize(
    ("fields", "code", "words"),
    [
        ({"moves": ["b2", "b2"]}, "bad_moves", "move 2 of those to start from, 'b2'"),
        ({"rated": True, "moves": [], "seats": [ME, OPEN]}, "cannot_rate", "for accounts"),
        ({"rated": True, "moves": ["b2"]}, "cannot_rate", "at the beginning"),
        ({"rated": True, "position": "X--/---/--- O"}, "cannot_rate", "leave out the position"),
    ],
)
async def test_contradictory_terms_are_refused(
    server: InProcessServer, fields: dict[str, Any], code: str, words: str
) -> None:
    """The refusal says which terms are possible."""
    answer = server.connect("ann").ask("create", **{"game": "tictactoe", "seats": [ME, OPEN], **fields})
    assert (answer.t, answer.code) == ("refused", code)
    assert words in f"{answer.message}; {answer.hint}"


@pytest.mark.parametrize(("first", "seats"), [("first", {0}), ("second", {1}), ("random", {0, 1})])
async def test_the_first_seat_may_be_first_second_or_random(
    server: InProcessServer, first: str, seats: set[int]
) -> None:
    """`first` selects the first seat, the second, or a random one."""
    ann = server.connect("ann")
    given = {"game": "tictactoe", "seats": [ME, OPEN], "first": first}
    assert {ann.ask("create", **given).result.seat for _ in range(30)} == seats


async def test_snapshot_and_lobby_show_the_terms(server: InProcessServer) -> None:
    """Snapshot and lobby show host, visibility, delay and the moves before the match."""
    ann = server.connect("ann")
    fields: dict[str, Any] = {"moves": ["b2"], "delay": {"moves": 2}, "rated": False, "chat": False}
    ann.host(seats=[ENGINE, OPEN], **fields)
    snapshot = next(message for message in ann.take() if message.t == "snapshot")
    assert (snapshot.host, snapshot.opening, snapshot.delay.moves, snapshot.chat) == ("ann", ["b2"], 2, False)
    assert (snapshot.visibility, snapshot.watchable, snapshot.series) == ("public", True, None)
    (row,) = ann.ask("list").result.matches
    assert (row.host, row.delay.moves, row.visibility, row.for_you) == ("ann", 2, "public", False)


async def test_a_rated_match_needs_accounts(server: InProcessServer) -> None:
    """A guest cannot take a seat in a rated match, an account can."""
    ann, bob = server.connect("ann", account=True), server.connect("bob")
    code = ann.host(rated=True)
    assert bob.ask("join", match=code).code == "cannot_rate"
    assert server.connect("cat", account=True).ask("join", match=code).t == "accepted"


def test_matches_of_older_servers_are_read() -> None:
    """A stored match without terms gets the defaults."""
    body = (
        '{"id":"m1","code":"K7QX42","host":{"id":"a","name":"Ada"},"game":"tictactoe","options":[],'
        '"seats":[{"id":"a","name":"Ada"},null],"control":null,"position":null,"listed":false,"autostart":true,'
        '"show_thinking":false,"created_at":1.0}'
    )
    event = event_json.load("MatchCreated", body)
    assert isinstance(event, MatchCreated)
    assert (event.terms.rated, event.terms.watchable, event.terms.chat, event.terms.delay) == (False, True, True, None)
    assert event.opening == ()
