"""Text of files is UTF-8, with or without a byte order mark."""

import codecs

import pytest

from kibitz_protocol.validation.plain_text import NotText, plain_text, without_mark


@pytest.mark.parametrize("content", ["a = 1\n", "ü\r\n", "", "a\ufeffb"])
def test_a_mark_at_the_start_is_left_out(content: str) -> None:
    """The text is the same with it and without it, and a mark elsewhere stays."""
    assert plain_text(content.encode()) == plain_text(codecs.BOM_UTF8 + content.encode()) == content
    assert without_mark("\ufeff" + content) == content


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("a = 1".encode("utf-16"), "it is UTF-16 text; save it as UTF-8"),
        (codecs.BOM_UTF16_BE + "secret".encode("utf-16-be"), "it is UTF-16 text; save it as UTF-8"),
        ("grün".encode("latin-1"), "it is not UTF-8 text; save it as UTF-8"),
    ],
)
def test_other_encodings_are_named(content: bytes, reason: str) -> None:
    """The sentence has nothing of the content, which may be a secret."""
    with pytest.raises(NotText) as refused:
        plain_text(content)
    assert str(refused.value) == reason
    assert "secret" not in repr(refused.value)
