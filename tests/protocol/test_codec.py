"""The codec: every message survives the way through text, and what is no message is told what is wrong with it."""

import json
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import example, given, settings

from kibitz_protocol.codec import MAX_BYTES, BadMessage, decode_to_client, decode_to_server, encode
from kibitz_protocol.refusals import Code
from kibitz_protocol.to_client import Fact, Outcome, ToClient
from kibitz_protocol.to_server import Hello, Ping, ToServer
from kibitz_protocol.values import Given, Told
from tests.protocol.samples import FACTS, OUTCOMES, TO_CLIENT, TO_SERVER, members, named

FUZZ = settings(max_examples=60, deadline=None, database=None, derandomize=True)
SEATS = '"seats":[{"kind":"me"},{"kind":"open"}]'
FISCHER = ',"clock":{"kind":"fischer","base_s":'


def error_of(text: str | bytes) -> BadMessage:
    """What a server says of a text that is not a message."""
    with pytest.raises(BadMessage) as caught:
        decode_to_server(text)
    return caught.value


# -- there and back


def test_there_is_a_sample_of_every_message() -> None:
    """The samples leave out no type of message, outcome or fact."""
    assert {type(message) for message in TO_SERVER} == members(ToServer)
    assert {type(message) for message in TO_CLIENT} == members(ToClient)
    assert {type(outcome) for outcome in OUTCOMES} == members(Outcome)
    assert {type(fact) for fact in FACTS} == members(Fact)


@pytest.mark.parametrize("message", TO_SERVER, ids=named)
def test_what_a_client_sends_arrives(message: Given) -> None:
    """Every message to the server is one line of UTF-8 that reads back as the same message."""
    frame = encode(message)
    assert b"\n" not in frame
    assert decode_to_server(frame) == decode_to_server(frame.decode()) == message


@pytest.mark.parametrize("message", TO_CLIENT, ids=named)
def test_what_a_server_sends_arrives(message: Told) -> None:
    """Every message to a client is one line of UTF-8 that reads back as the same message."""
    frame = encode(message)
    assert b"\n" not in frame
    assert decode_to_client(frame) == decode_to_client(frame.decode()) == message


def test_plain_data_is_encoded_like_the_message() -> None:
    """What is sent often is made as plain data; its text is the message's."""
    for message in TO_CLIENT:
        assert encode(message.model_dump()) == encode(message)


def test_every_type_has_its_own_name() -> None:
    """No two messages of one direction share a type, and both directions share none."""
    tags = [kind.model_fields["t"].default for union in (ToServer, ToClient) for kind in members(union)]  # type: ignore[attr-defined]
    assert len(tags) == len(set(tags))


def test_a_client_reads_past_fields_it_does_not_know() -> None:
    """A newer server may add fields; an older client lives on."""
    data = {"t": "notice", "text": "hello", "since_version": 2}
    assert decode_to_client(json.dumps(data)).text == "hello"


def test_a_message_is_bounded() -> None:
    """The longest message that anyone needs is far below what a server reads."""
    assert max(len(encode(message)) for message in TO_SERVER) < MAX_BYTES / 16


# -- what is not a message


@pytest.mark.parametrize(
    ("text", "word", "id"),
    [
        ('{"t":"ping"}', "id: field required", None),
        ('{"t":"ping","id":""}', "id: ", None),
        ('{"t":"ping","id":7}', "id: ", None),
        ('{"t":"ping","id":"' + "x" * 65 + '"}', "id: ", None),
        ('{"t":"ping","id":"a","ply":1}', "ply: is not a field of it", "a"),
        ('{"t":"hello","newest":"one"}', "newest: ", None),
        ('{"t":"hello","token":"short"}', "token: ", None),
        ('{"t":"hello","name":""}', "name: ", None),
        ('{"t":"hello","name":"   "}', "name: ", None),
        ('{"t":"hello","name":"a\\u001b[2Jb"}', "name: ", None),
        ('{"t":"chat","id":"a","match":"m","text":"a\\nb"}', "text: ", "a"),
        ('{"t":"chat","id":"a","match":"m","text":"' + "x" * 401 + '"}', "text: ", "a"),
        ('{"t":"move","id":"a","match":"m","move":"b2"}', "ply: field required", "a"),
        ('{"t":"move","id":"a","match":"m","ply":-1,"move":"b2"}', "ply: ", "a"),
        ('{"t":"move","id":"a","match":"m","ply":1.5,"move":"b2"}', "ply: ", "a"),
        ('{"t":"move","id":"a","match":"m","ply":1e400,"move":"b2"}', "ply: ", "a"),
        ('{"t":"move","id":"a","match":"m","ply":NaN,"move":"b2"}', "ply: ", "a"),
        ('{"t":"move","id":"a","match":"m","ply":' + "9" * 400 + ',"move":"b2"}', "ply: ", "a"),
        ('{"t":"move","id":"a","match":"","ply":1,"move":"b2"}', "match: ", "a"),
        ('{"t":"move","id":"a","match":"m","ply":1,"move":null}', "move: ", "a"),
        ('{"t":"join","id":"a","match":"m","seat":8}', "seat: ", "a"),
        ('{"t":"watch","id":"a","match":"m","since":-1}', "since: ", "a"),
        ('{"t":"create","id":"a","game":"g","seats":[]}', "seats: ", "a"),
        ('{"t":"create","id":"a","game":"g","seats":[{"kind":"cat"}]}', "seats.0: ", "a"),
        ('{"t":"create","id":"a","game":"g","seats":[{}]}', "seats.0: ", "a"),
        ('{"t":"create","id":"a","game":"g","seats":[{"kind":"engine"}]}', "seats.0.engine.engine: field", "a"),
        (
            '{"t":"create","id":"a","game":"g",' + SEATS + FISCHER + "0}}",
            "clock.fischer.base_s: ",
            "a",
        ),
        (
            '{"t":"create","id":"a","game":"g",' + SEATS + FISCHER + "NaN}}",
            "clock.fischer.base_s: ",
            "a",
        ),
        (
            '{"t":"create","id":"a","game":"g",' + SEATS + FISCHER + "Infinity}}",
            "clock.fischer.base_s: ",
            "a",
        ),
        ('{"t":"create","id":"a","game":"g",' + SEATS + ',"clock":{"kind":"sand","base_s":9}}', "clock: ", "a"),
        ('{"t":"create","id":"a","game":"g",' + SEATS + ',"options":{"rows":[1]}}', "options.rows", "a"),
        ('{"t":"create","id":"a","game":"g",' + SEATS + ',"options":3}', "options: ", "a"),
        ('{"t":"hint","id":"a","match":"m","engine":{"algorithm":"x","limit":{"seconds":0}}}', "limit.seconds: ", "a"),
        ('{"t":"hint","id":"a","match":"m","engine":{"algorithm":"x","limit":{"time":1}}}', "limit.time: ", "a"),
    ],
)
def test_a_bad_field_is_named(text: str, word: str, id: str | None) -> None:
    """A message with a bad field is refused with a sentence that names the field, and with its id where it has one."""
    error = error_of(text)
    assert error.code is Code.BAD_MESSAGE
    assert word in str(error)
    assert f"in a {json.loads(text)['t']!r} message" in str(error)
    assert error.id == id
    assert error.hint


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "{",
        "hello",
        "{'t':'ping'}",
        '{"t":"ping","id":"a",}',
        '{"t":"ping","id":"a"} {}',
        '\ufeff{"t":"ping","id":"a"}',
        '{"t":"ping","id":"\\ud800"}',
        '{"t":"ping","id":"a\x00"}',
        '{"t":"move","ply":' + "9" * 5000 + "}",
        "[" * 30_000,
        '{"t":' * 5_000,
        b"",
        b"\x00\x01\x02",
        b"\xff\xfe",
        b'{"t":"ping","id":"\xff"}',
        b'{"t":"ping","id":"\xed\xa0\x80"}',
        '{"t":"ping","id":"a"}'.encode("utf-16"),
    ],
    ids=lambda text: ascii(text[:24]),
)
def test_what_is_not_json_is_called_so(text: str | bytes) -> None:
    """Text that is no JSON, broken UTF-8, lone surrogates, endless numbers and nesting are refused, not crashed on."""
    error = error_of(text)
    assert error.code is Code.BAD_MESSAGE
    assert str(error).startswith("that is not JSON: ")
    assert error.id is None


@pytest.mark.parametrize("text", ["null", "true", "7", "NaN", '"hello"', "[]", '[{"t":"ping","id":"a"}]'])
def test_a_message_is_an_object(text: str) -> None:
    """JSON that is no object is refused."""
    error = error_of(text)
    assert error.code is Code.BAD_MESSAGE
    assert str(error) == "a message must be a JSON object"


def test_a_message_has_a_type() -> None:
    """An object without `t` is refused with the name of the field that it lacks, and its id."""
    error = error_of('{"id":"a","type":"ping"}')
    assert (error.code, error.id) == (Code.BAD_MESSAGE, "a")
    assert "'t'" in error.hint


@pytest.mark.parametrize("tag", ['"pong"', '"PING"', '""', "1", "null", "true", '["ping"]', '{"t":"ping"}'])
def test_an_unknown_type_is_told_the_known_ones(tag: str) -> None:
    """A type that the server does not know is refused with the list of those that it knows."""
    error = error_of(f'{{"id":"a","t":{tag}}}')
    assert (error.code, error.id) == (Code.UNKNOWN_TYPE, "a")
    for kind in members(ToServer):
        assert kind.model_fields["t"].default in error.hint  # type: ignore[attr-defined]


def test_a_long_type_is_not_sent_back_whole() -> None:
    """What is wrong is quoted in short, so that nobody gets back as much as they sent."""
    assert len(str(error_of('{"t":"' + "x" * 60_000 + '"}'))) < 100
    assert len(str(error_of('{"t":"ping","id":"a","' + "x" * 60_000 + '":1}'))) <= 300


def test_of_a_key_that_comes_twice_the_last_counts() -> None:
    """A key given twice has its last value, as in every JSON reader; so a message has one type and one id."""
    assert decode_to_server('{"t":"hello","id":"a","t":"ping","id":"b"}') == Ping(id="b")
    assert error_of('{"t":"ping","id":"a","t":"hello"}').id == "a"


def test_deep_nesting_that_can_be_read_is_refused_like_any_field() -> None:
    """Nesting within the parser's bound is an ordinary bad field."""
    error = error_of('{"t":"ping","id":"a","x":' + "[" * 100 + "]" * 100 + "}")
    assert str(error) == "in a 'ping' message, x: is not a field of it"


# -- anything at all

SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
KEYS = st.sampled_from(sorted({"t", "id", *(name for kind in members(ToServer) for name in kind.model_fields)}))  # type: ignore[attr-defined]
TAGS = st.sampled_from(sorted(kind.model_fields["t"].default for kind in members(ToServer)))  # type: ignore[attr-defined]
VALUES = st.recursive(
    SCALARS | TAGS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS | st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)


def survives(text: str | bytes) -> None:
    """Either a message or a BadMessage that says everything it should."""
    for decode in (decode_to_server, decode_to_client):
        try:
            message = decode(text)
        except BadMessage as bad:
            error = bad
        else:
            assert decode(encode(message)) == message
            continue
        assert error.code in (Code.BAD_MESSAGE, Code.UNKNOWN_TYPE)
        assert 0 < len(str(error)) <= 300
        assert error.hint
        assert error.id is None or 1 <= len(error.id) <= 64


@FUZZ
@given(st.text() | st.binary())
@example('{"t":"ping","id":"a"}')
def test_no_text_breaks_the_codec(text: str | bytes) -> None:
    """Any text and any bytes are a message or a BadMessage, and nothing else is ever raised."""
    survives(text)


@FUZZ
@given(VALUES)
def test_no_json_breaks_the_codec(value: Any) -> None:
    """Any JSON, with the field names of the protocol in odd places, is a message or a BadMessage."""
    survives(json.dumps(value))


@FUZZ
@given(st.sampled_from([*TO_SERVER, *TO_CLIENT]), KEYS, VALUES)
@example(Hello(), "t", ["hello"])
def test_no_changed_message_breaks_the_codec(message: Given | Told, key: str, value: Any) -> None:
    """A good message with one field changed is a message or a BadMessage."""
    survives(json.dumps({**message.model_dump(mode="json"), key: value}))


@FUZZ
@given(st.sampled_from(TO_SERVER), st.integers(0, 200), st.binary(max_size=3))
def test_no_damage_on_the_way_breaks_the_codec(message: Given, at: int, bytes: bytes) -> None:
    """A good message with a few bytes overwritten is a message or a BadMessage."""
    frame = encode(message)
    survives(frame[:at] + bytes + frame[at + len(bytes) :])


def test_a_lone_surrogate_in_a_string_is_a_bad_message() -> None:
    """A Python string that is no Unicode text is refused like any other text that is not JSON."""
    assert error_of('{"t":"ping","id":"\ud800"}').code is Code.BAD_MESSAGE


def test_a_refusal_quotes_no_escape() -> None:
    """A field's name is quoted without its control characters."""
    assert str(error_of('{"t":"ping","id":"a","\\u001b[2J":1}')).isprintable()
