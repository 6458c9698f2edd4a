"""Addresses of MQTT brokers, and messages for their reason codes. Used by the publisher and by watching clients."""

from dataclasses import dataclass
from typing import Self
from urllib.parse import unquote, urlsplit

PORTS = {"mqtt": 1883, "mqtts": 8883}
EXAMPLE = "mqtt://user@broker.example.org:1883"

UNSUPPORTED_VERSION = (1, 132)
"""Reason codes for a protocol version that the broker does not support: those of MQTT 3 and of MQTT 5."""
BAD_LOGIN = (4, 134)
NOT_AUTHORIZED = (5, 135)
BANNED = (138,)
BUSY = (3, 136, 137, 151, 159)
TAKEN_OVER = (142,)


class BadBroker(ValueError):
    """Text that is not the address of a broker. `hint` shows the correct form."""

    def __init__(self, sentence: str, hint: str) -> None:
        super().__init__(sentence)
        self.hint = hint


@dataclass(frozen=True, slots=True)
class Broker:
    """Address of a broker and the user to connect as. It never contains the password."""

    host: str
    port: int
    tls: bool = False
    user: str | None = None

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse `mqtt[s]://[user@]host[:port]`.

        Raises:
            BadBroker: The text has another form, or contains a password.
        """
        hint = f"write it like {EXAMPLE}, or mqtts:// for TLS"
        try:
            parts = urlsplit(text.strip())
            port, host = parts.port, parts.hostname
        except ValueError as error:
            raise BadBroker(f"{_shown(text)} is not the address of a broker: {error}", hint) from None
        if parts.password is not None:
            raise BadBroker(
                "the address of a broker must not contain a password, because other users could read it",
                "set KIBITZ_MQTT_PASSWORD, or let KIBITZ_MQTT_PASSWORD_FILE name a file that holds it",
            )
        if parts.scheme.lower() not in PORTS or not host or any(c.isspace() for c in text.strip()):
            raise BadBroker(f"{_shown(text)} is not the address of a broker", hint)
        if parts.path.strip("/") or parts.query or parts.fragment:
            raise BadBroker(f"{_shown(text)} has more parts than user, host and port", hint)
        user = unquote(parts.username) if parts.username else None
        scheme = parts.scheme.lower()
        return cls(host, port or PORTS[scheme], scheme == "mqtts", user)

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'mqtts' if self.tls else 'mqtt'}://{host}:{self.port}"


def refusal(broker: Broker, code: int) -> tuple[str, str] | None:
    """Return a message and a hint for the reason code of a connection that a broker refused or closed.

    Return None for an unknown code.
    """
    if code in UNSUPPORTED_VERSION:
        return (f"the broker at {broker} does not speak MQTT 5", "use one that does, such as Mosquitto 2 or newer")
    if code in BAD_LOGIN or (code in NOT_AUTHORIZED and broker.user):
        who = f"does not know {broker.user!r} by that password" if broker.user else "requires a user and a password"
        return f"the broker at {broker} {who}", "name the user in the address and set KIBITZ_MQTT_PASSWORD"
    if code in NOT_AUTHORIZED:
        return (
            f"the broker at {broker} does not accept clients without a name",
            f"name the user in the address, like {EXAMPLE}, and set KIBITZ_MQTT_PASSWORD",
        )
    if code in BANNED:
        return f"the broker at {broker} has banned this client", "ask the operator of the broker"
    if code in BUSY:
        return f"the broker at {broker} is too busy", "the connection is retried automatically"
    if code in TAKEN_OVER:
        return (
            f"another client has connected to the broker {broker} with the same client id",
            "give each server a different name with --mqtt-node",
        )
    return None


def unreachable(broker: Broker, reason: object) -> tuple[str, str]:
    """Return a message and a hint for a broker that does not answer."""
    hint = "check the address, and that the broker is running"
    if broker.tls:
        hint += "; also that it uses TLS on that port, with a certificate from a trusted authority"
    return f"no broker answers at {broker}: {reason}", hint


def _shown(text: str) -> str:
    """Quote an address without the part that could be a password."""
    at = text.rfind("@")
    return repr(text if at < 0 else f"…{text[at:]}")
