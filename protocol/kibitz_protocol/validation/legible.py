"""Text from outside as text that can be shown: one place for all names, chat, labels and sentences of a server.

Control characters could move the cursor of a terminal, set its title or write to its clipboard. Bidirectional and other
format characters could show a text in another order than it has. Invisible characters could make two names look alike.
"""

import unicodedata
from typing import Any

REPLACEMENT = "\ufffd"
PARAGRAPHS = frozenset({"guide", "content"})
"""The fields whose text has several lines."""
# Letters, marks and symbols that are drawn as nothing or as a blank.
_INVISIBLE = frozenset(
    map(chr, (0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x180F, 0x2800, 0x3164, 0xFFA0))
) | frozenset(map(chr, range(0xE0100, 0xE01F0)))
_ASCII = bytes(range(0x7F))


def is_legible(text: str) -> bool:
    """Return whether all characters of a text can be shown as they are."""
    return text.isprintable() and (text.isascii() or _INVISIBLE.isdisjoint(text))


def legible(text: str, *, lines: bool = False) -> str:
    """Return a text with a replacement character for each character that must not reach a terminal.

    Args:
        lines: Whether line breaks stay.
    """
    return text if is_legible(text) else "".join(c if lines and c == "\n" else _shown(c) for c in text)


def _shown(character: str) -> str:
    if is_legible(character):
        return character
    return " " if unicodedata.category(character) == "Zs" else REPLACEMENT


def is_plain_json(text: bytes) -> bool:
    """Return whether all strings in a JSON text in UTF-8 are certainly legible: it has no escapes either.

    Raises:
        UnicodeDecodeError: The text is not UTF-8.
    """
    return b"\\" not in text and b"\x7f" not in text and is_legible(text.translate(None, _ASCII).decode())


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
