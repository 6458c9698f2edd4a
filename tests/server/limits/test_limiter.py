"""What each may take, and what is said when it is too much."""

from typing import Any

import pytest

from kibitz_protocol.codec import decode_to_server, encode
from kibitz_protocol.refusals import Code
from kibitz_server.addresses import address_block
from kibitz_server.limits.config import Limits
from kibitz_server.limits.limiter import RateLimiter
from kibitz_server.runtime.runtime import Runtime
from tests.fakes import settle
from tests.server.conftest import ENGINE, InProcessServer

ME, OPEN = {"kind": "me"}, {"kind": "open"}


class Clock:
    """Seconds, turned by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        """The time."""
        return self.now


def guarded(clock: Clock | None = None, waiting: int = 0, **limits: Any) -> RateLimiter:
    """A guard with some limits of its own."""
    return RateLimiter(Limits(**limits), clock or Clock(), lambda _: waiting)


def command(t: str, **fields: Any) -> Any:
    """A command as it would come over the wire."""
    return decode_to_server(encode({"t": t, "id": "1", **fields}))


def create(*seats: Any) -> Any:
    """A command that makes a match."""
    return command("create", game="tictactoe", seats=list(seats))


@pytest.mark.parametrize(
    ("address", "home"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::9", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("unknown", "unknown"),
    ],
)
def test_a_household_is_an_address_or_a_network_of_ipv6(address: str, home: str) -> None:
    """Whoever has a whole /64 gains nothing by using all of it."""
    assert address_block(address) == home


def test_connections_of_one_address_are_counted() -> None:
    """One address fills its own places and no other's, and has them again when it leaves."""
    guard = guarded(connections_per_address=2)
    assert [guard.admit("a") is None for _ in range(3)] == [True, True, False]
    assert guard.admit("b") is None
    guard.leave("a")
    assert guard.admit("a") is None


def test_a_full_server_says_so() -> None:
    """All connections together are bounded, and that is nobody's fault."""
    guard = guarded(connections=2)
    assert guard.admit("a") is guard.admit("b") is None
    denial = guard.admit("c")
    assert denial is not None
    assert (denial.code, denial.sentence) == (Code.BUSY, "the server is full")


def test_handshakes_have_a_rate() -> None:
    """Who calls again and again is told when to do it next."""
    clock = Clock()
    guard = guarded(clock, handshakes="2/10s")
    assert guard.admit("a") is guard.admit("a") is None
    denial = guard.admit("a")
    assert denial is not None
    assert (denial.retry_after_s, denial.hint) == (5, "try again in 5 s")
    clock.now = 5
    assert guard.admit("a") is None


def test_unfinished_handshakes_are_counted() -> None:
    """A stranger who never finishes one cannot begin many; a proxy's are only bounded all together."""
    guard = guarded(unfinished_per_address=2)
    assert [guard.knock("a") for _ in range(3)] == [True, True, False]
    guard.finish("a")
    assert guard.knock("a")
    assert all(guard.knock("") for _ in range(100))


@pytest.mark.parametrize(
    ("limit", "message"),
    [
        ("matches", create(ME, OPEN)),
        ("hints", command("hint", match="X")),
        ("explains", command("explain", of={"kind": "leaves", "tree": "[1, 2]"})),
        ("chat", command("chat", match="X", text="hello")),
    ],
)
def test_each_kind_of_command_has_a_rate_of_its_own(limit: str, message: Any) -> None:
    """Too much of one thing leaves the others alone; another name from the same address has only what is left there."""
    guard = RateLimiter(Limits.model_validate({limit: "2/m", "per_address": 2}), Clock(), lambda _: 0)
    ann, bob, eve = (guard.visitor(name, "home", guest=True) for name in ("ann", "bob", "eve"))
    assert ann.command(message) is ann.command(message) is None
    denial = ann.command(message)
    assert denial is not None
    assert (denial.code, denial.retry_after_s) == (Code.TOO_MANY, 30)
    assert ann.command(command("ping")) is None
    assert bob.command(message) is bob.command(message) is None
    assert eve.command(message) is not None
    assert guard.visitor("dan", "elsewhere", guest=True).command(message) is None


def test_messages_are_counted_for_each_connection() -> None:
    """A second connection of the same player has a bucket of its own, and patience ends."""
    guard = guarded(messages="3/3s", patience="2/m")
    first, second = (guard.visitor("ann", "home", guest=True) for _ in range(2))
    assert [first.message() is None for _ in range(4)] == [True, True, True, False]
    assert second.message() is None
    assert [first.patience() > 0 for _ in range(3)] == [False, False, True]


def test_switched_off_nobody_is_counted() -> None:
    """A server of one's own asks nobody to wait."""
    guard = guarded(enabled=False, matches="1/h", messages="1/h", handshakes="1/h", connections=1, guest_search="1/h")
    ann = guard.visitor("ann", "home", guest=True)
    guard.spend("ann", 999)
    assert all(guard.admit("home") is None and guard.knock("home") for _ in range(5))
    assert all(ann.message() is None and ann.command(create(ME, ENGINE)) is None for _ in range(5))


def test_one_with_many_searches_waiting_asks_for_no_more() -> None:
    """Matches with engines and hints are refused while the queue is full of one's own; others are not."""
    ann = guarded(waiting=16).visitor("ann", "home", guest=True)
    denial = ann.command(create(ME, ENGINE))
    assert denial is not None
    assert denial.code is Code.BUSY
    assert ann.command(create(ME, OPEN)) is None


def test_guests_share_the_engine_time_of_their_address() -> None:
    """When it is used up, guests there make no more matches with engines for a while; those with an account do."""
    clock = Clock()
    guard = guarded(clock, guest_search="60/h")
    ann, bob = guard.visitor("ann", "home", guest=True), guard.visitor("bob", "home", guest=True)
    host = guard.visitor("host", "home", guest=False)
    assert ann.command(create(ME, ENGINE)) is None
    guard.spend("ann", 90)
    denial = bob.command(create(ME, ENGINE))
    assert denial is not None
    assert denial.code is Code.ENGINE_BUDGET
    assert denial.hint == "try again in 31 minutes"
    assert bob.command(create(ME, OPEN)) is None
    assert host.command(create(ME, ENGINE)) is None
    guard.spend("host", 9999)
    assert guard.engine_time_in("host") == 0
    assert ann.command(create(ME, ENGINE), guest=False) is None
    clock.now = denial.retry_after_s
    assert bob.command(create(ME, ENGINE)) is None


async def test_a_match_goes_on_when_the_time_is_used_up(server: InProcessServer) -> None:
    """Its engines answer at once instead, everyone there is told once, and what they think is charged to the host."""
    guard = guarded(guest_search="60/h")
    server.runtime = Runtime(server.registry, server.store, server.pool, server.scheduler, meter=guard)
    ann = server.connect("ann")
    guard.visitor(ann.connection.player.id, "home", guest=True)
    slow = {"kind": "engine", "engine": {"algorithm": "alphabeta", "limit": {"seconds": 20}}}
    ann.host(seats=[slow, slow])
    for _ in range(3):
        search = server.pool.last
        search.seconds = 25.0
        await search.finish()
        server.store.commit()
        await settle()
    assert [search.job.limit.seconds for search in server.pool.searches] == [20, 20, 20, 0.05]
    assert guard.engine_time_in(ann.connection.player.id) > 0
    server.pool.last.seconds = 0.05
    await server.pool.last.finish()
    server.store.commit()
    notices = [message.text for message in ann.received if message.t == "notice"]
    assert len(notices) == 1
    assert "engine time is used up" in notices[0]
