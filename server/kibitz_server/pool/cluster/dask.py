"""What server and worker both ask of Dask: the library, certificates, and its errors as sentences."""

import importlib
import logging
from typing import Any

from kibitz_server.pool.cluster.address import TlsFiles


def load() -> Any:
    """Return the library, and silence its log: the lines of Kibitz say in short what its own ones say at length.

    Raises:
        ImportError: It is not installed.
    """
    distributed: Any = importlib.import_module("distributed")
    # The library sets the levels of these two when it is imported.
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    return distributed


def security(tls: TlsFiles | None) -> Any:
    """Return Dask's form of certificates; None for a cluster without TLS."""
    if tls is None:
        return None
    return load().Security(
        tls_ca_file=str(tls.ca),
        tls_client_cert=str(tls.cert),
        tls_client_key=str(tls.key),
        tls_worker_cert=str(tls.cert),
        tls_worker_key=str(tls.key),
        require_encryption=True,
    )


def sentence(error: BaseException) -> str:
    """Return an error of Dask as one short line."""
    cause = error.__cause__ or error
    return " ".join((str(cause) or type(cause).__name__).split())[:300]
