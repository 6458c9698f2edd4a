"""Kibitz's server passes every conformance check; faulty servers fail with a reason."""

import json
import subprocess
import sys

import pytest

from kibitz_client.bots.conformance.checker import Check, CheckResult, run
from kibitz_client.bots.conformance.checks import CHECKS
from kibitz_client.testing import local_server
from kibitz_protocol.refusals import Code
from kibitz_protocol.to_server import Hello
from tests.fakes.client import FakeServer, refused, welcome

pytestmark = pytest.mark.io

COMMAND = [sys.executable, "-m", "kibitz_client", "bot", "check"]


def test_the_server_passes_every_check() -> None:
    """Each check prints a line, and the exit code is 0."""
    with local_server() as address:
        done = subprocess.run([*COMMAND, address], capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stdout
    assert [line[:6] for line in done.stdout.splitlines()] == ["ok    "] * len(CHECKS)
    assert done.stderr == f"all {len(CHECKS)} checks passed\n"


def test_an_unreachable_server_fails_every_check() -> None:
    """The exit code is 1, and --json prints objects."""
    done = subprocess.run([*COMMAND, "ws://127.0.0.1:1", "--json"], capture_output=True, text=True, timeout=240)
    assert done.returncode == 1
    results = [json.loads(line) for line in done.stdout.splitlines()]
    assert [each["holds"] for each in results] == [False] * len(CHECKS)
    assert all("no connection" in each["why"] for each in results)


def named(words: str) -> list[Check]:
    """Return the check whose sentence has these words."""
    (check,) = [check for check in CHECKS if words in check.sentence]
    return [check]


async def run_check(server: FakeServer, words: str) -> CheckResult:
    """Run one check against a server, and return its result."""
    (result,) = [result async for result in run(server.url, named(words), 0.3)]
    return result


async def test_a_server_without_our_subprotocol() -> None:
    """The reason names the observed and the expected subprotocol."""
    async with FakeServer(subprotocols=()) as server:
        result = await run_check(server, "selects the subprotocol")
    assert result.reason == "the subprotocol is None, not 'kibitz.v1'"


async def test_a_server_that_stops_answering() -> None:
    """A check ends at its timeout."""
    async with FakeServer() as server:
        result = await run_check(server, "are each answered once")
    assert not result.passed
    assert result.reason == "the expected message did not come within 0.3 s"


async def test_a_server_that_refuses_for_another_reason() -> None:
    """A refusal with another code fails the check."""
    async with FakeServer() as server:
        server.greet = lambda _hello: refused(Code.BUSY, "come back later")
        assert (
            await run_check(server, "is answered with welcome")
        ).reason == "the answer to hello is 'refused', not 'welcome'"
        assert "is 'busy', not" in (await run_check(server, "too old or too new")).reason


async def test_a_server_that_speaks_another_language() -> None:
    """The reason quotes a message that is not in the protocol."""

    def greet(hello: Hello) -> str:
        return welcome(hello).model_dump_json().replace("welcome", "hullo")

    async with FakeServer() as server:
        server.greet = greet
        result = await run_check(server, "is answered with welcome")
    assert result.reason.startswith(
        "it sent something that is not in the protocol: there is no message of type 'hullo'"
    )
