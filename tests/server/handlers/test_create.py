"""The command `create`: reserved seats, keys, spectators and chat, and its refusals."""

from typing import Any

import pytest

from kibitz_server.accounts.ids import hash_key, key_of
from kibitz_server.accounts.names import skeleton
from kibitz_server.core.lobby.registry import MatchRegistry
from kibitz_server.core.values.events import MatchCreated
from kibitz_server.core.values.players import Human
from kibitz_server.handlers.answers import Answers
from kibitz_server.runtime.rng import RandomChoices
from kibitz_server.store import event_json, people
from kibitz_server.store.people import Account
from tests.fakes.server import WaitingStore
from tests.server.conftest import ENGINE, InProcessServer, pair

ME, OPEN = {"kind": "me"}, {"kind": "open"}
BOB = {"kind": "invite", "name": "Bob"}


def add_account(server: InProcessServer, name: str, role: str = "player") -> None:
    """Store an account whose id is that of a client with this name."""
    account = Account(f"id-{name}", name, skeleton(name), None, role, None, 0.0)
    server.store.people.note(lambda connection: people.add(connection, account))


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
    ann, bob = server.connect("ann"), server.connect("bob")
    server.runtime.clients.depart(bob.connection)
    add_account(server, "bob")
    code = ann.host(seats=[ME, BOB])
    bob = server.connect("bob", account=True)
    assert [message.t for message in bob.take()] == ["invited"]
    bob.ask("join", match=code)
    assert server.connect("bob", account=True).take() == []


async def test_a_seat_is_reserved_for_the_connected_player_of_that_name(server: InProcessServer) -> None:
    """Another guest of that name cannot take the seat; the invited player can, also under a new name."""
    ann, bob = server.connect("ann"), server.connect("Bob")
    code = ann.host(seats=[ME, BOB], visibility="private")
    other = server.connect("bob")
    assert [message.t for message in other.take()] == []
    assert other.ask("join", match=code).code == "wrong_key"
    bob.connection.player = Human("id-Bob", "robert", account=True)
    assert bob.ask("join", match=code).result.seat == 1


@pytest.mark.parametrize(
    ("guests", "kind", "words"),
    [
        (
            (),
            "invite",
            "there is no account 'Bob', and no connected guest has that name; leave the seat open, and give ",
        ),
        (("Bob", "bob "), "invite", "2 connected guests have the name 'Bob'; leave the seat open, and give "),
        (("Bob",), "bot", "there is no bot 'Bob'; leave the seat open, and give "),
    ],
)
async def test_an_unclear_invitation_is_refused(
    server: InProcessServer, guests: tuple[str, ...], kind: str, words: str
) -> None:
    """A seat is not kept for a name that any guest could take: the host gives the code, or also the key."""
    for guest in guests:
        connected = server.connect(guest)
        connected.connection.player = Human(f"id-{guest}", guest.strip())
    ann = server.connect("ann")
    for visibility, given in (("public", "code"), ("private", "code and the key")):
        seats = [ME, {"kind": kind, "name": "Bob"}]
        answer = ann.ask("create", game="tictactoe", seats=seats, visibility=visibility)
        assert answer.code == "unknown_player"
        assert f"{answer.message}; {answer.hint}" == f"{words}the player the {given} of the match"
    assert server.runtime.rooms.all == []


async def test_a_private_match_does_not_admit_a_guest_with_the_name_of_an_account(server: InProcessServer) -> None:
    """A seat that is kept for an account is neither shown nor given to a guest of that name."""
    ann = server.connect("ann")
    add_account(server, "bob")
    code = ann.host(seats=[ME, BOB], visibility="private")
    guest = server.connect("bob")
    guest.connection.player = Human("id-of-a-guest", "bob")
    assert guest.ask("list").result.matches == []
    for t in ("join", "watch", "record"):
        assert guest.ask(t, match=code).code == "wrong_key"
    assert server.connect("bob", account=True).ask("join", match=code).result.seat == 1


async def test_a_bots_seat_is_for_a_bot(server: InProcessServer) -> None:
    """The name of a connected bot means that bot, and the name of an account that is not a bot is refused."""
    ann, bot = server.connect("ann"), server.connect("bob", bot=True)
    code = ann.host(seats=[ME, {"kind": "bot", "name": "BOB"}])
    assert bot.ask("join", match=code).result.seat == 1
    add_account(server, "cat")
    seats = [ME, {"kind": "bot", "name": "cat"}]
    assert ann.ask("create", game="tictactoe", seats=seats).code == "unknown_player"
    add_account(server, "dot", role="bot")
    code = ann.host(seats=[ME, {"kind": "bot", "name": "dot"}])
    assert server.connect("dot", account=True).ask("join", match=code).code == "seat_kept"
    assert server.connect("dot", account=True, bot=True).ask("join", match=code).result.seat == 1


async def test_an_invited_guest_is_stored(server: InProcessServer) -> None:
    """The invitation must not be lost with the memory of the server, so the guest is stored with its token."""
    accounts = server.people.accounts
    bob, ann = await accounts.create_guest("Bob"), server.connect("ann")
    connected = server.connect("Bob")
    connected.connection.player, connected.connection.info = bob.player, bob.info
    ann.host(seats=[ME, BOB])
    found = server.store.find_guest(bob.info.token_hash)
    assert found is not None
    assert found.id == bob.player.id


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
    again: dict[str, Any] = {"id": "c1", "game": "reversi", "moves": ["F5d6"], "seats": [ME, OPEN]}
    again["visibility"] = "private"
    made = ann.ask("create", **again).result
    other = ann.ask("create", **again | {"id": "c2"}).result
    later = InProcessServer(server.store)
    assert later.runtime.loading.run() == 2
    told = later.connect("ann").ask("create", **again).result
    assert (told.match, told.key, told.seat) == (made.match, made.key, 0)
    assert (other.match, other.key) != (made.match, made.key)
    bob = later.connect("bob")
    assert bob.ask("create", **again).result.match != made.match
    assert bob.ask("join", match=made.code, key=told.key).t == "accepted"
    assert len(later.runtime.rooms.all) == 3


async def test_a_create_repeated_after_its_match_left_memory() -> None:
    """The client enters the match of the archive. There is no second match under the same id."""
    small = InProcessServer(registry=MatchRegistry(most_over=1))
    ann = small.connect("ann")
    again: dict[str, Any] = {"id": "c1", "game": "tictactoe", "seats": [ME, OPEN]}
    made = ann.ask("create", **again).result
    ann.ask("resign", match=made.code)
    ann.ask("resign", match=ann.host())
    assert small.runtime.rooms.find(made.match) is None
    small.answers = Answers()
    back = small.connect("ann")
    told = back.ask("create", **again)
    assert (told.t, told.result.match, told.result.seat) == ("accepted", made.match, 0)
    assert small.runtime.lobby.rows() == []
    assert [message.phase for message in back.take() if message.t == "snapshot"] == ["aborted"]
    assert len(small.store.events) == 2


async def test_a_create_with_the_id_of_another_one_is_refused(server: InProcessServer) -> None:
    """Other terms under the id of a match are refused, also when the answer to the first command is forgotten."""
    ann = server.connect("ann")
    again: dict[str, Any] = {"id": "c1", "game": "tictactoe", "seats": [ME, OPEN]}
    ann.ask("create", **again)
    server.answers = Answers()
    assert server.connect("ann").ask("create", **again | {"moves": ["b2"]}).code == "id_reused"
    assert len(server.runtime.rooms.all) == 1


async def test_a_create_with_the_id_of_an_unreadable_match_is_refused(server: InProcessServer) -> None:
    """A match in the store that is not in memory and cannot be rebuilt keeps its id."""
    again: dict[str, Any] = {"id": "c1", "game": "tictactoe", "seats": [ME, OPEN]}
    server.connect("ann").ask("create", **again)
    later = InProcessServer(server.store)
    assert later.connect("ann").ask("create", **again).code == "id_reused"
    assert later.runtime.rooms.all == []


async def test_a_create_while_the_database_cannot_be_read_is_refused() -> None:
    """The server cannot tell whether the match exists, so it creates none."""

    class Unreadable(WaitingStore):
        def has_match(self, match_id: str) -> bool:
            raise OSError(match_id)

    server = InProcessServer(Unreadable())
    refused = server.connect("ann").ask("create", game="tictactoe", seats=[ME, OPEN])
    assert (refused.code, refused.hint) == ("not_saved", "try again in a moment")
    assert server.runtime.rooms.all == []


async def test_a_match_whose_creation_is_not_saved_leaves_memory(server: InProcessServer) -> None:
    """After an error of the database no match is left that no client can play."""
    ann, bob = server.connect("ann"), server.connect("bob")
    bob.ask("list", follow=True)
    id = ann.send("create", game="tictactoe", seats=[ME, OPEN])
    server.store.commit(OSError("a row with this key exists"))
    assert [(m.t, m.id, m.code) for m in ann.take() if m.t == "refused"] == [("refused", id, "not_saved")]
    assert server.runtime.rooms.all == []
    assert server.registry.running == 0
    assert bob.ask("list").result.matches == []


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


async def test_a_player_who_left_a_match_without_spectators_sees_nothing_more(server: InProcessServer) -> None:
    """The client that gave up its seat receives that it did, and no event after it. Its host still does."""
    ann, bob, carl = (server.connect(name) for name in ("ann", "bob", "carl"))
    code = ann.host(watchable=False, seats=[{"kind": "open"}, {"kind": "open"}])
    bob.ask("join", match=code)
    bob.ask("resign", match=code)
    assert [m.event.kind for m in bob.take() if m.t == "event"] == ["left"]
    carl.ask("join", match=code)
    assert not [m for m in bob.take() if m.t == "event"]
    assert [m.event.kind for m in ann.take() if m.t == "event"][-1] == "seated"


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


@pytest.mark.usefixtures("trial")
async def test_the_server_draws_an_option_that_is_left_to_it(server: InProcessServer) -> None:
    """The match has the number from its first event on. A repeated command finds the match; a refusal has the range."""
    server.runtime.random._random.seed(5)
    ann = server.connect("ann")
    fields: dict[str, Any] = {"game": "trial", "options": {"array": "any"}, "seats": [ME, ENGINE]}
    code = ann.ask("create", id="one", **fields).result.code
    drawn = server.match(code).created
    assert (dict(drawn.options)["array"], drawn.random_options) == (RandomChoices(5).below(10), ("array",))
    server.answers = Answers()
    assert server.connect("ann").ask("create", id="one", **fields).result.code == code
    server.answers = Answers()
    assert server.connect("ann").ask("create", id="one", **fields | {"options": {"array": 3}}).code == "id_reused"
    assert ann.ask("create", **fields | {"options": {"array": 10}}).message.endswith("is 0 to 9 or any, not 10")


@pytest.mark.usefixtures("trial")
async def test_a_rematch_draws_again(server: InProcessServer) -> None:
    """The numbers of many rematches differ."""
    ann, bob, code = pair(server, game="trial", options={"array": "any"})
    numbers = set()
    for _ in range(10):
        numbers.add(dict(server.match(code).created.options)["array"])
        bob.ask("resign", match=code)
        ann.ask("offer", match=code, offer="rematch")
        bob.ask("accept", match=code)
        server.store.commit()
        rematch = server.match(code).rematch
        assert rematch is not None
        code = rematch.code
    assert len(numbers) > 1
