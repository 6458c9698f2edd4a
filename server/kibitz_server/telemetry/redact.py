"""Keeps secrets out of the logs, whatever part of the server or of a library writes them there.

Three nets, one behind the other: values under a telling name, what follows a telling name inside a text, and whatever
looks like one of our tokens, which begin with `kbz_` for that reason.
"""

import re
from collections.abc import Mapping

import structlog

TOKEN_PREFIX = "kbz_"
HIDDEN = "[redacted]"
MOST_DEEP = 6

TELLING = re.compile(r"token|passw|secret|authorization|cookie|api_?key|private_?key", re.IGNORECASE)
TOKEN = re.compile(r"kbz_[A-Za-z0-9_-]{8,}")
USERINFO = re.compile(r"(\w://[^\s/:@]*:)[^\s/@]+(@)")
NAMED = re.compile(
    # The name with what is around it, then a quoted text to its end, a bearer's token, or one word.
    r"""((?:[\w-]*(?:token|passw|secret|cookie|authorization)[\w-]*)\\?["']?\s*[:=]\s*)"""
    r"""(?:b?\\?"(?:[^"\\]|\\[^"])*\\?"|b?'(?:[^'\\]|\\.)*'|(?:Bearer|Basic)\s+[^\s,;"']+|[^\s,;&"'})\]]+)""",
    re.IGNORECASE,
)
HARMLESS = frozenset({"token_file", "password_file", "tokens"})
"""Names that only sound like a secret."""


def scrub(text: str) -> str:
    """The text without the secrets that can be told from it."""
    text = TOKEN.sub(TOKEN_PREFIX + HIDDEN, text)
    text = USERINFO.sub(rf"\1{HIDDEN}\2", text)
    return NAMED.sub(rf"\1{HIDDEN}", text)


def redact(_logger: object, _method: str, event_dict: structlog.typing.EventDict) -> structlog.typing.EventDict:
    """The last processor before an event becomes text."""
    return {name: _clean(name, value, 0) for name, value in event_dict.items()}


def _clean(name: str, value: object, depth: int) -> object:
    if value is None or isinstance(value, bool | int | float):
        return value
    if TELLING.search(name) and name not in HARMLESS:
        return HIDDEN
    if isinstance(value, str):
        return scrub(value)
    if depth < MOST_DEEP:
        if isinstance(value, Mapping):
            return {str(key): _clean(str(key), inner, depth + 1) for key, inner in value.items()}
        if isinstance(value, list | tuple | set | frozenset):
            return [_clean("", inner, depth + 1) for inner in value]
    return scrub(repr(value))
