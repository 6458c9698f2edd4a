"""JSON of the server. The protocol's codec defines what a message is; this module is its quick way for common cases.

Messages that are plain data are encoded by `msgspec`, in half the time of pydantic. A move is the only command that is
frequent, so it has a reader of its own. Whatever that reader does not accept goes to the protocol's codec, which alone
decides what is valid and explains what is not.
"""

from typing import Annotated, Any, ClassVar, get_args

import msgspec
from msgspec import Meta
from pydantic import BaseModel

from kibitz_protocol import to_server
from kibitz_protocol.codec import decode_to_server

SHORT = 512
"""Bytes of a text that may be a move: all that the protocol allows, unless it is full of escapes."""

BOUNDS = ("ge", "le", "min_length", "max_length")


def _bounds(name: str) -> Meta:
    """Return the bounds of a field of the protocol's model."""
    field = to_server.Move.model_fields[name]
    # The bounds of an optional field are those of its type.
    inner = (each for kind in get_args(field.annotation) for each in getattr(kind, "__metadata__", ()))
    found = ((bound, getattr(each, bound, None)) for each in (*field.metadata, *inner) for bound in BOUNDS)
    return Meta(**{bound: value for bound, value in found if value is not None})


class DecodedMove(msgspec.Struct, tag_field="t", tag="move", forbid_unknown_fields=True, gc=False):
    """A `Move` of the protocol, within the bounds of the protocol's model. `t` is its type."""

    t: ClassVar[str] = "move"
    id: Annotated[str, _bounds("id")]
    match: Annotated[str, _bounds("match")]
    ply: Annotated[int, _bounds("ply")]
    move: Annotated[str, _bounds("move")]
    position: Annotated[str, _bounds("position")] | None = None


AnyCommand = to_server.AnyCommand | DecodedMove

_read_move = msgspec.json.Decoder(DecodedMove).decode


def _plain(value: Any) -> Any:
    """Return a model of the protocol as plain data, for the encoder."""
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json")
    raise TypeError(f"{type(value).__name__} is not JSON")


encode = msgspec.json.Encoder(enc_hook=_plain).encode
"""Encodes a message, or the same as plain data, as UTF-8 JSON on one line."""


def decode(text: str | bytes) -> Any:
    """Decode a message from a client: a `DecodedMove`, or another message of `to_server.ToServer`.

    Raises:
        BadMessage: The text is not such a message.
    """
    if len(text) <= SHORT:
        try:
            move = _read_move(text)
        except (msgspec.DecodeError, UnicodeError):
            pass
        else:
            if move.match == move.match.strip():
                return move
    message = decode_to_server(text)
    if isinstance(message, to_server.Move):
        return DecodedMove(message.id, message.match, message.ply, message.move, message.position)
    return message
