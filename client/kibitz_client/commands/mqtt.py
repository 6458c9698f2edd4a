"""`kibitz watch --mqtt`: from the broker alone, or, with a server named too, over whichever of the two works."""

import contextlib
import os
from collections.abc import AsyncIterator
from pathlib import Path

from kibitz_client.commands.watch import show
from kibitz_client.errors import RefusedError, UsageError
from kibitz_client.network.client import Client
from kibitz_client.network.connect import connect
from kibitz_client.network.connection import Pace
from kibitz_client.network.mqtt.client import BrokerClient
from kibitz_client.network.mqtt.failover import Failover, Opened, Transport
from kibitz_client.network.resume import is_tv
from kibitz_client.requests import build
from kibitz_client.settings import Settings
from kibitz_client.terminal.output import Output
from kibitz_protocol.mqtt_broker import BadBroker, Broker
from kibitz_protocol.to_server import TellTurns, Unwatch, Watch
from kibitz_protocol.values import Seq

PASSWORD = "KIBITZ_MQTT_PASSWORD"
TURN_AFTER_S = 3.0
"""How long one way is tried again before the other is taken."""


async def watch(settings: Settings, output: Output, code: str, url: str, *, follow: bool = False) -> None:
    """Watch a match, or TV, until it ends."""
    try:
        broker = Broker.parse(url)
    except BadBroker as error:
        raise UsageError(str(error), error.hint) from None
    password = _password()
    pace = Pace(give_up_after_s=TURN_AFTER_S) if settings.chosen else Pace()

    @contextlib.asynccontextmanager
    async def over_broker(known: tuple[str, Seq] | None) -> AsyncIterator[Opened]:
        client = BrokerClient(
            broker, code, password, known=known, cafile=settings.cafile, on_status=output.status, pace=pace
        )
        async with client:
            yield Opened(client, client.match)

    @contextlib.asynccontextmanager
    async def over_server(known: tuple[str, Seq] | None) -> AsyncIterator[Opened]:
        client = Client(
            settings.server, settings.name, settings.token, on_status=output.status, pace=pace, cafile=settings.cafile
        )
        async with client:
            yield Opened(client, await _enter(client, code, known))

    ways = [Transport(str(broker), over_broker)]
    if settings.chosen:
        ways.append(Transport(settings.server, over_server))
    async with Failover(ways, output.status, television=is_tv(code)) as relay:
        await show(relay, relay.match, output, follow=follow or is_tv(code))


async def _enter(client: Client, code: str, known: tuple[str, Seq] | None) -> str:
    """Follow a match at the server, or TV, from what is known on; gives the match that it is."""
    if known is None:
        return (await client.ask(build(Watch, match=code))).match
    match, since = known
    shown = (await client.ask(build(Watch, match=match, since=since))).match
    if not is_tv(code):
        return shown
    # The gap first, so that nothing of it is left out; then whatever is on, to be led on from there.
    try:
        on = (await client.ask(build(Watch, match=code))).match
    except RefusedError:  # nothing is, at the moment
        return shown
    if on != shown:
        await client.ask(build(Unwatch, match=shown))
    return on


def _password() -> str | None:
    """The broker's password, from its variable or from the file that another one names. Raises Misuse."""
    file = os.environ.get(f"{PASSWORD}_FILE")
    if not file:
        return os.environ.get(PASSWORD) or None
    try:
        return Path(file).read_text().strip()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"the file {file} that {PASSWORD}_FILE names cannot be read: {error}") from None


async def turns(settings: Settings, output: Output, *, on: bool) -> None:
    """Let the server's feed tell which matches wait for a move of ours, or no longer; say on which topic."""
    async with connect(settings, output) as connected:
        if connected.client.welcome.token is not None:
            # We are somebody new, and gone when this ends.
            raise UsageError(
                "a new guest has no turns to be told", "sign in: kibitz account login; or use --token-file"
            )
        told = await connected.client.ask(build(TellTurns, on=on))
        output.emit(told)
        if not settings.json:
            state = "are told" if told.on else "are no longer told"
            output.say(f"your turns {state} at the server's broker on {told.topic}")
