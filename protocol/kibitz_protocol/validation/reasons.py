"""Sentences for values that a model of the protocol, or of the settings, refuses."""

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

MAX_QUOTED = 40

SENTENCES = {
    "bool_parsing": "must be true or false",
    "bool_type": "must be true or false",
    "dict_type": "must be an object",
    "extra_forbidden": "is not a field of it",
    "finite_number": "must be a finite number",
    "float_parsing": "must be a number",
    "float_type": "must be a number",
    "greater_than": "must be more than {gt}",
    "greater_than_equal": "must be at least {ge}",
    "int_from_float": "must be a whole number",
    "int_parsing": "must be a whole number",
    "int_parsing_size": "is too large a number",
    "int_type": "must be a whole number",
    "less_than": "must be less than {lt}",
    "less_than_equal": "must be at most {le}",
    "list_type": "must be a list",
    "missing": "is missing",
    "multiple_of": "must be a multiple of {multiple_of}",
    "string_pattern_mismatch": "has a character that is not allowed, or the wrong form",
    "string_too_long": "must have at most {max_length} characters",
    "string_too_short": "must have at least {min_length} characters",
    "string_type": "must be text",
    "too_long": "must have at most {max_length} entries",
    "too_short": "must have at least {min_length} entries",
}
"""A sentence without its subject for each type of error of pydantic, with the names of its context."""


def first_error(error: ValidationError) -> tuple[tuple[str | int, ...], str]:
    """Return the place of the first wrong value, and the reason: `("limit", "seconds")` and `must be at most 300`."""
    first = error.errors(include_url=False)[0]
    return first["loc"], reason(first)


def reason(detail: Mapping[str, Any]) -> str:
    """Return what is wrong with a value, from an entry of `ValidationError.errors()`."""
    kind = detail["type"]
    context = {
        name: f"{value:g}" if isinstance(value, float) else value for name, value in detail.get("ctx", {}).items()
    }
    if kind == "string_too_short" and context["min_length"] == 1:
        return "must not be empty"
    if kind == "value_error":
        return str(context["error"])
    if kind == "literal_error":
        return f"must be {context['expected']}, not {quoted(detail['input'])}"
    if kind in SENTENCES:
        return (
            SENTENCES[kind].format(**context).replace(" 1 characters", " 1 character").replace(" 1 entries", " 1 entry")
        )
    message: str = detail["msg"]
    return message[:1].lower() + message[1:]


def quoted(value: object) -> str:
    """Return a value as Python writes it, shortened. Control characters are escaped, so a terminal can show it."""
    text = repr(value)
    return text if len(text) <= MAX_QUOTED else f"{text[:MAX_QUOTED]}..."
