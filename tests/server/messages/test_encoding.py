"""The server's quick JSON says what the protocol's codec says."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz_protocol import to_server
from kibitz_protocol.codec import BadMessage, decode_to_server
from kibitz_protocol.codec import encode as encode_by_protocol
from kibitz_protocol.refusals import Code
from kibitz_server.messages.encoding import DecodedMove, decode, encode

MOVE = {"t": "move", "id": "m1", "match": "x", "ply": 3, "move": "b2"}
ODD_VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-5, 10**6),
    st.sampled_from([0.5, 2.0, " x ", "", "y" * 65, "\u2028"]),
    st.text(max_size=9),
)


def outcome(read: Any, text: str | bytes) -> Any:
    """Return the fields of a message, or the refusal of its text."""
    try:
        message = read(text)
    except BadMessage as error:
        return str(error), error.code, error.id
    names = to_server.Move.model_fields if message.t == "move" else type(message).model_fields
    return {name: getattr(message, name) for name in names}


def test_a_move_is_read_quickly() -> None:
    """The usual form becomes a `DecodedMove` with all its fields, from text and from bytes."""
    text = json.dumps({**MOVE, "position": "p"})
    assert decode(text) == decode(text.encode()) == DecodedMove("m1", "x", 3, "b2", "p")
    assert decode(text).t == "move"


@pytest.mark.parametrize("change", [{"match": " x "}, {"ply": "3"}, {"move": "b2" + " " * 600}])
def test_an_unusual_move_is_a_move_or_refused_by_the_protocol(change: dict[str, Any]) -> None:
    """What the quick reader does not take is read by the protocol's codec."""
    text = json.dumps({**MOVE, **change})
    assert outcome(decode, text) == outcome(decode_to_server, text)


@pytest.mark.parametrize(
    ("name", "within", "beyond"),
    [
        ("id", ("y", "y" * 64), ("", "y" * 65)),
        ("match", ("y", "y" * 64), ("", "y" * 65)),
        ("ply", (0, 100_000), (-1, 100_001)),
        ("move", ("y", "y" * 200), ("", "y" * 201)),
        ("position", ("", "y" * 64), ("y" * 65,)),
    ],
)
def test_bounds_are_those_of_the_protocol(name: str, within: tuple[Any, ...], beyond: tuple[Any, ...]) -> None:
    """The least and the largest value are read quickly, and those beyond are refused."""
    for value in (*within, *beyond):
        text = json.dumps({**MOVE, name: value})
        assert outcome(decode, text) == outcome(decode_to_server, text)
        if value in within:
            assert getattr(decode(text), name) == value
        else:
            with pytest.raises(BadMessage):
                decode(text)


@given(st.dictionaries(st.sampled_from([*MOVE, "position", "extra"]), ODD_VALUES, max_size=3))
def test_the_protocol_decides_what_a_move_is(changes: dict[str, Any]) -> None:
    """Whatever a client sends as a move, both readers find the same fields or the same mistake."""
    text = json.dumps({**MOVE, **changes}).encode()
    assert outcome(decode, text) == outcome(decode_to_server, text)


@given(st.binary(max_size=80), st.integers(0, 80))
def test_damaged_moves_are_refused_by_the_protocol(noise: bytes, at: int) -> None:
    """Bytes that are not JSON get the error message of the protocol's codec."""
    text = json.dumps(MOVE).encode()
    damaged = text[:at] + noise + text[at:]
    assert outcome(decode, damaged) == outcome(decode_to_server, damaged)


def test_other_commands_are_those_of_the_protocol() -> None:
    """Only a move has a quick reader."""
    assert decode('{"t":"ping","id":"1"}') == to_server.Ping(id="1")


JSON = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-(2**60), 2**60),
        st.floats(allow_nan=False, allow_infinity=False),
        st.text(max_size=9),
    ),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner, max_size=4),
)


@given(JSON)
def test_messages_are_encoded_as_by_the_protocol(data: Any) -> None:
    """Both encoders write the same values, on one line."""
    written = encode(data)
    assert json.loads(written) == json.loads(encode_by_protocol(data))
    assert b"\n" not in written


def test_models_and_enumerations_are_encoded() -> None:
    """A model of the protocol and a refusal code are as in plain data."""
    assert json.loads(encode(to_server.Ping(id="1"))) == {"t": "ping", "id": "1"}
    assert encode({"code": Code.BUSY, "of": (1, 2)}) == b'{"code":"busy","of":[1,2]}'


def test_only_json_is_encoded() -> None:
    """An object that is not JSON is a mistake of the server."""
    with pytest.raises(TypeError, match="is not JSON"):
        encode({"x": object()})
