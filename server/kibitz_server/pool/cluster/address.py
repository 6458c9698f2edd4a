"""Address of a cluster, and the files of its TLS."""

from dataclasses import dataclass
from pathlib import Path
from typing import Self
from urllib.parse import urlsplit

from kibitz_protocol.validation.reading import check_regular

DEFAULT_PORT = 8786
"""Port of the scheduler of Dask by default."""
EXAMPLE = "dask://HOST:8786, or tls://HOST:8786 with certificates"


class BadCluster(ValueError):
    """A cluster's address or certificates cannot be used. The text is a sentence, `hint` a way out."""

    def __init__(self, sentence: str, hint: str) -> None:
        super().__init__(sentence)
        self.hint = hint


@dataclass(frozen=True, slots=True)
class TlsFiles:
    """Certificates of one member of a cluster; all members present one that `ca` has signed."""

    ca: Path
    cert: Path
    key: Path

    @classmethod
    def of(cls, ca: Path | None, cert: Path | None, key: Path | None) -> Self | None:
        """Return the files that are given; None if none is.

        Raises:
            BadCluster: Some are given, and some are not.
        """
        if ca is None and cert is None and key is None:
            return None
        if ca is None or cert is None or key is None:
            raise BadCluster("TLS of a cluster needs the files of CA, certificate and key", "give all three")
        for file in (ca, cert, key):
            if not file.exists():
                continue
            try:
                check_regular(file)
            except OSError as error:
                raise BadCluster(f"{file} cannot be read: {error.strerror}", "give PEM files") from None
        return cls(ca, cert, key)


@dataclass(frozen=True, slots=True)
class ClusterAddress:
    """Where the scheduler of a cluster listens."""

    host: str
    port: int
    tls: TlsFiles | None = None

    @classmethod
    def parse(cls, url: str, tls: TlsFiles | None = None) -> Self:
        """Return the address of a URL: `dask://HOST[:PORT]`, `tcp://HOST[:PORT]` or `tls://HOST[:PORT]`.

        Raises:
            BadCluster: The URL is not such an address, it needs certificates, or one of their files is missing.
        """
        try:
            parts = urlsplit(url)
            port = DEFAULT_PORT if parts.port is None else parts.port
        except ValueError:
            raise BadCluster(f"{url!r} is not the address of a cluster", EXAMPLE) from None
        extra = parts.path.strip("/") or parts.query or parts.fragment or "@" in parts.netloc or url.split() != [url]
        if parts.scheme not in ("dask", "tcp", "tls") or not parts.hostname or not port or extra:
            raise BadCluster(f"{url!r} is not the address of a cluster", EXAMPLE)
        if parts.scheme == "tls" and tls is None:
            raise BadCluster("a tls:// cluster needs certificates", "give the files of CA, certificate and key")
        address = cls(parts.hostname, port, tls)
        if parts.scheme != "tls" and tls is not None:
            raise BadCluster("certificates are for a cluster with TLS", address.url)
        for file in (tls.ca, tls.cert, tls.key) if tls else ():
            if not file.is_file():
                raise BadCluster(f"there is no file {file}", "give the files of CA, certificate and key")
        return address

    @property
    def url(self) -> str:
        """The address as Dask writes it."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'tls' if self.tls else 'tcp'}://{host}:{self.port}"
