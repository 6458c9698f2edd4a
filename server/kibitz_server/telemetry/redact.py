"""Redaction of secrets in log lines of the server and of its libraries.

There are four filters: values under a sensitive name, text after a sensitive name, text that looks like a token of
Kibitz, and seeds of matches with chance. Tokens begin with `kbz_` for that reason.
"""

import re
from collections.abc import Mapping

import structlog

TOKEN_PREFIX = "kbz_"
HIDDEN = "[redacted]"
MAX_DEPTH = 6

SENSITIVE = re.compile(r"token|passw|secret|authorization|cookie|api_?key|private_?key", re.IGNORECASE)
TOKEN = re.compile(r"kbz_[A-Za-z0-9_-]{8,}")
SEED = re.compile(r"""(seed\\?["']?\s*[:=]\s*\\?["']?)[0-9a-f]{64}""")
USERINFO = re.compile(r"(\w://[^\s/:@]*:)[^\s/@]+(@)")
NAMED = re.compile(
    # The name with its context, then a quoted text, a bearer token, or one word.
    r"""((?:[\w-]*(?:token|passw|secret|cookie|authorization)[\w-]*)\\?["']?\s*[:=]\s*)"""
    r"""(?:b?\\?"(?:[^"\\]|\\[^"])*\\?"|b?'(?:[^'\\]|\\.)*'|(?:Bearer|Basic)\s+[^\s,;"']+|[^\s,;&"'})\]]+)""",
    re.IGNORECASE,
)
HARMLESS = frozenset({"token_file", "password_file", "tokens"})
"""Names that match SENSITIVE, but hold no secret."""


def scrub(text: str) -> str:
    """Return a text without the secrets that the filters find in it."""
    text = SEED.sub(rf"\1{HIDDEN}", text)
    text = TOKEN.sub(TOKEN_PREFIX + HIDDEN, text)
    text = USERINFO.sub(rf"\1{HIDDEN}\2", text)
    return NAMED.sub(rf"\1{HIDDEN}", text)


def redact(_logger: object, _method: str, event_dict: structlog.typing.EventDict) -> structlog.typing.EventDict:
    """Return an event without secrets. This is the last processor before the renderer."""
    return {name: _clean(name, value, 0) for name, value in event_dict.items()}


def _clean(name: str, value: object, depth: int) -> object:
    if value is None or isinstance(value, bool | int | float):
        return value
    if SENSITIVE.search(name) and name not in HARMLESS:
        return HIDDEN
    if isinstance(value, str):
        return scrub(value)
    if depth < MAX_DEPTH:
        if isinstance(value, Mapping):
            return {str(key): _clean(str(key), inner, depth + 1) for key, inner in value.items()}
        if isinstance(value, list | tuple | set | frozenset):
            return [_clean("", inner, depth + 1) for inner in value]
    return scrub(repr(value))
