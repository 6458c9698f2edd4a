"""MQTT commands: `kibitz watch --mqtt` over a broker, and `kibitz turns` for turn alerts on a topic."""

import contextlib
from collections.abc import AsyncIterator

from kibitz_client.commands.watch import show
from kibitz_client.errors import RefusedError, UsageError
from kibitz_client.network.client import NetworkClient
from kibitz_client.network.connection import Pace
from kibitz_client.network.mqtt.client import BrokerClient
from kibitz_client.network.mqtt.failover import Failover, Opened, Transport
from kibitz_client.network.resume import is_tv
from kibitz_client.network.servers.connect import connect
from kibitz_client.requests import build
from kibitz_client.settings import Settings
from kibitz_client.storage.passwords import broker_password
from kibitz_client.storage.renewal import renewals
from kibitz_client.terminal.output import Output
from kibitz_protocol.mqtt.broker import BadBroker, Broker
from kibitz_protocol.to_server import TellTurns, Unwatch, Watch
from kibitz_protocol.values.fields import Seq

SWITCH_AFTER_S = 3.0
"""How long a lost transport is retried before the next one is opened."""


async def watch(settings: Settings, output: Output, code: str, url: str, *, follow: bool = False) -> None:
    """Watch a match, or TV, over a broker; if the user named a server, over the one of the two that works.

    Raises:
        UsageError: The broker's address is invalid, or the password file cannot be read.
    """
    try:
        broker = Broker.parse(url)
    except BadBroker as error:
        raise UsageError(str(error), error.hint) from None
    password = broker_password()
    pace = Pace(give_up_after_s=SWITCH_AFTER_S) if settings.chosen else Pace()

    @contextlib.asynccontextmanager
    async def over_broker(known: tuple[str, Seq] | None) -> AsyncIterator[Opened]:
        client = BrokerClient(
            broker, code, password, known=known, cafile=settings.cafile, on_status=output.status, pace=pace
        )
        async with client:
            yield Opened(client, client.match)

    @contextlib.asynccontextmanager
    async def over_server(known: tuple[str, Seq] | None) -> AsyncIterator[Opened]:
        client = NetworkClient(
            settings.server,
            settings.name,
            settings.token,
            on_status=output.status,
            pace=pace,
            cafile=settings.cafile,
            renewals=renewals(settings),
        )
        async with client:
            yield Opened(client, await _follow(client, code, known))

    transports = [Transport(str(broker), over_broker)]
    if settings.chosen:
        transports.append(Transport(settings.server, over_server))
    async with Failover(transports, output.status, television=is_tv(code)) as source:
        await show(source, source.match, output, follow=follow or is_tv(code))


async def turns(settings: Settings, output: Output, *, on: bool) -> None:
    """Turn the player's turn alerts on the server's broker on or off, and show their topic.

    Raises:
        UsageError: The player is a new guest.
    """
    async with connect(settings, output) as connected:
        if connected.client.welcome.token is not None and settings.token_file is None:
            # A guest that the server has just made ends with this command.
            raise UsageError("a new guest has no turn alerts", "sign in: kibitz account login; or use --token-file")
        alerts = await connected.client.ask(build(TellTurns, on=on))
        output.emit(alerts)
        if not settings.json:
            state = "on" if alerts.on else "off"
            output.say(f"turn alerts are {state}; their topic at the server's broker is {alerts.topic}")


async def _follow(client: NetworkClient, code: str, known: tuple[str, Seq] | None) -> str:
    """Follow a match, or TV, at the server after the last known event. Return the match."""
    if known is None:
        return (await client.ask(build(Watch, match=code))).match
    match, since = known
    shown = (await client.ask(build(Watch, match=match, since=since))).match
    if not is_tv(code):
        return shown
    # First the missed events of the known match, then TV, so that the server redirects to its next matches.
    try:
        on = (await client.ask(build(Watch, match=code))).match
    except RefusedError:  # no match is on TV now
        return shown
    if on != shown:
        await client.ask(build(Unwatch, match=shown))
    return on
