"""Web Push: encryption of a payload for one browser (RFC 8291, RFC 8188), and the server's signature (RFC 8292).

`pywebpush` would bring requests, aiohttp and two more libraries, and connects to the address that a name resolves to
after it was checked. These are its hundred lines that a server needs, on `cryptography`.
"""

import base64
import json
import os
import struct
from typing import NamedTuple
from urllib.parse import urlsplit

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

CURVE = ec.SECP256R1()
RECORD = 4096
"""Size of the only record of a message. Push services take no larger bodies."""
MOST_PAYLOAD = 3000
SIGNED_FOR_S = 12 * 3600
"""How long a signature holds. Push services accept a day at most."""
POINT = 65
"""Bytes of an uncompressed public key."""
SECRET = 16
"""Bytes of the secret of a subscription."""


class BadSubscription(ValueError):
    """The keys of a subscription are not those of a browser."""


class Subscription(NamedTuple):
    """The keys of a browser's subscription: its public key, and a secret that it shares with this server alone."""

    public: bytes
    secret: bytes

    @classmethod
    def read(cls, p256dh: str, auth: str) -> "Subscription":
        """Read the keys as browsers give them.

        Raises:
            BadSubscription: They are not a point of the curve and a secret of 16 bytes.
        """
        try:
            found = cls(decoded(p256dh), decoded(auth))
            ec.EllipticCurvePublicKey.from_encoded_point(CURVE, found.public)
        except ValueError:
            raise BadSubscription("the public key of the subscription is no point of P-256") from None
        if len(found.secret) != SECRET or len(found.public) != POINT:
            raise BadSubscription("the keys of the subscription have another length")
        return found


def encoded(data: bytes) -> str:
    """Return base64url without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """Return the bytes of base64url, with or without padding."""
    text = text.rstrip("=")
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class ServerKey:
    """The key by which push services know this server (VAPID)."""

    def __init__(self, private: ec.EllipticCurvePrivateKey) -> None:
        self._private = private
        self.public = encoded(_point(private.public_key()))
        """The public key, as browsers need it for a subscription."""

    @classmethod
    def make(cls) -> "ServerKey":
        """Return a new key."""
        return cls(ec.generate_private_key(CURVE))

    @classmethod
    def read(cls, text: str) -> "ServerKey":
        """Return the key of a text that `written` made.

        Raises:
            ValueError: The text is no private key.
        """
        return cls(ec.derive_private_key(int.from_bytes(decoded(text)), CURVE))

    @property
    def written(self) -> str:
        """The private key as text."""
        return encoded(self._private.private_numbers().private_value.to_bytes(32))

    def header(self, endpoint: str, now: float, contact: str | None = None) -> str:
        """Return the value of `Authorization` for a push service.

        Args:
            endpoint: Address of the subscription.
            now: Seconds since 1970.
            contact: URL by which the operators of the push service reach the host of this server.
        """
        parts = urlsplit(endpoint)
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(now + SIGNED_FOR_S)}
        if contact:
            claims["sub"] = contact
        head = {"typ": "JWT", "alg": "ES256"}
        signed = ".".join(encoded(json.dumps(part, separators=(",", ":")).encode()) for part in (head, claims))
        r, s = utils.decode_dss_signature(self._private.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
        return f"vapid t={signed}.{encoded(r.to_bytes(32) + s.to_bytes(32))}, k={self.public}"


def encrypt(payload: bytes, to: Subscription) -> bytes:
    """Return the body of a push message, which only the browser of the subscription can read.

    Raises:
        ValueError: The payload is too long.
    """
    if len(payload) > MOST_PAYLOAD:
        raise ValueError(f"a payload has at most {MOST_PAYLOAD} bytes")
    own = ec.generate_private_key(CURVE)
    salt, public = os.urandom(16), _point(own.public_key())
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, to.public)
    key, nonce = _keys(own.exchange(ec.ECDH(), theirs), to, public, salt)
    sealed = AESGCM(key).encrypt(nonce, payload + b"\x02", None)
    return salt + struct.pack("!IB", RECORD, len(public)) + public + sealed


def decrypt(body: bytes, private: ec.EllipticCurvePrivateKey, secret: bytes) -> bytes:
    """Return the payload of a push message, as a browser does.

    Raises:
        ValueError: The message is not for this subscription, or damaged.
    """
    salt, length = body[:16], body[20]
    public, sealed = body[21 : 21 + length], body[21 + length :]
    own = Subscription(_point(private.public_key()), secret)
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, public)
    key, nonce = _keys(private.exchange(ec.ECDH(), theirs), own, public, salt)
    try:
        opened = AESGCM(key).decrypt(nonce, sealed, None)
    except InvalidTag:
        raise ValueError("the message is not for this subscription") from None
    return opened.rstrip(b"\x00")[:-1]


def _keys(shared: bytes, browser: Subscription, server: bytes, salt: bytes) -> tuple[bytes, bytes]:
    """Return the key and the nonce of a message (RFC 8291, section 3.4)."""
    info = b"WebPush: info\x00" + browser.public + server
    root = HKDF(hashes.SHA256(), 32, browser.secret, info).derive(shared)
    key = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\x00").derive(root)
    nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\x00").derive(root)
    return key, nonce


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
