"""Who a client is told to be by its headers, and what a certificate, an origin and a network must be."""

from pathlib import Path

import pytest
import trustme
from websockets.datastructures import Headers

from kibitz_server.net.edge import BadEdgeConfig, ConflictingHeaders, EdgeConfig, network, open_edge, origin

TRUSTING = EdgeConfig(trusted=(network("10.0.0.0/8"), network("::1")))


def headers(*pairs: tuple[str, str]) -> Headers:
    """Headers, which may come more than once."""
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
def test_only_a_trusted_proxy_is_believed(peer: str, forwarded: str, address: str) -> None:
    """The first hop from the right that is no proxy of ours is the client; what stands before it may be made up."""
    assert TRUSTING.address(peer, headers(("X-Forwarded-For", forwarded))) == address


def test_without_trust_no_header_counts() -> None:
    """By default every client is the address that it connects from."""
    assert EdgeConfig().address("127.0.0.1", headers(("X-Forwarded-For", "6.6.6.6"))) == "127.0.0.1"


def test_a_header_that_comes_twice_is_one_list() -> None:
    """A client that sends the header itself only puts its invention to the left."""
    sent = headers(("X-Forwarded-For", "6.6.6.6"), ("X-Forwarded-For", "203.0.113.7"))
    assert TRUSTING.address("10.0.0.1", sent) == "203.0.113.7"


def test_a_chain_of_a_thousand_hops_is_not_walked() -> None:
    """Only so many hops are looked at."""
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
def test_the_standard_header_is_read_too(forwarded: str, address: str) -> None:
    """`Forwarded` as RFC 7239 has it."""
    assert TRUSTING.address("10.0.0.1", headers(("Forwarded", forwarded))) == address


def test_two_headers_that_disagree_are_refused() -> None:
    """A proxy sets one of them; the other came from the client, and we cannot know which."""
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
def test_a_page_is_known_by_its_origin(url: str, as_sent: str) -> None:
    """Any address of the site will do, as people write it."""
    assert origin(url) == as_sent


@pytest.mark.parametrize("url", ["null", "*", "games.example.org", "ftp://x", "https://", "https://[::1", "http://x:y"])
def test_what_is_no_page_is_told(url: str) -> None:
    """Neither a wildcard nor `null` opens the door."""
    with pytest.raises(BadEdgeConfig, match="is not the address of a page") as caught:
        origin(url)
    assert "https://" in caught.value.hint


def test_a_public_address_admits_its_own_pages() -> None:
    """Where people find the server is one more origin, once."""
    door = open_edge(None, None, ["https://a.example"], ["10.0.0.0/8"], "wss://a.example")
    assert door.origins == ("https://a.example",)
    assert door.tls is None


def test_what_is_no_network_is_told() -> None:
    """A proxy is an address or a network."""
    with pytest.raises(BadEdgeConfig, match="'proxy' is not an address or a network"):
        network("proxy")


@pytest.fixture(scope="module")
def pems(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two certificates with their keys, and a text."""
    folder = tmp_path_factory.mktemp("pems")
    for name in ("one", "two"):
        made = trustme.CA().issue_cert("localhost")
        made.private_key_pem.write_to_path(str(folder / f"{name}.key"))
        for i, pem in enumerate(made.cert_chain_pems):
            pem.write_to_path(str(folder / f"{name}.pem"), append=i > 0)
    (folder / "text").write_text("this is no certificate")
    return folder


def test_a_certificate_and_its_key_make_tls(pems: Path) -> None:
    """The pair is read at the start, not at the first client."""
    assert open_edge(str(pems / "one.pem"), str(pems / "one.key")).tls is not None


@pytest.mark.parametrize(
    ("cert", "key", "words"),
    [
        ("one.pem", None, "--tls-cert is given without --tls-key"),
        (None, "one.key", "--tls-key is given without --tls-cert"),
        ("none.pem", "one.key", "none.pem of --tls-cert cannot be read: No such file"),
        ("one.pem", ".", "of --tls-key cannot be read: Is a directory"),
        ("one.pem", "two.key", "is not that of the certificate"),
        ("text", "one.key", "are not a certificate and its key"),
        ("one.pem", "text", "are not a certificate and its key"),
    ],
)
def test_a_bad_pair_is_told_in_words(pems: Path, cert: str | None, key: str | None, words: str) -> None:
    """Half of the pair, a missing file, two that do not belong together, something else."""
    with pytest.raises(BadEdgeConfig, match=words) as caught:
        open_edge(str(pems / cert) if cert else None, str(pems / key) if key else None)
    assert caught.value.hint
