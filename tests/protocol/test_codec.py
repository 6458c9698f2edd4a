"""Tests of the codec: every message survives encoding, and other input is refused with a precise message."""

import json
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import example, given

from kibitz_protocol.codec import MAX_BYTES, MAX_FIELDS, BadMessage, decode_to_client, decode_to_server, encode
from kibitz_protocol.refusals import Code
from kibitz_protocol.to_client import Fact, Outcome, ToClient
from kibitz_protocol.to_server import Hello, Ping, ToServer
from kibitz_protocol.tournaments.commands import Action
from kibitz_protocol.tournaments.messages import TournamentFact
from kibitz_protocol.values.base import ClientModel, ServerModel
from tests.protocol.samples import tournaments
from tests.protocol.samples.models import members, named
from tests.protocol.samples.to_client import FACTS, OUTCOMES, TO_CLIENT
from tests.protocol.samples.to_server import TO_SERVER

SEATS = '"seats":[{"kind":"me"},{"kind":"open"}]'
FISCHER = ',"clock":{"kind":"fischer","base_s":'


def error_of(text: str | bytes) -> BadMessage:
    """Return the error of decoding a text that is not a message."""
    with pytest.raises(BadMessage) as caught:
        decode_to_server(text)
    return caught.value


# -- round trips


def test_there_is_a_sample_of_every_message() -> None:
    """The samples contain every type of message, outcome and fact."""
    assert {type(message) for message in TO_SERVER} == members(ToServer)
    assert {type(message) for message in TO_CLIENT} == members(ToClient)
    assert {type(outcome) for outcome in OUTCOMES} == members(Outcome)
    assert {type(fact) for fact in FACTS} == members(Fact)
    assert {type(action) for action in tournaments.ACTIONS} == members(Action)
    assert {type(fact) for fact in tournaments.FACTS} == members(TournamentFact)


@pytest.mark.parametrize("message", TO_SERVER, ids=named)
def test_messages_from_clients_survive(message: ClientModel) -> None:
    """Every message to the server is one line of UTF-8 that decodes to the same message."""
    frame = encode(message)
    assert b"\n" not in frame
    assert decode_to_server(frame) == decode_to_server(frame.decode()) == message


@pytest.mark.parametrize("message", TO_CLIENT, ids=named)
def test_messages_from_servers_survive(message: ServerModel) -> None:
    """Every message to a client is one line of UTF-8 that decodes to the same message."""
    frame = encode(message)
    assert b"\n" not in frame
    assert decode_to_client(frame) == decode_to_client(frame.decode()) == message


def test_plain_data_is_encoded_like_the_message() -> None:
    """Frequent messages are built as plain data. Its encoding is that of the message."""
    for message in TO_CLIENT:
        assert encode(message.model_dump()) == encode(message)


def test_every_type_has_its_own_name() -> None:
    """No two messages of one direction have the same type, and of both only `tournament`: the command and the view."""
    sent, received = (
        [kind.model_fields["t"].default for kind in members(union)]  # type: ignore[attr-defined]
        for union in (ToServer, ToClient)
    )
    assert len(sent) == len(set(sent))
    assert len(received) == len(set(received))
    assert set(sent) & set(received) == {"tournament"}


def test_a_client_ignores_unknown_fields() -> None:
    """A newer server may add fields, and an older client keeps working."""
    data = {"t": "notice", "text": "hello", "since_version": 2}
    assert decode_to_client(json.dumps(data)).text == "hello"


def test_a_message_is_bounded() -> None:
    """The longest sample is far shorter than the limit of the server."""
    assert max(len(encode(message)) for message in TO_SERVER) < MAX_BYTES / 16


# -- what is not a message


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"options": dict.fromkeys(map(str, range(MAX_FIELDS)), 1)}, "the message has more than 1000 fields"),
        ({"options": {str(number): [] for number in range(20)}}, "the message has 80 mistakes"),
    ],
)
def test_a_message_of_thousands_of_mistakes_is_refused_as_a_whole(fields: dict[str, Any], sentence: str) -> None:
    """It is not validated or not described, which would take a thousand times as long as a command."""
    text = json.dumps({"t": "create", "id": "1", "game": "nim", "seats": [{"kind": "open"}], **fields})
    for message in (text, text.encode()):
        error = error_of(message)
        assert (str(error), error.code) == (sentence, Code.BAD_MESSAGE)


@pytest.mark.parametrize(
    ("text", "word", "id"),
    [
        ('{"t":"ping"}', "id is missing", None),
        ('{"t":"ping","id":""}', "id ", None),
        ('{"t":"ping","id":7}', "id ", None),
        ('{"t":"ping","id":"' + "x" * 65 + '"}', "id ", None),
        ('{"t":"ping","id":"a","ply":1}', "ply is not a field of it", "a"),
        ('{"t":"hello","newest":"one"}', "newest ", None),
        ('{"t":"hello","token":"short"}', "token ", None),
        ('{"t":"hello","name":""}', "name ", None),
        ('{"t":"hello","name":"   "}', "name ", None),
        ('{"t":"hello","name":"a\\u001b[2Jb"}', "name ", None),
        ('{"t":"chat","id":"a","match":"m","text":"a\\nb"}', "text ", "a"),
        ('{"t":"chat","id":"a","match":"m","text":"' + "x" * 401 + '"}', "text ", "a"),
        ('{"t":"move","id":"a","match":"m","move":"b2"}', "ply is missing", "a"),
        ('{"t":"move","id":"a","match":"m","ply":-1,"move":"b2"}', "ply ", "a"),
        ('{"t":"move","id":"a","match":"m","ply":1.5,"move":"b2"}', "ply ", "a"),
        ('{"t":"move","id":"a","match":"m","ply":1e400,"move":"b2"}', "ply ", "a"),
        ('{"t":"move","id":"a","match":"m","ply":NaN,"move":"b2"}', "ply ", "a"),
        ('{"t":"move","id":"a","match":"m","ply":' + "9" * 400 + ',"move":"b2"}', "ply ", "a"),
        ('{"t":"move","id":"a","match":"","ply":1,"move":"b2"}', "match ", "a"),
        ('{"t":"move","id":"a","match":"m","ply":1,"move":null}', "move ", "a"),
        ('{"t":"join","id":"a","match":"m","seat":8}', "seat ", "a"),
        ('{"t":"watch","id":"a","match":"m","since":-1}', "since ", "a"),
        ('{"t":"create","id":"a","game":"g","seats":[]}', "seats ", "a"),
        ('{"t":"create","id":"a","game":"g","seats":[{"kind":"cat"}]}', "seats.0 ", "a"),
        ('{"t":"create","id":"a","game":"g","seats":[{}]}', "seats.0 ", "a"),
        ('{"t":"create","id":"a","game":"g","seats":[{"kind":"engine"}]}', "seats.0.engine.engine is missing", "a"),
        (
            '{"t":"create","id":"a","game":"g",' + SEATS + FISCHER + "0}}",
            "clock.fischer.base_s ",
            "a",
        ),
        (
            '{"t":"create","id":"a","game":"g",' + SEATS + FISCHER + "NaN}}",
            "clock.fischer.base_s ",
            "a",
        ),
        (
            '{"t":"create","id":"a","game":"g",' + SEATS + FISCHER + "Infinity}}",
            "clock.fischer.base_s ",
            "a",
        ),
        ('{"t":"create","id":"a","game":"g",' + SEATS + ',"clock":{"kind":"sand","base_s":9}}', "clock ", "a"),
        ('{"t":"create","id":"a","game":"g",' + SEATS + ',"options":{"rows":[1]}}', "options.rows", "a"),
        ('{"t":"create","id":"a","game":"g",' + SEATS + ',"options":3}', "options ", "a"),
        ('{"t":"hint","id":"a","match":"m","engine":{"algorithm":"x","limit":{"seconds":0}}}', "limit.seconds ", "a"),
        ('{"t":"hint","id":"a","match":"m","engine":{"algorithm":"x","limit":{"time":1}}}', "limit.time ", "a"),
    ],
)
def test_a_bad_field_is_named(text: str, word: str, id: str | None) -> None:
    """A message with a bad field is refused with a reason that names the field, and with its id where it has one."""
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
        '{"t":' * 900,
        b"",
        b"\x00\x01\x02",
        b"\xff\xfe",
        b'{"t":"ping","id":"\xff"}',
        b'{"t":"ping","id":"\xed\xa0\x80"}',
        '{"t":"ping","id":"a"}'.encode("utf-16"),
    ],
    ids=lambda text: ascii(text[:24]),
)
def test_text_that_is_not_json_is_refused(text: str | bytes) -> None:
    """Invalid JSON and UTF-8, lone surrogates, huge numbers and deep nesting are refused without a crash."""
    error = error_of(text)
    assert error.code is Code.BAD_MESSAGE
    assert str(error).startswith("that is not JSON: ")
    assert error.id is None


@pytest.mark.parametrize("text", ["null", "true", "7", "NaN", '"hello"', "[]", '[{"t":"ping","id":"a"}]'])
def test_a_message_is_an_object(text: str) -> None:
    """JSON that is not an object is refused."""
    error = error_of(text)
    assert error.code is Code.BAD_MESSAGE
    assert str(error) == "a message must be a JSON object"


def test_a_message_has_a_type() -> None:
    """An object without `t` is refused with the name of the missing field, and with its id."""
    error = error_of('{"id":"a","type":"ping"}')
    assert (error.code, error.id) == (Code.BAD_MESSAGE, "a")
    assert "'t'" in error.hint


@pytest.mark.parametrize("tag", ['"pong"', '"PING"', '""', "1", "null", "true", '["ping"]', '{"t":"ping"}'])
def test_an_unknown_type_is_refused_in_short(tag: str) -> None:
    """An unknown type is refused with how many there are, and where they are listed."""
    error = error_of(f'{{"id":"a","t":{tag}}}')
    assert (error.code, error.id) == (Code.UNKNOWN_TYPE, "a")
    assert f"docs/protocol lists all {len(list(members(ToServer)))} types" in error.hint
    assert len(f"{error}; {error.hint}") <= 200


def test_a_type_that_is_nearly_right() -> None:
    """The hint names the types that are alike."""
    assert error_of('{"id":"a","t":"PING"}').hint.startswith("did you mean ping")
    assert "create" in error_of('{"id":"a","t":"creates"}').hint


def test_a_long_type_is_quoted_in_short() -> None:
    """A refusal quotes only a short part of the input, so that it stays much shorter than the input."""
    assert len(str(error_of('{"t":"' + "x" * 60_000 + '"}'))) < 100
    assert len(str(error_of('{"t":"ping","id":"a","' + "x" * 60_000 + '":1}'))) <= 300


def test_the_last_value_of_a_repeated_key_counts() -> None:
    """A repeated key has its last value, as in other JSON parsers, so a message has one type and one id."""
    assert decode_to_server('{"t":"hello","id":"a","t":"ping","id":"b"}') == Ping(id="b")
    assert error_of('{"t":"ping","id":"a","t":"hello"}').id == "a"


def test_nesting_within_the_limit_is_an_ordinary_bad_field() -> None:
    """Nesting within the limit of the parser gives the usual error of a field."""
    error = error_of('{"t":"ping","id":"a","x":' + "[" * 100 + "]" * 100 + "}")
    assert str(error) == "in a 'ping' message, x is not a field of it"


# -- arbitrary input

SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
KEYS = st.sampled_from(sorted({"t", "id", *(name for kind in members(ToServer) for name in kind.model_fields)}))  # type: ignore[attr-defined]
TAGS = st.sampled_from(sorted(kind.model_fields["t"].default for kind in members(ToServer)))  # type: ignore[attr-defined]
VALUES = st.recursive(
    SCALARS | TAGS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS | st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)


def survives(text: str | bytes) -> None:
    """Assert that a text decodes to a message or raises a complete BadMessage."""
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


@given(st.text() | st.binary())
@example('{"t":"ping","id":"a"}')
def test_no_text_breaks_the_codec(text: str | bytes) -> None:
    """Any text and any bytes decode to a message or raise BadMessage, and no other error."""
    survives(text)


@given(VALUES)
def test_no_json_breaks_the_codec(value: Any) -> None:
    """Any JSON, with field names of the protocol at random places, is a message or raises BadMessage."""
    survives(json.dumps(value))


@given(st.sampled_from([*TO_SERVER, *TO_CLIENT]), KEYS, VALUES)
@example(Hello(), "t", ["hello"])
def test_no_changed_message_breaks_the_codec(message: ClientModel | ServerModel, key: str, value: Any) -> None:
    """A valid message with one field changed is a message or raises BadMessage."""
    survives(json.dumps({**message.model_dump(mode="json"), key: value}))


@given(st.sampled_from(TO_SERVER), st.integers(0, 200), st.binary(max_size=3))
def test_no_damage_on_the_way_breaks_the_codec(message: ClientModel, at: int, bytes: bytes) -> None:
    """A valid message with a few bytes overwritten is a message or raises BadMessage."""
    frame = encode(message)
    survives(frame[:at] + bytes + frame[at + len(bytes) :])


def test_a_lone_surrogate_in_a_string_is_a_bad_message() -> None:
    """A Python string that is not Unicode text is refused as a bad message."""
    assert error_of('{"t":"ping","id":"\ud800"}').code is Code.BAD_MESSAGE


def test_a_refusal_quotes_no_control_characters() -> None:
    """A field name is quoted without its control characters."""
    assert str(error_of('{"t":"ping","id":"a","\\u001b[2J":1}')).isprintable()


def test_an_old_type_says_its_new_name() -> None:
    """A program that was written before a message was renamed gets the name of today."""
    with pytest.raises(BadMessage, match="no message of type 'lots'; its name is now give_client_seed"):
        decode_to_server('{"t":"lots","id":"1","match":"K7QX42","text":"abc"}')
