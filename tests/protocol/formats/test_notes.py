"""Notes of reading a file."""

from kibitz_protocol.formats.notes import LONGEST_NOTE, MOST_NOTES, Notes


def test_notes_have_their_line_and_are_kept_once() -> None:
    """Those of the file come first."""
    notes = Notes(["the file is a guess"])
    notes.add("the tag Round is left out", line=3)
    notes.add("the tag Round is left out", line=3)
    assert list(notes) == ["the file is a guess", "line 3: the tag Round is left out"]


def test_notes_are_bounded() -> None:
    """Further ones are counted, and a long one is cut; none has characters that reach a terminal."""
    notes = Notes()
    notes.add("x" * 1000)
    for number in range(MOST_NOTES + 6):
        notes.add(f"note \x1b{number}")
    *kept, last = notes
    assert (len(kept), last) == (MOST_NOTES, "and 7 more")
    assert len(kept[0]) == LONGEST_NOTE + 3
    assert kept[1] == "note \ufffd0"
