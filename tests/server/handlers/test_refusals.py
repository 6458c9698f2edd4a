"""Each refusal code and close code, provoked over real connections."""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kibitz_protocol.refusals import SENTENCES, Code
from tests.server.handlers import refusals, refusals_accounts, refusals_limits
from tests.server.handlers.provocation import CLOSES, REFUSALS, Provocation, scene

pytestmark = pytest.mark.io

TABLES = (refusals, refusals_limits, refusals_accounts)
"""Modules that enter into the tables as they are imported."""


class Servers:
    """One server for all scripts that need the same of it."""

    def __init__(self, folder: Path, stack: contextlib.ExitStack) -> None:
        self._folder = folder
        self._stack = stack
        self._running: dict[str, tuple[str, Path]] = {}

    def serving(self, provocation: Provocation) -> tuple[str, Path]:
        """Return the address and the folder of a server."""
        if provocation.needs not in self._running:
            folder = self._folder / str(len(self._running))
            folder.mkdir()
            self._running[provocation.needs] = self._stack.enter_context(provocation.serving(folder)), folder
        return self._running[provocation.needs]


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Servers]:
    """Return servers that end with this module."""
    with contextlib.ExitStack() as stack:
        yield Servers(tmp_path_factory.mktemp("servers"), stack)


async def play(provocation: Provocation, servers: Servers) -> Any:
    """Run a script at the server that it needs."""
    async with scene(*servers.serving(provocation)) as made:
        return await provocation.script(made)


@pytest.mark.parametrize("code", REFUSALS)
async def test_a_refusal_is_provoked(code: str, servers: Servers) -> None:
    """The answer has the code, a sentence and, unless the sentence says it all, a hint."""
    refused = await play(REFUSALS[code], servers)
    assert (refused.t, refused.code) == ("refused", code)
    assert len(refused.message.split()) >= 3
    assert refused.hint or refused.message == SENTENCES[Code(code)]


@pytest.mark.parametrize("code", CLOSES)
async def test_a_connection_is_closed_with_its_code(code: int, servers: Servers) -> None:
    """The close code tells the client whether to reconnect."""
    assert await play(CLOSES[code], servers) == code
