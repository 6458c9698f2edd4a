"""How a broker is written down, and what its refusals mean for people. Shared by those who publish and who watch."""

from dataclasses import dataclass
from typing import Self
from urllib.parse import unquote, urlsplit

PORTS = {"mqtt": 1883, "mqtts": 8883}
EXAMPLE = "mqtt://user@broker.example.org:1883"

UNSUPPORTED_VERSION = (1, 132)
"""Reason codes of a broker that does not speak MQTT 5: that of version 3, and that of version 5."""
BAD_LOGIN = (4, 134)
NOT_AUTHORIZED = (5, 135)
BANNED = (138,)
BUSY = (3, 136, 137, 151, 159)
TAKEN_OVER = (142,)


class BadBroker(ValueError):
    """That is not the address of a broker; `hint` says how one is written."""

    def __init__(self, sentence: str, hint: str) -> None:
        super().__init__(sentence)
        self.hint = hint


@dataclass(frozen=True, slots=True)
class Broker:
    """Where a broker is, and as whom to go there. The password is never a part of what is shown."""

    host: str
    port: int
    tls: bool = False
    user: str | None = None

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `mqtt[s]://[user@]host[:port]`. Raises BadBroker."""
        hint = f"write it like {EXAMPLE}, or mqtts:// for TLS"
        try:
            parts = urlsplit(text.strip())
            port, host = parts.port, parts.hostname
        except ValueError as error:
            raise BadBroker(f"{_shown(text)} is not the address of a broker: {error}", hint) from None
        if parts.password is not None:
            raise BadBroker(
                "a password does not belong into the address of a broker, where others may read it",
                "put it into KIBITZ_MQTT_PASSWORD, or into a file that KIBITZ_MQTT_PASSWORD_FILE names",
            )
        if parts.scheme.lower() not in PORTS or not host or any(c.isspace() for c in text.strip()):
            raise BadBroker(f"{_shown(text)} is not the address of a broker", hint)
        if parts.path.strip("/") or parts.query or parts.fragment:
            raise BadBroker(f"{_shown(text)} has more than host and port in it", hint)
        user = unquote(parts.username) if parts.username else None
        scheme = parts.scheme.lower()
        return cls(host, port or PORTS[scheme], scheme == "mqtts", user)

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'mqtts' if self.tls else 'mqtt'}://{host}:{self.port}"


def refusal(broker: Broker, code: int) -> tuple[str, str] | None:
    """A sentence and a hint for the reason code with which a broker ended or refused a connection; None if unknown."""
    if code in UNSUPPORTED_VERSION:
        return (f"the broker at {broker} does not speak MQTT 5", "use one that does, such as Mosquitto 2 or newer")
    if code in BAD_LOGIN or (code in NOT_AUTHORIZED and broker.user):
        who = f"does not know {broker.user!r} by that password" if broker.user else "wants a user and a password"
        return f"the broker at {broker} {who}", "name the user in the address and set KIBITZ_MQTT_PASSWORD"
    if code in NOT_AUTHORIZED:
        return (
            f"the broker at {broker} lets nobody in without a name",
            f"name the user in the address, like {EXAMPLE}, and set KIBITZ_MQTT_PASSWORD",
        )
    if code in BANNED:
        return f"the broker at {broker} has banned us", "ask whoever runs it"
    if code in BUSY:
        return f"the broker at {broker} is too busy just now", "it is tried again"
    if code in TAKEN_OVER:
        return (
            f"somebody else is at the broker {broker} under our name",
            "give each server a name of its own with --mqtt-node",
        )
    return None


def unreachable(broker: Broker, reason: object) -> tuple[str, str]:
    """A sentence and a hint for a broker that does not answer."""
    hint = "check the address, and that the broker runs"
    if broker.tls:
        hint += "; that it speaks TLS at that port, and by an authority that is trusted here"
    return f"no broker answers at {broker}: {reason}", hint


def _shown(text: str) -> str:
    """What somebody wrote, without anything that could be a password."""
    at = text.rfind("@")
    return repr(text if at < 0 else f"…{text[at:]}")
