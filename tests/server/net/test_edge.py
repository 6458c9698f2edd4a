"""Client addresses from proxy headers, and validation of certificates, origins and networks."""

from pathlib import Path

import pytest
import trustme
from websockets.datastructures import Headers

from kibitz_server.net.edge import (
    BadEdgeConfig,
    ConflictingHeaders,
    EdgeConfig,
    is_own_page,
    network,
    open_edge,
    origin,
)

PLACES = [
    ("192.168.1.5:8765", "172.17.0.2", "http://192.168.1.5:8765"),
    ("LOCALHOST:8765", "127.0.0.1", "http://localhost:8765"),
    ("[fd00::2]:8765", "fd00::2", "http://[fd00::2]:8765"),
    ("games.local", "10.0.0.7", "http://games.local"),
    ("93.184.216.34:8765", "93.184.216.34", "http://93.184.216.34:8765"),
    ("93.184.216.34:8765", "::ffff:93.184.216.34", "http://93.184.216.34:8765"),
    ("93.184.216.34:8765", "10.0.0.7", None),
    ("evil.example", "10.0.0.7", None),
    ("a.example.evil.example", "10.0.0.7", None),
    ("a.example", "10.0.0.7", "http://a.example"),
    ("user@10.0.0.7", "10.0.0.7", None),
    ("10.0.0.7/evil", "10.0.0.7", None),
    ("evil; rm -rf /", "10.0.0.7", None),
    ("x" * 500 + ".local", "10.0.0.7", None),
    ("", "10.0.0.7", None),
]
TRUSTING = EdgeConfig(trusted=(network("10.0.0.0/8"), network("::1")))


def headers(*pairs: tuple[str, str]) -> Headers:
    """Return headers, in which a name may occur twice."""
    return Headers(pairs)


@pytest.mark.parametrize(
    ("peer", "forwarded", "address"),
    [
        ("10.0.0.1", "203.0.113.7", "203.0.113.7"),
        ("10.0.0.1", "6.6.6.6, 203.0.113.7", "203.0.113.7"),
        ("10.0.0.1", "203.0.113.7, 10.0.0.9, 10.1.1.1", "203.0.113.7"),
        ("10.0.0.1", "203.0.113.7:4711", "203.0.113.7"),
        ("10.0.0.1", "[2001:db8::7]:4711", "2001:db8::7"),
        ("10.0.0.1", "::ffff:203.0.113.7", "203.0.113.7"),
        ("10.0.0.1", "10.0.0.2", "10.0.0.2"),
        ("10.0.0.1", "6.6.6.6, unknown", "10.0.0.1"),
        ("10.0.0.1", "6.6.6.6, <script>, 10.0.0.2", "10.0.0.2"),
        ("10.0.0.1", ",,,", "10.0.0.1"),
        ("::ffff:10.0.0.1", "203.0.113.7", "203.0.113.7"),
        ("::1", "203.0.113.7", "203.0.113.7"),
        ("203.0.113.9", "6.6.6.6", "203.0.113.9"),
        ("::ffff:203.0.113.9", "6.6.6.6", "203.0.113.9"),
        ("", "6.6.6.6", "unknown"),
    ],
)
def test_only_hops_of_trusted_proxies_count(peer: str, forwarded: str, address: str) -> None:
    """The client is the first hop from the right that is not a trusted proxy."""
    assert TRUSTING.address(peer, headers(("X-Forwarded-For", forwarded))) == address


def test_without_trusted_proxies_no_header_counts() -> None:
    """By default the address of a client is that of its connection."""
    assert EdgeConfig().address("127.0.0.1", headers(("X-Forwarded-For", "6.6.6.6"))) == "127.0.0.1"


def test_a_repeated_header_is_one_list() -> None:
    """A header that the client sends itself is to the left of the proxy's."""
    sent = headers(("X-Forwarded-For", "6.6.6.6"), ("X-Forwarded-For", "203.0.113.7"))
    assert TRUSTING.address("10.0.0.1", sent) == "203.0.113.7"


def test_hops_are_limited() -> None:
    """Only the last hops of a long chain are examined."""
    assert TRUSTING.address("10.0.0.1", headers(("X-Forwarded-For", "6.6.6.6," + "10.0.0.2," * 999 + "10.0.0.2"))) == (
        "10.0.0.2"
    )


@pytest.mark.parametrize(
    ("forwarded", "address"),
    [
        ("for=203.0.113.7;proto=https;by=10.0.0.1", "203.0.113.7"),
        ('For="[2001:db8::7]:4711"', "2001:db8::7"),
        ("for=6.6.6.6, for=203.0.113.7;host=x, for=10.0.0.9", "203.0.113.7"),
        ("for=_hidden", "10.0.0.1"),
        ("proto=https", "10.0.0.1"),
    ],
)
def test_the_standard_header_is_parsed(forwarded: str, address: str) -> None:
    """`Forwarded` follows RFC 7239."""
    assert TRUSTING.address("10.0.0.1", headers(("Forwarded", forwarded))) == address


def test_conflicting_headers_are_refused() -> None:
    """If the two headers name different clients, one is forged, and the server cannot know which."""
    with pytest.raises(ConflictingHeaders):
        TRUSTING.address("10.0.0.1", headers(("X-Forwarded-For", "203.0.113.7"), ("Forwarded", "for=6.6.6.6")))
    agreed = headers(("X-Forwarded-For", "203.0.113.7"), ("Forwarded", "for=203.0.113.7"))
    assert TRUSTING.address("10.0.0.1", agreed) == "203.0.113.7"


@pytest.mark.parametrize(
    ("url", "as_sent"),
    [
        ("https://Games.Example.org/play", "https://games.example.org"),
        ("https://games.example.org:443", "https://games.example.org"),
        ("http://games.example.org:8080/", "http://games.example.org:8080"),
        ("wss://games.example.org", "https://games.example.org"),
        ("ws://[::1]:8765", "http://[::1]:8765"),
    ],
)
def test_an_address_gives_its_origin(url: str, as_sent: str) -> None:
    """Any address of a site gives the origin that browsers send."""
    assert origin(url) == as_sent


@pytest.mark.parametrize("url", ["null", "*", "games.example.org", "ftp://x", "https://", "https://[::1", "http://x:y"])
def test_an_invalid_origin_is_refused(url: str) -> None:
    """Neither a wildcard nor `null` is an origin."""
    with pytest.raises(BadEdgeConfig, match="is not the address of a page") as caught:
        origin(url)
    assert "https://" in caught.value.hint


def test_the_public_address_is_an_allowed_origin() -> None:
    """The public address is one more origin, without duplicates."""
    edge = open_edge(None, None, ["https://a.example"], ["10.0.0.0/8"], "wss://a.example")
    assert edge.origins == ("https://a.example",)
    assert edge.tls is None


def test_an_invalid_network_is_refused() -> None:
    """A proxy is an address or a network."""
    with pytest.raises(BadEdgeConfig, match="'proxy' is not an address or a network"):
        network("proxy")


@pytest.fixture(scope="module")
def pems(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with two certificates, their keys, and a text file."""
    folder = tmp_path_factory.mktemp("pems")
    for name in ("one", "two"):
        made = trustme.CA().issue_cert("localhost")
        made.private_key_pem.write_to_path(str(folder / f"{name}.key"))
        for i, pem in enumerate(made.cert_chain_pems):
            pem.write_to_path(str(folder / f"{name}.pem"), append=i > 0)
    (folder / "text").write_text("this is not a certificate")
    (folder / "marked").write_text((folder / "one.pem").read_text(), encoding="utf-8-sig")
    return folder


def test_a_certificate_and_its_key_give_a_tls_context(pems: Path) -> None:
    """The server reads the pair when it starts."""
    assert open_edge(str(pems / "one.pem"), str(pems / "one.key")).tls is not None


@pytest.mark.parametrize(
    ("cert", "key", "sentence"),
    [
        ("one.pem", None, "--tls-cert is given without --tls-key"),
        (None, "one.key", "--tls-key is given without --tls-cert"),
        ("none.pem", "one.key", "none.pem of --tls-cert cannot be read: No such file"),
        ("one.pem", ".", "of --tls-key cannot be read: it is not a file but a directory"),
        ("one.pem", "two.key", "is not that of the certificate"),
        ("marked", "one.key", "begins with a byte order mark"),
        ("text", "one.key", "are not a certificate and its key"),
        ("one.pem", "text", "are not a certificate and its key"),
    ],
)
def test_an_invalid_pair_is_refused_with_a_hint(pems: Path, cert: str | None, key: str | None, sentence: str) -> None:
    """Half a pair, a missing file, two files that do not match, and other files are refused."""
    with pytest.raises(BadEdgeConfig, match=sentence) as caught:
        open_edge(str(pems / cert) if cert else None, str(pems / key) if key else None)
    assert caught.value.hint


@pytest.mark.parametrize(
    ("page", "host"),
    [
        ("http://192.168.1.5:8765", "192.168.1.5:8765"),
        ("http://[fd00::1]:8765", "[fd00::1]:8765"),
        ("http://localhost:8765", "localhost:8765"),
        ("https://spare.local", "spare.local"),
    ],
)
def test_a_page_of_this_server_may_connect(page: str, host: str) -> None:
    """Addresses and local names cannot be led here by another owner."""
    assert is_own_page(page, host)


@pytest.mark.parametrize(
    ("page", "host"),
    [
        ("http://evil.example:8765", "evil.example:8765"),
        ("http://192.168.1.5:8766", "192.168.1.5:8765"),
        ("http://evil.example", "192.168.1.5"),
        ("null", "null"),
        (None, "localhost"),
        ("http://localhost.evil.example", "localhost.evil.example"),
    ],
)
def test_other_pages_may_not(page: str | None, host: str) -> None:
    """A name that leads here by DNS rebinding is that of another page."""
    assert not is_own_page(page, host)


@pytest.mark.parametrize(("host", "arrived_at", "home"), PLACES)
def test_links_lead_to_no_foreign_host(host: str, arrived_at: str, home: str | None) -> None:
    """A link has the host of the request only if that is this server's; the public address goes before all."""
    assert open_edge(None, None, ["http://a.example"]).home(host, arrived_at, tls=False) == home
    public = open_edge(None, None, public_url="wss://games.example.org/")
    assert public.home(host, arrived_at, tls=False) == "https://games.example.org"
