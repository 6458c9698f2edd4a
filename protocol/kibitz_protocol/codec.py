"""Encoder and decoder of messages: the only module of the protocol that handles JSON.

Text from a server is made legible before a client reads it.
Untrusted input is bounded before it is parsed: by `MAX_BYTES` here, and by the parser's limit on nesting.
"""

import difflib
from typing import Any

from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic_core import from_json, to_json

from kibitz_protocol.refusals import Code
from kibitz_protocol.to_client import ToClient
from kibitz_protocol.to_server import ToServer
from kibitz_protocol.validation.legible import is_plain_json, legible_data
from kibitz_protocol.validation.reasons import reason

MAX_BYTES = 64 * 1024
"""The longest message that a server accepts, in bytes."""
OLD_TYPES = {"lots": "give_client_seed"}
"""Types of messages that have another name today."""
ONE_OBJECT = "send one JSON object per text frame"

LONGEST_SENTENCE = 160
"""Characters of what is wrong with a field; a hint follows."""
MOST_ALIKE = 3
"""Most types that are named in place of an unknown one."""

MAX_FIELDS = 1000
"""The most fields of a message of a client: several times those of the largest command."""
MAX_MISTAKES = 50
"""A message with more mistakes is refused as a whole: to describe thousands takes much longer than to find them."""

_to_server: TypeAdapter[Any] = TypeAdapter(ToServer)
_to_client: TypeAdapter[Any] = TypeAdapter(ToClient)


class BadMessage(ValueError):
    """Text that is not a message of the protocol.

    `code` is `bad_message` or `unknown_type`. `id` is the id of the command, where it could be read, so that the server
    can answer even a malformed command. `newer` marks a type, of the message or of a part of it, that this version does
    not know.
    """

    def __init__(self, code: Code, sentence: str, hint: str, id: str | None = None, *, newer: bool = False) -> None:
        super().__init__(sentence)
        self.newer = newer
        self.code = code
        self.hint = hint
        self.id = id


def decode_to_server(text: str | bytes) -> Any:
    """Decode a message from a client, one of `ToServer`.

    Raises:
        BadMessage: The text is not such a message.
    """
    # A colon follows each name of a field. Other colons are only in texts, which are short.
    if len(text) > MAX_FIELDS and (text.count(":") if isinstance(text, str) else text.count(b":")) > MAX_FIELDS:
        raise BadMessage(
            Code.BAD_MESSAGE, f"the message has more than {MAX_FIELDS} fields", "send one command a message"
        )
    return _decode(_to_server, text)


def decode_to_client(text: str | bytes) -> Any:
    """Decode a message from a server, one of `ToClient`. Its texts are legible.

    Raises:
        BadMessage: The text is not such a message.
    """
    return decode_legible(_to_client, text)


def decode_legible(adapter: TypeAdapter[Any], text: str | bytes) -> Any:
    """Decode a message of a server. Characters that must not reach a terminal are replaced in all of its texts.

    Raises:
        BadMessage: The text is not such a message.
    """
    try:
        data = text.encode() if isinstance(text, str) else text
        plain = is_plain_json(data)
        # Almost all messages are plain, so only the others are parsed apart from their validation.
        parsed = None if plain else legible_data(from_json(data))
    except UnicodeError:
        raise BadMessage(Code.BAD_MESSAGE, "that is not Unicode text", ONE_OBJECT) from None
    except ValueError as error:
        raise BadMessage(Code.BAD_MESSAGE, f"that is not JSON: {error}", ONE_OBJECT) from None
    if plain:
        return _decode(adapter, data)
    try:
        return adapter.validator.validate_python(parsed)
    except ValidationError as error:
        raise _explain(error, parsed) from None


def encode(message: BaseModel | dict[str, Any]) -> bytes:
    """Encode a message, or the same as plain data, as UTF-8 JSON on one line."""
    return to_json(message)


def _decode(adapter: TypeAdapter[Any], text: str | bytes) -> Any:
    try:
        # Calling the validator directly skips the adapter, which takes a third of the time of decoding a move.
        return adapter.validator.validate_json(text)
    except ValidationError as error:
        # Most messages are valid, so only an invalid one is parsed a second time.
        if adapter is _to_server and (mistakes := error.error_count()) > MAX_MISTAKES:
            hint = "docs/protocol lists every field"
            raise BadMessage(Code.BAD_MESSAGE, f"the message has {mistakes} mistakes", hint) from None
        first = _first(error)
        if first["type"] == "json_invalid":
            sentence = f"that is not JSON: {first['ctx']['error']}"
            raise BadMessage(Code.BAD_MESSAGE, sentence, ONE_OBJECT) from None
        try:
            raw = from_json(text)
        except (ValueError, TypeError):  # a Python string that is not Unicode text: it has a lone surrogate
            raise BadMessage(Code.BAD_MESSAGE, "that is not Unicode text", ONE_OBJECT) from None
        raise _explain(error, raw) from None


def _first(error: ValidationError) -> Any:
    return error.errors(include_url=False, include_context=True)[0]


def _explain(error: ValidationError, raw: Any) -> BadMessage:
    """Return what is wrong with parsed JSON."""
    first = _first(error)
    kind = first["type"]
    id = raw.get("id") if isinstance(raw, dict) else None
    id = id if isinstance(id, str) and 1 <= len(id) <= 64 else None
    if kind in ("union_tag_invalid", "union_tag_not_found") and not first["loc"]:
        if kind == "union_tag_not_found":
            return BadMessage(Code.BAD_MESSAGE, "the message has no type", "every message has a field 't'", id)
        tag = str(first["ctx"]["tag"])
        sentence = f"there is no message of type {tag[:40]!r}"
        if tag in OLD_TYPES:
            sentence += f"; its name is now {OLD_TYPES[tag]}"
        known = first["ctx"].get("expected_tags", "").replace("'", "").split(", ")
        alike = difflib.get_close_matches(tag[:40].lower(), known, MOST_ALIKE)
        most = f"did you mean {' or '.join(alike)}? " if alike else ""
        return BadMessage(
            Code.UNKNOWN_TYPE, sentence, f"{most}docs/protocol lists all {len(known)} types", id, newer=True
        )
    if not isinstance(raw, dict):
        return BadMessage(Code.BAD_MESSAGE, "a message must be a JSON object", ONE_OBJECT)
    # The first part of the location is the name of the model, which the sender knows only by its `t`.
    place = ".".join(str(part) for part in first["loc"][1:]) or "message"
    # Untrusted text is quoted without control characters, which could move the cursor of a terminal.
    sentence = "".join(
        c if c.isprintable() else "?"
        for c in f"in a {raw.get('t')!r} message, {place} {reason(first)}"[:LONGEST_SENTENCE]
    )
    return BadMessage(
        Code.BAD_MESSAGE,
        sentence,
        "docs/protocol lists every field",
        id,
        newer=kind == "union_tag_invalid" and raw.get("t") != "snapshot",
    )
