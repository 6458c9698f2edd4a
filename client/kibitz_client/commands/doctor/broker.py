"""Check of an MQTT broker: whether it answers and admits this client."""

import asyncio
import secrets

from kibitz_client.commands.doctor.check import Check
from kibitz_client.network.tls import client_context
from kibitz_protocol.mqtt.broker import BadBroker, Broker, refusal, unreachable

ANSWERS_WITHIN_S = 5.0


async def broker_check(url: str, password: str | None, cafile: str | None) -> Check:
    """Connect to a broker once, and disconnect."""
    try:
        broker = Broker.parse(url)
    except BadBroker as error:
        return Check("broker", "fail", str(error), error.hint)
    try:
        import aiomqtt
    except ImportError:
        return Check("broker", "warn", "it was not checked", "install the extra kibitz[mqtt]")
    try:
        async with asyncio.timeout(ANSWERS_WITHIN_S):
            async with aiomqtt.Client(
                broker.host,
                broker.port,
                username=broker.user,
                password=password,
                identifier=f"kibitz-doctor-{secrets.token_hex(4)}",
                protocol=aiomqtt.ProtocolVersion.V5,
                tls_context=client_context(cafile) if broker.tls else None,
            ):
                return Check("broker", "ok", f"{broker} admits this client")
    except aiomqtt.MqttCodeError as error:
        code = getattr(error.rc, "value", error.rc)
        told = refusal(broker, code) if isinstance(code, int) else None
        return Check("broker", "fail", *(told or unreachable(broker, error)))
    except (aiomqtt.MqttError, OSError, TimeoutError) as error:
        return Check("broker", "fail", *unreachable(broker, str(error) or "it does not answer in time"))
