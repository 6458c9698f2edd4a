"""`kibitz servers`: who announces themselves on the local network."""

from dataclasses import asdict

from kibitz_client.lists import table
from kibitz_client.nearby import Nearby, interfaces, look
from kibitz_client.settings import Settings
from kibitz_client.terminal import Output

NOBODY = (
    "no server announces itself on the local network",
    "start one: kibitz-server serve --host 0.0.0.0; or name yours: kibitz lobby --server HOST",
)


async def servers(_settings: Settings, output: Output, wait_s: float) -> None:
    """List them. Raises Misuse."""
    found = await look(wait_s, interfaces(), settle_s=None)
    for each in found:
        output.emit(asdict(each))
    if not output.json:
        output.say(*(table([("name", "address", "version"), *map(_cells, found)]) if found else NOBODY))


def _cells(server: Nearby) -> tuple[str, ...]:
    return server.name, server.url, server.version
