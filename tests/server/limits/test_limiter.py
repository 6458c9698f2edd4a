"""Rate limits of clients and addresses, and the sentences of exceeded limits."""

from typing import Any

import pytest

from kibitz_protocol.codec import decode_to_server, encode
from kibitz_protocol.refusals import Code
from kibitz_server.limits.config import Limits
from kibitz_server.limits.cost import MOST_OF_BLOCK
from kibitz_server.limits.limiter import QUERY_PACE, ClientLimiter, LimitExceeded, RateLimiter
from kibitz_server.wiring import build_runtime
from tests.fakes import InlineHelpers, ManualScheduler, settle
from tests.server.conftest import ENGINE, InProcessServer

ME, OPEN = {"kind": "me"}, {"kind": "open"}


class Clock:
    """Clock that a test sets."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        """Return the time in seconds."""
        return self.now


def limited(clock: Clock | None = None, waiting: int = 0, **limits: Any) -> RateLimiter:
    """Return a limiter with some limits."""
    return RateLimiter(Limits(**limits), clock or Clock(), lambda _: waiting)


def command(t: str, **fields: Any) -> Any:
    """Return a command as the codec decodes it."""
    return decode_to_server(encode({"t": t, "id": "1", **fields}))


def create(*seats: Any) -> Any:
    """Return a command that creates a match."""
    return command("create", game="tictactoe", seats=list(seats))


def test_connections_of_one_address_are_counted() -> None:
    """A full address has no effect on others, and has a place again when one connection ends."""
    limiter = limited(connections_per_address=2)
    assert [limiter.admit("a") is None for _ in range(3)] == [True, True, False]
    assert limiter.admit("b") is None
    limiter.release("a")
    assert limiter.admit("a") is None


def test_connections_of_a_server_are_counted() -> None:
    """A full server refuses with the code `busy`."""
    limiter = limited(connections=2)
    assert limiter.admit("a") is limiter.admit("b") is None
    exceeded = limiter.admit("c")
    assert exceeded is not None
    assert (exceeded.code, exceeded.sentence) == (Code.BUSY, "the server is full")


def test_handshakes_have_a_rate() -> None:
    """The refusal of an address above the rate says when to retry."""
    clock = Clock()
    limiter = limited(clock, handshakes="2/10s")
    assert limiter.admit("a") is limiter.admit("a") is None
    exceeded = limiter.admit("a")
    assert exceeded is not None
    assert (exceeded.retry_after_s, exceeded.hint) == (5, "try again in 5 s")
    clock.now = 5
    assert limiter.admit("a") is None


def test_unfinished_handshakes_are_counted() -> None:
    """Unfinished handshakes are limited for each address, but not for a trusted proxy."""
    limiter = limited(unfinished_per_address=2)
    assert [limiter.begin_handshake("a") for _ in range(3)] == [True, True, False]
    limiter.end_handshake("a")
    assert limiter.begin_handshake("a")
    assert all(limiter.begin_handshake("") for _ in range(100))


@pytest.mark.parametrize(
    ("limit", "message"),
    [
        ("matches", create(ME, OPEN)),
        ("hints", command("hint", match="X")),
        ("explains", command("explain", of={"kind": "leaves", "tree": "[1, 2]"})),
        ("analyses", command("analyse", match="K7QX42")),
        ("chat", command("chat", match="X", text="hello")),
        ("changes", command("rename", name="anna")),
        ("changes", command("mute", name="eve")),
    ],
)
def test_each_kind_of_command_has_its_own_rate(limit: str, message: Any) -> None:
    """One kind has no effect on others, and players of one address share its larger rate."""
    limiter = RateLimiter(Limits.model_validate({limit: "2/m", "per_address": 2}), Clock(), lambda _: 0)
    ann, bob, eve = (limiter.for_client(name, "block", guest=True) for name in ("ann", "bob", "eve"))
    assert ann.command(message) is ann.command(message) is None
    exceeded = ann.command(message)
    assert exceeded is not None
    assert (exceeded.code, exceeded.retry_after_s) == (Code.TOO_MANY, 30)
    assert ann.command(command("ping")) is None
    assert bob.command(message) is bob.command(message) is None
    assert eve.command(message) is not None
    assert limiter.for_client("dan", "elsewhere", guest=True).command(message) is None


class Spending:
    """A limiter whose commands use processor time as the test says, and what was carried out."""

    def __init__(self, **limits: Any) -> None:
        self.scheduler = ManualScheduler()
        self.used_s = 0.0
        self.done: list[str] = []
        self.limiter = RateLimiter(
            Limits.model_validate({"query_time": "1/s", "play_time": "1/s", **limits}),
            self.scheduler.time,
            lambda _: 0,
            self.scheduler.call_at,
            lambda: self.used_s,
        )

    def send(self, client: ClientLimiter, message: Any, cost_s: float = 0.0) -> LimitExceeded | None:
        """Let a client send a command that uses this processor time."""

        def work() -> None:
            self.done.append(message.t)
            self.used_s += cost_s

        return client.run(message, work)


LIST, MOVE = command("list"), command("move", match="X", ply=0, move="a1")


def test_a_command_costs_the_time_that_it_used() -> None:
    """After an expensive query, the queries of the address wait, and moves do not."""
    spending = Spending()
    ann, bob = (spending.limiter.for_client(name, "block", guest=True) for name in ("ann", "bob"))
    assert spending.send(ann, LIST, cost_s=3.0) is None
    for client in (ann, bob):
        assert spending.send(client, LIST) is spending.send(client, MOVE) is None
    assert spending.done == ["list", "move", "move"]
    spending.scheduler.advance(2.1)
    assert spending.done == ["list", "move", "move", "list", "list"]


def test_work_after_the_command_is_charged() -> None:
    """What an answer from the background costs, and the bytes that were sent, delay the next query."""
    spending = Spending(query_bytes="1000/s")
    ann = spending.limiter.for_client("ann", "block", guest=True)
    spending.send(ann, LIST)
    ann.charge_thread(LIST, 3.0)
    spending.send(ann, LIST)
    assert spending.done == ["list"]
    spending.scheduler.advance(2.1)
    ann.sent = 5000
    spending.send(ann, LIST)
    assert spending.done == ["list", "list"]
    spending.scheduler.advance(4.1)
    assert spending.done == ["list"] * 3


def test_the_rest_of_a_command_is_charged() -> None:
    """What it does on the event loop after work in the background costs its address too, and counts once."""
    spending = Spending()
    ann = spending.limiter.for_client("ann", "block", guest=True)

    def answer() -> None:
        spending.used_s += 1.5

    ann.carry_on(LIST, lambda: ann.carry_on(LIST, answer))
    assert spending.limiter.queries.wait("block") == pytest.approx(0.5)
    assert ann.run(MOVE, lambda: ann.carry_on(MOVE, answer)) is None
    assert spending.limiter.playing.wait("block") == pytest.approx(0.5)


def test_queries_of_all_kinds_have_one_pace() -> None:
    """Lists, records and explained trees at one moment do not add up, and moves have a pace of their own."""
    spending = Spending(query_time="50/s", query_time_per_client="50/s")
    ann = spending.limiter.for_client("ann", "block", guest=True)
    for _ in range(2):
        spending.send(ann, LIST, cost_s=QUERY_PACE.amount)
    for message in (command("record", match="X"), command("explain", of={"kind": "match", "match": "X"}), MOVE):
        assert spending.send(ann, message) is None
    assert spending.done == ["list", "list", "move"]
    spending.scheduler.advance(1.1 * QUERY_PACE.per_s)
    assert spending.done == ["list", "list", "move", "record", "explain"]


def test_one_reading_of_an_address_at_a_time() -> None:
    """Other readings wait until the costs of one in the background are known and repaid, and lists do not."""
    spending = Spending(query_time_per_client="0.001/100s")
    ann, bob = (spending.limiter.for_client(name, "block", guest=True) for name in ("ann", "bob"))
    end = ann.begin_reading(command("record", match="X"))
    for message in (command("record", match="X"), LIST):
        spending.send(bob, message)
    spending.scheduler.advance(9)
    assert spending.done == ["list"]
    end(3.0)
    spending.scheduler.advance(1.9)
    assert spending.done == ["list"]
    spending.scheduler.advance(0.2)
    assert spending.done == ["list", "record"]


def test_the_time_of_helper_processes_is_charged() -> None:
    """It delays the next commands of the address that need a helper, and no list or move."""
    spending = Spending(query_time_per_client="0.001/100s")
    ann, bob = (spending.limiter.for_client(name, "block", guest=True) for name in ("ann", "bob"))
    explain = command("explain", of={"kind": "match", "match": "X"})
    assert spending.send(ann, explain) is None
    ann.charge_help(explain, 30.0)
    for message in (explain, LIST, MOVE):
        assert spending.send(bob, message) is None
    assert spending.done == ["explain", "list", "move"]
    spending.scheduler.advance(1.9)
    assert spending.done == ["explain", "list", "move"]
    spending.scheduler.advance(0.2)
    assert spending.done == ["explain", "list", "move", "explain"]


def test_too_many_waiting_commands_are_refused() -> None:
    """The refusal says when to try again. Nothing of a client that disconnected is carried out."""
    spending = Spending()
    ann = spending.limiter.for_client("ann", "block", guest=True)
    spending.send(ann, LIST, cost_s=9.0)
    assert all(spending.send(ann, LIST) is None for _ in range(MOST_OF_BLOCK))
    exceeded = spending.send(ann, LIST)
    assert exceeded is not None
    assert (exceeded.code, exceeded.retry_after_s) == (Code.TOO_MANY, 8.0)
    ann.close()
    spending.scheduler.advance(60)
    assert spending.done == ["list"]


def test_moves_of_a_busy_address_are_not_refused_or_delayed() -> None:
    """Whatever others of the address make the server do, a player with a share of its own moves at once."""
    spending = Spending()
    eve, ann = (spending.limiter.for_client(name, "block", guest=True) for name in ("eve", "ann"))
    spending.scheduler.advance(2)
    for _ in range(3):
        spending.send(eve, MOVE, cost_s=5.0)
        spending.send(eve, LIST, cost_s=5.0)
    spending.done.clear()
    for _ in range(10):
        assert spending.send(ann, MOVE, cost_s=0.0003) is None
        spending.scheduler.advance(0.1)
    assert spending.done == ["move"] * 10


def test_a_move_is_not_carried_out_before_the_join_it_follows() -> None:
    """While the queries of an address wait, a client that joins and moves at once does both in this order."""
    spending = Spending()
    eve, ann = (spending.limiter.for_client(name, "block", guest=True) for name in ("eve", "ann"))
    spending.scheduler.advance(2)
    spending.send(eve, LIST, cost_s=5.0)
    spending.send(ann, LIST, cost_s=5.0)
    spending.done.clear()
    for message in (LIST, command("join", match="K7QX42"), MOVE):
        assert spending.send(ann, message, cost_s=0.001) is None
    assert spending.done == ["join", "move"]


def test_messages_are_counted_for_each_connection() -> None:
    """A second connection of a player has its own bucket, and refused messages are limited."""
    limiter = limited(messages="3/3s", patience="2/m")
    first, second = (limiter.for_client("ann", "block", guest=True) for _ in range(2))
    assert [first.message() is None for _ in range(4)] == [True, True, True, False]
    assert second.message() is None
    assert [first.patience() > 0 for _ in range(3)] == [False, False, True]


def test_disabled_limits_count_nothing() -> None:
    """With `enabled` off no limit is exceeded."""
    limiter = limited(enabled=False, matches="1/h", messages="1/h", handshakes="1/h", connections=1, guest_search="1/h")
    ann = limiter.for_client("ann", "block", guest=True)
    limiter.spend("ann", 999)
    assert all(limiter.admit("block") is None and limiter.begin_handshake("block") for _ in range(5))
    assert all(ann.message() is None and ann.command(create(ME, ENGINE)) is None for _ in range(5))


def test_waiting_searches_of_a_player_are_limited() -> None:
    """Matches with engines and hints are refused while the player's searches wait; others are not."""
    ann = limited(waiting=16).for_client("ann", "block", guest=True)
    exceeded = ann.command(create(ME, ENGINE))
    assert exceeded is not None
    assert exceeded.code is Code.BUSY
    assert ann.command(create(ME, OPEN)) is None


def test_guests_share_the_engine_time_of_their_address() -> None:
    """When it is used up, guests of the address create no matches with engines; accounts do."""
    clock = Clock()
    limiter = limited(clock, guest_search="60/h")
    ann, bob = limiter.for_client("ann", "block", guest=True), limiter.for_client("bob", "block", guest=True)
    host = limiter.for_client("host", "block", guest=False)
    assert ann.command(create(ME, ENGINE)) is None
    limiter.spend("ann", 90)
    exceeded = bob.command(create(ME, ENGINE))
    assert exceeded is not None
    assert exceeded.code is Code.ENGINE_BUDGET
    assert exceeded.hint == "try again in 31 minutes"
    assert bob.command(create(ME, OPEN)) is None
    assert host.command(create(ME, ENGINE)) is None
    limiter.spend("host", 9999)
    assert limiter.engine_time_in("host") == 0
    assert ann.command(create(ME, ENGINE), guest=False) is None
    clock.now = exceeded.retry_after_s
    assert bob.command(create(ME, ENGINE)) is None


async def test_a_match_continues_when_the_time_is_used_up(server: InProcessServer) -> None:
    """Its engines move at once, the room gets one notice, and engine time is charged to the host."""
    limiter = limited(guest_search="60/h")
    server.runtime = build_runtime(
        server.registry, server.store, server.pool, server.scheduler, InlineHelpers(), budget=limiter
    )
    ann = server.connect("ann")
    limiter.for_client(ann.connection.player.id, "block", guest=True)
    slow = {"kind": "engine", "engine": {"algorithm": "alphabeta", "limit": {"seconds": 20}}}
    ann.host(seats=[slow, slow])
    for _ in range(3):
        search = server.pool.last
        search.seconds = 25.0
        await search.finish()
        server.store.commit()
        await settle()
    assert [search.job.limit.seconds for search in server.pool.searches] == [20, 20, 20, 0.05]
    assert limiter.engine_time_in(ann.connection.player.id) > 0
    server.pool.last.seconds = 0.05
    await server.pool.last.finish()
    server.store.commit()
    notices = [message.text for message in ann.received if message.t == "notice"]
    assert len(notices) == 1
    assert "engine time is used up" in notices[0]
