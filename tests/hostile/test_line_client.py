"""The corpus of hostile messages against the line client, over a real connection."""

import asyncio

import pytest

from kibitz_client.cli.main import app
from kibitz_protocol.validation.legible import is_legible
from tests import commands
from tests.client.samples import CODE
from tests.hostile.corpus import FILE, Case, cases, text
from tests.hostile.server import hostile_server

CASES = cases()


def test_the_corpus_is_up_to_date() -> None:
    """The file has the cases of the module."""
    assert FILE.read_text() == text(), "run: python -m tests.hostile.corpus"


def assert_legible(output: str) -> None:
    """Assert that no line of an output has a character that must not reach a terminal."""
    for line in output.splitlines():
        assert is_legible(line), repr(line)


async def watched(case: Case, *options: str) -> tuple[int, str, str]:
    """Watch the match of a case. Return the exit code, the output and the errors."""
    async with asyncio.timeout(60), hostile_server(case.texts) as server:
        arguments = ("watch", CODE, "--server", server.url, *options)
        result = await asyncio.to_thread(commands.run, app, *arguments, env={})
        return result.exit_code, result.stdout, result.stderr


@pytest.mark.io
@pytest.mark.parametrize("case", [case for case in CASES if case.expect == "refused"], ids=lambda case: case.name)
async def test_a_message_that_is_none_ends_the_client_with_a_sentence(case: Case) -> None:
    """A message with a wrong part is one sentence, a hint, and exit code 5."""
    code, _, errors = await watched(case)
    assert code == 5, errors
    error, *hints = errors.splitlines()
    assert error.startswith("error: ")
    assert len(error) < 500
    assert [hint.partition(":")[0] for hint in hints] in ([], ["try"])
    assert_legible(errors)


@pytest.mark.io
@pytest.mark.parametrize("case", [case for case in CASES if case.expect != "refused"], ids=lambda case: case.name)
@pytest.mark.parametrize("form", ["lines", "json"])
async def test_other_text_is_shown_without_harm(case: Case, form: str) -> None:
    """The client watches the match to its end, and no output has a harmful character."""
    code, output, errors = await watched(case, *(["--json"] if form == "json" else []))
    assert (code, errors) == (0, "")
    assert_legible(output)
    if case.expect == "shown" and form == "lines":
        assert output.count("\ufffd") >= 5
