"""Tests of broker addresses, and of the messages for reason codes."""

import pytest

from kibitz_protocol.mqtt.broker import BadBroker, Broker, refusal


@pytest.mark.parametrize(
    ("text", "broker"),
    [
        ("mqtt://localhost", Broker("localhost", 1883)),
        ("mqtts://ann@b.example:99/", Broker("b.example", 99, tls=True, user="ann")),
        ("MQTTS://[::1]", Broker("::1", 8883, tls=True)),
        ("mqtt://a%40b@h", Broker("h", 1883, user="a@b")),
    ],
)
def test_an_address_is_read(text: str, broker: Broker) -> None:
    """An address has scheme, user, host and port. The default port depends on the scheme."""
    assert Broker.parse(text) == broker


@pytest.mark.parametrize(
    "text", ["", "localhost", "http://h", "mqtt://", "mqtt://h:99999", "mqtt://h/topic", "mqtt://a b"]
)
def test_an_invalid_address_is_refused(text: str) -> None:
    """The hint shows the correct form."""
    with pytest.raises(BadBroker) as raised:
        Broker.parse(text)
    assert "mqtt://" in raised.value.hint


def test_a_password_is_refused_and_not_repeated() -> None:
    """No error message contains the password, whichever part of the address is wrong."""
    for text in ("mqtt://ann:s3cret@host", "http://ann:s3cret@host", "mqtt://ann:s3cret@host:port"):
        with pytest.raises(BadBroker) as raised:
            Broker.parse(text)
        assert "s3cret" not in f"{raised.value} {raised.value.hint}"


@pytest.mark.parametrize(
    ("code", "words"),
    [(1, "MQTT 5"), (132, "MQTT 5"), (134, "password"), (135, "without a name"), (138, "banned"), (137, "busy")],
)
def test_reason_codes_have_messages(code: int, words: str) -> None:
    """A reason code gives a message and a hint. An unknown code gives None."""
    found = refusal(Broker("h", 1883), code)
    assert found is not None
    assert words in found[0]
    assert found[1]
    assert refusal(Broker("h", 1883), 77) is None
