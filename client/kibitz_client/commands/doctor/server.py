"""Checks of a server: whether it answers, which player the client is to it, latency, clocks, TLS and readiness."""

import asyncio
import statistics
import time
import urllib.error
import urllib.request
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

from kibitz_client.commands.doctor.check import Check
from kibitz_client.errors import ClientError, NetworkError, RefusedError
from kibitz_client.network.client import NetworkClient
from kibitz_client.network.servers.connect import Reporter, connect
from kibitz_client.network.tls import client_context
from kibitz_client.requests import build
from kibitz_client.settings import Settings, is_loopback
from kibitz_protocol import OLDEST_VERSION, VERSION
from kibitz_protocol.capabilities import CAPABILITIES
from kibitz_protocol.to_server import Ping

PINGS = 5
SLOW_MS = 300.0
"""Above this latency, a fast clock is no fun."""
SKEW_S = 5.0
"""Above this difference, times of archived matches look wrong. Clocks of matches are not affected."""
PAGE_S = 5.0


async def server_checks(settings: Settings, reporter: Reporter) -> AsyncIterator[Check]:
    """Yield the checks of the server of the settings. Without an answer there is only one."""
    async with AsyncExitStack() as stack:
        started_at = time.monotonic()
        try:
            connected = await stack.enter_async_context(connect(settings, reporter))
        except ClientError as error:
            subject = "player" if isinstance(error, RefusedError) else "server"
            yield Check(subject, "fail", str(error), error.hint)
            return
        took_s = time.monotonic() - started_at
        client = connected.client
        yield Check("server", "ok", f"{client.welcome.server} at {client.url} answers after {took_s * 1000:.0f} ms")
        yield _player(client)
        yield _protocol(client)
        yield _encryption(client.url)
        try:
            for check in await _times(client):
                yield check
        except NetworkError as error:
            yield Check("latency", "fail", str(error), error.hint)
        yield await asyncio.to_thread(_readiness, client.url, settings.cafile)


def _player(client: NetworkClient) -> Check:
    you = client.welcome.you
    if client.welcome.token is not None:
        hint = "to keep a name and ratings: kibitz account register NAME"
        return Check("player", "ok", f"the server makes you a new guest, {you.name}; {hint}")
    return Check("player", "ok", f"the server knows you as {you.name}")


def _protocol(client: NetworkClient) -> Check:
    welcome = client.welcome
    missing = sorted(CAPABILITIES.keys() - set(welcome.capabilities))
    found = f"version {welcome.version}, {len(welcome.capabilities)} features, engines {', '.join(welcome.engines)}"
    if not OLDEST_VERSION <= welcome.version <= VERSION:
        return Check("protocol", "fail", found, "update the older of the two programs")
    if missing:
        return Check("protocol", "warn", f"{found}; the server lacks {', '.join(missing)}")
    return Check("protocol", "ok", found)


def _encryption(url: str) -> Check:
    if url.lower().startswith("wss://"):
        return Check("encryption", "ok", "TLS with a trusted certificate")
    if is_loopback(url):
        return Check("encryption", "ok", "none is needed on this machine")
    hint = "use wss:// if the server has a certificate (kibitz-server serve --tls-cert)"
    return Check("encryption", "warn", "others in the network can read tokens and chat", hint)


async def _times(client: NetworkClient) -> list[Check]:
    """Measure the round trip, and how far the server's clock is from this one, assuming symmetric ways."""
    trips, skews = [], []
    for _ in range(PINGS):
        sent_at, started_at = time.time(), time.monotonic()
        pong = await client.ask(build(Ping))
        trip = time.monotonic() - started_at
        trips.append(trip)
        skews.append(pong.at - (sent_at + trip / 2))
    return [latency_check(1000 * statistics.median(trips)), skew_check(statistics.median(skews))]


def latency_check(ms: float) -> Check:
    """Return the check of a round trip in milliseconds."""
    found = f"{ms:.1f} ms (median of {PINGS} round trips)"
    if ms > SLOW_MS:
        return Check("latency", "warn", found, "prefer longer clocks; the server forgives up to half a second a move")
    return Check("latency", "ok", found)


def skew_check(seconds: float) -> Check:
    """Return the check of the server's clock against this one, in seconds; positive if it is ahead."""
    side = "ahead of" if seconds > 0 else "behind"
    found = f"the server's clock is {abs(seconds):.1f} s {side} this one"
    if abs(seconds) > SKEW_S:
        return Check("clock", "warn", found, "set the time of this machine or of the server")
    return Check("clock", "ok", found)


def _readiness(url: str, cafile: str | None) -> Check:
    """Read the page that says whether the server can take new clients: its database and disk work."""
    scheme, _, rest = url.partition("://")
    page = f"{'https' if scheme == 'wss' else 'http'}://{rest.rstrip('/')}/readyz"
    # A proxy of the environment must not answer for a server on this machine.
    proxies = urllib.request.ProxyHandler({} if is_loopback(url) else None)
    context = client_context(cafile) if scheme == "wss" else None
    opener = urllib.request.build_opener(proxies, urllib.request.HTTPSHandler(context=context))
    try:
        with opener.open(page, timeout=PAGE_S) as answer:
            return Check("readiness", "ok", answer.read(200).decode(errors="replace").strip())
    except urllib.error.HTTPError as error:
        if error.code == 404:
            return Check("readiness", "warn", f"{page} is not served", "a proxy may hide it")
        text = error.read(200).decode(errors="replace").strip()
        return Check("readiness", "fail", f"{page} answers {error.code}: {text}", "ask the operator; see its log")
    except OSError as error:
        return Check("readiness", "warn", f"{page} cannot be read: {error}", "a proxy may hide it")
