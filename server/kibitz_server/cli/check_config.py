"""Check of the settings for `kibitz-server check-config`, before a server starts.

Nothing is changed: no database is created or upgraded, and the ports are freed again. It connects to the database, the
broker and the cluster.
"""

import ipaddress
import os
import socket
import ssl
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from pydantic import SecretStr
from sqlalchemy.exc import SQLAlchemyError

from kibitz_server.addresses import is_loopback
from kibitz_server.limits.config import Limits
from kibitz_server.limits.token_bucket import Rate
from kibitz_server.net.bind import CannotListen, bound
from kibitz_server.net.edge import BadEdgeConfig, open_edge
from kibitz_server.net.fd_limit import files_for, share
from kibitz_server.net.server import METRICS_HOST
from kibitz_server.settings import BadSettings, Settings
from kibitz_server.store.database import BadDatabase, connect
from kibitz_server.store.migrations.upgrade import check_known, revision
from kibitz_server.store.writer import error_hint, error_text
from kibitz_server.telemetry.redact import scrub
from kibitz_server.temporary import HINT, NoTemporaryFolder, owned_folder

try:
    import resource
except ImportError:  # not on Windows, which has no such limit
    resource = None  # type: ignore[assignment]

EXPIRES_SOON_S = 14 * 86_400


class SettingsFinding(NamedTuple):
    """Error or note about the settings. `wrong`: the server would not start, or not work."""

    wrong: bool
    sentence: str
    hint: str


def shown(settings: Settings) -> Iterator[str]:
    """Yield a line for every setting, without secrets."""
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


def places(settings: Settings) -> Iterator[str]:
    """Yield what the check connects to, without secrets."""
    if "://" in settings.database or Path(settings.database).exists():
        yield f"the database {settings.shown_database}"
    if settings.mqtt:
        yield f"the broker {scrub(settings.mqtt)}"
    if settings.engines:
        yield f"the cluster {scrub(settings.engines)}"


def findings(settings: Settings) -> Iterator[SettingsFinding]:
    """Check the settings, and yield all findings."""
    yield from _limits(settings)
    yield from _edge(settings)
    yield from _rated(settings)
    yield from _ports(settings)
    yield from _temporary_files()
    yield from _database(settings)
    yield from _broker(settings)
    yield from _cluster(settings)
    yield from _mail(settings)
    yield from _games()
    files = open_files(settings)
    if files is not None:
        yield files


def open_files(settings: Settings) -> SettingsFinding | None:
    """Return a finding if the system's limit of open files is too low for the allowed connections."""
    if resource is None or not settings.limits.enabled:
        return None
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = files_for(settings.limits.connections, settings.limits.unfinished)
    if hard == resource.RLIM_INFINITY or hard >= needed:
        return None
    return SettingsFinding(
        True,
        f"the limit of open files is {hard}, and {settings.limits.connections} connections need {needed}",
        f"LimitNOFILE={needed} in a systemd unit, --ulimit nofile={needed} in Docker,"
        f" or KIBITZ_LIMITS__CONNECTIONS={share(hard, settings.limits.unfinished).connections}",
    )


def raise_open_files(settings: Settings) -> SettingsFinding | None:
    """Raise this process's limit of open files as needed; return a finding if the system allows too few."""
    if resource is not None:
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        needed = files_for(settings.limits.connections, settings.limits.unfinished)
        wanted = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return open_files(settings)


def _broker(settings: Settings) -> Iterator[SettingsFinding]:
    """Connect to the broker once, with a generated client id, so that a running server stays connected."""
    broker = settings.broker
    if broker is None:
        return
    import asyncio

    import aiomqtt

    from kibitz_server.mqtt.publisher import error_sentence
    from kibitz_server.mqtt.service import tls_context

    async def connect_once() -> None:
        password = settings.mqtt_password.get_secret_value() if settings.mqtt_password else None
        context = tls_context(settings) if broker.tls else None
        version = aiomqtt.ProtocolVersion.V5
        async with aiomqtt.Client(
            broker.host, broker.port, username=broker.user, password=password, protocol=version, tls_context=context
        ):
            pass

    try:
        asyncio.run(connect_once())
    except BadSettings as error:
        yield SettingsFinding(True, str(error), "name a file with certificates in KIBITZ_MQTT_CAFILE")
    except (aiomqtt.MqttError, OSError) as error:
        text, hint = error_sentence(broker, error)
        # An unreachable broker may return later; a wrong password stays wrong.
        yield SettingsFinding(isinstance(error, aiomqtt.MqttCodeError), text, hint)


def _mail(settings: Settings) -> Iterator[SettingsFinding]:
    """Look at the address of the mail server. `check-mail` connects to it."""
    from kibitz_server.alerts.config import mail_server

    try:
        server = mail_server(settings)
    except BadSettings as error:
        sentence, _, hint = str(error).partition("; ")
        yield SettingsFinding(True, sentence, hint)
        return
    if server is not None and settings.public_url is None:
        yield SettingsFinding(
            False,
            "the server sends no alerts by e-mail without a public URL, because each mail has links",
            "set --public-url to the address that players open",
        )


def _cluster(settings: Settings) -> Iterator[SettingsFinding]:
    """Look at the cluster's certificates, and connect to its scheduler once."""
    address = settings.cluster
    if address is None:
        return
    from kibitz_server.pool.cluster.check import problems

    if address.tls is not None:
        files = address.tls
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        try:
            context.load_cert_chain(files.cert, files.key)
            bad = list(_certificate(context, str(files.cert), str(files.ca)))
        except (OSError, ValueError) as error:
            why = getattr(error, "reason", None) or error
            bad = [
                SettingsFinding(True, f"the certificate files of the cluster cannot be used: {why}", "give PEM files")
            ]
        yield from bad
        if any(finding.wrong for finding in bad):
            return
    for problem in problems(address, settings.engines_use):
        yield SettingsFinding(*problem)


def _games() -> Iterator[SettingsFinding]:
    """Load the games of KIBITZ_GAMES as the server does. A broken one is left out, and the server starts."""
    from kibitz_server.games.registry import problems

    for problem in problems():
        yield SettingsFinding(
            False, problem.sentence, "kibitz-server check-game FILE says all that is wrong with a file"
        )


def _limits(settings: Settings) -> Iterator[SettingsFinding]:
    """Warn of a server without limits that strangers can reach, also behind a proxy."""
    reached = [host for host in settings.host if _is_public(host)] or settings.trusted_proxy
    if settings.limits.enabled or not (reached or settings.public_url):
        return
    where = f"on {', '.join(reached)}" if reached else f"at {settings.public_url}"
    sentence = f"the server has no limits {where}: any client that reaches it can take all of its processor and memory"
    yield SettingsFinding(False, sentence, "leave --limits off out, or listen on 127.0.0.1 or a private address alone")


def _is_public(host: str) -> bool:
    """Return whether strangers may reach an address: it is not one of this machine or of a private network."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return not is_loopback(host)
    return address.is_unspecified or address.is_global


def _edge(settings: Settings) -> Iterator[SettingsFinding]:
    try:
        edge = open_edge(
            settings.tls_cert, settings.tls_key, settings.origin, settings.trusted_proxy, settings.public_url
        )
    except BadEdgeConfig as error:
        yield SettingsFinding(True, str(error), error.hint)
        return
    if edge.tls is not None and settings.tls_cert is not None:
        yield from _certificate(edge.tls, settings.tls_cert)
    elif not all(map(is_loopback, settings.host)) and not edge.trusted:
        sentence = "passwords and tokens travel in plain text: there is no TLS, and no trusted proxy"
        yield SettingsFinding(
            False, sentence, "set --tls-cert and --tls-key, or use a proxy with TLS and --trusted-proxy"
        )


def _rated(settings: Settings) -> Iterator[SettingsFinding]:
    """Look whether all players share the address of a proxy, so that no match between them counts."""
    proxied = settings.public_url is not None and all(map(is_loopback, settings.host))
    if proxied and not settings.trusted_proxy and not settings.rated_one_address:
        sentence = "all players have the address of the proxy, so no rated match between two of them counts"
        yield SettingsFinding(False, sentence, "name the proxy with --trusted-proxy, or set --rated-one-address")


def _certificate(context: ssl.SSLContext, cert: str, trusted: str | None = None) -> Iterator[SettingsFinding]:
    """Do a TLS handshake in memory with a client that trusts the certificate, so that only its dates can fail.

    With the file of a CA as `trusted`, the handshake also fails if the CA did not sign the certificate.
    """
    client_context = ssl.create_default_context(cafile=trusted or cert)
    client_context.check_hostname = False
    client_context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    to_server, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
    server = context.wrap_bio(to_server, to_client, server_side=True)
    client = client_context.wrap_bio(to_client, to_server)
    renew = "renew it; a running service loads the new one at SIGHUP, otherwise restart the server"
    try:
        for _ in range(10):
            for side in (client, server):
                try:
                    side.do_handshake()
                except ssl.SSLWantReadError:
                    continue
    except ssl.SSLCertVerificationError as error:
        yield SettingsFinding(True, f"the certificate in {cert} is not valid: {error.verify_message}", renew)
        return
    except ssl.SSLError as error:
        yield SettingsFinding(True, f"the certificate in {cert} cannot be used: {error.reason}", renew)
        return
    ends = (client.getpeercert() or {}).get("notAfter")
    if isinstance(ends, str) and ssl.cert_time_to_seconds(ends) - time.time() < EXPIRES_SOON_S:
        yield SettingsFinding(False, f"the certificate in {cert} expires on {ends}", renew)


def _ports(settings: Settings) -> Iterator[SettingsFinding]:
    """Listen on the ports of the settings for a moment."""
    listeners = [(settings.host, settings.port, "--port")]
    if isinstance(settings.metrics, int):
        listeners.append(([METRICS_HOST], settings.metrics, "--metrics"))
    for hosts, port, flag in listeners:
        try:
            for probe in bound(socket.socket, hosts, port, flag):
                probe.close()
        except CannotListen as error:
            yield SettingsFinding(True, str(error), error.hint)


def _temporary_files() -> Iterator[SettingsFinding]:
    """Make the folder of temporary files of a process, as the server does."""
    try:
        with owned_folder():
            pass
    except NoTemporaryFolder as error:
        yield SettingsFinding(True, str(error), HINT)


def _database(settings: Settings) -> Iterator[SettingsFinding]:
    url = settings.database_url
    if url is None:
        yield SettingsFinding(
            False, "nothing is stored: matches and accounts end with the server", "select a file with --database"
        )
        return
    if "://" not in settings.database and not Path(settings.database).exists():
        folder = Path(settings.database).resolve().parent
        if not folder.is_dir():
            yield SettingsFinding(True, f"the folder {folder} of the database does not exist", f"mkdir -p {folder}")
        elif not os.access(folder, os.W_OK | os.X_OK):
            yield SettingsFinding(
                True, f"the folder {folder} of the database is not writable", "make it writable for the server's user"
            )
        return
    try:
        engine = connect(url)
    except BadDatabase as error:
        yield SettingsFinding(True, str(error), "select another with --database")
        return
    try:
        check_known(engine, revision(engine))
        with engine.connect() as connection:
            if engine.dialect.name == "sqlite":
                # Acquires the write lock, and releases it.
                connection.exec_driver_sql("commit")
                connection.exec_driver_sql("begin immediate")
                connection.exec_driver_sql("rollback")
                connection.exec_driver_sql("begin")
    except BadDatabase as error:
        yield SettingsFinding(True, str(error), "use the newer Kibitz, or another database")
    except SQLAlchemyError as error:
        yield SettingsFinding(
            True, f"the database {settings.shown_database} cannot be used: {error_text(error)}", error_hint(error)
        )
    finally:
        engine.dispose()
