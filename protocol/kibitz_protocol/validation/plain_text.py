"""Text of files that people write: UTF-8, with or without the byte order mark that editors on Windows put first."""

import codecs

UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
MARK = "\ufeff"


class NotText(UnicodeDecodeError):
    """Content that is not UTF-8. The text says what it is, without the content, which may be a secret."""

    def __init__(self, reason: str) -> None:
        super().__init__("utf-8", b"", 0, 0, reason)

    def __str__(self) -> str:
        return self.reason


def plain_text(content: bytes) -> str:
    """Return the text of a file, without a byte order mark.

    Raises:
        NotText: It is not UTF-8.
    """
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        kind = "UTF-16" if content.startswith(UTF16) else "not UTF-8"
        raise NotText(f"it is {kind} text; save it as UTF-8") from None


def without_mark(text: str) -> str:
    """Return a text, such as the first line of an input, without a byte order mark at its start."""
    return text.removeprefix(MARK)
