"""Requests to push services: only to public addresses, and little is read of the answer."""

import ipaddress
import ssl

import pytest
import trustme

from kibitz_server.alerts import posting
from kibitz_server.alerts.posting import NotPublic, check_endpoint, is_public, post, resolved
from kibitz_server.alerts.threads import WaitingThreads
from tests.server.alerts.push_service import push_service

THREADS = WaitingThreads(1)


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.net/x",
        "https://push.example.net:8443/x",
        "https://127.0.0.1/x",
        "https://[::1]/x",
        "https://10.0.0.7/x",
        "https://169.254.169.254/latest/meta-data",
        "https://[fd00::1]/x",
        "https://[::ffff:192.168.0.1]/x",
        "https://localhost/x",
        "https://user:word@push.example.net/x",
        "https:///x",
        "ftp://push.example.net/x",
        "https://push.example.net:99999/x",
        "https://push..example.net/x",
        f"https://{'x' * 64}.example.net/x",
    ],
)
def test_private_and_odd_endpoints_are_refused(endpoint: str) -> None:
    """They could lead to services behind the server that trust it."""
    with pytest.raises(NotPublic):
        check_endpoint(endpoint)


def test_public_endpoints_are_taken() -> None:
    """Those of the browsers' push services are, and literal public addresses."""
    check_endpoint("https://fcm.googleapis.com/fcm/send/abc:def")
    check_endpoint("https://web.push.apple.com:443/abc")
    check_endpoint("https://[2606:4700::1111]/x")
    check_endpoint("https://[64:ff9b::8.8.8.8]/x")


@pytest.mark.parametrize(
    "address",
    [
        *("64:ff9b::a00:1", "2002:a00:1::", "::ffff:10.0.0.1", "0.0.0.0", "224.0.0.1", "100.64.0.1", "192.0.2.1"),
        *("fe80::1", "fec0::1", "::10.0.0.1", "64:ff9b:1::a00:1"),
    ],
)
def test_private_addresses_within_others_are_not_public(address: str) -> None:
    """A translation between IPv6 and IPv4 would lead to them."""
    assert not is_public(ipaddress.ip_address(address))


async def test_a_name_is_checked_when_it_is_resolved() -> None:
    """A public name may lead to a private address."""
    with pytest.raises(NotPublic):
        await resolved("localhost", 443, THREADS, private=False)
    assert ipaddress.ip_address(await resolved("localhost", 443, THREADS, private=True)).is_loopback


@pytest.mark.io
async def test_a_request_arrives_whole() -> None:
    """The service gets path, headers and body, and its status and wish to wait come back."""
    with push_service() as service:
        service.statuses = [201, 503]
        answer = await post(f"{service.address}/a?b=1", {"TTL": "60"}, b"\x00body", THREADS, private=True)
        assert answer.status == 201
        assert (await post(f"{service.address}/a", {}, b"", THREADS, private=True)).status == 503
        path, headers, body = service.received[0]
        assert (path, headers["ttl"], body) == ("/a?b=1", "60", b"\x00body")
        with pytest.raises(NotPublic):
            await post(f"{service.address}/a", {}, b"", THREADS)


@pytest.mark.io
async def test_the_certificate_is_that_of_the_name() -> None:
    """TLS checks the name although the connection goes to the address that was checked."""
    import asyncio

    authority = trustme.CA()
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    authority.issue_cert("localhost").configure_cert(context)

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 429 Slow down\r\nRetry-After: 7\r\nX: " + b"y" * 100 + b"\r\n\r\n")
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=context)
    port = server.sockets[0].getsockname()[1]
    trusted = ssl.create_default_context()
    authority.configure_trust(trusted)
    try:
        answer = await post(f"https://localhost:{port}/x", {}, b"", THREADS, private=True, tls=trusted)
        assert answer == posting.PushAnswer(429, 7.0)
        with pytest.raises(ssl.SSLCertVerificationError):
            await post(f"https://127.0.0.1:{port}/x", {}, b"", THREADS, private=True, tls=trusted)
    finally:
        server.close()
