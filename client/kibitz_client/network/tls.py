"""TLS settings of connections to servers and brokers."""

import codecs
import ssl
from pathlib import Path

from kibitz_client.errors import UsageError
from kibitz_protocol.validation.plain_text import UTF16
from kibitz_protocol.validation.reading import check_regular


def client_context(cafile: str | None) -> ssl.SSLContext:
    """Return a context that trusts the system's certificate authorities and those of a file.

    OpenSSL itself reads SSL_CERT_FILE.

    Raises:
        UsageError: The file cannot be read, or it holds no certificates.
    """
    context = ssl.create_default_context()
    if cafile is not None:
        try:
            check_regular(Path(cafile))
            context.load_verify_locations(cafile)
        except OSError as error:  # the base class of SSLError
            reason = _reason(cafile) if isinstance(error, ssl.SSLError) else error.strerror
            raise UsageError(f"the authorities in {cafile} cannot be read: {reason}", "check --cafile") from None
    return context


def _reason(cafile: str) -> str:
    """Return why OpenSSL finds no certificate in a file."""
    with open(cafile, "rb") as file:
        marked = file.read(3).startswith((codecs.BOM_UTF8, *UTF16))
    return "it begins with a byte order mark; save it as UTF-8 without one" if marked else "it holds no certificates"
