"""Commands that are carried out in the background."""

from typing import Any

import pytest

from kibitz_protocol.commands.explain import OfGame
from kibitz_protocol.commands.positions import Explore
from kibitz_protocol.refusals import Code
from kibitz_protocol.to_server import Ping
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.handlers.request import CommandContext, Request
from kibitz_server.limits.client import ClientLimiter
from kibitz_server.limits.config import Limits
from kibitz_server.limits.cost import WorkClock
from kibitz_server.limits.limiter import RateLimiter
from kibitz_server.pool.helpers import HelperDied
from tests.fakes.server import InlineHelpers, ManualHelpers
from tests.server.conftest import InProcessServer


def broken() -> int:
    """Fail as a mistake of the server does."""
    raise RuntimeError("boom")


def refusing() -> int:
    """Refuse the command."""
    raise CommandRefused(Code.BAD_MOVES, "no such move", "play another one")


def context_of(server: InProcessServer) -> CommandContext:
    """Return the context of a new client."""
    people = server.people
    return CommandContext(server.runtime, people.accounts, people.moderation, server.connect("ann").connection)


def seven() -> int:
    """Return a result."""
    return 7


def dying() -> int:
    """Fail as if the helper had exceeded a bound."""
    raise HelperDied


@pytest.mark.parametrize(
    ("work", "code"), [(broken, "internal"), (refusing, "bad_moves"), (dying, "internal"), (seven, None)]
)
async def test_work_in_the_background_is_always_answered(server: InProcessServer, work: Any, code: str | None) -> None:
    """A mistake or a refusal in the helper or its death refuses the command, and otherwise the result is passed on."""
    answers: list[Any] = []
    context = context_of(server)
    request = Request(context, Ping(id="1"), lambda _request, answer: answers.append(answer))
    request.in_background(work, (), answers.append)
    await server.runtime.background.settled()
    assert answers == [7] if code is None else [answer["code"] for answer in answers] == [code]


@pytest.mark.parametrize("work", [seven, refusing, broken])
async def test_the_time_of_a_helper_is_charged_to_the_client(server: InProcessServer, work: Any) -> None:
    """Whatever comes of it: the next command of the address that needs a helper waits until the time is repaid."""
    helpers = InlineHelpers()
    helpers.job_s = 12.0
    server = InProcessServer(helpers=helpers)
    context, message = context_of(server), Explore(id="1", of=OfGame(kind="game", game="nim"))
    limiter = RateLimiter(
        Limits(), server.scheduler.time, lambda _: 0, server.scheduler.call_at, WorkClock(lambda: 0.0, lambda: 0.0)
    )
    context.limiter = ClientLimiter(limiter, "ann", "block", guest=True)
    Request(context, message, lambda _request, _answer: None).in_background(work, (), lambda _: None)
    await server.runtime.background.settled()
    assert limiter.helping.wait("block") > 10
    assert limiter.queries.wait("block") == 0


async def test_a_player_has_one_long_request_in_the_background() -> None:
    """A second one is refused until the first one is answered."""
    answers: list[Any] = []
    helpers = ManualHelpers()
    context = context_of(InProcessServer(helpers=helpers))
    request = Request(context, Ping(id="1"), lambda _request, answer: answers.append(answer["code"]))
    for _ in range(2):
        request.in_background(seven, (), answers.append, long=True)
    await helpers.finish()
    assert answers == ["too_many", 7]


async def test_the_rest_of_a_command_is_charged_to_the_client() -> None:
    """What the event loop does with what was read, or with the result of a helper, costs the address as well."""
    used_s = 0.0

    def then(_: object) -> None:
        nonlocal used_s
        used_s += 2.0

    server = InProcessServer(helpers=InlineHelpers())
    context, message = context_of(server), Ping(id="1")
    clock = WorkClock(lambda: used_s, lambda: used_s)
    limiter = RateLimiter(Limits(), server.scheduler.time, lambda _: 0, server.scheduler.call_at, clock)
    context.limiter = ClientLimiter(limiter, "ann", "block", guest=True)
    request = Request(context, message, lambda _request, _answer: None)
    request.read(seven, then)
    await server.runtime.background.settled()
    assert limiter.playing.wait("block") == pytest.approx(2.0 / Limits().play_time.amount - 1, abs=0.1)
    request.in_background(seven, (), then)
    await server.runtime.background.settled()
    assert limiter.playing.wait("block") == pytest.approx(4.0 / Limits().play_time.amount - 1, abs=0.1)
