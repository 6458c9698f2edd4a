"""Every code with which a server says no, or hangs up, provoked over real connections."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kibitz_protocol.refusals import SENTENCES, Close, Code
from tests.shell.refusals import CLOSES, REFUSALS, Provocation, scene, server

pytestmark = pytest.mark.io

WEBSOCKET = {1009}
"""Close codes of WebSocket itself, which a server's own list need not have."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """One server for all that need none of their own."""
    with server(tmp_path_factory.mktemp("server")) as address:
        yield address


async def play(provocation: Provocation, address: str, folder: Path) -> Any:
    """Play a script at the server that it needs."""
    if not provocation.own_server:
        async with scene(address, folder) as made:
            return await provocation.script(made)
    with server(folder, *provocation.flags, game=provocation.game, **provocation.environ) as own:
        async with scene(own, folder) as made:
            return await provocation.script(made)


@pytest.mark.parametrize("code", REFUSALS)
async def test_a_refusal_is_provoked(code: str, address: str, tmp_path: Path) -> None:
    """The answer has the code, a sentence and, but for those that explain themselves, a way out."""
    refused = await play(REFUSALS[code], address, tmp_path)
    assert (refused.t, refused.code) == ("refused", code)
    assert len(refused.message.split()) >= 3
    assert refused.hint or refused.message == SENTENCES[Code(code)]


@pytest.mark.parametrize("code", CLOSES)
async def test_a_connection_is_closed_with_its_code(code: int, address: str, tmp_path: Path) -> None:
    """Whoever is hung up on can tell why, and whether to come back."""
    assert await play(CLOSES[code], address, tmp_path) == code


def test_every_refusal_is_in_the_table() -> None:
    """A code that nothing provokes would be a promise that nobody has seen kept."""
    missing = [code.value for code in Code if code not in REFUSALS]
    assert not missing, f"add a script for each to tests/shell/refusals.py: {', '.join(missing)}"


def test_every_close_code_is_in_the_table() -> None:
    """The same for the ends of connections."""
    codes = {value: name for name, value in vars(Close).items() if name.isupper()}
    missing = [f"{name} ({value})" for value, name in codes.items() if value not in CLOSES]
    assert not missing, f"add a script for each to tests/shell/refusals.py: {', '.join(missing)}"
    assert set(CLOSES) <= set(codes) | WEBSOCKET
