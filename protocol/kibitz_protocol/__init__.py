"""The protocol of Kibitz clients and servers: `kibitz.v1` over WebSocket text frames."""

VERSION = 1
"""The newest protocol version that this package supports."""

OLDEST_VERSION = 1
"""The oldest protocol version that this package still supports."""

SUBPROTOCOL = f"kibitz.v{VERSION}"
"""The WebSocket subprotocol that a client offers and a server selects."""

DEFAULT_PORT = 8765
