"""What a fuzz target is, and what a refusal has to be."""

from collections.abc import Callable, Iterator
from typing import NamedTuple


class Target(NamedTuple):
    """A function that reads untrusted text, inputs to begin with, and the length in bytes of the longest one.

    Longer inputs cost time and reach no other code.
    """

    read: Callable[[bytes], None]
    seeds: Callable[[], Iterator[bytes]]
    longest: int = 4096


def text_of(data: bytes) -> str:
    """Return an input as text, whatever its bytes are."""
    return data.decode("utf-8", "replace")


def check_refusal(error: Exception) -> None:
    """Check that a refusal says something."""
    assert str(error), "a refusal has a sentence"


def check_sentence(sentence: str) -> None:
    """Check that a sentence that quotes an input can be shown."""
    assert sentence.isprintable(), f"{sentence!r} can move the cursor of a terminal"
    assert len(sentence) < 1000, "the sentence repeats the input"
