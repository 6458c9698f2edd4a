"""Text from outside as text that can be shown: one place for all names, chat, labels and sentences of a server.

Control characters could move the cursor of a terminal, set its title or write to its clipboard. Bidirectional and other
format characters could show a text in another order than it has. Invisible characters could make two names look alike.
"""

import unicodedata
from typing import Any

from kibitz_protocol.validation.characters import illegible, is_plain

REPLACEMENT = "\ufffd"
PARAGRAPHS = frozenset({"guide", "content"})
"""The fields whose text has several lines."""
_ASCII = bytes(range(0x7F))


def is_legible(text: str) -> bool:
    """Return whether all characters of a text can be shown as they are."""
    return next(illegible(text), None) is None


def legible(text: str, *, lines: bool = False) -> str:
    """Return a text with a replacement character for each character that must not reach a terminal.

    Args:
        lines: Whether line breaks stay.
    """
    if is_plain(text):
        return text
    characters = list(text)
    for at in illegible(text):
        if not (lines and text[at] == "\n"):
            characters[at] = " " if unicodedata.category(text[at]) == "Zs" else REPLACEMENT
    return "".join(characters)


def is_plain_json(text: bytes) -> bool:
    """Return whether all strings in a JSON text in UTF-8 are certainly legible: it has no escapes either.

    Raises:
        UnicodeDecodeError: The text is not UTF-8.
    """
    return b"\\" not in text and b"\x7f" not in text and is_plain(text.translate(None, _ASCII).decode())


def legible_data(data: Any, name: str = "") -> Any:
    """Return JSON data in which all strings and names are legible.

    Args:
        name: The name of the field that has the data.
    """
    match data:
        case str():
            return legible(data, lines=name in PARAGRAPHS)
        case list():
            return [legible_data(entry, name) for entry in data]
        case dict():
            return {legible(key): legible_data(value, key) for key, value in data.items()}
    return data
