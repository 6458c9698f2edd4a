"""Encoder and decoder of messages: the only module of the protocol that handles JSON.

Untrusted input is bounded before it is parsed: by `MAX_BYTES` here, and by the parser's limit on nesting.
"""

from typing import Any

from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic_core import from_json, to_json

from kibitz_protocol.refusals import Code
from kibitz_protocol.to_client import ToClient
from kibitz_protocol.to_server import ToServer
from kibitz_protocol.validation import reason

MAX_BYTES = 64 * 1024
"""The longest message that a server accepts, in bytes."""

_to_server: TypeAdapter[Any] = TypeAdapter(ToServer)
_to_client: TypeAdapter[Any] = TypeAdapter(ToClient)


class BadMessage(ValueError):
    """Text that is not a message of the protocol.

    `code` is `bad_message` or `unknown_type`. `id` is the id of the command, where it could be read, so that the server
    can answer even a malformed command.
    """

    def __init__(self, code: Code, sentence: str, hint: str, id: str | None = None) -> None:
        super().__init__(sentence)
        self.code = code
        self.hint = hint
        self.id = id


def decode_to_server(text: str | bytes) -> Any:
    """Decode a message from a client, one of `ToServer`.

    Raises:
        BadMessage: The text is not such a message.
    """
    return _decode(_to_server, text)


def decode_to_client(text: str | bytes) -> Any:
    """Decode a message from a server, one of `ToClient`.

    Raises:
        BadMessage: The text is not such a message.
    """
    return _decode(_to_client, text)


def encode(message: BaseModel | dict[str, Any]) -> bytes:
    """Encode a message, or the same as plain data, as UTF-8 JSON on one line."""
    return to_json(message)


def _decode(adapter: TypeAdapter[Any], text: str | bytes) -> Any:
    try:
        # Calling the validator directly skips the adapter, which takes a third of the time of decoding a move.
        return adapter.validator.validate_json(text)
    except ValidationError as error:
        # Most messages are valid, so only an invalid one is parsed a second time.
        raise _explain(error, text) from None


def _explain(error: ValidationError, text: str | bytes) -> BadMessage:
    first = error.errors(include_url=False, include_context=True)[0]
    kind = first["type"]
    if kind == "json_invalid":
        return BadMessage(
            Code.BAD_MESSAGE,
            f"that is not JSON: {first['ctx']['error']}",
            "send one JSON object a text frame",
        )
    try:
        raw = from_json(text)
    except (ValueError, TypeError):  # a Python string that is not Unicode text: it has a lone surrogate
        return BadMessage(Code.BAD_MESSAGE, "that is not Unicode text", "send one JSON object a text frame")
    id = raw.get("id") if isinstance(raw, dict) else None
    id = id if isinstance(id, str) and 1 <= len(id) <= 64 else None
    if kind in ("union_tag_invalid", "union_tag_not_found") and not first["loc"]:
        known = first["ctx"].get("expected_tags", "").replace("'", "")
        if kind == "union_tag_not_found":
            return BadMessage(Code.BAD_MESSAGE, "the message has no type", "every message has a field 't'", id)
        sentence = f"there is no message of type {str(first['ctx']['tag'])[:40]!r}"
        return BadMessage(Code.UNKNOWN_TYPE, sentence, f"the types are {known}", id)
    if not isinstance(raw, dict):
        return BadMessage(Code.BAD_MESSAGE, "a message must be a JSON object", "send one JSON object a text frame")
    # The first part of the location is the name of the model, which the sender knows only by its `t`.
    place = ".".join(str(part) for part in first["loc"][1:]) or "message"
    # Untrusted text is quoted without control characters, which could move the cursor of a terminal.
    sentence = "".join(
        c if c.isprintable() else "?" for c in f"in a {raw.get('t')!r} message, {place} {reason(first)}"[:300]
    )
    return BadMessage(Code.BAD_MESSAGE, sentence, "docs/protocol lists every field", id)
