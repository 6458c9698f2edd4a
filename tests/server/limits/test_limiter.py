"""Rate limits of clients and addresses, and the sentences of exceeded limits."""

from typing import Any

import pytest

from kibitz_protocol.refusals import Code
from kibitz_server.limits.client import ClientLimiter
from kibitz_server.limits.config import Limits
from kibitz_server.limits.limiter import RateLimiter
from kibitz_server.wiring import build_runtime
from tests.fakes.server import InlineHelpers, settle
from tests.pages import ROOT
from tests.server.conftest import ENGINE, InProcessServer
from tests.server.limits.commands import command

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


def test_pages_have_a_rate_of_their_own() -> None:
    """An address that asks for too many pages may still open WebSockets, and others may ask for pages."""
    clock = Clock()
    limiter = limited(clock, pages="2/10s", handshakes="2/10s")
    assert limiter.page("a") is limiter.page("a") is None
    exceeded = limiter.page("a")
    assert exceeded is not None
    assert (exceeded.code, exceeded.retry_after_s) == (Code.TOO_MANY, 5)
    assert limiter.page("b") is limiter.admit("a") is None
    assert [limiter.begin_handshake("c") for _ in range(9)] == [True] * 8 + [False]
    clock.now = 5
    assert limiter.page("a") is None
    assert limiter.page("d", 99) is None
    assert limiter.page("d") is not None


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
        ("changes", command("alerts", do={"kind": "remove"})),
    ],
)
def test_each_kind_of_command_has_its_own_rate(limit: str, message: Any) -> None:
    """One kind has no effect on others, and players of one address share its larger rate."""
    limiter = RateLimiter(Limits.model_validate({limit: "2/m", "per_address": 2}), Clock(), lambda _: 0)
    ann, bob, eve = (ClientLimiter(limiter, name, "block", guest=True) for name in ("ann", "bob", "eve"))
    assert ann.command(message) is ann.command(message) is None
    exceeded = ann.command(message)
    assert exceeded is not None
    assert (exceeded.code, exceeded.retry_after_s) == (Code.TOO_MANY, 30)
    assert ann.command(command("ping")) is None
    assert bob.command(message) is bob.command(message) is None
    assert eve.command(message) is not None
    assert ClientLimiter(limiter, "dan", "elsewhere", guest=True).command(message) is None


def test_messages_are_counted_for_each_connection() -> None:
    """A second connection of a player has its own bucket, and refused messages are limited."""
    limiter = limited(messages="3/3s", patience="2/m")
    first, second = (ClientLimiter(limiter, "ann", "block", guest=True) for _ in range(2))
    assert [first.message() is None for _ in range(4)] == [True, True, True, False]
    assert second.message() is None
    assert [first.patience() > 0 for _ in range(3)] == [False, False, True]


def test_disabled_limits_count_nothing() -> None:
    """With `enabled` off no limit is exceeded."""
    limiter = limited(enabled=False, matches="1/h", messages="1/h", handshakes="1/h", connections=1, guest_search="1/h")
    ann = ClientLimiter(limiter, "ann", "block", guest=True)
    limiter.spend("ann", 999)
    assert all(limiter.admit("block") is None and limiter.begin_handshake("block") for _ in range(5))
    assert all(ann.message() is None and ann.command(create(ME, ENGINE)) is None for _ in range(5))


def test_waiting_searches_of_a_player_are_limited() -> None:
    """Matches with engines and hints are refused while the player's searches wait; others are not."""
    ann = ClientLimiter(limited(waiting=16), "ann", "block", guest=True)
    exceeded = ann.command(create(ME, ENGINE))
    assert exceeded is not None
    assert exceeded.code is Code.BUSY
    assert ann.command(create(ME, OPEN)) is None


def test_guests_share_the_engine_time_of_their_address() -> None:
    """When it is used up, guests of the address create no matches with engines; accounts do."""
    clock = Clock()
    limiter = limited(clock, guest_search="60/h")
    ann, bob = ClientLimiter(limiter, "ann", "block", guest=True), ClientLimiter(limiter, "bob", "block", guest=True)
    host = ClientLimiter(limiter, "host", "block", guest=False)
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
    ClientLimiter(limiter, ann.connection.player.id, "block", guest=True)
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


def test_hosts_find_each_limit_in_the_documents() -> None:
    """The table of limits has a row for each, but the switch for all; `patience` is in that of messages."""
    text = (ROOT / "docs/operating.md").read_text()
    missing = {name for name in Limits.model_fields if f"| `{name}` |" not in text}
    assert missing == {"enabled", "patience"}


def test_a_page_may_tell_often_whether_it_is_seen() -> None:
    """That changes nothing in the database, and many pages share an address."""
    limiter = RateLimiter(Limits.model_validate({"changes": "1/m", "per_address": 1}), Clock(), lambda _: 0)
    for message in (command("alerts", do={"kind": "away", "away": True}), command("alerts", do={"kind": "show"})):
        assert [limiter.command(message, "ann", "block") for _ in range(9)] == [None] * 9
