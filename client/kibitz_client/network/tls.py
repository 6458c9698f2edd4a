"""TLS settings of connections to servers and brokers."""

import ssl

from kibitz_client.errors import UsageError


def client_context(cafile: str | None) -> ssl.SSLContext:
    """Return a context that trusts the system's certificate authorities and those of a file.

    OpenSSL itself reads SSL_CERT_FILE.

    Raises:
        UsageError: The file cannot be read, or it holds no certificates.
    """
    context = ssl.create_default_context()
    if cafile is not None:
        try:
            context.load_verify_locations(cafile)
        except OSError as error:  # the base class of SSLError
            reason = "it holds no certificates" if isinstance(error, ssl.SSLError) else error.strerror
            raise UsageError(f"the authorities in {cafile} cannot be read: {reason}", "check --cafile") from None
    return context
