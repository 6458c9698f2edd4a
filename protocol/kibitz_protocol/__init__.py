"""The language that Kibitz clients and servers speak: `kibitz.v1` over WebSocket text frames."""

VERSION = 1
"""The newest protocol version this package speaks."""

OLDEST_VERSION = 1
"""The oldest protocol version this package still speaks."""

SUBPROTOCOL = f"kibitz.v{VERSION}"
"""The WebSocket subprotocol to offer and to select."""

DEFAULT_PORT = 8765
