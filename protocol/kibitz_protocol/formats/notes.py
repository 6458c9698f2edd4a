"""Notes of reading a file: what was left out or guessed, and where, each as a sentence for the reader of the game.

One odd value never refuses a whole file. Whatever leaves a value out, or guesses what it means, adds a note that names
the value and its place: the line of the file, or the move.
"""

from collections.abc import Iterable, Iterator

from kibitz_protocol.validation.legible import legible

MOST_NOTES = 50
"""Most notes of a game. Further ones are counted."""
LONGEST_NOTE = 300


class Notes:
    """The notes of a game, in the order of its file. The same note is kept once."""

    def __init__(self, before: Iterable[str] = ()) -> None:
        """Begin with the notes of what was read before, such as the character set of the file."""
        self._texts = dict.fromkeys(before)
        self._more = 0

    def __iter__(self) -> Iterator[str]:
        """Yield the notes, with one for those that were too many."""
        yield from self._texts
        if self._more:
            yield f"and {self._more} more"

    def count(self) -> None:
        """Count a note that is not kept."""
        self._more += 1

    def add(self, sentence: str, *, line: int | None = None) -> None:
        """Add a note: a sentence without an end, such as `the tag Round is left out`.

        Args:
            sentence: What was left out or guessed; it may quote the file.
            line: The line of the file, from 1.
        """
        if len(self._texts) == MOST_NOTES:
            self._more += 1
            return
        text = legible(sentence if line is None else f"line {line}: {sentence}")
        if len(text) > LONGEST_NOTE:
            text = f"{text[:LONGEST_NOTE]}..."
        self._texts[text] = None

    def extend(self, notes: Iterable[str]) -> None:
        """Add the notes of another part of the game."""
        for note in notes:
            self.add(note)
