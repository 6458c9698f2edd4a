"""Which rated matches count, and which players get none: all ways in which two players come to a match."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from kibitz_server.core.match.match import Match
from kibitz_server.core.rated import DAY_S, HOUR_S, RatedBounds
from kibitz_server.core.values.terms import Uncounted
from kibitz_server.core.values.timeouts import CLIENT_SEED_S
from kibitz_server.runtime.lobby.rated_play import RatedPlay
from kibitz_server.store.event_json import dump
from tests.fakes.server import WaitingStore
from tests.server.conftest import ENGINE, RANDOM, FakeClient, InProcessServer

MOVES = ("b2", "a1", "a2", "c2", "b3")
"""First moves of tic-tac-toe, after which no side has won."""
Pair = tuple[FakeClient, FakeClient]
Relate = Callable[[], object]


class Relation(NamedTuple):
    """What two players have to do with each other. `relate` makes it so, shortly before they meet."""

    uncounted: Uncounted | None
    players: Callable[[InProcessServer], Pair]
    relate: Callable[[InProcessServer, Pair], object] = lambda _server, _pair: None


def strangers(server: InProcessServer) -> Pair:
    """Return two accounts at different addresses."""
    return (
        server.connect("ann", account=True, address="192.0.2.1"),
        server.connect("bob", account=True, address="192.0.2.2"),
    )


def at(first: str, second: str) -> Callable[[InProcessServer], Pair]:
    """Return a function that connects two accounts at these addresses."""
    return lambda server: (
        server.connect("ann", account=True, address=first),
        server.connect("bob", account=True, address=second),
    )


def another_connection(server: InProcessServer, _: Pair) -> None:
    """Let the second player connect from the address of the first one too."""
    server.connect("bob", account=True, address="192.0.2.1")


def bot_of_the_other(server: InProcessServer) -> Pair:
    """Return an account, and its bot at another address."""
    ann = server.connect("ann", account=True, address="192.0.2.1")
    return ann, server.connect("botto", account=True, bot=True, address="192.0.2.2", owner=ann.connection.player.id)


def bots_of_one_owner(server: InProcessServer) -> Pair:
    """Return two bots of an account that is not connected."""
    return (
        server.connect("botta", account=True, bot=True, address="192.0.2.1", owner="id-cat"),
        server.connect("botto", account=True, bot=True, address="192.0.2.2", owner="id-cat"),
    )


def bot_of_a_neighbour(server: InProcessServer) -> Pair:
    """Return an account and a bot at another address, whose owner is at that of the account."""
    server.connect("cat", account=True, address="192.0.2.1")
    return (
        server.connect("ann", account=True, address="192.0.2.1"),
        server.connect("botto", account=True, bot=True, address="192.0.2.2", owner="id-cat"),
    )


def bots_of_two_owners(server: InProcessServer) -> Pair:
    """Return two bots of different accounts."""
    return (
        server.connect("botta", account=True, bot=True, address="192.0.2.1", owner="id-cat"),
        server.connect("botto", account=True, bot=True, address="192.0.2.2", owner="id-dan"),
    )


def has_played(server: InProcessServer, pair: Pair) -> None:
    """Let a pair play as many counted matches of each game as a pair may: one in these tests."""
    play_out(server, pair, joined(server, pair, lambda: None))
    code = after_client_seeds(server, pair, lambda: None)
    assert pair[0].ask("resign", match=code).t == "accepted"


RELATIONS = {
    "strangers": Relation(None, strangers),
    "bots of two owners": Relation(None, bots_of_two_owners),
    "networks of IPv6": Relation(None, at("2001:db8::1", "2001:db8:0:1::1")),
    "unknown addresses": Relation(None, at("", "")),
    "one address": Relation(Uncounted.SAME_ADDRESS, at("192.0.2.1", "192.0.2.1")),
    "one network of IPv6": Relation(Uncounted.SAME_ADDRESS, at("2001:db8::1", "2001:db8::ffff:1")),
    "IPv4 written as IPv6": Relation(Uncounted.SAME_ADDRESS, at("192.0.2.1", "::ffff:192.0.2.1")),
    "loopback": Relation(Uncounted.SAME_ADDRESS, at("127.0.0.1", "127.0.0.1")),
    "loopback of IPv4 and IPv6": Relation(Uncounted.SAME_ADDRESS, at("127.0.0.2", "::1")),
    "a further connection": Relation(Uncounted.SAME_ADDRESS, strangers, another_connection),
    "bot of a neighbour": Relation(Uncounted.SAME_ADDRESS, bot_of_a_neighbour),
    "account and bot": Relation(Uncounted.SAME_OWNER, bot_of_the_other),
    "two bots": Relation(Uncounted.SAME_OWNER, bots_of_one_owner),
    "played before": Relation(Uncounted.PLAYED_OFTEN, strangers, has_played),
}


def joined(_: InProcessServer, pair: Pair, relate: Relate, **fields: Any) -> str:
    """Seat the second player by `join` in an open match."""
    ann, bob = pair
    code = ann.host(rated=True, **fields)
    relate()
    assert bob.ask("join", match=code).t == "accepted"
    return code


def started_by_host(_: InProcessServer, pair: Pair, relate: Relate) -> str:
    """Start a match by its host."""
    ann, bob = pair
    code = ann.host(rated=True, autostart=False)
    assert bob.ask("join", match=code).t == "accepted"
    relate()
    assert ann.ask("start", match=code).t == "accepted"
    return code


def started_by_third(server: InProcessServer, pair: Pair, relate: Relate) -> str:
    """Start a match by a host who does not play."""
    host = server.connect("eve", account=True, address="192.0.2.9")
    code = host.host(rated=True, autostart=False, seats=[{"kind": "open"}] * 2)
    for player in pair:
        assert player.ask("join", match=code).t == "accepted"
    relate()
    assert host.ask("start", match=code).t == "accepted"
    return code


def invited(_: InProcessServer, pair: Pair, relate: Relate) -> str:
    """Keep the seat for the second player."""
    ann, bob = pair
    kind = "bot" if bob.connection.player.bot else "invite"
    kept = {"kind": kind, "name": bob.connection.player.name}
    code = ann.host(rated=True, seats=[{"kind": "me"}, kept])
    relate()
    assert bob.ask("join", match=code).t == "accepted"
    return code


def sought(server: InProcessServer, pair: Pair, relate: Relate) -> str:
    """Pair two seeks."""
    for player in pair:
        if player is pair[1]:
            relate()
        assert player.ask("seek", game="tictactoe", rated=True).t == "accepted"
    server.scheduler.advance(60)
    server.store.commit()
    return running_code(server)


def sought_any(server: InProcessServer, pair: Pair, relate: Relate) -> str:
    """Pair a seek with one of any game."""
    assert pair[0].ask("seek", game="tictactoe", rated=True).t == "accepted"
    relate()
    assert pair[1].ask("seek").t == "accepted"
    return running_code(server)


def sought_open(_: InProcessServer, pair: Pair, relate: Relate) -> str:
    """Let a seek of any game find an open match."""
    code = pair[0].host(rated=True)
    relate()
    assert pair[1].ask("seek").result.kind == "entered"
    return code


def rematched(server: InProcessServer, pair: Pair, relate: Relate) -> str:
    """Play a rematch."""
    first = joined(server, pair, lambda: None)
    play_out(server, pair, first)
    relate()
    for player in pair:
        assert player.ask("offer", match=first, offer="rematch").t == "accepted"
    return running_code(server)


def next_of_series(server: InProcessServer, pair: Pair, relate: Relate) -> str:
    """Play the second game of a series."""
    first = joined(server, pair, lambda: None, series=3)
    relate()
    play_out(server, pair, first)
    server.scheduler.advance(60)
    server.store.commit()
    return running_code(server)


def after_client_seeds(server: InProcessServer, pair: Pair, relate: Relate) -> str:
    """Start a game with chance by the client seed of the last player."""
    code = joined(server, pair, relate, game="backgammon")
    for player in pair:
        player.ask("give_client_seed", match=code, client_seed="x")
    return code


def without_client_seeds(server: InProcessServer, pair: Pair, relate: Relate) -> str:
    """Start a game with chance by the clock, as the players give no client seed."""
    code = joined(server, pair, lambda: None, game="backgammon")
    relate()
    server.scheduler.advance(CLIENT_SEED_S)
    server.store.commit()
    return code


WAYS = (
    joined,
    started_by_host,
    started_by_third,
    invited,
    sought,
    sought_any,
    sought_open,
    rematched,
    next_of_series,
    after_client_seeds,
    without_client_seeds,
)


def running_code(server: InProcessServer) -> str:
    """Return the code of the newest match that runs."""
    return [room.match.created.code for room in server.runtime.rooms.all if room.match.phase == "running"][-1]


def play_out(server: InProcessServer, pair: Pair, code: str, moves: tuple[str, ...] = MOVES) -> None:
    """Play a match of tic-tac-toe, in which the player to move then resigns."""
    match = server.match(code)
    for ply, move in enumerate(moves):
        assert mover(match, pair).ask("move", match=code, ply=ply, move=move).t == "accepted"
    assert mover(match, pair).ask("resign", match=code).t == "accepted"
    server.store.commit()


def mover(match: Match, pair: Pair) -> FakeClient:
    """Return the client of the side to move."""
    return next(client for client in pair if match.seat_of(client.connection.player.id) == match.to_move)


def make_server(**bounds: Any) -> InProcessServer:
    """Return a server on which addresses matter."""
    return InProcessServer(WaitingStore(), rated=RatedBounds(**{"per_pair": 1, **bounds}))


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", RELATIONS)
async def test_related_players_play_for_no_rating(name: str, way: Callable[..., str]) -> None:
    """Matches of related players do not count, in whatever way they meet; the start and the end say so."""
    relation = RELATIONS[name]
    server = make_server(per_pair=2 if way in (rematched, next_of_series) else 1)
    pair = relation.players(server)
    code = way(server, pair, lambda: relation.relate(server, pair))
    match = server.match(code)
    assert match.uncounted == relation.uncounted
    for client in pair:
        assert known_at_start(client, match) == {relation.uncounted}
    row = next(row for row in pair[0].ask("list").result.matches if row.code == code)
    assert row.uncounted == relation.uncounted
    if match.chance:
        assert pair[0].ask("resign", match=code).t == "accepted"
    else:
        play_out(server, pair, code)
    result = server.match(code).result
    assert result is not None
    for client in pair:
        end = [m.event.result for m in client.take() if m.t == "event" and m.event.kind == "finished"][-1]
        assert end.uncounted == relation.uncounted
        assert (end.ratings is None) is (relation.uncounted is not None)


def known_at_start(client: FakeClient, match: Match) -> set[str | None]:
    """Return what a client learned about whether a match counts: by snapshots and the event of the start."""
    told = [m for m in client.received if getattr(m, "match", None) == match.created.id]
    snapshots = {m.uncounted for m in told if m.t == "snapshot" and m.phase == "running"}
    return snapshots | {m.event.uncounted for m in told if m.t == "event" and m.event.kind == "started"}


async def test_no_event_has_an_address() -> None:
    """Events have the reason for which a match does not count, and no address."""
    server = make_server()
    pair = at("192.0.2.1", "192.0.2.1")(server)
    play_out(server, pair, joined(server, pair, lambda: None))
    (events,) = server.store.events.values()
    stored = "".join(map(dump, events))
    assert "same_address" in stored
    assert "192.0.2" not in stored


async def test_few_matches_with_engines_count() -> None:
    """Those of all engines together are counted, for an account and its bots, and apart from those with players."""
    server = make_server(with_engines=3)
    ann = server.connect("ann", account=True, address="192.0.2.1")
    bot = server.connect("botta", account=True, bot=True, address="192.0.2.9", owner=ann.connection.player.id)
    bob = server.connect("bob", account=True, address="192.0.2.2")
    for client, engine in ((ann, ENGINE), (ann, RANDOM), (bot, ENGINE)):
        assert server.match(client.host(rated=True, seats=[{"kind": "me"}, engine])).uncounted is None
    for client in (ann, bot):
        match = server.match(client.host(rated=True, seats=[RANDOM, {"kind": "me"}]))
        assert match.uncounted is Uncounted.ENGINES_OFTEN
    assert server.match(bob.host(rated=True, seats=[{"kind": "me"}, ENGINE])).uncounted is None
    assert server.match(joined(server, (ann, bob), lambda: None)).uncounted is None
    duel = bob.host(rated=True, seats=[ENGINE, RANDOM])
    assert server.match(duel).uncounted is None


async def test_the_operator_may_count_matches_of_one_address() -> None:
    """With the setting, a class behind one address plays for ratings; owners and pairs are still looked at."""
    server = make_server(one_address=True)
    pair = at("192.0.2.1", "192.0.2.1")(server)
    assert server.match(joined(server, pair, lambda: None)).uncounted is None
    assert server.match(joined(server, pair, lambda: None)).uncounted is Uncounted.PLAYED_OFTEN
    assert server.match(joined(server, bots_of_one_owner(server), lambda: None)).uncounted is Uncounted.SAME_OWNER


async def test_addresses_are_looked_at_again_at_the_end() -> None:
    """A player who came to the address of the other one plays for no rating, though the match would have counted."""
    server = make_server()
    pair = strangers(server)
    code = joined(server, pair, lambda: None)
    assert server.match(code).uncounted is None
    another_connection(server, pair)
    play_out(server, pair, code)
    assert server.match(code).uncounted is Uncounted.SAME_ADDRESS
    assert server.runtime.ratings.known == {}
    assert server.match(joined(server, pair, lambda: None)).uncounted is Uncounted.SAME_ADDRESS


async def test_a_disconnected_player_counts_for_its_last_addresses() -> None:
    """A player who made a match and left is compared by the addresses from which it was last connected."""
    server = make_server()
    ann, bob = at("192.0.2.2", "192.0.2.2")(server)
    code = ann.host(rated=True, clock={"kind": "correspondence", "days": 1})
    server.runtime.clients.depart(ann.connection)
    assert bob.ask("join", match=code).t == "accepted"
    assert server.match(code).uncounted is Uncounted.SAME_ADDRESS


async def test_last_addresses_are_bounded() -> None:
    """Of many players who have disconnected, the addresses of the last ones are remembered."""
    server = make_server()
    rated_play = RatedPlay(lambda _id: (), lambda: 0.0, RatedBounds(), kept_players=3)
    for number in range(9):
        rated_play.departed(server.connect(f"p{number}", account=True).connection)
    rated_play.departed(server.connect("guest").connection)
    assert list(rated_play._last_blocks) == ["id-p6", "id-p7", "id-p8"]


@pytest.mark.parametrize("moves", range(6))
async def test_a_short_match_does_not_count(moves: int) -> None:
    """A match that a player ends before each side has moved twice does not count, and the end says so."""
    server = make_server()
    pair = strangers(server)
    code = joined(server, pair, lambda: None)
    play_out(server, pair, code, MOVES[:moves])
    short = Uncounted.TOO_SHORT if moves < 4 else None
    assert server.match(code).uncounted is short
    assert (server.runtime.ratings.known == {}) is (short is not None)


async def test_a_match_that_does_not_count_is_none_of_the_pair() -> None:
    """Aborted matches and those that were too short leave the pair its counted match; a running one does not."""
    server = make_server()
    pair = strangers(server)
    aborted = joined(server, pair, lambda: None)
    assert server.match(joined(server, pair, lambda: None)).uncounted is Uncounted.PLAYED_OFTEN
    assert pair[0].ask("offer", match=aborted, offer="abort").t == "accepted"
    play_out(server, pair, joined(server, pair, lambda: None), ())
    counted = joined(server, pair, lambda: None)
    assert server.match(counted).uncounted is None
    play_out(server, pair, counted)
    assert server.match(joined(server, pair, lambda: None)).uncounted is Uncounted.PLAYED_OFTEN


async def test_a_bot_is_of_the_pair_of_its_owner() -> None:
    """An account has no further counted matches against the bots of an account that it has played often enough."""
    server = make_server()
    ann, bob = strangers(server)
    bot = server.connect("botto", account=True, bot=True, address="192.0.2.3", owner=bob.connection.player.id)
    has_played(server, (ann, bob))
    assert server.match(joined(server, (ann, bot), lambda: None)).uncounted is Uncounted.PLAYED_OFTEN


async def test_a_restart_forgets_nothing_that_counts() -> None:
    """A new server on the same store knows the counted matches of the last day, the running ones and the quits."""
    now = 1_700_000_000.0
    store = WaitingStore()
    store.wall_clock = lambda: now
    bounds = RatedBounds(per_pair=2, quits=2, with_engines=2)
    server = InProcessServer(store, rated=bounds)
    pair = strangers(server)
    for _ in range(2):
        code = pair[0].host("kuhn", rated=True, seats=[{"kind": "me"}, RANDOM])
        server.scheduler.advance(CLIENT_SEED_S)
        server.store.commit()
        assert pair[0].ask("resign", match=code).t == "accepted"
    play_out(server, pair, joined(server, pair, lambda: None))
    joined(server, pair, lambda: None, clock={"kind": "correspondence", "days": 3})
    for _ in range(2):
        code = joined(server, (pair[1], server.connect("cat", account=True, address="192.0.2.7")), lambda: None)
        assert pair[1].ask("offer", match=code, offer="abort").t == "accepted"

    again = InProcessServer(store, rated=bounds)
    again.runtime.loading.run()
    again._ids = server._ids  # a command is known by its id, after a restart too
    ann, bob = strangers(again)
    often = ann.host("kuhn", rated=True, seats=[{"kind": "me"}, RANDOM])
    again.scheduler.advance(CLIENT_SEED_S)
    store.commit()
    assert again.match(often).uncounted is Uncounted.ENGINES_OFTEN
    assert ann.ask("seek", game="chess", rated=True).t == "accepted"
    assert bob.ask("seek", game="chess", rated=True).code == "cannot_rate"
    now += HOUR_S
    assert again.match(joined(again, (ann, bob), lambda: None)).uncounted is Uncounted.PLAYED_OFTEN
    now += DAY_S - HOUR_S
    assert again.match(joined(again, (ann, bob), lambda: None)).uncounted is None


def aborts(server: InProcessServer, pair: Pair) -> None:
    """Let the first player abort a match that has not begun."""
    assert pair[0].ask("offer", match=joined(server, pair, lambda: None), offer="abort").t == "accepted"


def resigns_at_once(server: InProcessServer, pair: Pair) -> None:
    """Let the first player resign before each side has moved twice."""
    assert pair[0].ask("resign", match=joined(server, pair, lambda: None)).t == "accepted"


def does_not_come(server: InProcessServer, pair: Pair) -> None:
    """Let the first player make no first move."""
    code = joined(server, pair, lambda: None, clock={"kind": "fischer", "base_s": 60, "increment_s": 1})
    server.scheduler.advance(40)
    server.store.commit()
    assert server.match(code).over


@pytest.mark.parametrize("quits", [aborts, resigns_at_once, does_not_come])
async def test_a_player_who_quits_often_gets_no_rated_match(quits: Callable[[InProcessServer, Pair], None]) -> None:
    """For an hour, each way to a rated match is refused, with the reason and the time; casual ones are not."""
    now = 1_700_000_000.0
    store = WaitingStore()
    store.wall_clock = lambda: now
    server = InProcessServer(store, rated=RatedBounds(per_pair=99, quits=3))
    ann, bob = strangers(server)
    cat = server.connect("cat", account=True, address="192.0.2.3")
    played = joined(server, (ann, bob), lambda: None)
    play_out(server, (ann, bob), played)
    open_code = cat.host(rated=True)
    kept = cat.host(rated=True, seats=[{"kind": "me"}, {"kind": "invite", "name": "ann"}])
    for _ in range(3):
        assert ann.ask("unseek").t == "accepted"
        quits(server, (ann, bob))
    bob.ask("offer", match=played, offer="rematch")
    refused = [
        ann.ask("create", game="tictactoe", rated=True, seats=[{"kind": "me"}, {"kind": "open"}]),
        ann.ask("seek", game="tictactoe", rated=True),
        ann.ask("join", match=open_code),
        ann.ask("join", match=kept),
        ann.ask("accept", match=played, offer="rematch"),
        ann.ask("offer", match=played, offer="rematch"),
    ]
    for answer in refused:
        assert (answer.t, answer.code) == ("refused", "cannot_rate"), answer
        assert "3 rated matches within an hour" in answer.message
        assert "60 min" in answer.message
        assert "casual" in answer.hint
    assert ann.ask("seek").result.kind == "seeking", "an open rated match is not entered either"
    assert ann.ask("unseek").t == "accepted"
    assert bob.ask("create", game="tictactoe", rated=True, seats=[{"kind": "me"}, {"kind": "open"}]).t == "accepted"
    assert ann.host()
    now += HOUR_S
    assert ann.ask("join", match=kept).t == "accepted"


async def test_a_refused_player_is_not_paired_for_a_rated_match() -> None:
    """A seek of any game waits for a casual one, and the rated seek of another player goes on."""
    server = make_server(quits=1, per_pair=9)
    ann, bob = strangers(server)
    aborts(server, (ann, bob))
    assert bob.ask("seek", game="tictactoe", rated=True).t == "accepted"
    assert ann.ask("seek").result.others == 1
    assert bob.ask("seek", game="connect4").t == "accepted"
    assert server.runtime.rooms.all[-1].match.created.game == "connect4"


async def test_a_series_ends_when_a_player_is_refused() -> None:
    """The next rated game of a series is not played, and both players receive the reason."""
    server = make_server(quits=1, per_pair=9)
    pair = strangers(server)
    code = joined(server, pair, lambda: None, series=3)
    play_out(server, pair, code, MOVES[:2])
    for client in pair:
        told = client.take()
        assert [m.next for m in told if m.t == "next"] == [None]
        assert "the series ends: ann has quit a rated match" in next(m.text for m in told if m.t == "notice")


async def test_a_seek_that_is_refused_after_all() -> None:
    """A player who is refused rated matches while it seeks one is not paired; both players receive the reason."""
    server = make_server(quits=1, per_pair=9)
    ann, bob = strangers(server)
    cat = server.connect("cat", account=True, address="192.0.2.3")
    assert ann.ask("seek", game="tictactoe", rated=True).t == "accepted"
    aborts(server, (ann, cat))
    assert bob.ask("seek", game="tictactoe", rated=True).t == "accepted"
    for client in (ann, bob):
        assert any(m.t == "notice" and "ann has quit" in m.text for m in client.received)


async def test_only_the_player_who_quit_is_refused() -> None:
    """Agreed aborts, and matches of which the other side did not come, are not counted against a player."""
    server = make_server(quits=1, per_pair=9)
    pair = strangers(server)
    code = joined(server, pair, lambda: None)
    for ply, move in enumerate(MOVES[:2]):
        pair[ply].ask("move", match=code, ply=ply, move=move)
    for client in pair:
        assert client.ask("offer", match=code, offer="abort").t == "accepted"
    does_not_come(server, pair)
    rules = server.runtime.rated_play
    assert rules.refusal(pair[1].connection.player) is None
    assert rules.refusal(pair[0].connection.player) is not None


def test_clients_without_an_address_share_none() -> None:
    """Players whose addresses are not known are not taken for one."""
    rules = RatedPlay(lambda _: (), lambda: 0.0, RatedBounds())
    players = [InProcessServer().connect(name, account=True).connection.player for name in ("ann", "bob")]
    assert rules.uncounted("tictactoe", players) is None


async def test_an_answer_tells_spectators_of_no_start() -> None:
    """The answer to a player says whether the match counts; a spectator with a delay learns it from the match."""
    server = make_server()
    ann, bob = at("192.0.2.1", "192.0.2.1")(server)
    code = ann.host(rated=True, delay={"moves": 3})
    assert bob.ask("join", match=code).result.uncounted == "same_address"
    assert server.connect("eve").ask("watch", match=code).result.uncounted is None


async def test_a_refused_player_finds_open_casual_matches() -> None:
    """A player who seeks any game and is refused rated matches enters a casual one behind a rated one."""
    server = make_server(quits=1, per_pair=9)
    ann, bob = strangers(server)
    aborts(server, (ann, bob))
    bob.host(rated=True)
    casual = bob.host()
    assert ann.ask("seek").result.code == casual
