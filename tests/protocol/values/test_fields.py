"""Tests of names, lines and references."""

import pytest
from pydantic import TypeAdapter, ValidationError

from kibitz_protocol.values.fields import Line, MatchRef, Name

NAME, LINE, MATCH_REF = TypeAdapter[str](Name), TypeAdapter[str](Line), TypeAdapter[str](MatchRef)


@pytest.mark.parametrize(
    "text", ["otter", "Zoë", "Ada Lovelace", "O'Brien", "李雷", "Ωmega", "🦦", "x" * 32, "-", "[red]", "%s"]
)
def test_ordinary_names_are_allowed(text: str) -> None:
    """Names and lines may use any script, blanks and punctuation."""
    assert NAME.validate_python(text) == text
    assert LINE.validate_python(text) == text


def test_blanks_around_a_name_are_stripped() -> None:
    """Blanks around a name, a line or a match reference are not part of it."""
    for adapter in (NAME, LINE, MATCH_REF):
        assert adapter.validate_python(" \t otter \n") == "otter"


@pytest.mark.parametrize(
    "character",
    [
        "\x00",
        "\x07",
        "\b",
        "\t",
        "\n",
        "\r",
        "\x1b",
        "\x7f",
        "\x85",
        "\x9b",
        "\u00ad",
        "\u061c",
        "\u200b",
        "\u200e",
        "\u200f",
        "\u202a",
        "\u202e",
        "\u2028",
        "\u2029",
        "\u2066",
        "\u2069",
        "\ufeff",
        "\ue000",
        "\U000e0041",
        "\uffff",
    ],
    ids=ascii,
)
def test_names_and_lines_have_no_control_characters(character: str) -> None:
    """Control characters (ANSI escapes begin with one), invisible characters and bidirectional marks are refused."""
    for adapter in (NAME, LINE):
        with pytest.raises(ValidationError):
            adapter.validate_python(f"a{character}b")


@pytest.mark.parametrize("text", ["\x1b[2Jotter", "otter\x1b]0;title\x07", "\x9b31mred", "\u202eretto"])
def test_an_escape_sequence_is_refused(text: str) -> None:
    """Sequences that would clear or colour a terminal, or set its title, are refused at any position."""
    for adapter in (NAME, LINE):
        with pytest.raises(ValidationError):
            adapter.validate_python(text)


@pytest.mark.parametrize(("adapter", "most"), [(NAME, 32), (LINE, 400), (MATCH_REF, 64)])
def test_names_and_lines_have_a_length(adapter: TypeAdapter[str], most: int) -> None:
    """Empty text, only blanks, and text that is too long are refused."""
    assert adapter.validate_python("x" * most) == "x" * most
    for text in ("", "   ", "x" * (most + 1)):
        with pytest.raises(ValidationError):
            adapter.validate_python(text)
