"""Addresses of clusters: URLs, TLS files, and the sentences that refuse them."""

from pathlib import Path

import pytest

from kibitz_server.pool.cluster.address import DEFAULT_PORT, BadCluster, ClusterAddress, TlsFiles


@pytest.fixture
def tls(tmp_path: Path) -> TlsFiles:
    """Files of TLS that exist."""
    for name in ("ca", "cert", "key"):
        (tmp_path / name).touch()
    return TlsFiles(tmp_path / "ca", tmp_path / "cert", tmp_path / "key")


@pytest.mark.parametrize(
    ("url", "host", "port", "written"),
    [
        ("dask://engines.example", "engines.example", DEFAULT_PORT, "tcp://engines.example:8786"),
        ("tcp://192.0.2.1:9000", "192.0.2.1", 9000, "tcp://192.0.2.1:9000"),
        ("dask://[2001:db8::1]:9000/", "2001:db8::1", 9000, "tcp://[2001:db8::1]:9000"),
        ("DASK://Engines.Example:1", "engines.example", 1, "tcp://engines.example:1"),
    ],
)
def test_a_url_names_host_and_port(url: str, host: str, port: int, written: str) -> None:
    """`dask://` is the form for people. Dask writes `tcp://`."""
    address = ClusterAddress.parse(url)
    assert (address.host, address.port, address.url) == (host, port, written)
    assert ClusterAddress.parse(address.url) == address


@pytest.mark.parametrize(
    "url",
    [
        "",
        "engines.example",
        "engines.example:8786",
        "http://engines.example",
        "dask://",
        "dask://:8786",
        "dask://engines.example:port",
        "dask://engines.example:0",
        "dask://engines.example:70000",
        "dask://engines.example/path",
        "dask://engines.example?query",
        "dask://ann@engines.example",
        "dask://:secret@engines.example",
        "dask://engines example",
        "dask://[2001:db8::1",
    ],
)
def test_other_texts_are_no_address(url: str) -> None:
    """The refusal repeats the text, and the hint has the right form."""
    with pytest.raises(BadCluster, match="is not the address of a cluster") as caught:
        ClusterAddress.parse(url)
    assert "dask://HOST:8786" in caught.value.hint


def test_tls_is_said_twice(tls: TlsFiles) -> None:
    """The scheme and the files belong together, so that no cluster is without TLS by mistake."""
    address = ClusterAddress.parse("tls://engines.example", tls)
    assert (address.url, address.tls) == ("tls://engines.example:8786", tls)
    with pytest.raises(BadCluster, match="needs certificates"):
        ClusterAddress.parse("tls://engines.example")
    with pytest.raises(BadCluster, match="for a cluster with TLS") as caught:
        ClusterAddress.parse("dask://[2001:db8::1]:1", tls)
    assert caught.value.hint == "tls://[2001:db8::1]:1"


@pytest.mark.parametrize("missing", ["ca", "cert", "key"])
def test_a_missing_file_is_named(tls: TlsFiles, missing: str) -> None:
    """It is found at the start, not at the first connection."""
    getattr(tls, missing).unlink()
    with pytest.raises(BadCluster, match=f"there is no file .*{missing}"):
        ClusterAddress.parse("tls://engines.example", tls)


def test_all_files_or_none() -> None:
    """Two of three files are a mistake."""
    file = Path("file")
    assert TlsFiles.of(None, None, None) is None
    assert TlsFiles.of(file, file, file) == TlsFiles(file, file, file)
    for some in ((file, None, None), (None, file, None), (file, file, None), (None, file, file)):
        with pytest.raises(BadCluster, match="CA, certificate and key") as caught:
            TlsFiles.of(*some)
        assert caught.value.hint == "give all three"
