"""TLS, origins and proxies of a real server."""

import asyncio
import signal
import ssl
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest
import trustme
from structlog.testing import capture_logs
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from kibitz_client.errors import NetworkError, UsageError
from kibitz_client.network.client import NetworkClient
from kibitz_client.network.connection import Connection, Pace
from kibitz_protocol.to_server import Create, Hello
from kibitz_protocol.values.seats import Me, Open
from kibitz_server.__main__ import app
from kibitz_server.app import running
from kibitz_server.net.pages.page import _picture as picture_of
from kibitz_server.settings import Settings
from tests import commands
from tests.server.net.hostile import listening

pytestmark = pytest.mark.io


@pytest.fixture
def authority(tmp_path: Path) -> Path:
    """Return a folder with `cert.pem` and `key.pem` for this machine, by the private authority in `ca.pem`."""
    authority = trustme.CA()
    made = authority.issue_cert("localhost", "127.0.0.1")
    authority.cert_pem.write_to_path(str(tmp_path / "ca.pem"))
    made.private_key_pem.write_to_path(str(tmp_path / "key.pem"))
    made.cert_chain_pems[0].write_to_path(str(tmp_path / "cert.pem"))
    return tmp_path


@pytest.fixture
async def tls_server(authority: Path) -> AsyncIterator[str]:
    """Return the address of a server with TLS."""
    pair = {"tls_cert": str(authority / "cert.pem"), "tls_key": str(authority / "key.pem")}
    async with running(Settings.read(port=0, database=":memory:", slots=1, **pair)) as address:
        yield address


async def test_a_client_with_the_authority_connects(tls_server: str, authority: Path) -> None:
    """With --cafile a private authority works like a public one."""
    assert tls_server.startswith("wss://127.0.0.1:")
    connection = await Connection.open(tls_server, Hello(name="ann"), Pace(), str(authority / "ca.pem"))
    assert connection.welcome.you.name == "ann"
    await connection.close()


async def test_a_client_without_the_authority_gets_a_hint(tls_server: str) -> None:
    """The hint for an unknown certificate names --cafile."""
    with pytest.raises(NetworkError, match="no safe connection") as caught:
        await Connection.open(tls_server, Hello(), Pace())
    assert "--cafile" in str(caught.value.hint)


async def test_a_plain_connection_to_a_tls_port_fails(tls_server: str) -> None:
    """A client that uses ws:// for wss:// does not hang."""
    with pytest.raises(NetworkError):
        await Connection.open(tls_server.replace("wss://", "ws://"), Hello(), Pace(open_s=5))


async def test_a_missing_authority_file_is_named(tls_server: str) -> None:
    """The error names the missing file of --cafile."""
    with pytest.raises(UsageError, match=r"no-such\.pem"):
        await Connection.open(tls_server, Hello(), Pace(), "no-such.pem")


async def test_the_health_page_is_served_over_tls(tls_server: str, authority: Path) -> None:
    """HTTP pages use the same certificate."""
    context = ssl.create_default_context(cafile=str(authority / "ca.pem"))

    def get() -> bytes:
        with urllib.request.urlopen(tls_server.replace("wss://", "https://") + "/healthz", context=context) as response:
            data: bytes = response.read()
            return data

    assert await asyncio.to_thread(get) == b"ok\n"


async def test_allowed_origins_may_connect() -> None:
    """The public address and each --origin may connect; other pages get a 403."""
    settings = Settings.read(
        port=0, database=":memory:", slots=1, origin=["https://a.example"], public_url="https://b.example/play"
    )
    async with running(settings) as address:
        for page in ("https://a.example", "https://b.example"):
            await (await connect(address, origin=Origin(page), proxy=None)).close()
        for page in ("null", "https://c.example", "http://a.example", "https://a.example.evil.example"):
            with pytest.raises(InvalidStatus) as info:
                await connect(address, origin=Origin(page), proxy=None)
            assert info.value.response.status_code == 403


async def test_a_page_that_may_not_connect_is_named() -> None:
    """The response and the log have the page, the host, and the settings that allow it; the log has it once."""
    settings = Settings.read(port=0, database=":memory:", slots=1)
    with capture_logs() as logs:
        async with running(settings) as address:
            for _ in range(2):
                with pytest.raises(InvalidStatus) as info:
                    await connect(address, origin=Origin("http://localhost:24000"), proxy=None)
    told = (info.value.response.body or b"").decode()
    host = address.partition("://")[2]
    assert f"The page of http://localhost:24000 may not connect to this server, which was asked for as {host}." in told
    (line,) = [line for line in logs if line["event"] == "a web page may not connect"]
    assert (line["origin"], line["host"]) == ("http://localhost:24000", host)
    for setting in ("--origin", "--public-url", "Host with its port"):
        assert setting in told
        assert setting in line["hint"]


async def test_conflicting_proxy_headers_get_a_400() -> None:
    """The response says what to change in the proxy."""
    settings = Settings.read(port=0, database=":memory:", slots=1, trusted_proxy=["127.0.0.1"])
    async with running(settings) as address:
        good = {"X-Forwarded-For": "203.0.113.7"}
        await (await connect(address, additional_headers=good, proxy=None)).close()
        with pytest.raises(InvalidStatus) as info:
            await connect(address, additional_headers={**good, "Forwarded": "for=6.6.6.6"}, proxy=None)
        assert info.value.response.status_code == 400
        assert b"drop the other" in (info.value.response.body or b"")


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        (["--tls-cert", "no.pem"], "--tls-cert is given without --tls-key"),
        (["--tls-cert", "no.pem", "--tls-key", "no.key"], "the file no.pem of --tls-cert cannot be read"),
        (["--origin", "*"], "'*' is not the address of a page"),
        (["--trusted-proxy", "10.0.0.0/99"], "'10.0.0.0/99' is not an address or a network"),
    ],
)
def test_invalid_edge_options_stop_the_start(flags: list[str], words: str) -> None:
    """The server exits with a sentence and a hint."""
    done = commands.run(app, "serve", "--port", "0", "--database", ":memory:", *flags, env={})
    assert done.exit_code == 2
    assert words in done.stderr
    assert "try: " in done.stderr


def issue(folder: Path, name: str) -> None:
    """Write a certificate by a new authority, in place of the old one."""
    authority = trustme.CA()
    made = authority.issue_cert("127.0.0.1")
    authority.cert_pem.write_to_path(str(folder / f"{name}.ca"))
    made.private_key_and_cert_chain_pem.write_to_path(str(folder / "both.pem"))


async def test_sighup_reloads_the_certificate(tmp_path: Path) -> None:
    """New connections get the new certificate; an invalid file leaves the old one in use."""
    issue(tmp_path, "old")
    pair = ["--tls-cert", str(tmp_path / "both.pem"), "--tls-key", str(tmp_path / "both.pem")]
    command = [sys.executable, "-m", "kibitz_server", "serve", "--port", "0", "--database", ":memory:", *pair]
    popen = partial(
        subprocess.Popen, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    with await asyncio.to_thread(popen, command) as process:
        assert process.stdout
        assert process.stderr
        address = (await asyncio.to_thread(process.stdout.readline)).split()[-1]

        async def reload(words: str) -> None:
            assert process.stderr
            process.send_signal(signal.SIGHUP)
            while words not in await asyncio.to_thread(process.stderr.readline):
                pass

        (tmp_path / "both.pem").write_text("half of a certificate")
        await reload("the old certificate stays in use")
        await (await Connection.open(address, Hello(), Pace(), str(tmp_path / "old.ca"))).close()
        issue(tmp_path, "new")
        await reload("the certificate was read again")
        await (await Connection.open(address, Hello(), Pace(), str(tmp_path / "new.ca"))).close()
        with pytest.raises(NetworkError, match="no safe connection"):
            await Connection.open(address, Hello(), Pace(), str(tmp_path / "old.ca"))
        process.terminate()


async def test_a_header_that_must_not_occur_twice() -> None:
    """The request is refused with a reason, and costs no place."""
    async with listening() as target:
        client = await target.connect()
        answer = await client.shake_hands("Host: y")
        assert answer.startswith("HTTP/1.1 400")
        assert b"more than once" in await client.reader.read(1000)
        assert target.limiter.open == 0


@pytest.mark.parametrize("public", ["https://games.example.org", None])
async def test_no_foreign_host_is_in_what_a_server_hands_out(public: str | None) -> None:
    """Picture, page, frame and invitation of an unlisted match name the public address, or the own one."""
    settings = Settings.read(port=0, database=":memory:", slots=1, public_url=public)
    async with running(settings) as address, NetworkClient(address) as client:
        made = await client.ask(Create(id="c", game="nim", seats=[Me(), Open()], visibility="unlisted"))
        code = made.code
        place = address.removeprefix("ws://")
        home = public or f"http://{place}"

        async def get(path: str, host: str, accept: str) -> tuple[int, bytes]:
            reader, writer = await asyncio.open_connection(*place.split(":"))
            forged = "".join(f"X-Forwarded-{name}: evil.example\r\n" for name in ("Host", "Server"))
            forged += "X-Forwarded-Proto: https\r\n"
            writer.write(f"GET {path} HTTP/1.1\r\nHost: {host}\r\nAccept: {accept}\r\n{forged}\r\n".encode())
            answer = await reader.read()
            writer.close()
            return int(answer.split()[1]), answer.partition(b"\r\n\r\n")[2]

        assert await get(f"/{code}/qr.svg", place, "image/*") == (200, picture_of(f"{home}/{code}"))
        for host in ("evil.example", "8.8.8.8", f"evil.example:{place.partition(':')[2]}"):
            status, picture = await get(f"/{code}/qr.svg", host, "image/*")
            assert (status, picture) == (200, picture_of(f"{home}/{code}")) if public else status == 404
            for path in (f"/{code}", f"/embed/{code}", f"/replay/{code}", "/", "/help"):
                for accept in ("text/html", "text/plain"):
                    _, body = await get(path, host, accept)
                    assert b"evil.example" not in body
                    assert b"8.8.8.8" not in body
            told = (await get(f"/{code}", host, "text/plain"))[1].decode()
            assert f"--server {home.replace('http', 'ws') if public else 'ws://THIS-ADDRESS'}\n" in told
