"""Commands whose handlers wait for work in the background."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import pytest
import structlog

from kibitz_protocol.commands.explain import OfGame
from kibitz_protocol.commands.positions import Explore
from kibitz_protocol.refusals import Code
from kibitz_protocol.to_server import Ping
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.handlers.request import AwaitedOutcome, Request
from kibitz_server.limits.client import ClientLimiter
from kibitz_server.limits.config import Limits
from kibitz_server.limits.cost import WorkClock
from kibitz_server.limits.limiter import DecodedCommand, RateLimiter
from kibitz_server.pool.helpers import HelperDied
from tests.fakes.server import InlineHelpers, ManualHelpers
from tests.server.conftest import FakeClient, InProcessServer

Work = Callable[[Request[Any]], Awaitable[object]]


def carry_out(client: FakeClient, work: Work, message: DecodedCommand | None = None) -> None:
    """Let the session of a client carry out a command whose handler replies when some work is done."""

    async def handler() -> None:
        await work(request)
        request.reply()

    session = client.session
    session.pending += 1
    request: Request[Any] = Request(session._context, message or Ping(id="1"), session._answer)
    waiting = handler()
    session._go_on(request, partial(waiting.send, None), waiting)


def codes(client: FakeClient) -> list[str]:
    """Return how the commands were answered since the last call: accepted, or the code of the refusal."""
    return [getattr(message, "code", message.t) for message in client.take()]


def limited(server: InProcessServer, client: FakeClient, clock: WorkClock) -> RateLimiter:
    """Limit a client by a clock of processor time, and return the limits."""
    limiter = RateLimiter(Limits(), server.scheduler.time, lambda _: 0, server.scheduler.call_at, clock)
    session = client.session
    session._limiter = session._context.limiter = ClientLimiter(limiter, "ann", "block", guest=True)
    return limiter


def broken() -> int:
    """Fail as a mistake of the server does."""
    raise RuntimeError("boom")


def refusing() -> int:
    """Refuse the command."""
    raise CommandRefused(Code.BAD_MOVES, "no such move", "play another one")


def seven() -> int:
    """Return a result."""
    return 7


def dying() -> int:
    """Fail as if the helper had exceeded a bound."""
    raise HelperDied


@pytest.mark.parametrize(
    ("work", "answer"), [(broken, "internal"), (refusing, "bad_moves"), (dying, "internal"), (seven, "accepted")]
)
async def test_work_in_the_background_is_always_answered(server: InProcessServer, work: Any, answer: str) -> None:
    """A mistake or a refusal in the helper or its death refuses the command, and otherwise its handler goes on."""
    ann = server.connect("ann")
    carry_out(ann, lambda request: request.in_background(work))
    await server.runtime.background.settled()
    assert codes(ann) == [answer]


@pytest.mark.parametrize("work", [seven, refusing, broken])
async def test_the_time_of_a_helper_is_charged_to_the_client(work: Any) -> None:
    """Whatever comes of it: the next command of the address that needs a helper waits until the time is repaid."""
    helpers = InlineHelpers()
    helpers.job_s = 12.0
    server = InProcessServer(helpers=helpers)
    ann, message = server.connect("ann"), Explore(id="1", of=OfGame(kind="game", game="nim"))
    limiter = limited(server, ann, WorkClock(lambda: 0.0, lambda: 0.0))
    carry_out(ann, lambda request: request.in_background(work), message)
    await server.runtime.background.settled()
    assert limiter.helping.wait("block") > 10
    assert limiter.queries.wait("block") == 0


async def test_a_player_has_one_long_request_in_the_background() -> None:
    """A second one is refused until the first one is answered."""
    helpers = ManualHelpers()
    ann = InProcessServer(helpers=helpers).connect("ann")
    for _ in range(2):
        carry_out(ann, lambda request: request.in_background(seven, long=True))
    await helpers.finish()
    assert codes(ann) == ["too_many", "accepted"]


async def test_the_rest_of_a_command_is_charged_to_the_client() -> None:
    """What the event loop does with what was read, or with the result of a helper, costs the address as well."""
    used_s = 0.0

    async def use(work: Awaitable[object]) -> None:
        nonlocal used_s
        await work
        used_s += 2.0

    server = InProcessServer(helpers=InlineHelpers())
    ann = server.connect("ann")
    limiter = limited(server, ann, WorkClock(lambda: used_s, lambda: used_s))
    carry_out(ann, lambda request: use(request.read(seven)))
    assert limiter.playing.wait("block") == pytest.approx(2.0 / Limits().play_time.amount - 1, abs=0.1)
    carry_out(ann, lambda request: use(request.in_background(seven)))
    await server.runtime.background.settled()
    assert limiter.playing.wait("block") == pytest.approx(4.0 / Limits().play_time.amount - 1, abs=0.1)


async def test_a_store_that_cannot_be_read_refuses_the_command(server: InProcessServer) -> None:
    """The client may try again in a moment."""
    ann = server.connect("ann")
    with structlog.testing.capture_logs() as logged:
        carry_out(ann, lambda request: request.read(broken))
    assert codes(ann) == ["not_saved"]
    assert [entry["event"] for entry in logged] == ["the database cannot be read"]


async def raising(request: Request[Any]) -> None:
    """Fail after a wait, as a mistake in a handler does."""
    await request.in_background(seven)
    raise ZeroDivisionError


async def unencoded(request: Request[Any]) -> None:
    """Answer with what JSON cannot hold."""
    request.reply({"kind": object()})


async def test_an_answer_that_cannot_be_encoded_is_a_fault(server: InProcessServer) -> None:
    """The client is answered once, and the command counts as answered once."""
    ann = server.connect("ann")
    carry_out(ann, unencoded)
    assert codes(ann) == ["internal"]
    assert ann.session.pending == 0


async def test_a_handler_that_fails_after_a_wait_is_answered(server: InProcessServer) -> None:
    """The fault is logged, and the connection lives."""
    ann = server.connect("ann")
    with structlog.testing.capture_logs() as logged:
        carry_out(ann, raising)
        await server.runtime.background.settled()
    assert codes(ann) == ["internal"]
    assert [entry["event"] for entry in logged] == ["a command failed"]
    assert ann.ask("ping").t == "accepted"
    assert ann.session.pending == 0


async def test_work_that_cannot_begin_fails_its_handler(server: InProcessServer) -> None:
    """The handler gets the exception where it waits."""
    ann, caught = server.connect("ann"), []

    def begin(_then: object) -> None:
        raise KeyError

    async def catching(_request: Request[Any]) -> None:
        try:
            await AwaitedOutcome[None](begin)
        except KeyError as error:
            caught.append(error)

    carry_out(ann, catching)
    assert (codes(ann), len(caught)) == (["accepted"], 1)


async def test_a_client_may_leave_while_its_command_is_in_work() -> None:
    """The command is carried out, and its answer goes to the connection on which the player sent it again."""
    server = InProcessServer(helpers=(helpers := ManualHelpers()))
    ann = server.connect("ann")
    of = {"kind": "game", "game": "tictactoe", "moves": ["a1", "b2", "c3", "a2", "b1"]}
    ann.send("evaluate", id="e1", of=of)
    server.runtime.clients.depart(ann.connection)
    back = server.connect("ann")
    back.send("evaluate", id="e1", of=of)
    await helpers.finish()
    await server.pool.last.finish("c1")
    assert [(message.t, message.id) for message in back.take()] == [("accepted", "e1")]
    assert (ann.take(), ann.session.pending) == ([], 0)


async def test_a_stopping_server_answers_commands_in_work() -> None:
    """A command whose job waits for a helper is refused before the connection ends."""
    server = InProcessServer(helpers=ManualHelpers())
    ann = server.connect("ann")
    carry_out(ann, lambda request: request.in_background(seven))
    server.runtime.close()
    assert codes(ann) == ["draining"]
