"""What a client asks for waits while its address has used up its share, and moves do not."""

from typing import Any

import pytest

from kibitz_protocol.refusals import Code
from kibitz_server.limits.client import ClientLimiter
from kibitz_server.limits.config import Limits
from kibitz_server.limits.cost import MOST_OF_BLOCK, WorkClock
from kibitz_server.limits.limiter import QUERY_PACE, LimitExceeded, RateLimiter
from tests.fakes.server import ManualScheduler
from tests.server.limits.commands import command


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
            WorkClock(lambda: self.used_s, lambda: self.used_s),
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
    ann, bob = (ClientLimiter(spending.limiter, name, "block", guest=True) for name in ("ann", "bob"))
    assert spending.send(ann, LIST, cost_s=3.0) is None
    for client in (ann, bob):
        assert spending.send(client, LIST) is spending.send(client, MOVE) is None
    assert spending.done == ["list", "move", "move"]
    spending.scheduler.advance(2.1)
    assert spending.done == ["list", "move", "move", "list", "list"]


def test_work_after_the_command_is_charged() -> None:
    """What an answer from the background costs, and the bytes that were sent, delay the next query."""
    spending = Spending(query_bytes="1000/s")
    ann = ClientLimiter(spending.limiter, "ann", "block", guest=True)
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
    ann = ClientLimiter(spending.limiter, "ann", "block", guest=True)

    def answer() -> None:
        spending.used_s += 1.5

    ann.carry_on(LIST, lambda: ann.carry_on(LIST, answer))
    assert spending.limiter.queries.wait("block") == pytest.approx(0.5)
    assert ann.run(MOVE, lambda: ann.carry_on(MOVE, answer)) is None
    assert spending.limiter.playing.wait("block") == pytest.approx(0.5)


def test_queries_of_all_kinds_have_one_pace() -> None:
    """Lists, records and explained trees at one moment do not add up, and moves have a pace of their own."""
    spending = Spending(query_time="50/s", query_time_per_client="50/s")
    ann = ClientLimiter(spending.limiter, "ann", "block", guest=True)
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
    ann, bob = (ClientLimiter(spending.limiter, name, "block", guest=True) for name in ("ann", "bob"))
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


def test_queries_do_not_wait_for_a_reading() -> None:
    """A match from the archive may be watched, and lists are answered even if the database does not. It is charged."""
    spending = Spending(query_time_per_client="0.001/100s")
    ann, bob = (ClientLimiter(spending.limiter, name, "block", guest=True) for name in ("ann", "bob"))
    end = ann.begin_reading(command("watch", match="X"))
    spending.send(bob, LIST)
    assert spending.done == ["list"]
    end(3.0)
    spending.send(bob, LIST)
    spending.scheduler.advance(1.9)
    assert spending.done == ["list"]
    spending.scheduler.advance(0.2)
    assert spending.done == ["list", "list"]


def test_the_time_of_helper_processes_is_charged() -> None:
    """It delays the next commands of the address that need a helper, and no list or move."""
    spending = Spending(query_time_per_client="0.001/100s")
    ann, bob = (ClientLimiter(spending.limiter, name, "block", guest=True) for name in ("ann", "bob"))
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
    ann = ClientLimiter(spending.limiter, "ann", "block", guest=True)
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
    eve, ann = (ClientLimiter(spending.limiter, name, "block", guest=True) for name in ("eve", "ann"))
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
    eve, ann = (ClientLimiter(spending.limiter, name, "block", guest=True) for name in ("eve", "ann"))
    spending.scheduler.advance(2)
    spending.send(eve, LIST, cost_s=5.0)
    spending.send(ann, LIST, cost_s=5.0)
    spending.done.clear()
    for message in (LIST, command("join", match="K7QX42"), MOVE):
        assert spending.send(ann, message, cost_s=0.001) is None
    assert spending.done == ["join", "move"]


def test_a_client_rests_after_many_refused_messages() -> None:
    """A few are answered at once, and then ten a second. Another client of the address does not rest."""
    spending = Spending()
    ann, bob = (ClientLimiter(spending.limiter, name, "block", guest=True) for name in ("ann", "bob"))
    rests = []
    for _ in range(7):
        rests.append(ann.rest_s())
        ann.note_refusal()
    assert rests == pytest.approx([0, 0, 0, 0, 0, 0, 0.1])
    assert ann.rest_s() == pytest.approx(0.2)
    assert bob.rest_s() == 0
    spending.scheduler.advance(0.21)
    assert ann.rest_s() == 0
