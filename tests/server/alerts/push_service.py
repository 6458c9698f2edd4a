"""A push service for tests: an HTTP server that keeps what it receives, and browsers that decrypt it."""

import contextlib
import json
import os
import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from kibitz_server.alerts.web_push import CURVE, decoded, decrypt, encoded


class Browser:
    """The keys that a browser makes for one subscription."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint = endpoint
        self._private = ec.generate_private_key(CURVE)
        self._secret = os.urandom(16)

    @property
    def subscription(self) -> dict[str, Any]:
        """The fields of the command that adds it."""
        form = serialization.PublicFormat.UncompressedPoint
        point = self._private.public_key().public_bytes(serialization.Encoding.X962, form)
        return {"endpoint": self.endpoint, "p256dh": encoded(point), "auth": encoded(self._secret)}

    def read(self, body: bytes) -> dict[str, str]:
        """Return what a message says."""
        return dict(json.loads(decrypt(body, self._private, self._secret)))


def verified(header: str) -> dict[str, Any]:
    """Return the claims of an `Authorization` header after a check of its signature."""
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import utils

    found = re.fullmatch(r"vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)", header)
    assert found is not None
    key = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decoded(found[4]))
    raw = decoded(found[3])
    signature = utils.encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    key.verify(signature, f"{found[1]}.{found[2]}".encode(), ec.ECDSA(hashes.SHA256()))
    return dict(json.loads(decoded(found[2])))


class PushService:
    """What the service has received, and the statuses that it answers next."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.received: list[tuple[str, dict[str, str], bytes]] = []
        """Path, headers and body of each message."""
        self.statuses: list[int] = []
        self._arrived = threading.Condition()

    def note(self, path: str, headers: dict[str, str], body: bytes) -> int:
        """Keep a message, and return the status of the answer."""
        with self._arrived:
            self.received.append((path, headers, body))
            self._arrived.notify_all()
            return self.statuses.pop(0) if self.statuses else 201

    def wait(self, count: int, seconds: float = 30.0) -> list[tuple[str, dict[str, str], bytes]]:
        """Return all messages once there are so many."""
        with self._arrived:
            assert self._arrived.wait_for(lambda: len(self.received) >= count, seconds), self.received
            return list(self.received)


@contextlib.contextmanager
def push_service() -> Iterator[PushService]:
    """Run a push service on a free port of loopback."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            """Keep a message."""
            body = self.rfile.read(int(self.headers["Content-Length"]))
            status = service.note(self.path, {name.lower(): value for name, value in self.headers.items()}, body)
            self.send_response(status)
            self.end_headers()

        def log_message(self, *_args: object) -> None:
            """Log nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    service = PushService(f"http://127.0.0.1:{server.server_port}")
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield service
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
