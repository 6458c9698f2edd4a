"""Commands that are carried out in the background."""

from typing import Any

import pytest

from kibitz_protocol.refusals import Code
from kibitz_protocol.to_server import Ping
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.handlers.request import CommandContext, Request
from tests.server.conftest import InProcessServer


def broken() -> int:
    """Fail as a mistake of the server does."""
    raise RuntimeError("boom")


def refusing() -> int:
    """Refuse the command."""
    raise CommandRefused(Code.BAD_MOVES, "no such move", "play another one")


@pytest.mark.parametrize(("work", "code"), [(broken, "internal"), (refusing, "bad_moves"), (lambda: 7, None)])
async def test_work_in_the_background_is_always_answered(server: InProcessServer, work: Any, code: str | None) -> None:
    """A mistake or a refusal in the thread refuses the command, and otherwise the result is passed on."""
    answers: list[Any] = []
    context = CommandContext(server.runtime, server.people.moderation, server.connect("ann").connection)
    request = Request(context, Ping(id="1"), lambda _request, answer: answers.append(answer))
    request.in_background(work, answers.append)
    await server.runtime.background.settled()
    assert answers == [7] if code is None else [answer["code"] for answer in answers] == [code]


async def test_a_player_has_one_request_in_the_background(server: InProcessServer) -> None:
    """A second one is refused until the first one is answered."""
    answers: list[Any] = []
    context = CommandContext(server.runtime, server.people.moderation, server.connect("ann").connection)
    request = Request(context, Ping(id="1"), lambda _request, answer: answers.append(answer["code"]))
    for _ in range(2):
        request.in_background(lambda: 7, answers.append)
    await server.runtime.background.settled()
    assert answers == ["too_many", 7]
