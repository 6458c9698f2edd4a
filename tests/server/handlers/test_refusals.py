"""Every code with which a server says no, or hangs up, provoked over real connections."""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kibitz_protocol.refusals import SENTENCES, Code
from tests.server.handlers import refusals_limits, refusals_people
from tests.server.handlers.refusals import CLOSES, REFUSALS, Provocation, scene, server

pytestmark = pytest.mark.io

TABLES = (refusals_limits, refusals_people)
"""Modules that enter into the tables as they are imported."""


class Servers:
    """A server for each kind that a script needs."""

    def __init__(self, folder: Path, stack: contextlib.ExitStack) -> None:
        self._folder = folder
        self._stack = stack
        self._running: dict[str, tuple[str, Path]] = {}

    def serving(self, provocation: Provocation) -> tuple[str, Path]:
        """The address and the folder of one."""
        if provocation.needs not in self._running:
            folder = self._folder / str(len(self._running))
            folder.mkdir()
            made = server(folder, *provocation.flags, game=provocation.game, **provocation.environ)
            self._running[provocation.needs] = self._stack.enter_context(made), folder
        return self._running[provocation.needs]


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Servers]:
    """Servers that end with this module."""
    with contextlib.ExitStack() as stack:
        yield Servers(tmp_path_factory.mktemp("servers"), stack)


async def play(provocation: Provocation, servers: Servers) -> Any:
    """Play a script at the server that it needs."""
    async with scene(*servers.serving(provocation)) as made:
        return await provocation.script(made)


@pytest.mark.parametrize("code", REFUSALS)
async def test_a_refusal_is_provoked(code: str, servers: Servers) -> None:
    """The answer has the code, a sentence and, but for those that explain themselves, a way out."""
    refused = await play(REFUSALS[code], servers)
    assert (refused.t, refused.code) == ("refused", code)
    assert len(refused.message.split()) >= 3
    assert refused.hint or refused.message == SENTENCES[Code(code)]


@pytest.mark.parametrize("code", CLOSES)
async def test_a_connection_is_closed_with_its_code(code: int, servers: Servers) -> None:
    """Whoever is hung up on can tell why, and whether to come back."""
    assert await play(CLOSES[code], servers) == code
