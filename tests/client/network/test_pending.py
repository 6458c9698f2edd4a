"""Unanswered commands and their time limits."""

import pytest

from kibitz_client.errors import NetworkError
from kibitz_client.network.connection import Pace
from kibitz_client.network.pending import Pending, PendingCommands
from kibitz_protocol.commands.analysis import Analyse, Analysing
from kibitz_protocol.to_client import Notice, Pong
from kibitz_protocol.to_server import AnyCommand, Hint, ListGames, Ping
from tests.client.samples import MATCH

PACE = Pace(answer_s=120, computed_s=3600)
ANALYSE = Analyse(id="a", match=MATCH)


def sent(commands: PendingCommands, command: AnyCommand) -> Pending:
    """Send a command."""
    pending = commands.add(command)
    commands.sending(pending)
    return pending


def limit(pending: Pending) -> float | None:
    """Return how long after its sending a command fails; None if it does not."""
    return None if pending.timer is None else round(pending.timer.when() - pending.sent_at, 1)


@pytest.mark.parametrize(
    ("command", "limit_s"), [(ListGames(id="g"), 120), (Hint(id="h", match=MATCH), 3600), (ANALYSE, 3600)]
)
async def test_a_command_that_is_computed_has_more_time(command: AnyCommand, limit_s: float) -> None:
    """A command may be unanswered for two minutes, one that waits for a processor for an hour."""
    pending = sent(PendingCommands("ws://fake", PACE), command)
    assert limit(pending) == limit_s
    pending.settle(None)
    assert limit(pending) is None


async def test_a_server_that_cannot_save_has_more_time() -> None:
    """Commands wait while a server says that it cannot save, and have their usual time again afterwards."""
    commands = PendingCommands("ws://fake", PACE)
    pending = sent(commands, ListGames(id="g"))
    commands.observe(Notice(text="hello"))
    assert limit(pending) == 120
    commands.observe(Notice(text="cannot save", halted=True))
    assert limit(pending) == limit(sent(commands, Ping(id="p"))) == 3600
    commands.observe(Notice(text="can save", halted=False))
    assert limit(pending) == 120


async def test_progress_extends_an_analysis() -> None:
    """The time of an analysis starts again with each report of its progress; that of others does not."""
    commands = PendingCommands("ws://fake", PACE)
    analysis, other = sent(commands, ANALYSE), sent(commands, Hint(id="h", match=MATCH))
    for pending in (analysis, other):
        pending.sent_at -= 1000
    commands.observe(Analysing(match=MATCH, done=1, total=9, waiting=0))
    assert (limit(analysis), limit(other)) == (3600, 4600)


async def test_each_connection_has_the_whole_time() -> None:
    """No time limit runs between connections; on the next one it starts from the beginning."""
    commands = PendingCommands("ws://fake", PACE)
    pending = sent(commands, ListGames(id="g"))
    commands.disconnected()
    assert limit(pending) is None
    commands.sending(pending)
    assert (limit(pending), pending.tries) == (120, 2)
    commands.remove(pending)
    assert (limit(pending), list(commands)) == (None, [])


async def test_the_first_result_counts() -> None:
    """An answer that comes after the time limit has no effect."""
    commands = PendingCommands("ws://fake", Pace(answer_s=0))
    pending = sent(commands, Ping(id="p"))
    with pytest.raises(NetworkError, match="did not answer the command 'ping'"):
        await pending.answer
    pending.settle(Pong(at=0.0))
