"""Shares of the processor: work waits while its address block has used up its share, and clients take turns."""

import pytest

from kibitz_server.limits.cost import CERTAIN_S, LEAST_OF_CLIENT, MOST_OF_BLOCK, CostQueue, WorkClock
from kibitz_server.limits.token_bucket import Rate, TokenBuckets
from tests.fakes.server import ManualScheduler


class Costs:
    """A queue, and the names of the work that was done. Each piece of work costs `cost_s`.

    By default the pace is so fast that only shares matter.
    """

    def __init__(
        self, block: str = "1/1s", client: str = "0.1/1s", sent: str = "1000/s", pace: str = "1000/1s"
    ) -> None:
        self.scheduler = ManualScheduler()
        shares = Rate.read(block), Rate.read(client), Rate.read(sent)
        self.pace = TokenBuckets(Rate.read(pace))
        self.queue = CostQueue(*shares, self.pace, self.scheduler.time, self.scheduler.call_at)
        self.done: list[str] = []
        self.cost_s = 1.0

    def ask(self, client: str, name: str = "", block: str = "block") -> bool:
        """Give the queue work of a client. Return whether it takes it."""

        def work() -> None:
            self.done.append(name or client)
            self.queue.charge(client, block, self.cost_s)

        return self.queue.run(client, block, work)

    def use_up(self, *clients: str, block: str = "block") -> None:
        """Use up the shares of these clients and of their block."""
        for client in clients:
            self.queue.enter(client)
        self.queue.charge("", block, 2.0)


@pytest.fixture
def costs() -> Costs:
    return Costs()


def test_work_is_done_at_once_while_there_is_a_share(costs: Costs) -> None:
    """Nothing waits before the share of the block is used up."""
    costs.cost_s = 0.25
    assert all(costs.ask("ann") for _ in range(4))
    assert costs.done == ["ann"] * 4
    assert costs.queue.wait("block") == 0


def test_work_waits_for_the_share_of_its_block(costs: Costs) -> None:
    """Each piece of work waits until the costs of the one before are repaid."""
    costs.use_up("ann")
    assert costs.ask("ann", "first")
    assert costs.ask("ann", "second")
    assert costs.done == []
    costs.scheduler.advance(1.01)
    assert costs.done == ["first"]
    costs.scheduler.advance(1.0)
    assert costs.done == ["first", "second"]
    assert costs.queue.waiting("block") == 0


def test_other_blocks_do_not_wait(costs: Costs) -> None:
    """The costs of a block have no effect on another one."""
    costs.use_up("ann")
    costs.ask("ann")
    costs.ask("eve", block="elsewhere")
    assert costs.done == ["eve"]


def test_clients_of_a_block_take_turns(costs: Costs) -> None:
    """A client with one command does not wait for all the commands of another."""
    costs.use_up("eve", "ann")
    for number in range(4):
        costs.ask("eve", f"eve {number}")
    costs.ask("ann", "ann")
    costs.scheduler.advance(10)
    assert costs.done == ["eve 0", "ann", "eve 1", "eve 2", "eve 3"]


def test_a_client_within_its_own_share_never_waits(costs: Costs) -> None:
    """Its work is done beside that of others which waits, and it waits again once its own share is used up."""
    costs.cost_s = 0.2
    costs.use_up("eve")
    costs.ask("eve")
    assert costs.ask("ann")
    assert costs.done == ["ann"]
    costs.ask("ann", "later")
    assert costs.done == ["ann"]


def test_a_new_client_has_no_share_at_first(costs: Costs) -> None:
    """Connecting again is no way to a full share."""
    costs.use_up("ann")
    costs.scheduler.advance(0.9)
    costs.ask("ann")
    assert costs.done == []
    costs.scheduler.advance(0.2)
    costs.queue.charge("", "block", 2.0)
    assert costs.done == ["ann"]


def test_sent_bytes_count_too(costs: Costs) -> None:
    """Work waits while a block has been sent more bytes than its share."""
    costs.queue.enter("ann")
    costs.queue.charge("ann", "block", 0.0, 3000)
    costs.ask("ann")
    assert costs.done == []
    assert costs.queue.wait("block") == pytest.approx(2)
    costs.scheduler.advance(2.01)
    assert costs.done == ["ann"]


def test_nothing_of_a_block_is_begun_while_it_is_held(costs: Costs) -> None:
    """Work in the background costs an unknown time. What it cost is repaid before the next work."""
    costs.queue.hold("block")
    costs.ask("ann")
    costs.ask("eve", block="elsewhere")
    costs.scheduler.advance(10)
    assert costs.done == ["eve"]
    costs.queue.charge("ann", "block", 3.0)
    costs.queue.release("block")
    costs.scheduler.advance(1.9)
    assert costs.done == ["eve"]
    costs.scheduler.advance(0.2)
    assert costs.done == ["eve", "ann"]


def test_the_last_waiting_work_may_hold_its_block_for_a_moment(costs: Costs) -> None:
    """A store in memory answers a query at once, so that work releases its block before it returns."""

    def work() -> None:
        costs.queue.hold("block")
        costs.queue.charge("ann", "block", 1.0)
        costs.queue.release("block")
        costs.done.append("ann")

    costs.use_up("ann")
    assert costs.queue.run("ann", "block", work)
    costs.scheduler.advance(1.01)
    assert costs.done == ["ann"]
    assert costs.ask("ann")
    costs.scheduler.advance(1.0)
    assert costs.done == ["ann", "ann"]


def test_waiting_work_is_bounded(costs: Costs) -> None:
    """A client cannot queue more than the bound of the block, and leaves places to the others."""
    costs.use_up("eve", "ann")
    assert [costs.ask("eve") for _ in range(MOST_OF_BLOCK + 1)] == [True] * MOST_OF_BLOCK + [False]
    assert [costs.ask("ann") for _ in range(LEAST_OF_CLIENT + 1)] == [True] * LEAST_OF_CLIENT + [False]
    assert costs.queue.waiting("block") == MOST_OF_BLOCK + LEAST_OF_CLIENT


def test_the_work_of_a_client_that_disconnected_is_dropped(costs: Costs) -> None:
    """The others of the block continue, and nothing is kept for a block without work."""
    costs.use_up("eve", "ann")
    costs.ask("eve")
    costs.ask("ann")
    costs.queue.forget("eve", "block")
    costs.scheduler.advance(5)
    assert costs.done == ["ann"]
    costs.use_up("ann")
    costs.ask("ann")
    costs.queue.forget("ann", "block")
    costs.scheduler.advance(5)
    assert costs.done == ["ann"]
    assert costs.queue.waiting("block") == 0


def test_a_fault_in_one_command_does_not_stop_the_others(costs: Costs) -> None:
    """The work behind it is done in its turn."""
    costs.use_up("eve", "ann")

    def fail() -> None:
        raise ValueError

    costs.queue.run("eve", "block", fail)
    costs.ask("ann")
    with pytest.raises(ValueError):
        costs.scheduler.advance(5)
    costs.scheduler.advance(5)
    assert costs.done == ["ann"]


def test_work_of_many_clients_at_one_moment_keeps_the_pace() -> None:
    """A block with a full share does some of it at once, and the rest so slowly that others come in between."""
    costs = Costs(block="50/1s", client="5/1s", pace="1.5/15s")
    for client in ("ann", "bob", "carl", "dora"):
        costs.ask(client)
    assert costs.done == ["ann", "bob"]
    costs.ask("eve", block="elsewhere")
    assert costs.done == ["ann", "bob", "eve"]
    costs.scheduler.advance(5.1)
    assert costs.done == ["ann", "bob", "eve", "carl"]
    costs.scheduler.advance(9.8)
    assert costs.done == ["ann", "bob", "eve", "carl"]
    costs.scheduler.advance(0.2)
    assert costs.done == ["ann", "bob", "eve", "carl", "dora"]


def test_one_long_command_delays_the_next_by_one_period_of_the_pace() -> None:
    """The pace lets other work in between, and the share alone is what a long command has to repay."""
    costs = Costs(block="500/1s", client="500/1s", pace="1/5s")
    costs.cost_s = 100.0
    costs.ask("ann", "first")
    costs.ask("ann", "second")
    costs.ask("ann", "third")
    assert costs.done == ["first", "second"]
    costs.scheduler.advance(5.1)
    assert costs.done == ["first", "second", "third"]


def test_queues_with_one_pace_share_it() -> None:
    """Work of another kind does not add a pace of its own."""
    costs, others = Costs(pace="1/5s"), Costs()
    others.queue = CostQueue(
        Rate(1, 1), Rate(1, 1), Rate(1, 1), costs.pace, costs.scheduler.time, costs.scheduler.call_at
    )
    for _ in range(2):
        costs.queue.charge("ann", "block", 1.0)
    others.ask("ann")
    assert others.done == []
    costs.scheduler.advance(5.1)
    assert others.done == ["ann"]


def test_work_beside_the_event_loop_has_no_pace() -> None:
    """What a thread or a helper process used is repaid from the share, and the next command does not wait for it."""
    costs = Costs(block="50/1s", client="5/1s", pace="1/5s")
    costs.queue.charge("ann", "block", 3.0, beside=True)
    costs.ask("ann")
    assert costs.done == ["ann"]


def test_a_client_that_waits_for_the_pace_keeps_its_own_share() -> None:
    """It waits for the pace of its block, and not until the share of the block is repaid."""
    costs = Costs(block="1/1s", client="1/1s", pace="1/5s")
    costs.cost_s = 0.1
    for client in ("eve", ""):
        costs.queue.charge(client, "block", 100.0)
    for client in ("eve", "ann"):
        costs.ask(client)
    assert costs.done == []
    costs.scheduler.advance(5.1)
    assert costs.done == ["ann"]
    costs.scheduler.advance(90)
    assert costs.done == ["ann"]


class Machine:
    """A thread on a machine: the time that passed, and the part of it in which the thread ran."""

    def __init__(self) -> None:
        self.passed_s = 100.0
        self.ran_s = 3.0
        self.asked = 0
        self.clock = WorkClock(lambda: self.passed_s, self.exact)

    def exact(self) -> float:
        """Return the time in which the thread ran, and count the question."""
        self.asked += 1
        return self.ran_s

    def work(self, ran_s: float, waited_s: float = 0.0) -> float:
        """Return what the clock measures for a piece of work."""
        began_s = self.clock.elapsed_s()
        self.ran_s += ran_s
        self.passed_s += ran_s + waited_s
        took_s = self.clock.elapsed_s() - began_s
        return self.clock.used_s(took_s) if took_s > CERTAIN_S else took_s


def test_short_work_is_measured_without_asking_the_system() -> None:
    """It counts as long as it took."""
    machine = Machine()
    asked = machine.asked
    assert machine.work(0.0001) == pytest.approx(0.0001)
    assert machine.work(0.0001, waited_s=0.0002) == pytest.approx(0.0003)
    assert machine.asked == asked


def test_long_work_that_was_interrupted_counts_as_what_it_used() -> None:
    """Other programs are not charged to the client whose command they interrupt."""
    machine = Machine()
    machine.work(0.01)
    assert machine.work(2 * CERTAIN_S, waited_s=3.0) == pytest.approx(2 * CERTAIN_S)
    assert machine.work(0.5) == pytest.approx(0.5)


def test_work_never_counts_more_than_it_took() -> None:
    """Work that was not measured before it is not charged to it."""
    machine = Machine()
    machine.ran_s += 60.0
    assert machine.work(0.0, waited_s=0.01) == pytest.approx(0.01)
