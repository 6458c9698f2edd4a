"""The addresses of brokers, and what their refusals mean."""

import pytest

from kibitz_protocol.mqtt_broker import BadBroker, Broker, refusal


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
    """Scheme, user, host and port; the port of the scheme where none is given."""
    assert Broker.parse(text) == broker


@pytest.mark.parametrize(
    "text", ["", "localhost", "http://h", "mqtt://", "mqtt://h:99999", "mqtt://h/topic", "mqtt://a b"]
)
def test_what_is_no_address_is_told(text: str) -> None:
    """With the way it is written."""
    with pytest.raises(BadBroker) as told:
        Broker.parse(text)
    assert "mqtt://" in told.value.hint


def test_a_password_is_refused_and_not_repeated() -> None:
    """Wherever the address is wrong, the secret in it is not shown."""
    for text in ("mqtt://ann:s3cret@host", "http://ann:s3cret@host", "mqtt://ann:s3cret@host:port"):
        with pytest.raises(BadBroker) as told:
            Broker.parse(text)
        assert "s3cret" not in f"{told.value} {told.value.hint}"


@pytest.mark.parametrize(
    ("code", "words"),
    [(1, "MQTT 5"), (132, "MQTT 5"), (134, "password"), (135, "without a name"), (138, "banned"), (137, "busy")],
)
def test_reason_codes_have_sentences(code: int, words: str) -> None:
    """What a broker says in a number is said in words, with what to do about it."""
    told = refusal(Broker("h", 1883), code)
    assert told is not None
    assert words in told[0]
    assert told[1]
    assert refusal(Broker("h", 1883), 77) is None
