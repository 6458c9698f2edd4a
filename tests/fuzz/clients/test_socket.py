"""Hostile messages over a real connection: the command line and the client library end or go on as in memory."""

import asyncio

import pytest

from kibitz_client.cli.main import app
from kibitz_client.errors import ClientError
from kibitz_client.sdk import connect
from tests import commands
from tests.client.samples import CODE, MATCH
from tests.fuzz.clients.cases import CASES, Case, case_of
from tests.fuzz.clients.server import hostile_server
from tests.fuzz.clients.test_cases import assert_legible, assert_refusal

pytestmark = pytest.mark.io

REFUSED = ("giant heap", "event without a snapshot", "deep nesting", "long text")
"""A wrong board, a wrong event, and frames that are not a message."""


async def watched(case: Case, *options: str) -> tuple[int, str, str]:
    """Watch the match of a case. Return the exit code, the output and the errors."""
    async with asyncio.timeout(60), hostile_server(case.frames) as server:
        arguments = ("watch", CODE, "--server", server.url, *options)
        result = await asyncio.to_thread(commands.run, app, *arguments, env={})
        return result.exit_code, result.stdout, result.stderr


@pytest.mark.parametrize("name", REFUSED)
async def test_a_message_that_is_none_ends_the_client_with_a_sentence(name: str) -> None:
    """A message with a wrong part is one sentence, a hint, and exit code 5."""
    code, _, errors = await watched(case_of(name))
    assert code == 5, errors
    error, *hints = errors.splitlines()
    assert error.startswith("error: ")
    assert len(error) < 500
    assert [hint.partition(":")[0] for hint in hints] in ([], ["try"])
    assert_legible(errors)


@pytest.mark.parametrize("options", [(), ("--json",)])
async def test_other_text_is_shown_without_harm(options: tuple[str, ...]) -> None:
    """The client watches the match to its end, and no output has a harmful character."""
    case = next(case for case in CASES if case.expect == "shown")
    code, output, errors = await watched(case, *options)
    assert (code, errors) == (0, "")
    assert_legible(output)


async def test_the_client_library() -> None:
    """A program that watches gets an error of the library."""
    async with asyncio.timeout(60), hostile_server(case_of("no seats").frames) as server:
        with pytest.raises(ClientError) as caught:
            async with connect(server.url) as client:
                _ = [update async for update in client.watch(MATCH)]
    assert_refusal(caught.value)
