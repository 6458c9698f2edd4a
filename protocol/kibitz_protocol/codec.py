"""Text to message and back: the only place of the protocol that touches JSON.

What a stranger sends is bounded before it is parsed: `MAX_BYTES` here, and the parser's own bound on nesting.
"""

from typing import Any

from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic_core import from_json, to_json

from kibitz_protocol.refusals import Code
from kibitz_protocol.to_client import ToClient
from kibitz_protocol.to_server import ToServer

MAX_BYTES = 64 * 1024
"""The longest message a server reads, in bytes."""

_to_server: TypeAdapter[Any] = TypeAdapter(ToServer)
_to_client: TypeAdapter[Any] = TypeAdapter(ToClient)


class BadMessage(ValueError):
    """A message that is not the protocol's.

    `code` is `bad_message` or `unknown_type`; `id` is the command's, where it could be read, so
    that even a bad command gets its answer.
    """

    def __init__(self, code: Code, sentence: str, hint: str, id: str | None = None) -> None:
        super().__init__(sentence)
        self.code = code
        self.hint = hint
        self.id = id


def decode_to_server(text: str | bytes) -> Any:
    """The message that a client sent, one of `ToServer`. Raises BadMessage."""
    return _decode(_to_server, text)


def decode_to_client(text: str | bytes) -> Any:
    """The message that a server sent, one of `ToClient`. Raises BadMessage."""
    return _decode(_to_client, text)


def encode(message: BaseModel | dict[str, Any]) -> bytes:
    """A message, or the same as plain data, as UTF-8 JSON on one line."""
    return to_json(message)


def _decode(adapter: TypeAdapter[Any], text: str | bytes) -> Any:
    try:
        # What the adapter adds around its validator is a third of what a move takes.
        return adapter.validator.validate_json(text)
    except ValidationError as error:
        # Most messages are good, so only a bad one is looked at twice.
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
    except (ValueError, TypeError):  # a string of Python's that is no text, such as half a character
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
    # The first part of the place is the message's type, which its sender knows by another name.
    place = ".".join(str(part) for part in first["loc"][1:]) or "message"
    what = "is not a field of it" if kind == "extra_forbidden" else first["msg"][:1].lower() + first["msg"][1:]
    # What a stranger wrote is quoted without what would move a terminal's cursor.
    sentence = "".join(c if c.isprintable() else "?" for c in f"in a {raw.get('t')!r} message, {place}: {what}"[:300])
    return BadMessage(Code.BAD_MESSAGE, sentence, "docs/protocol has every field", id)
