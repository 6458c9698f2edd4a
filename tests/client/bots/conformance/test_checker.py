"""The trials of a server: our own passes them all, and one that does not is told what is wrong."""

import json
import subprocess
import sys

import pytest

from kibitz_client.bots import local_server
from kibitz_client.bots.conformance.checker import Check, Outcome, run
from kibitz_client.bots.conformance.trials import TRIALS
from kibitz_protocol.refusals import Code
from kibitz_protocol.to_server import Hello
from tests.client.fakes import FakeServer, refused, welcome

pytestmark = pytest.mark.io

CHECK = [sys.executable, "-m", "kibitz_client", "bot", "check"]


def test_our_server_passes_every_trial() -> None:
    """One line a trial, and exit code 0."""
    with local_server() as address:
        done = subprocess.run([*CHECK, address], capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stdout
    assert [line[:6] for line in done.stdout.splitlines()] == ["ok    "] * len(TRIALS)
    assert done.stderr == f"all {len(TRIALS)} trials hold\n"


def test_a_server_that_is_not_there_fails_every_trial() -> None:
    """With exit code 1, and objects for programs."""
    done = subprocess.run([*CHECK, "ws://127.0.0.1:1", "--json"], capture_output=True, text=True, timeout=240)
    assert done.returncode == 1
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert [each["holds"] for each in told] == [False] * len(TRIALS)
    assert all("no connection" in each["why"] for each in told)


def named(words: str) -> list[Check]:
    """The trial whose sentence has these words."""
    (trial,) = [trial for trial in TRIALS if words in trial.sentence]
    return [trial]


async def tried(server: FakeServer, words: str) -> Outcome:
    """How one trial goes at a server."""
    (outcome,) = [outcome async for outcome in run(server.url, named(words), 0.3)]
    return outcome


async def test_a_server_without_our_subprotocol() -> None:
    """What was seen, and what should be."""
    async with FakeServer(subprotocols=()) as server:
        outcome = await tried(server, "selects the subprotocol")
    assert outcome.why == "the subprotocol is None, not 'kibitz.v1'"


async def test_a_server_that_says_no_more() -> None:
    """A trial ends when what it waits for does not come."""
    async with FakeServer() as server:
        outcome = await tried(server, "are each answered once")
    assert not outcome.holds
    assert outcome.why == "what it waited for did not come within 0.3 s"


async def test_a_server_that_refuses_for_another_reason() -> None:
    """The codes are told apart."""
    async with FakeServer() as server:
        server.greet = lambda _hello: refused(Code.BUSY, "come back later")
        assert (
            await tried(server, "is answered with welcome")
        ).why == "the answer to hello is 'refused', not 'welcome'"
        assert "is 'busy', not" in (await tried(server, "too old or too new")).why


async def test_a_server_that_speaks_another_language() -> None:
    """What the protocol does not know is quoted."""

    def greet(hello: Hello) -> str:
        return welcome(hello).model_dump_json().replace("welcome", "hullo")

    async with FakeServer() as server:
        server.greet = greet
        outcome = await tried(server, "is answered with welcome")
    assert outcome.why.startswith("it said something that is not in the protocol: there is no message of type 'hullo'")
