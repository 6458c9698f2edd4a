"""The second screen of a terminal."""

import pyte

from kibitz_client.tui.demo.screen import BEGIN, CLOSE, END, OPEN, Screen


class Terminal:
    """A terminal of a size that a test changes. `writes` are the texts of single writes."""

    def __init__(self, columns: int = 20, rows: int = 4) -> None:
        self.columns, self.rows = columns, rows
        self.writes: list[str] = []
        self._screen = pyte.Screen(columns, rows)
        self._stream = pyte.Stream(self._screen)

    def write(self, text: str) -> None:
        """Show a text."""
        self.writes.append(text)
        self._stream.feed(text)

    def size(self) -> tuple[int, int]:
        """Return columns and rows."""
        return self.columns, self.rows

    def resize(self, columns: int, rows: int) -> None:
        """Change the size."""
        self.columns, self.rows = columns, rows
        self._screen.resize(rows, columns)

    @property
    def lines(self) -> list[str]:
        """The shown lines without blanks at their ends."""
        return [line.rstrip() for line in self._screen.display]


def opened(terminal: Terminal) -> Screen:
    """Return an open screen of a terminal."""
    screen = Screen(terminal.write, terminal.size)
    screen.open()
    terminal.writes.clear()
    return screen


def test_a_frame_is_one_write_of_what_changed() -> None:
    """Each frame is one write between the marks of a frame, and has only the rows that changed."""
    terminal = Terminal()
    screen = opened(terminal)
    screen.show(["title", "board", "bar", "foot"])
    screen.show(["title", "other board", "bar", "foot"])
    assert terminal.lines == ["title", "other board", "bar", "foot"]
    assert len(terminal.writes) == 2
    assert all(text.startswith(BEGIN) and text.endswith(END) for text in terminal.writes)
    assert "title" not in terminal.writes[1]
    assert "\n" not in "".join(terminal.writes)


def test_the_same_frame_is_not_written_again() -> None:
    """A frame that shows the same is not written."""
    terminal = Terminal()
    screen = opened(terminal)
    screen.show(["a", "b"])
    screen.show(["a", "b"])
    assert len(terminal.writes) == 1


def test_a_shorter_row_or_frame_leaves_nothing_behind() -> None:
    """The rest of a longer row, and rows that are no more, are erased."""
    terminal = Terminal()
    screen = opened(terminal)
    screen.show(["a long row", "second", "third"])
    screen.show(["short", "second"])
    assert terminal.lines == ["short", "second", "", ""]


def test_a_new_size_draws_everything() -> None:
    """After a resize the whole frame is written to an empty screen, and rows that do not fit are left out."""
    terminal = Terminal()
    screen = opened(terminal)
    screen.show(["a", "b", "c", "d"])
    terminal.resize(10, 3)
    screen.show(["a", "b", "c", "d"])
    assert terminal.lines == ["a", "b", "c"]


def test_the_first_screen_comes_back_once() -> None:
    """Closing goes back to the first screen with a cursor; a second time it writes nothing."""
    terminal = Terminal()
    screen = Screen(terminal.write, terminal.size)
    screen.close()
    screen.open()
    screen.close()
    screen.close()
    assert terminal.writes == [OPEN, CLOSE]
