"""JSON of the server. The protocol's codec defines what a message is; this module is its quick way for common cases.

Messages that are plain data are encoded by `msgspec`, in half the time of pydantic. A move is the only command that is
frequent, so it has a reader of its own. Whatever that reader does not accept goes to the protocol's codec, which alone
decides what is valid and explains what is not.
"""

from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Meta
from pydantic import BaseModel

from kibitz_protocol import to_server
from kibitz_protocol.codec import decode_to_server
from kibitz_protocol.validation.bounds import MAX_PLIES

SHORT = 512
"""Bytes of a text that may be a move: all that the protocol allows, unless it is full of escapes."""

ShortText = Annotated[str, Meta(min_length=1, max_length=64)]


class Move(msgspec.Struct, tag_field="t", tag="move", forbid_unknown_fields=True, gc=False):
    """A `Move` of the protocol. `t` is its type. The bounds are those of the protocol's model, or closer."""

    t: ClassVar[str] = "move"
    id: ShortText
    match: ShortText
    ply: Annotated[int, Meta(ge=0, le=MAX_PLIES)]
    move: Annotated[str, Meta(min_length=1, max_length=200)]
    position: Annotated[str, Meta(max_length=64)] | None = None


AnyCommand = to_server.AnyCommand | Move

_read_move = msgspec.json.Decoder(Move).decode


def _plain(value: Any) -> Any:
    """Return a model of the protocol as plain data, for the encoder."""
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json")
    raise TypeError(f"{type(value).__name__} is no JSON")


encode = msgspec.json.Encoder(enc_hook=_plain).encode
"""Encodes a message, or the same as plain data, as UTF-8 JSON on one line."""


def decode(text: str | bytes) -> Any:
    """Decode a message from a client: a `Move`, or another message of `to_server.ToServer`.

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
        return Move(message.id, message.match, message.ply, message.move, message.position)
    return message
