"""`kibitz-server check-config`: what the server would be told, and what would go wrong, before it is started.

Nothing is changed: no database is made or upgraded, and the port is let go again.
"""

import errno
import os
import socket
import ssl
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from pydantic import SecretStr
from sqlalchemy.exc import SQLAlchemyError

from kibitz_server.limits.config import Limits
from kibitz_server.limits.token_bucket import Rate
from kibitz_server.net.edge import BadEdgeConfig, open_edge
from kibitz_server.net.fd_limit import SPARE_FILES
from kibitz_server.net.server import METRICS_HOST
from kibitz_server.settings import BadSettings, Settings
from kibitz_server.store.database import BadDatabase, connect
from kibitz_server.store.migrations.upgrade import check_known, revision
from kibitz_server.store.writer import error_hint, error_text
from kibitz_server.telemetry.redact import scrub

try:
    import resource
except ImportError:  # not on Windows, which has no such limit
    resource = None  # type: ignore[assignment]

SOON_S = 14 * 86_400


class Finding(NamedTuple):
    """Something to know. `wrong`: the server would not start, or not do what it should."""

    wrong: bool
    sentence: str
    hint: str


def shown(settings: Settings) -> Iterator[str]:
    """Every setting in a line, secrets left out."""
    for name in type(settings).model_fields:
        value = getattr(settings, name)
        if isinstance(value, SecretStr):
            text = "[redacted]"
        elif value is None:
            text = "-"
        elif isinstance(value, bool):
            text = str(value).lower()
        elif isinstance(value, list):
            text = ", ".join(value) or "-"
        elif isinstance(value, Limits):
            text = " ".join(f"{key}={_limit(getattr(value, key))}" for key in Limits.model_fields)
        else:
            text = scrub(str(value))
        yield f"{name} = {text}"


def _limit(value: Rate | int) -> str:
    return f"{value.amount:g}/{value.per_s:g}s" if isinstance(value, Rate) else str(value).lower()


def findings(settings: Settings) -> Iterator[Finding]:
    """All that is wrong or worth knowing."""
    yield from _door(settings)
    yield from _ports(settings)
    yield from _database(settings)
    yield from _broker(settings)
    files = open_files(settings)
    if files is not None:
        yield files


def open_files(settings: Settings) -> Finding | None:
    """Whether the system lets a process have as many open files as the server may have connections."""
    if resource is None or not settings.limits.enabled:
        return None
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = settings.limits.connections + SPARE_FILES
    if hard == resource.RLIM_INFINITY or hard >= needed:
        return None
    return Finding(
        True,
        f"only {hard} files may be open at once, and {settings.limits.connections} connections need {needed}",
        f"LimitNOFILE={needed} in a systemd unit, --ulimit nofile={needed} in Docker,"
        f" or KIBITZ_LIMITS__CONNECTIONS={max(1, hard - SPARE_FILES)}",
    )


def lift_open_files(settings: Settings) -> Finding | None:
    """Take as many open files as are needed and may be had; what is wrong when that is not enough."""
    if resource is not None:
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        needed = settings.limits.connections + SPARE_FILES
        wanted = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return open_files(settings)


def _broker(settings: Settings) -> Iterator[Finding]:
    """Call at the broker once, as the feed would; under another name, so that a server that runs is left alone."""
    broker = settings.broker
    if broker is None:
        return
    import asyncio

    import aiomqtt

    from kibitz_server.mqtt.publisher import error_sentence
    from kibitz_server.mqtt.service import tls_context

    async def call() -> None:
        password = settings.mqtt_password.get_secret_value() if settings.mqtt_password else None
        context = tls_context(settings) if broker.tls else None
        version = aiomqtt.ProtocolVersion.V5
        async with aiomqtt.Client(
            broker.host, broker.port, username=broker.user, password=password, protocol=version, tls_context=context
        ):
            pass

    try:
        asyncio.run(call())
    except BadSettings as error:
        yield Finding(True, str(error), "name a file with certificates in KIBITZ_MQTT_CAFILE")
    except (aiomqtt.MqttError, OSError) as error:
        reason, hint = error_sentence(broker, error)
        # It may be there later; a wrong password stays wrong.
        yield Finding(isinstance(error, aiomqtt.MqttCodeError), reason, hint)


def _door(settings: Settings) -> Iterator[Finding]:
    try:
        door = open_edge(
            settings.tls_cert, settings.tls_key, settings.origin, settings.trusted_proxy, settings.public_url
        )
    except BadEdgeConfig as error:
        yield Finding(True, str(error), error.hint)
        return
    if door.tls is not None and settings.tls_cert is not None:
        yield from _certificate(door.tls, settings.tls_cert)
    elif settings.host not in ("127.0.0.1", "::1", "localhost") and not door.trusted:
        sentence = "passwords and tokens travel in plain text: there is no TLS, and no proxy that could have it"
        yield Finding(False, sentence, "--tls-cert and --tls-key, or a proxy with TLS and --trusted-proxy")


def _certificate(context: ssl.SSLContext, cert: str) -> Iterator[Finding]:
    """Meet ourselves in memory, trusting the certificate for what it is: only its dates can be wrong then."""
    trusting = ssl.create_default_context(cafile=cert)
    trusting.check_hostname = False
    trusting.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    there, back = ssl.MemoryBIO(), ssl.MemoryBIO()
    server = context.wrap_bio(there, back, server_side=True)
    client = trusting.wrap_bio(back, there)
    renew = "renew it; a service that runs takes the new one at SIGHUP, else start it again"
    try:
        for _ in range(10):
            for side in (client, server):
                try:
                    side.do_handshake()
                except ssl.SSLWantReadError:
                    continue
    except ssl.SSLCertVerificationError as error:
        yield Finding(True, f"the certificate in {cert} is not valid: {error.verify_message}", renew)
        return
    except ssl.SSLError as error:
        yield Finding(True, f"the certificate in {cert} cannot be used: {error.reason}", renew)
        return
    ends = (client.getpeercert() or {}).get("notAfter")
    if isinstance(ends, str) and ssl.cert_time_to_seconds(ends) - time.time() < SOON_S:
        yield Finding(False, f"the certificate in {cert} ends on {ends}", renew)


def _ports(settings: Settings) -> Iterator[Finding]:
    places = [(settings.host, settings.port, "--port")]
    if isinstance(settings.metrics, int):
        places.append((METRICS_HOST, settings.metrics, "--metrics"))
    for host, port, flag in places:
        finding = _port(host, port, flag) if port else None
        if finding is not None:
            yield finding


def _port(host: str, port: int, flag: str) -> Finding | None:
    """What keeps the server from listening there."""
    try:
        found = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, address = found[0]
        with socket.socket(family, kind, protocol) as probe:
            # As the server does it, so that what is left of closed connections is no hindrance.
            if os.name == "posix":
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except socket.gaierror:
        return Finding(True, f"{host!r} is not an address of this machine", "try --host 127.0.0.1")
    except PermissionError:
        hint = "ports from 1024 on are free to all; or give the server CAP_NET_BIND_SERVICE"
        return Finding(True, f"this user may not listen on {host}:{port}", hint)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            return Finding(True, f"cannot listen on {host}:{port}: {error.strerror}", "try --host 127.0.0.1")
        hint = f"stop that program (a server that runs already?), or choose another with {flag}"
        return Finding(True, f"port {port} on {host} is taken by another program", hint)
    return None


def _database(settings: Settings) -> Iterator[Finding]:
    url = settings.database_url
    if url is None:
        yield Finding(False, "nothing is kept: matches and accounts end with the server", "name a file with --database")
        return
    if "://" not in settings.database and not Path(settings.database).exists():
        folder = Path(settings.database).resolve().parent
        if not folder.is_dir():
            yield Finding(True, f"the folder {folder} of the database is not there", f"mkdir -p {folder}")
        elif not os.access(folder, os.W_OK | os.X_OK):
            yield Finding(
                True, f"the folder {folder} of the database cannot be written", "let the server's user write it"
            )
        return
    try:
        engine = connect(url)
    except BadDatabase as error:
        yield Finding(True, str(error), "choose another with --database")
        return
    try:
        check_known(engine, revision(engine))
        with engine.connect() as connection:
            if engine.dialect.name == "sqlite":
                # Takes the lock for writing, and gives it back.
                connection.exec_driver_sql("commit")
                connection.exec_driver_sql("begin immediate")
                connection.exec_driver_sql("rollback")
                connection.exec_driver_sql("begin")
    except BadDatabase as error:
        yield Finding(True, str(error), "use the newer Kibitz, or another database")
    except SQLAlchemyError as error:
        yield Finding(
            True, f"the database {settings.shown_database} cannot be used: {error_text(error)}", error_hint(error)
        )
    finally:
        engine.dispose()
