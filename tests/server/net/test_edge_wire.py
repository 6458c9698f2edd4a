"""The door of a real server: certificates, pages and proxies, as a client meets them."""

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
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from kibitz_client.errors import NetworkError
from kibitz_client.network.connection import Connection, Pace
from kibitz_protocol.to_server import Hello
from kibitz_server.app import running
from kibitz_server.settings import Settings

pytestmark = pytest.mark.io


@pytest.fixture
def authority(tmp_path: Path) -> Path:
    """A certificate for this machine by an authority that nobody knows: `ca.pem`, `cert.pem`, `key.pem`."""
    authority = trustme.CA()
    made = authority.issue_cert("localhost", "127.0.0.1")
    authority.cert_pem.write_to_path(str(tmp_path / "ca.pem"))
    made.private_key_pem.write_to_path(str(tmp_path / "key.pem"))
    made.cert_chain_pems[0].write_to_path(str(tmp_path / "cert.pem"))
    return tmp_path


@pytest.fixture
async def safe(authority: Path) -> AsyncIterator[str]:
    """The address of a server with TLS."""
    pair = {"tls_cert": str(authority / "cert.pem"), "tls_key": str(authority / "key.pem")}
    async with running(Settings.read(port=0, database=":memory:", slots=1, **pair)) as address:
        yield address


async def test_a_client_that_knows_the_authority_gets_in(safe: str, authority: Path) -> None:
    """With --cafile a private authority is as good as a public one."""
    assert safe.startswith("wss://127.0.0.1:")
    connection = await Connection.open(safe, Hello(name="ann"), Pace(), str(authority / "ca.pem"))
    assert connection.welcome.you.name == "ann"
    await connection.close()


async def test_a_client_that_does_not_know_it_says_what_to_do(safe: str) -> None:
    """An unknown certificate is no Kibitz server that is down: the hint names --cafile."""
    with pytest.raises(NetworkError, match="no safe connection") as caught:
        await Connection.open(safe, Hello(), Pace())
    assert "--cafile" in str(caught.value.hint)


async def test_plain_text_at_a_safe_port_is_told_apart(safe: str) -> None:
    """Who forgets the s of wss:// does not hang."""
    with pytest.raises(NetworkError):
        await Connection.open(safe.replace("wss://", "ws://"), Hello(), Pace(open_s=5))


async def test_a_missing_authority_is_a_sentence(safe: str) -> None:
    """A --cafile that is not there is told by its name."""
    with pytest.raises(NetworkError, match=r"no-such\.pem"):
        await Connection.open(safe, Hello(), Pace(), "no-such.pem")


async def test_the_health_page_is_served_over_tls(safe: str, authority: Path) -> None:
    """The pages beside the protocol have the same certificate."""
    context = ssl.create_default_context(cafile=str(authority / "ca.pem"))

    def get() -> bytes:
        with urllib.request.urlopen(safe.replace("wss://", "https://") + "/healthz", context=context) as response:
            data: bytes = response.read()
            return data

    assert await asyncio.to_thread(get) == b"ok\n"


async def test_pages_that_were_admitted_may_call() -> None:
    """The public address and each --origin; another page, and one without an origin of its own, get a 403."""
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


async def test_a_proxy_that_contradicts_itself_is_turned_away() -> None:
    """Two headers that name different clients are a 400 that says what to change."""
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
def test_a_door_that_cannot_be_is_said_in_words(flags: list[str], words: str) -> None:
    """The server does not start half open."""
    command = [sys.executable, "-m", "kibitz_server", "serve", "--port", "0", "--database", ":memory:", *flags]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240)
    assert done.returncode == 2
    assert words in done.stderr
    assert "hint: " in done.stderr


def issue(folder: Path, name: str) -> None:
    """A certificate by a new authority, in place of the one that is there."""
    authority = trustme.CA()
    made = authority.issue_cert("127.0.0.1")
    authority.cert_pem.write_to_path(str(folder / f"{name}.ca"))
    made.private_key_and_cert_chain_pem.write_to_path(str(folder / "both.pem"))


async def test_a_renewed_certificate_is_shown_after_a_hangup(tmp_path: Path) -> None:
    """SIGHUP reads it again, without a restart; one that cannot be read leaves the old one standing."""
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

        async def hang_up(words: str) -> None:
            assert process.stderr
            process.send_signal(signal.SIGHUP)
            while words not in await asyncio.to_thread(process.stderr.readline):
                pass

        (tmp_path / "both.pem").write_text("half of a certificate")
        await hang_up("the certificate stays the old one")
        await (await Connection.open(address, Hello(), Pace(), str(tmp_path / "old.ca"))).close()
        issue(tmp_path, "new")
        await hang_up("the certificate was read again")
        await (await Connection.open(address, Hello(), Pace(), str(tmp_path / "new.ca"))).close()
        with pytest.raises(NetworkError, match="no safe connection"):
            await Connection.open(address, Hello(), Pace(), str(tmp_path / "old.ca"))
        process.terminate()
